//! Frequent directions: the few directions in which most of a stream of vectors lies.
//!
//! A sketch S of tau rows stands for the matrix A of all rows received: a row goes into the last, zero
//! row of S; S = U diag(s) V; s_j^2 <- s_j^2 - s_tau^2; S <- diag(s) V. The last row is zero again. What
//! is promised, for every tau > k >= 0:
//!
//! 0 <= A'A - S'S <= sum of all s_tau^2 <= |A - A_k|_F^2 / (tau - k).
//!
//! The decomposition is kept up to date, not computed afresh: a row costs O(tau d) amortised, or
//! O(tau nnz + tau^3) if it is sparse, whatever d is. docs/sketch.md has the derivation.
//! Weakness: the tail of the spectrum is lost, and with it curvature outside the directions; a flat
//! spectrum cannot be sketched.
//! Reference: Liberty 2013; Ghashami, Liberty, Phillips and Woodruff 2016.

mod basis;
mod cells;
pub(crate) mod cholesky;
mod directions;
mod history;
pub(crate) mod jacobi;
mod product;
mod random;
mod rows;
mod secular;
mod tridiagonal;

pub(crate) use basis::{Basis, Open, Sum, Write};
pub(crate) use directions::{MixRow, Turned, add_scaled, dot};
pub(crate) use random::Hadamard;
pub use random::{gaussian_row, hadamard_entry};
pub(crate) use tridiagonal::largest_eigenvalue;

use crate::features::Features;
use crate::online::LearnError;

/// A sketch of a stream of rows.
///
/// ```
/// use noregret::{FrequentDirections, Features};
///
/// let mut sketch = FrequentDirections::new(4);
/// for t in 0..100 {
///     sketch.append(Features::new(&[0, 7], &[3.0, 1.0 + f64::from(t % 5)])?)?;
/// }
/// assert_eq!(sketch.spectrum().len(), 2);              // the rows have rank 2: nothing is lost
/// assert_eq!(sketch.error_bound(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FrequentDirections {
    basis: Basis,
    open: Open,
    tau: usize,
    rows: u64,
    total: f64,
}

impl FrequentDirections {
    /// An empty sketch of tau rows, the one that takes the new row included. Between rows it holds tau - 1
    /// directions.
    pub fn new(tau: usize) -> Self {
        let tau = tau.max(1);
        Self { basis: Basis::new(0, Some(tau)), open: Open::default(), tau, rows: 0, total: 0.0 }
    }

    /// Rows of the sketch, the one that takes a new row included.
    pub fn tau(&self) -> usize {
        self.tau
    }

    /// How many rows were received.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// |A|_F^2, the sum of the squares of all that was received.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Receives a row. One whose squares overflow is refused, and nothing changes.
    pub fn append(&mut self, row: Features<'_>) -> Result<(), LearnError> {
        self.append_scaled(row, 1.0)
    }

    fn append_scaled(&mut self, row: Features<'_>, factor: f64) -> Result<(), LearnError> {
        let mut open = std::mem::take(&mut self.open);
        let ready = self.basis.open(row, false, &mut open);
        if ready.is_ok() {
            self.basis.receive(row, factor, None, &mut open);
        }
        let size = factor * open.unit;
        let total = self.total + size * size * open.norm2;
        let finite = total.is_finite()
            && open
                .turned
                .as_ref()
                .is_none_or(|turned| turned.spectrum.iter().all(|v| v.is_finite()) && turned.foldable());
        if ready.is_ok() && finite {
            self.basis.commit(row, &open, &[], Write::Nothing);
            self.total = total;
            self.rows += 1;
        }
        self.open = open;
        ready?;
        if finite { Ok(()) } else { Err(LearnError::Overflow { index: None }) }
    }

    /// Receives a dense row.
    pub fn append_dense(&mut self, row: &[f64]) -> Result<(), LearnError> {
        let kept: Vec<(u32, f64)> =
            row.iter().enumerate().filter(|(_, v)| **v != 0.0).map(|(i, v)| (i as u32, *v)).collect();
        let (indices, values): (Vec<u32>, Vec<f64>) = kept.into_iter().unzip();
        let row = Features::new(&indices, &values).map_err(|_| LearnError::Overflow { index: None })?;
        self.append(row)
    }

    /// The singular values of S, falling; at most tau - 1.
    pub fn spectrum(&self) -> &[f64] {
        self.basis.directions().spectrum()
    }

    /// The directions, orthonormal, as sparse rows of (index, value) in the order of the spectrum.
    pub fn basis(&self) -> Vec<Vec<(u32, f64)>> {
        let mut rows = vec![Vec::new(); self.spectrum().len()];
        let mut order: Vec<(u32, usize)> =
            self.basis.slots().indices().iter().enumerate().map(|(slot, &index)| (index, slot)).collect();
        order.sort_unstable();
        for (index, slot) in order {
            let (_, entries) = self.basis.entries(slot);
            rows.iter_mut().zip(entries).for_each(|(row, v)| row.push((index, v)));
        }
        rows
    }

    /// The components of x along the directions.
    pub fn along(&self, x: Features<'_>) -> Vec<f64> {
        self.basis.products(x).1
    }

    /// A bound on |A'A - S'S| in the spectral norm: all that was subtracted from the squared spectrum.
    pub fn error_bound(&self) -> f64 {
        let lost = self.basis.directions().lost();
        lost * lost
    }

    /// Takes the rows of another sketch into this one. The error bounds add up.
    pub fn merge(&mut self, other: &FrequentDirections) -> Result<(), LearnError> {
        let mut merged = self.clone();
        for (row, &s) in other.basis().iter().zip(other.spectrum()) {
            let (indices, values): (Vec<u32>, Vec<f64>) =
                row.iter().filter(|(_, v)| *v != 0.0).copied().unzip();
            let row = Features::new(&indices, &values).map_err(|_| LearnError::Overflow { index: None })?;
            merged.append_scaled(row, s)?;
        }
        merged.basis.directions_mut().lose(other.basis.directions().lost());
        merged.total = self.total + other.total;
        merged.rows = self.rows + other.rows;
        *self = merged;
        Ok(())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.basis.bytes()
    }
}
