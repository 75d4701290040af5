//! What can go wrong, with the row or line it is about.

use noregret::{LearnError, MergeError, RowsError, SpecError, StateError};
use noregret_io::{Field, LineError, LineFault, ModelError, Position, ReadError, Schema};
use std::fmt;
use thiserror::Error;

/// Why an engine did not do what it was asked for.
#[derive(Debug, Error)]
pub enum EngineError {
    /// There is no such learner.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Options contradict each other.
    #[error("{0}")]
    Options(String),
    /// The model cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The input cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// An example was refused. The engine is as it was before it.
    #[error("{place}: {why}")]
    Example {
        /// Which one.
        place: Place,
        /// What is wrong with it.
        why: Box<Why>,
    },
    /// Rows, labels and weights do not go in parallel.
    #[error("{rows} rows, {labels} labels and {weights} weights do not match")]
    Length {
        /// How many rows.
        rows: usize,
        /// How many labels.
        labels: usize,
        /// How many weights.
        weights: usize,
    },
    /// Rows are no sparse vectors.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// Values of dense rows do not make whole rows.
    #[error("{values} values are no rows of {columns} columns")]
    Dense {
        /// How many values.
        values: usize,
        /// How many columns.
        columns: usize,
    },
    /// A serving model only predicts.
    #[error("a serving model predicts and cannot go on learning; go on from the model it was exported from")]
    Frozen,
    /// Nothing can be left out of this learner.
    #[error(
        "everything that {algorithm} remembers takes part in its predictions, so nothing can be left out"
    )]
    Whole {
        /// The learner.
        algorithm: String,
    },
    /// Models cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The learner's state cannot be copied into the form asked for.
    #[error(transparent)]
    State(#[from] StateError),
}

/// Which example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A row of those handed over together, counted from 0.
    Row(usize),
    /// A line, a row or a list of features, counted from 1 since the engine was opened.
    Number(u64),
    /// A line of an input.
    Line(Position),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::Number(number) => write!(f, "example {number}"),
            Self::Line(position) => write!(f, "{position}"),
        }
    }
}

/// What is wrong with an example.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// It cannot be read.
    Unread {
        /// The part at fault, where one can be named.
        field: Option<Field>,
        /// What is wrong.
        fault: LineFault,
    },
    /// The learner refused it.
    Refused {
        /// Why.
        error: Refused,
        /// The same with the feature's name.
        told: String,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread { field: Some(field), fault } => write!(f, "{field}: {fault}"),
            Self::Unread { field: None, fault } => write!(f, "{fault}"),
            Self::Refused { told, .. } => f.write_str(told),
        }
    }
}

/// Why an example that could be read was neither learned from nor predicted.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Refused {
    /// The learner refused it.
    #[error(transparent)]
    Learner(#[from] LearnError),
    /// Its margin is no finite number.
    #[error("the numbers of this example are too large: its prediction overflows")]
    Overflow,
    /// A serving model only predicts.
    #[error("a serving model predicts and cannot go on learning")]
    Frozen,
}

impl Refused {
    /// The reason, with the name of the feature to blame.
    pub fn told(&self, schema: &Schema) -> String {
        let Self::Learner(error) = self else { return self.to_string() };
        match error {
            LearnError::Overflow { index } => {
                let feature =
                    index.map_or_else(String::new, |index| format!(" at feature {}", schema.feature_name(index)));
                format!("the numbers of this example are too large{feature}: learning from it would overflow")
            }
            LearnError::LeftDomain { round, index } => format!(
                "in round {round} the explicit step left the domain of the potential (feature {})",
                schema.feature_name(*index)
            ),
            LearnError::Unresolved => {
                "the step of this example is lost in rounding: under a box or a penalty its features are of too different sizes".to_owned()
            }
            LearnError::TableFull { index, bytes } => {
                format!("feature {} needs a weight table of {bytes} bytes", schema.feature_name(*index))
            }
            LearnError::TooWide { features, limit, .. } => {
                format!("{features} features are more than the {limit} of a full matrix")
            }
            LearnError::Group { .. }
            | LearnError::NoImplicitStep
            | LearnError::Classes { .. }
            | LearnError::Label(_) => error.to_string(),
        }
    }
}

impl EngineError {
    /// The row it is about, of those handed over together, counted from 0.
    pub fn row(&self) -> Option<usize> {
        match self {
            Self::Example { place: Place::Row(row), .. } => Some(*row),
            Self::Rows(RowsError::Row { row, .. } | RowsError::Starts { row, .. }) => Some(*row),
            _ => None,
        }
    }

    pub(crate) fn unread(error: LineError) -> Self {
        let LineError { position, field, fault } = error;
        Self::Example { place: Place::Number(position.line), why: Why::Unread { field, fault }.into() }
    }

    pub(crate) fn refused(error: Refused, number: u64, schema: &Schema) -> Self {
        let told = error.told(schema);
        Self::Example { place: Place::Number(number), why: Why::Refused { error, told }.into() }
    }

    /// The same about a row of those handed over together, of which the first has this number.
    pub(crate) fn among(self, first: u64) -> Self {
        match self {
            Self::Example { place: Place::Number(number), why } if number >= first => {
                Self::Example { place: Place::Row((number - first) as usize), why }
            }
            other => other,
        }
    }
}
