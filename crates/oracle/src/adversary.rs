//! A stream that looks at the learner's margin before it chooses the label.
use crate::streams::{Example, Labels, SplitMix64, draw_x};
use std::cell::Cell;

/// A stream whose label is always against the learner. Each round hands over the features and a function that
/// turns the learner's margin into the label; returns the examples as they were played. The label is
/// on the other side of zero (binary, real), or 0 for a predicted mean above 2 and 5 otherwise (count).
///
/// ```
/// use oracle::{Loss, Terms, Twin, per_coord, streams};
/// let mut twin = per_coord(3, Loss::Hinge, Terms::cube(3, -1.0, 1.0), 1.0);
/// let played = streams::adversarial_signs(1, 3, 50, 0.5, streams::Labels::Binary, |x, label| {
///     let y = label(twin.margin(x));
///     twin.learn(x, y, 1.0);
/// });
/// assert_eq!(played.len(), 50);
/// ```
///
/// # Panics
/// If a round does not ask for its label.
pub fn adversarial_signs(
    seed: u64,
    dim: usize,
    rounds: usize,
    density: f64,
    labels: Labels,
    mut turn: impl FnMut(&[f64], &dyn Fn(f64) -> f64),
) -> Vec<Example> {
    let mut random = SplitMix64::new(seed);
    let mut example = || {
        let x = draw_x(dim, density, &mut random);
        let size = 0.5 + 0.5 * random.uniform();
        let answer = Cell::new(f64::NAN);
        let label = |margin: f64| {
            let sign = if margin > 0.0 { -1.0 } else { 1.0 };
            answer.set(match labels {
                Labels::Binary => sign,
                Labels::Real => sign * size,
                Labels::Count if margin > 2f64.ln() => 0.0,
                Labels::Count => 5.0,
            });
            answer.get()
        };
        turn(&x, &label);
        assert!(!answer.get().is_nan(), "the round never asked for its label");
        Example { x, y: answer.get(), h: 1.0 }
    };
    (0..rounds).map(|_| example()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adversary_answers_the_margin() {
        let played =
            adversarial_signs(2, 2, 30, 1.0, Labels::Real, |x, label| assert!(label(x[0]) * x[0] < 0.0));
        assert!(played.iter().all(|e| e.y * e.x[0] < 0.0));
    }
}
