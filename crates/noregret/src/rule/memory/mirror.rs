//! Composite mirror descent: the cell holds the dual of the weight (under the Euclidean potential, the weight itself).
//!
//! w <- argmin_u  h D(u, w) + g u + l1 |u| + l2/2 u^2, then the clamp. [`Mirror`] is for learners without penalties;
//! [`Penalized`] adds a clock, and brings the rounds a coordinate missed in one closed form when it is touched next: the result
//! equals the eager update of every coordinate every round.
//! Yields gradient descent, per-coordinate descent, AdaGrad's `cmd`, passive-aggressive steps (implicit).
//! Weakness: under l1 a weight that a gradient disturbs every round never rests at zero.

use super::{Memory, give, mean_dual};
use crate::merge::Joined;
use crate::rule::metric::Metric;
use crate::rule::potential::Potential;
use crate::rule::{At, Gradient};

/// The dual of the weight clipped to its interval; a dual that stands for no weight is left for the caller to refuse.
#[inline]
fn clip<P: Potential>(p: P, at: At<'_>, dual: f64) -> f64 {
    if !p.contains(dual) {
        return dual;
    }
    let w = p.primal(dual);
    let inside = at.terms.set.clip(w);
    if inside == w { dual } else { p.dual(inside) }
}

/// Where a mirror step lands, and its derivative in the gradient. Outside the domain, where the step's margin grows without bound,
/// it is infinite in the direction of the step.
fn step_of<P: Potential>(p: P, dual: f64, g: f64, h: f64, l1: f64, l2: f64) -> (f64, f64) {
    let moved = p.step(dual, g, h, l1, l2);
    if !p.contains(moved) {
        return (f64::INFINITY, 0.0);
    }
    let w = p.primal(moved);
    (w, give(p, w, h, l1, l2))
}

/// The dual and the metric's accumulator.
#[derive(Clone, Copy, Debug)]
pub struct Mirror;

impl Memory<2> for Mirror {
    const COLUMNS: [&'static str; 2] = ["mirror", "accumulator"];

    fn fresh<P: Potential>(self, p: P, at: At<'_>) -> [f64; 2] {
        [p.dual(at.terms.start()), 0.0]
    }

    #[inline]
    fn accumulator(self, cell: &[f64; 2]) -> f64 {
        cell[1]
    }

    fn contains<P: Potential>(self, p: P, cell: &[f64; 2]) -> bool {
        p.contains(cell[0])
    }

    fn probe<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: &[f64; 2],
        g: Gradient,
        at: At<'_>,
    ) -> (f64, f64) {
        let h = m.curvature(m.accrue(cell[1], g.seen), at);
        step_of(p, cell[0], g.step, h, 0.0, 0.0)
    }

    #[inline]
    fn weight<P: Potential, M: Metric>(self, p: P, _m: M, cell: &[f64; 2], _at: At<'_>) -> f64 {
        p.primal(cell[0])
    }

    #[inline]
    fn fold<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: [f64; 2],
        _w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; 2] {
        let acc = m.accrue(cell[1], g.seen);
        [clip(p, at, p.step(cell[0], g.step, m.curvature(acc, at), 0.0, 0.0)), acc]
    }

    fn dual(self, cell: &[f64; 2]) -> f64 {
        cell[0]
    }

    fn sums(self, cell: &[f64; 2]) -> [f64; 2] {
        [0.0, cell[1]]
    }

    fn join<P: Potential, M: Metric>(self, p: P, _m: M, joined: &Joined<2>, at: At<'_>) -> [f64; 2] {
        [clip(p, at, mean_dual(p, joined)), joined.portrait.sums[1]]
    }

    fn unpenalized(self) -> bool {
        true
    }
}

/// The dual, the metric's accumulator, and the clock's reading when the coordinate was last touched.
#[derive(Clone, Copy, Debug)]
pub struct Penalized;

impl Memory<3> for Penalized {
    const COLUMNS: [&'static str; 3] = ["mirror", "accumulator", "clock"];

    fn fresh<P: Potential>(self, p: P, at: At<'_>) -> [f64; 3] {
        [p.dual(at.terms.start()), 0.0, 0.0]
    }

    #[inline]
    fn accumulator(self, cell: &[f64; 3]) -> f64 {
        cell[1]
    }

    #[inline]
    fn catch_up<P: Potential, M: Metric>(self, p: P, m: M, cell: [f64; 3], at: At<'_>) -> [f64; 3] {
        let [dual, acc, since] = cell;
        let elapsed = m.elapsed(since, acc, at);
        [clip(p, at, p.decay(dual, elapsed, at.terms.l1, at.terms.l2)), acc, m.now(at)]
    }

    fn contains<P: Potential>(self, p: P, cell: &[f64; 3]) -> bool {
        p.contains(cell[0])
    }

    fn possible<M: Metric>(self, m: M, cell: &[f64; 3], at: At<'_>) -> bool {
        cell[1] >= 0.0 && (0.0..=m.now(at)).contains(&cell[2])
    }

    fn probe<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: &[f64; 3],
        g: Gradient,
        at: At<'_>,
    ) -> (f64, f64) {
        let h = m.curvature(m.accrue(cell[1], g.seen), at);
        step_of(p, cell[0], g.step, h, at.terms.l1, at.terms.l2)
    }

    #[inline]
    fn weight<P: Potential, M: Metric>(self, p: P, _m: M, cell: &[f64; 3], _at: At<'_>) -> f64 {
        p.primal(cell[0])
    }

    #[inline]
    fn fold<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: [f64; 3],
        _w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; 3] {
        let acc = m.accrue(cell[1], g.seen);
        let moved = p.step(cell[0], g.step, m.curvature(acc, at), at.terms.l1, at.terms.l2);
        [clip(p, at, moved), acc, m.now(at)]
    }

    fn dual(self, cell: &[f64; 3]) -> f64 {
        cell[0]
    }

    fn sums(self, cell: &[f64; 3]) -> [f64; 3] {
        [0.0, cell[1], 0.0]
    }

    fn join<P: Potential, M: Metric>(self, p: P, m: M, joined: &Joined<3>, at: At<'_>) -> [f64; 3] {
        [clip(p, at, mean_dual(p, joined)), joined.portrait.sums[1], m.now(at)]
    }

    fn unpenalized(self) -> bool {
        false
    }
}
