//! A small random generator: the same seed, the same numbers, on every machine.
//!
//! Steele, Lea and Flood 2014. Weakness: 64 bits of state, for draws and shuffles, not for secrets.

/// The generator SplitMix64.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator of one round, apart from those of all other rounds and seeds.
    pub fn at(seed: u64, round: u64) -> Self {
        let key = Self::new(seed).bits();
        Self::new(Self::new(round ^ key).bits())
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `end`, which is at least 1; each as likely as every other.
    pub fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        loop {
            let wide = u128::from(self.bits()) * u128::from(end);
            // The low half tells whether this number has more draws than its share.
            if wide as u64 >= end.wrapping_neg() % end {
                return (wide >> 64) as usize;
            }
        }
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64::new(1234567);
        let bits = [random.bits(), random.bits(), random.bits()];
        assert_eq!(bits, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn draws_are_even_and_rounds_differ() {
        let mut random = SplitMix64::new(1);
        let mut times = [0_u32; 7];
        (0..70_000).for_each(|_| times[random.below(7)] += 1);
        assert!(times.iter().all(|&n| (9_600..10_400).contains(&n)), "{times:?}");
        let first = |seed, round| SplitMix64::at(seed, round).bits();
        assert!(first(1, 2) != first(2, 1) && first(1, 1) != first(1, 2) && first(1, 2) == first(1, 2));
        let mut list: Vec<_> = (0..50).collect();
        random.shuffle(&mut list);
        assert_ne!(list, (0..50).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..50).collect::<Vec<_>>());
    }
}
