//! Von Neumann, the entropy of the eigenvalues: phi(W) = tr(W ln W - W).
//!
//! ln W moves by -s X: W <- exp(ln W - s X), which is positive definite whatever s is. Explicit: s = eta (p - y), one eigendecomposition.
//! Implicit: s = eta (tr(exp(ln W - s X) X) - y). The right side falls as s rises, so the root is unique and lies between 0 and eta (p - y).
//!
//! *What iterates.* Each distance z'exp(ln W - s X)z is close to an exponential in s. Where one s has been tried, the tangents of the logarithms
//! make a scalar equation whose root is the next s; for a pair the logarithm is convex, so after the first trial the iterates come from below
//! and never pass the root. Trials are made in a small Krylov space ([`Krylov`](super::krylov)); the answer is then checked
//! on the full matrix, whose eigendecomposition the step needs anyway, and corrected if it should not hold: one decomposition a step, seldom two.
//!
//! Weakness: an eigendecomposition a round, and ln W is kept to an absolute accuracy: a step that would bring its norm beyond 1e8 (W below
//! exp(-1e8) in some direction) is refused as an overflow.
//! References: Tsuda, Raetsch and Warmuth 2005; Kulis and Bartlett 2010.

use super::krylov::{Exponential, Krylov, Tangent};
use super::root;
use super::space::{Direction, Refusal, Space, dot};
use super::symmetric::{Eigen, Symmetric};
use crate::state::{Array, Save, State, StateError};

/// The largest norm of ln W: beyond it rounding alone changes eigenvalues of W by more than 1e-7 of themselves.
const LARGEST_LOG: f64 = 1e8;

/// The largest eigenvalue of ln W: beyond it W overflows, or soon would.
const HIGHEST_LOG: f64 = 690.0;

/// ln W and its eigendecomposition.
#[derive(Clone, Debug)]
pub struct VonNeumann {
    log: Symmetric,
    eigen: Eigen,
    next: Symmetric,
    next_eigen: Eigen,
}

/// s = eta (sum of sign exp(log + rate (s - at)) - y), in a bracket of it.
fn solve(tangents: &[Tangent], at: f64, eta: f64, y: f64, [low, high]: [f64; 2]) -> f64 {
    root::increasing(low, high, at, |s| {
        let (mut left, mut slope) = (0.0, 0.0);
        for tangent in tangents {
            let a = tangent.sign * libm::exp(tangent.log + tangent.rate * (s - at));
            left += a;
            slope += a * tangent.rate;
        }
        (s - eta * (left - y), 1.0 - eta * slope)
    })
}

fn narrow(bracket: &mut [f64; 2], s: f64, residual: f64) {
    if residual > 0.0 {
        bracket[1] = bracket[1].min(s);
    } else {
        bracket[0] = bracket[0].max(s);
    }
}

impl VonNeumann {
    /// W = I.
    pub fn new(dim: usize) -> Self {
        let log = Symmetric::scalar(dim, 0.0);
        let eigen = Eigen::diagonal(dim, 0.0);
        Self { next: log.clone(), next_eigen: eigen.clone(), log, eigen }
    }

    /// Decomposes ln W - s X, and refuses what cannot be computed with.
    fn stage(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        self.next.set_moved(&self.log, x, s);
        if !self.next.is_finite() {
            return Err(Refusal::Overflow);
        }
        self.next_eigen = self.next.eigen()?;
        let highest = self.next_eigen.values.last().copied().unwrap_or(0.0);
        if self.next_eigen.norm() > LARGEST_LOG || highest > HIGHEST_LOG {
            return Err(Refusal::Overflow);
        }
        Ok(())
    }

    /// The implicit slope in the Krylov space, and the bracket it narrowed.
    fn trial(&self, x: Direction<'_>, eta: f64, y: f64) -> Result<f64, Refusal> {
        let factors: Vec<(f64, Vec<f64>)> =
            x.terms().map(|(sign, z)| (sign, self.eigen.coordinates(z))).collect();
        let reach = x.terms().fold(0.0, |reach, (_, z)| dot(z, z).max(reach));
        let here = Exponential::new(&self.eigen.values, factors.clone());
        let [near, far] = here.distances();
        let full = eta * ((near - far) - y);
        let mut bracket = [full.min(0.0), full.max(0.0)];
        let krylov = Krylov::new(&self.eigen.values, &factors);
        let (mut s, mut tangents) = (0.0, here.tangents());
        for _ in 0..60 {
            let next = solve(&tangents, s, eta, y, bracket);
            let step = (next - s).abs();
            s = next;
            // The next error is about the square of this one.
            if step * reach <= 1e-9 || step <= 4.0 * f64::EPSILON * s.abs() {
                break;
            }
            tangents = krylov.tangents(s)?;
            let left: f64 = tangents.iter().map(|a| a.sign * libm::exp(a.log)).sum();
            narrow(&mut bracket, s, s - eta * (left - y));
        }
        Ok(s)
    }
}

