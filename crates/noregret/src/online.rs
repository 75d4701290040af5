//! What a learner is to its user: predict, learn, show its weights and bound, save and restore.

use crate::features::{Features, Rows};
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::state::{Save, State, StateError};
use thiserror::Error;

/// Why an example was refused. The learner is as it was before it.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LearnError {
    /// The arithmetic of this example leaves the finite numbers.
    #[error("the numbers of this example are too large: learning from it would overflow{}", at(*.index))]
    Overflow {
        /// A feature where it happens, if one alone is to blame.
        index: Option<u32>,
    },
    /// A feature index is beyond what the table can hold.
    #[error("feature index {index} needs a weight table of {bytes} bytes, which cannot be had")]
    TableFull {
        /// The index.
        index: u32,
        /// What the table would take.
        bytes: u64,
    },
    /// There are more features than a learner with a full matrix can have.
    #[error(
        "{features} features need a full matrix of {} MB, and the limit is {limit} features; use {instead}, which keeps a few numbers a feature",
        (*.features as u64 * *.features as u64 * 8).div_ceil(1_000_000)
    )]
    TooWide {
        /// The features there are.
        features: usize,
        /// The most there may be.
        limit: usize,
        /// The learner to take.
        instead: &'static str,
    },
    /// An explicit step left the set where the potential is defined.
    #[error(
        "in round {round} the explicit step left the domain of the potential (feature {index}); use the implicit update, which cannot"
    )]
    LeftDomain {
        /// The round.
        round: u64,
        /// A feature where it happens.
        index: u32,
    },
    /// The step under a matrix with a box or a penalty is lost in rounding.
    #[error(
        "the step of this example is lost in rounding: under a box or a penalty its features are of too different sizes; rescale them, or raise delta (alpha)"
    )]
    Unresolved,
    /// The learner takes explicit steps only.
    #[error("this learner has no implicit step")]
    NoImplicitStep,
    /// A feature's group is none of the spec's.
    #[error(
        "feature {index} is of group {group}, and the learner has {groups} (0 is that of features without a name)"
    )]
    Group {
        /// The feature.
        index: u32,
        /// Its group.
        group: u8,
        /// How many groups there are.
        groups: usize,
    },
    /// There are more classes than a learner can have.
    #[error(
        "{outputs} classes are more than the {limit} a learner can have: number them from 0, without gaps"
    )]
    Classes {
        /// How many there would be.
        outputs: usize,
        /// The most there may be.
        limit: usize,
    },
    /// The label or weight is not one the loss is defined on.
    #[error("{0}")]
    Label(String),
}

fn at(index: Option<u32>) -> String {
    index.map_or_else(String::new, |index| format!(" (feature {index})"))
}

/// A coordinate and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// The coordinate.
    pub index: u32,
    /// Its weight.
    pub value: f64,
}

/// How many of these are not 0.
pub(crate) fn active(weights: &[Weight]) -> usize {
    weights.iter().filter(|w| w.value != 0.0).count()
}

/// The factor that makes a sum what it should be; 1 where it is so already, to the rounding of 4-byte numbers, or where the factor would be no small change.
pub(crate) fn factor_to(sum: f64, size: f64, margin: f64) -> f64 {
    let factor = margin / sum;
    let plain = (sum - margin).abs() <= 1e-6 * size || sum.abs() < 0.01 * size;
    if plain || !(factor > 0.0 && factor <= 2.0) { 1.0 } else { factor }
}

/// Scales what features add so that it sums to the margin.
pub(crate) fn scale_to(parts: &mut [f64], margin: f64) {
    let (sum, size) = parts.iter().fold((0.0, 0.0), |(sum, size), part| (sum + part, size + part.abs()));
    let factor = factor_to(sum, size, margin);
    if factor != 1.0 {
        parts.iter_mut().for_each(|part| *part *= factor);
    }
}

/// How one of several learners that run side by side stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Standing {
    /// What it is called.
    pub name: String,
    /// Its share of the prediction before anything was seen.
    pub prior: f64,
    /// Its share now.
    pub posterior: f64,
    /// Its own total loss, as if it had been alone.
    pub loss: f64,
    /// The most by which the whole can have lost more than it.
    pub price: f64,
    /// What loss and price are counted in: 1, or the mean importance weight of the rounds so far. Then a round counts as its weight
    /// by the mean up to it.
    pub unit: f64,
}

/// Which weights a model predicts best by once it no longer learns: the last ones, or averages over the stream. Losses are means a round of what came after a model was set aside, of
/// the last two thirds of the stream or so; none where nothing was judged.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Iterate {
    /// Whether the averages serve better, or what knows no order.
    pub averaged: bool,
    /// Whether labels come sorted: then no later row can tell what was forgotten, and what knows no order serves, half of it a constant.
    pub sorted: bool,
    /// What the last weights lost, set aside.
    pub last: Option<f64>,
    /// What the averages lost.
    pub average: Option<f64>,
    /// What the learner itself lost on the same rounds, as it goes along.
    pub along: Option<f64>,
}

