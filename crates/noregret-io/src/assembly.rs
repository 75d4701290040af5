//! From fields to batches: what every format's parser writes into.
//!
//! A parser begins an example, adds its features and finishes it with label, weight and tag. Full batches become
//! ready; while the meaning of the first label is undecided they are held, at most [`Assembly::MOST_HELD`]
//! examples. A batch takes along the names it brought; when it becomes ready it also takes along whatever else
//! changed in the schema, so whoever stops after any batch has a schema that fits the batches seen.

use std::collections::VecDeque;
use std::sync::Arc;

use noregret::FeaturesBuf;

use crate::batch::{Batch, Delta, Label};
use crate::error::{LineError, Position, ReadError, Refusal};
use crate::fault::LineFault;
use crate::format::Format;
use crate::indexer::Indexer;
use crate::labels::Reading;
use crate::names::Names;
use crate::number;
use crate::schema::{Family, Schema};
use crate::select::Selectors;

/// Examples in the making, and the schema as it grows.
pub(crate) struct Assembly {
    /// Everything but the names; whoever changes it calls [`Assembly::touch`].
    pub(crate) schema: Schema,
    /// Whether the schema changed since a batch took it along.
    dirty: bool,
    indexer: Indexer,
    groups: Selectors,
    ignore: Selectors,
    /// The group of the current namespace, or none if it is ignored.
    group: Option<u8>,
    features: FeaturesBuf,
    batch: Batch,
    held: Vec<Batch>,
    held_rows: usize,
    /// Batches that can be handed over.
    pub(crate) ready: VecDeque<Batch>,
}

impl Assembly {
    /// How many examples wait for a second label at most.
    pub(crate) const MOST_HELD: usize = 65_536;
    /// How many examples wait for a third label, to say whether labels are classes or numbers.
    pub(crate) const ENOUGH: usize = 1_000;

    /// Continues from a schema.
    pub(crate) fn new(schema: &Schema) -> Result<Self, ReadError> {
        schema.check()?;
        let family = schema.family.unwrap_or(Family::Named);
        Ok(Self {
            indexer: Indexer::new(schema, &schema.names),
            groups: Selectors::new(&schema.groups, family)?,
            ignore: Selectors::new(&schema.ignore, family)?,
            schema: schema.without_names(),
            dirty: false,
            group: Some(0),
            features: FeaturesBuf::new(),
            batch: Batch::default(),
            held: Vec::new(),
            held_rows: 0,
            ready: VecDeque::new(),
        })
    }

    /// Starts a file whose format is known; the first one fixes the family and the width of the hash.
    pub(crate) fn start(&mut self, file: &Arc<str>, format: Format) -> Result<(), ReadError> {
        self.seal();
        self.batch = Batch::new(file.clone(), self.schema.bias);
        let found = format.family();
        match self.schema.family {
            Some(trained) if trained != found => {
                return Err(ReadError::Family { file: file.clone(), trained, found });
            }
            Some(_) => return Ok(()),
            None => self.schema.family = Some(found),
        }
        if found == Family::Named && self.schema.bits.is_none() {
            self.schema.bits = Some(Schema::DEFAULT_BITS);
        }
        self.dirty = true;
        self.indexer = Indexer::new(&self.schema, &Names::default());
        self.groups = Selectors::new(&self.schema.groups, found)?;
        self.ignore = Selectors::new(&self.schema.ignore, found)?;
        Ok(())
    }

    /// Marks the schema as changed.
    pub(crate) fn touch(&mut self) {
        self.dirty = true;
    }

    /// Begins an example.
    pub(crate) fn begin(&mut self) {
        self.features.clear();
        if self.schema.bias {
            self.features.push_grouped(0, 1.0, self.groups.bias());
        }
    }

    /// Adds a numbered feature.
    #[inline]
    pub(crate) fn number(&mut self, number: u64, value: f64) -> Result<(), LineFault> {
        let index = self.indexer.number(number)?;
        if value != 0.0 && self.ignore.number(number) == 0 {
            self.features.push_grouped(index, value, self.groups.number(number));
        }
        Ok(())
    }

    /// Starts a namespace; `selector` is what the user would call it: a namespace, column or key.
    #[inline]
    pub(crate) fn namespace(&mut self, namespace: &[u8], selector: &[u8]) {
        self.group = (self.ignore.name(selector) == 0).then(|| self.groups.name(selector));
        self.indexer.namespace(namespace);
    }

    /// Whether the user asked to leave out a namespace, column or key.
    pub(crate) fn ignores(&self, selector: &[u8]) -> bool {
        self.ignore.name(selector) != 0
    }

    /// Adds a feature of the current namespace, shown to users with a separator after the namespace.
    #[inline]
    pub(crate) fn name(&mut self, separator: char, name: &[u8], value: f64) {
        if let Some(group) = self.group.filter(|_| value != 0.0) {
            let index = self.indexer.name(separator, name);
            self.features.push_grouped(index, value, group);
        }
    }

