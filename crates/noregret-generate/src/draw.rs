//! Random draws: xoshiro256++, and the few distributions everything else is made of.
//!
//! A uniform is the top 53 bits of a word times 2^-53; a normal comes from Marsaglia's polar method.
//! [`Draw::keyed`] opens an independent stream for any (seed, purpose, index): the effect of the
//! ten-thousandth query is recomputed when met instead of being kept, so truths take no memory.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random draws.
#[derive(Debug, Clone)]
pub(crate) struct Draw {
    words: Xoshiro256PlusPlus,
    spare: Option<f64>,
}

/// The finaliser of SplitMix64: every bit of the result depends on every bit of `x`.
fn scramble(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Draw {
    /// The stream of a seed, a purpose (any constant) and an index.
    pub fn keyed(seed: u64, purpose: u64, index: u64) -> Draw {
        let key = scramble(seed.wrapping_add(0x9e37_79b9_7f4a_7c15));
        let key = scramble(key ^ purpose.wrapping_mul(0xd134_2543_de82_ef95));
        Draw { words: Xoshiro256PlusPlus::seed_from_u64(scramble(key.wrapping_add(index))), spare: None }
    }

    /// Uniform on [0, 1).
    pub fn uniform(&mut self) -> f64 {
        const UNIT: f64 = 1.0 / (1u64 << 53) as f64;
        (self.words.next_u64() >> 11) as f64 * UNIT
    }

    /// Uniform on 0, ..., n - 1 (to within n / 2^64).
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.words.next_u64()) * u128::from(n)) >> 64) as u32
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }

    /// -1 or +1: +1 with the probability of a logistic model at this logit.
    pub fn logistic_label(&mut self, logit: f64) -> f64 {
        if self.chance(1.0 / (1.0 + libm::exp(-logit))) { 1.0 } else { -1.0 }
    }

    /// An index drawn with odds proportional to `odds`.
    pub fn weighted(&mut self, odds: &[u32]) -> u32 {
        let mut rest = self.below(odds.iter().sum());
        let mut index = 0;
        for &share in odds {
            if rest < share {
                break;
            }
            rest -= share;
            index += 1;
        }
        index
    }

    /// Standard normal.
    pub fn normal(&mut self) -> f64 {
        if let Some(z) = self.spare.take() {
            return z;
        }
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let r = u * u + v * v;
            if r > 0.0 && r < 1.0 {
                let scale = (-2.0 * libm::log(r) / r).sqrt();
                self.spare = Some(v * scale);
                return u * scale;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_distributions() {
        let mut draw = Draw::keyed(1, 2, 3);
        let n = 200_000;
        let (mut sum, mut square, mut uniforms, mut low) = (0.0, 0.0, 0.0, 0);
        for _ in 0..n {
            let z = draw.normal();
            sum += z;
            square += z * z;
            uniforms += draw.uniform();
            low += u32::from(draw.weighted(&[1, 3]) == 0);
        }
        let n = f64::from(n);
        assert!((sum / n).abs() < 0.01 && (square / n - 1.0).abs() < 0.02);
        assert!((uniforms / n - 0.5).abs() < 0.005);
        assert!((f64::from(low) / n - 0.25).abs() < 0.005);
    }

    #[test]
    fn keys_open_different_streams() {
        let firsts: std::collections::HashSet<u64> = (0..3)
            .flat_map(|seed| (0..10).flat_map(move |purpose| (0..100).map(move |i| (seed, purpose, i))))
            .map(|(seed, purpose, i)| Draw::keyed(seed, purpose, i).words.next_u64())
            .collect();
        assert_eq!(firsts.len(), 3000);
    }
}
