//! Rules: the one-dimensional players that sit at every coordinate of a separable learner.
//!
//! Over a box a convex problem falls apart into one-dimensional ones (Lemma 2 of Streeter and McMahan), so a learner is
//! a rule for a single coordinate and a table of cells. A rule says what a fresh cell holds, which weight a cell plays,
//! how a gradient changes it, and what regret it can still owe. [`Bregman`] builds the gradient-descent family from a
//! potential, a metric and a memory; the other files are players of their own.

mod bregman;
mod context;
pub mod interval;
mod join;
pub mod memory;
pub mod metric;
mod optimistic;
pub mod potential;
pub mod schedule;
mod strongly_convex;
mod variation;

pub use bregman::Bregman;
pub use context::{At, Gradient, Round, Shared, Terms};
pub use join::{Join, SharedMean};
pub use optimistic::Optimistic;
pub use strongly_convex::StronglyConvex;
pub use variation::Variation;

use crate::step::root::Form;

/// What is done with a rule once its type is known.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Self::Out;
}

/// A rule that is a learner of its own: explicit steps over a box. What a spec must know of it.
///
/// Its weights may be anywhere in their interval, and the penalties it takes are paid once a round: that is what it is held against.
pub trait CoordinatePlayer: Copy {
    /// How a refusal calls it.
    const WHO: &'static str;

    /// Whether it makes use of a known curvature of the round.
    const CURVED: bool;

    /// Its numbers by name; each must be finite and above 0.
    fn numbers(&self) -> Vec<(&'static str, f64)>;

    /// Why it cannot have an l1 or an l2 penalty, where it is given one it cannot have.
    fn refuses(&self, l1: bool, l2: bool) -> Option<&'static str>;

    /// Shows itself, with the width of its cells.
    fn visited<V: Visitor>(self, visitor: V) -> V::Out;
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

    /// How cells of parts become one, or why they do not and what to do instead.
    fn joins(&self) -> Result<&dyn Join<N>, &'static str>;

    /// The most regret that no single coordinate owns.
    fn shared_bound(&self, shared: &Shared) -> f64 {
        shared.paid
    }
}
