//! AdaGrad with frequent directions: `H = delta I + V' diag(s') V`, where `S = diag(s') V` is the sketch after its shrink.
//!
//! Wan, Wei and Zhang 2018.
use crate::matrix::ada::{Gathered, MatrixAda};
use crate::matrix::frequent::Frequent;
use crate::matrix::spectrum::Spectrum;
use crate::{Form, Loss, Terms};

/// The sketch and `delta`.
pub(crate) struct Sketched {
    delta: f64,
    sketch: Frequent,
}

impl Sketched {
    pub fn new(dim: usize, delta: f64, tau: usize) -> Sketched {
        assert!(delta > 0.0, "delta must be positive");
        Sketched { delta, sketch: Frequent::new(dim, tau) }
    }
}

impl Gathered for Sketched {
    fn see(&mut self, g: &[f64]) {
        self.sketch.see(g);
    }

    fn spectrum(&self) -> Spectrum {
        Spectrum { base: self.delta, extra: self.sketch.s.clone(), v: self.sketch.v.clone() }
    }
}

/// AdaGrad with a sketch of `tau` rows, rate `eta` and initial curvature `delta > 0`.
pub fn ada_fd(
    dim: usize,
    loss: Loss,
    terms: Terms,
    eta: f64,
    delta: f64,
    tau: usize,
    form: Form,
) -> MatrixAda {
    MatrixAda::new(loss, terms.of_dim(dim), eta, form, Sketched::new(dim, delta, tau))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{self, Labels};
    use crate::{Twin, ada_full, assert_close};

    #[test]
    fn with_a_row_for_every_round_it_is_the_full_matrix() {
        let cases = [Terms::free(6), Terms::cube(6, -0.2, 0.3), Terms::free(6).with_l1(0.02).with_l2(0.1)];
        for form in [Form::Cmd, Form::Pds] {
            for terms in cases.clone() {
                for (tau, rounds) in [(21, 20), (7, 60), (5, 4)] {
                    let mut fd = ada_fd(6, Loss::Logistic, terms.clone(), 0.5, 0.1, tau, form);
                    let mut full = ada_full(6, Loss::Logistic, terms.clone(), 0.5, 0.1, form);
                    let stream = streams::random(9, 6, rounds, 0.7, Labels::Binary);
                    for e in streams::with_importance(10, stream) {
                        full.learn(&e.x, e.y, e.h);
                        fd.learn(&e.x, e.y, e.h);
                        assert_close(&fd.point(), &full.point());
                    }
                    assert!(full.point().iter().any(|&w| w != 0.0));
                }
            }
        }
    }

    #[test]
    fn a_round_that_loses_mass_by_hand() {
        let mut twin = ada_fd(2, Loss::Squared, Terms::free(2), 1.0, 1.0, 2, Form::Cmd);
        twin.play(&[3.0, 0.0]); // 3 / (1 + 3)
        assert_close(&twin.point(), &[-0.75, 0.0]);
        twin.play(&[0.0, 5.0]); // 25 - 9: 5 / (1 + 4)
        assert_close(&twin.point(), &[-0.75, -1.0]);
        twin.play(&[1.0, 0.0]); // 1 is the second value, it is lost: 16 - 1
        assert_close(&twin.point(), &[-1.75, -1.0]);
    }

    #[test]
    fn one_row_is_plain_gradient_descent() {
        let mut twin = ada_fd(1, Loss::Squared, Terms::free(1), 0.5, 2.0, 1, Form::Cmd);
        twin.learn(&[1.0], -4.0, 1.0); // g = 4, H = 2
        assert_close(&twin.point(), &[-1.0]);
    }
}
