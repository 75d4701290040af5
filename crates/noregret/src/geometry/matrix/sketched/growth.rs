//! How much H grows in a round: what a box's bound is made of.
//!
//! The bound telescopes |w_t - u|^2 in the norm of H_t - H_{t-1}, of which the largest eigenvalue is counted, or 0 if H shrank.

use super::Sketched;
use crate::sketch::Turned;
use faer::{Mat, Side};

impl Sketched {
    /// The largest eigenvalue of H_t - H_{t-1}, at least 0.
    pub(super) fn growth(&self, turned: &Turned) -> f64 {
        let n = turned.spectrum.len();
        let h = &self.round.curvature;
        let directions = self.basis.directions();
        let base = self.curvature.along(0.0, libm::hypot(directions.lost(), turned.shed));
        let outside = if self.rounds == 0 { base } else { base - self.base() };
        let before = |i: usize| {
            if self.rounds == 0 {
                0.0
            } else {
                self.curvature.along(directions.spectrum().get(i).copied().unwrap_or(0.0), directions.lost())
            }
        };
        let change = Mat::from_fn(n, n, |i, k| {
            let sum = (0..n)
                .fold(0.0, |sum, j| sum + turned.rotation[j * n + i] * h[j] * turned.rotation[j * n + k]);
            if i == k { sum - before(i) } else { sum }
        });
        let values = change.self_adjoint_eigenvalues(Side::Lower).unwrap_or_default();
        values.last().copied().unwrap_or(0.0).max(outside).max(0.0)
    }
}
