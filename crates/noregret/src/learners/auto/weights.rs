//! The unit of importance weights: what a weight of 1,700 is worth among others like it.
//!
//! The lanes are indifferent to it: with every h multiplied by c, G grows by c^2 and H by c, and
//! argmin_u h l(u.x, y) + 1/2 |u - w|_H^2 stays where it is, for explicit steps as for implicit ones. So
//! they take weights as they are, h/b, b the power of two at or below the first weight: an exact division,
//! which keeps the sums of any unit within an f32.
//!
//! Bayes is not: its rate is 1 nat. It counts losses as h_t/m_t, m_t the mean weight of the rounds so far,
//! this one included. Weights that are all alike are 1 then, to the bit, whatever they are; weights times
//! a power of two are the same to the bit. AdaHedge finds the unit of its losses by itself and takes h.
//! Weakness: a first weight far above all others keeps m high, and Bayes slow, for many rounds.

use crate::state::{Save, State, StateError};

/// What is known of the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The mean of all rounds.
    pub mean: f64,
    /// The power of two that lanes count in.
    pub base: f64,
}

/// The largest power of two that is not above a positive number; of the tiniest ones the smallest normal.
fn binade(weight: f64) -> f64 {
    f64::from_bits(weight.max(f64::MIN_POSITIVE).to_bits() & 0x7ff0_0000_0000_0000)
}

impl Weights {
    /// The plain unit, before any weight is seen.
    pub const PLAIN: Self = Self { mean: 1.0, base: 1.0 };

    /// What is known once round t brought this weight, above 0.
    #[must_use]
    pub fn with(self, weight: f64, t: u64) -> Self {
        if t <= 1 {
            return Self { mean: weight, base: binade(weight) };
        }
        if weight == self.mean {
            return self;
        }
        Self { mean: self.mean + (weight - self.mean) / t as f64, ..self }
    }

    /// The mean of what a part added in `rounds` rounds to the start it went on from, after `before`.
    pub fn added(self, start: Self, before: u64, rounds: u64) -> f64 {
        let more = (self.mean - start.mean) * (before as f64 / rounds as f64);
        (self.mean + more).max(f64::MIN_POSITIVE)
    }

    /// Writes it, unless it is the plain unit.
    pub fn save(self, state: &mut dyn Save) {
        if self != Self::PLAIN {
            state.all("weights", &[self.mean, self.base]);
        }
    }

    /// Reads it back. Files from before weights had a unit count in the plain one.
    pub fn restore(state: &State) -> Result<Self, StateError> {
        if !state.has("weights") {
            return Ok(Self::PLAIN);
        }
        let numbers = state.reals_of("weights", 2)?;
        let weights = Self { mean: numbers[0], base: numbers[1] };
        if weights.mean > 0.0 && weights.base > 0.0 && weights.base == binade(weights.base) {
            return Ok(weights);
        }
        let reason = "a mean above 0 and a power of two".to_owned();
        Err(StateError::Value { name: "weights".to_owned(), reason })
    }
}
