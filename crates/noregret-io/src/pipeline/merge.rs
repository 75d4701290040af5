//! From drafts to batches, in the order of the lines: all that depends on what came before.
//!
//! Labels get their meaning, new names their slots, collisions and lines their count. While the meaning of the
//! first label is undecided, batches are held, at most [`Merge::MOST_HELD`] examples and [`Merge::MOST_BYTES`]. A batch
//! takes along the names it brought; when it becomes ready it also takes along whatever else changed in the schema, so
//! whoever stops after any batch has a schema that fits the batches seen.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use crate::cross::plan::Letters;
use crate::draft::context::Context;
use crate::draft::fingerprints::Met;
use crate::draft::{Draft, DraftRow, Fresh, FreshName, FreshProducts, What};
use crate::error::fault::LineFault;
use crate::error::{LineError, Position, ReadError, Refusal};
use crate::format::Format;
use crate::pipeline::batch::{self, Batch, Cells, Delta, Label, Row};
use crate::pipeline::label::{self, Around};
use crate::schema::Schema;
use crate::schema::labels::{LabelKind, Labels, Undecided, Waited};
use crate::schema::names::Names;
use crate::schema::products::Products;
use crate::text::shortest::shortest;

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
    /// Products first seen since a batch took them along, and [`Schema::product_collisions`].
    products: Products,
    product_collisions: u64,
    /// Batches that wait, and where the wait stood at the end of each.
    held: Vec<(Batch, Option<Undecided>)>,
    /// How long the wait is since the first undecided label, in all runs.
    waited: Waited,
    /// What the end of an earlier input took labels for that are undecided again.
    taken: Option<Labels>,
    /// Batches that can be handed over.
    pub(crate) ready: VecDeque<Batch>,
    /// Keys that are none of the columns learned from, and what was said of them.
    unknown: Vec<String>,
    said: Option<String>,
    /// How many more examples are taken, if not all.
    left: Option<u64>,
}

impl Merge {
    /// How many examples wait for a second label at most.
    pub(crate) const MOST_HELD: u64 = 65_536;
    /// Bytes held at most, by [`cost`]: where lines are long, fewer examples decide.
    pub(crate) const MOST_BYTES: u64 = 64 << 20;

    /// Continues from a schema.
    pub(crate) fn new(schema: &Schema) -> Self {
        let mut schema = schema.without_names();
        let (mut taken, mut waited) = (None, Waited::default());
        if schema.label_optional {
            schema.labels = schema.labels.measured();
        } else if let Some((open, so_far)) = schema.labels.reopened() {
            taken = Some(std::mem::replace(&mut schema.labels, open));
            waited = so_far;
        }
        Self {
            dirty: false,
            context: None,
            line: 0,
            fresh: Names::default(),
            collisions: schema.collisions,
            products: Products::default(),
            product_collisions: schema.product_collisions,
            schema,
            held: Vec::new(),
            waited,
            taken,
            ready: VecDeque::new(),
            unknown: Vec::new(),
            said: None,
            left: None,
        }
    }

    /// Takes so many examples and no more, if told how many.
    pub(crate) fn limited(self, most: Option<u64>) -> Self {
        Self { left: most, ..self }
    }

    /// Whether no more examples are taken.
    pub(crate) fn full(&self) -> bool {
        self.left == Some(0)
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
        let letters = std::mem::take(&mut self.schema.crosses.letters);
        self.schema = Schema { labels, ..schema };
        self.schema.crosses.letters = letters;
        self.dirty = true;
    }

    /// Says which keys are none of the columns learned from: all in one remark, in the order they came.
    fn leave_unknown(&mut self, keys: Vec<String>) {
        let before = self.unknown.len();
        for key in keys {
            if self.unknown.len() < Draft::UNKNOWN && !self.unknown.contains(&key) {
                self.unknown.push(key);
            }
        }
        if self.unknown.len() == before {
            return;
        }
        let names = self.unknown[..self.unknown.len().min(Draft::UNKNOWN - 1)].join(", ");
        let more = if self.unknown.len() < Draft::UNKNOWN { "" } else { " and more" };
        let remark = format!("{names}{more}: not among the columns learned from before, left out");
        if let Some(said) = self.said.replace(remark.clone()) {
            self.schema.remarks.retain(|other| *other != said);
        }
        self.schema.remark(remark);
        self.dirty = true;
    }

