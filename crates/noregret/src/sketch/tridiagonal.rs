//! The largest eigenvalue of a symmetric matrix, the same bits on every machine.
//!
//! Householder's reflections make the matrix tridiagonal; l is not below any eigenvalue of that if all
//! pivots of T - l I are negative, and bisection finds the smallest such l there is among floats.
//! O(n^3). Rounding moves it by a few last digits of the matrix's norm.
//! Reference: Wilkinson 1965; Barth, Martin and Wilkinson 1967.

use super::directions::{add_scaled, dot, power_of_two};

/// The largest eigenvalue of a symmetric matrix, given by the rows of its lower triangle; infinite if
/// an entry is not finite, 0 for no rows.
pub fn largest_eigenvalue(mut lower: Vec<Vec<f64>>) -> f64 {
    let entries = lower.iter().flatten();
    let most = entries.fold(0.0_f64, |most, v| if v.is_finite() { most.max(v.abs()) } else { f64::INFINITY });
    if most == 0.0 || most.is_infinite() {
        return most;
    }
    // In this unit squares neither overflow nor vanish.
    let unit = power_of_two(most);
    lower.iter_mut().flatten().for_each(|v| *v /= unit);
    let (diagonal, beside) = tridiagonal(lower);
    unit * above(&diagonal, &beside)
}

/// The diagonal, and the entries left of it (the first is 0).
fn tridiagonal(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<f64>) {
    let n = a.len();
    let (mut diagonal, mut beside) = (vec![0.0; n], vec![0.0; n]);
    for i in (0..n).rev() {
        let Some(mut v) = a.pop() else { break };
        diagonal[i] = v.pop().unwrap_or(0.0);
        let Some(&last) = v.last() else { continue };
        if v[..i - 1].iter().all(|v| *v == 0.0) {
            beside[i] = last;
            continue;
        }
        // The reflection I - v v'/half takes the row to its last entry alone.
        let norm = dot(&v, &v).sqrt();
        let image = -norm.copysign(last);
        let half = norm * norm - image * last;
        v[i - 1] = last - image;
        beside[i] = image;
        let mut p = vec![0.0; i];
        for (j, row) in a.iter().enumerate() {
            p[j] += dot(row, &v);
            add_scaled(&mut p[..j], v[j], &row[..j]);
        }
        p.iter_mut().for_each(|p| *p /= half);
        let share = dot(&v, &p) / (2.0 * half);
        add_scaled(&mut p, -share, &v);
        for (j, row) in a.iter_mut().enumerate() {
            add_scaled(row, -v[j], &p);
            add_scaled(row, -p[j], &v);
        }
    }
    (diagonal, beside)
}

/// The smallest float found that is not below any eigenvalue.
fn above(diagonal: &[f64], beside: &[f64]) -> f64 {
    let not_below_any = |l: f64| {
        let mut pivot = -1.0;
        diagonal.iter().zip(beside).all(|(d, e)| {
            pivot = (d - l) - e * (e / pivot);
            pivot < 0.0
        })
    };
    let right = |i: usize| beside.get(i + 1).map_or(0.0, |e| e.abs());
    // Gershgorin's circles.
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for (i, (d, e)) in diagonal.iter().zip(beside).enumerate() {
        let radius = e.abs() + right(i);
        (low, high) = (low.min(d - radius), high.max(d + radius));
    }
    loop {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            return high;
        }
        if not_below_any(middle) { high = middle } else { low = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::{Mat, Side};
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        assert_eq!(largest_eigenvalue(Vec::new()), 0.0);
        assert_eq!(largest_eigenvalue(vec![vec![-3.0]]), -3.0);
        assert_eq!(largest_eigenvalue(vec![vec![0.0], vec![0.0, 0.0]]), 0.0);
        let value = largest_eigenvalue(vec![vec![2.0], vec![1.0, 2.0], vec![0.0, 1.0, 2.0]]);
        assert!((value - (2.0 + 2f64.sqrt())).abs() < 1e-14, "{value}");
        assert_eq!(largest_eigenvalue(vec![vec![1.0], vec![f64::NAN, 1.0]]), f64::INFINITY);
    }

    proptest! {
        #[test]
        fn equals_a_library(
            n in 1usize..30, entries in prop::collection::vec((-1.0..1.0f64, -12.0..12.0f64), 465), graded: bool, kept in 0..4usize, unit in -150.0..150.0f64,
        ) {
            let unit = libm::pow(10.0, unit);
            let mut entries = entries.iter().enumerate().map(|(k, (v, e))| {
                if k % 4 < kept { 0.0 } else { unit * v * if graded { libm::pow(10.0, *e) } else { 1.0 } }
            });
            let lower: Vec<Vec<f64>> = (0..n).map(|i| entries.by_ref().take(i + 1).collect()).collect();
            let size = lower.iter().flatten().fold(0.0_f64, |most, v| most.max(v.abs()));
            let scaled = |v: f64| if size > 0.0 { v / size } else { v };
            let dense = Mat::from_fn(n, n, |i, j| scaled(lower[i.max(j)][i.min(j)]));
            let want = dense.self_adjoint_eigenvalues(Side::Lower).unwrap()[n - 1];
            let got = scaled(largest_eigenvalue(lower));
            prop_assert!((got - want).abs() <= 4e-15 * (n * n) as f64, "{} instead of {}", got, want);
        }
    }
}
