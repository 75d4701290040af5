//! Follow the leading history: copies of a base learner born at different times, mixed by their losses.
//!
//! Round `t` is played with the mean of the points of the copies alive, weighted by `p`. Then
//! 1. `p_j <- p_j exp(-alpha h l_j)`, normalised, `l_j` the loss of copy `j` alone;
//! 2. every copy learns the example;
//! 3. copies whose life is over leave, the rest is renormalised. A copy born for round `i = r 2^k`, `r` odd,
//!    plays in the rounds `i ..= i + 2^(k+2)`;
//! 4. the copy born for round `t + 1` gets `1/(t+1)`, the others are scaled by `1 - 1/(t+1)`.
//!
//! A plain gradient is a round with losses `g . w_j`. Weights are kept as logarithms, so none vanishes.
//!
//! Hazan and Seshadhri 2009.
use crate::{Loss, Twin, dot};

/// Makes a fresh base learner.
pub type Base = Box<dyn Fn() -> Box<dyn Twin>>;

struct Member {
    born: u64,
    log_weight: f64,
    twin: Box<dyn Twin>,
}

/// The twin of `flh` around a whole model.
pub struct Flh {
    alpha: f64,
    loss: Loss,
    base: Base,
    t: u64,
    copies: Vec<Member>,
}

/// Follow the leading history over copies of `base`, judged by `loss` with rate `alpha`.
pub fn flh(loss: Loss, alpha: f64, base: Base) -> Flh {
    let first = Member { born: 1, log_weight: 0.0, twin: base() };
    Flh { alpha, loss, base, t: 0, copies: vec![first] }
}

impl Flh {
    /// Birth round and weight of every copy that plays in the next round.
    pub fn alive(&self) -> Vec<(u64, f64)> {
        self.copies.iter().map(|copy| (copy.born, copy.log_weight.exp())).collect()
    }

    fn round(&mut self, penalties: &[f64], mut teach: impl FnMut(&mut dyn Twin)) {
        self.t += 1;
        for (copy, penalty) in self.copies.iter_mut().zip(penalties) {
            copy.log_weight -= penalty;
            teach(copy.twin.as_mut());
        }
        self.normalise();
        let next = self.t + 1;
        self.copies.retain(|copy| next <= last_round(copy.born));
        self.normalise();
        let share = 1.0 / next as f64;
        for copy in &mut self.copies {
            copy.log_weight += (1.0 - share).ln();
        }
        self.copies.push(Member { born: next, log_weight: share.ln(), twin: (self.base)() });
    }

    fn normalise(&mut self) {
        let top = self.copies.iter().map(|copy| copy.log_weight).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.copies.iter().map(|copy| (copy.log_weight - top).exp()).sum();
        for copy in &mut self.copies {
            copy.log_weight -= top + sum.ln();
        }
    }
}

/// The last round of a copy born for round `born = r 2^k`: `born + 2^(k+2)`.
fn last_round(born: u64) -> u64 {
    born + (4 << born.trailing_zeros())
}

impl Twin for Flh {
    fn point(&self) -> Vec<f64> {
        let mut mean = vec![0.0; self.copies[0].twin.point().len()];
        for copy in &self.copies {
            for (m, w) in mean.iter_mut().zip(copy.twin.point()) {
                *m += copy.log_weight.exp() * w;
            }
        }
        mean
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h != 0.0 {
            let penalty = |copy: &Member| self.alpha * h * self.loss.value(copy.twin.margin(x), y);
            let penalties: Vec<f64> = self.copies.iter().map(penalty).collect();
            self.round(&penalties, |twin| twin.learn(x, y, h));
        }
    }

    fn play(&mut self, g: &[f64]) {
        let penalty = |copy: &Member| self.alpha * dot(g, &copy.twin.point());
        let penalties: Vec<f64> = self.copies.iter().map(penalty).collect();
        self.round(&penalties, |twin| twin.play(g));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rate, Terms, assert_close, ogd};

    fn base() -> Base {
        Box::new(|| Box::new(ogd(1, Loss::Squared, Terms::free(1), 0.5, Rate::Constant)))
    }

    #[test]
    fn two_rounds_by_hand() {
        let mut twin = flh(Loss::Squared, 2.0, base());
        twin.learn(&[1.0], 1.0, 1.0); // the only copy moves to 1/2; the newborn at 0 gets 1/2
        assert_close(&twin.point(), &[0.25]);
        twin.learn(&[1.0], 1.0, 0.0);
        twin.learn(&[1.0], 1.0, 1.0); // losses 1/8 and 1/2; the copies move to 3/4 and 1/2
        let p = 1.0 / (1.0 + (-0.75f64).exp());
        assert_close(&twin.point(), &[2.0 / 3.0 * (0.75 * p + 0.5 * (1.0 - p))]);
    }

    #[test]
    fn lives_are_as_long_as_they_should_be_and_few() {
        let mut twin = flh(Loss::Squared, 0.1, base());
        for t in 1..=600u64 {
            let lives = |i: &u64| (0..12).any(|k| i % (2 << k) == 1 << k && t <= i + (4 << k));
            let expected: Vec<u64> = (1..=t).filter(lives).collect();
            let alive = twin.alive();
            assert_eq!(alive.iter().map(|a| a.0).collect::<Vec<_>>(), expected);
            assert!(alive.len() as f64 <= 4.0 * ((t as f64).log2() + 1.0));
            assert!((alive.iter().map(|a| a.1).sum::<f64>() - 1.0).abs() < 1e-12);
            twin.learn(&[1.0], (t % 7) as f64, 1.0);
        }
    }

    #[test]
    fn huge_losses_lose_no_weight() {
        let mut twin = flh(Loss::Squared, 1.0, base());
        for t in 0..100 {
            twin.learn(&[1.0], if t < 50 { 1e3 } else { -1e3 }, 1.0);
            assert!(twin.point()[0].is_finite());
        }
    }
}
