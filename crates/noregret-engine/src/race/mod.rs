//! Many learners over one pass of one parse: what `compare` and `tune` are made of.
//!
//! Every learner gets every example, in order, and does with it what it would do alone, bit for bit. Batches are parsed once; within a batch learners run side by
//! side, each on one thread. What a learner was asked for by (flags, keyword arguments) is the caller's, and travels with it.

mod certainty;
mod course;
mod curve;
mod entrant;
mod grid;
mod hindsight;
mod judge;
mod pace;
mod rungs;
mod standing;
mod threads;

pub use certainty::{MOST as MOST_PAIRED, Pairs, Terms, count as pairs_of};
pub use course::{Course, Outcome, Rules, Watch};
pub use curve::{Curve, Sums};
pub use entrant::{Entrant, Fate, Refusal, Span, Stretch};
pub use grid::usual as usual_grid;
pub use hindsight::{Comparator, Kept, Limit};
pub use judge::Judge;
pub use rungs::{Rung, Rungs};
pub use standing::{Surely, Verdict, ranked};

use crate::units;
use noregret::algorithms::Algorithm;
use noregret::{Labels, Loss, Parameters, Plan};
use noregret_io::{LabelKind, Schema};

/// Who runs when nobody is named.
pub const LINE_UP: [&str; 8] =
    ["auto", "ada-diag", "per-coord", "global", "ftrl", "mirror", "optimistic", "arow"];

/// What labels of a kind are to losses.
pub fn labels_of(kind: LabelKind) -> Labels {
    match kind {
        LabelKind::Real => Labels::Real,
        LabelKind::Count => Labels::Count,
        LabelKind::Binary | LabelKind::Classes | LabelKind::Open => Labels::Binary,
    }
}

/// The loss of a race whose labels are known, where none was named.
pub fn usual_loss(labels: Labels) -> Loss {
    match labels {
        Labels::Binary => noregret::loss::Logistic {}.into(),
        Labels::Real => noregret::loss::Squared {}.into(),
        Labels::Count => noregret::loss::Poisson {}.into(),
    }
}

/// What a learner is given over the columns of a table, as `train` would have it.
pub fn given_over(algorithm: &Algorithm, given: &Parameters, schema: &Schema) -> Parameters {
    let scaled = (!units::holds(given)).then(|| units::scaled(algorithm, given, schema)).flatten();
    scaled.unwrap_or_else(|| given.clone())
}

/// What a learner is under a common loss: with its own if it has one, with the nearest it can learn if it cannot learn the common one; of several classes or
/// of one output.
pub fn plan(
    algorithm: &Algorithm,
    given: &Parameters,
    own: Option<Loss>,
    (common, classes): (Loss, bool),
) -> Result<Plan, String> {
    let with = |loss: Loss| {
        let spec = algorithm.spec(Some(loss), given)?;
        if classes { spec.over_classes().map(Plan::from) } else { spec.plan() }
    };
    match (own, with(common)) {
        (Some(own), _) => with(own).map_err(|e| e.to_string()),
        (None, Ok(spec)) => Ok(spec),
        (None, Err(why)) => {
            let nearest = if common.labels() == Labels::Binary { "hinge" } else { "absolute" };
            nearest.parse().ok().and_then(|loss| with(loss).ok()).ok_or_else(|| why.to_string())
        }
    }
}
