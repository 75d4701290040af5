//! A predictor for many threads: the model of one moment, which stays as it is while the engine goes on
//! learning.

use crate::core::Core;
use crate::margins::{Margins, Parsers};
use noregret::{Loss, Spec};
use noregret_io::{Counts, Schema};
use std::fmt;

/// What a server predicts by. It is shared as it is, in an `Arc`; whoever asks brings a
/// [`Scratch`](noregret_io::Scratch).
pub struct Predictor {
    core: Core,
    schema: Schema,
    parsers: Parsers,
}

impl fmt::Debug for Predictor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predictor").field("algorithm", &self.core.algorithm()).finish_non_exhaustive()
    }
}

impl Predictor {
    pub(crate) fn new(core: Core, schema: Schema) -> Self {
        Self { core, schema, parsers: Parsers::default() }
    }

    /// Asks for margins.
    pub fn margins(&self) -> Margins<'_> {
        Margins::new(self.core.serving(), &self.schema, &self.parsers)
    }

    /// What a margin predicts on the label's scale.
    pub fn prediction(&self, margin: f64) -> f64 {
        self.loss().link(margin)
    }

    /// Turns the margins of several classes into probabilities.
    pub fn probabilities(&self, margins: &mut [f64]) {
        if let Some(objective) = self.core.objective() {
            objective.probabilities(margins);
        }
    }

    /// The loss that was learned.
    pub fn loss(&self) -> Loss {
        self.core.loss()
    }

    /// What it is.
    pub fn spec(&self) -> &Spec {
        self.core.spec()
    }

    /// How what it is given becomes examples; without names.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What the model had seen.
    pub fn counts(&self) -> &Counts {
        self.core.counts()
    }
}
