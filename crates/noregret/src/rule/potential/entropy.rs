//! phi(w) = w log w - w, for w > 0: exponentiated gradient.
//!
//! The dual is log w: a step multiplies, w <- w exp(-g/h). Weights stay positive by themselves; the cell keeps the logarithm, so that a weight
//! too small for a float comes back when gradients turn. l1 is a constant gradient; l2 has no closed form under changing rates and is not
//! offered. On the simplex the Bregman projection is to normalise. Weakness: a weight near zero moves slowly; signs need the pair w+ - w-.
//! Reference: Kivinen and Warmuth 1997.

use super::Potential;
use crate::step::root::Form;

/// w log w - w.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entropy;

impl Potential for Entropy {
    const POSITIVE: bool = true;
    const FORM: Form = Form::Logarithm;

    fn scales_onto_simplex(self) -> bool {
        true
    }

    fn dual(self, w: f64) -> f64 {
        libm::log(w)
    }

    fn primal(self, theta: f64) -> f64 {
        libm::exp(theta)
    }

    fn scaled(self, theta: f64, c: f64) -> f64 {
        theta + libm::log(c)
    }

    fn contains(self, theta: f64) -> bool {
        theta.is_finite()
    }

    fn bend(self, w: f64) -> f64 {
        1.0 / w
    }

    fn divergence(self, u: f64, w: f64) -> f64 {
        if u == 0.0 { w } else { u * libm::log(u / w) - u + w }
    }

    fn step(self, theta: f64, g: f64, h: f64, l1: f64, _l2: f64) -> f64 {
        if h == 0.0 { theta } else { theta - (g + l1) / h }
    }

    fn solve(self, theta: f64, h: f64, l1: f64, _l2: f64) -> f64 {
        (theta - l1) / h
    }

    fn decay(self, theta: f64, elapsed: f64, l1: f64, _l2: f64) -> f64 {
        theta - l1 * elapsed
    }
}
