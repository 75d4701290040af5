//! The squared loss 1/2 (p - y)^2: the margin estimates the mean.
//!
//! Implicit step, closed form: (p - y) / (1 + c). Weakness: an explicit step on an unscaled feature overshoots and
//! diverges; the implicit one cannot.

use super::{Labels, LossFunction, Pieces, ROUNDED};

/// 1/2 (p - y)^2, real labels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Squared {}

impl LossFunction for Squared {
    const LABELS: Labels = Labels::Real;

    fn value(&self, p: f64, y: f64) -> f64 {
        let miss = self.slope(p, y);
        (0.5 * miss * miss).clamp(0.0, f64::MAX)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        (p - y).clamp(-f64::MAX, f64::MAX)
    }

    fn bend(&self, _p: f64, _y: f64) -> f64 {
        1.0
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
