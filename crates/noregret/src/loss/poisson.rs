//! The log loss of a Poisson count, up to a constant: exp(p) - y p, slope exp(p) - y.
//!
//! The margin is the log of the expected count. Beyond p = 300 the exponential goes on as its tangent, so that value and
//! slope stay finite and the loss convex for every finite margin. Implicit step: Newton in its bracket.
//! Weakness: an explicit step on one large count can throw the margin far out.

use super::{Labels, LossFunction};
use crate::root;

/// exp(p) - y p, labels counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Poisson {}

/// Where the exponential goes on as its tangent.
const STRAIGHT: f64 = 300.0;

impl LossFunction for Poisson {
    const LABELS: Labels = Labels::Count;

    fn value(&self, p: f64, y: f64) -> f64 {
        let grown = libm::exp(p.min(STRAIGHT)) * (1.0 + (p - STRAIGHT).max(0.0));
        (grown.min(f64::MAX) - (y * p).clamp(-f64::MAX, f64::MAX)).clamp(-f64::MAX, f64::MAX)
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        libm::exp(p.min(STRAIGHT)) - y
    }

    fn bend(&self, p: f64, _y: f64) -> f64 {
        if p < STRAIGHT { libm::exp(p) } else { 0.0 }
    }

    fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64) {
        (libm::log(y + s), 1.0 / (y + s))
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        root::affine((*self).into(), p, y, c)
    }

    fn link(&self, p: f64) -> f64 {
        libm::exp(p.min(STRAIGHT))
    }
}
