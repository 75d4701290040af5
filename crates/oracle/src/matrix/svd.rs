//! Singular values by one-sided Jacobi rotations: `A = U diag(s) V`.
//!
//! A rotation of the rows `a` and `b` makes them orthogonal: `t^2 + 2 zeta t - 1 = 0`, `zeta = (|b|^2 - |a|^2) / (2 a.b)`, the smaller
//! root. When all rows are orthogonal, `J A = diag(s) V`: their lengths are the singular values and `U = J'`. A matrix
//! with more rows than columns is turned first. The Gram matrix is never formed, so a small singular value is as accurate as a large one.
//!
//! Hestenes 1958; Demmel and Veselic 1992.
use crate::metric::{Matrix, identity};
use crate::twin::dot;

/// A singular value decomposition, values falling, as many as the shorter side of the matrix.
pub struct Svd {
    /// Columns are the left singular vectors.
    pub u: Matrix,
    /// The singular values, largest first.
    pub s: Vec<f64>,
    /// Rows are the right singular vectors; on the longer side, zero where the singular value is zero.
    pub v: Matrix,
}

/// The decomposition of a matrix given by its rows.
pub fn svd(matrix: &Matrix) -> Svd {
    let (rows, columns) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    if rows > columns {
        let Svd { u, s, v } = svd(&transpose(matrix, columns));
        return Svd { u: transpose(&v, rows), s, v: transpose(&u, columns) };
    }
    let (mut a, mut j) = (matrix.clone(), identity(rows));
    for _ in 0..60 {
        let mut turned = false;
        for p in 0..rows {
            for q in p + 1..rows {
                turned |= orthogonalise(&mut a, &mut j, p, q);
            }
        }
        if !turned {
            break;
        }
    }
    let lengths: Vec<f64> = a.iter().map(|row| dot(row, row).sqrt()).collect();
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by(|&p, &q| lengths[q].total_cmp(&lengths[p]));
    let unit =
        |&k: &usize| a[k].iter().map(|v| if lengths[k] > 0.0 { v / lengths[k] } else { 0.0 }).collect();
    Svd {
        u: (0..rows).map(|i| order.iter().map(|&k| j[k][i]).collect()).collect(),
        s: order.iter().map(|&k| lengths[k]).collect(),
        v: order.iter().map(unit).collect(),
    }
}

/// Rotates the rows `p` and `q` of both matrices so that those of `a` are orthogonal; whether there was need.
fn orthogonalise(a: &mut Matrix, j: &mut Matrix, p: usize, q: usize) -> bool {
    let (pp, qq, pq) = (dot(&a[p], &a[p]), dot(&a[q], &a[q]), dot(&a[p], &a[q]));
    if pq.abs() <= f64::EPSILON * pp.sqrt() * qq.sqrt() {
        return false;
    }
    let zeta = (qq - pp) / (2.0 * pq);
    let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for m in [a, j] {
        for k in 0..m[p].len() {
            (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]);
        }
    }
    true
}

/// The transpose of a matrix with this many columns.
pub(crate) fn transpose(matrix: &Matrix, columns: usize) -> Matrix {
    (0..columns).map(|k| matrix.iter().map(|row| row[k]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;
    use crate::streams::SplitMix64;

    fn random(rows: usize, columns: usize, seed: u64) -> Matrix {
        let mut random = SplitMix64::new(seed);
        (0..rows).map(|_| (0..columns).map(|_| random.signed()).collect()).collect()
    }

    fn assert_orthonormal(rows: &Matrix) {
        for p in 0..rows.len() {
            for q in 0..rows.len() {
                assert_close(&[dot(&rows[p], &rows[q])], &[if p == q { 1.0 } else { 0.0 }]);
            }
        }
    }

    #[test]
    fn the_matrix_comes_back() {
        for (rows, columns) in [(1, 1), (3, 8), (8, 3), (6, 6)] {
            let a = random(rows, columns, 3);
            let Svd { u, s, v } = svd(&a);
            let least = rows.min(columns);
            assert!(s.len() == least && s.is_sorted_by(|a, b| a >= b));
            assert_orthonormal(&v);
            assert_orthonormal(&transpose(&u, least));
            for i in 0..rows {
                let row = |k: usize| (0..least).map(|j| u[i][j] * s[j] * v[j][k]).sum();
                assert_close(&(0..columns).map(row).collect::<Vec<f64>>(), &a[i]);
            }
        }
    }

    #[test]
    fn by_hand_with_zero_and_repeated_rows() {
        let a = vec![vec![3.0, 4.0, 0.0], vec![0.0; 3], vec![3.0, 4.0, 0.0]];
        let Svd { s, v, .. } = svd(&a);
        assert_close(&s, &[50f64.sqrt(), 0.0, 0.0]);
        assert_close(&[v[0][0].abs(), v[0][1].abs(), v[0][2]], &[0.6, 0.8, 0.0]);
    }

    #[test]
    fn a_tiny_value_beside_a_huge_one_is_exact() {
        let s = svd(&vec![vec![1e9, 1e9], vec![1e-9, -1e-9]]).s; // orthogonal rows
        assert!((s[0] / (2f64.sqrt() * 1e9) - 1.0).abs() < 1e-15);
        assert!((s[1] / (2f64.sqrt() * 1e-9) - 1.0).abs() < 1e-15);
    }
}
