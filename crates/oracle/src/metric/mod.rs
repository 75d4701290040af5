//! Online metric learning, dense: `W` moves by mirror descent on `1/2 (tr(W X) - y)^2`.
//!
//! The dual matrix `theta(W)` moves by `-s X`, `W` follows, and Frobenius projects onto the cone:
//! `LogDet`: `theta = -W^-1`;  `Frobenius`: `theta = W`;  `VonNeumann`: `theta = log W`.
//! Explicit: `s = eta (tr(W X) - y)`. Implicit: the root of `s = eta (tr(W(s) X) - y)`, by bisection to neighbouring floats, each
//! trial with inverses, logarithms and exponentials taken from eigendecompositions.
//! A pair has `X = z z'`; a relative comparison `X = near near' - far far'`, `y = -margin`, and no step where `tr(W X) <= y`.
//!
//! Kulis and Bartlett 2010.
mod factor;
mod jacobi;

use crate::Rate;
pub use factor::{LowRank, low_rank};
pub(crate) use jacobi::identity;
pub use jacobi::{Matrix, jacobi, spectral};
use jacobi::{inner, plus};

/// The divergence a metric's steps are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricGeometry {
    /// `tr(A B^-1) - log det(A B^-1) - d`.
    LogDet,
    /// `1/2 |A - B|^2`.
    Frobenius,
    /// `tr(A log A - A log B - A + B)`.
    VonNeumann,
}

impl MetricGeometry {
    /// The Bregman divergence from `b` to `a`.
    pub fn divergence(self, a: &Matrix, b: &Matrix) -> f64 {
        match self {
            MetricGeometry::LogDet => {
                let log_det = |m: &Matrix| jacobi(m).0.into_iter().map(f64::ln).sum::<f64>();
                inner(a, &spectral(b, |x| 1.0 / x)) - log_det(a) + log_det(b) - a.len() as f64
            }
            MetricGeometry::Frobenius => {
                let gap = plus(a, -1.0, b);
                0.5 * inner(&gap, &gap)
            }
            MetricGeometry::VonNeumann => {
                let entropy: f64 = jacobi(a).0.into_iter().map(|x| x * x.ln() - x).sum();
                let trace: f64 = (0..b.len()).map(|i| b[i][i]).sum();
                entropy - inner(a, &spectral(b, f64::ln)) + trace
            }
        }
    }

    /// The matrix with this dual; nothing if the dual has none.
    fn primal(self, dual: &Matrix) -> Option<Matrix> {
        match self {
            MetricGeometry::LogDet => {
                let inside = jacobi(dual).0.into_iter().all(|v| v < 0.0);
                inside.then(|| spectral(dual, |v| -1.0 / v))
            }
            MetricGeometry::Frobenius => Some(dual.clone()),
            MetricGeometry::VonNeumann => Some(spectral(dual, f64::exp)),
        }
    }
}

/// The twin of the metric learners.
pub struct Metric {
    geometry: MetricGeometry,
    implicit: bool,
    eta: f64,
    rate: Rate,
    rounds: u64,
    dual: Matrix,
    w: Matrix,
}

/// A metric that starts at the identity.
pub fn metric(dim: usize, geometry: MetricGeometry, implicit: bool, eta: f64, rate: Rate) -> Metric {
    let w = identity(dim);
    let dual = match geometry {
        MetricGeometry::LogDet => spectral(&w, |v| -1.0 / v),
        MetricGeometry::Frobenius => w.clone(),
        MetricGeometry::VonNeumann => spectral(&w, f64::ln),
    };
    Metric { geometry, implicit, eta, rate, rounds: 0, dual, w }
}

/// `z z'`.
pub fn outer(z: &[f64]) -> Matrix {
    z.iter().map(|a| z.iter().map(|b| a * b).collect()).collect()
}

impl Metric {
    /// `W`.
    pub fn matrix(&self) -> &Matrix {
        &self.w
    }

    /// `z'Wz`.
    pub fn distance(&self, z: &[f64]) -> f64 {
        inner(&self.w, &outer(z))
    }

    /// The rate of the next round.
    pub fn next_eta(&self) -> f64 {
        self.rate.at(self.eta, self.rounds + 1)
    }