    /// Makes a batch of a draft.
    pub(crate) fn absorb(&mut self, draft: Draft) -> Result<(), ReadError> {
        let Some(context) = self.context.clone() else { return Ok(()) };
        if let Some(head) = draft.head {
            self.change(*head);
        }
        if !draft.unknown.is_empty() {
            self.leave_unknown(draft.unknown);
        }
        let mut rows = Vec::with_capacity(draft.rows.len());
        let (mut met, mut products_met) = (0, 0);
        let mut collided = vec![(0, self.collisions, self.product_collisions)];
        let mut letters = draft.letters.into_iter().peekable();
        let mut unbound = None;
        let around = Around::new(context.format, self.schema.dialect.as_ref()).strictly(self.taken.is_some());
        for (place, sketch) in draft.rows.into_iter().enumerate() {
            if self.full() {
                break;
            }
            let line = self.line + sketch.line;
            let bad = |refusal: Refusal| {
                let position = Position { file: context.file.clone(), line };
                Row::Bad(Box::new(LineError { position, field: refusal.field, fault: refusal.fault }))
            };
            if let Some((_, meant)) = letters.next_if(|(from, _)| *from <= place) {
                unbound = Some(meant);
            }
            let (cells, weight, label, fresh, collisions, products) = match sketch.what {
                What::Bad(refusal) => {
                    rows.push(bad(*refusal));
                    self.wait(line, 0, REFUSED, &mut rows)?;
                    continue;
                }
                What::Example { cells, weight, label, fresh, collisions, products } => {
                    (cells, weight, label, fresh as usize, collisions, products)
                }
            };
            let text = label.map(|(start, end)| &draft.arena.text[start as usize..end as usize]);
            let names = &draft.fresh.names[met..fresh];
            met = fresh;
            let of_products = std::mem::replace(&mut products_met, products.0 as usize)..products.0 as usize;
            if let Some(Err(fault)) = unbound.as_ref().map(|meant| self.bears_letters(meant)) {
                rows.push(bad(*Refusal::line(fault)));
                self.wait(line, 0, REFUSED, &mut rows)?;
                continue;
            }
            let settled = self.schema.labels.settled();
            let unmet = self.schema.labels.unmet().map(|(_, others)| others.len());
            let (waiting, classes) = (self.schema.labels.waits(), self.schema.labels.classes().len());
            let (key, texts) = (self.schema.label.as_deref(), (context.texts, around));
            let label = match label::read(&mut self.schema.labels, key, &context, texts, text) {
                Ok(label) => label,
                Err(refusal) => {
                    rows.push(bad(refusal));
                    self.wait(line, 0, REFUSED, &mut rows)?;
                    continue;
                }
            };
            // Of many classes only a new one changes anything.
            let changed = self.schema.labels.kind() != LabelKind::Classes
                || waiting
                || self.schema.labels.classes().len() != classes;
            self.dirty |= !settled && changed;
            self.dirty |=
                unmet.is_some() && unmet != self.schema.labels.unmet().map(|(_, others)| others.len());
            self.collisions += u64::from(collisions);
            self.meet(&context, &draft.fresh, names);
            self.product_collisions += u64::from(products.1);
            self.meet_products(&context, &draft.products, of_products);
            if let Some(meant) = unbound.take() {
                self.bind_letters(&meant);
            }
            rows.push(Row::Example { cells, label, weight, line });
            self.left = self.left.map(|left| left - 1);
            if collided
                .last()
                .is_some_and(|last| (last.1, last.2) != (self.collisions, self.product_collisions))
            {
                collided.push((rows.len(), self.collisions, self.product_collisions));
            }
            if settled {
                continue;
            }
            if self.schema.labels.waits() {
                self.wait(line, 1, cost(&cells, text), &mut rows)?;
            } else if waiting {
                self.decide(line, &mut rows)?;
            }
        }
        self.line += draft.lines;
        if !rows.is_empty() {
            let delta = self.brought(None);
            let mut batch = Batch::new(context.file.clone(), self.schema.bias, draft.arena, rows, delta);
            batch.collided = collided;
            if self.schema.labels.waits() {
                self.held.push((batch, self.schema.labels.waiting(self.waited)));
            } else {
                self.release(batch);
            }
        }
        Ok(())
    }

    /// Counts what waits, if anything does; a wait that is long enough decides.
    fn wait(&mut self, line: u64, examples: u64, bytes: u64, rows: &mut [Row]) -> Result<(), ReadError> {
        let labels = &self.schema.labels;
        if !labels.waits() {
            return Ok(());
        }
        self.waited.examples += examples;
        self.waited.bytes += bytes;
        let enough = labels.enough().unwrap_or(Self::MOST_HELD);
        if self.waited.examples < enough && self.waited.bytes < Self::MOST_BYTES {
            return Ok(());
        }
        self.schema.labels.assume();
        self.dirty = true;
        self.decide(line, rows)
    }