/// What predicts. Nothing changes by it, so threads may share it.
pub trait Predict: Send + Sync {
    /// The margin w . x. Not a finite number where the arithmetic leaves them, nor where no learning from x is possible
    /// whatever its label: a value too large for the learner, a group it does not have.
    fn margin(&self, x: Features<'_>) -> f64;

    /// The margins of many examples, the same bits as one by one. There must be one place for each.
    fn margins(&self, rows: Rows<'_>, margins: &mut [f64]) {
        rows.iter().zip(margins).for_each(|(x, margin)| *margin = self.margin(x));
    }

    /// What each feature of x adds to the margin, in their order. A feature of a linear learner adds what it would have for a margin alone, and they sum to the margin, to rounding.
    /// Where a learner does more than add (it clips, or weights depend on which features are there) they are scaled to sum to it, unless that would change them beyond recognition.
    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let mut parts: Vec<f64> = x.singles().map(|one| self.margin(one)).collect();
        scale_to(&mut parts, self.margin(x));
        parts
    }
}

/// A linear learner: one call an example.
pub trait Online: Predict {
    /// Predicts and works out what to learn, without learning it; gives the margin, always finite. `weight` is the example's importance:
    /// its loss counts that many times; 0 means predict only. What was prepared before and not committed is forgotten.
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError>;

    /// Learns what was prepared last, if anything was and was not refused. Cannot fail.
    fn commit(&mut self);

    /// Predicts, then learns; gives the margin before learning. On an error nothing has changed.
    fn learn(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.prepare(x, y, weight)?;
        self.commit();
        Ok(p)
    }

    /// Tells how many features the examples have that are about to come, in all, and the largest index, so that memory is laid out for them from the start. A hint, which
    /// changes nothing.
    fn foresee(&mut self, _last: u32, _lookups: u64) {}

    /// Tells which features come soon, so that their cells are on the way while others are learned from: first when an example is two rounds ahead
    /// (`next` is false), and again when it is the next. A hint, which changes nothing; learners for which it would not pay ignore it.
    fn expect(&mut self, _indices: &[u32], _next: bool) {}

    /// Rounds learned from.
    fn rounds(&self) -> u64;

    /// The touched coordinates' weights, in order of index.
    fn weights(&self) -> Vec<Weight>;

    /// How many weights are not 0.
    fn active(&self) -> usize {
        active(&self.weights())
    }

    /// An upper bound on the regret so far against every fixed point of the feasible set, where a theorem gives one.
    fn bound(&self) -> Option<f64>;

    /// How the learners inside stand, for a learner that mixes several.
    fn lanes(&self) -> Vec<Standing> {
        Vec::new()
    }

    /// Which weights serve best, for a learner that keeps averages beside the last ones.
    fn iterate(&self) -> Option<Iterate> {
        None
    }

    /// What predicts by averages, where they serve better than the last weights; see [`iterate`](Self::iterate).
    fn serving(&self) -> Option<Box<dyn Predict + '_>> {
        None
    }

    /// [`serving`](Self::serving) as a model of its own, with the same margins to the bit.
    fn settled(&self) -> Option<Frozen> {
        None
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

    /// Becomes what its parts learned together. This learner is the common start, fresh or not: every part went on from its state, each with
    /// examples of its own. Parts come one at a time and are forgotten at once. On an error nothing has changed.
    ///
    /// ```
    /// use noregret::{Features, Parameters, algorithms};
    /// let spec = algorithms::find("ada-diag")?.spec(None, &Parameters::new())?.check()?;
    /// let mut whole = spec.build();
    /// for _ in 0..3 {
    ///     let learned = [1.0, -1.0].map(|y| {
    ///         let mut part = spec.build();
    ///         part.restore(&whole.state())?;
    ///         part.learn(Features::new(&[1, 2], &[y, 0.5])?, y, 1.0)?;
    ///         Ok(part.state())
    ///     });
    ///     let parts: Vec<_> = learned.into_iter().collect::<Result<_, Box<dyn std::error::Error>>>()?;
    ///     whole.merge(&mut parts.into_iter().map(Ok))?;
    /// }
    /// assert_eq!(whole.rounds(), 6);
    /// assert!(whole.margin(Features::new(&[1], &[1.0])?) > 0.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// What merging means for a learner is in `docs/math.md`; where it means nothing it is refused, with what to do instead.
    /// Afterwards there is no [`bound`](Self::bound), but where there was a single part, which is then what this learner becomes.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError>;

    /// A predictor with the same margins, to the bit, without what only learning needs; none where nothing can be left out.
    fn freeze(&self) -> Option<Frozen> {
        None
    }

    /// A predictor of one 4-byte weight a feature: near this learner's margins, not equal to them.
    fn compact(&self) -> Result<Frozen, StateError> {
        Frozen::compact(self.rounds(), None, &self.weights())
    }
}
