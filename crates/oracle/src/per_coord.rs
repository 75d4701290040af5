//! Online gradient descent with a rate of its own for every coordinate of a box.
//!
//! `G_i += g_i^2`;  `eta_i = scale D_i / sqrt 2`;  `H_i = sqrt(G_i)`;
//! `w_i <- clip( soft(H_i w_i - eta_i g_i, eta_i l1) / (H_i + eta_i l2_i) )` in every coordinate with `H_i > 0`.
//! Without penalties this is the paper's `w_i <- clip( w_i - scale D_i g_i / sqrt(2 G_i) )`, whose regret for
//! `scale = 1` is at most `sum_i D_i sqrt(2 G_i)`.
//!
//! Streeter and McMahan 2010, algorithm 1 and theorem 3.
use crate::merge::{Merge, Say, all_grown, weighed};
use crate::{Loss, Terms, Twin};

/// The twin of `per-coord`.
#[derive(Clone)]
pub struct PerCoord {
    loss: Loss,
    terms: Terms,
    scale: f64,
    t: u64,
    squares: Vec<f64>,
    w: Vec<f64>,
}

/// Gradient descent with per-coordinate rates; `scale = 1` is the theorem's.
pub fn per_coord(dim: usize, loss: Loss, terms: Terms, scale: f64) -> PerCoord {
    let terms = terms.of_dim(dim).bounded();
    PerCoord { loss, scale, t: 0, squares: vec![0.0; dim], w: terms.origin(), terms }
}

impl Twin for PerCoord {
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
        for i in 0..g.len() {
            self.squares[i] += g[i] * g[i];
            let curvature = self.squares[i].sqrt();
            if curvature == 0.0 {
                continue;
            }
            let eta = self.scale * self.terms.width(i) / 2f64.sqrt();
            let (l1, l2) = (self.terms.l1, self.terms.l2[i]);
            self.w[i] =
                self.terms.solve(i, curvature * self.w[i] - eta * g[i], eta * l1, curvature + eta * l2);
        }
    }
}

impl Merge for PerCoord {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let say = |part: &Self, i: usize| Say {
            w: part.w[i],
            added: part.squares[i] - start.squares[i],
            rounds: (part.t - start.t) as f64,
        };
        let says = |i: usize| parts.iter().map(|part| say(part, i)).collect::<Vec<_>>();
        let w = (0..start.w.len()).map(|i| weighed(start.w[i], &says(i))).collect();
        let squares = all_grown(&start.squares, parts.iter().map(|part| &part.squares));
        // No rate goes by the round here, so it does not matter which it is.
        Self { w, squares, ..start.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{assert_close, streams};

    #[test]
    fn two_rounds_by_hand() {
        let mut twin = per_coord(2, Loss::Squared, Terms::cube(2, -1.0, 1.0), 1.0);
        twin.learn(&[1.0, 0.0], 1.0, 1.0); // g = (-1, 0), G = (1, 0), rate sqrt 2
        assert_close(&twin.point(), &[1.0, 0.0]);
        twin.learn(&[1.0, 1.0], 0.0, 1.0); // g = (1, 1), G = (2, 1), rates 1 and sqrt 2
        assert_close(&twin.point(), &[0.0, -1.0]);
    }

    #[test]
    fn without_penalty_it_is_the_papers_step() {
        let terms = Terms::boxed(vec![-1.0, 0.0, -2.0], vec![1.0, 3.0, 0.5]);
        let mut twin = per_coord(3, Loss::Logistic, terms.clone(), 0.7);
        let (mut w, mut squares) = (terms.origin(), [0.0; 3]);
        for e in streams::random(5, 3, 200, 0.6, streams::Labels::Binary) {
            let slope = Loss::Logistic.slope(twin.margin(&e.x), e.y);
            for i in 0..3 {
                let g = slope * e.x[i];
                squares[i] += g * g;
                if g != 0.0 {
                    w[i] = terms.clip(i, w[i] - 0.7 * terms.width(i) / (2.0 * squares[i]).sqrt() * g);
                }
            }
            twin.learn(&e.x, e.y, 1.0);
            assert_close(&twin.point(), &w);
        }
    }
}