    /// One pair and its target; the distance before.
    pub fn learn_pair(&mut self, z: &[f64], y: f64) -> f64 {
        let p = self.distance(z);
        self.learn(&outer(z), y, false);
        p
    }

    /// One relative comparison; both distances before.
    pub fn learn_relative(&mut self, near: &[f64], far: &[f64], margin: f64) -> (f64, f64) {
        let distances = (self.distance(near), self.distance(far));
        self.learn(&plus(&outer(near), -1.0, &outer(far)), -margin, true);
        distances
    }

    fn learn(&mut self, x: &Matrix, y: f64, relative: bool) {
        let eta = self.next_eta();
        self.rounds += 1;
        let full = eta * (inner(&self.w, x) - y);
        if full == 0.0 || (relative && full < 0.0) {
            return;
        }
        let s = if self.implicit { self.root(x, y, eta, full) } else { full };
        self.dual = plus(&self.dual, -s, x);
        if self.geometry == MetricGeometry::Frobenius {
            self.dual = spectral(&self.dual, |v| v.max(0.0));
        }
        self.w = self.geometry.primal(&self.dual).expect("the step stays in the domain");
    }

    /// `s - eta (tr(W(s) X) - y)` rises from below 0 to above it between 0 and `full`. Outside the domain the trace is infinite: too far.
    fn root(&self, x: &Matrix, y: f64, eta: f64, full: f64) -> f64 {
        let (mut low, mut high) = (full.min(0.0), full.max(0.0));
        loop {
            let s = low + 0.5 * (high - low);
            if s <= low || s >= high {
                return s;
            }
            let above = match self.geometry.primal(&plus(&self.dual, -s, x)) {
                Some(moved) => s > eta * (inner(&moved, x) - y),
                None => full > 0.0,
            };
            if above {
                high = s;
            } else {
                low = s;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn one_coordinate_by_hand() {
        let mut twin = metric(1, MetricGeometry::Frobenius, false, 0.5, Rate::Constant);
        assert_eq!(twin.learn_pair(&[1.0], 0.0), 1.0); // s = 1/2
        assert_close(&twin.matrix()[0], &[0.5]);
        twin.learn_pair(&[2.0], 0.0); // p = 2, s = 1, W - 4 < 0
        assert_close(&twin.matrix()[0], &[0.0]);

        let mut twin = metric(1, MetricGeometry::LogDet, true, 1.0, Rate::Constant);
        twin.learn_pair(&[1.0], 0.0); // zbar^2 + zbar - 1 = 0
        assert_close(&twin.matrix()[0], &[(5f64.sqrt() - 1.0) / 2.0]);

        let mut twin = metric(1, MetricGeometry::VonNeumann, true, 1.0, Rate::Constant);
        twin.learn_pair(&[1.0], 1.0 - 1f64.exp()); // s = exp(-s) - 1 + e
        let s = -twin.matrix()[0][0].ln();
        assert_close(&[s], &[(-s).exp() - 1.0 + 1f64.exp()]);
    }

    #[test]
    fn a_relative_comparison_that_holds_is_left_alone() {
        let mut twin = metric(2, MetricGeometry::LogDet, true, 1.0, Rate::Sqrt);
        assert_eq!(twin.learn_relative(&[1.0, 0.0], &[0.0, 2.0], 1.0), (1.0, 4.0));
        assert_eq!(twin.matrix(), &identity(2));
        twin.learn_relative(&[1.0, 0.0], &[0.0, 2.0], 5.0);
        assert!(twin.distance(&[1.0, 0.0]) < 1.0 && twin.distance(&[0.0, 2.0]) > 4.0);
    }

    #[test]
    fn divergences_are_zero_at_home_and_positive_elsewhere() {
        let a = vec![vec![2.0, 0.5], vec![0.5, 1.0]];
        for geometry in [MetricGeometry::LogDet, MetricGeometry::Frobenius, MetricGeometry::VonNeumann] {
            assert!(geometry.divergence(&a, &a).abs() < 1e-14);
            assert!(geometry.divergence(&identity(2), &a) > 0.1);
        }
    }
}
