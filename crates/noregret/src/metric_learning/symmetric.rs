//! Dense symmetric matrices and their eigendecomposition, through faer, in one thread.
//!
//! Both triangles are stored and equal to the last bit: every change is c (z_i z_j), and a product does not ask for the order of its factors.

use super::space::{Direction, Refusal, dot};
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, Par};

/// A symmetric matrix.
#[derive(Clone, Debug)]
pub struct Symmetric(Mat<f64>);

/// A = V diag(values) V', values ascending.
#[derive(Clone, Debug)]
pub struct Eigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    vectors: Mat<f64>,
}

impl Symmetric {
    /// c I.
    pub fn scalar(dim: usize, c: f64) -> Self {
        Self(Mat::from_fn(dim, dim, |i, j| if i == j { c } else { 0.0 }))
    }

    /// The matrix with this lower triangle.
    pub fn from_fn(dim: usize, lower: impl Fn(usize, usize) -> f64) -> Self {
        Self(Mat::from_fn(dim, dim, |i, j| lower(i.max(j), i.min(j))))
    }

    /// The matrix with these rows of a lower triangle, one after another.
    pub fn unpack(dim: usize, packed: &[f64]) -> Self {
        Self::from_fn(dim, |i, j| packed[i * (i + 1) / 2 + j])
    }

    /// The rows of the lower triangle, one after another.
    pub fn pack(&self) -> Vec<f64> {
        (0..self.dim()).flat_map(|i| self.column(i)[..=i].iter().copied()).collect()
    }

    /// How many rows it has.
    pub fn dim(&self) -> usize {
        self.0.ncols()
    }

    fn column(&self, j: usize) -> &[f64] {
        self.0.col_as_slice(j)
    }

    /// All rows, one after another.
    pub fn rows(&self) -> Vec<f64> {
        (0..self.dim()).flat_map(|j| self.column(j).iter().copied()).collect()
    }

    /// The sum of the diagonal.
    pub fn trace(&self) -> f64 {
        (0..self.dim()).map(|i| self.column(i)[i]).sum()
    }

    /// Whether every entry is finite.
    pub fn is_finite(&self) -> bool {
        (0..self.dim()).all(|j| self.column(j).iter().all(|v| v.is_finite()))
    }

    /// z'Az.
    pub fn quadratic(&self, z: &[f64]) -> f64 {
        z.iter().enumerate().fold(0.0, |sum, (j, &z_j)| sum + z_j * dot(self.column(j), z))
    }

    /// A += c z z'.
    pub fn add_outer(&mut self, c: f64, z: &[f64]) {
        for (j, &z_j) in z.iter().enumerate() {
            for (a, z_i) in self.0.col_as_slice_mut(j).iter_mut().zip(z) {
                *a += c * (z_i * z_j);
            }
        }
    }

    /// Becomes another matrix of its size.
    pub fn copy_from(&mut self, other: &Symmetric) {
        for j in 0..self.dim() {
            self.0.col_as_slice_mut(j).copy_from_slice(other.column(j));
        }
    }

    /// Becomes A - s X.
    pub fn set_moved(&mut self, from: &Symmetric, x: Direction<'_>, s: f64) {
        self.copy_from(from);
        x.terms().for_each(|(sign, z)| self.add_outer(-sign * s, z));
    }

    /// Takes the eigenvalues below 0 out, given the decomposition.
    pub fn take_negative_out(&mut self, eigen: &Eigen) {
        for (k, &value) in eigen.values.iter().enumerate().take_while(|(_, value)| **value < 0.0) {
            self.add_outer(-value, eigen.vector(k));
        }
    }

    /// Becomes P A P with P = I - u u', |u| = 1; gives P A u.
    pub fn deflate(&mut self, u: &[f64]) -> Vec<f64> {
        let image: Vec<f64> = (0..u.len()).map(|j| dot(self.column(j), u)).collect();
        let along = dot(&image, u);
        let half: Vec<f64> = image.iter().zip(u).map(|(g, u)| g - 0.5 * along * u).collect();
        for j in 0..u.len() {
            for (a, (u_i, half_i)) in self.0.col_as_slice_mut(j).iter_mut().zip(u.iter().zip(&half)) {
                *a -= u_i * half[j] + half_i * u[j];
            }
        }
        image.iter().zip(u).map(|(g, u)| g - along * u).collect()
    }

