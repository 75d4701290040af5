//! The features of lines before anything is crossed, with their namespaces: what a cache keeps, so that it serves whatever is crossed.

use std::ops::Range;

use crate::cross::spaces::Spaces;

/// Features in stretches, each of one namespace.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    pub(crate) indices: Vec<u32>,
    pub(crate) values: Vec<f64>,
    /// As many as there are features, or none.
    pub(crate) groups: Vec<u8>,
    pub(crate) spaces: Spaces,
    /// The namespace of each stretch, and where it ends.
    stretches: Vec<(u32, usize)>,
    /// For each line, its place among all and where its stretches end.
    rows: Vec<(usize, usize)>,
}

impl Raw {
    /// Adds a stretch of features.
    pub(crate) fn stretch(&mut self, space: &[u8], indices: &[u32], values: &[f64], groups: &[u8]) {
        let space = self.spaces.number(space);
        self.indices.extend_from_slice(indices);
        self.values.extend_from_slice(values);
        self.groups.extend_from_slice(groups);
        self.stretches.push((space, self.indices.len()));
    }

    /// Ends a line at a place.
    pub(crate) fn end(&mut self, row: usize) {
        self.rows.push((row, self.stretches.len()));
    }

    /// The stretches of the line at a place, each with its namespace and where its features stand.
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = (u32, Range<usize>)> {
        let place = self.rows.binary_search_by_key(&row, |row| row.0);
        let (from, to) = place.map_or((0, 0), |place| {
            (place.checked_sub(1).map_or(0, |before| self.rows[before].1), self.rows[place].1)
        });
        (from..to).map(|stretch| {
            let start = stretch.checked_sub(1).map_or(0, |before| self.stretches[before].1);
            (self.stretches[stretch].0, start..self.stretches[stretch].1)
        })
    }
}
