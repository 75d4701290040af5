//! From fields to drafts: what every format's parser writes into.
//!
//! A parser begins an example, adds its features and finishes it with label, weight and tag. Features are written
//! where they will stay. If they came in order they are done; else they are sorted, repeats summed in order of
//! group and value (so the order of arrival never matters) and sums of zero dropped.

pub(crate) mod columns;
mod direct;

use std::sync::Arc;

use noregret::Features;

use crate::cross::{Crosser, Row};
use crate::draft::context::Context;
use crate::draft::indexer::Indexer;
use crate::draft::sort;
use crate::draft::{Draft, DraftRow, Fresh, FreshProducts, What};
use crate::error::Refusal;
use crate::error::fault::LineFault;
use crate::pipeline::batch::Cells;
use crate::schema::Schema;
use crate::schema::index::{BIAS, LARGEST_NUMBER, index_of};
use crate::text::number::WINDOW;
use crate::text::pair::Pair;
use crate::text::pairs::Stage;

/// A feature whose name was hashed once, for many lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hashed {
    index: u32,
    print: u8,
    /// None if it is left out.
    group: Option<u8>,
}

/// Drafts the lines of a file.
#[derive(Debug)]
pub(crate) struct Drafter {
    pub(crate) context: Arc<Context>,
    /// Everything but the names; a header may change it, and then calls [`Drafter::touch`].
    pub(crate) schema: Schema,
    touched: bool,
    indexer: Indexer,
    /// Crosses the features of a line, if any are to be crossed.
    crosser: Option<Box<Crosser>>,
    /// The group of the current namespace, or none if it is ignored.
    group: Option<u8>,
    draft: Draft,
    /// Where the features and the fresh names of the current example start.
    start: usize,
    fresh: usize,
    products: usize,
    /// The least index that keeps the features in order.
    next: u32,
    sorted: bool,
    /// How many features came as vectors, which hold finite numbers only.
    finite: usize,
    /// The groups of the current example, if the user asked for groups at all.
    groups: Vec<u8>,
    grouped: bool,
    /// Whether a numbered feature is its number and nothing else.
    pub(crate) plain: bool,
    /// Whether a named feature is its name and nothing else.
    named: bool,
    lately: direct::Lately,
    /// Numbered features that are not with the others yet.
    pub(crate) stage: Stage,
    /// For sorting.
    keys: Vec<u64>,
    spare_keys: Vec<u64>,
    values: Vec<f64>,
    spare: Vec<(u8, f64)>,
}

impl Drafter {
    pub(crate) fn new(context: Arc<Context>) -> Self {
        Self {
            schema: context.schema.clone(),
            touched: false,
            indexer: Indexer::new(&context.schema, context.prints.clone(), context.verbatim),
            crosser: Crosser::new(&context.schema, context.products.clone()).filter(|_| !context.verbatim),
            group: Some(0),
            draft: Draft { arena: context.shelf.take(), ..Draft::default() },
            start: 0,
            fresh: 0,
            products: 0,
            next: 0,
            sorted: true,
            finite: 0,
            groups: Vec::new(),
            grouped: !context.schema.groups.is_empty(),
            plain: context.plain(),
            named: context.named(),
            lately: direct::Lately::default(),
            stage: Stage::default(),
            keys: Vec::new(),
            spare_keys: Vec::new(),
            values: Vec::new(),
            spare: Vec::new(),
            context,
        }
    }

    /// Marks the schema as changed.
    pub(crate) fn touch(&mut self) {
        self.touched = true;
    }

    /// Hands over what was drafted, with the number of lines it took.
    pub(crate) fn take(&mut self, lines: u64) -> Draft {
        let rows = Vec::with_capacity(self.draft.rows.len() + self.draft.rows.len() / 8);
        let next = Draft { arena: self.context.shelf.take(), rows, ..Draft::default() };
        let mut draft = std::mem::replace(&mut self.draft, next);
        (self.start, self.fresh, self.products) = (0, 0, 0);
        draft.lines = lines;
        draft.head = std::mem::take(&mut self.touched).then(|| Box::new(self.schema.clone()));
        draft
    }

