//! Metrics: the curvature h of each coordinate, by which a step is divided.

mod diagonal;
mod uniform;

pub use diagonal::Diagonal;
pub use uniform::{Schedule, Uniform};

use crate::rule::{At, Round, Shared};

/// How curvature comes from the gradients seen.
pub trait Metric: Copy + Send + Sync + 'static {
    /// Whether every coordinate has the shared rate.
    const SHARED: bool;

    /// h of a coordinate whose accumulator is `acc`.
    fn curvature(self, acc: f64, at: At<'_>) -> f64;

    /// What a merge weighs a coordinate by: the accumulator, where there is one.
    fn mass(self, acc: f64) -> Option<f64>;

    /// The accumulator after a gradient.
    fn accrue(self, acc: f64, g: f64) -> f64;

    /// Tells the shared scalars of a round.
    fn observe(self, shared: &mut Shared, round: Round<'_>);

    /// The reading of the clock by which missed rounds are counted.
    fn now(self, at: At<'_>) -> f64;

    /// What the rounds between a reading and now amount to: the sum of ln(1 + l2/h), or of 1/h when l2 = 0.
    fn elapsed(self, since: f64, acc: f64, at: At<'_>) -> f64;

    /// The regret bound of mirror descent on one coordinate: the gradients' part and the diameter's.
    fn bound(self, acc: f64, at: At<'_>) -> f64;

    /// The bound that is not split over coordinates.
    fn shared_bound(self, shared: &Shared) -> f64;
}
