//! Feasible sets of the separable learners: a box, one interval for each feature group, or none.
//!
//! In one dimension projecting onto an interval is a clamp, under any metric and after any penalty, so a box costs
//! a comparison. Its widths D_i are the diameters of the regret bounds.

use serde::{Deserialize, Serialize};

/// A closed interval [lo, hi]; infinite ends mean no bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

impl Interval {
    /// [-r, r].
    pub fn radius(r: f64) -> Self {
        Self { lo: -r, hi: r }
    }

    /// hi - lo.
    pub fn width(self) -> f64 {
        self.hi - self.lo
    }

    /// The nearest point of the interval.
    #[inline]
    pub fn clip(self, w: f64) -> f64 {
        // Not by min and max, which would make an end of what is no number.
        let w = if w < self.lo { self.lo } else { w };
        if w > self.hi { self.hi } else { w }
    }

    /// Whether w lies in it.
    pub fn contains(self, w: f64) -> bool {
        self.lo <= w && w <= self.hi
    }

    /// The largest magnitude in it.
    pub fn reach(self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// Why it is no interval a learner can use, if so.
    pub fn fault(self) -> Option<String> {
        let Interval { lo, hi } = self;
        if !lo.is_finite() || !hi.is_finite() {
            Some(format!("the ends of a box must be finite numbers, not {lo} and {hi}"))
        } else if lo >= hi {
            Some(format!("the box [{lo}, {hi}] is empty: its lower end must be below its upper end"))
        } else if !(hi - lo).is_finite() {
            Some(format!("the box [{lo}, {hi}] is too wide"))
        } else {
            None
        }
    }
}
