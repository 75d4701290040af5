//! The hinge max(0, 1 - y p): the margin loss of support vector machines and of the passive-aggressive family.
//!
//! Implicit step, closed form: go the full step unless that would cross the kink y p = 1, then stop on it. With an
//! Euclidean geometry that is PA-I. Weakness: says nothing about probabilities.

use super::{Labels, LossFunction};

/// max(0, 1 - y p), labels -1 and +1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hinge {}

impl LossFunction for Hinge {
    const LABELS: Labels = Labels::Binary;

    fn value(&self, p: f64, y: f64) -> f64 {
        (1.0 - y * p).max(0.0)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        if y * p < 1.0 { -y } else { 0.0 }
    }

    fn bend(&self, _p: f64, _y: f64) -> f64 {
        0.0
    }

    fn kink(&self, y: f64) -> Option<f64> {
        Some(y)
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
