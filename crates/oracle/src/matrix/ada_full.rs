//! AdaGrad with the full matrix: `H = delta I + G^(1/2)`, `G = sum_s g_s g_s'`.
//!
//! The square root is taken from a factor `R'R = G` and not from `G`, which would halve its digits: the new gradient is put under `R` as a row and
//! rotated into it, and with `R = U diag(s) V` the root is `V' diag(s) V`.
//!
//! Duchi, Hazan and Singer 2011.
use crate::matrix::ada::{Gathered, MatrixAda};
use crate::matrix::spectrum::Spectrum;
use crate::matrix::svd::{svd, transpose};
use crate::metric::Matrix;
use crate::{Form, Loss, Terms};

/// `R`, upper triangular, and `delta`.
pub(crate) struct Full {
    delta: f64,
    r: Matrix,
}

impl Full {
    pub fn new(dim: usize, delta: f64) -> Full {
        assert!(delta > 0.0, "delta must be positive");
        Full { delta, r: vec![vec![0.0; dim]; dim] }
    }
}

impl Gathered for Full {
    fn see(&mut self, g: &[f64]) {
        let mut g = g.to_vec();
        for i in 0..g.len() {
            let length = self.r[i][i].hypot(g[i]);
            if length > 0.0 {
                let (c, s) = (self.r[i][i] / length, g[i] / length);
                for j in i..g.len() {
                    (self.r[i][j], g[j]) = (c * self.r[i][j] + s * g[j], c * g[j] - s * self.r[i][j]);
                }
            }
        }
    }

    fn spectrum(&self) -> Spectrum {
        // The transpose is decomposed, so that the directions are complete even where the values are zero.
        let turned = svd(&transpose(&self.r, self.r.len()));
        Spectrum { base: self.delta, extra: turned.s, v: transpose(&turned.u, self.r.len()) }
    }
}

/// AdaGrad with the full matrix, rate `eta` and initial curvature `delta > 0`.
pub fn ada_full(dim: usize, loss: Loss, terms: Terms, eta: f64, delta: f64, form: Form) -> MatrixAda {
    MatrixAda::new(loss, terms.of_dim(dim), eta, form, Full::new(dim, delta))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{Twin, ada_diag, assert_close, outer, spectral};

    #[test]
    fn two_rounds_in_two_dimensions_by_hand() {
        for form in [Form::Cmd, Form::Pds] {
            let mut twin = ada_full(2, Loss::Squared, Terms::free(2), 2.0, 1.0, form);
            twin.learn(&[3.0, 4.0], 1.0, 1.0); // g = -(3, 4), G^(1/2) = 5 on that line: 2 g / 6
            assert_close(&twin.point(), &[1.0, 4.0 / 3.0]);
            twin.learn(&[1.0, 1.0], 5.0, 0.0);
            assert_close(&twin.point(), &[1.0, 4.0 / 3.0]);
            twin.play(&[4.0, -3.0]); // G = 25 I
            let moved = match form {
                Form::Cmd => [1.0 - 8.0 / 6.0, 4.0 / 3.0 + 1.0],
                Form::Pds => [-2.0 * (4.0 - 3.0) / 6.0, -2.0 * (-3.0 - 4.0) / 6.0],
            };
            assert_close(&twin.point(), &moved);
        }
    }

    #[test]
    fn the_factor_gives_the_root_of_the_sum() {
        let mut full = Full::new(4, 0.1);
        let mut sum = vec![vec![0.0; 4]; 4];
        for e in streams::random(5, 4, 30, 0.8, Labels::Real) {
            full.see(&e.x);
            for (sum, more) in sum.iter_mut().zip(outer(&e.x)) {
                sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
        }
        let want = spectral(&sum, |v| 0.1 + v.sqrt());
        for (got, want) in full.spectrum().matrix(4).iter().zip(want) {
            assert_close(got, &want);
        }
    }

    #[test]
    fn in_one_dimension_it_is_the_diagonal_learner_with_its_terms() {
        for form in [Form::Cmd, Form::Pds] {
            let terms = Terms::cube(1, -0.3, 0.4).with_l1(0.01).with_l2(0.02);
            let mut full = ada_full(1, Loss::Logistic, terms.clone(), 0.5, 0.2, form);
            let mut diag = ada_diag(1, Loss::Logistic, terms, 0.5, 0.2, form);
            for e in streams::random(6, 1, 100, 1.0, Labels::Binary) {
                full.learn(&e.x, e.y, e.h);
                diag.learn(&e.x, e.y, e.h);
                assert_close(&full.point(), &diag.point());
            }
        }
    }

    #[test]
    fn one_coordinate_at_a_time_it_is_the_diagonal_learner_with_its_terms() {
        for form in [Form::Cmd, Form::Pds] {
            let terms = Terms::boxed(vec![-0.3, 0.1, -1.0], vec![0.4, 0.5, 1.0]).with_l1(0.01).with_l2(0.02);
            let mut full = ada_full(3, Loss::Squared, terms.clone(), 0.5, 0.2, form);
            let mut diag = ada_diag(3, Loss::Squared, terms, 0.5, 0.2, form);
            for (t, e) in streams::random(6, 1, 200, 1.0, Labels::Real).into_iter().enumerate() {
                let mut x = vec![0.0; 3];
                x[t % 3] = e.x[0];
                full.learn(&x, e.y, e.h);
                diag.learn(&x, e.y, e.h);
                assert_close(&full.point(), &diag.point());
            }
        }
    }
}
