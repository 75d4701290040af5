//! Adaptive regularization of weights, diagonal: confidence-weighted learning that survives label noise.
//!
//! `Sigma_0 = a I`;  `V = sum Sigma_i x_i^2`;  if `y w.x < 1`:
//! `beta = 1/(V + r)`;  `alpha = (1 - y w.x) beta`;  `w_i += alpha y Sigma_i x_i`;  `Sigma_i -= beta (Sigma_i x_i)^2`;
//! then clip the weights to the box. Importance divides `r`.
//!
//! Crammer, Kulesza and Dredze 2009.
use crate::merge::{Merge, Say, grown, weighed};
use crate::{Terms, Twin};

/// The twin of `arow`.
#[derive(Clone)]
pub struct Arow {
    r: f64,
    terms: Terms,
    sigma: Vec<f64>,
    w: Vec<f64>,
}

/// Adaptive regularization with noise `r > 0` and initial variance `a`.
pub fn arow(dim: usize, terms: Terms, r: f64, a: f64) -> Arow {
    let terms = terms.of_dim(dim).unpenalised();
    Arow { r, sigma: vec![a; dim], w: terms.origin(), terms }
}

impl Arow {
    /// The variances `Sigma_i`.
    pub fn variance(&self) -> Vec<f64> {
        self.sigma.clone()
    }
}

impl Twin for Arow {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        let m = y * self.margin(x);
        if h == 0.0 || m >= 1.0 {
            return;
        }
        let v: f64 = (0..x.len()).map(|i| self.sigma[i] * x[i] * x[i]).sum();
        let beta = 1.0 / (v + self.r / h);
        let alpha = (1.0 - m) * beta;
        for i in 0..x.len() {
            let s = self.sigma[i] * x[i];
            self.w[i] = self.terms.clip(i, self.w[i] + alpha * y * s);
            self.sigma[i] -= beta * s * s;
        }
    }
}

/// D is the precision 1/Sigma that a part added, and precisions grow by the mean.
impl Merge for Arow {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let mut merged = start.clone();
        for i in 0..merged.w.len() {
            let precision = |twin: &Self| 1.0 / twin.sigma[i];
            let say =
                |part: &&Self| Say { w: part.w[i], added: precision(part) - precision(start), rounds: 0.0 };
            merged.w[i] = weighed(start.w[i], &parts.iter().map(say).collect::<Vec<_>>());
            merged.sigma[i] = 1.0 / grown(precision(start), parts.iter().map(|part| precision(part)));
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
        let mut twin = arow(2, Terms::free(2), 1.0, 1.0);
        twin.learn(&[1.0, 0.0], 1.0, 1.0); // V = 1, beta = alpha = 1/2
        assert_close(&twin.point(), &[0.5, 0.0]);
        assert_close(&twin.variance(), &[0.5, 1.0]);
        twin.learn(&[2.0, 0.0], 1.0, 1.0); // margin 1: nothing to learn
        twin.learn(&[2.0, 0.0], -1.0, 1.0); // V = 2, beta = 1/3, alpha = 2/3
        assert_close(&twin.point(), &[-1.0 / 6.0, 0.0]);
        assert_close(&twin.variance(), &[1.0 / 6.0, 1.0]);
    }

    #[test]
    fn importance_divides_the_noise() {
        let mut twin = arow(1, Terms::free(1), 1.0, 1.0);
        twin.learn(&[1.0], 1.0, 4.0); // beta = alpha = 1 / (1 + 1/4)
        assert_close(&[twin.point()[0], twin.variance()[0]], &[0.8, 0.2]);
    }
}
