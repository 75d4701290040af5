//! Frequent directions against the singular values of all rows, and against their theorem.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use faer::{Mat, Side};
use noregret::FrequentDirections;
use oracle::streams::SplitMix64;

type Rows = Vec<Vec<f64>>;

/// The textbook: S of tau rows, an SVD for every row received.
struct Naive {
    s: Mat<f64>,
    lost: f64,
}

impl Naive {
    fn new(tau: usize, d: usize) -> Self {
        Self { s: Mat::zeros(tau, d), lost: 0.0 }
    }

    fn append(&mut self, row: &[f64]) {
        let tau = self.s.nrows();
        row.iter().enumerate().for_each(|(i, v)| self.s[(tau - 1, i)] = *v);
        let svd = self.s.thin_svd().unwrap();
        let values: Vec<f64> = svd.S().column_vector().iter().copied().collect();
        let least = values.get(tau - 1).copied().unwrap_or(0.0);
        self.lost += least * least;
        let v = svd.V();
        self.s = Mat::from_fn(tau, self.s.ncols(), |j, i| match values.get(j) {
            Some(s) if j < tau - 1 => ((s - least) * (s + least)).max(0.0).sqrt() * v[(i, j)],
            _ => 0.0,
        });
    }
}

/// S'S of the sketch, dense.
fn covariance(sketch: &FrequentDirections, d: usize) -> Mat<f64> {
    let mut sum = Mat::zeros(d, d);
    for (row, s) in sketch.basis().iter().zip(sketch.spectrum()) {
        for &(i, a) in row {
            for &(j, b) in row {
                sum[(i as usize, j as usize)] += (s * a) * (s * b);
            }
        }
    }
    sum
}

fn squares(rows: &Rows, d: usize) -> Mat<f64> {
    Mat::from_fn(d, d, |i, j| rows.iter().map(|row| row[i] * row[j]).sum())
}

/// Streams that are hard in one way each.
fn streams(d: usize) -> Vec<(&'static str, Rows)> {
    let mut random = SplitMix64::new(11);
    let mut gauss = |n: usize| -> Rows {
        (0..n).map(|_| (0..d).map(|_| (0..6).map(|_| random.signed()).sum::<f64>()).collect()).collect()
    };
    let plain = gauss(300);
    let graded = gauss(300)
        .iter()
        .map(|r| r.iter().enumerate().map(|(i, v)| v / ((i + 1) * (i + 1)) as f64).collect())
        .collect();
    let base = gauss(4);
    let weights = gauss(200);
    let rank4: Rows =
        weights.iter().map(|w| (0..d).map(|i| (0..4).map(|k| w[k] * base[k][i]).sum()).collect()).collect();
    let repeated = (0..200).map(|t| plain[t % 3].clone()).collect();
    let zeros = (0..60).map(|t| if t % 2 == 0 { vec![0.0; d] } else { plain[t].clone() }).collect();
    let near: Rows = (0..200)
        .map(|t| plain[t % 3].iter().zip(&plain[t + 3]).map(|(a, b)| a + 1e-9 * b).collect())
        .collect();
    let tiny = plain.iter().map(|r| r.iter().map(|v| v * 1e-180).collect()).collect();
    let huge = plain.iter().map(|r| r.iter().map(|v| v * 1e140).collect()).collect();
    let mixed = plain
        .iter()
        .enumerate()
        .map(|(t, r)| r.iter().map(|v| v * [1e-6, 1.0, 1e5][t % 3]).collect())
        .collect();
    let sparse = plain
        .iter()
        .enumerate()
        .map(|(t, r)| r.iter().enumerate().map(|(i, v)| if (i + t) % 5 == 0 { *v } else { 0.0 }).collect())
        .collect();
    vec![
        ("plain", plain),
        ("graded", graded),
        ("rank 4", rank4),
        ("repeated", repeated),
        ("with zeros", zeros),
        ("nearly repeated", near),
        ("tiny", tiny),
        ("huge", huge),
        ("mixed", mixed),
        ("sparse", sparse),
    ]
}

