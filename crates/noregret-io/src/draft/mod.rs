//! A draft: the lines of a block, parsed as far as a line can be without knowing the lines before it.
//!
//! Features are complete; a label is still its text, a line is counted from the start of the block, and names
//! that nobody has met before wait to be met in order. [`Merge`](crate::pipeline::merge::Merge) makes a batch of it.

pub(crate) mod context;
pub(crate) mod drafter;
pub(crate) mod fingerprints;
pub(crate) mod indexer;
pub(crate) mod sort;

use crate::cross::plan::Letters;
use crate::error::Refusal;
use crate::pipeline::batch::{Arena, Cells};
use crate::schema::Schema;

/// The parsed lines of a block.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// Features, tags and the texts of labels.
    pub(crate) arena: Arena,
    pub(crate) rows: Vec<DraftRow>,
    /// Names not met before, in order.
    pub(crate) fresh: Fresh,
    /// Products not met before, in order.
    pub(crate) products: FreshProducts,
    /// What the letters of interactions mean, from which row on.
    pub(crate) letters: Vec<(usize, Letters)>,
    /// Keys that are none of the columns learned from, the first few.
    pub(crate) unknown: Vec<String>,
    /// How many lines the block has.
    pub(crate) lines: u64,
    /// The schema, if a header in the block changed it.
    pub(crate) head: Option<Box<Schema>>,
}

impl Draft {
    /// How many unknown keys are remembered: one more than are told.
    pub(crate) const UNKNOWN: usize = 11;

    /// The first example, if there is one: its features, its weight and the text of its label.
    pub(crate) fn first(&self) -> Option<(&Cells, f64, Option<&[u8]>)> {
        match &self.rows.first()?.what {
            What::Example { cells, weight, label, .. } => {
                let text = label.map(|(start, end)| &self.arena.text[start as usize..end as usize]);
                Some((cells, *weight, text))
            }
            What::Bad(_) => None,
        }
    }

    /// The example drafted last: its features, where its fresh products end, and the collisions of products.
    pub(crate) fn last(&self) -> Option<(Cells, usize, u32)> {
        match &self.rows.last()?.what {
            What::Example { cells, products: (fresh, collisions), .. } => {
                Some((*cells, *fresh as usize, *collisions))
            }
            What::Bad(_) => None,
        }
    }
}

/// A line.
#[derive(Debug)]
pub(crate) struct DraftRow {
    /// Counted from 1 at the start of the block.
    pub(crate) line: u64,
    pub(crate) what: What,
}

/// What a line holds.
#[derive(Debug)]
pub(crate) enum What {
    Example {
        cells: Cells,
        weight: f64,
        /// Where the text of the label starts and ends, if there is one.
        label: Option<(u32, u32)>,
        /// Where its fresh names end; they start where those of the line before end.
        fresh: u32,
        /// How many of its features fell into slots of other names.
        collisions: u32,
        /// As `fresh` and `collisions`, of products.
        products: (u32, u32),
    },
    Bad(Box<Refusal>),
}

/// Names that had no slot when they were looked for.
#[derive(Debug, Default)]
pub(crate) struct Fresh {
    pub(crate) names: Vec<FreshName>,
    text: Vec<u8>,
}

/// A name that had no slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreshName {
    pub(crate) index: u32,
    pub(crate) print: u8,
    pub(crate) separator: char,
    start: usize,
    cut: usize,
    end: usize,
}

impl Fresh {
    /// Adds a name.
    #[cold]
    pub(crate) fn push(&mut self, index: u32, print: u8, namespace: &[u8], separator: char, name: &[u8]) {
        let start = self.text.len();
        self.text.extend_from_slice(namespace);
        let cut = self.text.len();
        self.text.extend_from_slice(name);
        self.names.push(FreshName { index, print, separator, start, cut, end: self.text.len() });
    }

    /// The namespace and the name.
    pub(crate) fn parts(&self, name: &FreshName) -> (&[u8], &[u8]) {
        let text = &self.text[name.start..name.end];
        text.split_at(name.cut - name.start)
    }

    /// Drops the names added last.
    pub(crate) fn truncate(&mut self, length: usize) {
        if let Some(name) = self.names.get(length) {
            self.text.truncate(name.start);
            self.names.truncate(length);
        }
    }
}

/// Products that had no slot when they were looked for.
#[derive(Debug, Default)]
pub(crate) struct FreshProducts {
    entries: Vec<(u32, u8, u32)>,
    parts: Vec<u32>,
}

impl FreshProducts {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds one.
    pub(crate) fn push(&mut self, index: u32, print: u8, parts: impl Iterator<Item = u32>) {
        self.parts.extend(parts);
        self.entries.push((index, print, self.parts.len() as u32));
    }

    /// The index, the fingerprint and the parts of some of them.
    pub(crate) fn range(&self, from: usize, to: usize) -> impl Iterator<Item = (u32, u8, &[u32])> + Clone {
        let mut start = self.start(from);
        self.entries[from..to].iter().map(move |&(index, print, end)| {
            let parts = &self.parts[start..end as usize];
            start = end as usize;
            (index, print, parts)
        })
    }

    fn start(&self, place: usize) -> usize {
        place.checked_sub(1).map_or(0, |before| self.entries[before].2 as usize)
    }

    /// Drops those added last.
    pub(crate) fn truncate(&mut self, length: usize) {
        if length < self.entries.len() {
            self.parts.truncate(self.start(length));
            self.entries.truncate(length);
        }
    }
}
