//! What went wrong, as exceptions of the package: `noregret.errors` says which there are.

use noregret_engine::{EngineError, Place, Why};
use noregret_io::{ModelError, ReadError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Why something was not done.
#[derive(Debug)]
pub enum Failure {
    /// The engine's word.
    Engine(EngineError),
    /// What is wrong with the data, and where.
    Data { message: String, row: Option<usize>, column: Option<String> },
    /// The engine's word, where what came before the example stays learned.
    Partly { error: EngineError, learned: usize },
    /// Python's own: an interrupt, an iterator that raised.
    Python(PyErr),
    /// The model is called by what it is at work for.
    Busy,
    /// A panic was caught while the model was being written to.
    Broken,
}

impl Failure {
    /// Something about a row.
    pub fn at(row: usize, message: impl Into<String>) -> Self {
        Self::Data { message: message.into(), row: Some(row), column: None }
    }

    /// Something about a cell.
    pub fn cell(row: usize, column: impl ToString, message: impl Into<String>) -> Self {
        Self::Data { message: message.into(), row: Some(row), column: Some(column.to_string()) }
    }

    /// Something about all of it.
    pub fn data(message: impl Into<String>) -> Self {
        Self::Data { message: message.into(), row: None, column: None }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| match failure {
            Failure::Python(error) => error,
            Failure::Busy => made(
                py,
                "NoregretError",
                "the model is at work: what it calls meanwhile (a signal's handler, a progress function, the data it learns from) cannot use it; copy() it before",
                None,
                None,
            ),
            Failure::Broken => made(
                py,
                "NoregretError",
                "an earlier call broke off inside the model: load it again",
                None,
                None,
            ),
            Failure::Data { message, row, column } => {
                let place = match (row, &column) {
                    (Some(row), Some(column)) => format!("row {row}, column {column}: "),
                    (Some(row), None) => format!("row {row}: "),
                    (None, Some(column)) => format!("column {column}: "),
                    (None, None) => String::new(),
                };
                made(py, "DataError", &format!("{place}{message}"), row, column)
            }
            Failure::Engine(error) => of_engine(py, &error),
            Failure::Partly { error, learned } => {
                let message = format!("{error}; the {learned} examples before it were learned from");
                made(py, "DataError", &message, error.row(), None)
            }
        })
    }
}

/// The exception of an engine's error.
fn of_engine(py: Python<'_>, error: &EngineError) -> PyErr {
    let message = error.to_string();
    match error {
        EngineError::Spec(_) | EngineError::Options(_) => made(py, "SpecError", &message, None, None),
        EngineError::Model(ModelError::Io { path, why }) => system(py, why, path),
        EngineError::Model(ModelError::Bad { .. }) => made(py, "FileError", &message, None, None),
        EngineError::Read(ReadError::Io { file, source }) => system(py, source, file),
        EngineError::Read(ReadError::Open { .. } | ReadError::Corrupt { .. }) => {
            made(py, "FileError", &message, None, None)
        }
        EngineError::Example { place, why } => {
            let column = match &**why {
                Why::Unread { field: Some(field), .. } => field.name.clone(),
                Why::Unread { .. } | Why::Refused { .. } => None,
            };
            let row = match place {
                Place::Line(position) => usize::try_from(position.line).ok(),
                Place::Row(_) | Place::Number(_) => error.row(),
            };
            made(py, "DataError", &message, row, column)
        }
        EngineError::Frozen | EngineError::Whole { .. } | EngineError::State(_) => {
            made(py, "NoregretError", &message, None, None)
        }
        _ => made(py, "DataError", &message, error.row(), None),
    }
}

/// What the system said of a file.
fn system(py: Python<'_>, why: &std::io::Error, path: &str) -> PyErr {
    let made = || {
        let class = py.import("noregret.errors")?.getattr("FileError")?;
        class.call1((why.raw_os_error(), format!("{path}: {why}")))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// An exception of the package.
pub fn made(py: Python<'_>, name: &str, message: &str, row: Option<usize>, column: Option<String>) -> PyErr {
    let make = || {
        let class = py.import("noregret.errors")?.getattr(name)?;
        if name != "DataError" {
            return class.call1((message,));
        }
        let places = PyDict::new(py);
        places.set_item("row", row)?;
        places.set_item("column", column)?;
        class.call((message,), Some(&places))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}
