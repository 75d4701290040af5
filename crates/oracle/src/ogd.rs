//! Online gradient descent with a rate fixed in advance.
//!
//! `eta_t = eta`, `eta / sqrt t` or `eta / t`;
//! `w_i <- clip( soft(w_i - eta_t g_i, eta_t l1) / (1 + eta_t l2_i) )` in every coordinate,
//! with `t` the rounds learned so far, this one included.
//!
//! Zinkevich 2003.
use crate::merge::{Merge, Say, clock, weighed};
use crate::{Loss, Terms, Twin};

/// How a rate falls with the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// `eta`.
    Constant,
    /// `eta / sqrt t`.
    Sqrt,
    /// `eta / t`.
    Inverse,
}

impl Rate {
    /// The rate of round `t = 1, 2, ...`.
    pub fn at(self, eta: f64, t: u64) -> f64 {
        match self {
            Rate::Constant => eta,
            Rate::Sqrt => eta / (t as f64).sqrt(),
            Rate::Inverse => eta / t as f64,
        }
    }
}

/// The twin of `ogd`.
#[derive(Clone)]
pub struct Ogd {
    loss: Loss,
    terms: Terms,
    eta: f64,
    rate: Rate,
    t: u64,
    /// How many rounds touched a coordinate.
    touched: Vec<u64>,
    w: Vec<f64>,
}

/// Gradient descent with the rate `eta`, falling as `rate` says.
pub fn ogd(dim: usize, loss: Loss, terms: Terms, eta: f64, rate: Rate) -> Ogd {
    let terms = terms.of_dim(dim);
    Ogd { loss, eta, rate, t: 0, touched: vec![0; dim], w: terms.origin(), terms }
}

impl Twin for Ogd {
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
        let eta = self.rate.at(self.eta, self.t);
        for i in 0..g.len() {
            self.touched[i] += u64::from(g[i] != 0.0);
            let (l1, l2) = (self.terms.l1, self.terms.l2[i]);
            self.w[i] = self.terms.solve(i, self.w[i] - eta * g[i], eta * l1, 1.0 + eta * l2);
        }
    }
}

impl Merge for Ogd {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let say = |part: &Self, i: usize| {
            let moved = if start.terms.penalised() {
                part.touched[i] > start.touched[i]
            } else {
                part.w[i] != start.w[i]
            };
            let rounds = (part.t - start.t) as f64;
            Say { w: part.w[i], added: if moved { rounds } else { 0.0 }, rounds }
        };
        let says = |i: usize| parts.iter().map(|part| say(part, i)).collect::<Vec<_>>();
        let all = 0..start.w.len();
        let w = all.clone().map(|i| weighed(start.w[i], &says(i))).collect();
        let most = |i: usize| parts.iter().map(|part| part.touched[i]).max().unwrap_or(0);
        Self {
            w,
            touched: all.map(most).collect(),
            t: clock(start.t, parts.iter().map(|part| part.t)),
            ..start.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn two_rounds_by_hand() {
        let second = [(Rate::Constant, 0.5), (Rate::Sqrt, 1.0 - 0.5 / 2f64.sqrt()), (Rate::Inverse, 0.75)];
        for (rate, w) in second {
            let mut twin = ogd(1, Loss::Squared, Terms::free(1), 0.5, rate);
            twin.learn(&[2.0], 1.0, 1.0); // g = -2
            assert_close(&twin.point(), &[1.0]);
            twin.learn(&[2.0], 9.0, 0.0); // not a round
            twin.learn(&[1.0], 0.0, 1.0); // g = 1
            assert_close(&twin.point(), &[w]);
        }
    }

    #[test]
    fn penalties_reach_untouched_coordinates() {
        let terms = Terms::free(2).with_l1(0.25).with_l2(1.0);
        let mut twin = ogd(2, Loss::Squared, terms, 1.0, Rate::Constant);
        twin.learn(&[1.0, 0.0], 2.0, 1.0); // soft(2, 0.25) / 2
        assert_close(&twin.point(), &[0.875, 0.0]);
        twin.learn(&[0.0, 1.0], 0.0, 1.0); // soft(0.875, 0.25) / 2
        assert_close(&twin.point(), &[0.3125, 0.0]);
    }
}
