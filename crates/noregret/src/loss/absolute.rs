//! The absolute loss |p - y|: the margin estimates the median.
//!
//! Implicit step, closed form: the full step, or exactly onto the label if the full step would pass it.
//! Weakness: the slope does not shrink near the label, so explicit steps oscillate about it.

use super::{Labels, LossFunction};

/// |p - y|, real labels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Absolute {}

impl LossFunction for Absolute {
    const LABELS: Labels = Labels::Real;

    fn value(&self, p: f64, y: f64) -> f64 {
        (p - y).abs().min(f64::MAX)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        if p > y {
            1.0
        } else if p < y {
            -1.0
        } else {
            0.0
        }
    }

    fn bend(&self, _p: f64, _y: f64) -> f64 {
        0.0
    }

    fn kink(&self, y: f64) -> Option<f64> {
        Some(y)
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        let miss = p - y;
        if miss.abs() >= c { self.slope(p, y) } else { miss / c }
    }
}
