//! The float a lane computes with: f32, so that a cell is 64 bytes; f64 in tests, to compare with the
//! formula.

use crate::state::Number;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

/// What the lanes' loops need of a float. Every operation is one IEEE operation: the same bits on every
/// machine.
pub trait Float:
    Number
    + Debug
    + Default
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + 'static
{
    /// The largest magnitude of a value that is taken in.
    const LARGEST: f64;
    /// The smallest scale of a feature; values below it count as fractions of it.
    const SMALLEST: f64;
    /// Curvature before any gradient: so small that it matters only where a square underflows.
    const DELTA: f64;
    /// The longest step for a slope of 1 that many of them can be added up of.
    const LONGEST: f64;
    /// The distance from 1 to the next float.
    const EPSILON: f64;

    /// The float nearest to the value.
    fn from_f64(value: f64) -> Self;
    /// As f64, exactly.
    fn to_f64(self) -> f64;
    /// The square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// The magnitude, without the sign.
    fn abs(self) -> Self;
    /// The largest power of two that is not above a positive number; 0 for 0.
    fn binade(self) -> Self;
}

macro_rules! float {
    ($float:ident, $exponent:literal, $largest:literal, $smallest:literal, $delta:literal, $longest:literal) => {
        impl Float for $float {
            const LARGEST: f64 = $largest;
            const SMALLEST: f64 = $smallest;
            const DELTA: f64 = $delta;
            const LONGEST: f64 = $longest;
            const EPSILON: f64 = $float::EPSILON as f64;

            #[inline]
            fn from_f64(value: f64) -> Self {
                value as $float
            }

            #[inline]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[inline]
            fn sqrt(self) -> Self {
                self.sqrt()
            }

            #[inline]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline]
            fn binade(self) -> Self {
                $float::from_bits(self.to_bits() & $exponent)
            }
        }
    };
}

float!(f32, 0x7f80_0000, 1e30, 1e-30, 1e-20, 1e33);
float!(f64, 0x7ff0_0000_0000_0000, 1e150, 1e-150, 1e-100, 1e280);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binades() {
        for (value, power) in [(1.0, 1.0), (1.999, 1.0), (2.0, 2.0), (0.3, 0.25), (0.0, 0.0)] {
            assert_eq!(Float::binade(value as f32), power as f32);
            assert_eq!(Float::binade(value), power);
        }
    }
}
