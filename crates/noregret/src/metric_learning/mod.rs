//! Online metric learning: a Mahalanobis distance d(u, v) = (u - v)' W (u - v), one comparison at a time.
//!
//! A round shows a comparison and what it should have been; W moves by mirror descent, explicit or implicit, in one of three
//! geometries, and stays symmetric and positive semidefinite. With z = u - v, X = z z' and p = tr(W X) = z'Wz:
//! * **a pair** with a target distance y: the loss is 1/2 (p - y)^2;
//! * **a relative comparison**, d(near) + margin <= d(far): X = near near' - far far', the loss is the squared hinge
//!   1/2 max(0, tr(W X) + margin)^2, which is the pair's loss with y = -margin wherever it is not zero.
//!
//! Either step is one number s, the slope times the rate: the dual matrix moves by -s X. Explicit: s = eta (p - y). Implicit: s solves
//! s = eta (tr(W(s) X) - y), the exact minimum of D(W, W_t) + eta loss(W).
//!
//! | geometry | potential on eigenvalues | dual | step | cost |
//! |---|---|---|---|---|
//! | [`LogDet`](MatrixGeometry::LogDet) | -ln | -W^-1 | closed form on a triangular factor | d^2 |
//! | [`Frobenius`](MatrixGeometry::Frobenius) | 1/2 square | W | closed form, then projected onto the cone | d^2; d^3 when it leaves the cone |
//! | [`VonNeumann`](MatrixGeometry::VonNeumann) | w ln w - w | ln W | exp(ln W - s X) | d^3 |
//! | low rank ([`MetricSpec::low_rank`]) | 1/2 square of L, W = L'L | | one number, then L (I + 2 s X)^-1 | r d |
//!
//! [`choose`] finds the rate that suits a labelled table, or that none does.
//!
//! ```
//! use noregret::metric_learning::{MatrixGeometry, MetricLearner, MetricSpec};
//!
//! let mut learner = MetricLearner::new(&MetricSpec::default_for(MatrixGeometry::LogDet), 2)?;
//! for _ in 0..50 {
//!     learner.learn_pair(&[1.0, 0.0], 0.1)?;                          // alike: the first coordinate says little
//!     learner.learn_pair(&[0.0, 1.0], 3.0)?;                          // different: the second one says much
//!     learner.learn_relative(&[1.0, 0.2], &[0.5, 1.0], 1.0)?;         // nearer by at least 1
//! }
//! assert!(learner.distance(&[1.0, 0.0])? < 0.5 && learner.distance(&[0.0, 1.0])? > 2.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same input gives the same bits on every thread count. `logdet` gives them on every machine; the other two call faer's kernels,
//! which choose their instructions by the type of the CPU, so that their last bits may differ between CPU types.
//!
//! References: Kulis and Bartlett 2010; Davis, Kulis, Jain, Sra and Dhillon 2007; Tsuda, Raetsch and Warmuth 2005.

pub mod choose;
mod draws;
mod error;
pub mod evaluate;
mod factor;
mod frobenius;
mod knn;
mod krylov;
mod learner;
mod logdet;
mod principal;
mod root;
mod space;
mod spec;
mod splitmix;
mod symmetric;
mod von_neumann;

pub use draws::{Drawn, Draws};
pub use error::MetricError;
pub use knn::{Neighbours, Sample, knn_class, knn_error, vote};
pub use learner::{MAX_DIM, MAX_WIDE, MetricLearner};
pub use principal::principal;
pub use spec::{MatrixGeometry, MetricSpec};
