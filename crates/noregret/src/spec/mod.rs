//! A learner as data: loss, learner, feasible set, penalties, feature groups.
//!
//! A [`Spec`] composes the parts; [`Spec::check`] refuses what makes no sense, with the reason; a [`Checked`] spec builds a learner.
//! Named algorithms ([`algorithms`]) are functions from parameters to a Spec and nothing more.
//! Its written form is serde's (JSON in model files), and reads back to the same Spec, bit for bit.

pub mod algorithms;
mod build;
mod check;
mod classes;
pub mod learner;
mod parameters;
mod parts;
mod plan;

pub use check::{Checked, SpecError};
pub use classes::{CheckedClasses, Coupling};
pub use learner::Learner;
pub use parameters::{Kind, Parameter, Parameters, Value};
pub use parts::{Joint, Matrix, Memory, Method, Metric, Potential, Projection, Scale, Update};
pub use plan::Plan;

use crate::loss::Loss;
use crate::rule::interval::Interval;
use serde::{Deserialize, Serialize};

/// A feature group's own terms; what it leaves out is the spec's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its name: a namespace, a column, an index or a range of indices.
    pub name: String,
    /// Its interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Interval>,
    /// Its l1 penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l1: Option<f64>,
    /// Its l2 penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l2: Option<f64>,
}

/// A learner as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The loss suffered.
    pub loss: Loss,
    /// How it is learned.
    pub learner: Learner,
    /// The interval of every weight; none means all numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Interval>,
    /// The l1 penalty, once a round (`ftrl`: once).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub l1: f64,
    /// The l2 penalty, once a round (`ftrl`: once).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub l2: f64,
    /// Feature groups with terms of their own; group k of an example's features is `groups[k - 1]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// With `Some(alpha)`, follow-the-leading-history around the learner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flh: Option<f64>,
    /// Whether every feature is divided by the largest magnitude it has had, before the learner sees it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub normalize: bool,
    /// Whether averages of the weights are kept beside the last ones, and served where they do better.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub average: bool,
    /// How classes share the loss, for a learner of several; none for one output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Coupling>,
}

/// Whether it reads back to the same bits where it is left out: -0 does not.
fn is_zero(value: &f64) -> bool {
    value.to_bits() == 0
}

#[cfg(test)]
mod tests;
