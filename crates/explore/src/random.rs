//! Random numbers that are the same on every machine, and a sequence of its own for every stream and check.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// A sequence of random numbers.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The sequence number `index` of a seed.
    pub fn of(seed: u64, index: u64) -> Self {
        let key = SplitMix64::seed_from_u64(seed).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(key.wrapping_add(index)))
    }

    /// The sequence of a seed that belongs to a name.
    pub fn named(seed: u64, name: &str) -> Self {
        let hash = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self::of(seed, name.bytes().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `end`, which is above 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// A whole number between these, both included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A positive number of a random size: a power of ten between these, times a number from 1 to 10; sometimes the power itself.
    pub fn sized(&mut self, least: i32, most: i32) -> f64 {
        let power = least + self.below((most - least + 1) as usize) as i32;
        let mantissa = if self.chance(0.2) { 1.0 } else { 1.0 + 9.0 * self.uniform() };
        // Reading a decimal is exactly rounded, subnormal numbers included; a product of powers is not.
        format!("{mantissa}e{power}").parse().unwrap_or(1.0)
    }

    /// The number or its negative.
    pub fn signed(&mut self, value: f64) -> f64 {
        if self.chance(0.5) { value } else { -value }
    }

    /// Puts items in random order, by Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
