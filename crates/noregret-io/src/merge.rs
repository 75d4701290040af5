//! From drafts to batches, in the order of the lines: all that depends on what came before.
//!
//! Labels get their meaning, new names their slots, collisions and lines their count. While the meaning of the
//! first label is undecided, batches are held, at most [`Merge::MOST_HELD`] examples. A batch takes along the
//! names it brought; when it becomes ready it also takes along whatever else changed in the schema, so whoever
//! stops after any batch has a schema that fits the batches seen.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::batch::{self, Batch, Delta, Label, Row};
use crate::context::Context;
use crate::decode::LONGEST_LINE;
use crate::draft::{Draft, What};
use crate::error::{Field, LineError, Position, ReadError, Refusal};
use crate::fault::LineFault;
use crate::format::Format;
use crate::labels::Reading;
use crate::names::Names;
use crate::number;
use crate::prints::Met;
use crate::schema::Schema;
use crate::table::missing;

/// Batches in the making, and the schema as it grows.
#[derive(Debug)]
pub(crate) struct Merge {
    /// Everything but the names.
    schema: Schema,
    /// Whether the schema changed since a batch took it along.
    dirty: bool,
    context: Option<Arc<Context>>,
    /// How many lines of the file are done.
    line: u64,
    /// Names first seen since a batch took them along.
    fresh: Names,
    /// As [`Schema::collisions`].
    collisions: u64,
    held: Vec<Batch>,
    /// How many examples wait since the first undecided label.
    held_rows: usize,
    /// Batches that can be handed over.
    pub(crate) ready: VecDeque<Batch>,
}

impl Merge {
    /// How many examples wait for a second label at most.
    pub(crate) const MOST_HELD: usize = 65_536;

    /// Continues from a schema.
    pub(crate) fn new(schema: &Schema) -> Self {
        Self {
            schema: schema.without_names(),
            dirty: false,
            context: None,
            line: 0,
            fresh: Names::default(),
            collisions: schema.collisions,
            held: Vec::new(),
            held_rows: 0,
            ready: VecDeque::new(),
        }
    }

    /// Starts a file.
    pub(crate) fn open(&mut self, context: Arc<Context>) {
        if context.fixed {
            self.change(context.schema.clone());
        }
        self.line = 0;
        self.context = Some(context);
    }

    /// Takes over a schema that a file has changed; the labels are decided here alone.
    fn change(&mut self, schema: Schema) {
        let labels = self.schema.labels.clone();
        self.schema = Schema { labels, ..schema };
        self.dirty = true;
    }

    /// Makes a batch of a draft.
    pub(crate) fn absorb(&mut self, draft: Draft) -> Result<(), ReadError> {
        let Some(context) = self.context.clone() else { return Ok(()) };
        if let Some(head) = draft.head {
            self.change(*head);
        }
        let mut rows = Vec::with_capacity(draft.rows.len());
        let mut met = 0;
        let mut collided = vec![(0, self.collisions)];
        for sketch in draft.rows {
            let line = self.line + sketch.line;
            let bad = |refusal: Refusal| {
                let position = Position { file: context.file.clone(), line };
                Row::Bad(Box::new(LineError { position, field: refusal.field, fault: refusal.fault }))
            };
            let (cells, weight, label, fresh, collisions) = match sketch.what {
                What::Bad(refusal) => {
                    rows.push(bad(*refusal));
                    continue;
                }
                What::Example { cells, weight, label, fresh, collisions } => {
                    (cells, weight, label, fresh as usize, collisions)
                }
            };
            let text = label.map(|(start, end)| &draft.arena.text[start as usize..end as usize]);
            let names = &draft.fresh.names[met..fresh];
            met = fresh;
            let settled = self.schema.labels.settled();
            let waiting = if settled { None } else { self.schema.labels.undecided().map(str::to_owned) };
            let label = match self.label(context.format, text) {
                Ok(label) => label,
                Err(refusal) => {
                    rows.push(bad(refusal));
                    continue;
                }
            };
            self.dirty |= !settled;
            self.collisions += u64::from(collisions);
            for name in names {
                let Some(prints) = &context.prints else { break };
                match prints.meet(name.index, name.print) {
                    Met::New => {
                        let (namespace, text) = draft.fresh.parts(name);
                        self.fresh.push(name.index, namespace, name.separator, text);
                    }
                    Met::Same => {}
                    Met::Other => self.collisions += 1,
                }
            }
            rows.push(Row::Example { cells, label, weight, line });
            if collided.last().is_some_and(|last| last.1 != self.collisions) {
                collided.push((rows.len(), self.collisions));
            }
            if settled {
                continue;
            }
            let labels = &self.schema.labels;
            if labels.undecided().is_some() {
                self.held_rows += 1;
                if self.held_rows >= labels.enough().unwrap_or(Self::MOST_HELD) {
                    self.assume(&mut rows);
                }
            } else if let Some(first) = waiting {
                self.decide(&first, &mut rows);
            }
        }
        self.line += draft.lines;
        if !rows.is_empty() {
            let delta =
                Delta { head: None, names: std::mem::take(&mut self.fresh), collisions: self.collisions };
            let mut batch = Batch::new(context.file.clone(), self.schema.bias, draft.arena, rows, delta);
            batch.collided = collided;
            if self.schema.labels.undecided().is_some() {
                self.held.push(batch);
            } else {
                self.release(batch);
            }
        }
        if draft.overlong { Err(self.overlong()) } else { Ok(()) }
    }

