//! Huber's loss: 1/2 (p - y)^2 within d of the label, d (|p - y| - d/2) outside.
//!
//! Slope: the miss, clipped to [-d, d]. Implicit step, closed form: clip((p - y)/(1 + c), -d, d). Weakness: d is on
//! the label's scale and has to be chosen.

use super::{Labels, LossFunction, Pieces, ROUNDED};

/// Quadratic within `d` of the label, linear outside; real labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Huber {
    /// Where the quadratic turns linear.
    pub d: f64,
}

impl LossFunction for Huber {
    const LABELS: Labels = Labels::Real;

    fn value(&self, p: f64, y: f64) -> f64 {
        let miss = (p - y).abs();
        if miss <= self.d { 0.5 * miss * miss } else { (self.d * (miss - 0.5 * self.d)).clamp(0.0, f64::MAX) }
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        (p - y).clamp(-self.d, self.d)
    }

    fn bend(&self, p: f64, y: f64) -> f64 {
        if (p - y).abs() < self.d { 1.0 } else { 0.0 }
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
        ((p - y) / (1.0 + c)).clamp(-self.d, self.d)
    }
}
