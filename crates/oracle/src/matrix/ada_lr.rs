//! AdaGrad with a low-rank factor of `G` found by random projection.
//!
//! `G += g g'`; `Q` an orthonormal basis of the range of `G Pi'`; `B = Q'G = U diag(s) V`; both with the values above `1e-12` of the
//! largest only; `w <- w - eta V'(s^(1/2) + delta)^-1 V g`, nothing outside the span.
//!
//! Krummenacher, McWilliams, Kilcher, Buhmann and Meinshausen 2016; Halko, Martinsson and Tropp 2011.
use crate::Loss;
use crate::matrix::radagrad::leading;
use crate::matrix::{Curvature, MatrixTwin};
use crate::metric::Matrix;
use crate::twin::dot;

struct LowRank {
    eta: f64,
    delta: f64,
    projection: Matrix,
    g: Matrix,
}

impl LowRank {
    /// `R G` for a matrix `R` of rows, `G` being symmetric.
    fn times(&self, rows: &Matrix) -> Matrix {
        rows.iter().map(|row| self.g.iter().map(|g| dot(g, row)).collect()).collect()
    }
}

impl Curvature for LowRank {
    fn see(&mut self, g: &[f64]) {
        for i in 0..g.len() {
            for j in 0..g.len() {
                self.g[i][j] += g[i] * g[j];
            }
        }
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        let (_, q) = leading(&self.times(&self.projection)); // (G Pi')' = Pi G
        let (s, v) = leading(&self.times(&q));
        let mut step = vec![0.0; u.len()];
        for (s, v) in s.iter().zip(&v) {
            let along = dot(v, u) / (s.sqrt() + self.delta);
            step.iter_mut().zip(v).for_each(|(step, v)| *step += self.eta * along * v);
        }
        step
    }

    fn gathered(&self) -> Matrix {
        self.g.clone()
    }

    fn having(&self, g: Matrix) -> Box<dyn Curvature> {
        Box::new(LowRank { eta: self.eta, delta: self.delta, projection: self.projection.clone(), g })
    }
}

/// AdaGrad with a low-rank factor; the rows of `projection` are those of `Pi`.
pub fn ada_lr(dim: usize, loss: Loss, eta: f64, delta: f64, projection: Matrix) -> MatrixTwin {
    let g = vec![vec![0.0; dim]; dim];
    MatrixTwin::new(dim, loss, LowRank { eta, delta, projection, g })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::identity;
    use crate::streams::{self, Labels};
    use crate::{Form, Terms, Twin, ada_full, assert_close};

    #[test]
    fn rounds_by_hand() {
        let mut twin = ada_lr(2, Loss::Squared, 1.0, 1.0, vec![vec![0.0, 1.0]]);
        twin.play(&[2.0, 0.0]); // G Pi' = 0: no direction, no step
        assert_close(&twin.point(), &[0.0, 0.0]);
        twin.play(&[0.0, 3.0]); // B = (0, 9): 3 / (3 + 1)
        assert_close(&twin.point(), &[0.0, -0.75]);
        twin.learn(&[0.0, 1.0], 5.0, 0.0);
        assert_close(&twin.point(), &[0.0, -0.75]);
    }

    #[test]
    fn with_nothing_projected_away_it_is_the_full_matrix() {
        let mut twin = ada_lr(3, Loss::Squared, 0.5, 0.2, identity(3));
        let mut full = ada_full(3, Loss::Squared, Terms::free(3), 0.5, 0.2, Form::Cmd);
        for e in streams::random(2, 3, 50, 1.0, Labels::Real) {
            twin.learn(&e.x, e.y, e.h);
            full.learn(&e.x, e.y, e.h);
            for (a, b) in twin.point().iter().zip(full.point()) {
                assert!((a - b).abs() < 1e-9, "{a} {b}");
            }
        }
    }
}
