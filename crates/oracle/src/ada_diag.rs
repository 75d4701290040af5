//! AdaGrad with a diagonal metric, as mirror descent or as dual averaging.
//!
//! `G_i += g_i^2`;  `H_i = delta + sqrt(G_i)`;  then in every coordinate
//! * `cmd`: `w_i <- clip( soft(H_i w_i - eta g_i, eta l1) / (H_i + eta l2_i) )`;
//! * `pds`: `w_i = clip( soft(-eta sum_s g_{s,i}, eta t l1) / (H_i + eta t l2_i) )`, `t` the rounds so far.
//!
//! A coordinate with `H_i = 0` has seen no gradient and stays at `clip(0)`.
//!
//! Duchi, Hazan and Singer 2011.
use crate::merge::{Merge, Say, all_grown, clock, weighed};
use crate::{Loss, Terms, Twin};

/// What the learner remembers between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Composite mirror descent: the point.
    Cmd,
    /// Primal-dual subgradient (dual averaging): the sum of the gradients.
    Pds,
}

/// The twin of `ada-diag`.
#[derive(Clone)]
pub struct AdaDiag {
    loss: Loss,
    terms: Terms,
    eta: f64,
    delta: f64,
    form: Form,
    t: u64,
    squares: Vec<f64>,
    sum: Vec<f64>,
    w: Vec<f64>,
}

/// AdaGrad with rate `eta` and initial curvature `delta`.
pub fn ada_diag(dim: usize, loss: Loss, terms: Terms, eta: f64, delta: f64, form: Form) -> AdaDiag {
    let terms = terms.of_dim(dim);
    let zeros = vec![0.0; dim];
    AdaDiag { loss, eta, delta, form, t: 0, squares: zeros.clone(), sum: zeros, w: terms.origin(), terms }
}

impl Twin for AdaDiag {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let g = self.loss.gradient(self.margin(x), x, y, h);
            self.play(&g);
        }
    }

    fn play(&mut self, g: &[f64]) {
        self.t += 1;
        let (eta, t, l1) = (self.eta, self.t as f64, self.terms.l1);
        for i in 0..g.len() {
            self.squares[i] += g[i] * g[i];
            self.sum[i] += g[i];
            let curvature = self.delta + self.squares[i].sqrt();
            if curvature == 0.0 {
                continue;
            }
            let l2 = self.terms.l2[i];
            self.w[i] = match self.form {
                Form::Cmd => {
                    self.terms.solve(i, curvature * self.w[i] - eta * g[i], eta * l1, curvature + eta * l2)
                }
                Form::Pds => self.terms.solve(i, -eta * self.sum[i], eta * t * l1, curvature + eta * t * l2),
            };
        }
    }
}

/// Under `pds` the sum of gradients becomes the one that makes the merged weight: `-eta s = w (H + eta t l2) + eta t l1 sign w`. Where the parts' mean sum by D
/// makes it already (all parts within l1, or at an end of the box), that.
impl Merge for AdaDiag {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let mut merged = start.clone();
        merged.t = clock(start.t, parts.iter().map(|part| part.t));
        merged.squares = all_grown(&start.squares, parts.iter().map(|part| &part.squares));
        for i in 0..merged.w.len() {
            let says: Vec<Say> = parts
                .iter()
                .map(|part| Say {
                    w: part.w[i],
                    added: part.squares[i] - start.squares[i],
                    rounds: (part.t - start.t) as f64,
                })
                .collect();
            merged.w[i] = weighed(start.w[i], &says);
            let sums: Vec<Say> =
                says.iter().zip(parts).map(|(say, part)| Say { w: part.sum[i], ..*say }).collect();
            merged.sum[i] = weighed(start.sum[i], &sums);
            if start.form == Form::Pds {
                let (eta, t, l2) = (start.eta, merged.t as f64, start.terms.l2[i]);
                let (theta, l1) = (-eta * merged.sum[i], eta * t * start.terms.l1);
                let h = start.delta + merged.squares[i].sqrt() + eta * t * l2;
                let (w, moved) = (merged.w[i], says.iter().any(|say| say.added > 0.0));
                let played = if h > 0.0 { start.terms.solve(i, theta, l1, h) } else { w };
                if moved && (played - w).abs() > 1e-14 * (1.0 + w.abs()) {
                    let theta = if w == 0.0 { theta.clamp(-l1, l1) } else { w * h + l1.copysign(w) };
                    merged.sum[i] = -theta / eta;
                } else if !moved {
                    merged.w[i] = played;
                }
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    fn terms(dim: usize) -> Terms {
        Terms::free(dim).with_l1(0.25).with_l2(0.5)
    }

    #[test]
    fn two_rounds_of_mirror_descent_by_hand() {
        let mut twin = ada_diag(2, Loss::Squared, terms(2), 1.0, 1.0, Form::Cmd);
        twin.learn(&[1.0, 0.0], 2.0, 1.0); // g = -2, H = 3: soft(2, 1/4) / 3.5
        assert_close(&twin.point(), &[0.5, 0.0]);
        twin.learn(&[0.0, 1.0], 0.0, 1.0); // untouched: soft(1.5, 1/4) / 3.5
        assert_close(&twin.point(), &[1.25 / 3.5, 0.0]);
    }

    #[test]
    fn two_rounds_of_dual_averaging_by_hand() {
        let mut twin = ada_diag(1, Loss::Squared, terms(1), 1.0, 1.0, Form::Pds);
        twin.learn(&[1.0], 2.0, 1.0); // soft(2, 1/4) / (3 + 1/2)
        assert_close(&twin.point(), &[0.5]);
        twin.learn(&[1.0], 0.5, 1.0); // g = 0, t = 2: soft(2, 1/2) / (3 + 1)
        assert_close(&twin.point(), &[0.375]);
    }

    #[test]
    fn without_delta_an_unseen_coordinate_stays() {
        for form in [Form::Cmd, Form::Pds] {
            let mut twin = ada_diag(2, Loss::Squared, Terms::cube(2, 0.5, 1.0).with_l1(1.0), 1.0, 0.0, form);
            twin.play(&[3.0, 0.0]);
            assert_close(&twin.point(), &[0.5, 0.5]);
        }
    }
}
