//! Why a metric learner refuses.

use crate::spec::SpecError;
use thiserror::Error;

/// Why a call was refused. The learner is as it was before it.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum MetricError {
    /// The spec makes no sense.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A matrix of this size cannot be had.
    #[error(
        "a metric over {dim} coordinates cannot be had: it takes 1 to {max} coordinates, and memory for a matrix of them"
    )]
    Size {
        /// The coordinates asked for.
        dim: usize,
        /// The most there can be.
        max: usize,
    },
    /// A factor with more rows than columns.
    #[error(
        "a rank of {rank} is more than the {dim} coordinates of the metric: leave it out, or make it smaller"
    )]
    Rank {
        /// The rank asked for.
        rank: usize,
        /// The coordinates.
        dim: usize,
    },
    /// A vector of another length than the metric's.
    #[error("a vector of {found} numbers was given to a metric over {expected} coordinates")]
    Length {
        /// The length of the metric's vectors.
        expected: usize,
        /// The length of the vector given.
        found: usize,
    },
    /// A number that is not finite.
    #[error("{what}{} is {value}: only finite numbers can be learned from", coordinate(*.index))]
    NotFinite {
        /// What was given.
        what: &'static str,
        /// Which of its entries.
        index: Option<usize>,
        /// The number that was given.
        value: f64,
    },
    /// The arithmetic of a round leaves the numbers that can be told apart.
    #[error(
        "round {round}: the numbers of this comparison are too large or too small: learning from it would overflow"
    )]
    Overflow {
        /// The round, from 1.
        round: u64,
    },
    /// An explicit step would leave the positive definite matrices.
    #[error(
        "round {round}: the explicit step would leave the positive definite matrices; use the implicit update, or a smaller eta"
    )]
    OutOfCone {
        /// The round, from 1.
        round: u64,
    },
    /// An eigendecomposition did not converge.
    #[error("after {rounds} rounds: the eigendecomposition of the metric did not converge")]
    Eigen {
        /// Rounds learned from.
        rounds: u64,
    },
}

fn coordinate(index: Option<usize>) -> String {
    index.map_or_else(String::new, |index| format!(" (entry {index})"))
}
