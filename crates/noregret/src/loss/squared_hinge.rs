//! The squared hinge 1/2 max(0, 1 - y p)^2: smooth where the hinge has its kink.
//!
//! Implicit step, closed form: short / (1 + c). With an Euclidean geometry of rate 2C that is PA-II.
//! Weakness: grows quadratically, so one mislabelled example pulls hard.

use super::{Labels, LossFunction, Pieces, ROUNDED};

/// 1/2 max(0, 1 - y p)^2, labels -1 and +1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SquaredHinge {}

impl LossFunction for SquaredHinge {
    const LABELS: Labels = Labels::Binary;

    fn value(&self, p: f64, y: f64) -> f64 {
        let short = (1.0 - y * p).clamp(0.0, f64::MAX);
        (0.5 * short * short).clamp(0.0, f64::MAX)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        -y * (1.0 - y * p).clamp(0.0, f64::MAX)
    }

    fn bend(&self, p: f64, y: f64) -> f64 {
        if y * p < 1.0 { 1.0 } else { 0.0 }
    }

    fn pieces(&self, _y: f64) -> Option<Pieces> {
        None
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

    fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64) {
        (y + s, 1.0)
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        self.slope(p, y) / (1.0 + c)
    }
}
