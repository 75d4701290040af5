//! phi(w) = -log w, for w > 0: Burg's entropy, whose divergence is Itakura and Saito's.
//!
//! The dual is -1/w: a step is w <- w / (1 + w g/h). An explicit step can leave the domain (1 + w g/h <= 0): that is an error, never a clamp; an
//! implicit one cannot. Scale-free: multiplying all weights by a constant changes no divergence, so small and large true weights are learned
//! alike. l1 is a constant gradient; l2 is not offered. Weakness: explicit steps are only safe for small rates.
//! Reference: Kulis and Bartlett 2010.

use super::Potential;
use crate::step::root::Form;

/// -log w.
#[derive(Clone, Copy, Debug, Default)]
pub struct Burg;

impl Potential for Burg {
    const POSITIVE: bool = true;
    const FORM: Form = Form::Reciprocal;

    fn dual(self, w: f64) -> f64 {
        -1.0 / w
    }

    fn primal(self, theta: f64) -> f64 {
        -1.0 / theta
    }

    fn scaled(self, theta: f64, c: f64) -> f64 {
        theta / c
    }

    fn contains(self, theta: f64) -> bool {
        theta < 0.0 && theta.is_finite()
    }

    fn bend(self, w: f64) -> f64 {
        1.0 / (w * w)
    }

    fn divergence(self, u: f64, w: f64) -> f64 {
        let ratio = u / w;
        ratio - libm::log(ratio) - 1.0
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
