//! AdaGrad with a random projection of the gradients: `C += r g'`, `H = delta I + (C'C)^(1/2)`, `w <- w - eta H^-1 g`.
//!
//! `r` is a vector of tau numbers drawn anew in each round (normal, variance 1/tau); the twin is given them, so
//! that both sides of a comparison see the same. With `C = U diag(s) V` the root is `V' diag(s) V`.
//!
//! Wan, Wei and Zhang 2018.
use crate::Loss;
use crate::matrix::spectrum::Spectrum;
use crate::matrix::svd::svd;
use crate::matrix::{Curvature, MatrixTwin};
use crate::metric::Matrix;

struct Projected {
    eta: f64,
    delta: f64,
    draws: Box<dyn FnMut(u64) -> Vec<f64>>,
    t: u64,
    c: Matrix,
}

impl Curvature for Projected {
    fn see(&mut self, g: &[f64]) {
        self.t += 1;
        let r = (self.draws)(self.t);
        self.c.resize(r.len(), vec![0.0; g.len()]);
        for (row, r) in self.c.iter_mut().zip(r) {
            row.iter_mut().zip(g).for_each(|(c, g)| *c += r * g);
        }
    }

    fn step(&self, u: &[f64]) -> Vec<f64> {
        let parts = svd(&self.c);
        let root = Spectrum { base: self.delta, extra: parts.s, v: parts.v };
        root.inverse(u).into_iter().map(|v| self.eta * v).collect()
    }
}

/// AdaGrad with random projections; `draws(t)` is the vector `r` of round `t`, counted from 1.
pub fn ada_dp(
    dim: usize,
    loss: Loss,
    eta: f64,
    delta: f64,
    draws: Box<dyn FnMut(u64) -> Vec<f64>>,
) -> MatrixTwin {
    assert!(delta > 0.0, "delta must be positive");
    MatrixTwin::new(dim, loss, Projected { eta, delta, draws, t: 0, c: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, Terms, Twin, ada_full, assert_close};

    #[test]
    fn two_rounds_by_hand() {
        let draws = |t: u64| if t == 1 { vec![1.0, 1.0] } else { vec![2.0, -2.0] };
        let mut twin = ada_dp(1, Loss::Squared, 2.0, 1.0, Box::new(draws));
        twin.learn(&[1.0], -3.0, 1.0); // g = 3, C = (3, 3), H = 1 + 3 sqrt 2
        assert_close(&twin.point(), &[-6.0 / (1.0 + 18f64.sqrt())]);
        twin.learn(&[1.0], -3.0, 0.0); // draws nothing
        let before = twin.point()[0];
        twin.play(&[1.0]); // C = (5, 1), H = 1 + sqrt 26
        assert_close(&twin.point(), &[before - 2.0 / (1.0 + 26f64.sqrt())]);
    }

    #[test]
    fn a_new_unit_vector_each_round_makes_it_the_full_matrix() {
        let unit = |t: u64| (1..=8).map(|k| if k == t { 1.0 } else { 0.0 }).collect();
        let mut twin = ada_dp(3, Loss::Squared, 0.5, 0.2, Box::new(unit));
        let mut full = ada_full(3, Loss::Squared, Terms::free(3), 0.5, 0.2, Form::Cmd);
        for e in crate::streams::random(2, 3, 8, 1.0, crate::streams::Labels::Real) {
            twin.learn(&e.x, e.y, e.h);
            full.learn(&e.x, e.y, e.h);
            assert_close(&twin.point(), &full.point());
        }
    }
}
