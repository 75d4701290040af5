//! Why a table was refused, and where.

use crate::error::fault::LineFault;
use crate::error::{Field, Position, ReadError};
use std::sync::Arc;
use thiserror::Error;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// It cannot be read at all.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A line is wrong.
    #[error("{position}: {}{problem}", field.as_ref().map(|f| format!("{f}: ")).unwrap_or_default())]
    Line {
        /// The file and line.
        position: Position,
        /// The part of the line at fault, where one can be named.
        field: Option<Box<Field>>,
        /// What is wrong.
        problem: String,
        /// What the user can do about it.
        help: Option<String>,
    },
    /// The table as a whole is wrong.
    #[error("{file}: {problem}")]
    Table {
        /// The file.
        file: Arc<str>,
        /// What is wrong.
        problem: String,
        /// What the user can do about it.
        help: Option<String>,
    },
}

impl DatasetError {
    /// A whole line.
    #[cold]
    pub(crate) fn line(file: &Arc<str>, line: u64, problem: impl Into<String>) -> Self {
        let position = Position { file: file.clone(), line };
        Self::Line { position, field: None, problem: problem.into(), help: None }
    }

    /// A field known by its place, counted from 1.
    #[cold]
    pub(crate) fn field(
        file: &Arc<str>,
        line: u64,
        place: usize,
        text: &[u8],
        problem: impl Into<String>,
    ) -> Self {
        let position = Position { file: file.clone(), line };
        let field = Some(Box::new(Field::at(place, text)));
        Self::Line { position, field, problem: problem.into(), help: None }
    }

    /// A field known by its column.
    #[cold]
    pub(crate) fn cell(
        file: &Arc<str>,
        line: u64,
        column: &str,
        text: &[u8],
        problem: impl Into<String>,
    ) -> Self {
        let position = Position { file: file.clone(), line };
        let field = Some(Box::new(Field::named(column, text)));
        Self::Line { position, field, problem: problem.into(), help: None }
    }

    /// The table as a whole.
    #[cold]
    pub(crate) fn table(file: &Arc<str>, problem: impl Into<String>) -> Self {
        Self::Table { file: file.clone(), problem: problem.into(), help: None }
    }

    /// With advice.
    #[must_use]
    pub(crate) fn advise(mut self, advice: impl Into<String>) -> Self {
        if let Self::Line { help, .. } | Self::Table { help, .. } = &mut self {
            *help = Some(advice.into());
        }
        self
    }

    /// What the user can do about it.
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Read(_) => None,
            Self::Line { help, .. } | Self::Table { help, .. } => help.as_deref(),
        }
    }
}

/// A row of another width than it should have.
pub(crate) fn width(file: &Arc<str>, line: u64, expected: usize, found: usize) -> DatasetError {
    DatasetError::line(file, line, format!("{found} fields; there should be {expected}"))
}

/// A fault of a line as an error.
pub(crate) fn fault(file: &Arc<str>, line: u64, fault: &LineFault) -> DatasetError {
    DatasetError::line(file, line, fault.to_string())
}
