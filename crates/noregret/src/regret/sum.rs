//! Sums that know how wrong they can be.
//!
//! Every addition's rounding error is itself computed exactly and added up beside the sum. With u = 2^-53, n terms and gamma = n u / (1 - n u) the result S~ satisfies
//!   |S~ - S| <= u |S~| (1 + 2u) + gamma^2 sum |x_k|,
//! to which comes what each term was said to be wrong by. [`Sum::low`] and [`Sum::high`] are S~ less and plus all of that, rounded outwards.
//! Weakness: a sum that leaves the finite numbers knows nothing: its interval is everything.
//! Reference: Ogita, Rump and Oishi 2005, algorithm Sum2.

/// 2^-53: the largest relative error of one rounding.
pub(super) const U: f64 = f64::EPSILON / 2.0;

/// a + b, and what rounding took from it.
#[inline]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let shadow = sum - a;
    (sum, (a - (sum - shadow)) + (b - shadow))
}

/// A sum with its error.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    high: f64,
    low: f64,
    size: f64,
    slack: f64,
    terms: u64,
}

impl Sum {
    /// Adds x, which is exact.
    #[inline]
    pub fn add(&mut self, x: f64) {
        let (sum, lost) = two_sum(self.high, x);
        self.high = sum;
        self.low += lost;
        self.size += x.abs();
        self.terms += 1;
    }

    /// Adds x, which is within `slack` of what it stands for.
    #[inline]
    pub fn add_within(&mut self, x: f64, slack: f64) {
        self.add(x);
        self.slack += slack;
    }

    /// The sum as nearly as floats have it.
    pub fn value(&self) -> f64 {
        self.high + self.low
    }

    /// How far the true sum can be from [`value`](Self::value).
    pub fn error(&self) -> f64 {
        let n = (self.terms + 2) as f64 * U;
        // 1.01 covers the rounding of size, slack and this very line, for less than 2^44 terms; the smallest normal number a
        // term covers products that fell below the normal ones.
        let error = U * self.value().abs() + n * n * self.size + self.slack;
        1.01 * error + (self.terms + 1) as f64 * f64::MIN_POSITIVE
    }

    /// A number the true sum is not below.
    pub fn low(&self) -> f64 {
        let low = (self.value() - self.error()).next_down();
        if low.is_nan() { f64::NEG_INFINITY } else { low }
    }

    /// A number the true sum is not above.
    pub fn high(&self) -> f64 {
        let high = (self.value() + self.error()).next_up();
        if high.is_nan() { f64::INFINITY } else { high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_the_true_sum_and_little_else() {
        // Whole numbers of very different size: i128 adds them exactly.
        let mut state = 1u64;
        let (mut sum, mut exact) = (Sum::default(), 0i128);
        for _ in 0..100_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let x = ((state >> 11) as i64 - (1 << 52)) >> ((state >> 3) % 50);
            sum.add(x as f64);
            exact += i128::from(x);
        }
        let exact = exact as f64;
        assert!(sum.low() <= exact && exact <= sum.high());
        assert!(sum.high() - sum.low() <= 1e-15 * exact.abs() + 1e-6);
    }

    #[test]
    fn cancellation_and_slack() {
        let mut sum = Sum::default();
        for x in [1e16, 1.0, -1e16] {
            sum.add(x);
        }
        assert!(sum.value() == 1.0 && sum.error() < 1e-13);
        sum.add_within(2.0, 0.5);
        assert!(sum.low() <= 2.5 && sum.high() >= 3.5);
        sum.add(f64::INFINITY);
        assert_eq!((sum.low(), sum.high()), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
