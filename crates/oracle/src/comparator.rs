//! The best fixed point in hindsight, with a lower bound that trusts no solver.
//!
//! `P(w) = sum_t h_t l(w . x_t, y_t) + l1 |w|_1 + 1/2 sum l2_i w_i^2` over the box. The penalty counts once: for
//! a regret that charges it every round, hand over strengths multiplied by the number of rounds.
//!
//! A barrier method follows the smoothed problem as the smoothing `mu` falls. The best point and the best
//! certified bound met on the way are returned; the bounds come from lines below the losses and from nothing else.
//!
//! Where the box is open the penalty must hold the point: `P(w*) <= P(w_0)` bounds `w*_i`, and the box is closed there.
//! Meant for a few coordinates and some hundreds of examples.
use crate::barrier::Barrier;
use crate::certificate::lower_bound;
use crate::{Example, Loss, Terms, dot};

/// The best fixed point found, and how much better any other can be.
#[derive(Clone, Debug)]
pub struct Comparator {
    /// The point.
    pub point: Vec<f64>,
    /// Its value `P`.
    pub value: f64,
    /// No point of the box has a smaller value than this, up to rounding in its own sum.
    pub lower: f64,
}

/// `P(w)`: the losses and the penalty, once.
pub fn objective(loss: Loss, examples: &[Example], terms: &Terms, w: &[f64]) -> f64 {
    let losses: f64 = examples.iter().map(|e| e.h * loss.value(dot(w, &e.x), e.y)).sum();
    losses + terms.penalty(w)
}

/// The best fixed point for the examples.
///
/// # Panics
/// If a coordinate has neither a bounded interval nor a penalty, or a poisson label is negative.
pub fn comparator(loss: Loss, examples: &[Example], terms: &Terms) -> Comparator {
    let origin = terms.origin();
    let first = objective(loss, examples, terms, &origin);
    let lower = examples.iter().map(|e| e.h * loss.least(e.y)).sum();
    let terms = closed(terms, first - lower);
    let mut best = Comparator { point: origin, value: first, lower };
    let inside = |i: usize| {
        let margin = 0.1 * terms.width(i);
        0f64.clamp(terms.lo[i] + margin, (terms.hi[i] - margin).max(terms.lo[i] + margin))
    };
    let mut w: Vec<f64> = (0..terms.dim()).map(inside).collect();
    let mut mu = 1.0;
    while mu > 1e-14 && best.value - best.lower > 1e-9 * best.value.abs() {
        let problem = Barrier { loss, examples, terms: &terms, mu };
        w = problem.minimise(w);
        let value = objective(loss, examples, &terms, &w);
        if value < best.value {
            (best.point, best.value) = (w.clone(), value);
        }
        let still = vec![0.0; w.len()];
        for nudge in [still, problem.direction(&w)] {
            best.lower = best.lower.max(lower_bound(loss, examples, &terms, &w, mu, &nudge));
        }
        mu *= 0.25;
    }
    best
}

/// The terms with every open end closed where the penalty alone would cost more than `spare`.
fn closed(terms: &Terms, spare: f64) -> Terms {
    let mut terms = terms.clone();
    for i in 0..terms.dim() {
        if terms.width(i).is_finite() {
            continue;
        }
        let (l1, l2) = (terms.l1, terms.l2[i]);
        assert!(l1 > 0.0 || l2 > 0.0, "coordinate {i} has neither a bounded interval nor a penalty");
        let by_l1 = if l1 > 0.0 { spare / l1 } else { f64::INFINITY };
        let by_l2 = if l2 > 0.0 { (2.0 * spare / l2).sqrt() } else { f64::INFINITY };
        let reach = 1.0 + 2.0 * by_l1.min(by_l2);
        terms.lo[i] = terms.lo[i].max(-reach);
        terms.hi[i] = terms.hi[i].min(reach);
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::{random, scaled, with_importance};

    fn check(loss: Loss, examples: &[Example], terms: &Terms) {
        let best = comparator(loss, examples, terms);
        let gap = best.value - best.lower;
        assert!(gap <= 1e-6 * best.value.abs().max(1e-3), "{loss:?}: {gap:e} of {} {terms:?}", best.value);
        assert!(
            gap >= -1e-9 * best.value.abs().max(1.0),
            "{loss:?}: the bound is above the value by {}",
            -gap
        );
        assert!((0..terms.dim()).all(|i| terms.clip(i, best.point[i]) == best.point[i]));
        assert_eq!(best.value, objective(loss, examples, terms, &best.point));
    }

    #[test]
    fn the_gap_is_small_for_every_loss() {
        for (loss, labels) in Loss::ALL.map(|loss| (loss, loss.labels())) {
            for (seed, dim) in [(1, 1), (2, 3), (3, 8)] {
                let examples = with_importance(seed, random(seed, dim, 500, 0.7, labels));
                check(loss, &examples, &Terms::cube(dim, -1.0, 1.0));
                check(loss, &examples, &Terms::cube(dim, -100.0, 100.0));
                check(loss, &examples, &Terms::cube(dim, 0.25, 0.5).with_l1(3.0));
                check(loss, &examples, &Terms::free(dim).with_l1(20.0));
                check(loss, &examples, &Terms::free(dim).with_l1(1.0).with_l2(0.5));
                check(loss, &examples[..dim + 1], &Terms::cube(dim, -2.0, 2.0));
            }
        }
    }

    #[test]
    fn columns_of_every_scale() {
        for (loss, labels) in Loss::ALL.map(|loss| (loss, loss.labels())) {
            let examples = scaled(9, 4, 200, 0.8, labels);
            check(loss, &examples, &Terms::cube(4, -1.0, 1.0));
        }
    }

    #[test]
    fn a_median_and_a_fixed_coordinate_by_hand() {
        let labels = [1.0, 2.0, 7.0, 3.0, 100.0];
        let examples = labels.map(|y| Example { x: vec![1.0, 1.0], y, h: 1.0 });
        let terms = Terms::boxed(vec![-50.0, 0.5], vec![50.0, 0.5]);
        let best = comparator(Loss::Absolute, &examples, &terms);
        assert!((best.point[0] - 2.5).abs() < 1e-6 && best.point[1] == 0.5);
        assert!((best.value - 104.0).abs() < 1e-6);
    }

    #[test]
    #[should_panic(expected = "coordinate 0 has neither")]
    fn an_open_problem_is_refused() {
        comparator(Loss::Logistic, &[], &Terms::free(1));
    }
}