    /// Finishes the example; `texts` says whether the format has text labels.
    pub(crate) fn finish(
        &mut self,
        line: u64,
        label: Option<&[u8]>,
        texts: bool,
        weight: f64,
        tag: &[u8],
    ) -> Result<(), LineFault> {
        let features = self.features.finish().map_err(|_| LineFault::Sum)?;
        let labels = &mut self.schema.labels;
        let settled = labels.settled();
        let waiting = if settled { None } else { labels.undecided().map(str::to_owned) };
        let number = label.filter(|_| !settled).and_then(|text| number::parse(text).ok());
        let label = match label.map(|text| labels.read(text, texts)).transpose()? {
            None => Label::Absent,
            Some(Reading::Pending) => Label::Pending(number),
            Some(Reading::Value(value)) => Label::Value(value),
        };
        self.dirty |= !settled;
        self.indexer.keep();
        self.batch.push(features, label, weight, tag, line);
        let labels = &self.schema.labels;
        let held = self.held_rows + self.batch.len();
        match waiting {
            Some(first) if labels.undecided().is_none() => self.decide(&first),
            _ if held >= Self::MOST_HELD || (held >= Self::ENOUGH && labels.two()) => self.assume(),
            _ => {}
        }
        self.roll();
        Ok(())
    }

    /// Adds a refused line.
    pub(crate) fn refuse(&mut self, line: u64, refusal: Refusal) {
        self.indexer.forget();
        let position = Position { file: self.batch.file().clone(), line };
        self.batch.push_bad(LineError { position, field: refusal.field, fault: refusal.fault });
        self.roll();
    }

    fn roll(&mut self) {
        if self.batch.is_full() {
            self.seal();
        }
    }

    /// Makes what has been assembled ready, unless it waits for a label.
    pub(crate) fn flush(&mut self) {
        if self.schema.labels.likely_classes() {
            self.assume();
        }
        if self.schema.labels.undecided().is_none() {
            self.seal();
        }
    }

    /// Decides what is undecided and makes everything ready; what is left of the schema's changes is returned.
    pub(crate) fn end(&mut self) -> Delta {
        self.assume();
        self.seal();
        let head = std::mem::take(&mut self.dirty).then(|| Box::new(self.schema.without_names()));
        let (names, collisions) = self.indexer.take();
        Delta { head, names, collisions }
    }

    fn seal(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        let next = Batch::new(self.batch.file().clone(), self.schema.bias);
        let mut batch = std::mem::replace(&mut self.batch, next);
        (batch.delta.names, batch.delta.collisions) = self.indexer.take();
        if self.schema.labels.undecided().is_some() {
            self.held_rows += batch.len();
            self.held.push(batch);
        } else {
            self.release(batch);
        }
    }

    fn release(&mut self, mut batch: Batch) {
        if std::mem::take(&mut self.dirty) {
            batch.delta.head = Some(Box::new(self.schema.without_names()));
        }
        self.ready.push_back(batch);
    }

    fn assume(&mut self) {
        let first = self.schema.labels.undecided().map(str::to_owned);
        self.dirty |= !self.schema.labels.settled();
        self.schema.labels.assume();
        if let Some(first) = first {
            self.decide(&first);
        }
    }

    /// Gives labels that wait their meaning.
    fn decide(&mut self, first: &str) {
        self.held_rows = 0;
        let mut held = std::mem::take(&mut self.held);
        let meaning = |number: Option<f64>| self.schema.labels.meaning(first, number);
        held.iter_mut().chain([&mut self.batch]).for_each(|batch| batch.decide(meaning));
        held.into_iter().for_each(|batch| self.release(batch));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Item;

    fn example(rows: &mut Assembly, label: Option<&[u8]>, name: &[u8]) -> Result<(), LineFault> {
        rows.begin();
        rows.namespace(b"n", b"n");
        rows.name('^', name, 1.0);
        rows.finish(1, label, true, 1.0, b"")
    }

    fn labels(rows: &mut Assembly) -> Vec<Option<f64>> {
        let batches: Vec<Batch> = rows.ready.drain(..).collect();
        let items = batches.iter().flat_map(|batch| batch.iter());
        items.filter_map(|item| if let Item::Example(e) = item { Some(e.label) } else { None }).collect()
    }

    fn started() -> Assembly {
        let mut rows = Assembly::new(&Schema::default()).unwrap();
        rows.start(&"f".into(), Format::Vw).unwrap();
        rows
    }

    #[test]
    fn holds_back_until_the_second_label() {
        let mut rows = started();
        example(&mut rows, None, b"a").unwrap();
        example(&mut rows, Some(b"1"), b"b").unwrap();
        rows.flush();
        assert!(labels(&mut rows).is_empty());
        example(&mut rows, Some(b"2"), b"c").unwrap();
        rows.flush();
        assert_eq!(labels(&mut rows), [None, Some(-1.0), Some(1.0)]);
    }

    #[test]
    fn a_refused_label_leaves_neither_example_nor_name() {
        let mut rows = started();
        example(&mut rows, Some(b"0"), b"a").unwrap();
        let fault = example(&mut rows, Some(b"7"), b"b").unwrap_err();
        rows.refuse(2, Refusal { field: None, fault });
        rows.flush();
        let batch = &rows.ready[0];
        assert_eq!((batch.len(), batch.delta.names.len()), (2, 1));
        assert_eq!(batch.delta.head.as_ref().unwrap().bits, Some(Schema::DEFAULT_BITS));
        assert_eq!(labels(&mut rows), [Some(-1.0)]);
        assert!(rows.end().head.is_none(), "the batch took the changes along");
    }
}