    /// Whether A - shift I is positive definite, by a Cholesky decomposition: sure up to rounding.
    pub fn is_above(&self, shift: f64) -> bool {
        let dim = self.dim();
        let mut work = self.0.clone();
        (0..dim).for_each(|i| work[(i, i)] -= shift);
        let mut memory = MemBuffer::new(cholesky_in_place_scratch::<f64>(dim, Par::Seq, Default::default()));
        let stack = MemStack::new(&mut memory);
        cholesky_in_place(work.as_mut(), Default::default(), Par::Seq, stack, Default::default()).is_ok()
    }

    /// The eigendecomposition.
    pub fn eigen(&self) -> Result<Eigen, Refusal> {
        let dim = self.dim();
        let (mut values, mut vectors) = (Diag::zeros(dim), Mat::zeros(dim, dim));
        let scratch =
            self_adjoint_evd_scratch::<f64>(dim, ComputeEigenvectors::Yes, Par::Seq, Default::default());
        let mut memory = MemBuffer::new(scratch);
        self_adjoint_evd(
            self.0.as_ref(),
            values.as_mut(),
            Some(vectors.as_mut()),
            Par::Seq,
            MemStack::new(&mut memory),
            Default::default(),
        )
        .map_err(|_| Refusal::Eigen)?;
        let values: Vec<f64> = values.column_vector().iter().copied().collect();
        match values.iter().all(|v| v.is_finite()) {
            true => Ok(Eigen { values, vectors }),
            false => Err(Refusal::Overflow),
        }
    }
}

impl Eigen {
    /// That of c I.
    pub fn diagonal(dim: usize, c: f64) -> Self {
        Self { values: vec![c; dim], vectors: Mat::identity(dim, dim) }
    }

    /// V diag(f(values)) V'.
    pub fn rebuilt(&self, f: impl Fn(f64) -> f64) -> Symmetric {
        let dim = self.values.len();
        let scaled = Mat::from_fn(dim, dim, |i, k| self.vectors[(i, k)] * f(self.values[k]));
        let mut product = Mat::zeros(dim, dim);
        matmul(&mut product, Accum::Replace, &scaled, self.vectors.transpose(), 1.0, Par::Seq);
        Symmetric::from_fn(dim, |i, j| product[(i, j)])
    }

    /// Eigenvector k.
    pub fn vector(&self, k: usize) -> &[f64] {
        self.vectors.col_as_slice(k)
    }

    /// V'z: z in the eigenbasis.
    pub fn coordinates(&self, z: &[f64]) -> Vec<f64> {
        (0..self.values.len()).map(|k| dot(self.vector(k), z)).collect()
    }

    /// The largest magnitude of an eigenvalue.
    pub fn norm(&self) -> f64 {
        self.values.iter().fold(0.0, |norm, v| v.abs().max(norm))
    }

    /// The rows of diag(roots) V'.
    pub fn factor(&self, root: impl Fn(f64) -> f64) -> Vec<f64> {
        let row = |k: usize| self.vector(k).iter().map(move |v| (k, v));
        let roots: Vec<f64> = self.values.iter().map(|&v| root(v)).collect();
        (0..roots.len()).flat_map(row).map(|(k, v)| roots[k] * v).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decomposes_and_packs() {
        for dim in [1, 2, 3, 7, 40] {
            let a = Symmetric::from_fn(dim, |i, j| libm::sin((i * 7 + j * 3 + 1) as f64));
            assert_eq!(Symmetric::unpack(dim, &a.pack()).rows(), a.rows());
            let eigen = a.eigen().unwrap();
            let mut back = Symmetric::scalar(dim, 0.0);
            (0..dim).for_each(|k| back.add_outer(eigen.values[k], eigen.vector(k)));
            for (x, y) in back.rows().iter().zip(a.rows()) {
                assert!((x - y).abs() < 1e-12 * dim as f64, "{x} {y}");
            }
            assert!(eigen.values.is_sorted());
            assert!(a.is_above(eigen.values[0] - 1e-9) && !a.is_above(eigen.values[0] + 1e-9));
        }
    }
}
