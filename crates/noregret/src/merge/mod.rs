//! Merging: learners that started from one common state, each of which learned its own part of a stream, become one.
//!
//! Coordinate by coordinate, with D_k >= 0 what part k added to the curvature G of the start:
//!
//!   w = (sum_k D_k w_k) / (sum_k D_k),   G = mean_k G_k,   and w as it was where nothing was added.
//!
//! Since G_k = G_0 + D_k that is w_0 + sum_k D_k (w_k - w_0) / sum_k D_k and G_0 + mean_k D_k. A part that never saw a feature has no
//! say about it. Every sum and every clock (the round a falling rate has come to) grows by the mean of what the parts added and not by
//! their sum: the merged learner is as far along as one part, so that it goes on learning. Rounds learned from are counted in full.
//!
//! The learner that is merged into is the start, so there is no other copy of it; parts come one at a time and are forgotten at once. Memory is
//! that of the start, of one part and of the means, whatever the number of parts. A part is read as a [`State`](crate::State): its columns stand
//! in order of index, so a merge walks through memory from one end to the other and looks nothing up.
//!
//! Means are updated, not summed up: m <- m + (D_k / sum of D so far)(w_k - m). So parts that agree keep what they agree on to the bit,
//! one part alone stays what it is, and nothing overflows on the way. The order of the parts matters in the last bits only.
//!
//! Weakness: one merge at the end loses to a single learner that saw everything; quality comes from many rounds of merging. No
//! theorem bounds the regret of a merged learner.
//! Reference: Agarwal, Chapelle, Dudik and Langford 2014, for weighing by the diagonal.

mod gather;
mod same;
mod union;
mod weighed;

pub use gather::{Gather, Joined, Portrait, Told};
pub use same::Same;
pub use union::Union;
pub use weighed::Weighed;

use crate::state::{State, StateError};
use thiserror::Error;

/// The states of parts, one after the other.
pub type Parts<'a> = dyn Iterator<Item = Result<State, MergeError>> + 'a;

/// Why parts were not merged. The learner is as it was.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MergeError {
    /// Parts of this learner do not make one.
    #[error("this learner cannot be merged: {reason}")]
    Refused {
        /// Why, and what to do instead.
        reason: &'static str,
    },
    /// There are no parts.
    #[error("there is nothing to merge: give the states of one part or more")]
    NoParts,
    /// A part could not be had.
    #[error("part {part} cannot be read: {reason}")]
    Unreadable {
        /// Which, counted from 1.
        part: usize,
        /// Why.
        reason: String,
    },
    /// A part's state is not one of this learner.
    #[error("part {part} is no state of this learner: {error}")]
    State {
        /// Which, counted from 1.
        part: usize,
        /// What is wrong with it.
        error: StateError,
    },
    /// A part did not start from the common start.
    #[error(
        "part {part} did not start from the common start: {reason}{}; give the state that all parts started from",
        at(*.index)
    )]
    Stranger {
        /// Which, counted from 1.
        part: usize,
        /// The feature that tells, if one does.
        index: Option<u32>,
        /// What tells.
        reason: String,
    },
    /// The parts together have more features than the learner can.
    #[error("the parts together have {features} features, and the limit is {limit}; use {instead}")]
    TooWide {
        /// The features there are.
        features: usize,
        /// The most there may be.
        limit: usize,
        /// The learner to take.
        instead: &'static str,
    },
    /// A merged number would not be finite.
    #[error("the numbers of the parts are too large to be merged{}", at(*.index))]
    Overflow {
        /// The feature where it happens, if it is one's.
        index: Option<u32>,
    },
    /// The merged table cannot be had.
    #[error("there is no memory for the merged table: {reason}")]
    Memory {
        /// What was refused.
        reason: String,
    },
}

fn at(index: Option<u32>) -> String {
    index.map_or_else(String::new, |index| format!(" (feature {index})"))
}

