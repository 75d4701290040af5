//! The weight of one coordinate under a matrix, where it moves in every round, also in those that do not touch it.

use super::toward;

/// The mean of the parts by what they added; by their rounds while none has added anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weighed {
    mean: f64,
    added: f64,
    idle: u64,
}

impl Weighed {
    /// Takes a part's weight, what it added, and the rounds it learned from.
    pub fn take(&mut self, weight: f64, added: f64, rounds: u64) {
        if added > 0.0 {
            self.added += added;
            self.mean = toward(self.mean, weight, added / self.added);
        } else if self.added == 0.0 {
            self.idle += rounds;
            let share = if self.idle == 0 { 1.0 } else { rounds as f64 / self.idle as f64 };
            self.mean = toward(self.mean, weight, share);
        }
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(parts: &[(f64, f64, u64)]) -> f64 {
        let mut weighed = Weighed::default();
        parts.iter().for_each(|&(weight, added, rounds)| weighed.take(weight, added, rounds));
        weighed.mean()
    }

    #[test]
    fn by_what_was_added_or_by_rounds() {
        assert_eq!(mean(&[(5.0, 0.0, 9), (1.0, 1.0, 1), (3.0, 3.0, 1), (7.0, 0.0, 9)]), 2.5);
        assert_eq!(mean(&[(1.0, 0.0, 1), (3.0, 0.0, 3)]), 2.5);
        assert_eq!(mean(&[(1.0, 0.0, 0), (3.0, 0.0, 3), (9.0, 0.0, 0)]), 3.0);
    }
}
