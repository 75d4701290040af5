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

    fn check(&self, rows: Range<usize>) -> Result<f64, Failure> {
        let first = rows.start;
        let part = self.array.slice_axis(Axis(0), Slice::from(rows));
        let most = match part.as_slice_memory_order() {
            Some(all) => largest_of(all),
            // In the order they lie in.
            None => f64::from_bits(part.fold(0, |most, &value| most.max(magnitude(value)))),
        };
        if most.is_finite() {
            return Ok(most);
        }
        let bad = part.indexed_iter().find(|(_, value)| !Into::<f64>::into(**value).is_finite());
        let ((row, column), value) = bad.map_or(((0, 0), f64::NAN), |(place, &value)| (place, value.into()));
        Err(Failure::cell(first + row, column, not_finite(value)))
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

/// The bits of a magnitude: they are in the order of the magnitudes, with infinity and then what is no number at the end.
fn magnitude<T: Into<f64>>(value: T) -> u64 {
    value.into().to_bits() & !(1 << 63)
}

/// The largest magnitude; not finite if one value is not.
pub fn largest_of<T: Copy + Into<f64>>(values: &[T]) -> f64 {
    f64::from_bits(values.iter().fold(0, |most, &value| most.max(magnitude(value))))
}

/// What is said of a value that no model takes.
pub fn not_finite(value: f64) -> String {
    let value = if value.is_nan() { "NaN" } else { "infinity" };
    format!("the value is {value}, which is not a finite number")
}
