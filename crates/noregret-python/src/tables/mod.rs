//! Tables of whatever library, batch by batch: anything with `__arrow_c_stream__` or `__arrow_c_array__`, or an iterable of such things.
//!
//! All batches have the columns of the first; one that has others ends the stream with the reason. Labels and weights that are no columns of the table are put beside it as columns.

mod beside;
mod capsule;

pub use beside::{Asked, Beside};

use crate::error::Failure;
use crate::lock;
use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_array::{RecordBatch, RecordBatchOptions, RecordBatchReader};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::{Arc, Mutex, PoisonError};

/// Where batches come from.
enum Source {
    Stream(RecordBatchStreamReader),
    Batch(Option<RecordBatch>),
}

/// A reason that Arrow's errors cannot carry, for whoever ends up with one.
#[derive(Clone, Default)]
pub struct Reason(Arc<Mutex<Option<Failure>>>);

impl Reason {
    fn give(&self, failure: Failure) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
    }

    /// The reason, if one was given.
    pub fn take(&self) -> Option<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Batches of one table, or of several with the same columns.
pub struct Tables {
    now: Source,
    more: Option<Py<PyIterator>>,
    /// Those of the first, which may be missing.
    columns: SchemaRef,
    /// With what stands beside them.
    schema: SchemaRef,
    beside: Beside,
    rows: usize,
    parts: usize,
    reason: Reason,
    /// The model that they are for.
    model: usize,
}

impl Source {
    fn of(object: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let kept = |why: PyErr| {
            raised(object.py(), &why, |why| Failure::data(format!("the table cannot be handed over: {why}")))
        };
        let found = if object.hasattr("__arrow_c_stream__")? {
            capsule::stream(object).map_err(kept)?.map(Self::Stream)
        } else if object.hasattr("__arrow_c_array__")? {
            capsule::batch(object).map_err(kept)?.map(|batch| Self::Batch(Some(batch)))
        } else {
            let what = object.get_type().name()?;
            return Err(Failure::data(format!(
                "{what} has neither __arrow_c_stream__ nor __arrow_c_array__: it is no table"
            )));
        };
        found.map_err(|why| Failure::data(format!("this is no table of columns ({why})")))
    }

    fn schema(&self) -> SchemaRef {
        match self {
            Self::Stream(stream) => stream.schema(),
            Self::Batch(batch) => batch.as_ref().map_or_else(|| Arc::new(Schema::empty()), |b| b.schema()),
        }
    }

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        match self {
            Self::Stream(stream) => stream.next(),
            Self::Batch(batch) => batch.take().map(Ok),
        }
    }
}

/// The one batch that an object is.
pub fn one(object: &Bound<'_, PyAny>) -> Result<RecordBatch, Failure> {
    capsule::batch(object)?.map_err(|why| Failure::data(format!("this is no batch of columns ({why})")))
}

/// What Python raised, told by the package; its own exception is the cause. An interrupt stays what it is.
fn raised(py: Python<'_>, why: &PyErr, told: impl FnOnce(&PyErr) -> Failure) -> Failure {
    if !why.is_instance_of::<PyException>(py) {
        return Failure::Python(why.clone_ref(py));
    }
    let told = PyErr::from(told(why));
    told.set_cause(py, Some(why.clone_ref(py)));
    Failure::Python(told)
}

/// What an iterator raised, with the place.
fn broken_off(py: Python<'_>, row: usize, why: &PyErr) -> Failure {
    raised(py, why, |why| Failure::at(row, format!("the data broke off with {why}")))
}

impl Tables {
    /// Of a table or an iterable of tables; none if there is not even one. `model` is told apart by its address.
    pub fn of(object: &Bound<'_, PyAny>, beside: Beside, model: usize) -> Result<Option<Self>, Failure> {
        let (now, more) = if object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")? {
            (Source::of(object)?, None)
        } else {
            let mut all = object.try_iter()?;
            let Some(first) = all.next() else { return Ok(None) };
            let first = first.map_err(|why| broken_off(object.py(), 0, &why))?;
            (Source::of(&first)?, Some(all.unbind()))
        };
        let may_miss = |field: &Arc<Field>| Field::clone(field).with_nullable(true);
        let columns = now.schema();
        let columns: Vec<Field> = columns.fields().iter().map(may_miss).collect();
        let columns = Arc::new(Schema::new(columns));
        let schema = beside.schema(&columns)?;
        let reason = Reason::default();
        Ok(Some(Self { now, more, columns, schema, beside, rows: 0, parts: 1, reason, model }))
    }

    /// Where the reason will be found if reading ends with an error.
    pub fn reason(&self) -> Reason {
        self.reason.clone()
    }

    fn stop(&self, failure: Failure) -> ArrowError {
        self.reason.give(failure);
        ArrowError::ExternalError("the table broke off".into())
    }

    /// Turns to the next table; whether there is one.
    fn turn(&mut self) -> Result<bool, Failure> {
        let Some(more) = &self.more else { return Ok(false) };
        let next = Python::attach(|py| {
            let next = more.bind(py).clone().next();
            next.map(|object| Source::of(&object.map_err(|why| broken_off(py, self.rows, &why))?)).transpose()
        })?;
        let Some(next) = next else { return Ok(false) };
        self.parts += 1;
        if let Some(change) = changed(&self.columns, &next.schema()) {
            let message = format!("part {} of the data has other columns: {change}", self.parts);
            return Err(Failure::at(self.rows, message));
        }
        self.now = next;
        Ok(true)
    }

    fn read(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        loop {
            match self.now.next() {
                Some(batch) => return self.taken(batch).map(Some),
                None => match self.turn() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(failure) => return Err(self.stop(failure)),
                },
            }
        }
        match self.beside.end(self.rows) {
            Ok(()) => Ok(None),
            Err(failure) => Err(self.stop(failure)),
        }
    }

    fn taken(&mut self, batch: Result<RecordBatch, ArrowError>) -> Result<RecordBatch, ArrowError> {
        let batch = batch.map_err(|why| {
            let why = why.to_string();
            let why = why.split_once("Producer error: ").map_or(why.as_str(), |(_, own)| own);
            self.stop(Failure::at(self.rows, format!("the data broke off with {}", why.trim_end())))
        })?;
        let mut arrays = batch.columns().to_vec();
        let more = self.beside.arrays(self.rows, batch.num_rows());
        arrays.extend(more.map_err(|failure| self.stop(failure))?);
        self.rows += batch.num_rows();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        let made = RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options);
        made.map_err(|why| {
            let message = format!("the columns of the data have changed ({why})");
            self.stop(Failure::at(self.rows - batch.num_rows(), message))
        })
    }
}

impl Iterator for Tables {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Whatever makes the batches may be Python that calls the model they are for.
        let _feeding = lock::at_work(self.model);
        self.read().transpose()
    }
}

impl RecordBatchReader for Tables {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// How columns differ from those before, if they do.
fn changed(before: &Schema, now: &Schema) -> Option<String> {
    let differ = before.fields().iter().zip(now.fields()).find_map(|(old, new)| {
        if old.name() != new.name() {
            return Some(format!("where {:?} was there is {:?}", old.name(), new.name()));
        }
        let same = old.data_type() == new.data_type();
        let told =
            || format!("{:?} was of the type {} and is {}", old.name(), old.data_type(), new.data_type());
        (!same).then(told)
    });
    let (had, has) = (before.fields().len(), now.fields().len());
    differ.or_else(|| (had != has).then(|| format!("there were {had} of them and there are {has}")))
}
