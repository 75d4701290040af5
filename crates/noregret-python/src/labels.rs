//! Labels and importance weights as Python has them.

use crate::error::Failure;
use noregret_engine::GivenLabel;
use numpy::{PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

/// The labels of many examples, on whichever thread.
pub enum Labels {
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Vec<String>),
}

impl Labels {
    /// Of a 1-D array of doubles, or a list of texts.
    pub fn of(labels: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(array) = labels.cast::<numpy::PyArray1<f64>>() {
            return Ok(Self::Numbers(array.readonly().as_array().to_vec()));
        }
        Ok(Self::Texts(labels.extract()?))
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// The k-th.
    pub fn get(&self, k: usize) -> GivenLabel<'_> {
        match self {
            Self::Numbers(numbers) => numbers[k].into(),
            Self::Texts(texts) => texts[k].as_str().into(),
        }
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = GivenLabel<'_>> {
        (0..self.len()).map(|k| self.get(k))
    }

    /// The largest magnitude.
    pub fn largest(&self) -> f64 {
        match self {
            Self::Numbers(numbers) => numbers.iter().fold(0.0, |most, number| most.max(number.abs())),
            Self::Texts(_) => 0.0,
        }
    }
}

/// One label.
pub enum Label {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Label {
    /// Of a number, a truth value or a text.
    pub fn of(label: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        if let Ok(number) = label.cast_exact::<PyFloat>() {
            return Ok(Self::Number(number.value()));
        }
        if let Ok(text) = label.cast::<PyString>() {
            return Ok(Self::Text(crate::text::text(text)?.into_owned()));
        }
        let plain = label.is_instance_of::<PyFloat>() || label.is_instance_of::<PyInt>();
        if (plain || label.is_instance_of::<PyBool>() || label.hasattr("dtype")?)
            && let Ok(number) = label.extract()
        {
            return Ok(Self::Number(number));
        }
        Err(Failure::data(format!("{} is no label: give a number or a text", label.repr()?)))
    }

    /// As the engine takes it.
    pub fn given(&self) -> GivenLabel<'_> {
        match self {
            Self::Number(number) => (*number).into(),
            Self::Text(text) => text.as_str().into(),
        }
    }
}

/// Importance weights; refused where one is negative or not finite.
pub fn weights(weights: Option<&PyReadonlyArray1<'_, f64>>) -> Result<Option<Vec<f64>>, Failure> {
    let Some(weights) = weights else { return Ok(None) };
    let weights = weights.as_array().to_vec();
    match weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
        Some(row) => {
            let message = format!("the weight {} is not a finite number, 0 or more", weights[row]);
            Err(Failure::cell(row, "weight", message))
        }
        None => Ok(Some(weights)),
    }
}
