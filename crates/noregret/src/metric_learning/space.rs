//! The seam between the learner and its geometries: a space of positive semidefinite matrices.
//!
//! A round is: `open` gives the distances; `explicit` or `implicit` works the step out and refuses one that overflows or leaves the
//! cone; `commit` takes it. Nothing that a user can see changes before `commit`, and `commit` cannot fail.

use crate::state::{Save, State, StateError};

/// The matrix X of a round, by its factors.
#[derive(Clone, Copy, Debug)]
pub enum Direction<'a> {
    /// z z'.
    Pair(&'a [f64]),
    /// near near' - far far'.
    Relative(&'a [f64], &'a [f64]),
}

impl<'a> Direction<'a> {
    /// X as a sum of sign z z'.
    pub fn terms(self) -> impl Iterator<Item = (f64, &'a [f64])> {
        let (near, far) = match self {
            Direction::Pair(z) => (z, None),
            Direction::Relative(near, far) => (near, Some(far)),
        };
        std::iter::once((1.0, near)).chain(far.map(|far| (-1.0, far)))
    }
}

/// Why a step was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A number that is not finite, or too extreme to be computed with.
    Overflow,
    /// The matrix would not be positive definite.
    OutOfCone,
    /// An eigendecomposition did not converge.
    Eigen,
}

/// A space of matrices and its steps.
pub trait Space: Send {
    /// z'Wz, never negative; pure.
    fn distance(&self, z: &[f64]) -> f64;

    /// Starts a round: z'Wz of each factor of X (0 for an absent one).
    fn open(&mut self, x: Direction<'_>) -> [f64; 2];

    /// Stages the step of slope s.
    fn explicit(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal>;

    /// Stages the step of the slope s = eta (tr(W(s) X) - y), where tr(W X) is not y (and above it if X is relative).
    fn implicit(&mut self, x: Direction<'_>, eta: f64, y: f64) -> Result<(), Refusal>;

    /// Takes the staged step.
    fn commit(&mut self);

    /// W, row by row, symmetric to the last bit.
    fn matrix(&self) -> Vec<f64>;

    /// L with W = L'L, row by row.
    fn factor(&self) -> Result<Vec<f64>, Refusal>;

    /// Everything needed to go on.
    fn save(&self, state: &mut dyn Save);

    /// Goes on from a state.
    fn restore(&mut self, state: &State) -> Result<(), StateError>;
}

/// The inner product, in eight running sums: one order on every machine, and room for vector instructions.
#[inline(always)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h)) + rest
}

/// a += c b.
pub fn add_scaled(a: &mut [f64], c: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += c * b;
    }
}
