//! Examples in the forms that Python's side hands over: a 2-D array, the arrays of a CSR matrix, or dicts.

use crate::block::Matrix;
use crate::dense::Dense;
use crate::dicts::Bag;
use crate::error::Failure;
use crate::sparse::{Csr, Entry, Index};
use numpy::{Element, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

/// Row pointers and column indices.
enum Indices<'py> {
    Short(PyReadonlyArray1<'py, i32>, PyReadonlyArray1<'py, i32>),
    Long(PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>),
}

/// The entries of a sparse matrix.
enum Values<'py> {
    Short(PyReadonlyArray1<'py, f32>),
    Long(PyReadonlyArray1<'py, f64>),
}

/// Examples, held as Python has them.
pub enum Data<'py> {
    Short(PyReadonlyArray2<'py, f32>),
    Long(PyReadonlyArray2<'py, f64>),
    Sparse(Compressed<'py>),
    Dicts(Bag),
}

/// The arrays of a CSR matrix.
pub struct Compressed<'py> {
    indices: Indices<'py>,
    values: Values<'py>,
    columns: usize,
}

/// Examples, for threads that hold no interpreter.
#[derive(Clone, Copy)]
pub enum Examples<'a> {
    /// Rows of numbered features.
    Matrix(&'a dyn Matrix),
    /// Lists of named ones.
    Dicts(&'a Bag),
}

impl Examples<'_> {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::Matrix(matrix) => matrix.rows(),
            Self::Dicts(bag) => bag.len(),
        }
    }

    /// Refuses what no model could take; the largest magnitude.
    pub fn check(&self) -> Result<f64, Failure> {
        match self {
            Self::Matrix(matrix) => matrix.check(0..matrix.rows()),
            Self::Dicts(bag) => Ok(bag.largest()),
        }
    }
}

type FourArrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, usize);

impl<'py> Data<'py> {
    /// Of what Python's side made.
    pub fn of(data: &Bound<'py, PyAny>) -> Result<Self, Failure> {
        if let Ok(array) = data.extract() {
            return Ok(Self::Long(array));
        }
        if let Ok(array) = data.extract() {
            return Ok(Self::Short(array));
        }
        let Ok((starts, indices, values, columns)) = data.extract::<FourArrays<'py>>() else {
            return Bag::of(data).map(Self::Dicts);
        };
        let indices = match (starts.extract(), indices.extract()) {
            (Ok(starts), Ok(indices)) => Indices::Short(starts, indices),
            _ => Indices::Long(starts.extract()?, indices.extract()?),
        };
        let values = match values.extract() {
            Ok(values) => Values::Long(values),
            Err(_) => Values::Short(values.extract()?),
        };
        Ok(Self::Sparse(Compressed { indices, values, columns }))
    }

    /// Does something with them.
    pub fn with<R>(&self, work: impl FnOnce(Examples<'_>) -> Result<R, Failure>) -> Result<R, Failure> {
        match self {
            Self::Short(array) => work(Examples::Matrix(&Dense::new(array.as_array()))),
            Self::Long(array) => work(Examples::Matrix(&Dense::new(array.as_array()))),
            Self::Dicts(bag) => work(Examples::Dicts(bag)),
            Self::Sparse(Compressed { indices, values, columns }) => {
                let columns = *columns;
                match (indices, values) {
                    (Indices::Short(s, i), Values::Short(v)) => compressed(s, i, v, columns, work),
                    (Indices::Short(s, i), Values::Long(v)) => compressed(s, i, v, columns, work),
                    (Indices::Long(s, i), Values::Short(v)) => compressed(s, i, v, columns, work),
                    (Indices::Long(s, i), Values::Long(v)) => compressed(s, i, v, columns, work),
                }
            }
        }
    }
}

/// Does something with the rows of a CSR matrix.
fn compressed<I, V, R>(
    starts: &PyReadonlyArray1<'_, I>,
    indices: &PyReadonlyArray1<'_, I>,
    values: &PyReadonlyArray1<'_, V>,
    columns: usize,
    work: impl FnOnce(Examples<'_>) -> Result<R, Failure>,
) -> Result<R, Failure>
where
    I: Element + Index,
    V: Element + Entry,
{
    let apart = |_| Failure::data("the arrays of a sparse matrix must be contiguous");
    let (starts, indices) = (starts.as_slice().map_err(apart)?, indices.as_slice().map_err(apart)?);
    let rows = Csr::new(starts, indices, values.as_slice().map_err(apart)?, columns)?;
    work(Examples::Matrix(&rows))
}
