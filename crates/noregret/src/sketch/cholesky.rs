//! Cholesky's factor of a small positive definite matrix, and what is done with it.

use super::directions::dot;

/// The factor L of A = L L', row by row; pivots below `floor` are raised to it.
pub fn factor(matrix: &[Vec<f64>], floor: f64) -> Vec<Vec<f64>> {
    let mut l: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
    for (i, row) in matrix.iter().enumerate() {
        let mut next = row[..=i].to_vec();
        for j in 0..i {
            next[j] = (next[j] - dot(&next[..j], &l[j][..j])) / l[j][j];
        }
        next[i] = (next[i] - dot(&next[..i], &next[..i])).max(floor).sqrt();
        l.push(next);
    }
    l
}

/// The solution of L L' x = b.
pub fn solve(l: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut x = b.to_vec();
    for i in 0..n {
        x[i] = (x[i] - dot(&l[i][..i], &x[..i])) / l[i][i];
    }
    for i in (0..n).rev() {
        x[i] /= l[i][i];
        for j in 0..i {
            x[j] -= l[i][j] * x[i];
        }
    }
    x
}

/// The inverse of L, row by row, square.
pub fn invert(l: &[Vec<f64>]) -> Vec<f64> {
    let n = l.len();
    let mut inverse = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let unit = if i == j { 1.0 } else { 0.0 };
            let sum: f64 = (j..i).map(|k| l[i][k] * inverse[k * n + j]).sum();
            inverse[i * n + j] = (unit - sum) / l[i][i];
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_and_solves() {
        let a = [vec![4.0, 2.0, 0.0], vec![2.0, 5.0, 2.0], vec![0.0, 2.0, 5.0]];
        let l = factor(&a, 0.0);
        assert_eq!(l, [vec![2.0], vec![1.0, 2.0], vec![0.0, 1.0, 2.0]]);
        assert_eq!(solve(&l, &[8.0, 18.0, 19.0]), [1.0, 2.0, 3.0]);
        assert_eq!(invert(&l)[..4], [0.5, 0.0, 0.0, -0.25]);
    }
}
