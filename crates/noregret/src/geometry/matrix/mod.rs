//! Learners under a matrix over all features, kept whole or known by a few directions.
//!
//! `sketched/` is the learner of most of them, made of parts: the matrix, the kinds of steps, penalties.
//! `curvature` is what those learners differ in, `mix` random projections. `newton` is the online Newton
//! step, `low_rank` the whole matrix inverted on a random range. How directions are kept is in
//! [`sketch`](crate::sketch).

mod curvature;
mod low_rank;
mod mix;
mod newton;
mod sketched;

pub use curvature::Curvature;
pub use low_rank::LowRank;
pub use mix::Mix;
pub use newton::Newton;
pub use sketched::{Cmd, Pds, Penalized, Penalty, Scaled, Sketched};

/// The most features a full matrix is kept for.
pub const FULL_LIMIT: usize = 4096;

/// Numbers beyond this never enter: their products would leave the finite ones.
const HUGE: f64 = 1e150;
