//! Follow the regularized leader, proximal form (`ftrl`): the cell holds the dual of the centred past.
//!
//! theta <- theta - g + (h_t - h_{t-1}) w_t;  w = argmin_u  h phi(u) - theta u + l1 |u| + l2/2 u^2. Here the penalty
//! stands once in the objective, not once a round: the convention of McMahan's FTRL-proximal.
//! Bound on one coordinate: as mirror descent's, plus the penalty of the farthest point. Weakness: l1 means something else than in the
//! other learners (once, not per round), so strengths do not carry over.
//! Reference: McMahan et al. 2013.

use super::{Memory, give, mean_theta};
use crate::merge::Joined;
use crate::rule::metric::Metric;
use crate::rule::potential::Potential;
use crate::rule::{At, Gradient};

/// The dual and the metric's accumulator.
#[derive(Clone, Copy, Debug)]
pub struct Proximal;

impl Memory<2> for Proximal {
    const COLUMNS: [&'static str; 2] = ["dual", "accumulator"];

    fn fresh<P: Potential>(self, _p: P, _at: At<'_>) -> [f64; 2] {
        [0.0; 2]
    }

    #[inline]
    fn accumulator(self, cell: &[f64; 2]) -> f64 {
        cell[1]
    }

    fn contains<P: Potential>(self, _p: P, cell: &[f64; 2]) -> bool {
        cell[0].is_finite()
    }

    fn probe<P: Potential, M: Metric>(
        self,
        p: P,
        m: M,
        cell: &[f64; 2],
        g: Gradient,
        at: At<'_>,
    ) -> (f64, f64) {
        let (l1, l2) = (at.terms.l1, at.terms.l2);
        let played = at.terms.set.clip(self.weight(p, m, cell, at));
        let [dual, acc] = self.fold(p, m, *cell, played, g, at);
        let h = m.curvature(acc, at);
        let w = p.primal(p.solve(dual, h, l1, l2));
        (w, give(p, w, h, l1, l2))
    }

    #[inline]
    fn weight<P: Potential, M: Metric>(self, p: P, m: M, cell: &[f64; 2], at: At<'_>) -> f64 {
        p.primal(p.solve(cell[0], m.curvature(cell[1], at), at.terms.l1, at.terms.l2))
    }

    #[inline]
    fn fold<P: Potential, M: Metric>(
        self,
        _p: P,
        m: M,
        cell: [f64; 2],
        w: f64,
        g: Gradient,
        at: At<'_>,
    ) -> [f64; 2] {
        let [dual, acc] = cell;
        let after = m.accrue(acc, g.seen);
        let sigma = m.curvature(after, at) - m.curvature(acc, at);
        [dual - g.step + sigma * w, after]
    }

    fn dual(self, cell: &[f64; 2]) -> f64 {
        cell[0]
    }

    fn sums(self, cell: &[f64; 2]) -> [f64; 2] {
        [0.0, cell[1]]
    }

    fn join<P: Potential, M: Metric>(self, p: P, m: M, joined: &Joined<2>, at: At<'_>) -> [f64; 2] {
        let acc = joined.portrait.sums[1];
        let weight = |theta: f64| at.terms.set.clip(self.weight(p, m, &[theta, acc], at));
        [mean_theta(p, joined, weight, m.curvature(acc, at), at.terms.l1, at.terms.l2), acc]
    }

    fn unpenalized(self) -> bool {
        false
    }

    fn bound<M: Metric>(self, m: M, cell: &[f64; 2], at: At<'_>) -> f64 {
        let reach = at.terms.set.reach();
        let centre = 0.5
            * m.curvature(0.0, at)
            * (reach * reach - at.terms.set.width() * at.terms.set.width()).max(0.0);
        m.bound(cell[1], at) + centre + at.terms.l1 * reach + 0.5 * at.terms.l2 * reach * reach
    }
}
