//! Learners of classes: K margins in step, one for each class.
//!
//! A class is a number, 0 upwards. The largest margin wins. Classes may show up late, in any order: an example of class k makes a learner of
//! k + 1 classes at least, and that is no error. A new class starts from nothing: it has the margins of a learner that has seen
//! nothing, 0 unless weights begin elsewhere. The example that brings it is predicted with the class already in place, so that
//! its loss is finite. Under softmax a class that has never been learned from counts with its margin of 0 like any other, and so takes its
//! share of every probability from then on; before it showed it took none. Under one against the rest it knows nothing of the examples before it.
//!
//! [`Objective`] says what margins cost and which probabilities they stand for; [`Classify`] predicts, [`Classifier`] learns;
//! [`FrozenClasses`] predicts and no longer learns. `linear.rs` is the learning step over every geometry of several outputs,
//! `each.rs` K binary learners side by side.
//! `merge.rs` makes one learner of several that have learned side by side.
//!
//! ```
//! use noregret::{Coupling, Features, Parameters, Spec, algorithms, classes};
//!
//! let spec = algorithms::find("auto")?.spec(None, &Parameters::new())?;
//! let mut learner = Spec { classes: Some(Coupling::Softmax), ..spec }.check_classes()?.build();
//! let mut margins = Vec::new();
//! for round in 0..300 {
//!     let class = round % 3;
//!     let index = [class as u32];
//!     learner.learn(Features::new(&index, &[1.0])?, class, 1.0, &mut margins)?;
//! }
//! assert_eq!(learner.outputs(), 3);
//! learner.margins(Features::new(&[1], &[1.0])?, &mut margins);
//! assert_eq!(classes::best(&margins), Some(1));
//! learner.probabilities(&mut margins);
//! assert!(margins[1] > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod each;
mod frozen;
mod linear;
mod merge;
mod objective;
mod table;

pub(crate) use each::Each;
pub use frozen::FrozenClasses;
pub(crate) use linear::Coupled;
pub(crate) use merge::{ByClass, check_places};
pub use merge::{ClassPart, ClassParts};
pub use objective::Objective;
pub(crate) use table::ClassTable;

use crate::features::{Features, Rows};
use crate::merge::MergeError;
use crate::online::{LearnError, Standing, Weight, scale_to};
use crate::state::{Save, State, StateError};

/// The most classes a learner can have.
pub const MAX_CLASSES: usize = 1 << 16;

/// What predicts classes. Nothing changes by it, so threads may share it.
pub trait Classify: Send + Sync {
    /// What margins cost and which probabilities they stand for.
    fn objective(&self) -> Objective;

    /// How many classes there are so far.
    fn outputs(&self) -> usize;

    /// The margins of x, one a class. Places beyond [`outputs`](Self::outputs) are for classes that never showed; classes beyond the places are
    /// left out. Not finite numbers where the arithmetic leaves them, nor where no learning from x is possible whatever its class.
    fn margins(&self, x: Features<'_>, margins: &mut [f64]);

    /// The margins of many examples, [`outputs`](Self::outputs) for each, one example after the other.
    fn all_margins(&self, rows: Rows<'_>, margins: &mut [f64]) {
        let places = margins.chunks_exact_mut(self.outputs().max(1));
        rows.iter().zip(places).for_each(|(x, margins)| self.margins(x, margins));
    }

    /// What each feature of x adds to the margins, one number a class, in their order. Of a linear learner they sum to the margins, to rounding; where probabilities of several
    /// learners are mixed they are the mean of what it adds there, and what is missing is nobody's.
    fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        alone(x, self.outputs(), |one, margins| self.margins(one, margins))
    }

    /// Turns margins into the probabilities they stand for.
    fn probabilities(&self, margins: &mut [f64]) {
        self.objective().probabilities(margins);
    }

    /// What margins cost under a class, for an importance of 1.
    fn loss(&self, margins: &[f64], class: usize) -> f64 {
        self.objective().loss(margins, class)
    }
}

