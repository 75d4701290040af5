//! What a rule is told: its terms, the shared scalars, the round and the gradient.

use crate::rule::interval::Interval;
use crate::state::{Array, Save, State, StateError};

/// What one feature group's scalar problem holds: its interval, its penalties, its rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The interval of its weights.
    pub set: Interval,
    /// The l1 penalty, once a round.
    pub l1: f64,
    /// The l2 penalty, once a round.
    pub l2: f64,
    /// The numerator of a per-coordinate rate.
    pub eta: f64,
    /// The weight every coordinate begins with, before the clip.
    pub start: f64,
}

impl Terms {
    /// Whether the interval has two finite ends.
    pub fn bounded(&self) -> bool {
        self.set.width().is_finite()
    }

    /// The weight of a coordinate no example touched.
    #[inline]
    pub fn start(&self) -> f64 {
        self.set.clip(self.start)
    }
}

/// The scalars all coordinates share. A rule uses those it needs; the rest stay zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    /// Rounds learned from; after a merge, the round that rates and penalties have come to.
    pub rounds: u64,
    /// Rounds learned from beyond those, by parts side by side. None in a learner that was never merged.
    pub merged: Option<u64>,
    /// Sum of squared gradient norms.
    pub squares: f64,
    /// Sum of squared widths of the coordinates seen.
    pub diameter2: f64,
    /// The global rate of the latest round.
    pub rate: f64,
    /// Regret bound paid so far that no single coordinate owns.
    pub paid: f64,
    /// For each group, the sum over rounds of ln(1 + l2 rate), or of the rate itself when l2 = 0.
    pub decay: Vec<f64>,
}

impl Shared {
    /// Rounds learned from, all parts together.
    pub fn learned(&self) -> u64 {
        self.rounds + self.merged.unwrap_or(0)
    }

    /// Writes the scalars.
    pub fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        if let Some(merged) = self.merged {
            state.put_count("merged", merged);
        }
        state.put("shared", Array::F64(vec![self.squares, self.diameter2, self.rate, self.paid]));
        state.put("decay", Array::F64(self.decay.clone()));
    }

    /// Reads them back.
    pub fn restore(groups: usize, state: &State) -> Result<Self, StateError> {
        let scalars = state.reals_of("shared", 4)?;
        let decay = state.reals_of("decay", groups)?;
        // All are sums of what is not negative, or rates.
        for (name, values) in [("shared", scalars), ("decay", decay)] {
            if let Some(value) = values.iter().find(|value| **value < 0.0) {
                return Err(StateError::Value {
                    name: name.to_owned(),
                    reason: format!("{value} is negative"),
                });
            }
        }
        Ok(Self {
            rounds: state.rounds()?,
            merged: state.merged()?,
            squares: scalars[0],
            diameter2: scalars[1],
            rate: scalars[2],
            paid: scalars[3],
            decay: decay.to_vec(),
        })
    }

    /// Whether every number is finite, and twice the squares, by whose root rates are divided.
    pub fn is_finite(&self) -> bool {
        let scalars = [2.0 * self.squares, self.diameter2, self.rate, self.paid];
        scalars.iter().chain(&self.decay).all(|v| v.is_finite())
    }
}

/// Where a rule acts: a group's terms and the shared scalars.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The terms of the coordinate's group.
    pub terms: &'a Terms,
    /// The shared scalars.
    pub shared: &'a Shared,
    /// The number of that group.
    pub group: usize,
}

/// What a round tells the shared scalars before any coordinate moves.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    /// The squared norm of the gradient.
    pub squares: f64,
    /// The squared widths of the coordinates seen for the first time.
    pub fresh_diameter2: f64,
    /// The terms of all groups.
    pub terms: &'a [Terms],
}

/// One coordinate's gradient.
#[derive(Clone, Copy, Debug)]
pub struct Gradient {
    /// What the metric sees: the gradient at the point played.
    pub seen: f64,
    /// What moves the weight: the same for an explicit step, smaller for an implicit one.
    pub step: f64,
    /// The known curvature of this round along the coordinate, beyond that of the penalty.
    pub curvature: f64,
}
