//! What a learner under H remembers of its steps, and where its weights are in that.
//!
//! [`Cmd`](super::Cmd) keeps the weights themselves, [`Pds`](super::Pds) the sum of gradients,
//! [`Penalized`](super::Penalized) either of them under a box and penalties. A round is `adapt`,
//! `stage`, `commit`, as in [`Geometry`](crate::geometry::Geometry); H is the caller's.

use super::merge::Spectrum;
use super::metric::{Metric, Open, huge};
use crate::features::Features;
use crate::sketch::{Basis, Sum, Write};
use crate::state::{State, StateError};
use crate::step::root::Probe;

/// A memory of steps under H.
pub trait Steps: Sized + Send + Sync {
    /// Vectors over the features that it keeps in the basis.
    const LEADS: usize;

    /// Whether a step moves every coordinate by itself, so that a round needs the cells of all.
    const EVERYWHERE: bool;

    /// The weights, to be read entry by entry.
    fn weights(&self, metric: &Metric) -> Weights;

    /// Follows the directions as the gradient slope x turned them.
    fn adapt(&mut self, metric: &Metric, open: &Open, slope: f64);

    /// `Some(c)` where a step of slope s leaves the margin p - c s.
    fn affine(&self, metric: &Metric, open: &Open) -> Option<f64>;

    /// The margin a step of slope s would leave; `None` where that is not needed or not known.
    fn probe(&self, metric: &Metric, open: &Open, s: f64) -> Option<Probe>;

    /// Works out the step of slope s.
    fn stage(&mut self, metric: &Metric, open: &Open, x: Features<'_>, s: f64) -> Staged;

    /// Whether its own numbers may enter.
    fn sound(&self) -> bool;

    /// Takes the staged step for its own, once the metric has committed.
    fn commit(&mut self, metric: &Metric);

    /// The theorem's bound on the regret, where there is one.
    fn bound(&self, _metric: &Metric) -> Option<f64> {
        None
    }

    /// A sum along the directions and the name it is saved under.
    fn sum(&self) -> (&'static str, &[f64]);

    /// The two parts of the bound, in the order they are saved; 0 where there is none.
    fn paid(&self) -> [f64; 2] {
        [0.0; 2]
    }

    /// What is kept of these weights under the matrix of these directions: the sum along them, and the
    /// leading vector. `None` where weights do not tell what is remembered.
    fn split(&self, metric: &Metric, weights: &[f64], spectrum: &Spectrum) -> Option<(Vec<f64>, Vec<f64>)>;

    /// One of the same kind as it was written.
    fn restored(&self, basis: &mut Basis, paid: [f64; 2], state: &State) -> Result<Self, StateError>;
}

/// A step that was worked out.
#[derive(Default)]
pub struct Staged {
    /// How the leading vectors move: a combination of the raw rows for each.
    pub moves: Vec<Vec<f64>>,
    /// What is written beside that.
    pub point: Point,
}

/// The weights after a step.
#[derive(Default)]
pub enum Point {
    /// They follow from the moves.
    #[default]
    Moved,
    /// Written anew at every place, less the origin.
    Whole(Vec<f64>),
    /// They cannot be told to their last digits.
    Unresolved,
}

impl Point {
    /// Whether its numbers may enter.
    pub fn sound(&self) -> bool {
        match self {
            Point::Whole(weights) => !weights.iter().any(|w| huge(*w)),
            Point::Moved | Point::Unresolved => true,
        }
    }

    /// What a commit writes.
    pub fn write(&self) -> Write<'_> {
        match self {
            Point::Whole(weights) => Write::Whole(weights),
            Point::Moved | Point::Unresolved => Write::Nothing,
        }
    }
}

/// Where the weights are.
pub enum Weights {
    /// In the first leading vector, counted from the origin: the weight of an untouched coordinate.
    Kept {
        /// 0, or the point of the box nearest to it.
        origin: f64,
    },
    /// Nowhere: they are this vector.
    Derived(Sum),
}

/// The margin of weights that all are `origin`.
fn margin_of(origin: f64, x: Features<'_>) -> f64 {
    if origin == 0.0 { 0.0 } else { x.values().iter().fold(0.0, |sum, v| sum + origin * v) }
}

impl Weights {
    /// The margin w . x; changes nothing.
    pub fn margin(&self, basis: &Basis, x: Features<'_>) -> f64 {
        match self {
            Weights::Kept { origin } => basis.products(x).0[0] + margin_of(*origin, x),
            Weights::Derived(sum) => basis.product(x, sum),
        }
    }

    /// w . x for the x that a round was opened with.
    pub fn margin_in(&self, basis: &Basis, x: Features<'_>, open: &Open) -> f64 {
        match self {
            Weights::Kept { origin } => open.leads[0] + margin_of(*origin, x),
            Weights::Derived(sum) => basis.product_in(x, &open.sketch, sum),
        }
    }

    /// The weight of a feature.
    pub fn at(&self, basis: &Basis, slot: usize) -> f64 {
        let cell = basis.slot_cell(slot);
        match self {
            Weights::Kept { origin } => origin + basis.lead(0, &cell),
            Weights::Derived(sum) => sum.at(&cell),
        }
    }

    /// The weight of a coordinate that no example touched.
    pub fn untouched(&self) -> f64 {
        match self {
            Weights::Kept { origin } => *origin,
            Weights::Derived(_) => 0.0,
        }
    }
}
