//! Rows of a table whose columns were hashed before any row was read.
//!
//! A column of numbers is one feature, whose index is known: such features are put in order once for all rows. The other features of a row are of
//! value 1 (categories, and what is missing); they are few, and are put in between. What a row meets twice is left to who sums repeats. Names are looked up
//! together, in the order of the columns, so that the same names are fresh as if every cell had been named.

use super::{Drafter, Hashed};
use crate::schema::index::BIAS;
use xxhash_rust::xxh3::xxh3_64;

/// A feature of a row whose name has to be looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    index: u32,
    print: u8,
    pub(crate) column: u32,
    /// Where its name stands in the line.
    pub(crate) name: (u32, u32),
}

/// The namespace of a column, hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space(u64);

impl Space {
    /// Of a column.
    pub(crate) fn of(column: &str) -> Self {
        Self(xxh3_64(column.as_bytes()))
    }
}

impl Hashed {
    /// Its index.
    pub(crate) fn index(&self) -> u32 {
        self.index
    }

    /// Whether it is left out.
    pub(crate) fn is_left_out(&self) -> bool {
        self.group.is_none()
    }

    /// To be looked up.
    pub(crate) fn waiting(&self, column: u32, name: (u32, u32)) -> Waiting {
        Waiting { index: self.index, print: self.print, column, name }
    }
}

impl Waiting {
    /// The index of the feature.
    pub(crate) fn index(&self) -> u32 {
        self.index
    }
}

impl Drafter {
    /// Whether features have groups.
    pub(crate) fn is_grouped(&self) -> bool {
        self.grouped
    }

    /// Whether the name of a feature is known, and need not be looked up any more.
    pub(crate) fn is_known(&self, feature: &Hashed) -> bool {
        self.indexer.knows(feature.index, feature.print)
    }

    /// Hashes a category.
    #[inline(always)]
    pub(crate) fn category(&self, space: Space, text: &[u8], column: u32, name: (u32, u32)) -> Waiting {
        let (index, print) = self.indexer.hashed_in(space.0, text);
        Waiting { index, print, column, name }
    }

    /// Begins an example and adds its features: those with values, in order, and those of value 1. Nothing is added, and false is said, if a feature is there
    /// twice.
    #[inline]
    pub(crate) fn begin_with(&mut self, indices: &[u32], values: &[f64], ones: &mut [u32]) -> bool {
        ones.sort_unstable();
        if ones.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        self.begin();
        let arena = &mut self.draft.arena;
        if ones.is_empty() && values.iter().fold(true, |full, value| full & (*value != 0.0)) {
            arena.indices.extend_from_slice(indices);
            arena.values.extend_from_slice(values);
            return true;
        }
        let start = arena.indices.len();
        let most = start + indices.len() + ones.len();
        arena.indices.resize(most, BIAS);
        arena.values.resize(most, 1.0);
        let (to, numbers) = (&mut arena.indices[start..], &mut arena.values[start..]);
        let (mut kept, mut one) = (0, 0);
        let mut twice = false;
        for (&index, &value) in indices.iter().zip(values) {
            while let Some(&next) = ones.get(one).filter(|next| **next < index) {
                (to[kept], numbers[kept]) = (next, 1.0);
                (kept, one) = (kept + 1, one + 1);
            }
            twice |= ones.get(one) == Some(&index);
            (to[kept], numbers[kept]) = (index, value);
            kept += usize::from(value != 0.0);
        }
        let rest = &ones[one..];
        to[kept..kept + rest.len()].copy_from_slice(rest);
        numbers[kept..kept + rest.len()].fill(1.0);
        let end = if twice { self.start } else { start + kept + rest.len() };
        arena.indices.truncate(end);
        arena.values.truncate(end);
        !twice
    }

    /// Looks up names, in order; `named` says the namespace, the separator and the name of one that nobody has met.
    #[inline]
    pub(crate) fn meet(
        &mut self,
        waiting: &[Waiting],
        named: impl Fn(&Waiting, &mut dyn FnMut(&[u8], char, &[u8])),
    ) {
        let fresh = &mut self.draft.fresh;
        self.indexer.meet(waiting.iter().map(|feature| (feature.index, feature.print)), |place| {
            let feature = &waiting[place];
            named(feature, &mut |namespace, separator, name| {
                fresh.push(feature.index, feature.print, namespace, separator, name);
            });
        });
    }
}