/// A learner of classes: one call an example.
pub trait Classifier: Classify {
    /// Predicts and works out what to learn, without learning it; leaves the margins, always finite, one for each class there is once the
    /// example is learned. `weight` is the example's importance: its loss counts that many times; 0 means predict only, and no class comes by it.
    /// What was prepared before and not committed is forgotten. After an error `margins` mean nothing.
    fn prepare(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError>;

    /// Learns what was prepared last, if anything was and was not refused. Cannot fail.
    fn commit(&mut self);

    /// Predicts, then learns; leaves the margins before learning. On an error nothing has changed.
    fn learn(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.prepare(x, class, weight, margins)?;
        self.commit();
        Ok(())
    }

    /// Makes it a learner of at least so many classes before they show: what is prepared is forgotten.
    fn grow(&mut self, outputs: usize) -> Result<(), LearnError>;

    /// Rounds learned from.
    fn rounds(&self) -> u64;

    /// A class's weights of the features it has met, in order of index.
    fn weights(&self, class: usize) -> Vec<Weight>;

    /// How many weights are not 0, those of all classes together.
    fn active(&self) -> usize;

    /// An upper bound on the regret so far against every fixed point of the feasible set, where a theorem gives one. Classes that
    /// came late are held against it from their first round on.
    fn bound(&self) -> Option<f64>;

    /// How the learners inside stand, for a learner that mixes several.
    fn lanes(&self) -> Vec<Standing> {
        Vec::new()
    }

    /// Bytes of memory the model holds.
    fn bytes(&self) -> u64;

    /// Writes everything needed to go on, bit for bit.
    fn save(&self, state: &mut dyn Save);

    /// Everything needed to go on, in memory.
    fn state(&self) -> State {
        State::of(|state| self.save(state))
    }

    /// Goes on from a state that the same spec wrote.
    fn restore(&mut self, state: &State) -> Result<(), StateError>;

    /// Becomes what its parts make, which went on from it; on an error it stays as it was.
    fn merge(&mut self, parts: &mut ClassParts<'_>) -> Result<(), MergeError>;

    /// A predictor with the same margins, to the bit, without what only learning needs; none where nothing can be left out.
    fn freeze(&self) -> Option<FrozenClasses>;

    /// A predictor of one 4-byte weight for each feature and class: near this learner's margins, not equal to them.
    fn compact(&self) -> Result<FrozenClasses, StateError> {
        let weights: Vec<Vec<Weight>> = (0..self.outputs()).map(|class| self.weights(class)).collect();
        FrozenClasses::compact(self.objective(), self.rounds(), &weights)
    }
}

/// The class of the largest margin, the first of several; none where there is no class, or a margin that is no number.
pub fn best(margins: &[f64]) -> Option<usize> {
    let largest = |top: usize, j: usize| if margins[j] > margins[top] { j } else { top };
    let numbers = !margins.is_empty() && margins.iter().all(|margin| !margin.is_nan());
    numbers.then(|| (1..margins.len()).fold(0, largest))
}

/// Refuses a class or weight that makes no sense.
pub(crate) fn check(class: usize, weight: f64) -> Result<(), LearnError> {
    check_outputs(class.saturating_add(1))?;
    if !(weight.is_finite() && weight >= 0.0) {
        return Err(LearnError::Label(format!(
            "an importance weight must be finite and not negative, not {weight}"
        )));
    }
    Ok(())
}

/// Refuses more classes than there can be.
pub(crate) fn check_outputs(outputs: usize) -> Result<(), LearnError> {
    if outputs <= MAX_CLASSES { Ok(()) } else { Err(LearnError::Classes { outputs, limit: MAX_CLASSES }) }
}

/// Refuses margins that are not finite.
pub(crate) fn check_margins(margins: &[f64]) -> Result<(), LearnError> {
    if margins.iter().all(|margin| margin.is_finite()) {
        Ok(())
    } else {
        Err(LearnError::Overflow { index: None })
    }
}

/// The margins of each feature alone, scaled as those of one output are.
pub(crate) fn alone(
    x: Features<'_>,
    outputs: usize,
    margins: impl Fn(Features<'_>, &mut [f64]),
) -> Vec<Vec<f64>> {
    let of = |one: Features<'_>| {
        let mut all = vec![0.0; outputs];
        margins(one, &mut all);
        all
    };
    let mut parts: Vec<Vec<f64>> = x.singles().map(of).collect();
    let mut whole = vec![0.0; outputs];
    margins(x, &mut whole);
    for (class, margin) in whole.iter().enumerate() {
        let mut column: Vec<f64> = parts.iter().map(|parts| parts[class]).collect();
        scale_to(&mut column, *margin);
        parts.iter_mut().zip(column).for_each(|(parts, part)| parts[class] = part);
    }
    parts
}

/// Lends places for all classes where fewer are asked for.
pub(crate) fn in_full(outputs: usize, margins: &mut [f64], fill: impl FnOnce(&mut [f64])) {
    if margins.len() >= outputs {
        return fill(margins);
    }
    let mut all = vec![0.0; outputs];
    fill(&mut all);
    let places = margins.len();
    margins.copy_from_slice(&all[..places]);
}

/// The count of classes in a state.
pub(crate) fn read_outputs(state: &State) -> Result<usize, StateError> {
    let outputs = state.count("classes")?;
    usize::try_from(outputs).ok().filter(|outputs| *outputs <= MAX_CLASSES).ok_or_else(|| StateError::Value {
        name: "classes".to_owned(),
        reason: format!("{outputs} classes are more than the {MAX_CLASSES} there can be"),
    })
}
