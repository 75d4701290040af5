//! A singular value decomposition by rotations of columns, the same bits on every machine.
//!
//! One-sided Jacobi: pairs of columns of A are rotated until they are orthogonal; then A V = U diag(s),
//! V the product of the rotations and s the columns' lengths. Small values are known to as many digits
//! as the columns know them. O(m n^2) a sweep over all pairs; columns that are nearly orthogonal
//! already, as those of a matrix that changed a little, need two or three sweeps, others six to ten.
//! Reference: Hestenes 1958; Demmel and Veselic 1992.

use super::directions::power_of_two;
use crate::simd::{self, Loop};

/// Columns of equal length, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// The numbers, column by column.
    pub numbers: Vec<f64>,
    /// The length of a column.
    pub length: usize,
}

/// U diag(s) and V, the values falling.
#[derive(Clone, Debug)]
pub struct Decomposed {
    /// The singular values s, falling.
    pub values: Vec<f64>,
    /// The columns of U; of zeros where the value is 0.
    pub left: Columns,
    /// The columns of V; none if they were not asked for.
    pub right: Columns,
}

/// Columns are orthogonal to the last digits where their angle's cosine is not above this.
const ORTHOGONAL: f64 = 4.0 * f64::EPSILON;

/// A column with a smaller square, where the largest entry of all is about 1, counts as zeros: products
/// with it lose their digits.
const VANISHED: f64 = 1e-270;

/// More sweeps than any case needs: after so many what is left is rounding.
const MOST_SWEEPS: usize = 40;

impl Columns {
    /// Columns from their entries by row and column.
    pub fn from_fn(length: usize, count: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let numbers = (0..count).flat_map(|j| (0..length).map(move |i| (i, j)));
        Self { numbers: numbers.map(|(i, j)| entry(i, j)).collect(), length }
    }

    /// Column j, as a slice.
    pub fn column(&self, j: usize) -> &[f64] {
        &self.numbers[j * self.length..][..self.length]
    }

    fn count(&self) -> usize {
        self.numbers.len().checked_div(self.length).unwrap_or(0)
    }

    /// Two different columns, the first before the second.
    #[inline(always)]
    fn pair(&mut self, p: usize, q: usize) -> (&mut [f64], &mut [f64]) {
        let (before, after) = self.numbers.split_at_mut(q * self.length);
        (&mut before[p * self.length..][..self.length], &mut after[..self.length])
    }

    /// The decomposition; `right`: with V. Where an entry is not finite, no value is a number.
    pub fn decompose(mut self, right: bool) -> Decomposed {
        let n = self.count();
        let side = if right { n } else { 0 };
        let right = Self::from_fn(side, side, |i, j| if i == j { 1.0 } else { 0.0 });
        if self.numbers.iter().any(|v| !v.is_finite()) {
            return Decomposed { values: vec![f64::NAN; n], left: self, right };
        }
        // In this unit squares neither overflow nor vanish.
        let most = self.numbers.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let unit = if most > 0.0 { power_of_two(most) } else { 1.0 };
        self.numbers.iter_mut().for_each(|v| *v /= unit);
        let mut sweeps = Sweeps { left: self, right, squares: vec![0.0; n] };
        simd::wide(Run(&mut sweeps));
        sweeps.finish(unit)
    }
}

/// A product in eight sums, whatever the registers: the same additions everywhere.
#[inline(always)]
fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest = a.remainder().iter().zip(b.remainder()).fold(0.0, |sum, (x, y)| sum + x * y);
    for (x, y) in a.zip(b) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    let [s0, s1, s2, s3, s4, s5, s6, s7] = sums;
    (((s0 + s4) + (s1 + s5)) + ((s2 + s6) + (s3 + s7))) + rest
}

struct Sweeps {
    left: Columns,
    right: Columns,
    /// |column|^2 of every column on the left.
    squares: Vec<f64>,
}

struct Run<'a>(&'a mut Sweeps);

