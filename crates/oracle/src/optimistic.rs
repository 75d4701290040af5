//! Gradient descent that first moves along the gradient it expects: the mean of the past ones.
//!
//! One player for each coordinate, on the rounds that touch it; `m_t` the mean of its past gradients, 0 at first:
//! `e_t = sum over s <= t of (g_s - m_s)^2`;  `eta = scale D / sqrt(2 e_t + 1e-300)`;
//! `v <- clip( v - eta g_t )`;  `m_{t+1}` = the mean with `g_t`;  `w = clip( v - eta m_{t+1} )`.
//! While `e_t = 0` all gradients were zero: nothing moves, but the zeros count in the mean.
//!
//! Chiang et al. 2012; Rakhlin and Sridharan 2013.
use crate::merge::{Merge, Say, all_grown, weighed};
use crate::{Loss, Terms, Twin};

/// The twin of `optimistic`.
#[derive(Clone)]
pub struct Optimistic {
    loss: Loss,
    terms: Terms,
    scale: f64,
    count: Vec<f64>,
    sum: Vec<f64>,
    error: Vec<f64>,
    v: Vec<f64>,
    w: Vec<f64>,
}

/// Optimistic descent in a bounded box without penalties.
pub fn optimistic(dim: usize, loss: Loss, terms: Terms, scale: f64) -> Optimistic {
    let terms = terms.of_dim(dim).bounded().unpenalised();
    let (zeros, w) = (vec![0.0; dim], terms.origin());
    let (count, sum, error) = (zeros.clone(), zeros.clone(), zeros);
    Optimistic { loss, terms, scale, count, sum, error, v: w.clone(), w }
}

impl Optimistic {
    fn step(&mut self, g: &[f64], touched: &[f64]) {
        for i in 0..g.len() {
            if touched[i] == 0.0 {
                continue;
            }
            let hint = if self.count[i] == 0.0 { 0.0 } else { self.sum[i] / self.count[i] };
            self.error[i] += (g[i] - hint) * (g[i] - hint);
            self.count[i] += 1.0;
            self.sum[i] += g[i];
            if self.error[i] == 0.0 {
                continue;
            }
            let eta = self.scale * self.terms.width(i) / (2.0 * self.error[i] + 1e-300).sqrt();
            self.v[i] = self.terms.clip(i, self.v[i] - eta * g[i]);
            self.w[i] = self.terms.clip(i, self.v[i] - eta * self.sum[i] / self.count[i]);
        }
    }
}

impl Twin for Optimistic {
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

/// The half-step goes by the errors added, sums of gradients and their counts grow by the mean, and the weight is made of those.
impl Merge for Optimistic {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let mut merged = start.clone();
        merged.error = all_grown(&start.error, parts.iter().map(|part| &part.error));
        merged.count = all_grown(&start.count, parts.iter().map(|part| &part.count));
        merged.sum = all_grown(&start.sum, parts.iter().map(|part| &part.sum));
        for i in 0..merged.w.len() {
            let say = |part: &&Self| Say { w: part.v[i], added: part.error[i] - start.error[i], rounds: 0.0 };
            merged.v[i] = weighed(start.v[i], &parts.iter().map(say).collect::<Vec<_>>());
            merged.w[i] = merged.v[i];
            if merged.error[i] > 0.0 {
                let eta = start.scale * start.terms.width(i) / (2.0 * merged.error[i] + 1e-300).sqrt();
                merged.w[i] = start.terms.clip(i, merged.v[i] - eta * merged.sum[i] / merged.count[i]);
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn two_rounds_by_hand() {
        let mut twin = optimistic(2, Loss::Squared, Terms::cube(2, -1.0, 1.0), 0.5);
        twin.play(&[1.0, 0.0]); // e = 1, eta = 1/sqrt 2, v = -eta, m = 1, w = -2 eta
        assert_close(&twin.point(), &[-1.0, 0.0]);
        twin.play(&[-1.0, 0.0]); // e = 1 + 4, eta = 1/sqrt 10, v = -1/sqrt 2 + eta, m = 0
        assert_close(&twin.point(), &[-(0.5f64.sqrt()) + 0.1f64.sqrt(), 0.0]);
    }

    #[test]
    fn zeros_move_nothing_but_count_in_the_mean() {
        let mut twin = optimistic(1, Loss::Absolute, Terms::cube(1, -8.0, 8.0), 0.125);
        twin.learn(&[1.0], 0.0, 1.0); // g = 0
        assert_close(&twin.point(), &[0.0]);
        twin.learn(&[1.0], 9.0, 1.0); // g = -1, e = 1, eta = 2/sqrt 2, v = eta, m = -1/2
        assert_close(&twin.point(), &[1.5 * 2f64.sqrt()]);
    }
}
