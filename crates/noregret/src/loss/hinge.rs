//! The hinge max(0, 1 - y p): the margin loss of support vector machines and of the passive-aggressive family.
//!
//! Implicit step, closed form: go the full step unless that would cross the kink y p = 1, then stop on it. With an
//! Euclidean geometry that is PA-I. Weakness: says nothing about probabilities.

use super::{Labels, LossFunction, Pieces, ROUNDED};

/// max(0, 1 - y p), labels -1 and +1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hinge {}

impl LossFunction for Hinge {
    const LABELS: Labels = Labels::Binary;

    fn value(&self, p: f64, y: f64) -> f64 {
        (1.0 - y * p).clamp(0.0, f64::MAX)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        if y * p < 1.0 { -y } else { 0.0 }
    }

    fn bend(&self, _p: f64, _y: f64) -> f64 {
        0.0
    }

    fn pieces(&self, y: f64) -> Option<Pieces> {
        Some(Pieces { lo: (-y).min(0.0), hi: (-y).max(0.0), at: y })
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
        let short = 1.0 - y * p;
        if short <= 0.0 {
            0.0
        } else if short >= c {
            -y
        } else {
            -y * (short / c)
        }
    }
}
