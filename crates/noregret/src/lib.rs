//! noregret: online learning of linear models, one pass, one example at a time, with regret bounded by a theorem or
//! measured and certified.
//!
//! ```
//! use noregret::{Features, Parameters, algorithms};
//!
//! let parameters = Parameters::new().number("radius", 10.0).number("scale", 0.1);
//! let spec = algorithms::find("per-coord")?.spec(Some("logistic".parse()?), &parameters)?;
//! let mut learner = spec.check()?.build();
//! for round in 0..100 {
//!     let y = if round % 2 == 0 { 1.0 } else { -1.0 };
//!     let values = [y, 0.5];
//!     let x = Features::new(&[3, 17], &values)?;     // sparse: strictly increasing indices
//!     let margin = learner.learn(x, y, 1.0)?;        // predicts, then learns
//!     assert!(margin.is_finite());
//! }
//! assert!(learner.margin(Features::new(&[3], &[1.0])?) > 1.0);
//! assert!(learner.bound().is_some());                // the theorem's regret bound
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library does no I/O. A [`Spec`] says what to learn and how; [`Spec::check`] refuses what makes no sense; the [`Checked`]
//! spec builds an [`Online`] learner, or a [`Player`] that takes gradients alone. [`State`] saves and restores either, bit for bit.
//!
//! # One example, from bytes to weights
//!
//! 1. **Bytes.** A line of text becomes [`Features`]: indices that strictly increase, values that are finite and not 0. `noregret-io` reads lines;
//!    [`Features::new`] takes slices, [`Rows`] many examples at once.
//! 2. **Learner.** [`Online::learn`] predicts the margin w . x, then learns from the label; [`Online::prepare`] and [`Online::commit`] are its two halves.
//! 3. **Step.** `step::Linear` is that round once for all geometries: open, [`Loss::slope`], adapt, explicit or implicit step, stage, commit. `step::root`
//!    finds the one number of an implicit step. Nothing is written before commit, and commit cannot fail.
//! 4. **Geometry.** The space the step is taken in. `geometry::Separable` treats every coordinate alone; `geometry::matrix` are matrices and sketches of them.
//! 5. **Rule.** What one coordinate does with its gradient: `rule::Bregman` from a potential, a metric and a memory, or a player of its own.
//! 6. **Table.** The cells a rule keeps, by index (`table::Flat`) or in the order of first use (`table::Compact`).
//!
//! # Where things are
//!
//! | folder | what is in it |
//! |---|---|
//! | the files beside this one | what a user touches: [`Features`], [`Predict`] and [`Online`], [`State`], [`Frozen`] |
//! | [`loss`] | one file a loss, and the table that lists them |
//! | `spec/` | a learner as data: [`Spec`], [`learner`] one file each, [`algorithms`] by name |
//! | `step/` | the one learning step, its root finder, the certificate of an implicit step |
//! | `geometry/` | spaces: separable, simplex and ball, signed pairs, matrices |
//! | `rule/` | the player at one coordinate: potentials, metrics, memories, intervals, rates |
//! | `learners/` | what learns without a geometry: `auto`, `cw` and `arow`, the copies of `flh` |
//! | [`classes`] | learners of several classes |
//! | `table/` | where cells live |
//! | `sketch/` | frequent directions and the small matrices under them |
//! | `simd/` | loops compiled twice, with the same bits |
//! | `oco/` | [`Player`]: gradients instead of examples |
//! | [`regret`] | the best fixed weights in hindsight, and the interval that certifies them |
//! | [`metric_learning`] | a matrix from pairs and triplets |
//!
//! Every formula has a slow twin in `crates/oracle`. `docs/math.md` says which symbol is which name, `CONTRIBUTING.md` how to add a loss or a rule.

pub mod classes;
mod features;
mod frozen;
mod geometry;
mod learners;
pub mod loss;
mod merge;
pub mod metric_learning;
mod oco;
mod online;
pub mod regret;
mod rule;
mod simd;
mod sketch;
mod spec;
mod state;
mod step;
mod table;

pub use classes::{ClassPart, ClassParts, Classifier, Classify, FrozenClasses, Objective};
pub use features::{Features, FeaturesBuf, FeaturesError, Rows, RowsError};
pub use frozen::Frozen;
pub use loss::{Labels, Loss};
pub use merge::{MergeError, Parts};
pub use oco::Player;
pub use online::{Iterate, LearnError, Online, Predict, Standing, Weight};
pub use rule::interval::Interval;
pub use rule::schedule::Rate;
pub use sketch::{FrequentDirections, gaussian_row, hadamard_entry};
pub use spec::{
    Checked, CheckedClasses, Coupling, Group, Joint, Kind, Learner, Matrix, Memory, Method, Metric,
    Parameter, Parameters, Plan, Potential, Projection, Scale, Spec, SpecError, Update, Value, algorithms,
    learner,
};
pub use state::{Array, Kind as ArrayKind, Number, Part, Save, State, StateError};
pub use step::certificate::{Certificate, ImplicitRound};
#[doc(hidden)]
pub use table::prefetch;
pub use table::{MAX_INDEX, Pages};