impl MergeError {
    /// A part that does not fit the learner, by its place counted from 0.
    pub(crate) fn state(part: usize) -> impl Fn(StateError) -> Self {
        move |error| Self::State { part: part + 1, error }
    }

    /// A part that started elsewhere, by its place counted from 0.
    pub(crate) fn stranger(part: usize, index: Option<u32>, reason: impl Into<String>) -> Self {
        Self::Stranger { part: part + 1, index, reason: reason.into() }
    }

    /// The same with every feature's index changed.
    pub(crate) fn renamed(self, rename: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Overflow { index } => Self::Overflow { index: index.map(rename) },
            Self::Stranger { part, index, reason } => {
                Self::Stranger { part, index: index.map(rename), reason }
            }
            other => other,
        }
    }

    /// The same of a part that was read as its place tells.
    pub(crate) fn of_part(self, place: usize) -> Self {
        match self {
            Self::Unreadable { reason, .. } => Self::Unreadable { part: place + 1, reason },
            other => other,
        }
    }
}

/// A mean once the next number is taken in, which has this share of it.
#[inline]
pub fn toward(mean: f64, number: f64, share: f64) -> f64 {
    match share {
        0.0 => mean,
        1.0 => number,
        share => mean + share * (number - mean),
    }
}

/// Rounds of a start and its parts: those learned from add up, the clock goes by the mean.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: (u64, u64),
    parts: u64,
    added: (u64, u64),
}

impl Clock {
    /// From a start that has learned from `rounds`, and whose rates have come to round `clock`.
    pub fn new(rounds: u64, clock: u64) -> Self {
        Self { start: (rounds, clock), parts: 0, added: (0, 0) }
    }

    /// Takes a part's; gives the rounds it learned from since the start.
    pub fn add(&mut self, rounds: u64, clock: u64) -> Result<u64, MergeError> {
        let (since, ticks) = (rounds.checked_sub(self.start.0), clock.checked_sub(self.start.1));
        let (Some(since), Some(ticks)) = (since, ticks) else {
            let reason = format!("it has learned from {rounds} rounds and the start from {}", self.start.0);
            return Err(MergeError::stranger(self.parts as usize, None, reason));
        };
        self.parts += 1;
        self.added = (self.added.0 + since, self.added.1 + ticks);
        Ok(since)
    }

    /// How many parts there were.
    pub fn parts(&self) -> u64 {
        self.parts
    }

    /// Rounds learned from, all parts together.
    pub fn rounds(&self) -> Result<u64, MergeError> {
        let rounds = self.start.0 + self.added.0;
        // More than a float can count would not be read back.
        if rounds < 1 << 53 { Ok(rounds) } else { Err(MergeError::Overflow { index: None }) }
    }

    /// The round that rates have come to: the mean of the parts', to the nearest.
    pub fn reading(&self) -> u64 {
        self.start.1 + (self.added.1 + self.parts / 2) / self.parts.max(1)
    }
}

/// The next part, if there is one.
pub fn next(parts: &mut Parts<'_>, place: usize) -> Result<Option<State>, MergeError> {
    parts.next().transpose().map_err(|error| error.of_part(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_add_up_and_clocks_go_by_the_mean() {
        let mut clock = Clock::new(10, 4);
        assert_eq!(clock.add(15, 9), Ok(5));
        assert_eq!(clock.add(12, 6), Ok(2));
        assert_eq!((clock.rounds(), clock.reading(), clock.parts()), (Ok(17), 8, 2));
        assert!(matches!(clock.add(9, 6), Err(MergeError::Stranger { part: 3, .. })));
        assert!(matches!(clock.add(12, 3), Err(MergeError::Stranger { part: 3, .. })));
        let mut many = Clock::new(0, 0);
        many.add(1 << 52, 7).unwrap();
        many.add(1 << 52, 7).unwrap();
        assert_eq!((many.rounds(), many.reading()), (Err(MergeError::Overflow { index: None }), 7));
    }
}
