//! Sketchy AdaGrad: the mass the sketch lost is given back to every direction.
//!
//! `H = (S'S + (rho + delta) I)^(1/2)`, `rho` the sum of all `s_tau^2` lost, this round's included; `w <- w - eta H^-1 g`.
//! With `S = diag(s') V` the root has the value `sqrt(s'_j^2 + rho + delta)` along `v_j` and `sqrt(rho + delta)` across.
//!
//! Feinberg, Chen, Sun, Anil and Hazan 2023.
use crate::Loss;
use crate::matrix::frequent::Frequent;
use crate::matrix::spectrum::Spectrum;
use crate::matrix::{Curvature, MatrixTwin};

struct Sketchy {
    eta: f64,
    delta: f64,
    sketch: Frequent,
}

impl Curvature for Sketchy {
    fn see(&mut self, g: &[f64]) {
        self.sketch.see(g);
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        let mass = self.sketch.rho + self.delta;
        let base = mass.sqrt();
        let extra = self.sketch.s.iter().map(|s| (s * s + mass).sqrt() - base).collect();
        let root = Spectrum { base, extra, v: self.sketch.v.clone() };
        root.inverse(u).into_iter().map(|v| self.eta * v).collect()
    }
}

/// Sketchy AdaGrad with a sketch of `tau` rows.
pub fn s_ada(dim: usize, loss: Loss, eta: f64, delta: f64, tau: usize) -> MatrixTwin {
    assert!(delta > 0.0, "delta must be positive");
    MatrixTwin::new(dim, loss, Sketchy { eta, delta, sketch: Frequent::new(dim, tau) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{Twin, assert_close, spectral};

    #[test]
    fn rounds_that_lose_mass_by_hand() {
        let mut twin = s_ada(2, Loss::Squared, 1.0, 7.0, 2);
        twin.play(&[3.0, 0.0]); // sqrt(9 + 7)
        assert_close(&twin.point(), &[-0.75, 0.0]);
        twin.play(&[0.0, 5.0]); // 25 and 9 lose 9: sqrt(16 + 9 + 7) along it
        assert_close(&twin.point(), &[-0.75, -5.0 / 32f64.sqrt()]);
        twin.learn(&[1.0, 0.0], 3.0, 0.0);
        twin.play(&[4.0, 0.0]); // 16 and 16 lose 16: 7 + 9 + 16
        assert_close(&twin.point(), &[-0.75 - 4.0 / 32f64.sqrt(), -5.0 / 32f64.sqrt()]);
    }

    #[test]
    fn the_root_is_that_of_the_whole_matrix() {
        let mut twin = s_ada(5, Loss::Squared, 0.3, 0.5, 3);
        let mut sketch = Frequent::new(5, 3);
        for e in streams::random(4, 5, 40, 0.8, Labels::Real) {
            let before = twin.point();
            sketch.see(&e.x);
            let inverse = spectral(&sketch.second_moment(5, sketch.rho + 0.5, 1.0), |v| 1.0 / v.sqrt());
            twin.play(&e.x);
            let want: Vec<f64> = (0..5).map(|i| before[i] - 0.3 * crate::dot(&inverse[i], &e.x)).collect();
            assert_close(&twin.point(), &want);
        }
    }
}