impl Loop for Run<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Sweeps { left, right, squares } = self.0;
        let n = squares.len();
        for _ in 0..MOST_SWEEPS {
            for (j, square) in squares.iter_mut().enumerate() {
                *square = product(left.column(j), left.column(j));
            }
            let mut turned = false;
            for p in 0..n {
                for q in p + 1..n {
                    let (a, b) = left.pair(p, q);
                    let across = product(a, b);
                    // Roots first: the product of two small squares would vanish.
                    if across.abs() <= ORTHOGONAL * (squares[p].sqrt() * squares[q].sqrt()) {
                        continue;
                    }
                    turned = true;
                    // The smaller angle: the longer column stays before the other.
                    let zeta = (squares[q] - squares[p]) / (2.0 * across);
                    let t = 1.0_f64.copysign(zeta) / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                    let c = 1.0 / (1.0 + t * t).sqrt();
                    let s = c * t;
                    rotate(a, b, c, s);
                    if right.length > 0 {
                        let (v, w) = right.pair(p, q);
                        rotate(v, w, c, s);
                    }
                    // Rounding may leave less than nothing.
                    squares[p] = (squares[p] - t * across).max(0.0);
                    squares[q] = (squares[q] + t * across).max(0.0);
                }
            }
            if !turned {
                break;
            }
        }
    }
}

#[inline(always)]
fn rotate(a: &mut [f64], b: &mut [f64], c: f64, s: f64) {
    for (x, y) in a.iter_mut().zip(b) {
        let (before, other) = (*x, *y);
        *x = c * before - s * other;
        *y = s * before + c * other;
    }
}

impl Sweeps {
    fn finish(self, unit: f64) -> Decomposed {
        let n = self.squares.len();
        let length = |j: usize| {
            let square = product(self.left.column(j), self.left.column(j));
            if square > VANISHED { square.sqrt() } else { 0.0 }
        };
        let mut order: Vec<(f64, usize)> = (0..n).map(|j| (length(j), j)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let taken = |columns: &Columns, divide: bool| {
            let numbers = order.iter().flat_map(|&(value, j)| {
                let times = if divide && value == 0.0 { 0.0 } else { 1.0 };
                let by = if divide && value > 0.0 { value } else { 1.0 };
                columns.numbers[j * columns.length..][..columns.length].iter().map(move |v| times * v / by)
            });
            Columns { numbers: numbers.collect(), length: columns.length }
        };
        Decomposed {
            values: order.iter().map(|&(value, _)| unit * value).collect(),
            left: taken(&self.left, true),
            right: taken(&self.right, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::Mat;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decomposes(
            m in 1usize..20, n in 1usize..20, entries in prop::collection::vec(-1.0..1.0f64, 400), scales in prop::collection::vec(-9.0..3.0f64, 20), rank in 1usize..20,
        ) {
            // Column j is one of the first `rank` ones, perhaps again, in a scale of its own.
            let entry = |i: usize, j: usize| entries[i * 20 + j % rank] * libm::pow(10.0, scales[j]);
            let matrix = Columns::from_fn(m, n, entry);
            let Decomposed { values, left, right } = matrix.clone().decompose(true);
            prop_assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
            let most = values[0];
            let dense = Mat::from_fn(m, n, entry);
            let library = dense.svd().unwrap();
            for (j, value) in values.iter().enumerate() {
                let want = if j < m.min(n) { library.S().column_vector()[j] } else { 0.0 };
                prop_assert!((value - want).abs() <= 1e-13 * most, "{} instead of {}", value, want);
                for (k, other) in values.iter().enumerate() {
                    let unit = if j == k { 1.0 } else { 0.0 };
                    prop_assert!((product(right.column(j), right.column(k)) - unit).abs() < 1e-13);
                    if *value > 1e-12 * most && *other > 1e-12 * most {
                        prop_assert!((product(left.column(j), left.column(k)) - unit).abs() < 1e-12);
                    }
                }
                for i in 0..m {
                    let image: f64 = (0..n).map(|k| entry(i, k) * right.column(j)[k]).sum();
                    prop_assert!((image - value * left.column(j)[i]).abs() <= 1e-13 * most);
                }
            }
            let plain = matrix.decompose(false);
            prop_assert_eq!(&plain.left, &left);
            prop_assert!(plain.right.numbers.is_empty());
        }
    }

    #[test]
    fn nothing_and_zeros() {
        assert!(Columns::default().decompose(true).values.is_empty());
        let zeros = Columns::from_fn(2, 3, |_, _| 0.0).decompose(true);
        assert_eq!(zeros.values, [0.0; 3]);
        assert_eq!(zeros.left.numbers, [0.0; 6]);
    }
}
