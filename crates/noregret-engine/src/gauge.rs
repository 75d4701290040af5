//! Measures predictions for examples that are handed over with their labels, without learning from them.

use crate::engine::Engine;
use crate::error::{EngineError, Place, Why};
use noregret::Features;
use noregret_io::{
    Counts, Example, Format, GivenLabel, Labels, LineError, LineFault, Named, Parser, Scratch,
};
use std::sync::Arc;

/// Examples measured one after the other; what they add up to is in the counts.
pub struct Gauge<'e> {
    engine: &'e Engine,
    labels: Labels,
    scratch: Scratch,
    margins: Vec<f64>,
    counts: Counts,
    last: f64,
    file: Arc<str>,
}

impl Engine {
    /// Begins to measure.
    pub fn gauge(&self) -> Gauge<'_> {
        Gauge {
            engine: self,
            labels: self.schema.labels.measured(),
            scratch: Scratch::new(),
            margins: Vec::new(),
            counts: Counts::default(),
            last: f64::NAN,
            file: "example".into(),
        }
    }
}

impl Gauge<'_> {
    /// Measures a row of numbered features.
    pub fn row(&mut self, x: Features<'_>, label: GivenLabel<'_>, weight: f64) -> Result<(), EngineError> {
        self.read(Format::Svmlight, label, weight, |parser, scratch| parser.row(x, scratch))
    }

    /// Measures features by name.
    pub fn named<'n>(
        &mut self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        label: GivenLabel<'_>,
        weight: f64,
    ) -> Result<(), EngineError> {
        self.read(Format::Jsonl, label, weight, |parser, scratch| parser.named(features, scratch))
    }

    /// What was measured so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The margins of the last example, and its label in the loss's terms.
    pub fn last(&self) -> (&[f64], f64) {
        (&self.margins, self.last)
    }

    fn read(
        &mut self,
        format: Format,
        label: GivenLabel<'_>,
        weight: f64,
        read: impl for<'s> FnOnce(&Parser, &'s mut Scratch) -> Result<Features<'s>, Box<LineError>>,
    ) -> Result<(), EngineError> {
        let Self { engine, labels, scratch, margins, counts, last, file } = self;
        let place = Place::Row(counts.examples as usize);
        let unread = |field, fault: LineFault| EngineError::Example {
            place: place.clone(),
            why: Why::Unread { field, fault }.into(),
        };
        let label = labels.meaning(label).map_err(|fault| unread(None, fault))?;
        let parser = engine.parsers.get(&engine.schema, format)?;
        let features = read(parser, scratch).map_err(|error| unread(error.field, error.fault))?;
        let (line, bias) = (counts.examples + 1, engine.schema.bias);
        let example = Example { features, label: Some(label), weight, tag: b"", line, file, bias };
        let seen = engine.core.measure(&example, margins).map_err(|error| {
            let told = error.told(&engine.schema);
            EngineError::Example { place: place.clone(), why: Why::Refused { error, told }.into() }
        })?;
        counts.add(&seen);
        *last = label;
        Ok(())
    }
}
