//! A column of vectors as the rows of a matrix: lists of doubles, or Spark's vectors (a struct of `type`, `size`, `indices`, `values`; type 0 is sparse, 1 dense).

use crate::block::{Block, Matrix, STRETCH};
use crate::dense::{largest_of, not_finite};
use crate::error::Failure;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int32Type};
use arrow_array::{Array, ArrayRef, Float64Array, Int32Array, ListArray, StructArray};
use noregret_io::LARGEST_NUMBER;
use std::ops::Range;

/// Vectors of one size.
pub struct Vectors {
    name: String,
    /// Where the numbers of each vector end; the first stands before them.
    ends: Vec<usize>,
    values: Float64Array,
    /// Of sparse ones.
    sparse: Option<Sparse>,
    size: usize,
}

struct Sparse {
    /// Which rows are.
    rows: Vec<bool>,
    ends: Vec<usize>,
    indices: Int32Array,
}

impl Vectors {
    /// Of a column; of vectors that are no longer nor shorter than so many numbers, or than the first.
    pub fn of(column: &ArrayRef, name: &str, size: Option<usize>) -> Result<Self, Failure> {
        if let Some(row) = (0..column.len()).find(|&row| column.is_null(row)) {
            return Err(Failure::cell(row, name, "it is null, and a vector is needed"));
        }
        let (lists, parts) = match (column.as_list_opt::<i32>(), column.as_struct_opt()) {
            (Some(lists), _) => (Some(lists), None),
            (None, Some(parts)) => {
                (parts.column_by_name("values").and_then(|values| values.as_list_opt()), Some(parts))
            }
            (None, None) => (None, None),
        };
        let values = lists.and_then(|lists| lists.values().as_primitive_opt::<Float64Type>());
        let (Some(lists), Some(values)) = (lists, values) else {
            let kind = column.data_type();
            let message = format!(
                "the column {name:?} is of the type {kind}, and vectors or lists of doubles are needed"
            );
            return Err(Failure::data(message));
        };
        let sparse = parts.map(|parts| Sparse::of(parts, name)).transpose()?.flatten();
        let mut vectors =
            Self { name: name.to_owned(), ends: ends(lists), values: values.clone(), sparse, size: 0 };
        if vectors.values.null_count() > 0 {
            vectors.nulls()?;
        }
        let sizes = parts.and_then(|parts| parts.column_by_name("size")?.as_primitive_opt::<Int32Type>());
        let width = |row: usize| match (sizes, vectors.entries(row)) {
            (Some(sizes), (Some(_), _)) => usize::try_from(sizes.value(row)).unwrap_or(0),
            (_, (_, values)) => values.len(),
        };
        let size = size.or_else(|| (!column.is_empty()).then(|| width(0))).unwrap_or(0);
        if let Some(row) = (0..column.len()).find(|&row| width(row) != size) {
            let message = format!("it is a vector of {} numbers, and the others are of {size}", width(row));
            return Err(Failure::cell(row, name, message));
        }
        vectors.size = size;
        Ok(vectors)
    }

    fn nulls(&self) -> Result<(), Failure> {
        let absent = |row: &usize| (self.ends[*row]..self.ends[row + 1]).any(|at| self.values.is_null(at));
        let fault = |row| Failure::cell(row, &self.name, "a number of its vector is null");
        (0..self.rows()).find(absent).map_or(Ok(()), |row| Err(fault(row)))
    }

    /// The places and the numbers of a vector; of a dense one the numbers alone.
    fn entries(&self, row: usize) -> (Option<&[i32]>, &[f64]) {
        let values = &self.values.values()[self.ends[row]..self.ends[row + 1]];
        let indices = self.sparse.as_ref().filter(|sparse| sparse.rows[row]);
        (indices.map(|sparse| &sparse.indices.values()[sparse.ends[row]..sparse.ends[row + 1]]), values)
    }

    fn fault(&self, row: usize) -> Failure {
        let (indices, values) = self.entries(row);
        let cell = |message: String| Failure::cell(row, &self.name, message);
        if indices.is_some_and(|indices| indices.len() != values.len()) {
            return cell("its vector has not as many indices as numbers".to_owned());
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            let place = indices.map_or(at, |indices| indices[at] as usize);
            return cell(format!("place {place} of its vector: {}", not_finite(values[at])));
        }
        cell(format!("an index of its vector is not below {}", self.size.min(LARGEST_NUMBER as usize + 1)))
    }
}

impl Sparse {
    fn of(parts: &StructArray, name: &str) -> Result<Option<Self>, Failure> {
        let kinds = parts.column_by_name("type").and_then(|kinds| kinds.as_primitive_opt::<Int8Type>());
        let lists = parts.column_by_name("indices").and_then(|lists| lists.as_list_opt());
        let indices = lists.and_then(|lists| lists.values().as_primitive_opt::<Int32Type>());
        let (Some(kinds), Some(lists), Some(indices)) = (kinds, lists, indices) else {
            return Err(Failure::data(format!(
                "the column {name:?} is a struct, and not one that Spark's vectors are made of"
            )));
        };
        let rows: Vec<bool> = kinds.values().iter().map(|kind| *kind == 0).collect();
        if !rows.contains(&true) {
            return Ok(None);
        }
        Ok(Some(Self { rows, ends: ends(lists), indices: indices.clone() }))
    }
}

/// Where lists end; the first stands before them.
fn ends(lists: &ListArray) -> Vec<usize> {
    lists.value_offsets().iter().map(|&end| end as usize).collect()
}

impl Matrix for Vectors {
    fn rows(&self) -> usize {
        self.ends.len() - 1
    }

    fn columns(&self) -> usize {
        self.size
    }

    fn check(&self, rows: Range<usize>) -> Result<f64, Failure> {
        let most = self.size.min(LARGEST_NUMBER as usize + 1);
        let mut largest = 0.0f64;
        for row in rows {
            let (indices, values) = self.entries(row);
            let size = largest_of(values);
            let within = |index: &i32| usize::try_from(*index).is_ok_and(|index| index < most);
            let sound = match indices {
                Some(indices) => indices.len() == values.len() && indices.iter().all(within),
                None => values.len() <= most,
            };
            // Repeats add up to no more than so many times the largest.
            if !(sound && size * values.len() as f64 <= f64::MAX) {
                return Err(self.fault(row));
            }
            largest = largest.max(size);
        }
        Ok(largest)
    }

    fn stretch(&self, start: usize) -> usize {
        let end = self.ends[start] + STRETCH;
        self.ends.partition_point(|&at| at <= end).clamp(start + 2, self.ends.len()) - 1
    }

    fn fill(&self, rows: Range<usize>, block: &mut Block) {
        block.clear();
        for row in rows {
            match self.entries(row) {
                (Some(indices), values) => block.push_sparse(indices, values),
                (None, values) => block.push_dense(values.iter().copied()),
            }
        }
    }
}
