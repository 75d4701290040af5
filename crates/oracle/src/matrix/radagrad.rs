//! RadaGrad: the square root on a random range, plain gradient descent outside it.
//!
//! `gt = Pi g`, `Gt += g gt'` (d x tau), `Gt = V' diag(s) U'` with the rows of `V` orthonormal, values above `1e-12 s_max` only;
//! `w <- w - eta V'(s^(1/2) + delta)^-1 V g - eta (g - V'V g)`.
//!
//! Krummenacher, McWilliams, Kilcher, Buhmann and Meinshausen 2016.
use crate::Loss;
use crate::matrix::svd::{Svd, svd};
use crate::matrix::{Curvature, MatrixTwin};
use crate::metric::Matrix;
use crate::twin::dot;

struct Range {
    eta: f64,
    delta: f64,
    projection: Matrix,
    /// `Gt`, its columns as rows.
    columns: Matrix,
}

impl Curvature for Range {
    fn see(&mut self, g: &[f64]) {
        for (column, pi) in self.columns.iter_mut().zip(&self.projection) {
            let along = dot(pi, g);
            column.iter_mut().zip(g).for_each(|(c, g)| *c += along * g);
        }
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        let (s, v) = leading(&self.columns);
        let mut step = u.to_vec();
        for (s, v) in s.iter().zip(&v) {
            let along = dot(v, u);
            for k in 0..u.len() {
                step[k] += along * v[k] * (1.0 / (s.sqrt() + self.delta) - 1.0);
            }
        }
        step.into_iter().map(|v| self.eta * v).collect()
    }
}

/// The singular values above `1e-12` of the largest, and their right singular vectors as rows.
pub(crate) fn leading(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let Svd { mut s, mut v, .. } = svd(matrix);
    let rank = s.iter().filter(|&&value| value > 1e-12 * s[0]).count();
    s.truncate(rank);
    v.truncate(rank);
    (s, v)
}

/// RadaGrad; the rows of `projection` are those of `Pi`.
pub fn radagrad(dim: usize, loss: Loss, eta: f64, delta: f64, projection: Matrix) -> MatrixTwin {
    let columns = vec![vec![0.0; dim]; projection.len()];
    MatrixTwin::new(dim, loss, Range { eta, delta, projection, columns })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Twin, assert_close};

    #[test]
    fn rounds_by_hand() {
        let mut twin = radagrad(2, Loss::Squared, 1.0, 1.0, vec![vec![0.0, 1.0]]);
        twin.play(&[2.0, 0.0]); // Pi g = 0: nothing is known, a plain step
        assert_close(&twin.point(), &[-2.0, 0.0]);
        twin.play(&[0.0, 3.0]); // Gt = (0, 9): 3 / (3 + 1)
        assert_close(&twin.point(), &[-2.0, -0.75]);
        twin.learn(&[0.0, 1.0], 5.0, 0.0);
        twin.play(&[1.0, 0.0]); // outside the range
        assert_close(&twin.point(), &[-3.0, -0.75]);
        twin.play(&[4.0, 4.0]); // Gt = (16, 25)
        let length = (16f64 * 16.0 + 25.0 * 25.0).sqrt();
        let (v, along) = ([16.0 / length, 25.0 / length], 4.0 * 41.0 / length);
        let less = along * (1.0 / (length.sqrt() + 1.0) - 1.0);
        assert_close(&twin.point(), &[-3.0 - 4.0 - less * v[0], -0.75 - 4.0 - less * v[1]]);
    }
}
