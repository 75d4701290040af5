//! The methods of Figure 1 and their relatives, and one run of each.

use super::stream::Stream;
use crate::error::{Answer, ReproduceError};
use noregret::{Features, Parameters, algorithms};
use std::time::Instant;

const TAU: f64 = 10.0;

/// How long a method can be searched, and run.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Speed {
    Fast,
    Middle,
    Slow,
}

pub(super) struct Method {
    pub name: &'static str,
    /// The name of what stands beside eta.
    delta: &'static str,
    /// cmd or pds; nothing where there is no choice.
    method: Option<&'static str>,
    tau: bool,
    /// Whether it draws random projections.
    pub random: bool,
    pub speed: Speed,
}

impl Method {
    pub fn title(&self) -> String {
        self.method.map_or(self.name.to_owned(), |method| format!("{} {method}", self.name))
    }

    pub fn pds(&self) -> bool {
        self.method == Some("pds")
    }
}

const fn method(name: &'static str, method: Option<&'static str>, speed: Speed) -> Method {
    Method { name, delta: "delta", method, tau: true, random: false, speed }
}

/// The slow ones first: threads share them out in this order.
pub(super) const METHODS: [Method; 14] = [
    Method { tau: false, ..method("ada-full", Some("cmd"), Speed::Slow) },
    Method { tau: false, ..method("ada-full", Some("pds"), Speed::Slow) },
    method("ada-lr", None, Speed::Slow),
    Method { random: true, ..method("radagrad", None, Speed::Fast) },
    Method { random: true, ..method("ada-dp", None, Speed::Fast) },
    Method { delta: "alpha", tau: false, ..method("ons", None, Speed::Middle) },
    Method { delta: "alpha", ..method("fd-son", Some("cmd"), Speed::Fast) },
    Method { delta: "alpha", ..method("rfd-son", Some("cmd"), Speed::Fast) },
    method("s-ada", Some("cmd"), Speed::Fast),
    method("s-ada", Some("pds"), Speed::Fast),
    method("ada-fd", Some("cmd"), Speed::Fast),
    method("ada-fd", Some("pds"), Speed::Fast),
    Method { tau: false, ..method("ada-diag", Some("cmd"), Speed::Fast) },
    Method { tau: false, ..method("ada-diag", Some("pds"), Speed::Fast) },
];

/// Cumulative losses after every round, and seconds a round.
pub(super) struct Run {
    pub losses: Vec<f64>,
    pub seconds: f64,
}

/// `None` if the arithmetic overflowed, or the loss passed `limit`.
pub(super) fn run(
    method: &Method,
    (eta, delta): (f64, f64),
    seed: u64,
    stream: &Stream,
    rounds: usize,
    limit: f64,
) -> Answer<Option<Run>> {
    let mut parameters = Parameters::new().number("eta", eta).number(method.delta, delta);
    if let Some(word) = method.method {
        parameters = parameters.word("method", word);
    }
    if method.tau {
        parameters = parameters.number("tau", TAU);
    }
    if method.random {
        parameters = parameters.number("seed", seed as f64);
    }
    let spec = algorithms::find(method.name)?.spec(Some("absolute".parse()?), &parameters)?;
    let mut learner = spec.check()?.build();
    let indices: Vec<u32> = (0..stream.x.nrows() as u32).collect();
    let (mut total, mut losses) = (0.0, Vec::with_capacity(rounds));
    // The fastest tenth of the second half: when the sketch is full and nothing else disturbs.
    let tenth = (rounds / 10).max(1);
    let (mut seconds, mut start) = (f64::INFINITY, Instant::now());
    for t in 0..rounds {
        let x = stream.x.col(t).try_as_col_major();
        let x = x.ok_or_else(|| ReproduceError::Nothing("a column lies in pieces".to_owned()))?;
        let Ok(margin) = learner.learn(Features::new(&indices, x.as_slice())?, stream.y[t], 1.0) else {
            return Ok(None);
        };
        total += (margin - stream.y[t]).abs();
        if total.is_nan() || total > limit {
            return Ok(None);
        }
        losses.push(total);
        if (t + 1) % tenth == 0 {
            if 2 * t >= rounds {
                seconds = seconds.min(start.elapsed().as_secs_f64() / tenth as f64);
            }
            start = Instant::now();
        }
    }
    Ok(Some(Run { losses, seconds }))
}
