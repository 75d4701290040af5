//! Geometries: spaces a step can be taken in. [`learn`](crate::step) is written once over this seam.
//!
//! A round is: `open` gathers what x touches, once, and gives the margin; `adapt` lets the metric see
//! the gradient; `probe` and `affine` say what margin a step of slope s would leave, for implicit
//! steps; `stage` computes the step and refuses one that would put a NaN or an infinity into the state;
//! `commit` scatters. Nothing is written before `commit`, and `commit` cannot fail.

mod adagrad;
mod joint;
mod matrix;
mod merge;
mod outputs;
mod separable;
mod signed;

pub use adagrad::Adagrad;
pub use joint::Joint;
pub use matrix::{Cmd, Curvature, LowRank, Mix, Newton, Pds, Penalized, Penalty, Scaled, Sketched};
pub use outputs::{Copies, Outputs, Wide, WideAdagrad};
pub use separable::Separable;
pub use signed::Signed;

use crate::features::Features;
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight, active};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};

/// A space with weights, a margin and steps along examples.
pub trait Geometry: Send + Sync {
    /// The margin w . x; changes nothing.
    fn margin(&self, x: Features<'_>) -> f64;

    /// Starts a round: gathers the cells x touches and gives the margin.
    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError>;

    /// Makes room for what is about to come, as [`Online::foresee`](crate::Online::foresee) says.
    fn foresee(&mut self, _last: u32, _lookups: u64) {}

    /// Asks for the cells of features that come soon, as [`Online::expect`](crate::Online::expect) says.
    fn expect(&mut self, _indices: &[u32], _next: bool) {}

    /// Gives the curvature of the coming round along each coordinate of x, to geometries that use it.
    fn curve(&mut self, _curvature: &[f64]) {}

    /// Lets the metric see the gradient slope * x.
    fn adapt(&mut self, x: Features<'_>, slope: f64);

    /// The margin a step of slope s would leave; `None` where only explicit steps are taken.
    fn probe(&self, x: Features<'_>, s: f64) -> Option<Probe>;

    /// The probe at 0. Where the pass of `open` can tell it, it does, and this costs nothing.
    fn here(&self, x: Features<'_>) -> Option<Probe> {
        self.probe(x, 0.0)
    }

    /// The form in which the probe is straightest.
    fn form(&self) -> Form;

    /// `Some(c)` where a step of slope s leaves the margin p - c s.
    fn affine(&self, x: Features<'_>) -> Option<f64>;

    /// Computes the step of slope s, and refuses it if any number would not be finite.
    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError>;

    /// Writes the staged step and ends the round.
    fn commit(&mut self, x: Features<'_>);

    /// Rounds learned from.
    fn rounds(&self) -> u64;

    /// The touched coordinates' weights, in order of index.
    fn weights(&self) -> Vec<Weight>;

    /// How many weights are not 0.
    fn active(&self) -> usize {
        active(&self.weights())
    }

    /// The weight of one coordinate.
    fn weight(&self, index: u32, group: usize) -> f64;

    /// The theorem's regret bound, accumulated from the gradients seen, where one applies.
    fn bound(&self) -> Option<f64>;

    /// Bytes of memory held.
    fn bytes(&self) -> u64;

    /// Writes everything needed to go on.
    fn save(&self, state: &mut dyn Save);

    /// Goes on from a state.
    fn restore(&mut self, state: &State) -> Result<(), StateError>;

    /// Becomes what parts learned together that all went on from this one's state.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError>;

    /// A predictor with the same margins, if they are sums of fixed weights.
    fn freeze(&self) -> Option<Frozen> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::interval::Interval;
    use crate::rule::memory::Mirror;
    use crate::rule::metric::{Schedule, Uniform};
    use crate::rule::potential::{Burg, Entropy, Potential};
    use crate::rule::schedule::Rate;
    use crate::rule::{Bregman, Terms};
    use crate::spec::Joint as JointSet;

    /// What `open` tells in passing is the probe at 0.
    fn told(mut geometry: impl Geometry) {
        let (indices, values) = ([1, 4, 7, 9], [0.5, -2.0, 3.0, -0.1]);
        let x = Features::new(&indices, &values).unwrap();
        for s in [0.03, -0.02, 0.01] {
            let p = geometry.open(x).unwrap();
            geometry.adapt(x, s);
            let (here, probe) = (geometry.here(x).unwrap(), geometry.probe(x, 0.0).unwrap());
            assert!((here.margin() - p).abs() < 1e-12 && (probe.margin() - p).abs() < 1e-12);
            assert!(here.give() < 0.0 && (here.give() / probe.give() - 1.0).abs() < 1e-12);
            geometry.stage(x, s).unwrap();
            geometry.commit(x);
        }
    }

    fn told_under<P: Potential>(potential: P) {
        let schedule = Schedule::Fixed { rate: Rate::Sqrt, eta: 0.7 };
        let metric = Uniform { schedule };
        let set = Interval { lo: 0.01, hi: 5.0 };
        let terms = || vec![Terms { set, l1: 0.0, l2: 0.0, eta: 0.7, start: 1.5 }];
        let rule = Bregman { potential, metric, memory: Mirror, project_after: true };
        told(Separable::new(rule, terms()));
        told(Signed::new(Separable::new(rule, terms())));
        told(Joint::new(potential, JointSet::Simplex, schedule, 1.0));
    }

    #[test]
    fn the_probe_at_0_is_told_in_passing() {
        told_under(Entropy);
        told_under(Burg);
    }
}