    /// What was drafted so far.
    pub(crate) fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Takes out why the line drafted last was refused, if it was.
    pub(crate) fn refusal(&mut self) -> Option<Box<Refusal>> {
        let DraftRow { line, what } = self.draft.rows.pop()?;
        match what {
            What::Bad(refusal) => Some(refusal),
            what @ What::Example { .. } => {
                self.draft.rows.push(DraftRow { line, what });
                None
            }
        }
    }

    /// Forgets what was drafted, and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.draft.arena.clear();
        self.draft.rows.clear();
        self.draft.fresh.truncate(0);
        self.draft.products.truncate(0);
        self.draft.letters.clear();
        self.draft.unknown.clear();
        (self.start, self.fresh, self.products) = (0, 0, 0);
    }

    /// Gives the memory of what was drafted back.
    pub(crate) fn shed(&mut self) {
        self.clear();
        self.draft.arena.shed();
        self.draft.fresh = Fresh::default();
        self.draft.products = FreshProducts::default();
        self.stage = Stage::default();
        (self.groups, self.keys, self.spare_keys) = (Vec::new(), Vec::new(), Vec::new());
        (self.values, self.spare) = (Vec::new(), Vec::new());
    }

    /// Begins an example.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.start = self.draft.arena.indices.len();
        self.fresh = self.draft.fresh.names.len();
        self.indexer.begin();
        (self.next, self.sorted, self.finite) = (0, true, 0);
        self.groups.clear();
        if self.schema.bias {
            self.finite = 1;
            self.push(BIAS, 1.0, self.context.groups.bias());
        }
        if let Some(crosser) = &mut self.crosser {
            crosser.begin(self.draft.arena.indices.len());
        }
    }

    #[inline(always)]
    fn push(&mut self, index: u32, value: f64, group: u8) {
        self.sorted &= index >= self.next;
        self.next = index + 1;
        self.draft.arena.indices.push(index);
        self.draft.arena.values.push(value);
        if self.grouped {
            self.groups.push(group);
        }
    }

    /// The largest number of a feature.
    pub(crate) fn largest(&self) -> u64 {
        self.indexer.largest()
    }

    /// Adds a numbered feature.
    #[inline(always)]
    pub(crate) fn number(&mut self, number: u64, value: f64) -> Result<(), LineFault> {
        if !self.plain || number > LARGEST_NUMBER {
            return self.selected(number, value);
        }
        if value != 0.0 {
            self.push(index_of(number as u32), value, 0);
        }
        Ok(())
    }

    /// Adds the numbered features of a sparse vector; the number at fault if one is too large.
    pub(crate) fn numbers(&mut self, x: Features<'_>) -> Result<(), (u32, LineFault)> {
        if !self.plain || x.last_index().is_some_and(|last| u64::from(last) > LARGEST_NUMBER) {
            return x.iter().try_for_each(|(number, value)| {
                self.number(u64::from(number), value).map_err(|fault| (number, fault))
            });
        }
        let (Some(&first), Some(last)) = (x.indices().first(), x.last_index()) else { return Ok(()) };
        self.sorted &= index_of(first) >= self.next;
        self.next = index_of(last) + 1;
        self.draft.arena.indices.extend(x.indices().iter().map(|&number| index_of(number)));
        self.draft.arena.values.extend_from_slice(x.values());
        self.finite += x.len();
        Ok(())
    }

    /// Adds the first `count` features of the stage as they are. Only where [`plain`](Self::plain) holds: numbers are not
    /// hashed, grouped or left out.
    #[inline]
    pub(crate) fn admit(&mut self, count: usize) {
        let indices = &self.stage.indices[..count];
        let (Some(&first), Some(&last)) = (indices.first(), indices.last()) else { return };
        let ordered = indices.windows(2).fold(true, |ordered, pair| ordered & (pair[0] < pair[1]));
        self.sorted &= ordered & (first >= self.next);
        self.next = last + 1;
        self.draft.arena.indices.extend_from_slice(indices);
        self.draft.arena.values.extend_from_slice(&self.stage.values[..count]);
    }

    /// [`Stage::fill`] for names that are numbers and their own slots; none where names must be hashed one by one.
    #[inline(always)]
    pub(crate) fn stage_names(
        &mut self,
        text: &[u8],
        at: &mut usize,
        wanted: impl Fn(&Pair, &[u8; WINDOW]) -> bool,
    ) -> Option<(usize, usize)> {
        let indexer = &self.indexer;
        let most = self.group.and_then(|_| indexer.own_slots())?;
        let own = |pair: &Pair, window: &[u8; WINDOW]| {
            let own = pair.number <= most && wanted(pair, window);
            if own {
                indexer.expect(pair.number);
            }
            own
        };
        Some(self.stage.fill(text, at, own))
    }

    /// Adds the first `count` features of the stage, whose names are numbers and their own slots.
    pub(crate) fn admit_names(&mut self, count: usize) {
        let group = self.group.unwrap_or(0);
        self.indexer.look_up(&self.stage.indices[..count], &mut self.draft.fresh);
        self.admit(count);
        if self.grouped {
            self.groups.resize(self.groups.len() + count, group);
        }
    }

    /// Adds a numbered feature that may be hashed, grouped, left out or too large.
    #[inline(never)]
    fn selected(&mut self, number: u64, value: f64) -> Result<(), LineFault> {
        let index = self.indexer.number(number, &mut self.draft.fresh)?;
        if value != 0.0 && !self.context.leaves_out_number(number) {
            let group = if self.grouped { self.context.groups.number(number) } else { 0 };
            self.push(index, value, group);
        } else if self.context.verbatim {
            let fresh = &mut self.draft.fresh;
            fresh.truncate(fresh.names.len() - 1);
        }
        Ok(())
    }

    /// Starts a namespace; `selector` is what the user would call it: a namespace, column or key.
    #[inline]
    pub(crate) fn namespace(&mut self, namespace: &[u8], selector: &[u8]) {
        self.select(selector);
        self.indexer.namespace(namespace, &mut self.draft.fresh);
    }

    /// Starts a namespace that stands in the line at a place, and is what the user would call it.
    #[inline]
    pub(crate) fn namespace_at(&mut self, start: usize, namespace: &[u8]) {
        self.select(namespace);
        self.indexer.namespace_at(start, namespace);
    }

    #[inline]
    fn select(&mut self, selector: &[u8]) {
        self.group = (!self.context.leaves_out(selector)).then(|| self.context.groups.name(selector));
        if let Some(crosser) = &mut self.crosser {
            crosser.enter(selector, self.draft.arena.indices.len());
        }
    }

    /// Leaves out a key that is none of the columns learned from, or refuses it if the user is strict. Columns that were left out before are not new.
    pub(crate) fn unknown(&mut self, key: &str) -> Result<(), Box<Refusal>> {
        let order = self.schema.dialect.as_ref().map_or(&[][..], |dialect| &dialect.order);
        if order.iter().any(|known| known == key) {
            return Ok(());
        }
        if self.schema.strict {
            return Err(Refusal::line(LineFault::NewKey { key: key.to_owned() }));
        }
        let unknown = &mut self.draft.unknown;
        if unknown.len() < Draft::UNKNOWN && !unknown.iter().any(|known| known == key) {
            unknown.push(key.to_owned());
        }
        Ok(())
    }

    /// Whether the user asked to leave out a namespace, column or key.
    pub(crate) fn ignores(&self, selector: &[u8]) -> bool {
        self.context.leaves_out(selector)
    }

    /// Adds a feature of the current namespace, shown to users with a separator after the namespace.
    #[inline]
    pub(crate) fn name(&mut self, separator: u8, name: &[u8], value: f64) {
        if let Some(group) = self.group
            && value != 0.0
        {
            let index = self.indexer.name(separator, name);
            self.push(index, value, group);
        }
    }

    /// Hashes a name for [`known`](Self::known); none where every line must say it, because features are crossed or written.
    pub(crate) fn hash(&self, namespace: &[u8], selector: &[u8], name: &[u8]) -> Option<Hashed> {
        let (index, print) = self.indexer.hashed(namespace, name).filter(|_| self.crosser.is_none())?;
        let group = (!self.context.leaves_out(selector)).then(|| self.context.groups.name(selector));
        Some(Hashed { index, print, group })
    }

    /// Adds a feature that was hashed before, unless something is new about its name: then it has to be named.
    #[inline(always)]
    pub(crate) fn known(&mut self, feature: &Hashed, value: f64) -> bool {
        let Some(group) = feature.group.filter(|_| value != 0.0) else { return true };
        let known = self.indexer.knows(feature.index, feature.print);
        if known {
            self.push(feature.index, value, group);
        }
        known
    }

    /// Adds the feature named `text[start..end]` in the current namespace; `text` begins with the line.
    /// [`settle`](Self::settle) must follow at the line's end.
    #[inline(always)]
    pub(crate) fn name_at(&mut self, separator: u8, text: &[u8], start: usize, end: usize, value: f64) {
        if let Some(group) = self.group
            && value != 0.0
        {
            let index = self.indexer.name_at(separator, text, start, end);
            self.push(index, value, group);
        }
    }

    /// Adds the feature whose name is the plain number of `digits` bytes at `start`. False if this namespace hashes
    /// numbers like other names.
    #[inline(always)]
    pub(crate) fn number_at(&mut self, number: u64, start: usize, digits: usize, value: f64) -> bool {
        let Some(group) = self.group else { return false };
        if value == 0.0 {
            return false;
        }
        match self.indexer.number_at(number, start, digits) {
            Some(index) => self.push(index, value, group),
            None => return false,
        }
        true
    }

    /// Starts a namespace whose features are indices already.
    pub(crate) fn enter(&mut self, space: &[u8]) {
        if let Some(crosser) = &mut self.crosser {
            crosser.enter(space, self.draft.arena.indices.len());
        }
    }

    /// Adds features that are indices already, of the namespace entered last.
    pub(crate) fn ready(&mut self, indices: &[u32], values: &[f64], groups: &[u8]) {
        let groups = groups.iter().copied().chain(std::iter::repeat(0));
        indices
            .iter()
            .zip(values)
            .zip(groups)
            .for_each(|((&index, &value), group)| self.push(index, value, group));
    }

    /// Looks up the names of this line that are pending.
    pub(crate) fn settle(&mut self, line: &[u8]) {
        self.indexer.settle(line, &mut self.draft.fresh);
    }

    /// Finishes the example, unless its features add up to no finite number.
    pub(crate) fn finish(
        &mut self,
        line: u64,
        label: Option<&[u8]>,
        weight: f64,
        tag: &[u8],
    ) -> Result<(), Box<Refusal>> {
        self.indexer.settle_kept(&mut self.draft.fresh);
        let before = self.cross().map_err(Refusal::line)?;
        if !self.sorted && !self.context.verbatim {
            self.sort();
        }
        let arena = &mut self.draft.arena;
        let values = &arena.values[self.start..];
        // Every value is looked at, whatever is found: so several are at once. Those of one vector are known to be finite.
        let known = self.sorted && self.finite == values.len();
        if !(known || values.iter().fold(true, |finite, value| finite & value.is_finite())) {
            return Err(Refusal::line(LineFault::Sum));
        }
        let mut groups = Cells::UNGROUPED;
        if self.groups.iter().any(|&group| group != 0) {
            groups = arena.groups.len() as u32;
            arena.groups.extend_from_slice(&self.groups);
        }
        let mut keep = |text: &[u8]| {
            let start = arena.text.len() as u32;
            arena.text.extend_from_slice(text);
            (start, arena.text.len() as u32)
        };
        let (tag, label) = (keep(tag), label.map(keep));
        let cells = Cells { start: self.start as u32, end: arena.indices.len() as u32, groups, tag, before };
        let (fresh, collisions) = (self.draft.fresh.names.len() as u32, self.indexer.collisions);
        let crossed = self.crosser.as_ref().map_or(0, |crosser| crosser.collisions);
        let products = (self.draft.products.len() as u32, crossed);
        let what = What::Example { cells, weight, label, fresh, collisions, products };
        self.draft.rows.push(DraftRow { line, what });
        // A line may be refused before it begins.
        (self.start, self.fresh) = (self.draft.arena.indices.len(), self.draft.fresh.names.len());
        self.products = self.draft.products.len();
        Ok(())
    }

    /// Adds the products of the current example's features; gives how many there were before, 0 if nothing is crossed.
    fn cross(&mut self) -> Result<u32, LineFault> {
        let Some(crosser) = &mut self.crosser else { return Ok(0) };
        let Draft { arena, products, letters, rows, .. } = &mut self.draft;
        let groups = self.grouped.then_some(&mut self.groups);
        let (indices, values) = (&mut arena.indices, &mut arena.values);
        let row = Row { indices, values, groups, start: self.start };
        if self.context.spaced {
            let raw = arena.raw.get_or_insert_default();
            crosser.keep(&row, raw);
            raw.end(rows.len());
        }
        let before = (row.indices.len() - row.start) as u32;
        crosser.cross(row, products)?;
        self.sorted = false;
        if let Some(meant) = crosser.letters()
            && letters.last().map_or(!meant.is_empty(), |(_, before)| before != meant)
        {
            letters.push((rows.len(), meant.clone()));
        }
        Ok(before)
    }

    /// Adds a refused line, of which nothing else is left.
    pub(crate) fn refuse(&mut self, line: u64, refusal: Box<Refusal>) {
        self.draft.arena.indices.truncate(self.start);
        self.draft.arena.values.truncate(self.start);
        self.draft.fresh.truncate(self.fresh);
        self.draft.products.truncate(self.products);
        self.draft.rows.push(DraftRow { line, what: What::Bad(refusal) });
    }

    /// Sorts the features of the current example and sums repeats.
    fn sort(&mut self) {
        let arena = &mut self.draft.arena;
        let (indices, values) = (&mut arena.indices[self.start..], &mut arena.values[self.start..]);
        if !self.grouped && sort::few(indices, values) {
            return;
        }
        self.keys.clear();
        self.keys.extend(indices.iter().zip(0u64..).map(|(&index, place)| u64::from(index) << 32 | place));
        sort::sort(&mut self.keys, &mut self.spare_keys);
        self.values.clear();
        self.values.extend_from_slice(values);
        if !self.grouped && self.keys.windows(2).all(|pair| pair[0] >> 32 != pair[1] >> 32) {
            for ((&key, index), value) in self.keys.iter().zip(indices).zip(values) {
                (*index, *value) = ((key >> 32) as u32, self.values[key as u32 as usize]);
            }
            return;
        }
        self.spare.clear();
        let group = |place: usize| self.groups.get(place).copied().unwrap_or(0);
        self.spare.extend(self.keys.iter().map(|&key| {
            let place = key as u32 as usize;
            (group(place), self.values[place])
        }));
        let mut kept = 0;
        let mut place = 0;
        while place < self.keys.len() {
            let index = (self.keys[place] >> 32) as u32;
            let mut end = place + 1;
            while end < self.keys.len() && (self.keys[end] >> 32) as u32 == index {
                end += 1;
            }
            let (mut group, mut value) = self.spare[place];
            if end > place + 1 {
                let run = &mut self.spare[place..end];
                run.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
                value = run.iter().map(|cell| cell.1).sum();
                group = run[run.len() - 1].0;
            }
            place = end;
            if value != 0.0 {
                (indices[kept], values[kept]) = (index, value);
                if self.grouped {
                    self.groups[kept] = group;
                }
                kept += 1;
            }
        }
        arena.indices.truncate(self.start + kept);
        arena.values.truncate(self.start + kept);
        self.groups.truncate(kept);
    }
}