    /// The meaning of a label.
    fn label(&mut self, format: Format, text: Option<&[u8]>) -> Result<Label, Refusal> {
        let labels = &mut self.schema.labels;
        let texts = !matches!(format, Format::Svmlight | Format::Vw);
        let fault = match text {
            None => return Ok(Label::Absent),
            Some(text) if texts && missing(text) && !labels.knows(text) => return Ok(Label::Absent),
            Some(text) => match labels.read(text, texts) {
                Ok(Reading::Pending) => return Ok(Label::Pending(number::parse(text).ok())),
                Ok(Reading::Value(value)) => return Ok(Label::Value(value)),
                Err(fault) => fault,
            },
        };
        let text = text.unwrap_or_default();
        let field = match &self.schema.label {
            _ if !texts => Field::at(1, text),
            name => Field::named(name.as_deref().unwrap_or("label"), text),
        };
        let fault = match format {
            Format::Svmlight if text.contains(&0) => LineFault::Nul,
            Format::Svmlight if text.contains(&b',') => LineFault::SeveralLabels,
            _ => fault,
        };
        Err(Refusal { field: Some(field), fault })
    }

    /// The error of a line that is too long, which comes next.
    pub(crate) fn overlong(&self) -> ReadError {
        let file = self.context.as_ref().map_or_else(|| "".into(), |context| context.file.clone());
        ReadError::LineTooLong { position: Position { file, line: self.line + 1 }, limit: LONGEST_LINE }
    }

    /// Decides what is undecided and makes everything ready; what is left of the schema's changes is returned.
    pub(crate) fn end(&mut self) -> Delta {
        self.assume(&mut []);
        let head = std::mem::take(&mut self.dirty).then(|| Box::new(self.schema.clone()));
        Delta { head, names: std::mem::take(&mut self.fresh), collisions: self.collisions }
    }

    fn release(&mut self, mut batch: Batch) {
        if std::mem::take(&mut self.dirty) {
            batch.delta.head = Some(Box::new(self.schema.clone()));
        }
        self.ready.push_back(batch);
    }

    fn assume(&mut self, rows: &mut [Row]) {
        let first = self.schema.labels.undecided().map(str::to_owned);
        if let Some(first) = first {
            self.schema.labels.assume();
            self.dirty = true;
            self.decide(&first, rows);
        }
    }

    /// Gives labels that wait their meaning: in held batches and in the rows of the current one.
    fn decide(&mut self, first: &str, rows: &mut [Row]) {
        self.held_rows = 0;
        let mut held = std::mem::take(&mut self.held);
        let meaning = |number: Option<f64>| self.schema.labels.meaning(first, number);
        held.iter_mut().for_each(|batch| batch.decide(&meaning));
        batch::decide(rows, &meaning);
        held.into_iter().for_each(|batch| self.release(batch));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Item;
    use crate::context::Contexts;
    use crate::drafter::Drafter;

    struct Rig {
        drafter: Drafter,
        merge: Merge,
    }

    impl Rig {
        fn new() -> Self {
            let schema = Schema::default();
            let context =
                Arc::new(Contexts::new(&schema).unwrap().start(&"f".into(), Format::Jsonl).unwrap());
            let mut merge = Merge::new(&schema);
            merge.open(context.clone());
            Self { drafter: Drafter::new(context), merge }
        }

        fn example(&mut self, label: Option<&[u8]>, name: &[u8]) {
            self.drafter.begin();
            self.drafter.namespace(b"n", b"n");
            self.drafter.name(b'^', name, 1.0);
            self.drafter.finish(1, label, 1.0, b"").unwrap();
            self.merge.absorb(self.drafter.take(1, false)).unwrap();
        }

        fn labels(&mut self) -> Vec<Option<f64>> {
            let batches: Vec<Batch> = self.merge.ready.drain(..).collect();
            let items = batches.iter().flat_map(|batch| batch.iter());
            items.filter_map(|item| if let Item::Example(e) = item { Some(e.label) } else { None }).collect()
        }
    }

    #[test]
    fn holds_back_until_the_second_label() {
        let mut rig = Rig::new();
        rig.example(Some(b"1"), b"b");
        rig.example(None, b"a");
        assert!(rig.labels().is_empty());
        rig.example(Some(b"2"), b"c");
        assert_eq!(rig.labels(), [Some(-1.0), None, Some(1.0)]);
    }

    #[test]
    fn a_refused_label_leaves_neither_example_nor_name() {
        let mut rig = Rig::new();
        rig.example(Some(b"0"), b"a");
        rig.example(Some(b"7"), b"b");
        let (first, second) = (&rig.merge.ready[0], &rig.merge.ready[1]);
        assert_eq!((first.len(), first.delta.names.len()), (1, 1));
        assert_eq!((second.len(), second.delta.names.len()), (1, 0));
        assert_eq!(first.delta.head.as_ref().unwrap().bits, Some(Schema::DEFAULT_BITS));
        assert_eq!(rig.labels(), [Some(-1.0)]);
        assert!(rig.merge.end().head.is_none(), "the batches took the changes along");
    }

    #[test]
    fn a_lone_label_waits_for_so_many_examples_and_no_more() {
        let mut rig = Rig::new();
        for _ in 1..Merge::MOST_HELD {
            rig.example(Some(b"1"), b"a");
        }
        assert!(rig.labels().is_empty());
        rig.example(Some(b"1"), b"a");
        assert_eq!(rig.labels().len(), Merge::MOST_HELD);
    }
}
