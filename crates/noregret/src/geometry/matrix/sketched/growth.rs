//! How much H grows in a round: what a box's bound is made of.
//!
//! The bound telescopes |w_t - u|^2 in the norm of H_t - H_{t-1}, of which the largest eigenvalue is counted, or 0 if H shrank, from H_0 on: the matrix before
//! anything was received, h_0 I. So a round without a gradient, the first one too, adds nothing.

use super::Sketched;
use crate::sketch::{Turned, add_scaled, largest_eigenvalue};

impl Sketched {
    /// h_0.
    pub(super) fn start(&self) -> f64 {
        self.curvature.along(0.0, 0.0)
    }

    /// The largest eigenvalue of H_t - H_{t-1}, at least 0.
    pub(super) fn growth(&self, turned: &Turned) -> f64 {
        let n = turned.spectrum.len();
        let h = &self.round.curvature;
        let directions = self.basis.directions();
        let outside = self.curvature.along(0.0, libm::hypot(directions.lost(), turned.shed)) - self.base();
        let before = |i: usize| {
            self.curvature.along(directions.spectrum().get(i).copied().unwrap_or(0.0), directions.lost())
        };
        // The lower triangle, row by row.
        let mut change: Vec<Vec<f64>> = (0..n).map(|i| vec![0.0; i + 1]).collect();
        for (j, direction) in turned.rotation.chunks_exact(n.max(1)).enumerate() {
            change.iter_mut().zip(direction).for_each(|(row, v)| add_scaled(row, v * h[j], direction));
        }
        change.iter_mut().enumerate().for_each(|(i, row)| row[i] -= before(i));
        largest_eigenvalue(change).max(outside).max(0.0)
    }
}
