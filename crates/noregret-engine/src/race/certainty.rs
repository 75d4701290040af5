//! What can be said with confidence, at any time: each learner's mean clipped cost by importance weight, and the difference of every two.
//!
//! alpha = 1 - confidence is divided twice, by union bounds: among the K learners, for their intervals, and among the K (K - 1)/2 pairs, for the verdicts, because
//! the data choose who leads. So all intervals hold at once with the confidence asked for, and all verdicts do. Beyond [`MOST`] learners pairs are too many: then two learners
//! are told apart when their own intervals are.

use super::threads;
use noregret::regret::WeightedSequence;

/// The most learners whose pairs are followed.
pub const MOST: usize = 64;

/// Examples between pairs being handed to threads.
const CHUNK: usize = 64;

/// What is clipped, and how sure one wants to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The least cost.
    pub low: f64,
    /// Costs above it count as it.
    pub clip: f64,
    /// The probability that anything said is wrong.
    pub alpha: f64,
    /// Labelled examples before the first that counts.
    pub from: u64,
}

impl Terms {
    /// A learner's own sequence, one of so many.
    pub fn alone(&self, learners: usize) -> WeightedSequence {
        WeightedSequence::new(self.low, self.clip, self.alpha / learners.max(1) as f64)
    }

    /// A cost, clipped; what is missing counts as the most.
    pub fn clipped(&self, cost: f64) -> f64 {
        if cost.is_nan() { self.clip } else { cost.max(self.low).min(self.clip) }
    }
}

/// The differences of every two learners.
pub struct Pairs {
    learners: usize,
    pairs: Vec<(usize, usize, WeightedSequence)>,
}

/// The pairs among so many.
pub fn count(learners: usize) -> usize {
    learners * learners.saturating_sub(1) / 2
}

impl Pairs {
    /// Every two of so many; none if they are too many.
    pub fn new(learners: usize, terms: &Terms) -> Option<Self> {
        if !(2..=MOST).contains(&learners) {
            return None;
        }
        let alpha = terms.alpha / count(learners) as f64;
        let one = WeightedSequence::of_difference(terms.low, terms.clip, alpha);
        let pairs = (0..learners).flat_map(|a| (a + 1..learners).map(move |b| (a, b)));
        Some(Self { learners, pairs: pairs.map(|(a, b)| (a, b, one.clone())).collect() })
    }

    /// Adds some examples: the clipped costs of every learner, as long as each other and as the weights; empty for one that is out.
    pub fn add(&mut self, costs: &[&[f64]], weights: &[f64], threads: usize) {
        let size = self.pairs.len().div_ceil(4 * threads.max(1)).max(CHUNK);
        let mut parts: Vec<_> = self.pairs.chunks_mut(size).collect();
        threads::each(&mut parts, threads, |part| {
            for (a, b, sequence) in part.iter_mut() {
                for ((first, second), weight) in costs[*a].iter().zip(costs[*b]).zip(weights) {
                    sequence.add(first - second, *weight);
                }
            }
        });
    }

    /// The interval of the mean cost of `a` less that of `b`.
    pub fn difference(&self, a: usize, b: usize) -> Option<(f64, f64)> {
        let (low, high) = (a.min(b), a.max(b));
        if a == b || high >= self.learners {
            return None;
        }
        // Pairs of the learners before `low`, then those of `low` with the ones after it.
        let place = low * (2 * self.learners - low - 1) / 2 + high - low - 1;
        let (lower, upper) = self.pairs.get(place)?.2.interval();
        Some(if a < b { (lower, upper) } else { (-upper, -lower) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_and_signed() {
        let terms = Terms { low: 0.0, clip: 1.0, alpha: 0.05, from: 0 };
        let mut pairs = Pairs::new(5, &terms).unwrap();
        let costs: Vec<Vec<f64>> = (0..5)
            .map(|k| (0..400).map(|t| 0.1 * f64::from(k) + 0.01 * f64::from(t % 7)).collect())
            .collect();
        let lent: Vec<&[f64]> = costs.iter().map(Vec::as_slice).collect();
        pairs.add(&lent, &[2.0; 400], 3);
        for a in 0..5 {
            for b in 0..5 {
                let Some((low, high)) = pairs.difference(a, b) else {
                    assert_eq!(a, b);
                    continue;
                };
                let want = 0.1 * (a as f64 - b as f64);
                assert!(low <= want && want <= high && high - low < 0.2, "{a} {b}: {low} {high}");
            }
        }
        assert!(Pairs::new(1, &terms).is_none() && Pairs::new(MOST + 1, &terms).is_none());
        assert_eq!((terms.clipped(f64::NAN), terms.clipped(-1.0), terms.clipped(3.0)), (1.0, 0.0, 1.0));
    }
}
