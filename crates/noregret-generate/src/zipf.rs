//! Zipf's law: rank k of 1, ..., n has probability proportional to k^-s.
//!
//! Rejection-inversion: invert the integral of the continuous density, round, and reject the little
//! that is too much. No table, about one try a draw whatever n is; n of ten million costs what n of
//! ten costs. The integral and its inverse are written through expm1 and log1p so that s = 1, where
//! they become log and exp, needs no case of its own.
//!
//! Hörmann and Derflinger, "Rejection-inversion to generate variates from monotone discrete
//! distributions", 1996.

use crate::draw::Draw;

/// Zipf's law over ranks 1 to n.
#[derive(Debug, Clone)]
pub(crate) struct Zipf {
    ranks: f64,
    exponent: f64,
    integral_first: f64,
    integral_last: f64,
    sure: f64,
}

impl Zipf {
    /// Over ranks 1 to `ranks`, with odds k^-`exponent`; both must be positive.
    pub fn new(ranks: u32, exponent: f64) -> Zipf {
        let ranks = f64::from(ranks);
        let mut law = Zipf { ranks, exponent, integral_first: 0.0, integral_last: 0.0, sure: 0.0 };
        law.integral_first = law.integral(1.5) - 1.0;
        law.integral_last = law.integral(ranks + 0.5);
        law.sure = 2.0 - law.integral_inverse(law.integral(2.5) - law.density(2.0));
        law
    }

    /// A rank, from 1.
    pub fn rank(&self, draw: &mut Draw) -> u32 {
        loop {
            let u = self.integral_last + draw.uniform() * (self.integral_first - self.integral_last);
            let x = self.integral_inverse(u);
            let k = x.round().clamp(1.0, self.ranks);
            if k - x <= self.sure || u >= self.integral(k + 0.5) - self.density(k) {
                return k as u32;
            }
        }
    }

    fn density(&self, x: f64) -> f64 {
        libm::exp(-self.exponent * libm::log(x))
    }

    /// (x^(1-s) - 1) / (1 - s), which is log x at s = 1.
    fn integral(&self, x: f64) -> f64 {
        let log = libm::log(x);
        let a = (1.0 - self.exponent) * log;
        if a.abs() > 1e-8 { libm::expm1(a) / a * log } else { (1.0 + a / 2.0) * log }
    }

    fn integral_inverse(&self, u: f64) -> f64 {
        let a = ((1.0 - self.exponent) * u).max(-1.0);
        libm::exp(if a.abs() > 1e-8 { libm::log1p(a) / a * u } else { (1.0 - a / 2.0) * u })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin: probabilities by summing.
    fn probability(ranks: u32, exponent: f64, k: u32) -> f64 {
        let odds = |k: u32| libm::pow(f64::from(k), -exponent);
        odds(k) / (1..=ranks).map(odds).sum::<f64>()
    }

    #[test]
    fn frequencies_are_the_law() {
        for (ranks, exponent) in [(1, 1.0), (2, 0.5), (10, 1.0), (1000, 0.8), (1000, 1.3)] {
            let law = Zipf::new(ranks, exponent);
            let mut draw = Draw::keyed(4, 0, 0);
            let mut counts = vec![0; ranks as usize + 1];
            let n = 300_000;
            for _ in 0..n {
                counts[law.rank(&mut draw) as usize] += 1;
            }
            for k in [1, 2, 3, 10, 1000].into_iter().filter(|&k| k <= ranks) {
                let expected = probability(ranks, exponent, k) * f64::from(n);
                let off = (f64::from(counts[k as usize]) - expected).abs();
                assert!(off < 5.0 * expected.sqrt() + 1.0, "rank {k} of {ranks}^{exponent}: off by {off}");
            }
        }
    }

    #[test]
    fn ten_million_ranks_need_no_table() {
        let law = Zipf::new(10_000_000, 1.0);
        let mut draw = Draw::keyed(5, 0, 0);
        let ranks: Vec<u32> = (0..100_000).map(|_| law.rank(&mut draw)).collect();
        assert!(ranks.iter().all(|&k| (1..=10_000_000).contains(&k)));
        assert!(ranks.iter().any(|&k| k > 5_000_000));
        let first = ranks.iter().filter(|&&k| k == 1).count() as f64;
        assert!((first / 100_000.0 - 1.0 / 16.7).abs() < 0.005);
    }
}
