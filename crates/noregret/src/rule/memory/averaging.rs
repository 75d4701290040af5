//! Dual averaging, the primal-dual subgradient method (`pds`): the cell holds minus the sum of gradients.
//!
//! w = argmin_u  <sum g, u> + t (l1 |u| + l2/2 u^2) + h phi(u): a weight is a function of the sum, the curvature and
//! the round, so penalties are lazy for free, and l1 gives true zeros.
//! Bound over a box: reach^2 h_T / 2 + sum_t min(g_t^2 / (2 h_{t-1}), |g_t| D), the second part accumulated live in
//! the cell. Weakness: always centred at the start; slower than mirror descent when the best point is far away.
//! References: Xiao 2010; Duchi, Hazan and Singer 2011.

use super::{Memory, give, mean_theta};
use crate::merge::Joined;
use crate::rule::metric::Metric;
use crate::rule::potential::Potential;
use crate::rule::{At, Gradient};

/// Minus the sum of gradients, the metric's accumulator, and the bound paid.
#[derive(Clone, Copy, Debug)]
pub struct Averaging;

impl Memory<3> for Averaging {
    const COLUMNS: [&'static str; 3] = ["dual", "accumulator", "paid"];

    fn fresh<P: Potential>(self, _p: P, _at: At<'_>) -> [f64; 3] {
        [0.0; 3]
    }

    #[inline]
    fn accumulator(self, cell: &[f64; 3]) -> f64 {
        cell[1]
    }

    fn contains<P: Potential>(self, _p: P, cell: &[f64; 3]) -> bool {
        cell[0].is_finite()
    }

    fn possible<M: Metric>(self, _m: M, cell: &[f64; 3], _at: At<'_>) -> bool {
        cell[1] >= 0.0 && cell[2] >= 0.0
    }

    fn probe<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: &[f64; 3],
        g: Gradient,
        at: At<'_>,
    ) -> (f64, f64) {
        let t = at.shared.rounds as f64;
        let (l1, l2) = (t * at.terms.l1, t * at.terms.l2);
        let h = m.curvature(m.accrue(cell[1], g.seen), at);
        let w = p.primal(p.solve(cell[0] - g.step, h, l1, l2));
        (w, give(p, w, h, l1, l2))
    }

    #[inline]
    fn weight<P: Potential, M: Metric>(self, p: P, m: M, cell: &[f64; 3], at: At<'_>) -> f64 {
        let t = at.shared.rounds as f64;
        p.primal(p.solve(cell[0], m.curvature(cell[1], at), t * at.terms.l1, t * at.terms.l2))
    }

    #[inline]
    fn fold<P: Potential, M: Metric>(
        self,
        _p: P,
        m: M,
        cell: [f64; 3],
        _w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; 3] {
        let [dual, acc, paid] = cell;
        let mut owed = 0.0;
        if at.terms.bounded() {
            let slide = g.seen.abs() * at.terms.set.width();
            let h = m.curvature(acc, at);
            owed = if h > 0.0 { slide.min(0.5 * g.seen * g.seen / h) } else { slide };
        }
        [dual - g.step, m.accrue(acc, g.seen), paid + owed]
    }

    fn dual(self, cell: &[f64; 3]) -> f64 {
        cell[0]
    }

    fn sums(self, cell: &[f64; 3]) -> [f64; 3] {
        [0.0, cell[1], cell[2]]
    }

    fn join<P: Potential, M: Metric>(self, p: P, m: M, joined: &Joined<3>, at: At<'_>) -> [f64; 3] {
        let [_, acc, paid] = joined.portrait.sums;
        let t = at.shared.rounds as f64;
        let weight = |theta: f64| at.terms.set.clip(self.weight(p, m, &[theta, acc, paid], at));
        let (h, l1, l2) = (m.curvature(acc, at), t * at.terms.l1, t * at.terms.l2);
        [mean_theta(p, joined, weight, h, l1, l2), acc, paid]
    }

    fn unpenalized(self) -> bool {
        false
    }

    fn bound<M: Metric>(self, m: M, cell: &[f64; 3], at: At<'_>) -> f64 {
        let reach = at.terms.set.reach();
        0.5 * reach * reach * m.curvature(cell[1], at) + cell[2]
    }
}
