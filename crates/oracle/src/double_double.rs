//! Numbers of some 32 digits: the unevaluated sum of two floats, the second below the last digit of the first.
//!
//! Dekker 1971.
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `self.0 + self.1`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Double(f64, f64);

/// The sum, and what it rounds off.
fn exact_sum(a: f64, b: f64) -> Double {
    let sum = a + b;
    let back = sum - a;
    Double(sum, (a - (sum - back)) + (b - back))
}

/// A float as two of half as many digits.
fn halves(a: f64) -> (f64, f64) {
    let shifted = 134_217_729.0 * a;
    let high = shifted - (shifted - a);
    (high, a - high)
}

impl Double {
    pub const ZERO: Double = Double(0.0, 0.0);

    /// A float.
    pub fn of(value: f64) -> Double {
        Double(value, 0.0)
    }

    /// The exact product of two floats.
    pub fn product(a: f64, b: f64) -> Double {
        let product = a * b;
        let ((a, c), (b, d)) = (halves(a), halves(b));
        Double(product, ((a * b - product) + a * d + c * b) + c * d)
    }

    /// The nearest float.
    pub fn value(self) -> f64 {
        self.0
    }

    pub fn sqrt(self) -> Double {
        if self.0 <= 0.0 {
            return Double::ZERO;
        }
        let root = Double::of(self.0.sqrt());
        root + (self - root * root) / Double::of(2.0 * root.0)
    }

    pub fn abs(self) -> Double {
        if self.0 < 0.0 { -self } else { self }
    }
}

impl Neg for Double {
    type Output = Double;

    fn neg(self) -> Double {
        Double(-self.0, -self.1)
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let (high, low) = (exact_sum(self.0, other.0), exact_sum(self.1, other.1));
        let once = exact_sum(high.0, high.1 + low.0);
        exact_sum(once.0, once.1 + low.1)
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let high = Double::product(self.0, other.0);
        exact_sum(high.0, high.1 + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let first = Double::of(self.0 / other.0);
        let left = self - other * first;
        let second = Double::of(left.0 / other.0);
        let left = left - other * second;
        first + second + Double::of(left.0 / other.0)
    }
}

impl std::iter::Sum for Double {
    fn sum<I: Iterator<Item = Double>>(terms: I) -> Double {
        terms.fold(Double::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_digits() {
        let third = Double::of(1.0) / Double::of(3.0);
        let back = third * Double::of(3.0) - Double::of(1.0);
        assert!(back.value().abs() < 1e-31, "{back:?}");
        let root = Double::of(2.0).sqrt();
        assert!((root * root - Double::of(2.0)).value().abs() < 1e-31);
        // (1 + e)^2 - 1 - 2e = e^2, far below the last digit of a float.
        let e = Double::of(1e-14);
        let one = Double::of(1.0);
        let left = (one + e) * (one + e) - one - e - e;
        assert!((left.value() - 1e-28).abs() < 1e-31, "{left:?}");
    }
}
