//! The pinball loss `(y - p)(q - [y < p])`: the margin estimates the q-quantile.
//!
//! q = 1/2 is half the absolute loss. Implicit step, closed form: the full step, or exactly onto the label if the full
//! step would pass it. Weakness: as the absolute loss, kinked at the label.

use super::{Labels, LossFunction, Pieces, ROUNDED};

/// `(y - p)(q - [y < p])`, real labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantile {
    /// The quantile, strictly between 0 and 1.
    pub q: f64,
}

impl LossFunction for Quantile {
    const LABELS: Labels = Labels::Real;

    fn value(&self, p: f64, y: f64) -> f64 {
        let under = (y - p).clamp(-f64::MAX, f64::MAX);
        if under < 0.0 { under * (self.q - 1.0) } else { under * self.q }
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        if y < p { 1.0 - self.q } else { -self.q }
    }

    fn bend(&self, _p: f64, _y: f64) -> f64 {
        0.0
    }

    fn pieces(&self, y: f64) -> Option<Pieces> {
        Some(Pieces { lo: -self.q, hi: 1.0 - self.q, at: y })
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
        let over = p - y;
        if over >= c * (1.0 - self.q) && over > 0.0 {
            1.0 - self.q
        } else if over <= -c * self.q && over < 0.0 {
            -self.q
        } else if c > 0.0 {
            over / c
        } else {
            self.slope(p, y)
        }
    }
}
