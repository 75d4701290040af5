//! Dense, slow, obviously right twins of every algorithm, used only by tests.
//!
//! A twin is its formula and nothing else: examples are dense vectors, a penalty is applied to every
//! coordinate in every round, nothing is lazy, nothing is shared with the library it judges. Beside the twins
//! stand the judges of a whole run: the best fixed point in hindsight with a certified lower bound
//! ([`comparator`](comparator()), [`best_linear`]), the family of problems that separates global from per-coordinate rates
//! ([`separating_family`]), and small repeatable streams of examples ([`streams`]).
//!
//! Conventions of all twins:
//! * the first point is `clip(0, lo, hi)` in every coordinate;
//! * a round with importance `h = 0` is not learned from: nothing changes, no round is counted;
//! * a coordinate is *touched* by an example when `x_i != 0`, by a plain gradient when `g_i != 0`;
//! * the gradient of a round is `g = h l'(w.x, y) x`.
#![allow(clippy::needless_range_loop, reason = "coordinates are indexed as in the formulas")]
#![allow(
    clippy::disallowed_methods,
    reason = "the twin computes with the platform's functions: tests compare within a tolerance"
)]

mod ada_diag;
mod adversary;
mod arow;
mod auto;
mod auto_centred;
mod auto_classes;
mod auto_composite;
mod auto_steady;
mod auto_whole;
mod barrier;
mod best_linear;
mod certificate;
mod comparator;
mod cw;
mod double_double;
mod eliminate;
mod flh;
mod flh_coordinate;
mod ftrl;
mod global;
mod implicit;
mod loss;
mod matrix;
pub mod measures;
mod merge;
mod metric;
mod mirror;
mod ogd;
mod optimistic;
mod pa;
mod per_coord;
mod separating;
mod smoothed;
mod softmax;
mod splitmix;
pub mod streams;
mod strongly_convex;
mod terms;
mod twin;
mod variation;

pub use ada_diag::{AdaDiag, Form, ada_diag};
pub use arow::{Arow, arow};
pub use auto::{Auto, AutoLane, auto};
pub use auto_classes::{AutoClasses, ClassLane, auto_classes};
pub use auto_composite::{AutoComposite, auto_composite};
pub use auto_steady::AutoSteady;
pub use auto_whole::{AutoBelief, AutoWhole, auto_whole};
pub use best_linear::best_linear;
pub use comparator::{Comparator, comparator, objective};
pub use cw::{Cw, cw};
pub use flh::{Base, Flh, flh};
pub use flh_coordinate::{CoordinateBase, FlhCoordinate, flh_coordinate};
pub use ftrl::{Ftrl, ftrl};
pub use global::{Global, global};
pub use implicit::{Implicit, implicit, implicit_composite};
pub use loss::Loss;
pub use matrix::{
    Curvature, ImplicitMatrix, Kind, ManyDigits, MatrixAda, MatrixTwin, SketchKind, SketchTwin, Svd, ada_dp,
    ada_fd, ada_full, ada_lr, fd_son, free_ada_fd, implicit_ada_fd, implicit_ada_full, implicit_fd_son,
    implicit_matrix, implicit_ons, ons, preconditioned, radagrad, rfd_son, s_ada, sketch_twin, svd,
};
pub use merge::Merge;
pub use metric::{LowRank, Matrix, Metric, MetricGeometry, jacobi, low_rank, metric, outer, spectral};
pub use mirror::{Mirror, MirrorSet, Potential};
pub use ogd::{Ogd, Rate, ogd};
pub use optimistic::{Optimistic, optimistic};
pub use pa::{Pa, pa, pa1, pa2};
pub use per_coord::{PerCoord, per_coord};
pub use separating::{Round, SeparatingFamily, separating_family};
pub use softmax::{ClassTwin, SoftmaxAdagrad, implicit_softmax, softmax_adagrad, softmax_slopes};
pub use streams::Example;
pub use strongly_convex::{StronglyConvex, strongly_convex};
pub use terms::{Terms, soft};
pub use twin::{Twin, dot};
pub use variation::{Variation, variation};

/// Panics unless the two vectors agree to 1e-12, absolute.
#[cfg(test)]
pub(crate) fn assert_close(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (a, b) in got.iter().zip(want) {
        assert!((a - b).abs() <= 1e-12, "got {got:?}, want {want:?}");
    }
}