#[test]
fn equals_a_decomposition_every_row() {
    let d = 30;
    for (name, rows) in streams(d) {
        for tau in [1, 2, 5, 12, 40] {
            let mut sketch = FrequentDirections::new(tau);
            let mut naive = Naive::new(tau, d);
            // The textbook squares its numbers: it is given rows of ordinary size.
            let scale = match name {
                "tiny" => 1e180,
                "huge" => 1e-140,
                _ => 1.0,
            };
            for (t, row) in rows.iter().enumerate() {
                sketch.append_dense(row).unwrap();
                naive.append(&row.iter().map(|v| v * scale).collect::<Vec<_>>());
                if t % 10 != 9 && t + 1 != rows.len() {
                    continue;
                }
                let wanted = naive.s.transpose() * &naive.s;
                let basis = sketch.basis();
                let size = wanted.norm_max().max(naive.lost).max(1e-300);
                for i in 0..d {
                    for j in 0..d {
                        let found: f64 = basis
                            .iter()
                            .zip(sketch.spectrum())
                            .map(|(row, s)| {
                                let at = |k: usize| {
                                    row.iter()
                                        .find(|(index, _)| *index as usize == k)
                                        .map_or(0.0, |(_, v)| *v)
                                };
                                (s * scale * at(i)) * (s * scale * at(j))
                            })
                            .sum();
                        assert!(
                            (found - wanted[(i, j)]).abs() <= 1e-10 * size,
                            "{name} tau {tau} row {t}: {found} {}",
                            wanted[(i, j)]
                        );
                    }
                }
                let lost = sketch.error_bound() * scale * scale;
                if name != "tiny" {
                    assert!(
                        (lost - naive.lost).abs() <= 1e-9 * size,
                        "{name} tau {tau}: {lost} {}",
                        naive.lost
                    );
                }
            }
        }
    }
}

#[test]
fn directions_stay_orthonormal() {
    let d = 30;
    for (name, rows) in streams(d) {
        let mut sketch = FrequentDirections::new(8);
        for _ in 0..10 {
            rows.iter().for_each(|row| sketch.append_dense(row).unwrap());
        }
        let basis = sketch.basis();
        for (i, a) in basis.iter().enumerate() {
            for (j, b) in basis.iter().enumerate() {
                let product: f64 = a.iter().zip(b).map(|(x, y)| x.1 * y.1).sum();
                let unit = if i == j { 1.0 } else { 0.0 };
                assert!((product - unit).abs() < 1e-10, "{name}: {i} {j} {product}");
            }
        }
    }
}

/// 0 <= A'A - S'S <= error_bound <= |A - A_k|_F^2 / (tau - k) for every k.
fn assert_theorem(name: &str, sketch: &FrequentDirections, rows: &Rows, d: usize, slack: f64) {
    let all = squares(rows, d);
    let difference = &all - covariance(sketch, d);
    let eigen = difference.self_adjoint_eigenvalues(Side::Lower).unwrap();
    let size = sketch.total().max(1e-300);
    let bound = sketch.error_bound();
    assert!(eigen[0] >= -slack * size, "{name}: S'S exceeds A'A by {}", -eigen[0]);
    assert!(eigen[d - 1] <= bound + slack * size, "{name}: {} above {bound}", eigen[d - 1]);
    let spectrum = all.self_adjoint_eigenvalues(Side::Lower).unwrap();
    for k in 0..sketch.tau().min(d) {
        let tail: f64 = spectrum[..d - k].iter().sum();
        assert!(bound <= tail / (sketch.tau() - k) as f64 + slack * size, "{name}: k = {k}");
    }
}

#[test]
fn the_error_is_under_its_bound() {
    let d = 24;
    for (name, rows) in streams(d) {
        if matches!(name, "tiny" | "huge") {
            continue; // squares of these are not numbers
        }
        for tau in [2, 6, 15] {
            let mut sketch = FrequentDirections::new(tau);
            rows.iter().for_each(|row| sketch.append_dense(row).unwrap());
            assert_eq!(sketch.rows(), rows.len() as u64);
            assert_theorem(name, &sketch, &rows, d, 1e-11);
        }
    }
}

#[test]
fn merged_sketches_keep_the_promise() {
    let d = 24;
    for (name, rows) in streams(d) {
        if matches!(name, "tiny" | "huge") {
            continue;
        }
        let half = rows.len() / 2;
        let (mut a, mut b) = (FrequentDirections::new(7), FrequentDirections::new(7));
        rows[..half].iter().for_each(|row| a.append_dense(row).unwrap());
        rows[half..].iter().for_each(|row| b.append_dense(row).unwrap());
        a.merge(&b).unwrap();
        assert_eq!(a.rows(), rows.len() as u64);
        assert_theorem(name, &a, &rows, d, 1e-11);
    }
}

#[test]
fn too_large_a_row_is_refused_and_forgotten() {
    let mut sketch = FrequentDirections::new(3);
    sketch.append_dense(&[1.0, 2.0]).unwrap();
    assert!(sketch.append_dense(&[1e200, 1e300]).is_err());
    assert!(sketch.append_dense(&[f64::NAN]).is_err());
    sketch.append_dense(&[1.0, 2.0]).unwrap();
    assert_eq!(sketch.rows(), 2);
    assert!((sketch.spectrum()[0] - 10f64.sqrt()).abs() < 1e-14);
}
