//! Optimistic gradient descent, one player a coordinate (`optimistic`).
//!
//! The hint m is the mean of the coordinate's past gradients. With e = sum (g - m)^2 up to and including this round,
//! eta = scale D / sqrt(2 e):  v <- clip(v - eta g), m <- mean, and the next weight is w = clip(v - eta m).
//! Rounds that do not touch the coordinate do not count.
//!
//! Regret O(sqrt V), V the variation of the gradients, without restarts. Bound, live: D^2/(2 eta_T) + the sum over rounds of
//! (g - m)(w - v') - ((v' - w)^2 + (w - v)^2)/(2 eta_before): the three-point inequality of the two half-steps.
//! Weakness: a hint that is always wrong doubles the price.
//! Reference: Rakhlin and Sridharan 2013; Chiang et al. 2012.

use super::{At, CoordinatePlayer, Gradient, Join, Rule, Visitor};
use crate::merge::{Joined, Portrait};
use serde::{Deserialize, Serialize};

/// Cells: the half-step v, the error e, the count and mean of gradients, the bound paid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Optimistic {
    /// The factor on the rate.
    pub scale: f64,
}

impl Optimistic {
    /// 1/eta; 0 while no gradient was ever off its hint.
    fn inverse_rate(&self, error: f64, at: At<'_>) -> f64 {
        (2.0 * error).sqrt() / (self.scale * at.terms.set.width())
    }
}

impl Rule<5> for Optimistic {
    const COLUMNS: [&'static str; 5] = ["half", "error", "count", "mean", "paid"];

    fn fresh(&self, at: At<'_>) -> [f64; 5] {
        [at.terms.start(), 0.0, 0.0, 0.0, 0.0]
    }

    fn weight(&self, cell: &[f64; 5], at: At<'_>) -> f64 {
        let [half, error, _, mean, _] = *cell;
        if error == 0.0 { half } else { at.terms.set.clip(half - mean / self.inverse_rate(error, at)) }
    }

    fn possible(&self, cell: &[f64; 5], at: At<'_>) -> bool {
        let [half, error, count, _, _] = *cell;
        at.terms.set.contains(half) && error >= 0.0 && count >= 0.0
    }

    fn step(&self, cell: [f64; 5], w: f64, g: Gradient, at: At<'_>) -> [f64; 5] {
        let [half, before, count, hint, paid] = cell;
        let g = g.step;
        let error = before + (g - hint) * (g - hint);
        let count = count + 1.0;
        let mean = hint + (g - hint) / count;
        if !(2.0 * error).is_finite() {
            // There is no rate for it: the round is refused.
            return [f64::INFINITY; 5];
        }
        if error == 0.0 {
            return [half, error, count, mean, paid];
        }
        let next = at.terms.set.clip(half - g / self.inverse_rate(error, at));
        let apart = (next - w) * (next - w) + (w - half) * (w - half);
        let owed = (g - hint) * (w - next) - 0.5 * self.inverse_rate(before, at) * apart;
        [next, error, count, mean, paid + owed]
    }

    fn joins(&self) -> Result<&dyn Join<5>, &'static str> {
        Ok(self)
    }

    fn bound(&self, cell: &[f64; 5], at: At<'_>) -> f64 {
        let d = at.terms.set.width();
        0.5 * d * d * self.inverse_rate(cell[1], at) + cell[4]
    }
}

impl CoordinatePlayer for Optimistic {
    const WHO: &'static str = "this player";
    const CURVED: bool = false;

    fn numbers(&self) -> Vec<(&'static str, f64)> {
        vec![("scale", self.scale)]
    }

    fn refuses(&self, l1: bool, l2: bool) -> Option<&'static str> {
        (l1 || l2)
            .then_some("variation and optimistic take no penalties: their gradients must be the loss's own")
    }

    fn visited<V: Visitor>(self, visitor: V) -> V::Out {
        visitor.visit(self)
    }
}

/// The half-step goes by the errors that parts added; the hint is the mean of all their gradients.
impl Join<5> for Optimistic {
    fn portrait(&self, cell: &[f64; 5], _at: At<'_>) -> Portrait<5> {
        let [half, error, count, mean, paid] = *cell;
        Portrait { value: half, dual: mean, sums: [0.0, error, count, count * mean, paid] }
    }

    fn mass(&self, cell: &[f64; 5], _at: At<'_>) -> Option<f64> {
        Some(cell[1])
    }

    fn join(&self, joined: &Joined<5>, at: At<'_>) -> [f64; 5] {
        let Portrait { value, dual, sums: [_, error, count, sum, paid] } = joined.portrait;
        // Parts that agree keep what they agree on.
        let mean = if count * dual == sum { dual } else { sum / count };
        [at.terms.set.clip(value), error, count, mean, paid]
    }
}
