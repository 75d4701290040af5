//! Online gradient descent with one rate for all coordinates, set from the gradients seen so far.
//!
//! `Q += |g|^2`;  `D^2 = sum of (hi_i - lo_i)^2 over the coordinates seen so far`;  `eta = scale D / sqrt(2 Q)`;
//! `w_i <- clip( soft(w_i - eta g_i, eta l1) / (1 + eta l2_i) )` in every coordinate.
//! A coordinate is seen from the first round that touches it on, that round included, even if its gradient is
//! zero there. While `Q = 0` the rate is zero. Told that there will be n coordinates, of one width, `D^2` is never less than
//! `n (hi - lo)^2`.
//!
//! Streeter and McMahan 2010, section 3.1.
use crate::merge::{Merge, Say, grown, weighed};
use crate::{Loss, Terms, Twin};

/// The twin of `global`.
#[derive(Clone)]
pub struct Global {
    loss: Loss,
    terms: Terms,
    scale: f64,
    told: usize,
    t: u64,
    q: f64,
    seen: Vec<bool>,
    /// How many rounds touched a coordinate.
    touched: Vec<u64>,
    w: Vec<f64>,
}

/// Gradient descent with one adaptive rate; `scale = 1` is the theorem's.
pub fn global(dim: usize, loss: Loss, terms: Terms, scale: f64) -> Global {
    let terms = terms.of_dim(dim).bounded();
    let (seen, touched) = (vec![false; dim], vec![0; dim]);
    Global { loss, scale, told: 0, t: 0, q: 0.0, seen, touched, w: terms.origin(), terms }
}

impl Global {
    /// Told that there will be `n` coordinates, all of the first one's width.
    pub fn told(self, n: usize) -> Global {
        Global { told: n, ..self }
    }

    fn step(&mut self, g: &[f64], touched: &[f64]) {
        let mut d2 = 0.0;
        self.t += 1;
        for i in 0..g.len() {
            self.touched[i] += u64::from(touched[i] != 0.0);
            self.q += g[i] * g[i];
            self.seen[i] |= touched[i] != 0.0;
            if self.seen[i] {
                d2 += self.terms.width(i) * self.terms.width(i);
            }
        }
        d2 = d2.max(self.told as f64 * self.terms.width(0) * self.terms.width(0));
        let eta = if self.q == 0.0 { 0.0 } else { self.scale * d2.sqrt() / (2.0 * self.q).sqrt() };
        for i in 0..g.len() {
            let (l1, l2) = (self.terms.l1, self.terms.l2[i]);
            self.w[i] = self.terms.solve(i, self.w[i] - eta * g[i], eta * l1, 1.0 + eta * l2);
        }
    }
}

impl Twin for Global {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let g = self.loss.gradient(self.margin(x), x, y, h);
            self.step(&g, x);
        }
    }

    fn play(&mut self, g: &[f64]) {
        self.step(g, g);
    }
}

impl Merge for Global {
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
        Self {
            w: all.clone().map(|i| weighed(start.w[i], &says(i))).collect(),
            q: grown(start.q, parts.iter().map(|part| part.q)),
            seen: all.clone().map(|i| parts.iter().any(|part| part.seen[i])).collect(),
            touched: all.map(|i| parts.iter().map(|part| part.touched[i]).max().unwrap_or(0)).collect(),
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
        let mut twin = global(2, Loss::Squared, Terms::cube(2, -1.0, 1.0), 1.0);
        twin.learn(&[1.0, 0.0], 1.0, 1.0); // g = (-1, 0), Q = 1, D = 2, eta = sqrt 2
        assert_close(&twin.point(), &[1.0, 0.0]);
        twin.learn(&[1.0, 1.0], 5.0, 0.0); // not a round
        twin.learn(&[1.0, 1.0], 0.0, 1.0); // g = (1, 1), Q = 3, D^2 = 8, eta = 2 / sqrt 3
        assert_close(&twin.point(), &[1.0 - 2.0 / 3f64.sqrt(), -1.0]);
    }

    #[test]
    fn told_features_by_hand() {
        let mut twin = global(3, Loss::Squared, Terms::cube(3, -1.0, 1.0), 0.125).told(2);
        twin.learn(&[1.0, 0.0, 0.0], 1.0, 1.0); // g = (-1, 0, 0), Q = 1, D^2 = 8, eta = 2 / 8
        assert_close(&twin.point(), &[0.25, 0.0, 0.0]);
        twin.learn(&[0.0, 1.0, 1.0], 1.0, 1.0); // g = (0, -1, -1), Q = 3, D^2 = 12: more than told
        let w = 0.125 * 2f64.sqrt();
        assert_close(&twin.point(), &[0.25, w, w]);
    }

    #[test]
    fn penalties_by_hand() {
        let terms = Terms::cube(2, -1.0, 1.0).with_l1(0.1).with_l2(0.5);
        let mut twin = global(2, Loss::Squared, terms, 0.5);
        twin.learn(&[1.0, 0.0], 1.0, 1.0);
        let eta = 0.5f64.sqrt();
        let w = 0.9 * eta / (1.0 + 0.5 * eta);
        assert_close(&twin.point(), &[w, 0.0]);
        twin.learn(&[0.0, 1.0], 0.0, 1.0); // no gradient, but the second coordinate is seen: D^2 = 8, eta = 1
        assert_close(&twin.point(), &[(w - 0.1) / 1.5, 0.0]);
    }
}
