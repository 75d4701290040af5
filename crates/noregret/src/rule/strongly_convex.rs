//! Adaptive gradient descent for curved losses, one player a coordinate (`strongly-convex`).
//!
//! With H_{1:t} the curvature known along the coordinate and lam_{1:t} what the player adds to be safe:
//!   lam_t = 1/2 ( sqrt((H_{1:t} + lam_{1:t-1})^2 + 8 g^2/(3 D^2)) - (H_{1:t} + lam_{1:t-1}) ),
//!   w <- clip(w - (g + lam_t w) / (H_{1:t} + lam_{1:t})).
//! In a linear model the curvature is the l2 penalty of the feature's group, every round, and g the gradient of the loss
//! alone: the penalty is not linearised, so a round that misses the coordinate only scales its weight, by
//! (H_{1:t-1} + lam)/(H_{1:t} + lam), and k missed rounds telescope into one such factor.
//!
//! Bound, live: the sum over touched rounds of lam_t/2 (reach^2 - w_t^2) + (g + lam_t w_t)(w_t - w_{t+1}) - sigma/2 (w_t - w_{t+1})^2,
//! sigma the curvature before the round's own; of order min(sqrt T, log T / H).
//! Weakness: curvature that is claimed but not there voids the bound.
//! Reference: Bartlett, Hazan and Rakhlin 2007; per coordinate, Streeter and McMahan 2010, section 4.1.

use super::{At, CoordinatePlayer, Gradient, Join, Rule, Visitor};
use crate::merge::{Joined, Portrait};
use serde::{Deserialize, Serialize};

/// Cells: the weight, lam_{1:t}, the rounds counted into the weight, the bound paid, curvature given round by round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StronglyConvex {}

/// 8 g^2/(3 D^2), also where a square is too large for a float, or too small.
fn reserve(g: f64, d: f64) -> f64 {
    let (over, under) = (8.0 * g * g, 3.0 * d * d);
    let plain = over.is_finite() && under.is_normal();
    if plain { over / under } else { 8.0 / 3.0 * (g / d) * (g / d) }
}

impl Rule<5> for StronglyConvex {
    const COLUMNS: [&'static str; 5] = ["weight", "lambda", "clock", "paid", "curvature"];

    fn fresh(&self, at: At<'_>) -> [f64; 5] {
        [at.terms.start(), 0.0, at.shared.rounds as f64, 0.0, 0.0]
    }

    fn catch_up(&self, cell: [f64; 5], at: At<'_>) -> [f64; 5] {
        let [w, lambda, clock, paid, curvature] = cell;
        let now = at.shared.rounds as f64;
        let after = at.terms.l2 * now + curvature + lambda;
        if now == clock || at.terms.l2 == 0.0 || after == 0.0 {
            return [w, lambda, now, paid, curvature];
        }
        let shrunk = w * ((at.terms.l2 * clock + curvature + lambda) / after);
        [at.terms.set.clip(shrunk), lambda, now, paid, curvature]
    }

    fn weight(&self, cell: &[f64; 5], _at: At<'_>) -> f64 {
        cell[0]
    }

    fn possible(&self, cell: &[f64; 5], at: At<'_>) -> bool {
        let [w, lambda, clock, _, curvature] = *cell;
        let past = 0.0..=at.shared.rounds as f64;
        at.terms.set.contains(w) && lambda >= 0.0 && past.contains(&clock) && curvature >= 0.0
    }

    fn step(&self, cell: [f64; 5], w: f64, g: Gradient, at: At<'_>) -> [f64; 5] {
        let [_, lambda, _, paid, curvature] = cell;
        let (l2, d, t) = (at.terms.l2, at.terms.set.width(), at.shared.rounds as f64);
        let curvature = curvature + g.curvature;
        let known = l2 * t + curvature + lambda;
        let reserve = reserve(g.step, d);
        if !reserve.is_finite() {
            // There is no step for it: the round is refused.
            return [f64::INFINITY; 5];
        }
        // 1/2 (sqrt(known^2 + reserve) - known), without cancellation.
        let root = (known * known + reserve).sqrt();
        let lam = if root + known > 0.0 { 0.5 * reserve / (root + known) } else { 0.0 };
        let total = known + lam;
        if total == 0.0 {
            return [w, lambda, t, paid, curvature];
        }
        let pull = g.step + lam * w;
        let next = at.terms.set.clip(w - (pull + l2 * w) / total);
        let (reach, moved) = (at.terms.set.reach(), w - next);
        let owed = 0.5 * lam * (reach * reach - w * w) + pull * moved - 0.5 * (total - l2) * moved * moved;
        [next, lambda + lam, t, paid + owed, curvature]
    }

    fn joins(&self) -> Result<&dyn Join<5>, &'static str> {
        Ok(self)
    }

    fn bound(&self, cell: &[f64; 5], _at: At<'_>) -> f64 {
        cell[3]
    }
}

impl CoordinatePlayer for StronglyConvex {
    const WHO: &'static str = "strongly-convex";
    const CURVED: bool = true;

    fn numbers(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    fn refuses(&self, l1: bool, _l2: bool) -> Option<&'static str> {
        l1.then_some("strongly-convex takes the l2 penalty as curvature, and no l1")
    }

    fn visited<V: Visitor>(self, visitor: V) -> V::Out {
        visitor.visit(self)
    }
}

/// Parts are weighed by all the curvature that came to a coordinate they touched, that of the penalty included.
impl Join<5> for StronglyConvex {
    fn portrait(&self, cell: &[f64; 5], _at: At<'_>) -> Portrait<5> {
        let [w, lambda, _, paid, curvature] = *cell;
        Portrait { value: w, dual: w, sums: [0.0, lambda, 0.0, paid, curvature] }
    }

    fn mass(&self, cell: &[f64; 5], at: At<'_>) -> Option<f64> {
        let [_, lambda, clock, _, curvature] = *cell;
        Some(at.terms.l2 * clock + curvature + lambda)
    }

    fn join(&self, joined: &Joined<5>, at: At<'_>) -> [f64; 5] {
        let [_, lambda, _, paid, curvature] = joined.portrait.sums;
        [at.terms.set.clip(joined.portrait.value), lambda, at.shared.rounds as f64, paid, curvature]
    }
}
