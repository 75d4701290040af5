//! The methods of Figures 2 and 3, and one pass of each.

use crate::data::Example;
use crate::error::Answer;
use noregret::{Parameters, algorithms};

pub(super) struct Method {
    pub name: &'static str,
    /// The name of what stands beside eta.
    delta: &'static str,
    pub method: &'static str,
}

pub(super) const METHODS: [Method; 7] = [
    Method { name: "ada-fd", delta: "delta", method: "cmd" },
    Method { name: "ada-diag", delta: "delta", method: "cmd" },
    Method { name: "radagrad", delta: "delta", method: "cmd" },
    Method { name: "fd-son", delta: "alpha", method: "cmd" },
    Method { name: "ada-fd", delta: "delta", method: "pds" },
    Method { name: "ada-diag", delta: "delta", method: "pds" },
    Method { name: "fd-son", delta: "alpha", method: "pds" },
];

impl Method {
    pub fn title(&self) -> String {
        format!("{} {}", self.name, self.method)
    }
}

/// Mistakes up to some rounds, and accuracy on the test data there.
pub(super) struct Pass {
    pub mistakes: Vec<usize>,
    pub accuracy: Vec<f64>,
}

/// What a pass is given.
pub(super) struct Task<'a> {
    pub train: &'a [Example],
    pub order: &'a [usize],
    pub test: &'a [Example],
    /// The rounds looked at, in order; the last is the end.
    pub looks: &'a [usize],
    pub tau: f64,
}

/// One pass; `None` if the mistakes pass `limit` or the arithmetic overflows.
pub(super) fn pass(
    method: &Method,
    (eta, delta): (f64, f64),
    task: &Task<'_>,
    limit: usize,
) -> Answer<Option<Pass>> {
    let mut parameters = Parameters::new().number("eta", eta).number(method.delta, delta);
    if method.name != "radagrad" {
        parameters = parameters.word("method", method.method);
    }
    if method.name != "ada-diag" {
        parameters = parameters.number("tau", task.tau);
    }
    let spec = algorithms::find(method.name)?.spec(Some("squared-hinge".parse()?), &parameters)?;
    let mut learner = spec.check()?.build();
    let mut pass = Pass { mistakes: Vec::new(), accuracy: Vec::new() };
    let mut mistakes = 0;
    for (t, &place) in task.order.iter().enumerate() {
        let example = &task.train[place];
        let Ok(margin) = learner.learn(example.features(), example.label, 1.0) else { return Ok(None) };
        mistakes += usize::from(margin * example.label <= 0.0);
        if mistakes > limit {
            return Ok(None);
        }
        if task.looks.get(pass.mistakes.len()) == Some(&(t + 1)) {
            let right = |x: &&Example| learner.margin(x.features()) * x.label > 0.0;
            let right = task.test.iter().filter(right).count();
            pass.mistakes.push(mistakes);
            pass.accuracy.push(right as f64 / task.test.len().max(1) as f64);
        }
    }
    Ok(Some(pass))
}
