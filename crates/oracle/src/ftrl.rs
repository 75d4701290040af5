//! FTRL-proximal with per-coordinate rates: gradient descent that L1 makes truly sparse.
//!
//! `sigma_i = (sqrt(n_i + g_i^2) - sqrt(n_i)) / alpha`;  `z_i += g_i - sigma_i w_i`;  `n_i += g_i^2`;
//! `w_i = 0` if `|z_i| <= l1`, else `-(z_i - sign(z_i) l1) / ((beta + sqrt n_i)/alpha + l2_i)`; then clip to the box.
//!
//! McMahan et al. 2013.
use crate::merge::{Merge, Say, all_grown, weighed};
use crate::{Loss, Terms, Twin, soft};

/// The twin of `ftrl`.
#[derive(Clone)]
pub struct Ftrl {
    loss: Loss,
    terms: Terms,
    alpha: f64,
    beta: f64,
    z: Vec<f64>,
    n: Vec<f64>,
    w: Vec<f64>,
}

/// FTRL-proximal with rates `alpha / (beta + sqrt n_i)`.
pub fn ftrl(dim: usize, loss: Loss, terms: Terms, alpha: f64, beta: f64) -> Ftrl {
    let terms = terms.of_dim(dim);
    Ftrl { loss, alpha, beta, z: vec![0.0; dim], n: vec![0.0; dim], w: terms.origin(), terms }
}

impl Twin for Ftrl {
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
        for i in 0..g.len() {
            let sigma = ((self.n[i] + g[i] * g[i]).sqrt() - self.n[i].sqrt()) / self.alpha;
            self.z[i] += g[i] - sigma * self.w[i];
            self.n[i] += g[i] * g[i];
            let curvature = (self.beta + self.n[i].sqrt()) / self.alpha + self.terms.l2[i];
            let pull = -soft(self.z[i], self.terms.l1);
            self.w[i] = self.terms.clip(i, if pull == 0.0 { 0.0 } else { pull / curvature });
        }
    }
}

impl Ftrl {
    fn curvature(&self, i: usize) -> f64 {
        (self.beta + self.n[i].sqrt()) / self.alpha + self.terms.l2[i]
    }

    fn played(&self, i: usize) -> f64 {
        let pull = -soft(self.z[i], self.terms.l1);
        self.terms.clip(i, if pull == 0.0 { 0.0 } else { pull / self.curvature(i) })
    }
}

/// z becomes the one that makes the merged weight: `-z = w ((beta + sqrt n)/alpha + l2) + l1 sign w`. Where the parts' mean z by D makes it already (all
/// parts within l1, or at an end of the box), that.
impl Merge for Ftrl {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let mut merged = start.clone();
        merged.n = all_grown(&start.n, parts.iter().map(|part| &part.n));
        for i in 0..merged.w.len() {
            let says = |number: &dyn Fn(&Self) -> f64| -> Vec<Say> {
                let say = |part: &&Self| Say { w: number(part), added: part.n[i] - start.n[i], rounds: 0.0 };
                parts.iter().map(say).collect()
            };
            let w = weighed(start.w[i], &says(&|part| part.w[i]));
            merged.z[i] = weighed(start.z[i], &says(&|part| part.z[i]));
            if (merged.played(i) - w).abs() > 1e-14 * (1.0 + w.abs()) {
                let l1 = start.terms.l1;
                merged.z[i] = if w == 0.0 {
                    merged.z[i].clamp(-l1, l1)
                } else {
                    -(w * merged.curvature(i) + l1.copysign(w))
                };
            }
            merged.w[i] = w;
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
        let terms = Terms::free(2).with_l1(0.5).with_l2(1.0);
        let mut twin = ftrl(2, Loss::Squared, terms, 1.0, 1.0);
        twin.learn(&[1.0, 0.0], 2.0, 1.0); // g = -2, sigma = 2, z = -2, n = 4: 1.5 / 4
        assert_close(&twin.point(), &[0.375, 0.0]);
        twin.learn(&[1.0, 0.0], -1.125, 1.0); // g = 1.5, sigma = 0.5, z = -0.6875, n = 6.25: 0.1875 / 4.5
        assert_close(&twin.point(), &[0.1875 / 4.5, 0.0]);
        twin.learn(&[0.0, 0.25], 1.0, 1.0); // g_2 = -0.25 is within l1: still zero
        assert_close(&twin.point(), &[0.1875 / 4.5, 0.0]);
    }

    #[test]
    fn the_box_clips_the_weight_it_plays() {
        let mut twin = ftrl(1, Loss::Squared, Terms::cube(1, -0.25, 0.25), 1.0, 0.0);
        twin.learn(&[1.0], 2.0, 1.0); // z = -2, n = 4: 1, clipped
        assert_close(&twin.point(), &[0.25]);
        twin.learn(&[1.0], -1.25, 1.0); // g = 1.5, sigma = 0.5, z = -2 + 1.5 - 0.125, n = 6.25: 0.25
        assert_close(&twin.point(), &[0.25]);
        twin.learn(&[1.0], 0.25, 1.0); // g = 0: 0.625 / 2.5 again
        assert_close(&twin.point(), &[0.25]);
    }
}