    /// Gives names that nobody has met before their slots, in order.
    #[inline]
    fn meet(&mut self, context: &Context, fresh: &Fresh, names: &[FreshName]) {
        let Some(prints) = &context.prints else { return };
        for name in names {
            match prints.meet(name.index, name.print) {
                Met::New => {
                    let (namespace, text) = fresh.parts(name);
                    self.fresh.push(name.index, namespace, name.separator, text);
                }
                Met::Same => {}
                Met::Other => self.collisions += 1,
            }
        }
    }

    /// Gives products that nobody has met before their slots, in order.
    fn meet_products(&mut self, context: &Context, fresh: &FreshProducts, range: Range<usize>) {
        let Some(prints) = &context.products else { return };
        self.product_collisions += prints.meet_all(fresh.range(range.start, range.end), &mut self.products);
    }

    /// Refuses another meaning of a letter than it had before.
    pub(crate) fn bears_letters(&self, meant: &Letters) -> Result<(), LineFault> {
        if self.schema.label_optional {
            return Ok(());
        }
        self.schema.crosses.bears(meant)
    }

    fn bind_letters(&mut self, meant: &Letters) {
        self.dirty |= self.schema.crosses.bind(meant);
    }

    /// What a label would mean, and what labels would be then if it changes that. Nothing changes.
    pub(crate) fn judge(
        &mut self,
        context: &Context,
        texts: bool,
        text: Option<&[u8]>,
    ) -> Result<(Label, Option<Labels>), Refusal> {
        let around = Around::new(context.format, self.schema.dialect.as_ref()).strictly(self.taken.is_some());
        let texts = (texts, around);
        let Schema { labels, label: key, .. } = &mut self.schema;
        if labels.settled()
            || text.is_some_and(|text| labels.kind() == LabelKind::Classes && labels.knows(text))
        {
            return Ok((label::read(labels, key.as_deref(), context, texts, text)?, None));
        }
        let mut after = labels.clone();
        let label = label::read(&mut after, key.as_deref(), context, texts, text)?;
        Ok((label, Some(after).filter(|after| *after != *labels)))
    }

    /// As [`judge`](Self::judge), of a label that is a number and waits for no other.
    pub(crate) fn judge_number(
        &mut self,
        format: Format,
        value: f64,
    ) -> Result<(f64, Option<Labels>), Refusal> {
        let Schema { labels, label: key, .. } = &mut self.schema;
        let mut after = (!labels.settled()).then(|| labels.clone());
        let label = after.as_mut().unwrap_or(labels).of_number(value).map_err(|fault| {
            let text = shortest(value).to_string();
            label::refusal(key.as_deref(), format, Around::default(), text.as_bytes(), fault)
        })?;
        Ok((label, after.filter(|after| *after != *labels)))
    }

    /// What labels are, as far as is known.
    pub(crate) fn labels(&self) -> &Labels {
        &self.schema.labels
    }

    /// Whether examples with a label have to wait for other labels.
    pub(crate) fn waits(&self) -> bool {
        self.schema.labels.waits() || self.schema.labels.kind() == LabelKind::Open
    }

    /// How many examples wait.
    pub(crate) fn waiting(&self) -> usize {
        self.held.iter().map(|(batch, _)| batch.len()).sum()
    }

    /// The line before the next one.
    pub(crate) fn at_line(&mut self, line: u64) {
        self.line = line;
    }

    /// Takes in the only example of a draft, if it brings nothing but collisions, and counts them: those of names and of products.
    #[inline]
    pub(crate) fn accept_known(&mut self, draft: &Draft) -> Option<(u64, u64)> {
        let Some(DraftRow { what: What::Example { collisions, products, .. }, .. }) = draft.rows.first()
        else {
            return None;
        };
        let fresh = self.dirty || !draft.fresh.names.is_empty() || draft.products.len() > 0;
        if fresh || !draft.letters.is_empty() || !self.fresh.is_empty() || !self.products.is_empty() {
            return None;
        }
        self.collisions += u64::from(*collisions);
        self.product_collisions += u64::from(products.1);
        Some((self.collisions, self.product_collisions))
    }

