//! The online Newton step: `A = alpha I + eta sum_s g_s g_s'`, `w <- w - A^-1 g`, the linear system solved afresh.
//!
//! Hazan, Agarwal and Kale 2007.
use crate::Loss;
use crate::eliminate::eliminate;
use crate::matrix::{Curvature, MatrixTwin};
use crate::metric::{Matrix, identity};

/// `A` and `eta`.
pub(crate) struct Newton {
    eta: f64,
    a: Matrix,
}

impl Newton {
    pub fn new(dim: usize, eta: f64, alpha: f64) -> Newton {
        assert!(alpha > 0.0, "alpha must be positive");
        let a = identity(dim).into_iter().map(|row| row.into_iter().map(|v| alpha * v).collect()).collect();
        Newton { eta, a }
    }
}

impl Curvature for Newton {
    fn see(&mut self, g: &[f64]) {
        for i in 0..g.len() {
            for j in 0..g.len() {
                self.a[i][j] += self.eta * g[i] * g[j];
            }
        }
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        solved(self.a.clone(), u)
    }
}

/// `A^-1 u` for a positive definite `A`.
pub(crate) fn solved(a: Matrix, u: &[f64]) -> Vec<f64> {
    eliminate(a, u.to_vec()).expect("the matrix is positive definite")
}

/// The online Newton step.
pub fn ons(dim: usize, loss: Loss, eta: f64, alpha: f64) -> MatrixTwin {
    MatrixTwin::new(dim, loss, Newton::new(dim, eta, alpha))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Twin, assert_close};

    #[test]
    fn two_rounds_by_hand() {
        let mut twin = ons(2, Loss::Squared, 0.5, 1.0);
        twin.learn(&[1.0, 1.0], 2.0, 1.0); // g = -(2, 2), A = (3 2; 2 3), A^-1 g = -(2, 2) / 5
        assert_close(&twin.point(), &[0.4, 0.4]);
        twin.learn(&[1.0, 0.0], 9.0, 0.0);
        twin.play(&[2.0, 0.0]); // A = (5 2; 2 3), A^-1 (2, 0) = (6, -4) / 11
        assert_close(&twin.point(), &[0.4 - 6.0 / 11.0, 0.4 + 4.0 / 11.0]);
    }
}
