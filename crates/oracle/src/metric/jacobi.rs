//! Eigenvalues of a small symmetric matrix by Jacobi's rotations, and functions of it.
//!
//! A rotation in the plane (p, q) makes the entry (p, q) zero: `tan 2 angle = 2 a_pq / (a_qq - a_pp)`. Sweeps over all planes until every
//! entry beside the diagonal is negligible.
//!
//! Jacobi 1846; Golub and Van Loan, section 8.5.

/// A dense matrix, by rows.
pub type Matrix = Vec<Vec<f64>>;

/// The eigenvalues and the matrix whose columns are the eigenvectors.
pub fn jacobi(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let d = matrix.len();
    let (mut a, mut v) = (matrix.clone(), identity(d));
    for _ in 0..60 {
        let mut turned = false;
        for p in 0..d {
            for q in p + 1..d {
                if a[p][q].abs() <= 1e-17 * (a[p][p].abs() + a[q][q].abs()) {
                    continue;
                }
                turned = true;
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for k in 0..d {
                    (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
                }
                for k in 0..d {
                    (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                    (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]);
                }
            }
        }
        if !turned {
            break;
        }
    }
    ((0..d).map(|i| a[i][i]).collect(), v)
}

/// The identity.
pub fn identity(d: usize) -> Matrix {
    (0..d).map(|i| (0..d).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect()
}

/// The matrix with the same eigenvectors and `f` of the eigenvalues.
pub fn spectral(matrix: &Matrix, f: impl Fn(f64) -> f64) -> Matrix {
    let d = matrix.len();
    let (values, v) = jacobi(matrix);
    let f: Vec<f64> = values.into_iter().map(f).collect();
    let entry = |i: usize, j: usize| (0..d).map(|k| f[k] * v[i][k] * v[j][k]).sum();
    (0..d).map(|i| (0..d).map(|j| entry(i, j)).collect()).collect()
}

/// `a + c b`.
pub fn plus(a: &Matrix, c: f64, b: &Matrix) -> Matrix {
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + c * b).collect()).collect()
}

/// The trace of the product of two symmetric matrices.
pub fn inner(a: &Matrix, b: &Matrix) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::SplitMix64;

    #[test]
    fn eigenvalues_by_hand_and_the_matrix_comes_back() {
        let (mut values, _) = jacobi(&vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        values.sort_by(f64::total_cmp);
        crate::assert_close(&values, &[1.0, 3.0]);
        let mut random = SplitMix64::new(5);
        let a: Matrix = (0..7).map(|_| (0..7).map(|_| random.signed()).collect()).collect();
        let a: Matrix = (0..7).map(|i| (0..7).map(|j| a[i][j] + a[j][i]).collect()).collect();
        for (x, y) in spectral(&a, |x| x).iter().zip(&a) {
            crate::assert_close(x, y);
        }
        let square = spectral(&a, |x| x * x);
        let product: f64 = (0..7).map(|k| a[2][k] * a[k][4]).sum();
        crate::assert_close(&[square[2][4]], &[product]);
    }
}
