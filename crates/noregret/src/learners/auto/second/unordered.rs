//! What is known whatever the order of rows was, for streams whose labels come sorted.
//!
//! Rows of one class after rows of the other teach every rate to say the last class. A constant does not know order at all, a belief hardly: its covariances shrink as fast at the start of a
//! stream as at its end. So one half of the probability is the constant's, and the other that of the beliefs, on average and by their prior; where there are none, that of the first-order lanes.
//! A mixture of which the constant has a half loses at most ln 2 a row more than the constant.

use super::experts::{self, BELIEFS, CONSTANT, FIRST, Outer, expert};
use super::{Constant, Second};
use crate::table::Slots;

/// The share of who counts for nothing and is there: only who has left has none.
const HARDLY: f64 = 1e-30;

impl Second {
    /// The mixture of those who know no order.
    pub fn unordered(&self) -> Outer {
        let prior = self.outer.prior;
        let mut shares = prior.map(|prior| if prior > 0.0 { HARDLY } else { 0.0 });
        let beliefs: f64 = (0..BELIEFS).map(|k| prior[expert(k, true)]).sum();
        if beliefs > 0.0 {
            for voice in (0..BELIEFS).map(|k| expert(k, true)).filter(|voice| prior[*voice] > 0.0) {
                shares[voice] = 0.5 * prior[voice] / beliefs;
            }
        } else {
            shares[FIRST] = 0.5;
        }
        shares[CONSTANT] = 0.5;
        Outer { shares, ..self.outer }
    }

    /// A constant alone: of so many rows so many were positive.
    pub fn of_constant(positive: u64, rounds: u64) -> Self {
        Self {
            outer: Outer::new(experts::awake(|_| false, false)),
            constant: Constant { sum: positive as f64, weight: rounds as f64 },
            slots: Slots::default(),
            scales: Vec::new(),
            beliefs: [const { None }; BELIEFS],
            centred: None,
            total: 0,
        }
    }
}
