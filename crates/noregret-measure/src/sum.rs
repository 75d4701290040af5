//! A sum that keeps what rounding takes: after a million terms of one sign it is still right to the last digits.
//!
//! Every addition's rounding error is found exactly (Knuth's TwoSum) and added up beside the sum (Neumaier 1974). Sums of parts are merged by adding them, so
//! that neither the order of the terms nor how they were divided among parts shows in the first fifteen digits, unless the terms cancel.

/// A compensated sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    total: f64,
    lost: f64,
}

impl Sum {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, x: f64) {
        let total = self.total + x;
        let back = total - self.total;
        self.lost += (self.total - (total - back)) + (x - back);
        self.total = total;
    }

    /// Adds what another part has summed.
    pub fn merge(&mut self, other: &Sum) {
        self.add(other.total);
        self.lost += other.lost;
    }

    /// The sum; none once it has left the finite numbers.
    pub fn value(&self) -> Option<f64> {
        Some(self.total + self.lost).filter(|sum| sum.is_finite())
    }

    /// The sum over another, if both are known and the other is above 0.
    pub fn over(&self, weight: &Sum) -> Option<f64> {
        let mean = self.value()? / weight.value().filter(|weight| *weight > 0.0)?;
        Some(mean).filter(|mean| mean.is_finite())
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<T: IntoIterator<Item = f64>>(terms: T) -> Self {
        let mut sum = Self::default();
        terms.into_iter().for_each(|x| sum.add(x));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_rounding_takes() {
        let sum: Sum = [1e16, 1.0, 1.0, -1e16].into_iter().collect();
        assert_eq!(sum.value(), Some(2.0));
        let tenths: Sum = std::iter::repeat_n(0.1, 1_000_000).collect();
        assert_eq!(tenths.value(), Some(100_000.000_000_000_01_f64.round()));
        let mut parts = [Sum::default(); 2];
        (0..1000).for_each(|k| parts[k % 2].add(0.1));
        let [mut whole, other] = parts;
        whole.merge(&other);
        assert_eq!(whole.value(), Some(100.0));
    }

    #[test]
    fn beyond_the_finite_numbers_nothing_is_known() {
        let sum: Sum = [f64::MAX, f64::MAX].into_iter().collect();
        assert_eq!(sum.value(), None);
        assert_eq!(sum.over(&[1.0].into_iter().collect()), None);
        let one: Sum = [1.0].into_iter().collect();
        assert_eq!((one.over(&Sum::default()), one.over(&one)), (None, Some(1.0)));
    }
}
