//! Why an experiment ended without findings.

use noregret::loss::ParseLossError;
use noregret::metric_learning::MetricError;
use noregret::regret::{Missing, TranscriptError};
use noregret::{FeaturesError, LearnError, SpecError};
use noregret_io::dataset::DatasetError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why an experiment ended without findings.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// A file cannot be read.
    #[error("cannot read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is not what its name says.
    #[error("{}, line {line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A file lacks what an experiment needs.
    #[error("{}: {why}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A table that metric learning cannot read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A learner that makes no sense.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A loss that makes no sense.
    #[error(transparent)]
    Loss(#[from] ParseLossError),
    /// An example that is none.
    #[error(transparent)]
    Features(#[from] FeaturesError),
    /// A round that cannot be learned from.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A round that cannot be kept.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// Fixed points among which there may be no best.
    #[error(transparent)]
    Rivals(#[from] Missing),
    /// A metric that cannot be learned.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// Every setting searched overflows, or a thread died.
    #[error("{0}")]
    Nothing(String),
    /// Whoever asked for the experiment wants no more of it.
    #[error("interrupted")]
    Interrupted,
}

impl ReproduceError {
    /// A file that cannot be read.
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Read { path: path.to_owned(), source }
    }

    /// A file that lacks something.
    pub(crate) fn content(path: &Path, why: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), why: why.into() }
    }
}

/// What an experiment comes to.
pub type Answer<T> = Result<T, ReproduceError>;
