//! Rules: the one-dimensional players that sit at every coordinate of a separable learner.
//!
//! Over a box a convex problem falls apart into one-dimensional ones (Lemma 2 of Streeter and McMahan), so a learner is
//! a rule for a single coordinate and a table of cells. A rule says what a fresh cell holds, which weight a cell plays,
//! how a gradient changes it, and what regret it can still owe. [`Bregman`] builds the gradient-descent family from a
//! potential, a metric and a memory; the other files are players of their own.

mod bregman;
mod optimistic;
mod strongly_convex;
mod variation;

pub use bregman::Bregman;
pub use optimistic::Optimistic;
pub use strongly_convex::StronglyConvex;
pub use variation::Variation;

use crate::set::Interval;
use crate::state::{Array, State, StateError};
use crate::step::root::Form;

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
    /// Rounds learned from.
    pub rounds: u64,
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
    /// Writes the scalars.
    pub fn save(&self, state: &mut State) {
        state.put_count("rounds", self.rounds);
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
    /// The group.
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

/// A one-dimensional player with cells of `N` numbers.
pub trait Rule<const N: usize>: Clone + Send + Sync + 'static {
    /// The names of a cell's numbers.
    const COLUMNS: [&'static str; N];

    /// The cell of a coordinate never touched.
    fn fresh(&self, at: At<'_>) -> [f64; N];

    /// Brings the rounds that did not touch the coordinate into its cell.
    fn catch_up(&self, cell: [f64; N], _at: At<'_>) -> [f64; N] {
        cell
    }

    /// The weight a caught-up cell plays.
    fn weight(&self, cell: &[f64; N], at: At<'_>) -> f64;

    /// Tells the shared scalars of a new round.
    fn observe(&self, shared: &mut Shared, _round: Round<'_>) {
        shared.rounds += 1;
    }

    /// The weight a step would leave, as an implicit step sees it, and its derivative in the step's gradient.
    /// `None` for rules that only take explicit steps.
    fn probe(&self, _cell: &[f64; N], _g: Gradient, _at: At<'_>) -> Option<(f64, f64)> {
        None
    }

    /// The probe's derivative at no step, over the shared rate; `None` where that and the weight do not tell it.
    fn lean(&self, _w: f64) -> Option<f64> {
        None
    }

    /// The form in which the probe is straightest.
    fn form(&self) -> Form {
        Form::Plain
    }

    /// Whether a cell is one the rule can hold; a step that leaves the potential's domain makes one that is not.
    fn contains(&self, _cell: &[f64; N]) -> bool {
        true
    }

    /// Whether a learner can have written such a cell, between rounds: what is read back is held against it.
    fn possible(&self, cell: &[f64; N], at: At<'_>) -> bool;

    /// The curvature h under which a step moves the weight by -g/h, after the metric saw `seen`.
    /// Only rules with a quadratic, unpenalised step have one.
    fn curvature(&self, _cell: &[f64; N], _seen: f64, _at: At<'_>) -> Option<f64> {
        None
    }

    /// The cell after a round: `w` is the weight it played.
    fn step(&self, cell: [f64; N], w: f64, g: Gradient, at: At<'_>) -> [f64; N];

    /// The most regret this coordinate can owe, over its bounded interval.
    fn bound(&self, cell: &[f64; N], at: At<'_>) -> f64;

    /// The most regret that no single coordinate owns.
    fn shared_bound(&self, shared: &Shared) -> f64 {
        shared.paid
    }
}
