//! Why a measure is not there: said beside it, instead of a number that means nothing.

use serde::Serialize;
use std::collections::BTreeMap;

/// Nothing was measured.
pub const NO_EXAMPLES: &str = "there are no labelled examples";
/// A sum has left the finite numbers.
pub const TOO_LARGE: &str = "losses or weights are too large to be added up";

/// The loss is one of scores.
pub const NO_PROBABILITIES: &str = "the margins of this loss are no probabilities";

/// The reasons, by the name of what is missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Reasons(BTreeMap<&'static str, &'static str>);

impl Reasons {
    /// Says why, if the value is not there.
    pub fn note(&mut self, name: &'static str, value: Option<f64>, why: &'static str) {
        if value.is_none() {
            self.0.insert(name, why);
        }
    }

    /// Why this is missing.
    pub fn of(&self, name: &str) -> Option<&'static str> {
        self.0.get(name).copied()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().map(|(name, why)| (*name, *why))
    }
}
