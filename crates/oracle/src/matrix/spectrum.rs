//! A symmetric matrix by its few directions: `delta I + V' diag(c) V`, rows of `V` orthonormal.
//!
//! `(delta I + V' diag(c) V)^-1 u = V' diag(1 / (delta + c)) V u + (u - V'V u) / delta`, the second part with its
//! rounding along `V` taken out once more.
use crate::metric::{Matrix, identity};
use crate::twin::dot;

/// `base I + V' diag(extra) V`.
pub(crate) struct Spectrum {
    pub base: f64,
    pub extra: Vec<f64>,
    pub v: Matrix,
}

impl Spectrum {
    /// The matrix itself.
    pub fn matrix(&self, dim: usize) -> Matrix {
        let mut h = identity(dim);
        for i in 0..dim {
            h[i][i] *= self.base;
            for j in 0..dim {
                h[i][j] += self.extra.iter().zip(&self.v).map(|(c, v)| c * v[i] * v[j]).sum::<f64>();
            }
        }
        h
    }

    /// The inverse, applied to `u`.
    pub fn inverse(&self, u: &[f64]) -> Vec<f64> {
        let mut outside = u.to_vec();
        let mut result = vec![0.0; u.len()];
        for pass in 0..2 {
            for (c, v) in self.extra.iter().zip(&self.v) {
                let along = dot(v, &outside);
                for k in 0..u.len() {
                    outside[k] -= along * v[k];
                    if pass == 0 {
                        result[k] += along * v[k] / (self.base + c);
                    }
                }
            }
        }
        // As many directions as coordinates leave nothing outside but rounding.
        if self.v.len() < u.len() {
            result.iter_mut().zip(outside).for_each(|(r, o)| *r += o / self.base);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn matrix_and_inverse_by_hand() {
        let h = Spectrum { base: 2.0, extra: vec![3.0], v: vec![vec![0.6, 0.8]] };
        assert_close(&h.matrix(2).concat(), &[3.08, 1.44, 1.44, 3.92]);
        let u = h.inverse(&[1.0, 2.0]);
        assert_close(&[3.08 * u[0] + 1.44 * u[1], 1.44 * u[0] + 3.92 * u[1]], &[1.0, 2.0]);
    }
}
