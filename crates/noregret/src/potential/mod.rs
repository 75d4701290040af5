//! Potentials: the convex function phi whose Bregman divergence measures a step.
//!
//! A potential answers three one-dimensional questions, each with the penalties l1 |w| + l2/2 w^2 on board (0 = absent):
//! where a mirror step lands, which weight a dual stands for, and what rounds without a gradient do to a weight.
//! The box is not its business: in one dimension it is a clamp afterwards.

mod euclidean;
pub use euclidean::Euclidean;

/// One potential, on one coordinate.
pub trait Potential: Copy + Send + Sync + 'static {
    /// argmin over u of  h D_phi(u, w) + g u + l1 |u| + l2/2 u^2.
    fn step(self, w: f64, g: f64, h: f64, l1: f64, l2: f64) -> f64;

    /// argmin over w of  h phi(w) - theta w + l1 |w| + l2/2 w^2.
    fn solve(self, theta: f64, h: f64, l1: f64, l2: f64) -> f64;

    /// Where w stands after rounds of penalty alone. `elapsed` is the sum over them of ln(1 + l2/h), or of 1/h when
    /// l2 = 0: all that a run of such rounds depends on.
    fn decay(self, w: f64, elapsed: f64, l1: f64, l2: f64) -> f64;
}
