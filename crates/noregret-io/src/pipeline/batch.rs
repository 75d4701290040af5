//! A batch: some thousand examples in one arena, so that a line costs no allocation of its own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use noregret::Features;

use crate::cross::raw::Raw;
use crate::error::LineError;
use crate::schema::Schema;
use crate::schema::names::Names;
use crate::schema::products::Products;

/// An example, lent by its batch.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// The features, the bias among them if [`bias`](Self::bias) says so.
    pub features: Features<'a>,
    /// The label, -1 or +1 for binary labels; none if the line has none.
    pub label: Option<f64>,
    /// How much the example counts; 0 holds it out.
    pub weight: f64,
    /// The tag, to be repeated beside the prediction; often empty.
    pub tag: &'a [u8],
    /// The line, counted from 1.
    pub line: u64,
    /// The file.
    pub file: &'a Arc<str>,
    /// Whether the features include the bias, as index 0.
    pub bias: bool,
}

/// What a line turned out to be.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// An example.
    Example(Example<'a>),
    /// A line that was refused.
    Bad(&'a LineError),
}

/// Examples and refused lines of one file, in order.
#[derive(Debug, Default)]
pub struct Batch {
    file: Arc<str>,
    bias: bool,
    arena: Arena,
    rows: Vec<Row>,
    pub(crate) delta: Delta,
    /// After how many rows [`Schema::collisions`] or those of products changed, and to what; empty if only the whole batch's count is known.
    pub(crate) collided: Vec<(usize, u64, u64)>,
}

/// The features of many examples, one after the other, and their texts. A dropped arena gives its memory back to its
/// shelf.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    shelf: Option<Arc<Shelf>>,
    pub(crate) indices: Vec<u32>,
    pub(crate) values: Vec<f64>,
    pub(crate) groups: Vec<u8>,
    pub(crate) text: Vec<u8>,
    /// The features before they were crossed, if a cache wants them.
    pub(crate) raw: Option<Box<Raw>>,
}

/// Empty arenas for reuse: first touches of fresh memory cost more than writing the features.
#[derive(Debug, Default)]
pub(crate) struct Shelf(Mutex<Vec<Arena>>);

impl Shelf {
    /// Arenas kept at most; a stream with few threads has fewer under way.
    const MOST: usize = 16;

    fn arenas(&self) -> MutexGuard<'_, Vec<Arena>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An empty arena.
    pub(crate) fn take(self: &Arc<Self>) -> Arena {
        let mut arena = self.arenas().pop().unwrap_or_default();
        arena.shelf = Some(self.clone());
        arena
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let Some(shelf) = self.shelf.take() else { return };
        let mut arenas = shelf.arenas();
        if arenas.len() < Shelf::MOST {
            self.clear();
            arenas.push(std::mem::take(self));
        }
    }
}

impl Arena {
    /// Empties it, and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.indices.clear();
        self.values.clear();
        self.groups.clear();
        self.text.clear();
        self.raw = None;
    }

    /// Gives its memory back; it is empty then.
    pub(crate) fn shed(&mut self) {
        (self.indices, self.values) = (Vec::new(), Vec::new());
        (self.groups, self.text, self.raw) = (Vec::new(), Vec::new(), None);
    }

    /// The features of an example.
    pub(crate) fn features(&self, cells: &Cells) -> Features<'_> {
        let (start, end) = (cells.start as usize, cells.end as usize);
        let groups = match cells.groups {
            Cells::UNGROUPED => &[],
            groups => &self.groups[groups as usize..groups as usize + (end - start)],
        };
        Features::trusted(&self.indices[start..end], &self.values[start..end], groups)
            .crossed(cells.before as usize)
    }

    /// The tag of an example.
    pub(crate) fn tag(&self, cells: &Cells) -> &[u8] {
        &self.text[cells.tag.0 as usize..cells.tag.1 as usize]
    }
}

/// Where the parts of an example stand in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Where its groups start, if it has any.
    pub(crate) groups: u32,
    pub(crate) tag: (u32, u32),
    /// How many features there were before they were crossed; 0 if they were not.
    pub(crate) before: u32,
}

impl Cells {
    /// In place of a start: every feature is in group 0.
    pub(crate) const UNGROUPED: u32 = u32::MAX;
}

/// What a batch adds to the schema.
#[derive(Debug, Default)]
pub(crate) struct Delta {
    /// Everything but the names, if anything changed.
    pub(crate) head: Option<Box<Schema>>,
    /// Names first seen in this batch.
    pub(crate) names: Names,
    /// As [`Schema::collisions`], after this batch.
    pub(crate) collisions: u64,
    /// Products first seen in this batch.
    pub(crate) products: Products,
    /// As [`Schema::product_collisions`], after this batch.
    pub(crate) product_collisions: u64,
}

