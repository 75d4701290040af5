//! Dense arrays of numpy, in whatever order and with whatever strides.

use crate::block::{Block, Matrix, STRETCH};
use crate::error::Failure;
use numpy::ndarray::{ArrayView2, Axis, Slice};
use std::ops::Range;

/// A 2-D array.
pub struct Dense<'a, T> {
    array: ArrayView2<'a, T>,
}

impl<'a, T> Dense<'a, T> {
    /// Of a view.
    pub fn new(array: ArrayView2<'a, T>) -> Self {
        Self { array }
    }
}

impl<T: Copy + Into<f64> + Sync> Matrix for Dense<'_, T> {
    fn rows(&self) -> usize {
        self.array.nrows()
    }

    fn columns(&self) -> usize {
        self.array.ncols()
    }

    fn check(&self) -> Result<f64, Failure> {
        let largest = |slice: &[T]| {
            // One comparison finds NaN and infinities alike.
            slice.iter().fold((true, 0.0f64), |(sound, most), &value| {
                let size = value.into().abs();
                (sound & (size <= f64::MAX), if size > most { size } else { most })
            })
        };
        if let Some((true, most)) = self.array.as_slice_memory_order().map(largest) {
            return Ok(most);
        }
        let mut most = 0.0f64;
        for ((row, column), &value) in self.array.indexed_iter() {
            let value: f64 = value.into();
            if !value.is_finite() {
                return Err(Failure::cell(row, column, not_finite(value)));
            }
            most = most.max(value.abs());
        }
        Ok(most)
    }

    fn stretch(&self, start: usize) -> usize {
        (start + (STRETCH / self.columns().max(1)).max(1)).min(self.rows())
    }

    fn fill(&self, rows: Range<usize>, block: &mut Block) {
        block.clear();
        let part = self.array.slice_axis(Axis(0), Slice::from(rows));
        if part.strides()[1] == 1 || part.ncols() < 2 || part.nrows() < 2 {
            part.rows().into_iter().for_each(|row| block.push_dense(row.iter().map(|&value| value.into())));
            return;
        }
        // Columns lie together: they are read as they lie, and rows made of them.
        let columns = part.ncols();
        let mut values = vec![0.0; part.len()];
        for (place, column) in part.axis_iter(Axis(1)).enumerate() {
            column.iter().enumerate().for_each(|(row, &value)| values[row * columns + place] = value.into());
        }
        values.chunks_exact(columns).for_each(|row| block.push_dense(row.iter().copied()));
    }
}

/// What is said of a value that no model takes.
pub fn not_finite(value: f64) -> String {
    let value = if value.is_nan() { "NaN" } else { "infinity" };
    format!("the value is {value}, which is not a finite number")
}
