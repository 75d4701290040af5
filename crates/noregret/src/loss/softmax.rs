//! The log loss over K classes: log sum_j exp(z_j) - z_y, slopes softmax_j(z) - [j = y].
//!
//! Gives multinomial logistic regression; margins count up to a common shift. With two classes it is the logistic loss of z_1 - z_0.
//! It is no [`Loss`](super::Loss): those have one margin. Its implicit step is in `step/root/softmax.rs`.
//! Everything is finite for finite margins. The slope of the right class is minus the sum of the others, so that it has all its digits where
//! its probability is nearly 1, and the slopes sum to 0.
//! Weakness: K weights for what K - 1 tell apart; a class that never shows pays in every round.

/// The place of the largest; the first of several.
fn top(z: &[f64]) -> usize {
    (1..z.len()).fold(0, |top, j| if z[j] > z[top] { j } else { top })
}

/// The loss of margins under class y. A class beyond them is one that never showed: its margin is 0.
pub fn value(z: &[f64], y: usize) -> f64 {
    let all = || z.iter().copied().chain((y >= z.len()).then_some(0.0));
    let (at, most) = all().enumerate().fold((0, f64::NEG_INFINITY), |most, next| {
        // Not by max, which would make a number of what is none.
        if next.1 <= most.1 { most } else { next }
    });
    let rest = all().enumerate().filter(|(j, _)| *j != at).fold(0.0, |sum, (_, z)| sum + libm::exp(z - most));
    (most - z.get(y).copied().unwrap_or(0.0) + libm::log1p(rest)).clamp(0.0, f64::MAX)
}

/// The slopes of h times the loss.
pub fn slopes(z: &[f64], y: usize, weight: f64, slopes: &mut Vec<f64>) {
    slopes.clear();
    let Some(most) = z.get(top(z)) else { return };
    slopes.extend(z.iter().map(|z| libm::exp(z - most)));
    let sum: f64 = slopes.iter().sum();
    let mut wrong = 0.0;
    for (j, slope) in slopes.iter_mut().enumerate() {
        *slope = weight * (*slope / sum);
        wrong += if j == y { 0.0 } else { *slope };
    }
    if let Some(own) = slopes.get_mut(y) {
        *own = -wrong;
    }
}

/// Turns margins into probabilities.
pub fn probabilities(z: &mut [f64]) {
    let Some(most) = z.get(top(z)).copied() else { return };
    z.iter_mut().for_each(|z| *z = libm::exp(*z - most));
    let sum: f64 = z.iter().sum();
    z.iter_mut().for_each(|z| *z /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::{Logistic, LossFunction};
    use proptest::prelude::*;

    #[test]
    fn finite_for_every_finite_margin() {
        let sizes = [0.0, 1e-300, 1.0, -3.0, 710.0, -750.0, 1e6, -1e300, f64::MAX, -f64::MAX];
        let mut all = Vec::new();
        for a in sizes {
            for b in sizes {
                for y in 0..4 {
                    let z = [a, b, 0.5 * a];
                    assert!(value(&z, y).is_finite() && value(&z, y) >= 0.0, "{z:?} {y}");
                    slopes(&z, y, 2.0, &mut all);
                    assert!(all.iter().all(|s| s.is_finite() && s.abs() <= 2.0 + 1e-15), "{z:?} {y}");
                    let mut p = z;
                    probabilities(&mut p);
                    assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-15 && p.iter().all(|p| *p >= 0.0));
                }
            }
        }
        slopes(&[], 0, 1.0, &mut all);
        assert!(all.is_empty());
        assert_eq!((value(&[], 0), value(&[3.0], 0)), (0.0, 0.0));
        assert!((value(&[1.0, 2.0], 7) - value(&[1.0, 2.0, 0.0], 2)).abs() < 1e-15);
        assert!((value(&[-1.0, -2.0], 2) - value(&[-1.0, -2.0, 0.0], 2)).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn slopes_are_the_derivative(z in prop::collection::vec(-8.0..8.0f64, 1..7), pick in 0usize..7, weight in 0.1..3.0f64) {
            let y = pick % z.len();
            let mut all = Vec::new();
            slopes(&z, y, weight, &mut all);
            prop_assert!(all.iter().sum::<f64>().abs() < 1e-15);
            for j in 0..z.len() {
                let at = |by: f64| {
                    let mut z = z.clone();
                    z[j] += by;
                    weight * value(&z, y)
                };
                prop_assert!(((at(1e-5) - at(-1e-5)) / 2e-5 - all[j]).abs() < 1e-8, "{j}");
            }
        }

        #[test]
        fn two_classes_are_logistic(a in -30.0..30.0f64, b in -30.0..30.0f64) {
            let mut all = Vec::new();
            for y in 0..2 {
                slopes(&[a, b], y, 1.0, &mut all);
                let label = if y == 1 { 1.0 } else { -1.0 };
                let (want, slope) = (Logistic {}.value(b - a, label), Logistic {}.slope(b - a, label));
                prop_assert!((value(&[a, b], y) - want).abs() <= 1e-14 * (1.0 + want));
                prop_assert!((all[1] - slope).abs() <= 1e-14 * slope.abs());
            }
        }
    }
}
