//! Some rows of a matrix as the engine takes them: sorted, summed, without zeros.

use crate::error::Failure;
use noregret::{Features, FeaturesBuf, Rows};
use std::ops::Range;

/// A matrix that rows can be taken from, on any thread.
pub trait Matrix: Sync {
    /// How many rows.
    fn rows(&self) -> usize;

    /// How many columns.
    fn columns(&self) -> usize;

    /// Looks at every number: refuses the first that no model could take. The largest magnitude.
    fn check(&self) -> Result<f64, Failure>;

    /// Where a stretch of rows ends that starts here and is some hundred kilobytes.
    fn stretch(&self, start: usize) -> usize;

    /// Puts rows into a block, in place of what it held.
    fn fill(&self, rows: Range<usize>, block: &mut Block);
}

/// About how many numbers are taken at a time.
pub const STRETCH: usize = 1 << 14;

/// Rows, one after the other.
#[derive(Default)]
pub struct Block {
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
    row: FeaturesBuf,
}

impl Block {
    /// Empties it.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.indices.clear();
        self.values.clear();
    }

    /// Adds a dense row.
    pub fn push_dense(&mut self, row: impl Iterator<Item = f64>) {
        for (index, value) in (0..).zip(row).filter(|(_, value)| *value != 0.0) {
            self.indices.push(index);
            self.values.push(value);
        }
        self.starts.push(self.indices.len());
    }

    /// Adds a sparse row, in whatever order. Refused if the sum of repeats is too large.
    pub fn push_sparse(&mut self, row: impl Iterator<Item = (u32, f64)> + Clone) {
        let start = self.indices.len();
        let (mut sound, mut least) = (true, 0);
        for (index, value) in row.clone() {
            sound &= index >= least && value != 0.0;
            least = index.saturating_add(1);
            self.indices.push(index);
            self.values.push(value);
        }
        if !sound {
            self.indices.truncate(start);
            self.values.truncate(start);
            self.row.clear();
            row.for_each(|(index, value)| self.row.push(index, value));
            // Sums that overflow were refused before anything was taken.
            let x = self.row.finish().unwrap_or_default();
            self.indices.extend_from_slice(x.indices());
            self.values.extend_from_slice(x.values());
        }
        self.starts.push(self.indices.len());
    }

    /// The rows.
    pub fn rows(&self) -> Rows<'_> {
        Rows::trusted(&self.starts, &self.indices, &self.values)
    }

    /// The k-th row.
    pub fn row(&self, k: usize) -> Features<'_> {
        self.rows().row(k)
    }
}
