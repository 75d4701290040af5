//! A mean of numbers in [0, 1] with an interval that holds at all times at once: `noregret::regret::ConfidenceSequence`, for examples that all weigh the same.
//!
//! Where weights differ there is none: a weighted mean is not the mean of anything bounded that was fixed in advance.

use noregret::regret::ConfidenceSequence;

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// A mean and its interval.
#[derive(Clone, Debug)]
pub struct Certain {
    sequence: ConfidenceSequence,
    weight: Option<f64>,
    even: bool,
}

impl Default for Certain {
    fn default() -> Self {
        Self { sequence: ConfidenceSequence::new(0.0, 1.0, 1.0 - CONFIDENCE), weight: None, even: true }
    }
}

impl Certain {
    /// Adds a number of [0, 1].
    #[inline]
    pub fn add(&mut self, x: f64, weight: f64) {
        self.even &= self.weight.is_none_or(|first| first == weight);
        self.weight = Some(weight);
        self.sequence.add(x);
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Certain) {
        self.even &=
            other.even && (self.weight.is_none() || other.weight.is_none() || self.weight == other.weight);
        self.weight = self.weight.or(other.weight);
        self.sequence.merge(&other.sequence);
    }

    /// The interval; none before anything was added, or where weights differ.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let (low, high) = self.sequence.interval();
        (self.even && self.weight.is_some()).then_some([low, high])
    }
}
