//! The product of two matrices, every sum in the order of its terms: the same bits on every machine,
//! and as row by row.

use crate::simd::{self, Loop};

/// A B for A of n rows and B of columns `width`, both row by row.
pub fn product(a: &[f64], b: &[f64], n: usize, width: usize) -> Vec<f64> {
    let mut target = vec![0.0; n * width];
    simd::wide(Product { a, b, n, width, target: &mut target });
    target
}

struct Product<'a> {
    a: &'a [f64],
    b: &'a [f64],
    n: usize,
    width: usize,
    target: &'a mut [f64],
}

/// Columns of B, and rows of A, taken at once: their sums stay in registers.
const ACROSS: usize = 8;
const DOWN: usize = 4;

impl Loop for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Product { a, b, n, width, target } = self;
        let inner = a.len().checked_div(n).unwrap_or(0);
        let mut panel = vec![[0.0; ACROSS]; inner];
        for start in (0..width).step_by(ACROSS) {
            let taken = ACROSS.min(width - start);
            for (held, row) in panel.iter_mut().zip(b.chunks_exact(width)) {
                held[..taken].copy_from_slice(&row[start..start + taken]);
            }
            let mut j = 0;
            while j + DOWN <= n {
                let rows: [&[f64]; DOWN] = std::array::from_fn(|k| &a[(j + k) * inner..][..inner]);
                store(&sums(rows, &panel), &mut target[j * width + start..], width, taken);
                j += DOWN;
            }
            while j < n {
                store(
                    &sums([&a[j * inner..][..inner]], &panel),
                    &mut target[j * width + start..],
                    width,
                    taken,
                );
                j += 1;
            }
        }
    }
}

#[inline(always)]
fn sums<const N: usize>(rows: [&[f64]; N], panel: &[[f64; ACROSS]]) -> [[f64; ACROSS]; N] {
    let mut sums = [[0.0; ACROSS]; N];
    let rows = rows.map(|row| &row[..panel.len()]);
    for (i, column) in panel.iter().enumerate() {
        for k in 0..N {
            for l in 0..ACROSS {
                sums[k][l] += rows[k][i] * column[l];
            }
        }
    }
    sums
}

#[inline(always)]
fn store(sums: &[[f64; ACROSS]], target: &mut [f64], width: usize, taken: usize) {
    for (k, sums) in sums.iter().enumerate() {
        target[k * width..][..taken].copy_from_slice(&sums[..taken]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sum_is_in_the_order_of_its_terms() {
        let number = |k: usize| libm::sin((k * k + 3 * k) as f64) * libm::pow(10.0, (k % 7) as f64);
        for (n, inner, width) in [(0, 0, 0), (1, 1, 1), (5, 3, 9), (4, 8, 8), (13, 21, 19)] {
            let (a, b): (Vec<f64>, Vec<f64>) =
                ((0..n * inner).map(number).collect(), (0..inner * width).map(|k| number(k + 7)).collect());
            let mut want = vec![0.0; n * width];
            for j in 0..n {
                for k in 0..width {
                    want[j * width + k] =
                        (0..inner).fold(0.0, |sum, i| sum + a[j * inner + i] * b[i * width + k]);
                }
            }
            assert_eq!(product(&a, &b, n, width), want, "{n} {inner} {width}");
        }
    }
}
