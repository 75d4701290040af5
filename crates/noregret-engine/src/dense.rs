//! Dense rows as sparse ones: zeros are left out.

use crate::error::EngineError;
use noregret::Rows;

/// Rows made of dense ones.
pub(crate) struct Sparse {
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

impl Sparse {
    /// Of values in rows of so many columns.
    pub(crate) fn new(columns: usize, values: &[f64]) -> Result<Self, EngineError> {
        let wrong = EngineError::Dense { values: values.len(), columns };
        if columns == 0 || u32::try_from(columns).is_err() || !values.len().is_multiple_of(columns) {
            return Err(wrong);
        }
        let mut sparse = Self { starts: vec![0], indices: Vec::new(), values: Vec::new() };
        for row in values.chunks_exact(columns) {
            for (index, &value) in (0..).zip(row).filter(|(_, value)| **value != 0.0) {
                sparse.indices.push(index);
                sparse.values.push(value);
            }
            sparse.starts.push(sparse.indices.len());
        }
        Ok(sparse)
    }

    /// The rows; refused where a value is not finite.
    pub(crate) fn rows(&self) -> Result<Rows<'_>, EngineError> {
        Ok(Rows::new(&self.starts, &self.indices, &self.values)?)
    }
}
