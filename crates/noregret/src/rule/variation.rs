//! Regret by the variation of the gradients, one player a coordinate (`variation`).
//!
//! Lazy projection w = clip(c - kappa sum g), kappa = rad eta / M, eta = min(2/sqrt V, 1/6), in units where gradients are at most
//! M and the interval reaches rad from its start c. V is guessed, 16 at first: when the variation sum (g - mean)^2 / M^2
//! of the phase outgrows the guess, the guess is multiplied by 4 and a new phase starts; when a gradient exceeds M, M at
//! least doubles and a new phase starts with that gradient. Rounds that do not touch the coordinate do not count.
//!
//! Regret O(sqrt V). Bound, live and exact for every phase: rad^2/(2 kappa) + sum_t [ Phi_t(w_t) - Phi_t(w_{t+1}) ], with
//! Phi_t(w) = (sum of g) w + (w - c)^2/(2 kappa): constant gradients pin w to an end, and then the sum stops growing.
//! Weakness: restarts forget; `optimistic` has the same rate without them.
//! Reference: Hazan and Kale 2008; per coordinate, Streeter and McMahan 2010, section 4.2.

use super::{At, CoordinatePlayer, Gradient, Join, Rule, Visitor};
use serde::{Deserialize, Serialize};

/// Cells: the phase's sum, count, mean and variation, the scale M, the guess of V, the bound paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {}

/// The first guess of the variation, in units of M^2.
const FIRST_GUESS: f64 = 16.0;

/// A phase of one coordinate.
struct Phase {
    centre: f64,
    rad: f64,
    sum: f64,
    scale: f64,
    guess: f64,
}

impl Phase {
    fn kappa(&self) -> f64 {
        self.rad * (2.0 / self.guess.sqrt()).min(1.0 / 6.0) / self.scale
    }

    fn weight(&self, at: At<'_>) -> f64 {
        if self.scale == 0.0 { self.centre } else { at.terms.set.clip(self.centre - self.kappa() * self.sum) }
    }

    fn potential(&self, w: f64) -> f64 {
        let off = w - self.centre;
        self.sum * w + off * off / (2.0 * self.kappa())
    }

    /// What a phase costs before its first round: rad^2 / (2 kappa).
    fn entry(&self) -> f64 {
        if self.scale == 0.0 { 0.0 } else { self.rad * self.rad / (2.0 * self.kappa()) }
    }
}

fn phase(cell: &[f64; 7], at: At<'_>) -> Phase {
    let (set, centre) = (at.terms.set, at.terms.start());
    Phase {
        centre,
        rad: (set.hi - centre).max(centre - set.lo),
        sum: cell[0],
        scale: cell[4],
        guess: cell[5],
    }
}

impl Rule<7> for Variation {
    const COLUMNS: [&'static str; 7] = ["sum", "count", "mean", "variation", "scale", "guess", "paid"];

    fn fresh(&self, _at: At<'_>) -> [f64; 7] {
        [0.0, 0.0, 0.0, 0.0, 0.0, FIRST_GUESS, 0.0]
    }

    fn weight(&self, cell: &[f64; 7], at: At<'_>) -> f64 {
        phase(cell, at).weight(at)
    }

    fn possible(&self, cell: &[f64; 7], _at: At<'_>) -> bool {
        let [_, count, _, variation, scale, guess, _] = *cell;
        count >= 0.0 && variation >= 0.0 && scale >= 0.0 && guess >= FIRST_GUESS
    }

    fn step(&self, cell: [f64; 7], w: f64, g: Gradient, at: At<'_>) -> [f64; 7] {
        let g = g.step;
        let [mut sum, mut count, mut mean, mut variation, mut scale, mut guess, mut paid] = cell;
        let mut played = w;
        if g.abs() > scale {
            // The phase's unit was too small: start anew, as if this gradient had met the start.
            let was = phase(&cell, at);
            if count > 0.0 {
                paid += was.entry();
            }
            paid += g * (w - was.centre);
            played = was.centre;
            scale = (2.0 * scale).max(g.abs());
            [sum, count, mean, variation] = [0.0; 4];
            guess = FIRST_GUESS;
        }
        if scale == 0.0 {
            return cell;
        }
        sum += g;
        count += 1.0;
        let off = g - mean;
        mean += off / count;
        variation += off * (g - mean);
        let now = phase(&[sum, count, mean, variation, scale, guess, paid], at);
        paid += now.potential(played) - now.potential(now.weight(at));
        // Squares of gradients below 1e-162 underflow, and the spread is then 0 or NaN: no new phase. The bound, paid for the steps really
        // taken, holds all the same. A scale whose square overflows has a spread below 1, or a variation that is refused.
        let spread = variation / (scale * scale);
        if spread > guess {
            paid += now.entry();
            while spread > guess {
                guess *= 4.0;
            }
            [sum, count, mean, variation] = [0.0; 4];
        }
        [sum, count, mean, variation, scale, guess, paid]
    }

    fn joins(&self) -> Result<&dyn Join<7>, &'static str> {
        Err(
            "variation starts anew whenever its guess fails, in every part at another time, so the sums of parts are of different phases; use optimistic, which has the same rate without restarts",
        )
    }

    fn bound(&self, cell: &[f64; 7], at: At<'_>) -> f64 {
        cell[6] + if cell[1] > 0.0 { phase(cell, at).entry() } else { 0.0 }
    }
}

impl CoordinatePlayer for Variation {
    const WHO: &'static str = "this player";
    const CURVED: bool = false;

    fn numbers(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    fn refuses(&self, l1: bool, l2: bool) -> Option<&'static str> {
        (l1 || l2)
            .then_some("variation and optimistic take no penalties: their gradients must be the loss's own")
    }

    fn visited<V: Visitor>(self, visitor: V) -> V::Out {
        visitor.visit(self)
    }
}
