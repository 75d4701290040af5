//! The learner proper, as data: one file a family, and the table that lists them.
//!
//! A learner's file holds its numbers, and answers all that is asked of it ([`Recipe`]): which numbers and companions it takes, what it is held
//! against, how it is built. [`learners!`] below is the table; whoever adds a row is told by the compiler what it must answer.
//! Rules that are learners of their own ([`CoordinatePlayer`](crate::rule::CoordinatePlayer)) need no file here: `players.rs` answers for all.

mod auto;
mod confidence;
mod descent;
mod low_rank;
mod mirror;
mod newton;
mod players;
mod projected;
mod sketched;

pub use crate::rule::{Optimistic, StronglyConvex, Variation};
pub use auto::Auto;
pub use confidence::{Arow, Cw};
pub use descent::Descent;
pub use low_rank::LowRank;
pub use mirror::Mirror;
pub use newton::Newton;
pub use projected::Projected;
pub use sketched::Sketched;

use super::check::{SpecError, illegal};
use super::{Checked, CheckedClasses, Spec, Update};
use crate::classes::Classifier;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use serde::{Deserialize, Serialize};

/// What a learner must answer: the contract of every file in this folder.
pub(crate) trait Recipe {
    /// Refuses a number of its own that is out of range.
    fn check_numbers(&self) -> Result<(), SpecError>;

    /// Refuses a loss, a box, penalties or feature groups it does not go with.
    fn check_company(&self, spec: &Spec) -> Result<(), SpecError>;

    /// A group's terms with the rate and the start the learner gives them; both are set to 1 and 0 before.
    fn terms(&self, terms: Terms) -> Terms;

    /// The fixed weights it is held against: a group's part of the set, or of another box `instead` of it, and the penalty of a round.
    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing>;

    /// The learner, having seen nothing. What wraps it (`flh`) is not its concern.
    fn build(&self, spec: &Checked) -> Box<dyn Online>;

    /// Refuses softmax where it is no loss this learner can take its step on.
    fn check_softmax(&self, spec: &Spec) -> Result<(), SpecError>;

    /// The learner of classes, having seen none; the spec of one class is checked.
    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier>;

    /// The player that takes gradients alone, or why there is none.
    fn player(&self, spec: &Checked) -> Result<Player, SpecError>;
}

/// The table of learners.
macro_rules! learners {
    ($($(#[$doc:meta])* $name:ident;)+) => {
        /// The learner proper.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Learner {
            $($(#[$doc])* $name($name),)+
        }

        $(impl From<$name> for Learner {
            fn from(learner: $name) -> Learner {
                Learner::$name(learner)
            }
        })+

        impl Learner {
            /// What it answers.
            pub(crate) fn recipe(&self) -> &dyn Recipe {
                match self { $(Learner::$name(learner) => learner),+ }
            }
        }
    };
}

learners! {
    /// Implicit AdaGrad learners of several rates, mixed.
    Auto;
    /// The gradient-descent family.
    Descent;
    /// Mirror descent under a potential, with a rate that depends on the round alone.
    Mirror;
    /// Descent under a full matrix, or a sketch of it.
    Sketched;
    /// The online Newton step with the whole matrix.
    Newton;
    /// Descent under a randomly projected matrix.
    Projected;
    /// Descent under the low-rank factors of a whole matrix.
    LowRank;
    /// A player for curved losses at each coordinate.
    StronglyConvex;
    /// A player for slowly varying gradients at each coordinate.
    Variation;
    /// The same with hints instead of restarts.
    Optimistic;
    /// Confidence-weighted.
    Cw;
    /// Adaptive regularization of weights.
    Arow;
}

/// A sketch of more rows than this costs more than the whole matrix.
const MOST_ROWS: u32 = 2048;

/// Refuses a sketch with no rows or too many.
fn check_rows(tau: u32) -> Result<(), SpecError> {
    if (1..=MOST_ROWS).contains(&tau) {
        return Ok(());
    }
    let wanted = format!("a whole number from 1 to {MOST_ROWS}");
    Err(SpecError::Range { name: "tau".to_owned(), value: tau.to_string(), wanted })
}

/// Refuses whatever stands beside a learner that goes alone.
fn check_alone(spec: &Spec, reason: &str) -> Result<(), SpecError> {
    if spec.set.is_some() || spec.penalties_given() || !spec.groups.is_empty() {
        return illegal(reason);
    }
    Ok(())
}

/// Refuses an implicit softmax step, which is one root only where every margin answers a step by a multiple of its slope.
fn no_closed_form(where_: &str) -> Result<(), SpecError> {
    illegal(format!(
        "the implicit softmax step has no closed form {where_}; take the explicit update, or one against the rest"
    ))
}

/// Why there is no player.
fn no_player<T>(why: &str) -> Result<T, SpecError> {
    Err(SpecError::Illegal(format!("there is no player without labels here: {why}")))
}

/// Refuses a player with an implicit step.
fn check_explicit(update: Update) -> Result<(), SpecError> {
    match update {
        Update::Explicit => Ok(()),
        Update::Implicit => no_player("an implicit step needs the loss, not its gradient"),
    }
}

/// Why what learns from labels is no player.
const NEEDS_LABELS: &str = "this learner learns from labels";

/// Why the matrix learners without a composite step go alone.
const TAKES_NOTHING: &str = "this learner takes no box, no penalties and no feature groups; ada-fd and fd-son take boxes and penalties";
