//! Composite mirror descent: the cell holds the weight.
//!
//! w <- argmin_u  h D(u, w) + g u + l1 |u| + l2/2 u^2, then the clamp. [`Mirror`] is for learners without penalties;
//! [`Penalized`] adds a clock, and brings the rounds a coordinate missed in one closed form when it is touched next: the result
//! equals the eager update of every coordinate every round.
//! Yields gradient descent, per-coordinate descent, AdaGrad's `cmd`, passive-aggressive steps (implicit).
//! Weakness: under l1 a weight that a gradient disturbs every round never rests at zero.

use super::Memory;
use crate::metric::Metric;
use crate::potential::Potential;
use crate::rule::{At, Gradient};

/// The weight and the metric's accumulator.
#[derive(Clone, Copy, Debug)]
pub struct Mirror;

impl Memory<2> for Mirror {
    const COLUMNS: [&'static str; 2] = ["weight", "accumulator"];

    fn fresh(self, at: At<'_>) -> [f64; 2] {
        [at.terms.start(), 0.0]
    }

    #[inline]
    fn accumulator(self, cell: &[f64; 2]) -> f64 {
        cell[1]
    }

    #[inline]
    fn weight<P: Potential, M: Metric>(self, _p: P, _m: M, cell: &[f64; 2], _at: At<'_>) -> f64 {
        cell[0]
    }

    #[inline]
    fn fold<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: [f64; 2],
        w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; 2] {
        let acc = m.accrue(cell[1], g.seen);
        [at.terms.set.clip(p.step(w, g.step, m.curvature(acc, at), 0.0, 0.0)), acc]
    }

    fn quadratic(self) -> bool {
        true
    }
}

/// The weight, the metric's accumulator, and the clock's reading when the coordinate was last touched.
#[derive(Clone, Copy, Debug)]
pub struct Penalized;

impl Memory<3> for Penalized {
    const COLUMNS: [&'static str; 3] = ["weight", "accumulator", "clock"];

    fn fresh(self, at: At<'_>) -> [f64; 3] {
        // A weight at the start of its interval minimises the penalty there: missed rounds left it alone.
        [at.terms.start(), 0.0, 0.0]
    }

    #[inline]
    fn accumulator(self, cell: &[f64; 3]) -> f64 {
        cell[1]
    }

    #[inline]
    fn catch_up<P: Potential, M: Metric>(self, p: P, m: M, cell: [f64; 3], at: At<'_>) -> [f64; 3] {
        let [w, acc, since] = cell;
        let elapsed = m.elapsed(since, acc, at);
        [at.terms.set.clip(p.decay(w, elapsed, at.terms.l1, at.terms.l2)), acc, m.now(at)]
    }

    #[inline]
    fn weight<P: Potential, M: Metric>(self, _p: P, _m: M, cell: &[f64; 3], _at: At<'_>) -> f64 {
        cell[0]
    }

    #[inline]
    fn fold<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: [f64; 3],
        w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; 3] {
        let acc = m.accrue(cell[1], g.seen);
        let moved = p.step(w, g.step, m.curvature(acc, at), at.terms.l1, at.terms.l2);
        [at.terms.set.clip(moved), acc, m.now(at)]
    }

    fn quadratic(self) -> bool {
        false
    }
}
