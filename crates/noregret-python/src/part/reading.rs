//! Which columns of a batch are what.

use super::vectors::Vectors;
use crate::error::Failure;
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The names of the columns that are no features, and of the one that holds vectors; without one, every other column is a feature.
pub struct Reading {
    vectors: Option<String>,
    /// How many numbers a vector has.
    size: Option<usize>,
    label: Option<String>,
    weight: Option<String>,
}

impl Reading {
    /// Of what Python's side made.
    pub fn of(given: &Bound<'_, PyDict>) -> Result<Self, Failure> {
        let name = |key: &str| -> Result<Option<String>, Failure> {
            Ok(given.get_item(key)?.map(|value| value.extract()).transpose()?.flatten())
        };
        let size = given.get_item("size")?.map(|value| value.extract()).transpose()?.flatten();
        Ok(Self { vectors: name("vectors")?, size, label: name("label")?, weight: name("weight")? })
    }

    /// The vectors of a batch, if that is where features are.
    pub fn vectors(&self, batch: &RecordBatch) -> Result<Option<Vectors>, Failure> {
        let Some(name) = &self.vectors else { return Ok(None) };
        Vectors::of(&column(batch, name)?, name, self.size).map(Some)
    }

    /// The labels, which must be there in every row.
    pub fn labels(&self, batch: &RecordBatch) -> Result<Vec<f64>, Failure> {
        let Some(name) = &self.label else { return Ok(Vec::new()) };
        numbers(batch, name, |label| label.is_finite(), "a label must be a finite number")
    }

    /// The weights, if there are any.
    pub fn weights(&self, batch: &RecordBatch) -> Result<Option<Vec<f64>>, Failure> {
        let Some(name) = &self.weight else { return Ok(None) };
        let sound = |weight: f64| weight.is_finite() && weight >= 0.0;
        numbers(batch, name, sound, "a weight must be a finite number, 0 or more").map(Some)
    }
}

fn column(batch: &RecordBatch, name: &str) -> Result<ArrayRef, Failure> {
    let found = batch.column_by_name(name).cloned();
    found.ok_or_else(|| {
        let schema = batch.schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        Failure::data(format!("there is no column {name:?}; there are {}", names.join(", ")))
    })
}

fn numbers(
    batch: &RecordBatch,
    name: &str,
    sound: impl Fn(f64) -> bool,
    wanted: &str,
) -> Result<Vec<f64>, Failure> {
    let column = column(batch, name)?;
    let Some(numbers) = column.as_primitive_opt::<Float64Type>() else {
        let kind = column.data_type();
        return Err(Failure::data(format!(
            "the column {name:?} is of the type {kind}, and doubles are needed"
        )));
    };
    for (row, number) in numbers.iter().enumerate() {
        match number {
            None => return Err(Failure::cell(row, name, format!("it is null: {wanted}"))),
            Some(number) if !sound(number) => {
                return Err(Failure::cell(row, name, format!("it is {number}: {wanted}")));
            }
            Some(_) => {}
        }
    }
    Ok(numbers.values().to_vec())
}
