//! What the best constant loses in log loss: the entropy of the labels, -sum p log p.

use crate::sum::Sum;

/// The entropy of shares that sum to 1, in nats.
pub fn entropy(shares: &[f64]) -> f64 {
    let terms = shares.iter().filter(|p| **p > 0.0).map(|p| -p * libm::log(*p));
    terms.collect::<Sum>().value().unwrap_or(0.0).max(0.0)
}
