//! Labels and weights of a table: columns of it, by name, or arrays that stand beside it.

use crate::error::Failure;
use crate::labels::Labels;
use arrow_array::{ArrayRef, Float64Array, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// What a column of labels that came apart is called; a model keeps the name.
const LABEL: &str = "y";
/// What a column of weights that came apart is called while it is read.
const WEIGHT: &str = "(weight)";

/// Arrays beside a table.
#[derive(Default)]
pub struct Beside {
    labels: Option<Labels>,
    weights: Option<Vec<f64>>,
}

/// What the label and weight columns are called.
#[derive(Clone, Default)]
pub struct Asked {
    /// The label's; none if it is as before, or has a usual name.
    pub label: Option<String>,
    /// The weight's.
    pub weight: Option<String>,
    /// Whether the weight is called so for this once.
    pub passing: bool,
}

impl Beside {
    /// Of what Python's side made: a name, or an array. With what the columns are called then.
    pub fn of(
        label: Option<&Bound<'_, PyAny>>,
        weight: Option<&Bound<'_, PyAny>>,
    ) -> Result<(Self, Asked), Failure> {
        let (mut beside, mut asked) = (Self::default(), Asked::default());
        if let Some(label) = label {
            asked.label = Some(match label.cast::<PyString>() {
                Ok(name) => crate::text::text(name)?.into_owned(),
                Err(_) => {
                    beside.labels = Some(Labels::of(label)?);
                    LABEL.to_owned()
                }
            });
        }
        if let Some(weight) = weight {
            asked.weight = Some(match weight.cast::<PyString>() {
                Ok(name) => crate::text::text(name)?.into_owned(),
                Err(_) => {
                    beside.weights = crate::labels::weights(Some(&weight.extract()?))?;
                    asked.passing = true;
                    WEIGHT.to_owned()
                }
            });
        }
        Ok((beside, asked))
    }

    /// The columns of a table and these.
    pub fn schema(&self, columns: &Schema) -> Result<SchemaRef, Failure> {
        let mut fields: Vec<Arc<Field>> = columns.fields().iter().cloned().collect();
        let mut add = |name: &str, kind: DataType| {
            if fields.iter().any(|field| field.name() == name) {
                return Err(Failure::data(format!(
                    "the data has a column {name:?} of its own: name it in place of the array, or call it something else"
                )));
            }
            fields.push(Arc::new(Field::new(name, kind, true)));
            Ok(())
        };
        match &self.labels {
            Some(Labels::Numbers(_)) => add(LABEL, DataType::Float64)?,
            Some(Labels::Texts(_)) => add(LABEL, DataType::Utf8)?,
            None => {}
        }
        if self.weights.is_some() {
            add(WEIGHT, DataType::Float64)?;
        }
        Ok(Arc::new(Schema::new(fields)))
    }

    /// The cells beside some rows.
    pub fn arrays(&self, from: usize, rows: usize) -> Result<Vec<ArrayRef>, Failure> {
        let stretch = from..from + rows;
        let mut all: Vec<ArrayRef> = Vec::new();
        let short = |what: &str, many: usize| {
            Failure::data(format!(
                "{many} {what} are fewer than the rows of the data, of which there are {} or more",
                from + rows
            ))
        };
        match &self.labels {
            Some(labels) if labels.len() < stretch.end => return Err(short("labels", labels.len())),
            Some(Labels::Numbers(numbers)) => {
                all.push(Arc::new(Float64Array::from(numbers[stretch.clone()].to_vec())));
            }
            Some(Labels::Texts(texts)) => {
                all.push(Arc::new(StringArray::from(texts[stretch.clone()].to_vec())))
            }
            None => {}
        }
        match &self.weights {
            Some(weights) if weights.len() < stretch.end => return Err(short("weights", weights.len())),
            Some(weights) => all.push(Arc::new(Float64Array::from(weights[stretch].to_vec()))),
            None => {}
        }
        Ok(all)
    }

    /// Refuses arrays that are longer than the table.
    pub fn end(&self, rows: usize) -> Result<(), Failure> {
        let labels = self.labels.as_ref().map_or(rows, Labels::len);
        crate::learning::lengths(rows, labels, self.weights.as_deref())
    }
}
