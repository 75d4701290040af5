//! phi(w) = 1/2 w^2: gradient descent. A weight is its own dual.
//!
//! A step is w - g/h; with penalties, soft-threshold and shrink: soft(h w - g, l1) / (h + l2). Rounds of penalty
//! alone have a closed form whatever their rates: |w| + l1/l2 shrinks by the product of 1/(1 + l2/h) (for l2 = 0, |w|
//! falls by l1 times the sum of 1/h), and stops at 0. Nothing iterates.
//! Weakness: distances are measured alike everywhere, so all adaptation must come from h.

use super::Potential;
use crate::step::root::Form;

/// 1/2 w^2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Euclidean;

/// sign(v) max(|v| - l1, 0).
#[inline]
fn soft(v: f64, l1: f64) -> f64 {
    let left = v.abs() - l1;
    if left > 0.0 { left.copysign(v) } else { 0.0 }
}

impl Potential for Euclidean {
    const POSITIVE: bool = false;
    const FORM: Form = Form::Piecewise;

    #[inline]
    fn dual(self, w: f64) -> f64 {
        w
    }

    #[inline]
    fn primal(self, theta: f64) -> f64 {
        theta
    }

    fn scaled(self, theta: f64, c: f64) -> f64 {
        c * theta
    }

    fn contains(self, theta: f64) -> bool {
        theta.is_finite()
    }

    #[inline]
    fn bend(self, _w: f64) -> f64 {
        1.0
    }

    fn divergence(self, u: f64, w: f64) -> f64 {
        0.5 * (u - w) * (u - w)
    }

    #[inline]
    fn step(self, w: f64, g: f64, h: f64, l1: f64, l2: f64) -> f64 {
        if h == 0.0 {
            // No gradient was ever seen here: the weight still minimises the penalty.
            w
        } else if l1 == 0.0 && l2 == 0.0 {
            w - g / h
        } else {
            soft(h * w - g, l1) / (h + l2)
        }
    }

    #[inline]
    fn solve(self, theta: f64, h: f64, l1: f64, l2: f64) -> f64 {
        let pull = soft(theta, l1);
        if pull == 0.0 { 0.0 } else { pull / (h + l2) }
    }

    fn decay(self, w: f64, elapsed: f64, l1: f64, l2: f64) -> f64 {
        if elapsed == 0.0 || w == 0.0 {
            return w;
        }
        let left = if l2 > 0.0 {
            w.abs() * libm::exp(-elapsed) + (l1 / l2) * libm::expm1(-elapsed)
        } else {
            w.abs() - l1 * elapsed
        };
        if left > 0.0 { left.copysign(w) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The naive twin of `decay`: the rounds one by one.
        #[test]
        fn decay_is_rounds_one_by_one(w in -3.0..3.0f64, rates in prop::collection::vec(0.001..2.0f64, 0..20), l1 in 0.0..0.2f64, l2 in 0.0..0.5f64) {
            for (l1, l2) in [(l1, l2), (0.0, l2), (l1, 0.0)] {
                let one_by_one = rates.iter().fold(w, |w, eta| Euclidean.step(w, 0.0, 1.0 / eta, l1, l2));
                let elapsed = rates.iter().map(|eta| if l2 > 0.0 { libm::log1p(l2 * eta) } else { *eta }).sum();
                let at_once = Euclidean.decay(w, elapsed, l1, l2);
                prop_assert!((one_by_one - at_once).abs() < 1e-12, "{one_by_one} {at_once}");
            }
        }

        /// No neighbour of the step has a lower objective.
        #[test]
        fn step_and_solve_are_optimal(w in -3.0..3.0f64, g in -3.0..3.0f64, h in 0.01..9.0f64, l1 in 0.0..1.0f64, l2 in 0.0..1.0f64) {
            let penalty = |u: f64| l1 * u.abs() + 0.5 * l2 * u * u;
            let stepped = |u: f64| 0.5 * h * (u - w) * (u - w) + g * u + penalty(u);
            let solved = |u: f64| 0.5 * h * u * u - g * u + penalty(u);
            let (a, b) = (Euclidean.step(w, g, h, l1, l2), Euclidean.solve(g, h, l1, l2));
            for step in [-1e-4, 1e-4] {
                prop_assert!(stepped(a + step) >= stepped(a) - 1e-12);
                prop_assert!(solved(b + step) >= solved(b) - 1e-12);
            }
        }
    }
}
