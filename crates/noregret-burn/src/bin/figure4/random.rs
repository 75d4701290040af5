//! Orders and seeds, each a function of a run's seed and of what they are for: a resumed run draws what an uninterrupted one does.

/// SplitMix64.
pub struct Random(u64);

impl Random {
    /// The draws of a seed for one purpose.
    pub fn new(seed: u64, purpose: u64) -> Self {
        let mut random = Self(seed ^ purpose.wrapping_mul(0xd6e8_feb8_6659_fd93));
        random.draw();
        random
    }

    /// 64 random bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The numbers below n in random order.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            let other = (u128::from(self.draw()) * (last as u128 + 1)) >> 64;
            order.swap(last, other as usize);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_permutations_and_differ_by_purpose() {
        let order = Random::new(1, 2).order(100);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        assert_eq!(order, Random::new(1, 2).order(100));
        assert_ne!(order, Random::new(1, 3).order(100));
        assert_ne!(order, Random::new(2, 2).order(100));
    }
}
