//! Gaussian elimination with row pivoting, for a handful of unknowns.

/// Solves `a x = b` by Gaussian elimination with row pivoting; nothing if a pivot is zero.
pub(crate) fn eliminate(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let dim = b.len();
    for k in 0..dim {
        let pivot = (k..dim).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        a.swap(k, pivot);
        b.swap(k, pivot);
        if a[k][k] == 0.0 {
            return None;
        }
        for i in k + 1..dim {
            let factor = a[i][k] / a[k][k];
            for j in k..dim {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..dim).rev() {
        let known: f64 = (k + 1..dim).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    #[test]
    fn elimination_by_hand() {
        let a = vec![vec![0.0, 2.0], vec![1.0, 1.0]];
        assert_close(&eliminate(a, vec![4.0, 5.0]).unwrap(), &[3.0, 2.0]);
        assert!(eliminate(vec![vec![0.0]], vec![1.0]).is_none());
    }
}
