//! What the bound over a box is made of, summed up round by round.
//!
//! With D the diameter of the box over the coordinates seen, and H_t the matrix after round t,
//!
//! Regret(u) <= D^2 (h_0 + sum_t max(0, l_t)) / (2 rate) + rate/2 sum_t g_t'H_t^-1 g_t,
//!
//! l_t the largest eigenvalue of H_t - H_{t-1}. The bound telescopes |w_t - u|^2 in the norm of
//! H_t - H_{t-1}, from H_0 = h_0 I on, the matrix before anything was received; where H shrank, that
//! counts as 0. So a round without a gradient adds nothing, the first one included.
//! Weakness: D^2 grows with the coordinates, so over many features the bound says little.
//! Reference: Duchi, Hazan and Singer 2011; docs/math.md has the derivation.

use super::metric::{Metric, Open, huge};
use crate::sketch::{Turned, add_scaled, largest_eigenvalue};

/// The sums of l_t and of rate/2 g'H^-1 g: those of the rounds committed, and of the one in the making.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    kept: [f64; 2],
    open: [f64; 2],
}

impl Ledger {
    /// One that goes on from these sums.
    pub fn of(paid: [f64; 2]) -> Self {
        Self { kept: paid, open: paid }
    }

    /// The sums over the rounds committed.
    pub fn paid(&self) -> [f64; 2] {
        self.kept
    }

    /// Adds the round in the making, whose gradient is slope x.
    pub fn adapt(&mut self, metric: &Metric, open: &Open, slope: f64) {
        self.open = self.kept;
        if let Some(turned) = open.turned() {
            self.open[0] += growth(metric, open, turned);
            self.open[1] += 0.5 * metric.rate() * (slope * slope * metric.inverse_norm2(open));
        }
    }

    /// Whether the sums may enter.
    pub fn sound(&self) -> bool {
        !self.open.iter().any(|v| huge(*v))
    }

    /// Takes the round's sums for its own.
    pub fn commit(&mut self) {
        self.kept = self.open;
    }

    /// The bound, for a box of this width; `None` if it is not finite.
    pub fn bound(&self, metric: &Metric, width: f64) -> Option<f64> {
        let [growth, paid] = self.kept;
        let diameter2 = metric.basis.len() as f64 * width * width;
        let bound = diameter2 * (metric.start() + growth) / (2.0 * metric.rate()) + paid;
        bound.is_finite().then_some(bound)
    }
}

/// The largest eigenvalue of H_t - H_{t-1}, at least 0.
fn growth(metric: &Metric, open: &Open, turned: &Turned) -> f64 {
    let n = turned.spectrum.len();
    let directions = metric.basis.directions();
    let outside = metric.base_after(open) - metric.base();
    let before = |i: usize| metric.along(directions.spectrum().get(i).copied().unwrap_or(0.0));
    // The lower triangle, row by row.
    let mut change: Vec<Vec<f64>> = (0..n).map(|i| vec![0.0; i + 1]).collect();
    for (j, direction) in turned.rotation.chunks_exact(n.max(1)).enumerate() {
        let h = open.curvature[j];
        change.iter_mut().zip(direction).for_each(|(row, v)| add_scaled(row, v * h, direction));
    }
    change.iter_mut().enumerate().for_each(|(i, row)| row[i] -= before(i));
    largest_eigenvalue(change).max(outside).max(0.0)
}
