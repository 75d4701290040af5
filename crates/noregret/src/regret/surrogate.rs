//! What the solver descends on: the loss itself where it is smooth; where it has a kink, a smooth loss beside it that moves along.
//!
//! A kinked loss is l(p) = max over s in [lo, hi] of s (p - k). With a dual point r of its own and a strength mu every example has
//!   l_mu(p) = max over s in [lo, hi] of s (p - k) - mu/2 (s - r)^2,    attained at s = clip(r + (p - k)/mu, lo, hi),
//! differentiable with slope s. Minimising the sum and then putting r = s, again and again, is the method of multipliers: the duals s become those of
//! the kinked problem without mu having to vanish, and every s met on the way is a line below the loss.
//! Weakness: only the slopes r make it exact; with r = 0 alone it would be Huber's smoothing. Reference: Rockafellar 1976.

use crate::loss::{Loss, Pieces};

/// Value, slope and second derivative of an example's part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Part {
    pub value: f64,
    pub slope: f64,
    pub bend: f64,
}

/// The dual points of a kinked loss; smooth losses have none.
#[derive(Clone, Debug, Default)]
pub(super) struct Surrogate {
    pub mu: f64,
    pub centres: Vec<f64>,
}

impl Surrogate {
    /// The part of example t, at margin p.
    #[inline]
    pub fn part(&self, loss: Loss, t: usize, p: f64, y: f64) -> Part {
        match loss.pieces(y) {
            None => Part { value: loss.value(p, y), slope: loss.slope(p, y), bend: loss.bend(p, y) },
            Some(Pieces { lo, hi, at }) => {
                let r = self.centres[t];
                let (miss, s) = (p - at, r + (p - at) / self.mu);
                let slope = s.max(lo).min(hi);
                let bend = if s > lo && s < hi { 1.0 / self.mu } else { 0.0 };
                Part { value: slope * miss - 0.5 * self.mu * (slope - r) * (slope - r), slope, bend }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_smooth_loss_below_the_kinked_one() {
        let surrogate = Surrogate { mu: 0.3, centres: vec![0.2] };
        for loss in ["absolute", "quantile(0.3)"].map(|t| t.parse::<Loss>().unwrap()) {
            for p in (-100..100).map(|k| 0.02 * f64::from(k)) {
                let (part, h) = (surrogate.part(loss, 0, p, 0.5), 1e-6);
                let ahead = surrogate.part(loss, 0, p + h, 0.5);
                assert!(part.value <= loss.value(p, 0.5) + 1e-15);
                assert!(((ahead.value - part.value) / h - part.slope).abs() < 1e-5);
                assert!(ahead.slope >= part.slope);
            }
        }
    }
}
