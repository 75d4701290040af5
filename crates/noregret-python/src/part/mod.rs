//! One part of data that lies on many machines: bytes of models and Arrow batches in, bytes of models out.
//!
//! A [`Part`] goes over the batches of one partition, [`merge_parts`] makes one model of several, [`look`] fixes what columns hold before
//! anybody learns from them, [`score`] predicts a batch. What comes out depends on what goes in and on nothing else, so whoever runs a task may run it again.
//! No engine of distributed data is known here: an adapter moves bytes.

mod reading;
mod vectors;

use crate::curve::Curve;
use crate::data::Examples;
use crate::engine::PyEngine;
use crate::error::Failure;
use crate::labels::Labels;
use crate::passed::{Passed, foreseen, outputs};
use crate::streaming::{self, NAME, Predicted};
use crate::tables::{Reason, one};
use crate::ticker::Ticker;
use crate::{learning, predicting};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use noregret_engine::{Engine, EngineError, Foresight};
use noregret_io::{ReadError, ReadOptions};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use reading::Reading;

/// A model on its way through the batches of a partition.
#[pyclass(name = "Part", module = "noregret._native")]
pub struct Part {
    engine: Engine,
    reading: Reading,
}

/// What was predicted before a batch was learned from.
enum Before {
    Rows(Foresight),
    Table(Predicted),
}

#[pymethods]
impl Part {
    /// A model by its bytes, and which columns are what.
    #[new]
    fn new(py: Python<'_>, model: PyBackedBytes, given: &Bound<'_, PyDict>) -> Result<Self, Failure> {
        let reading = Reading::of(given)?;
        Ok(Self { engine: py.detach(|| Engine::from_bytes(&model))?, reading })
    }

    /// Learns from a batch; if asked, gives the margins before it did.
    #[pyo3(signature = (batch, margins=false))]
    fn learn<'py>(
        &mut self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
        margins: bool,
    ) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        let batch = one(batch)?;
        let Self { engine, reading } = self;
        let before = py.detach(|| learn(engine, reading, &batch, margins))?;
        let outputs = outputs(engine);
        margins
            .then(|| match before {
                Before::Rows(seen) => foreseen(py, seen, outputs),
                Before::Table(predicted) => Ok(Passed { predicted, outputs, measures: None }.told(py)?.0),
            })
            .transpose()
    }

    /// The bytes of the model as it is now.
    #[pyo3(name = "to_bytes")]
    fn written<'py>(&mut self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Failure> {
        let engine = &mut self.engine;
        let bytes = py.detach(|| engine.to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }
}

fn learn(engine: &mut Engine, reading: &Reading, batch: &RecordBatch, keep: bool) -> Result<Before, Failure> {
    let labels = reading.labels(batch)?;
    let weights = reading.weights(batch)?;
    let Some(vectors) = reading.vectors(batch)? else {
        return table(engine, batch, keep).map(Before::Table);
    };
    let mut seen = Foresight::new();
    let (mut curve, mut ticker) = (Curve::default(), Ticker::new(None));
    let (labels, told) = (Labels::Numbers(labels), (&mut curve, &mut ticker));
    learning::each(engine, Examples::Matrix(&vectors), &labels, weights.as_deref(), told, &mut seen)?;
    Ok(Before::Rows(seen))
}

fn table(engine: &mut Engine, batch: &RecordBatch, keep: bool) -> Result<Predicted, Failure> {
    let mut predicted = Predicted::new(!keep);
    let mut pass = || {
        let mut session = engine.read_batches(NAME, alone(batch), single())?;
        while let Some(batch) = session.batch()? {
            session.learn_batch(&batch, |core, _, margin| {
                predicted.add(margin, core.margins(), core.objective().is_some());
            })?;
        }
        Ok::<_, EngineError>(())
    };
    pass().map_err(|error| streaming::of_table(error.into(), &Reason::default()))?;
    Ok(predicted)
}

/// A reader of one batch.
fn alone(batch: &RecordBatch) -> Box<dyn RecordBatchReader + Send> {
    Box::new(RecordBatchIterator::new([Ok(batch.clone())], batch.schema()))
}

/// A task has one core.
fn single() -> ReadOptions {
    ReadOptions { threads: 1, ..ReadOptions::default() }
}

/// One model of parts that all went on from a start, in their order.
#[pyfunction]
pub fn merge_parts<'py>(
    py: Python<'py>,
    start: PyBackedBytes,
    parts: Vec<PyBackedBytes>,
) -> Result<Bound<'py, PyBytes>, Failure> {
    let merged = py.detach(|| {
        let start = Engine::from_bytes(&start)?;
        let parts = parts.iter().map(|part| Engine::from_bytes(part)).collect::<Result<Vec<_>, _>>()?;
        Engine::merged(Some(&start), &parts.iter().collect::<Vec<_>>())?.to_bytes()
    })?;
    Ok(PyBytes::new(py, &merged))
}

/// The model, once it has looked at first rows of a table: what its columns hold is decided, and nothing is learned.
#[pyfunction]
pub fn look<'py>(
    py: Python<'py>,
    model: PyBackedBytes,
    batch: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyBytes>, Failure> {
    let batch = one(batch)?;
    let known = py.detach(|| {
        let mut scout = Engine::from_bytes(&model)?;
        let mut session = scout.read_batches(NAME, alone(&batch), single())?;
        while session.batch()?.is_some() {}
        drop(session);
        let (core, mut schema) = Engine::from_bytes(&model)?.into_parts();
        if let Some(columns) = scout.schema().columns_file() {
            schema.take_columns(&columns).map_err(ReadError::Schema)?;
        }
        Engine::from_parts(core, schema)?.to_bytes()
    });
    let known = known.map_err(|error| streaming::of_table(error.into(), &Reason::default()))?;
    Ok(PyBytes::new(py, &known))
}

/// The margins of a batch; nothing is learned.
#[pyfunction]
pub fn score<'py>(
    py: Python<'py>,
    model: PyRef<'py, PyEngine>,
    batch: &Bound<'py, PyAny>,
    given: &Bound<'py, PyDict>,
) -> Result<Bound<'py, PyAny>, Failure> {
    let (batch, reading) = (one(batch)?, Reading::of(given)?);
    let passed = model.read(py, |engine| {
        let outputs = outputs(engine);
        if let Some(vectors) = reading.vectors(&batch)? {
            let margins = predicting::margins(engine, Examples::Matrix(&vectors), &mut Ticker::new(None))?;
            return Ok((margins, outputs));
        }
        let (mut predicted, classes) = (Predicted::default(), outputs.is_some());
        let patience = streaming::PATIENCE;
        let looked =
            engine.look_through_batches((NAME, alone(&batch)), [None, None], single(), patience, |step| {
                streaming::keep(&step, classes, &mut predicted);
                true
            });
        looked.map_err(|error| streaming::of_table(error.into(), &Reason::default()))?;
        Ok((predicted.margins, outputs))
    })?;
    crate::passed::shaped(py, passed.0, passed.1)
}
