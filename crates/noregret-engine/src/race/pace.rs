//! How many examples all learners get before anybody looks whether to stop.
//!
//! Learners must stop at the same example, and to gather them after each would cost more than the examples. So they get as many as take about a tenth of
//! a second. What they learn does not depend on how a batch is cut.

use std::time::Duration;

/// How long a stretch should take.
const STRETCH: f64 = 0.1;

/// The length of the next stretch.
#[derive(Debug)]
pub struct Pace(usize);

impl Pace {
    /// Slow, until more is known.
    pub fn new() -> Self {
        Self(1)
    }

    /// Whether so many are enough.
    pub fn enough(&self, examples: usize) -> bool {
        examples >= self.0
    }

    /// So many took so long; at most twice as many are next.
    pub fn took(&mut self, examples: usize, time: Duration) {
        let fit = examples as f64 * STRETCH / time.as_secs_f64().max(1e-9);
        self.0 = (fit as usize).clamp(1, 2 * self.0.max(examples));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_to_a_tenth_of_a_second() {
        let mut pace = Pace::new();
        for _ in 0..30 {
            let next = pace.0;
            pace.took(next, Duration::from_millis(next as u64));
        }
        assert!(pace.enough(100) && !pace.enough(99), "a millisecond each: {pace:?}");
        pace.took(100, Duration::from_secs(100));
        assert!(pace.enough(1), "never none: {pace:?}");
    }
}
