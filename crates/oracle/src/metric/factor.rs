//! Low-rank metric learning, dense: `W = L'L`, and steps in `L`.
//!
//! Explicit: `L - 2 s L X` with `s = eta (tr(L X L') - y)`. Implicit: the minimum over `L` of `1/2 |L - L_t|^2 + eta/2 (tr(L X L') - y)^2`, which is
//! `L(s) = L_t (I + 2 s X)^-1` where `s = eta (tr(L(s) X L(s)') - y)` and `I + 2 s X` is positive definite: by bisection, each trial with an inverse
//! from an eigendecomposition. A relative comparison has `X = near near' - far far'`, `y = -margin`, and no step where `tr(L X L') <= y`.
use super::jacobi::{identity, plus};
use super::{Matrix, jacobi, outer, spectral};
use crate::Rate;

/// The twin of the low-rank metric.
pub struct LowRank {
    /// `L`, `r x d`.
    pub factor: Matrix,
    implicit: bool,
    eta: f64,
    rate: Rate,
    rounds: u64,
}

/// A metric that starts at a factor.
pub fn low_rank(factor: Matrix, implicit: bool, eta: f64, rate: Rate) -> LowRank {
    LowRank { factor, implicit, eta, rate, rounds: 0 }
}

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, other)| x * other[j]).sum();
    a.iter().map(|row| (0..b[0].len()).map(|j| entry(row, j)).collect()).collect()
}

/// `tr(L X L')`.
fn trace(l: &Matrix, x: &Matrix) -> f64 {
    times(l, x).iter().zip(l).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()).sum()
}

/// `L (I + 2 s X)^-1`; nothing if `I + 2 s X` is not positive definite.
fn moved(l: &Matrix, x: &Matrix, s: f64) -> Option<Matrix> {
    let shift = plus(&identity(x.len()), 2.0 * s, x);
    let positive = jacobi(&shift).0.into_iter().all(|v| v > 0.0);
    positive.then(|| times(l, &spectral(&shift, |v| 1.0 / v)))
}

impl LowRank {
    /// `|L z|^2`.
    pub fn distance(&self, z: &[f64]) -> f64 {
        trace(&self.factor, &outer(z))
    }

    /// The rate of the next round.
    pub fn next_eta(&self) -> f64 {
        self.rate.at(self.eta, self.rounds + 1)
    }

    /// What an implicit step makes as small as can be, up to the loss of a comparison that holds.
    pub fn objective(from: &Matrix, l: &Matrix, x: &Matrix, y: f64, eta: f64, relative: bool) -> f64 {
        let gap: f64 = from.iter().flatten().zip(l.iter().flatten()).map(|(a, b)| (a - b) * (a - b)).sum();
        let miss = trace(l, x) - y;
        let miss = if relative { miss.max(0.0) } else { miss };
        0.5 * gap + 0.5 * eta * miss * miss
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
        let full = eta * (trace(&self.factor, x) - y);
        if full == 0.0 || (relative && full < 0.0) {
            return;
        }
        if !self.implicit {
            self.factor = plus(&self.factor, -2.0 * full, &times(&self.factor, x));
            return;
        }
        let (mut low, mut high) = (full.min(0.0), full.max(0.0));
        loop {
            let s = low + 0.5 * (high - low);
            if s <= low || s >= high {
                break;
            }
            let above = match moved(&self.factor, x, s) {
                Some(l) => s > eta * (trace(&l, x) - y),
                None => full > 0.0,
            };
            if above {
                high = s;
            } else {
                low = s;
            }
        }
        let s = if full > 0.0 { low } else { high };
        self.factor = moved(&self.factor, x, s).expect("the step stays in the domain");
    }
}
