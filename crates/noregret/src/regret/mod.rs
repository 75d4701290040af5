//! Regret, measured and certified: what was played against the best fixed point in hindsight.
//!
//!   Regret = sum_t f_t(w_t) - min over w in F of sum_t f_t(w),   f_t(w) = h_t l(w . x_t, y_t) + R(w).
//!
//! A [`Transcript`] keeps the rounds while a learner runs. [`regret`] then looks for the best fixed point and gives an interval the regret provably lies in: the solver is not trusted,
//! only a value at a point of F (above) and lines below the losses (below), both with their rounding errors counted. [`Rivals`] is F and R, [`best`]
//! the comparator alone, [`ConfidenceSequence`] what can be said of mean losses without any comparator.
//!
//! ```
//! use noregret::regret::{Rivals, Transcript, regret};
//! use noregret::{Features, Parameters, algorithms};
//!
//! let spec = algorithms::find("per-coord")?.spec(Some("logistic".parse()?), &Parameters::new())?.check()?;
//! let mut learner = spec.build();
//! let mut transcript = Transcript::new();
//! for round in 0..200 {
//!     let (x, y) = ([1.0, f64::from(round % 7) - 3.5], if round % 3 == 0 { -1.0 } else { 1.0 });
//!     let x = Features::new(&[0, 4], &x)?;
//!     let margin = learner.learn(x, y, 1.0)?;
//!     transcript.record(x, y, 1.0, margin, 0.0)?;
//! }
//! let rivals = Rivals::of(&spec, None)?;
//! let found = regret(&transcript, 0..200, spec.spec().loss, &rivals, &transcript.dense(&learner.weights()));
//! assert!(found.lower <= found.upper && found.upper <= learner.bound().unwrap());
//! assert!(found.hindsight.is_tight());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod confidence;
mod direction;
mod hindsight;
mod lines;
mod model;
mod newton;
mod problem;
mod rivals;
mod sum;
mod surrogate;
mod terms;
mod transcript;

pub use confidence::{ConfidenceSequence, WeightedSequence};
pub use hindsight::{Hindsight, Patience, best, search, wanted_width};
pub use rivals::Rivals;
pub use terms::{Missing, RivalTerms};
pub use transcript::{Transcript, TranscriptError};

use crate::loss::Loss;
use std::ops::Range;
use sum::{Sum, U};

/// Regret over some rounds, certified.
#[derive(Clone, Debug, PartialEq)]
pub struct Regret {
    /// What the learner suffered: the losses of the margins it gave, and its penalties.
    pub suffered: f64,
    /// The best fixed point.
    pub hindsight: Hindsight,
    /// The regret is at least this.
    pub lower: f64,
    /// The regret is at most this.
    pub upper: f64,
}

/// What was suffered in some rounds, by plain value and certified ends.
fn suffered(transcript: &Transcript, rounds: Range<usize>, loss: Loss) -> Sum {
    let mut sum = Sum::default();
    for t in rounds {
        let row = transcript.row(t);
        let (p, penalty) = transcript.played(t);
        let cost = row.h * loss.value(p, row.y);
        sum.add_within(cost, row.h * loss.value_error(p, row.y) + U * cost.abs());
        if penalty != 0.0 {
            // A plain sum of at most so many coordinates, each of a few products.
            sum.add_within(penalty, (transcript.features() + 8) as f64 * U * penalty);
        }
    }
    sum
}

/// The regret over some rounds against the best of the rivals, from `start` (see [`best`]).
pub fn regret(
    transcript: &Transcript,
    rounds: Range<usize>,
    loss: Loss,
    rivals: &Rivals,
    start: &[f64],
) -> Regret {
    let rounds = rounds.start.min(transcript.rounds())..rounds.end.min(transcript.rounds());
    let hindsight = best(transcript, rounds.clone(), loss, rivals, start);
    against(transcript, rounds, loss, hindsight)
}

/// The regret against a best fixed point that is known already: [`best`] of the same rounds and loss. Another learner's transcript of the same stream has the same best point.
pub fn against(transcript: &Transcript, rounds: Range<usize>, loss: Loss, hindsight: Hindsight) -> Regret {
    let rounds = rounds.start.min(transcript.rounds())..rounds.end.min(transcript.rounds());
    let paid = suffered(transcript, rounds, loss);
    let lower = (paid.low() - hindsight.upper).next_down();
    let upper = (paid.high() - hindsight.lower).next_up();
    Regret { suffered: paid.value(), hindsight, lower, upper }
}

/// Suffered less the point's losses and penalties, up to every round: how regret against this one point came about. Plain sums; the point is fixed, so the
/// earlier values are no regrets of their prefixes.
pub fn course(
    transcript: &Transcript,
    rounds: Range<usize>,
    loss: Loss,
    rivals: &Rivals,
    point: &[f64],
) -> Vec<f64> {
    let rounds = rounds.start.min(transcript.rounds())..rounds.end.min(transcript.rounds());
    let penalty = |(id, &w): (usize, &f64)| {
        let terms = rivals.terms(transcript.group(id));
        terms.l1 * w.abs() + 0.5 * terms.l2 * w * w
    };
    let each: f64 = point.iter().enumerate().map(penalty).sum();
    let mut total = 0.0;
    rounds
        .map(|t| {
            let row = transcript.row(t);
            let (p, penalty) = transcript.played(t);
            total += row.h * (loss.value(p, row.y) - loss.value(row.dot(point), row.y)) + penalty - each;
            total
        })
        .collect()
}
