//! Potentials: the convex function phi whose Bregman divergence measures a step.
//!
//! A mirror step is taken in the dual, theta = phi'(w): theta <- theta - g/h. A potential says how weight and dual correspond, where a
//! step with the penalties l1 |w| + l2/2 w^2 lands (0 = absent), which weight a centred dual stands for, and what rounds without a
//! gradient do. The box is not its business: in one dimension it is a clamp afterwards, under any potential.

use crate::step::root::Form;

mod burg;
mod entropy;
mod euclidean;

pub use burg::Burg;
pub use entropy::Entropy;
pub use euclidean::Euclidean;

/// One potential, on one coordinate.
pub trait Potential: Copy + Send + Sync + 'static {
    /// Whether weights are positive.
    const POSITIVE: bool;

    /// The form in which a margin is straightest along a step.
    const FORM: Form;

    /// Whether the Bregman projection onto the simplex is to normalise.
    fn scales_onto_simplex(self) -> bool {
        false
    }

    /// phi'(w).
    fn dual(self, w: f64) -> f64;

    /// The w with phi'(w) = theta.
    fn primal(self, theta: f64) -> f64;

    /// The dual of c times the weight of dual theta.
    fn scaled(self, theta: f64, c: f64) -> f64;

    /// Whether a dual stands for a weight at all.
    fn contains(self, theta: f64) -> bool;

    /// phi''(w).
    fn bend(self, w: f64) -> f64;

    /// D_phi(u, w).
    fn divergence(self, u: f64, w: f64) -> f64;

    /// The dual of argmin over u of  h D_phi(u, w) + g u + l1 |u| + l2/2 u^2, for the weight of dual theta.
    fn step(self, theta: f64, g: f64, h: f64, l1: f64, l2: f64) -> f64;

    /// The dual of argmin over w of  h phi(w) - theta w + l1 |w| + l2/2 w^2.
    fn solve(self, theta: f64, h: f64, l1: f64, l2: f64) -> f64;

    /// The dual after rounds of penalty alone. `elapsed` is the sum over them of ln(1 + l2/h), or of 1/h when l2 = 0:
    /// all that a run of such rounds depends on.
    fn decay(self, theta: f64, elapsed: f64, l1: f64, l2: f64) -> f64;
}
