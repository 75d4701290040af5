//! What a pass came to, as Python has it: margins as arrays, the rest as JSON.

use crate::error::Failure;
use crate::predicting;
use crate::streaming::{self, Predicted};
use noregret_engine::{Engine, Foresight, Step};
use noregret_io::Counts;
use noregret_measure::{Measures, Row};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::json;

/// How many classes there are, where there are several.
pub fn outputs(engine: &Engine) -> Option<usize> {
    engine.core().objective().map(|_| engine.core().outputs())
}

/// What a pass over files or tables came to.
pub struct Passed {
    /// What was predicted.
    pub predicted: Predicted,
    /// How many classes, where there are several.
    pub outputs: Option<usize>,
    /// What it is worth, where that was asked.
    pub measures: Option<Measures>,
}

/// Predicts all of it.
pub fn passed(
    engine: &Engine,
    brief: bool,
    look: impl FnOnce(&mut dyn FnMut(&Step<'_>)) -> Result<(), Failure>,
) -> Result<Passed, Failure> {
    let (mut predicted, mut measures) = (Predicted::new(brief), predicting::measures(engine));
    let classes = engine.core().objective().is_some();
    look(&mut |step| {
        streaming::keep(step, classes, &mut predicted);
        if let Step::Example(example, _, margins) = step
            && let Some(label) = example.label
        {
            measures.add_row(Row { margins, known: margins.len(), label, weight: example.weight });
        }
    })?;
    Ok(Passed { predicted, outputs: outputs(engine), measures: Some(measures) })
}

impl Passed {
    /// As Python has it.
    pub fn told(self, py: Python<'_>) -> Result<(Bound<'_, PyAny>, String), Failure> {
        let Predicted { margins, ends, counts, .. } = self.predicted;
        let margins = match self.outputs {
            Some(outputs) => {
                let starts = std::iter::once(0).chain(ends.iter().copied());
                let rows = starts.zip(&ends).map(|(start, &end)| &margins[start..end]);
                shaped(py, filled(rows, outputs), Some(outputs))?
            }
            None => shaped(py, margins, None)?,
        };
        Ok((margins, told(&counts, self.measures.as_ref())))
    }
}

/// Counts and measures, as JSON.
pub fn told(counts: &Counts, measures: Option<&Measures>) -> String {
    json!({
        "examples": counts.examples, "labelled": counts.labelled, "weight": counts.weight,
        "loss": counts.mean(counts.loss), "mistakes": counts.mean(counts.mistakes),
        "measures": measures.filter(|_| counts.labelled > 0).map(Measures::report),
    })
    .to_string()
}

/// Rows of margins of as many classes as there were, as rows of all classes; not a number for those that came later.
fn filled<'m>(rows: impl Iterator<Item = &'m [f64]>, outputs: usize) -> Vec<f64> {
    let mut all = Vec::new();
    for row in rows {
        let start = all.len();
        all.extend_from_slice(row);
        all.resize(start + outputs, f64::NAN);
    }
    all
}

/// What was predicted before learning, as an array.
pub fn foreseen(
    py: Python<'_>,
    seen: Foresight,
    outputs: Option<usize>,
) -> Result<Bound<'_, PyAny>, Failure> {
    match outputs {
        None => shaped(py, seen.into_margins(), None),
        Some(outputs) => {
            let rows = (0..seen.margins().len()).map(|k| seen.of_classes(k));
            shaped(py, filled(rows, outputs), Some(outputs))
        }
    }
}

/// Margins as an array: of one output a line of them, else a row for each example.
pub fn shaped(
    py: Python<'_>,
    margins: Vec<f64>,
    outputs: Option<usize>,
) -> Result<Bound<'_, PyAny>, Failure> {
    let array = PyArray1::from_vec(py, margins);
    let Some(outputs) = outputs else { return Ok(array.into_any()) };
    let rows = array.len()?.checked_div(outputs).unwrap_or(0);
    Ok(array.reshape([rows, outputs])?.into_any())
}
