//! Geometries of several outputs: a weight vector for each class, over the same features. The [learner](crate::classes) of classes is written once over this seam.
//!
//! A round is that of a [`Geometry`](super::Geometry), with K margins and K slopes: `open`, `adapt`, `affine` or `probe`, `stage`, `commit`. Classes that
//! never showed take part in a round as soon as `open` is asked for their margins, and are there once it is committed. Nothing is written before
//! `commit`, and `commit` cannot fail.
//!
//! [`Wide`] puts a rule at every coordinate and class: one look-up and one gather for all classes of a feature. [`WideAdagrad`] is its commonest
//! case as tight loops, with the same bits. [`Copies`] is a geometry of one output for each class: K gathers, for what is not separable.

mod adagrad;
mod copies;
mod scalars;
mod wide;

pub use adagrad::WideAdagrad;
pub use copies::Copies;
pub use wide::Wide;

use crate::classes::ByClass;
use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};

/// A space of K weight vectors with margins and steps along examples.
pub trait Outputs: ByClass + Send + Sync {
    /// How many classes there are.
    fn outputs(&self) -> usize;

    /// The margins of at least all classes; pure. Places beyond them are for classes that never showed.
    fn margins(&self, x: Features<'_>, margins: &mut [f64]);

    /// Starts a round of as many classes as there are margins, at least all there are: gathers the cells x touches and fills in the margins.
    fn open(&mut self, x: Features<'_>, margins: &mut [f64]) -> Result<(), LearnError>;

    /// Lets every class's metric see its gradient slope * x.
    fn adapt(&mut self, x: Features<'_>, slopes: &[f64]);

    /// Whether a step of slopes s leaves the margins p_j - c_j s_j; fills in c if so.
    fn affine(&mut self, x: Features<'_>, c: &mut [f64]) -> bool;

    /// The margin a step of slope s would leave of a class; `None` where only explicit steps are taken.
    fn probe(&self, x: Features<'_>, class: usize, s: f64) -> Option<Probe>;

    /// The probe at 0.
    fn here(&self, x: Features<'_>, class: usize) -> Option<Probe>;

    /// The form in which probes are straightest.
    fn form(&self) -> Form;

    /// Computes the steps of slopes s, and refuses them if any number would not be finite.
    fn stage(&mut self, x: Features<'_>, s: &[f64]) -> Result<(), LearnError>;

    /// Writes the staged steps and ends the round.
    fn commit(&mut self, x: Features<'_>);

    /// Makes it a space of at least so many classes.
    fn grow(&mut self, outputs: usize) -> Result<(), LearnError>;

    /// A class's weights of the features it has met, in order of index.
    fn weights(&self, class: usize) -> Vec<Weight>;

    /// How many weights of all classes are not 0.
    fn active(&self) -> usize;

    /// The theorem's regret bound, summed over the classes, where one applies.
    fn bound(&self) -> Option<f64>;

    /// Bytes of memory held.
    fn bytes(&self) -> u64;

    /// Writes everything needed to go on but the number of classes.
    fn save(&self, state: &mut dyn Save);

    /// Goes on from a state of so many classes.
    fn restore(&mut self, outputs: usize, state: &State) -> Result<(), StateError>;

    /// Whether margins are sums of the weights there are, a feature without one counting nothing.
    fn is_sum_of_weights(&self) -> bool;
}
