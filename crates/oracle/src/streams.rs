//! Small repeatable streams of dense examples: the same seed, the same stream (counts and scaled columns to the last bit of
//! the platform's exponential).
//!
//! The features are drawn one by one: non-zero with probability `density`, then uniform in [-1, 1]. A hidden vector
//! gives every example a margin, and the margin a noisy label of the kind asked for.
pub use crate::adversary::adversarial_signs;
use crate::dot;
pub use crate::splitmix::SplitMix64;

/// One labelled example.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The features, dense.
    pub x: Vec<f64>,
    /// The label.
    pub y: f64,
    /// The importance, at least 0.
    pub h: f64,
}

/// The kind of label a loss expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// -1 or +1; one in ten is flipped.
    Binary,
    /// A real number: the margin plus noise.
    Real,
    /// 0, 1, 2, ..., with the exponential of the margin as its mean.
    Count,
}

impl Labels {
    fn draw(self, margin: f64, random: &mut SplitMix64) -> f64 {
        match self {
            Labels::Binary => {
                let y = if margin + 0.1 * random.signed() > 0.0 { 1.0 } else { -1.0 };
                if random.uniform() < 0.1 { -y } else { y }
            }
            Labels::Real => margin + 0.3 * random.signed(),
            Labels::Count => {
                // Knuth: how many uniform factors keep the product above exp(-mean)?
                let floor = (-margin.clamp(-4.0, 2.0).exp()).exp();
                let (mut product, mut count) = (random.uniform(), 0.0);
                while product > floor {
                    product *= random.uniform();
                    count += 1.0;
                }
                count
            }
        }
    }
}

pub(crate) fn draw_x(dim: usize, density: f64, random: &mut SplitMix64) -> Vec<f64> {
    let mut one = || {
        let (chosen, value) = (random.uniform() < density, random.signed());
        if chosen { value } else { 0.0 }
    };
    (0..dim).map(|_| one()).collect()
}

/// A stream with all columns of one scale and importance 1.
pub fn random(seed: u64, dim: usize, rounds: usize, density: f64, labels: Labels) -> Vec<Example> {
    let mut random = SplitMix64::new(seed);
    let hidden: Vec<f64> = (0..dim).map(|_| 2.0 * random.signed()).collect();
    let mut example = || {
        let x = draw_x(dim, density, &mut random);
        let y = labels.draw(dot(&hidden, &x), &mut random);
        Example { x, y, h: 1.0 }
    };
    (0..rounds).map(|_| example()).collect()
}

/// The stream of [`random`] with its columns multiplied by factors from 1e-3 to 1e3, in equal ratios.
pub fn scaled(seed: u64, dim: usize, rounds: usize, density: f64, labels: Labels) -> Vec<Example> {
    let mut examples = random(seed, dim, rounds, density, labels);
    let steps = dim.saturating_sub(1).max(1) as f64;
    for e in &mut examples {
        for (i, x) in e.x.iter_mut().enumerate() {
            *x *= 10f64.powf(6.0 * i as f64 / steps - 3.0);
        }
    }
    examples
}

/// The same examples with importances of 0, 1/2, 1, 2 and a random number in [0, 3).
pub fn with_importance(seed: u64, mut examples: Vec<Example>) -> Vec<Example> {
    let mut random = SplitMix64::new(seed);
    for e in &mut examples {
        let other = 3.0 * random.uniform();
        e.h = [0.0, 0.5, 1.0, 2.0, other][(random.bits() % 5) as usize];
    }
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_repeat_and_look_as_asked() {
        for labels in [Labels::Binary, Labels::Real, Labels::Count] {
            let a = random(4, 10, 500, 0.3, labels);
            assert_eq!(a, random(4, 10, 500, 0.3, labels));
            let filled = a.iter().flat_map(|e| &e.x).filter(|x| **x != 0.0).count() as f64;
            assert!((filled / 5000.0 - 0.3).abs() < 0.03);
            assert!(a.iter().all(|e| match labels {
                Labels::Binary => e.y.abs() == 1.0,
                Labels::Real => e.y.is_finite(),
                Labels::Count => e.y >= 0.0 && e.y.fract() == 0.0,
            }));
        }
        let b = scaled(4, 7, 300, 1.0, Labels::Binary);
        let top = |i: usize| b.iter().map(|e| e.x[i].abs()).fold(0.0, f64::max);
        assert!((top(0) - 1e-3).abs() < 1e-4 && (top(6) - 1e3).abs() < 1e2);
        assert!(with_importance(1, b).iter().any(|e| e.h == 0.0));
    }
}