impl Space for VonNeumann {
    fn distance(&self, z: &[f64]) -> f64 {
        Exponential::of(&self.eigen, Direction::Pair(z)).distances()[0]
    }

    fn open(&mut self, x: Direction<'_>) -> [f64; 2] {
        Exponential::of(&self.eigen, x).distances()
    }

    fn explicit(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        self.stage(x, s)
    }

    fn implicit(&mut self, x: Direction<'_>, eta: f64, y: f64) -> Result<(), Refusal> {
        if x.terms().all(|(_, z)| z.iter().all(|v| *v == 0.0)) {
            return self.stage(x, 0.0);
        }
        let [near, far] = Exponential::of(&self.eigen, x).distances();
        let full = eta * ((near - far) - y);
        let mut bracket = [full.min(0.0), full.max(0.0)];
        let mut s = self.trial(x, eta, y)?;
        for attempt in 0.. {
            self.stage(x, s)?;
            let there = Exponential::of(&self.next_eigen, x);
            let [near, far] = there.distances();
            let residual = s - eta * ((near - far) - y);
            let scale = (s.abs() + eta * (near + far + y.abs())) * (1.0 + self.next_eigen.norm());
            if residual.abs() <= 1e-13 * scale {
                return Ok(());
            }
            if attempt == 8 {
                // Rounding is all that is left, or the numbers are beyond it.
                return if residual.abs() <= 1e-9 * scale { Ok(()) } else { Err(Refusal::Overflow) };
            }
            narrow(&mut bracket, s, residual);
            s = solve(&there.tangents(), s, eta, y, bracket);
        }
        Ok(())
    }

    fn commit(&mut self) {
        std::mem::swap(&mut self.log, &mut self.next);
        std::mem::swap(&mut self.eigen, &mut self.next_eigen);
    }

    fn matrix(&self) -> Vec<f64> {
        self.eigen.rebuilt(libm::exp).rows()
    }

    fn factor(&self) -> Result<Vec<f64>, Refusal> {
        Ok(self.eigen.factor(|value| libm::exp(0.5 * value)))
    }

    fn save(&self, state: &mut dyn Save) {
        state.put("log", Array::F64(self.log.pack()));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let dim = self.log.dim();
        let log = Symmetric::unpack(dim, state.reals_of("log", dim * (dim + 1) / 2)?);
        let eigen = log.eigen().map_err(|_| StateError::impossible("log", "it has no eigenvalues"))?;
        if eigen.norm() > LARGEST_LOG || eigen.values.last().is_some_and(|v| *v > HIGHEST_LOG) {
            return Err(StateError::impossible("log", "its eigenvalues are beyond what a learner writes"));
        }
        self.log = log;
        self.eigen = eigen;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// s, read off ln W, against eta (tr(W X) - y) after the step: differences from 1e-6 to 1e6 long, targets as far off.
    #[test]
    fn implicit_steps_hold_over_extreme_scales() {
        let ten = |e: i32| libm::pow(10.0, f64::from(e));
        for dim in [2, 40] {
            let mut space = VonNeumann::new(dim);
            for round in 0..60 {
                let scale = ten(round % 13 - 6);
                let vector = |k: usize| -> Vec<f64> {
                    (0..dim).map(|i| scale * libm::sin((i * i * k + 7 * round as usize) as f64)).collect()
                };
                let (near, far) = (vector(3), vector(5));
                let relative = round % 4 == 3;
                let x = if relative { Direction::Relative(&near, &far) } else { Direction::Pair(&near) };
                let [p, q] = space.open(x);
                let (eta, y) = (ten(round % 3 - 1), (p - q) * [0.01, 0.1, 0.9, 3.0][round as usize % 4]);
                let y = if relative { (p - q) - 0.1 * (p + q) } else { y };
                let before = space.log.rows();
                space.implicit(x, eta, y).unwrap();
                space.commit();
                let [p, q] = space.open(x);
                let want = eta * ((p - q) - y);
                let x = |i: usize| near[i] * near[i] - if relative { far[i] * far[i] } else { 0.0 };
                let most = (0..dim).max_by(|&i, &j| x(i).abs().total_cmp(&x(j).abs())).unwrap();
                let (from, to) = (before[most * dim + most], space.log.rows()[most * dim + most]);
                let s = (from - to) / x(most);
                let read = 4.0 * f64::EPSILON * (from.abs() + to.abs()) / x(most).abs();
                let size = s.abs() + eta * (p + q + y.abs());
                assert!(
                    (s - want).abs() < 1e-9 * size + read,
                    "d {dim}, round {round}: {s} {want} of {size}"
                );
            }
        }
    }
}
