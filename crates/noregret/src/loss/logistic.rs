//! The log loss of a Bernoulli label: log(1 + exp(-y p)), slope -y / (1 + exp(y p)).
//!
//! Gives logistic regression; the margin is the log odds of +1. Its implicit step has no closed form: Newton in the
//! bracket (0, slope at p). Weakness: never zero, so it keeps pushing on examples long since right.

use super::{Labels, LossFunction};
use crate::root;

/// log(1 + exp(-y p)), labels -1 and +1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Logistic {}

/// 1 / (1 + exp(-p)) without overflow.
fn sigmoid(p: f64) -> f64 {
    if p >= 0.0 {
        1.0 / (1.0 + libm::exp(-p))
    } else {
        let e = libm::exp(p);
        e / (1.0 + e)
    }
}

impl LossFunction for Logistic {
    const LABELS: Labels = Labels::Binary;

    fn value(&self, p: f64, y: f64) -> f64 {
        let m = y * p;
        if m > 0.0 { libm::log1p(libm::exp(-m)) } else { libm::log1p(libm::exp(m)) - m }
    }

    fn slope(&self, p: f64, y: f64) -> f64 {
        -y * sigmoid(-y * p)
    }

    fn bend(&self, p: f64, _y: f64) -> f64 {
        let q = sigmoid(p);
        q * (1.0 - q)
    }

    fn inverse_slope(&self, s: f64, y: f64) -> (f64, f64) {
        let q = s.abs();
        (y * libm::log((1.0 - q) / q), 1.0 / (q * (1.0 - q)))
    }

    fn implicit_slope(&self, p: f64, y: f64, c: f64) -> f64 {
        root::affine((*self).into(), p, y, c)
    }

    fn link(&self, p: f64) -> f64 {
        sigmoid(p)
    }
}
