//! Confidence-weighted learning, variance form, diagonal: a weight moves as far as it is unsure.
//!
//! `Sigma_0 = a I`;  `M = y w.x`;  `V = sum Sigma_i x_i^2`;
//! `alpha = max(0, [-(1 + 2 phi M) + sqrt((1 + 2 phi M)^2 - 8 phi (M - phi V))] / (4 phi V))`;
//! `w_i += alpha y Sigma_i x_i`;  `1/Sigma_i += 2 alpha phi x_i^2`; then clip the weights to the box.
//! Every importance `h > 0` is taken alike. An example without features teaches nothing.
//!
//! Dredze, Crammer and Pereira 2008.
use crate::merge::{Merge, Say, grown, weighed};
use crate::{Terms, Twin};

/// The twin of `cw`.
#[derive(Clone)]
pub struct Cw {
    phi: f64,
    terms: Terms,
    sigma: Vec<f64>,
    w: Vec<f64>,
}

/// Confidence-weighted learning with confidence `phi` and initial variance `a`.
pub fn cw(dim: usize, terms: Terms, phi: f64, a: f64) -> Cw {
    let terms = terms.of_dim(dim).unpenalised();
    Cw { phi, sigma: vec![a; dim], w: terms.origin(), terms }
}

impl Cw {
    /// The variances `Sigma_i`.
    pub fn variance(&self) -> Vec<f64> {
        self.sigma.clone()
    }
}

impl Twin for Cw {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        let phi = self.phi;
        let m = y * self.margin(x);
        let v: f64 = (0..x.len()).map(|i| self.sigma[i] * x[i] * x[i]).sum();
        if h == 0.0 || v == 0.0 {
            return;
        }
        let b = 1.0 + 2.0 * phi * m;
        let alpha = ((-b + (b * b - 8.0 * phi * (m - phi * v)).sqrt()) / (4.0 * phi * v)).max(0.0);
        for i in 0..x.len() {
            self.w[i] = self.terms.clip(i, self.w[i] + alpha * y * self.sigma[i] * x[i]);
            self.sigma[i] = 1.0 / (1.0 / self.sigma[i] + 2.0 * alpha * phi * x[i] * x[i]);
        }
    }
}

/// D is the precision 1/Sigma that a part added, and precisions grow by the mean.
impl Merge for Cw {
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
        let mut twin = cw(2, Terms::free(2), 1.0, 1.0);
        twin.learn(&[1.0, 0.0], 1.0, 2.0); // M = 0, V = 1, alpha = (-1 + 3) / 4
        assert_close(&twin.point(), &[0.5, 0.0]);
        assert_close(&twin.variance(), &[0.5, 1.0]);
        twin.learn(&[2.0, 0.0], -1.0, 1.0); // M = -1, V = 2, alpha = (1 + 5) / 8
        assert_close(&twin.point(), &[-0.25, 0.0]);
        assert_close(&twin.variance(), &[0.125, 1.0]);
    }

    /// What the formula solves; with several features the diagonal form only comes near it.
    #[test]
    fn after_a_step_on_one_feature_the_margin_equals_phi_times_the_variance() {
        let mut twin = cw(1, Terms::free(1), 0.7, 2.0);
        for (x, y) in [(-1.2, -1.0), (0.3, -1.0), (0.8, -1.0)] {
            twin.learn(&[x], y, 1.0);
            assert_close(&[y * twin.margin(&[x])], &[0.7 * twin.variance()[0] * x * x]);
        }
    }

    #[test]
    fn a_confident_margin_is_left_alone() {
        let mut twin = cw(1, Terms::free(1), 1.0, 1.0);
        twin.learn(&[1.0], 1.0, 1.0); // w = 1/2, Sigma = 1/2
        twin.learn(&[0.5], 1.0, 1.0); // M = 1/4 > phi V = 1/8
        assert_close(&[twin.point()[0], twin.variance()[0]], &[0.5, 0.5]);
    }
}
