//! A symmetric matrix that grows, and the two loops over it.

use crate::simd::Loop;

/// A symmetric matrix. Both halves are kept, so that a row is one piece of memory.
#[derive(Clone, Debug, Default)]
pub struct Square {
    size: usize,
    /// From the beginning of a row to that of the next.
    stride: usize,
    numbers: Vec<f64>,
}

impl Square {
    /// A row.
    pub fn row(&self, k: usize) -> &[f64] {
        &self.numbers[k * self.stride..][..self.size]
    }

    /// Grows to a size; what is new has this number on the diagonal and 0 elsewhere.
    pub fn resize(&mut self, size: usize, diagonal: f64) {
        if size <= self.size {
            return;
        }
        if size > self.stride {
            let stride = size.next_multiple_of(8).max(self.stride + self.stride / 2);
            let mut numbers = vec![0.0; stride * stride];
            for k in 0..self.size {
                numbers[k * stride..][..self.size].copy_from_slice(self.row(k));
            }
            (self.stride, self.numbers) = (stride, numbers);
        }
        for k in self.size..size {
            self.numbers[k * self.stride + k] = diagonal;
        }
        self.size = size;
    }

    /// Multiplies a row and the column of the same number.
    pub fn scale(&mut self, k: usize, factor: f64) {
        for j in 0..self.size {
            self.numbers[k * self.stride + j] *= factor;
            self.numbers[j * self.stride + k] *= factor;
        }
    }

    /// Its lower half, row by row.
    pub fn lower(&self) -> impl Iterator<Item = f64> {
        (0..self.size).flat_map(|k| self.row(k)[..=k].iter().copied())
    }

    /// How many numbers that is.
    pub fn half(size: usize) -> usize {
        size * (size + 1) / 2
    }

    /// The matrix of this lower half.
    pub fn from_lower(size: usize, lower: &[f64]) -> Self {
        let mut square = Self::default();
        square.resize(size, 0.0);
        let mut rest = lower;
        for k in 0..size {
            let (row, after) = rest.split_at(k + 1);
            for (j, &number) in row.iter().enumerate() {
                square.numbers[k * square.stride + j] = number;
                square.numbers[j * square.stride + k] = number;
            }
            rest = after;
        }
        square
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        // 0 times a number is 0 unless the number is not finite.
        self.numbers.iter().fold(0.0, |sum, number| sum + number * 0.0) == 0.0
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        8 * self.numbers.len() as u64
    }
}

/// target += sum of values times rows, in order; a slot beyond the matrix adds nothing.
pub struct Add<'a> {
    pub target: &'a mut [f64],
    pub slots: &'a [usize],
    pub values: &'a [f64],
    pub square: &'a Square,
}

impl Loop for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { target, slots, values, square } = self;
        let size = square.size;
        let row = |slot: usize| if slot < size { square.row(slot) } else { &[] };
        let (fours, rest) = (slots.chunks_exact(4), slots.chunks_exact(4).remainder());
        let (by_four, left) = (values.chunks_exact(4), values.chunks_exact(4).remainder());
        for (slots, u) in fours.zip(by_four) {
            if slots.iter().any(|&slot| slot >= size) {
                slots.iter().zip(u).for_each(|(&slot, &u)| add_row(target, u, row(slot)));
                continue;
            }
            // Four rows at a time, added in their order.
            let [a, b, c, d] = [row(slots[0]), row(slots[1]), row(slots[2]), row(slots[3])];
            for ((((t, a), b), c), d) in target.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *t = (((*t + u[0] * a) + u[1] * b) + u[2] * c) + u[3] * d;
            }
        }
        rest.iter().zip(left).for_each(|(&slot, &u)| add_row(target, u, row(slot)));
    }
}

#[inline(always)]
fn add_row(target: &mut [f64], factor: f64, row: &[f64]) {
    for (t, r) in target.iter_mut().zip(row) {
        *t += factor * r;
    }
}

/// square -= vector vector'.
pub struct Subtract<'a> {
    pub vector: &'a [f64],
    pub square: &'a mut Square,
}

impl Loop for Subtract<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { vector, square } = self;
        for (row, &a) in square.numbers.chunks_exact_mut(square.stride.max(1)).zip(vector) {
            if a != 0.0 {
                for (number, b) in row.iter_mut().zip(vector) {
                    *number -= a * b;
                }
            }
        }
    }
}
