//! Sketched online Newton: `w <- w - A^-1 g` with frequent directions `S'S` in place of `sum g g'`.
//!
//! * `fd-son`: `A = alpha I + eta S'S`;
//! * `rfd-son`: `A = (alpha + eta/2 rho) I + eta S'S`, `rho` the sum of the `s_tau^2` lost so far, this round's included.
//!
//! Luo, Agarwal, Cesa-Bianchi and Langford 2016; Luo, Chen, Zhang, Li and Zhang 2019.
use crate::Loss;
use crate::matrix::frequent::Frequent;
use crate::matrix::ons::solved;
use crate::matrix::{Curvature, MatrixTwin};

/// The sketch and what makes `A` of it.
pub(crate) struct SketchedNewton {
    eta: f64,
    alpha: f64,
    /// The share of the lost mass that is added back.
    share: f64,
    sketch: Frequent,
}

impl SketchedNewton {
    pub fn new(dim: usize, eta: f64, alpha: f64, tau: usize, share: f64) -> SketchedNewton {
        assert!(alpha > 0.0, "alpha must be positive");
        SketchedNewton { eta, alpha, share, sketch: Frequent::new(dim, tau) }
    }
}

impl Curvature for SketchedNewton {
    fn see(&mut self, g: &[f64]) {
        self.sketch.see(g);
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        let base = self.alpha + self.eta * self.share * self.sketch.rho;
        solved(self.sketch.second_moment(u.len(), base, self.eta), u)
    }
}

/// Online Newton with a sketch of `tau` rows.
pub fn fd_son(dim: usize, loss: Loss, eta: f64, alpha: f64, tau: usize) -> MatrixTwin {
    MatrixTwin::new(dim, loss, SketchedNewton::new(dim, eta, alpha, tau, 0.0))
}

/// The same with half of the lost mass added to `alpha`.
pub fn rfd_son(dim: usize, loss: Loss, eta: f64, alpha: f64, tau: usize) -> MatrixTwin {
    MatrixTwin::new(dim, loss, SketchedNewton::new(dim, eta, alpha, tau, 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{Twin, assert_close, ons};

    #[test]
    fn with_a_row_for_every_direction_both_are_online_newton() {
        for build in [fd_son, rfd_son] {
            let (mut full, mut sketched) =
                (ons(4, Loss::Squared, 0.5, 2.0), build(4, Loss::Squared, 0.5, 2.0, 5));
            for e in streams::random(3, 4, 60, 0.7, Labels::Real) {
                full.learn(&e.x, e.y, e.h);
                sketched.learn(&e.x, e.y, e.h);
                assert_close(&sketched.point(), &full.point());
            }
        }
    }

    #[test]
    fn rounds_that_lose_mass_by_hand() {
        let (mut plain, mut robust) =
            (fd_son(2, Loss::Squared, 2.0, 1.0, 2), rfd_son(2, Loss::Squared, 2.0, 1.0, 2));
        for twin in [&mut plain, &mut robust] {
            twin.play(&[1.0, 0.0]); // A = 1 + 2 along it
            assert_close(&twin.point(), &[-1.0 / 3.0, 0.0]);
            twin.play(&[0.0, 2.0]); // 4 and 1 lose 1: A = 1 + 2 * 3, or 1 + 1 + 6
        }
        assert_close(&plain.point(), &[-1.0 / 3.0, -2.0 / 7.0]);
        assert_close(&robust.point(), &[-1.0 / 3.0, -2.0 / 8.0]);
    }
}
