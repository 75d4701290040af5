//! The log loss of a Poisson count, up to a constant: exp(p) - y p, slope exp(p) - y.
//!
//! The margin is the log of the expected count. Beyond p = 300 the exponential goes on as its tangent, so that value and
//! slope stay finite and the loss convex for every finite margin. Implicit step: Newton in its bracket.
//! Weakness: an explicit step on one large count can throw the margin far out.

use super::{Labels, LossFunction, Pieces, ROUNDED};
use crate::step::root;

/// exp(p) - y p, labels counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Poisson {}

/// Where the exponential goes on as its tangent.
const STRAIGHT: f64 = 300.0;

impl LossFunction for Poisson {
    const LABELS: Labels = Labels::Count;

    fn value(&self, p: f64, y: f64) -> f64 {
        let grown = libm::exp(p.min(STRAIGHT)) * (1.0 + (p - STRAIGHT).max(0.0));
        let value = grown - y * p;
        // Where both parts are too large for a float, or one is, the slope says on which side it ends.
        let value = if value.is_finite() { value } else { self.slope(p, y) * p };
        value.clamp(-f64::MAX, f64::MAX)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        libm::exp(p.min(STRAIGHT)) - y
    }

    fn bend(&self, p: f64, _y: f64) -> f64 {
        if p < STRAIGHT { libm::exp(p) } else { 0.0 }
    }

    fn pieces(&self, _y: f64) -> Option<Pieces> {
        None
    }

    /// y - y ln y, at p = ln y; without end where the slope never reaches 0, because the tangent beyond p = 300 is less steep than y.
    fn least(&self, y: f64) -> f64 {
        if y == 0.0 {
            return 0.0;
        }
        let bent = y * libm::log(y);
        let least = (y - bent) - ROUNDED * (y + bent.abs());
        if y < libm::exp(STRAIGHT) && least.is_finite() { least } else { f64::NEG_INFINITY }
    }

    /// A difference of two numbers: each has its own error.
    fn value_error(&self, p: f64, y: f64) -> f64 {
        ROUNDED * (self.value(p, y).abs() + 2.0 * (y * p).abs())
    }

    fn slope_error(&self, p: f64, y: f64) -> f64 {
        ROUNDED * (self.slope(p, y).abs() + 2.0 * y)
    }

    fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64) {
        // No margin has a slope beyond the tangent's.
        if y + s > libm::exp(STRAIGHT) { (f64::INFINITY, 0.0) } else { (libm::log(y + s), 1.0 / (y + s)) }
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        root::affine((*self).into(), p, y, c)
    }

    fn link(&self, p: f64) -> f64 {
        libm::exp(p.min(STRAIGHT))
    }
}
