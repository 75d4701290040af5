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

    /// How many numbers are written down, where not all are.
    fn written(&self) -> Option<u64> {
        None
    }

    /// Looks at every number of some rows: refuses the first that no model could take. The largest magnitude.
    fn check(&self, rows: Range<usize>) -> Result<f64, Failure>;

    /// Where a stretch of rows ends that starts here and stays in the innermost cache.
    fn stretch(&self, start: usize) -> usize;

    /// Puts rows into a block, in place of what it held.
    fn fill(&self, rows: Range<usize>, block: &mut Block);

    /// The columns of a row, if they lie in memory as the engine has them; not looked at yet, and none beyond the last row.
    fn ahead(&self, _row: usize) -> &[u32] {
        &[]
    }

    /// Has the memory bring a row that comes soon, if rows are lent.
    fn fetch(&self, _row: usize) {}

    /// A row as it lies in memory, if it is in order there and nothing is wrong with it.
    fn lent(&self, _row: usize) -> Option<Features<'_>> {
        None
    }
}

impl dyn Matrix + '_ {
    /// A row as the engine takes it: as it lies in memory, or from the block, which is filled with it and some that follow unless it holds it.
    pub fn row<'a>(&'a self, row: usize, block: &'a mut Block) -> Result<Features<'a>, Failure> {
        if let Some(x) = self.lent(row) {
            return Ok(x);
        }
        if !block.held.contains(&row) {
            let some = row..self.stretch(row);
            // While they are in the cache this costs nothing, even where all were looked at before.
            self.check(some.clone())?;
            self.fill(some.clone(), block);
            block.held = some;
        }
        Ok(block.row(row - block.held.start))
    }
}

/// About how many numbers are taken at a time: they are looked at, copied and learned from before others take their place in the cache.
pub const STRETCH: usize = 1 << 11;

/// Rows, one after the other.
#[derive(Default)]
pub struct Block {
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
    row: FeaturesBuf,
    /// Which rows of a matrix these are, if it was told.
    held: Range<usize>,
}

impl Block {
    /// Empties it.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.indices.clear();
        self.values.clear();
        self.held = 0..0;
    }

    /// Adds a dense row.
    pub fn push_dense(&mut self, row: impl Iterator<Item = f64>) {
        for (index, value) in (0..).zip(row).filter(|(_, value)| *value != 0.0) {
            self.indices.push(index);
            self.values.push(value);
        }
        self.starts.push(self.indices.len());
    }

    /// Adds a sparse row, in whatever order. Its indices and values were looked at before.
    pub fn push_sparse<I: Copy + TryInto<usize>, V: Copy + Into<f64>>(
        &mut self,
        indices: &[I],
        values: &[V],
    ) {
        let start = self.indices.len();
        let number = |&index: &I| index.try_into().unwrap_or(0) as u32;
        self.indices.extend(indices.iter().map(number));
        self.values.extend(values.iter().map(|&value| -> f64 { value.into() }));
        let (numbers, own) = (&self.indices[start..], &self.values[start..]);
        let rising = numbers.windows(2).fold(true, |rising, pair| rising & (pair[0] < pair[1]));
        let sound = own.iter().fold(rising, |sound, value| sound & (*value != 0.0));
        if !sound {
            self.row.clear();
            numbers.iter().zip(own).for_each(|(&index, &value)| self.row.push(index, value));
            self.indices.truncate(start);
            self.values.truncate(start);
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
