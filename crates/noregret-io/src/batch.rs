//! A batch: some thousand examples in one arena, so that a line costs no allocation of its own.

use std::sync::Arc;

use noregret::Features;

use crate::error::LineError;
use crate::names::Names;
use crate::schema::Schema;

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
    indices: Vec<u32>,
    values: Vec<f64>,
    groups: Vec<u8>,
    tags: Vec<u8>,
    rows: Vec<Row>,
    pub(crate) delta: Delta,
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
}

impl Delta {
    /// Brings a schema up to date.
    pub(crate) fn merge_into(self, schema: &mut Schema) {
        if let Some(head) = self.head {
            let names = std::mem::take(&mut schema.names);
            *schema = Schema { names, ..*head };
        }
        schema.names.append(&self.names);
        schema.collisions = self.collisions;
    }
}

#[derive(Debug)]
enum Row {
    Example { ends: Ends, label: Label, weight: f64, line: u64 },
    Bad(Box<LineError>),
}

/// Where the parts of a row end in the arena; they start where the row before ends.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    features: usize,
    groups: usize,
    tag: usize,
}

/// A label in a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Label {
    /// There is none.
    Absent,
    /// It has to be decided by a later line; as a number, if it is one.
    Pending(Option<f64>),
    /// It is known.
    Value(f64),
}

impl Batch {
    const MOST_ROWS: usize = 1024;
    const MOST_BYTES: usize = 1 << 20;

    pub(crate) fn new(file: Arc<str>, bias: bool) -> Self {
        Self { file, bias, ..Self::default() }
    }

    /// The file its lines come from.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// The examples and refused lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = Item<'_>> {
        let mut start = Ends::default();
        self.rows.iter().map(move |row| match row {
            Row::Bad(error) => Item::Bad(error),
            &Row::Example { ends, label, weight, line } => {
                let indices = &self.indices[start.features..ends.features];
                let values = &self.values[start.features..ends.features];
                let groups = &self.groups[start.groups..ends.groups];
                let tag = &self.tags[start.tag..ends.tag];
                start = ends;
                let label = if let Label::Value(label) = label { Some(label) } else { None };
                let features =
                    Features::grouped(indices, values, groups).expect("a batch holds finished features");
                let (file, bias) = (&self.file, self.bias);
                Item::Example(Example { features, label, weight, tag, line, file, bias })
            }
        })
    }

    /// How many examples and refused lines.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is neither example nor refused line.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether it should be handed over.
    pub(crate) fn is_full(&self) -> bool {
        let cell = size_of::<u32>() + size_of::<f64>();
        self.rows.len() >= Self::MOST_ROWS || self.indices.len() * cell + self.tags.len() >= Self::MOST_BYTES
    }

    pub(crate) fn push(&mut self, features: Features<'_>, label: Label, weight: f64, tag: &[u8], line: u64) {
        self.indices.extend_from_slice(features.indices());
        self.values.extend_from_slice(features.values());
        self.groups.extend_from_slice(features.groups());
        self.tags.extend_from_slice(tag);
        let ends = Ends { features: self.indices.len(), groups: self.groups.len(), tag: self.tags.len() };
        self.rows.push(Row::Example { ends, label, weight, line });
    }

    pub(crate) fn push_bad(&mut self, error: LineError) {
        self.rows.push(Row::Bad(Box::new(error)));
    }

    /// Gives every pending label its value.
    pub(crate) fn decide(&mut self, meaning: impl Fn(Option<f64>) -> f64) {
        for row in &mut self.rows {
            if let Row::Example { label, .. } = row
                && let Label::Pending(number) = *label
            {
                *label = Label::Value(meaning(number));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_went_in() {
        let mut batch = Batch::new("f".into(), true);
        batch.push(Features::new(&[1, 5], &[1.0, 2.0]).unwrap(), Label::Pending(Some(1.0)), 1.0, b"t", 1);
        batch.push(Features::grouped(&[2], &[3.0], &[7]).unwrap(), Label::Absent, 0.5, b"", 2);
        batch.push(Features::default(), Label::Value(-1.0), 1.0, b"u", 3);
        batch.decide(|_| 1.0);
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

    #[test]
    fn fills_by_rows_or_bytes() {
        let mut batch = Batch::default();
        let indices: Vec<u32> = (0..100_000).collect();
        batch.push(Features::new(&indices, &vec![1.0; 100_000]).unwrap(), Label::Absent, 1.0, b"", 1);
        assert!(batch.is_full());
    }
}
