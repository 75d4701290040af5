//! Where a low-rank metric of a table starts: at the directions in which its rows vary most.
//!
//! The first r principal directions as orthonormal rows L, by subspace iteration from random signs: L <- the rows of (L C) made orthonormal, C the
//! covariance of the rows, never formed. Then L x keeps as much of the squared distances as r rows can.
//! Weakness: some iterations, so directions of nearly equal variance are mixed; any mixture of them is as good a start.

use super::knn::Sample;
use super::space::{add_scaled, dot};
use super::splitmix::SplitMix64;

/// Iterations.
const TIMES: usize = 8;
/// The most rows looked at.
const MOST_ROWS: usize = 2_000;

/// Orthonormal rows, one after another: `rank` of them, at most as many as there are coordinates.
pub fn principal(sample: &Sample<'_>, rank: usize, seed: u64) -> Vec<f64> {
    let d = sample.dim;
    let mut order: Vec<usize> = (0..sample.len()).collect();
    let mut random = SplitMix64::at(seed, u64::MAX);
    random.shuffle(&mut order);
    order.truncate(MOST_ROWS);
    let mut mean = vec![0.0; d];
    order.iter().for_each(|&row| add_scaled(&mut mean, 1.0 / order.len() as f64, sample.point(row)));
    let mut sign = |_| if random.bits() >> 63 == 0 { 1.0 } else { -1.0 };
    let mut rows: Vec<f64> = (0..rank * d).map(&mut sign).collect();
    orthonormal(&mut rows, d, &mut sign);
    let mut x = vec![0.0; d];
    for _ in 0..TIMES {
        let mut next = vec![0.0; rank * d];
        for &row in &order {
            x.copy_from_slice(sample.point(row));
            add_scaled(&mut x, -1.0, &mean);
            for (from, to) in rows.chunks_exact(d).zip(next.chunks_exact_mut(d)) {
                add_scaled(to, dot(from, &x), &x);
            }
        }
        rows = next;
        orthonormal(&mut rows, d, &mut sign);
    }
    rows
}

/// Makes rows orthonormal, twice for the digits; one that vanishes becomes a random direction.
fn orthonormal(rows: &mut [f64], d: usize, sign: &mut impl FnMut(usize) -> f64) {
    for i in 0..rows.len() / d {
        let (before, rest) = rows.split_at_mut(i * d);
        let row = &mut rest[..d];
        for _ in 0..4 {
            let length = dot(row, row).sqrt();
            before.chunks_exact(d).for_each(|other| {
                let along = dot(other, row);
                add_scaled(row, -along, other);
            });
            let left = dot(row, row).sqrt();
            if left <= 1e-10 * length || left == 0.0 {
                row.iter_mut().enumerate().for_each(|(place, x)| *x = sign(place));
            } else {
                row.iter_mut().for_each(|x| *x /= left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_directions_come_out() {
        let mut random = SplitMix64::new(2);
        let mut noise = || (random.bits() >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
        let widths = [0.1, 9.0, 0.2, 4.0, 0.1];
        let points: Vec<f64> = (0..200).flat_map(|_| widths.map(|w| 3.0 + w * noise())).collect();
        let sample = Sample::new(&points, &[0; 200], 5);
        let rows = principal(&sample, 2, 1);
        for (i, a) in rows.chunks_exact(5).enumerate() {
            for (j, b) in rows.chunks_exact(5).enumerate() {
                assert!((dot(a, b) - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
            assert!(a[1] * a[1] + a[3] * a[3] > 0.99, "{a:?}");
        }
        // More rows than the table has directions: still orthonormal.
        let flat = Sample::new(&[1.0, 0.0, 2.0, 0.0], &[0, 0], 2);
        let rows = principal(&flat, 2, 1);
        assert!((dot(&rows[..2], &rows[2..])).abs() < 1e-12 && (rows[0].abs() - 1.0).abs() < 1e-12);
    }
}
