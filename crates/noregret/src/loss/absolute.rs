//! The absolute loss |p - y|: the margin estimates the median.
//!
//! Implicit step, closed form: the full step, or exactly onto the label if the full step would pass it.
//! Weakness: the slope does not shrink near the label, so explicit steps oscillate about it.

use super::{Labels, LossFunction, Pieces, ROUNDED};

/// |p - y|, real labels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Absolute {}

impl LossFunction for Absolute {
    const LABELS: Labels = Labels::Real;

    fn value(&self, p: f64, y: f64) -> f64 {
        (p - y).abs().clamp(0.0, f64::MAX)
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

    fn pieces(&self, y: f64) -> Option<Pieces> {
        Some(Pieces { lo: -1.0, hi: 1.0, at: y })
    }

    fn least(&self, _y: f64) -> f64 {
        0.0
    }

    fn value_error(&self, p: f64, y: f64) -> f64 {
        ROUNDED * self.value(p, y)
    }

    fn slope_error(&self, p: f64, y: f64) -> f64 {
        ROUNDED * self.slope(p, y).abs()
    }

    fn inverse_slope(&self, _s: f64, y: f64) -> (f64, f64) {
        (y, 0.0)
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        let miss = p - y;
        if miss.abs() >= c { self.slope(p, y) } else { miss / c }
    }
}
