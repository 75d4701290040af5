//! Compressed sparse rows, as scipy has them: 32- or 64-bit indices, sorted or not, with repeats and zeros.

use crate::block::{Block, Matrix, STRETCH};
use crate::dense::{largest_of, not_finite};
use crate::error::Failure;
use bytemuck::cast_slice;
use noregret::{Features, prefetch};
use noregret_io::LARGEST_NUMBER;
use std::ops::Range;

/// Bytes that the memory brings at once.
const LINE: usize = 64;

/// The indices of a CSR matrix.
pub trait Index: Copy + TryInto<usize> + Sync {
    /// They as the engine has them, if they lie in memory so; negative ones are the largest there.
    fn lent(_indices: &[Self]) -> Option<&[u32]> {
        None
    }
}

impl Index for i32 {
    fn lent(indices: &[Self]) -> Option<&[u32]> {
        Some(cast_slice(indices))
    }
}

impl Index for i64 {}

/// The entries of a CSR matrix.
pub trait Entry: Copy + Into<f64> + Sync {
    /// They as the engine has them, if they lie in memory so.
    fn lent(_entries: &[Self]) -> Option<&[f64]> {
        None
    }
}

impl Entry for f64 {
    fn lent(entries: &[Self]) -> Option<&[f64]> {
        Some(entries)
    }
}

impl Entry for f32 {}

/// A CSR matrix.
pub struct Csr<'a, I, V> {
    starts: Vec<usize>,
    indices: &'a [I],
    values: &'a [V],
    columns: usize,
}

impl<'a, I: Index, V> Csr<'a, I, V> {
    /// Of its three arrays; refused if the first does not cut the other two into rows.
    pub fn new(starts: &[I], indices: &'a [I], values: &'a [V], columns: usize) -> Result<Self, Failure> {
        let broken = |row| Failure::at(row, "the row pointers of the sparse matrix do not fit its entries");
        let entries = indices.len().min(values.len());
        let mut checked = Vec::with_capacity(starts.len());
        let mut before = 0;
        for (row, &start) in starts.iter().enumerate() {
            let start = start.try_into().ok().filter(|start| (before..=entries).contains(start));
            before = start.ok_or_else(|| broken(row.saturating_sub(1)))?;
            checked.push(before);
        }
        if checked.is_empty() {
            return Err(broken(0));
        }
        Ok(Self { starts: checked, indices, values, columns })
    }
}

impl<I: Index, V: Entry> Csr<'_, I, V> {
    fn entries(&self, row: usize) -> Range<usize> {
        self.starts[row]..self.starts[row + 1]
    }

    /// Whether the magnitudes add up to a finite number.
    fn adds_up(&self, entries: Range<usize>) -> bool {
        let total: f64 = self.values[entries].iter().map(|&value| value.into().abs()).sum();
        total <= f64::MAX
    }

    /// What is wrong with a row.
    fn fault(&self, row: usize) -> Failure {
        for at in self.entries(row) {
            let value: f64 = self.values[at].into();
            match self.indices[at].try_into().ok().filter(|&column| column < self.columns) {
                None => return Failure::at(row, "a column index is outside of the matrix"),
                Some(column) if !value.is_finite() => return Failure::cell(row, column, not_finite(value)),
                Some(column) if column as u64 > LARGEST_NUMBER => {
                    return Failure::cell(row, column, format!("columns go up to {LARGEST_NUMBER}"));
                }
                Some(_) => {}
            }
        }
        Failure::at(row, "its repeated entries add up to more than a number holds")
    }
}

impl<I: Index, V: Entry> Matrix for Csr<'_, I, V> {
    fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn written(&self) -> Option<u64> {
        Some(self.indices.len().min(self.values.len()) as u64)
    }

    fn check(&self, rows: Range<usize>) -> Result<f64, Failure> {
        let most = self.columns.min(LARGEST_NUMBER as usize + 1);
        let mut largest = 0.0f64;
        for row in rows {
            let entries = self.entries(row);
            let sound = self.indices[entries.clone()]
                .iter()
                .fold(true, |sound, &index| sound & (index.try_into().unwrap_or(usize::MAX) < most));
            let size = largest_of(&self.values[entries.clone()]);
            // Repeats add up to no more than so many times the largest.
            let adds_up = size * entries.len() as f64 <= f64::MAX || self.adds_up(entries);
            if !(sound && adds_up) {
                return Err(self.fault(row));
            }
            largest = largest.max(size);
        }
        Ok(largest)
    }

    fn ahead(&self, row: usize) -> &[u32] {
        if row + 1 < self.starts.len() {
            I::lent(&self.indices[self.entries(row)]).unwrap_or_default()
        } else {
            &[]
        }
    }

    fn fetch(&self, row: usize) {
        if row + 1 < self.starts.len() {
            let entries = self.entries(row);
            self.indices[entries.clone()].iter().step_by(LINE / size_of::<I>()).for_each(prefetch);
            self.values[entries].iter().step_by(LINE / size_of::<V>()).for_each(prefetch);
        }
    }

    fn lent(&self, row: usize) -> Option<Features<'_>> {
        let entries = self.entries(row);
        let (indices, values) = (I::lent(&self.indices[entries.clone()])?, V::lent(&self.values[entries])?);
        // They rise, so the last is the largest.
        let most = self.columns.min(LARGEST_NUMBER as usize + 1);
        Features::new(indices, values)
            .ok()
            .filter(|x| x.last_index().is_none_or(|last| (last as usize) < most))
    }

    fn stretch(&self, start: usize) -> usize {
        let end = self.starts[start] + STRETCH;
        self.starts.partition_point(|&at| at <= end).clamp(start + 2, self.starts.len()) - 1
    }

    fn fill(&self, rows: Range<usize>, block: &mut Block) {
        block.clear();
        for row in rows {
            let entries = self.entries(row);
            block.push_sparse(&self.indices[entries.clone()], &self.values[entries]);
        }
    }
}