impl Delta {
    /// Brings a schema up to date.
    pub(crate) fn merge_into(self, schema: &mut Schema) {
        if let Some(head) = self.head {
            let names = std::mem::take(&mut schema.names);
            let products = std::mem::take(&mut schema.products);
            *schema = Schema { names, products, ..*head };
        }
        schema.names.append(&self.names);
        schema.collisions = self.collisions;
        schema.products.append(&self.products);
        schema.product_collisions = self.product_collisions;
    }
}

#[derive(Debug)]
pub(crate) enum Row {
    Example { cells: Cells, label: Label, weight: f64, line: u64 },
    Bad(Box<LineError>),
}

/// A label in a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Label {
    /// There is none.
    Absent,
    /// It has to be decided by a later line; its place among the labels met meanwhile.
    Pending(u32),
    /// It is known.
    Value(f64),
}

impl Batch {
    pub(crate) fn new(file: Arc<str>, bias: bool, arena: Arena, rows: Vec<Row>, delta: Delta) -> Self {
        Self { file, bias, arena, rows, delta, collided: Vec::new() }
    }

    /// The file its lines come from.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// The features before they were crossed, if they were kept.
    pub(crate) fn raw(&self) -> Option<&Raw> {
        self.arena.raw.as_deref()
    }

    /// Whether every example has the bias.
    pub(crate) fn bias(&self) -> bool {
        self.bias
    }

    /// The examples and refused lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = Item<'_>> {
        self.rows.iter().map(move |row| match row {
            Row::Bad(error) => Item::Bad(error),
            &Row::Example { ref cells, label, weight, line } => {
                let label = if let Label::Value(label) = label { Some(label) } else { None };
                let (features, tag) = (self.arena.features(cells), self.arena.tag(cells));
                let (file, bias) = (&self.file, self.bias);
                Item::Example(Example { features, label, weight, tag, line, file, bias })
            }
        })
    }

    /// [`Schema::collisions`] and those of products after the first so many rows; none if only the whole batch's are known.
    pub(crate) fn collisions_after(&self, rows: usize) -> Option<(u64, u64)> {
        self.collided
            .iter()
            .rev()
            .find(|(after, ..)| *after <= rows)
            .map(|&(_, names, products)| (names, products))
    }

    /// How many examples and refused lines.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is neither example nor refused line.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Gives every pending label its meaning, by its place.
    pub(crate) fn decide(&mut self, meanings: &[f64]) {
        decide(&mut self.rows, meanings);
    }
}

/// Gives every pending label its meaning, by its place.
pub(crate) fn decide(rows: &mut [Row], meanings: &[f64]) {
    for row in rows {
        if let Row::Example { label, .. } = row
            && let Label::Pending(place) = *label
        {
            *label = meanings.get(place as usize).map_or(Label::Absent, |meaning| Label::Value(*meaning));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arena_is_used_again_and_empty() {
        let shelf = Arc::new(Shelf::default());
        let mut arena = shelf.take();
        arena.indices.extend(0..1000);
        arena.text.push(b'x');
        let place = arena.indices.as_ptr();
        drop(arena);
        let again = shelf.take();
        assert!(again.indices.is_empty() && again.text.is_empty());
        assert_eq!((again.indices.as_ptr(), again.indices.capacity() >= 1000), (place, true));
        drop((0..40).map(|_| shelf.take()).collect::<Vec<_>>());
        assert_eq!(shelf.arenas().len(), Shelf::MOST);
    }

    #[test]
    fn rows_come_back_as_they_went_in() {
        let arena = Arena {
            shelf: None,
            indices: vec![1, 5, 2],
            values: vec![1.0, 2.0, 3.0],
            groups: vec![7],
            text: b"tu".to_vec(),
            raw: None,
        };
        let row = |start, end, groups, tag, label, line| Row::Example {
            cells: Cells { start, end, groups, tag, before: 0 },
            label,
            weight: 1.0,
            line,
        };
        let rows = vec![
            row(0, 2, Cells::UNGROUPED, (0, 1), Label::Pending(0), 1),
            row(2, 3, 0, (1, 1), Label::Absent, 2),
            row(3, 3, Cells::UNGROUPED, (1, 2), Label::Value(-1.0), 3),
        ];
        let mut batch = Batch::new("f".into(), true, arena, rows, Delta::default());
        batch.decide(&[1.0]);
        let rows: Vec<_> = batch
            .iter()
            .map(|item| match item {
                Item::Example(e) => (
                    e.features.iter().collect(),
                    e.features.groups().to_vec(),
                    e.label,
                    e.tag.to_vec(),
                    e.line,
                ),
                Item::Bad(_) => (vec![], vec![], None, vec![], 0),
            })
            .collect();
        assert_eq!(rows[0], (vec![(1, 1.0), (5, 2.0)], vec![], Some(1.0), b"t".to_vec(), 1));
        assert_eq!(rows[1], (vec![(2, 3.0)], vec![7], None, vec![], 2));
        assert_eq!(rows[2], (vec![], vec![], Some(-1.0), b"u".to_vec(), 3));
    }
}