    /// Takes in the only example of a draft, whose label is decided; `labels` if it changed what labels are.
    pub(crate) fn accept(&mut self, draft: &Draft, labels: Option<Labels>) -> Delta {
        if let Some(labels) = labels {
            (self.schema.labels, self.dirty) = (labels, true);
        }
        if let Some(DraftRow { what: What::Example { collisions, products, .. }, .. }) = draft.rows.first()
            && let Some(context) = self.context.clone()
        {
            self.collisions += u64::from(*collisions);
            self.meet(&context, &draft.fresh, &draft.fresh.names);
            self.product_collisions += u64::from(products.1);
            self.meet_products(&context, &draft.products, 0..draft.products.len());
            draft.letters.iter().for_each(|(_, meant)| self.bind_letters(meant));
        }
        self.delta()
    }

    /// As [`absorb`](Self::absorb), and as it was if that fails, but for names that were met.
    pub(crate) fn try_absorb(&mut self, draft: Draft) -> Result<(), ReadError> {
        let before = (self.schema.labels.clone(), self.waited, self.dirty, self.line);
        self.absorb(draft).inspect_err(|_| {
            (self.schema.labels, self.waited, self.dirty, self.line) = before;
        })
    }

    /// Starts again after an [`end`](Self::end), in the same file, from the schema as it was left.
    pub(crate) fn again(&mut self, schema: &Schema) {
        let (context, line) = (self.context.take(), self.line);
        *self = Self { context, line, ..Self::new(schema) };
    }

    /// What has changed in the schema since a batch took it along.
    fn delta(&mut self) -> Delta {
        let head = std::mem::take(&mut self.dirty).then(|| Box::new(self.schema.clone()));
        self.brought(head)
    }

    /// The names and products first seen since a batch took them along.
    fn brought(&mut self, head: Option<Box<Schema>>) -> Delta {
        let (names, products) = (std::mem::take(&mut self.fresh), std::mem::take(&mut self.products));
        let (collisions, product_collisions) = (self.collisions, self.product_collisions);
        Delta { head, names, collisions, products, product_collisions }
    }

    /// Takes what is undecided for what it looks like and makes everything ready; what is left of the schema's changes is
    /// returned. What labels are stays undecided, for more input.
    pub(crate) fn end(&mut self) -> Result<Delta, ReadError> {
        if self.schema.labels.waits() {
            let open = self.schema.labels.waiting(self.waited);
            self.schema.labels.assume();
            self.dirty = true;
            self.bear_out(self.line)?;
            let meanings = self.schema.labels.meanings();
            for (mut batch, undecided) in std::mem::take(&mut self.held) {
                batch.decide(&meanings);
                if let Some(undecided) = undecided {
                    let labels = self.schema.labels.until_more(undecided);
                    batch.delta.head = Some(Box::new(Schema { labels, ..self.schema.clone() }));
                }
                self.release(batch);
            }
            if let Some(open) = open {
                self.schema.labels = self.schema.labels.until_more(open);
            }
        }
        Ok(self.delta())
    }

    fn release(&mut self, mut batch: Batch) {
        if batch.delta.head.is_none() && std::mem::take(&mut self.dirty) {
            batch.delta.head = Some(Box::new(self.schema.clone()));
        }
        self.ready.push_back(batch);
    }

    /// Gives labels that wait their meaning, which a line decided: in held batches and in the rows of the current one.
    fn decide(&mut self, line: u64, rows: &mut [Row]) -> Result<(), ReadError> {
        self.bear_out(line)?;
        let meanings = self.schema.labels.meanings();
        let mut held = std::mem::take(&mut self.held);
        held.iter_mut().for_each(|(batch, _)| batch.decide(&meanings));
        batch::decide(rows, &meanings);
        held.into_iter().for_each(|(batch, _)| self.release(batch));
        Ok(())
    }

    /// Refuses a decision that contradicts what an earlier run took the labels for, and learned.
    fn bear_out(&self, line: u64) -> Result<(), ReadError> {
        match &self.taken {
            Some(taken) if !self.schema.labels.bears_out(taken) => {
                let file = self.context.as_ref().map_or_else(|| "".into(), |context| context.file.clone());
                let (now, taken) = (self.schema.labels.told(), taken.told());
                Err(ReadError::Labels { position: Position { file, line }, now, taken })
            }
            _ => Ok(()),
        }
    }
}

/// What an example that waits takes, about, wherever the input is cut.
fn cost(cells: &Cells, label: Option<&[u8]>) -> u64 {
    let features = u64::from(cells.end - cells.start);
    let each = if cells.groups == Cells::UNGROUPED { 12 } else { 13 };
    64 + each * features + u64::from(cells.tag.1 - cells.tag.0) + label.map_or(0, |label| label.len() as u64)
}

/// As [`cost`], of a refused line: its place, its field and its fault.
const REFUSED: u64 = 512;

#[cfg(test)]
mod tests;
