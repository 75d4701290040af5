//! noregret: online learning of linear models, one pass, one example at a time, with algorithms whose regret is proven.
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

pub mod classes;
mod features;
mod frozen;
mod geometry;
mod learners;
pub mod loss;
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

pub use classes::{Classifier, Classify, FrozenClasses, Objective};
pub use features::{Features, FeaturesBuf, FeaturesError, Rows, RowsError};
pub use frozen::Frozen;
pub use loss::{Labels, Loss};
pub use oco::Player;
pub use online::{LearnError, Online, Predict, Standing, Weight};
pub use rule::interval::Interval;
pub use rule::schedule::Rate;
pub use sketch::{FrequentDirections, gaussian_row, hadamard_entry};
pub use spec::{
    Checked, CheckedClasses, Coupling, Group, Joint, Kind, Learner, Matrix, Memory, Method, Metric,
    Parameter, Parameters, Potential, Projection, Scale, Spec, SpecError, Update, Value, algorithms,
};
pub use state::{Array, Kind as ArrayKind, Number, Part, Save, State, StateError};
pub use step::certificate::{Certificate, ImplicitRound};
pub use table::MAX_INDEX;
#[doc(hidden)]
pub use table::prefetch;
