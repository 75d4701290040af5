//! Memories: what a coordinate remembers between rounds, and how its weight is read from it.
//!
//! Mirror descent remembers the weight; dual averaging the sum of gradients, centred at zero; the proximal form the sum of
//! gradients with every past curvature centred at the weight played then.

mod averaging;
mod mirror;
mod proximal;

pub use averaging::Averaging;
pub use mirror::{Mirror, Penalized};
pub use proximal::Proximal;

use crate::merge::Joined;
use crate::rule::metric::Metric;
use crate::rule::potential::Potential;
use crate::rule::{At, Gradient};

/// The derivative of a step in its gradient, where it lands on w: -1/(h phi''(w) + l2), and 0 where l1 holds it at zero.
pub(crate) fn give<P: Potential>(p: P, w: f64, h: f64, l1: f64, l2: f64) -> f64 {
    if (l1 > 0.0 && w == 0.0) || h == 0.0 { 0.0 } else { -1.0 / (h * p.bend(w) + l2) }
}

/// The dual of the weight that parts play on average where a dual tells the weight alone: their mean dual, if it stands for that weight, since parts that agree
/// keep what they agree on.
fn mean_dual<P: Potential, const N: usize>(p: P, joined: &Joined<N>) -> f64 {
    let (value, mean) = (joined.portrait.value, joined.portrait.dual);
    let dual = p.dual(value);
    let kept = !joined.moved || p.primal(mean) == value || !p.contains(dual);
    if kept { mean } else { dual }
}

/// The theta that makes a weight under these penalties: h phi'(w) + l2 w + l1 sign w, where parts play that weight on average. Where their mean theta makes
/// it, also by the threshold or the end of the box, that is it.
fn mean_theta<P: Potential, const N: usize>(
    p: P,
    joined: &Joined<N>,
    weight: impl Fn(f64) -> f64,
    h: f64,
    l1: f64,
    l2: f64,
) -> f64 {
    let (w, mean) = (joined.portrait.value, joined.portrait.dual);
    if !joined.moved || weight(mean) == w {
        mean
    } else if w == 0.0 {
        mean.clamp(-l1, l1)
    } else {
        h * p.dual(w) + l2 * w + l1.copysign(w)
    }
}

/// How a cell of `N` numbers stands for a weight.
pub trait Memory<const N: usize>: Copy + Send + Sync + 'static {
    /// The names of a cell's numbers.
    const COLUMNS: [&'static str; N];

    /// The cell of a coordinate never touched.
    fn fresh<P: Potential>(self, p: P, at: At<'_>) -> [f64; N];

    /// The metric's accumulator in a cell.
    fn accumulator(self, cell: &[f64; N]) -> f64;

    /// Brings missed rounds into a cell.
    fn catch_up<P: Potential, M: Metric>(self, _p: P, _m: M, cell: [f64; N], _at: At<'_>) -> [f64; N] {
        cell
    }

    /// Whether a cell stands for a weight at all.
    fn contains<P: Potential>(self, p: P, cell: &[f64; N]) -> bool;

    /// Whether a learner can have written the numbers beside the dual.
    fn possible<M: Metric>(self, _m: M, cell: &[f64; N], _at: At<'_>) -> bool {
        self.accumulator(cell) >= 0.0
    }

    /// The weight a step would leave, before the clamp, and its derivative in the step's gradient.
    fn probe<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: &[f64; N],
        g: Gradient,
        at: At<'_>,
    ) -> (f64, f64);

    /// The weight a caught-up cell plays, before the clamp.
    fn weight<P: Potential, M: Metric>(self, p: P, m: M, cell: &[f64; N], at: At<'_>) -> f64;

    /// The cell after a round in which it played `w`.
    fn fold<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: [f64; N],
        w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; N];

    /// The dual in a cell.
    fn dual(self, cell: &[f64; N]) -> f64;

    /// The sums in a cell, at their places; 0 elsewhere.
    fn sums(self, cell: &[f64; N]) -> [f64; N];

    /// The caught-up cell that plays the weight the parts play on average, with their mean accumulator.
    fn join<P: Potential, M: Metric>(self, p: P, m: M, joined: &Joined<N>, at: At<'_>) -> [f64; N];

    /// Whether under a quadratic potential a step of gradient g moves the weight by -g/h exactly: no penalty in the way.
    fn unpenalized(self) -> bool;

    /// The most regret a coordinate can owe.
    fn bound<M: Metric>(self, m: M, cell: &[f64; N], at: At<'_>) -> f64 {
        m.bound(self.accumulator(cell), at)
    }
}
