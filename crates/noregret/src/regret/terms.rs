//! A feature group's part of the fixed points a learner is held against, and why there may be none.

use crate::rule::Terms;
use crate::rule::interval::Interval;
use thiserror::Error;

/// Why there is no best fixed point to compare with.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Missing {
    /// Neither a box nor a penalty.
    #[error(
        "the best fixed weights need a bounded set or a penalty, or there may be none: give a box or an l2 penalty"
    )]
    Bounds,
    /// A penalty that is not part of the regret, and no box.
    #[error(
        "the best fixed weights need a box: this learner's penalty stands once in its own objective and is no part of its regret"
    )]
    Box,
    /// A set that is no box.
    #[error("there is no comparator over the {0}, only over boxes: judge the learner within a box")]
    Joint(&'static str),
    /// Penalties on weights that do not begin at zero.
    #[error(
        "the penalty of weights that begin elsewhere than at 0 cannot be added up: no certificate with penalties and such a start"
    )]
    Start,
}

/// One feature group's part of the set and the penalty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RivalTerms {
    /// The interval of a weight; infinite ends where there is none.
    pub set: Interval,
    /// l1 a round.
    pub l1: f64,
    /// l2 a round.
    pub l2: f64,
}

impl RivalTerms {
    /// A learner's own interval, or another one instead of it, and its penalty once a round.
    pub(crate) fn of(terms: &Terms, instead: Option<Interval>) -> Self {
        Self { set: instead.unwrap_or(terms.set), l1: terms.l1, l2: terms.l2 }
    }
}
