//! Orthonormal directions and their spectrum, as small matrices: nothing here has an entry per feature.
//!
//! The directions V are combinations of some raw rows B, the vectors lately received among them: V = C B.
//! Of B only the Gram matrix K = B B' is known here, and C K C' = I. A new row x comes as its products
//! a = B x and its |x|^2:
//!
//! p = C a,   q = x - V'p (twice, so that it is orthogonal to the last digits),   x = V'p + |q| q/|q|,
//! diag(s^2, 0) + g g' = E diag(l) E'  with  g = slope (p, |q|),   V <- E'(V, q/|q|).
//!
//! Once there are `tau` directions, the smallest l is subtracted from all of them and its direction is
//! dropped: frequent directions. Everything here costs O(tau m) for m raw rows, and O(tau^2 m) for the
//! turn of C.

use super::cholesky::{factor, invert};
use super::jacobi::{Columns, Decomposed};
use super::product::product;
use super::secular::rank_one;

/// A row x as its components along the directions and the rest q outside of them.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// p: the components along the directions.
    pub along: Vec<f64>,
    /// |q|, or 0 where q is nothing but rounding.
    pub rest: f64,
    /// q/|q| in raw coordinates, that of the new raw row last; empty without a rest.
    pub unit: Vec<f64>,
    /// The products of the new raw row with all raw rows, with itself last; empty without a rest.
    pub products: Vec<f64>,
}

/// How a gradient is mixed into the rows that are kept.
#[derive(Clone, Copy, Debug)]
pub struct MixRow<'a> {
    /// What it is multiplied with in each of them.
    pub numbers: &'a [f64],
    /// Singular values below this share of the largest count as 0.
    pub rounding: f64,
}

/// The directions after a row was received; the last may be about to be dropped.
#[derive(Clone, Debug, Default)]
pub struct Turned {
    /// The spectrum; if a direction is dropped it is the last, with value 0.
    pub spectrum: Vec<f64>,
    /// The directions in raw coordinates, one after another.
    pub coefficients: Vec<f64>,
    /// The components of x along these directions.
    pub along: Vec<f64>,
    /// Row j, column i: the old direction i (the rest's last) along the new direction j.
    pub rotation: Vec<f64>,
    /// The root of what was subtracted from every squared singular value; 0 if nothing was.
    pub shed: f64,
    /// Whether the last direction is dropped.
    pub drops: bool,
    /// How many raw rows there are with the new one.
    pub raw: usize,
    products: Vec<f64>,
    mixing: Vec<f64>,
}

/// The directions, as they stand between rounds.
#[derive(Clone, Debug, Default)]
pub struct Directions {
    tau: Option<usize>,
    /// How many raw rows there are.
    raw: usize,
    /// K, row by row.
    gram: Vec<Vec<f64>>,
    /// C, row by row.
    coefficients: Vec<f64>,
    /// s, falling.
    spectrum: Vec<f64>,
    /// The root of all that was subtracted from the squared spectrum.
    lost: f64,
    /// For mixed gradients: the left singular vectors, row by row.
    mixing: Vec<f64>,
}

/// If |q|^2 is below this share of |x|^2, products alone have lost too many of its digits.
pub const DOUBTFUL: f64 = 1e-6;
/// If |q|^2 is below this share of the terms it is summed from, it is not known to seven digits.
const HIDDEN: f64 = 1e7 * f64::EPSILON;

/// From this many directions on, matrix products go in blocks: the same sums in the same order, faster.
const BLOCKS_FROM: usize = 32;

/// a . b, added up in order.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}

/// target += factor * source.
#[inline]
pub fn add_scaled(target: &mut [f64], factor: f64, source: &[f64]) {
    for (t, s) in target.iter_mut().zip(source) {
        *t += factor * s;
    }
}

/// target = start + sum_j values_j column_j. The columns follow each other at a distance of `stride`;
/// `start` may be shorter than the target and is 0 beyond its end. Eight entries at a time stay in
/// registers, each added up in order.
#[inline(always)]
pub fn combine_columns(target: &mut [f64], start: &[f64], values: &[f64], columns: &[f64], stride: usize) {
    let mut done = 0;
    let mut blocks = target.chunks_exact_mut(8);
    for block in &mut blocks {
        combine_block::<8>(block, start, values, columns, stride, done);
        done += 8;
    }
    let rest = blocks.into_remainder();
    match rest.len() {
        1 => combine_block::<1>(rest, start, values, columns, stride, done),
        2 => combine_block::<2>(rest, start, values, columns, stride, done),
        3 => combine_block::<3>(rest, start, values, columns, stride, done),
        4 => combine_block::<4>(rest, start, values, columns, stride, done),
        5 => combine_block::<5>(rest, start, values, columns, stride, done),
        6 => combine_block::<6>(rest, start, values, columns, stride, done),
        7 => combine_block::<7>(rest, start, values, columns, stride, done),
        _ => {}
    }
}

/// The entries from `done` on, N of them.
#[inline(always)]
fn combine_block<const N: usize>(
    target: &mut [f64],
    start: &[f64],
    values: &[f64],
    columns: &[f64],
    stride: usize,
    done: usize,
) {
    let Ok(sums) = <&mut [f64; N]>::try_from(target) else { return };
    let mut held = [0.0; N];
    for (held, v) in held.iter_mut().zip(start.get(done..).unwrap_or_default()) {
        *held = *v;
    }
    for (value, column) in values.iter().zip(columns.chunks_exact(stride)) {
        if let Some(part) = column[done..].first_chunk::<N>() {
            for k in 0..N {
                held[k] += value * part[k];
            }
        }
    }
    *sums = held;
}

impl Turned {
    /// Direction j in raw coordinates.
    pub fn direction(&self, j: usize) -> &[f64] {
        &self.coefficients[j * self.raw..][..self.raw]
    }

    /// Whether a fold can multiply the coefficients with each other: none is NaN or too large.
    pub fn foldable(&self) -> bool {
        self.coefficients.iter().all(|c| c.abs() <= MOST)
    }
}

/// The largest coefficient of a direction. Two of them times a product of raw rows stay finite.
const MOST: f64 = 1e75;

/// The largest squared length of a raw row: at most 2^32 entries, each below 8 in the row's unit.
const LONGEST: f64 = 64.0 * (1_u64 << 32) as f64;

/// A vector of pseudo-random signs, on which matrices are compared.
fn signs(n: usize) -> Vec<f64> {
    let mut seed = 1_u64;
    let mut sign = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if seed >> 63 == 0 { 1.0 } else { -1.0 }
    };
    (0..n).map(|_| sign()).collect()
}

impl Directions {
    /// No directions yet; at most tau, the one that takes a new row included.
    pub fn new(tau: Option<usize>) -> Self {
        Self { tau, ..Self::default() }
    }

    /// The most there may be, the one that takes a new row included; `None` without a limit.
    pub fn tau(&self) -> Option<usize> {
        self.tau
    }

    /// How many directions there are.
    pub fn len(&self) -> usize {
        self.spectrum.len()
    }

    /// How many raw rows there are.
    pub fn raw(&self) -> usize {
        self.raw
    }

    /// The spectrum, falling.
    pub fn spectrum(&self) -> &[f64] {
        &self.spectrum
    }

    /// The root of all that was subtracted from the squared spectrum.
    pub fn lost(&self) -> f64 {
        self.lost
    }

    /// Adds the square of `root` to what was subtracted.
    pub fn lose(&mut self, root: f64) {
        self.lost = libm::hypot(self.lost, root);
    }

    /// Direction j in raw coordinates.
    pub fn coefficients(&self, j: usize) -> &[f64] {
        &self.coefficients[j * self.raw..][..self.raw]
    }

    /// The components of a vector along the directions, from its products with the raw rows.
    pub fn along(&self, products: &[f64]) -> Vec<f64> {
        (0..self.len()).map(|j| dot(self.coefficients(j), products)).collect()
    }

    /// The vector V'p in raw coordinates.
    pub fn combine(&self, along: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.raw];
        along.iter().enumerate().for_each(|(j, &p)| add_scaled(&mut sum, p, self.coefficients(j)));
        sum
    }

    /// A row x resolved into p and q, from its products with the raw rows and its |x|^2; `None` if q is
    /// too small to be known from these.
    pub fn resolve(&self, products: &[f64], norm2: f64) -> Option<Resolved> {
        let m = self.raw;
        let mut along = self.along(products);
        let mut unit: Vec<f64> = self.combine(&along).iter().map(|v| -v).collect();
        unit.push(1.0);
        // The products of the rest with the raw rows: K times its raw coordinates.
        let of_rest = |unit: &[f64]| -> Vec<f64> {
            let mut sum = self.gram_times(&unit[..m]);
            add_scaled(&mut sum, unit[m], products);
            sum
        };
        let again = self.along(&of_rest(&unit));
        add_scaled(&mut unit[..m], -1.0, &self.combine(&again));
        along.iter_mut().zip(&again).for_each(|(p, more)| *p += more);
        let square = dot(&of_rest(&unit), &unit) + (dot(products, &unit) + norm2 * unit[m]) * unit[m];
        // |q|^2 is a sum of m^2 terms, each below the product of two of these. Where rows are of very
        // different sizes they are far above |x|^2.
        let terms = unit.iter().zip(&self.gram).enumerate();
        let terms = terms.fold(norm2, |sum, (i, (u, row))| sum + u * u * row[i]) * (m + 1) as f64;
        if square.is_nan() || square < DOUBTFUL * norm2 || square < HIDDEN * terms {
            return None;
        }
        let rest = square.sqrt();
        unit.iter_mut().for_each(|v| *v /= rest);
        let products = products.iter().copied().chain([norm2]).collect();
        Some(Resolved { along, rest, unit, products })
    }

    /// K times a vector in raw coordinates.
    fn gram_times(&self, raw: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.raw];
        raw.iter().zip(&self.gram).for_each(|(&v, row)| add_scaled(&mut sum, v, row));
        sum
    }

    /// The directions after slope times a row is received: as a row of its own, or mixed into all rows.
    pub fn turn(&self, row: &Resolved, slope: f64, mix: Option<MixRow<'_>>) -> Turned {
        let grows = !row.unit.is_empty();
        let (old, m) = (self.len(), self.raw + usize::from(grows));
        let n = old + usize::from(grows);
        let coordinates: Vec<f64> = row.along.iter().copied().chain(grows.then_some(row.rest)).collect();
        let gradient: Vec<f64> = coordinates.iter().map(|v| v * slope).collect();
        // One scale for all, so that squares neither overflow nor underflow.
        let largest = gradient.iter().chain(&self.spectrum).fold(0.0_f64, |most, v| most.max(v.abs()));
        let scale = if largest > 0.0 && largest.is_finite() { power_of_two(largest) } else { 1.0 };
        let scaled: Vec<f64> = gradient.iter().map(|v| v / scale).collect();
        let before = |i: usize| self.spectrum.get(i).map_or(0.0, |s| s / scale);
        let drops = self.tau == Some(n);
        let mut rotation = vec![0.0; n * n];
        let (mut least, mut mixing) = (0.0, Vec::new());
        let spectrum: Vec<f64> = if let Some(mix) = mix {
            let decomposed = self.mixed(mix, &scaled, scale, &mut rotation);
            mixing = decomposed.1;
            decomposed.0.iter().map(|s| scale * s).collect()
        } else {
            let squares: Vec<f64> = (0..n).map(|i| before(i) * before(i)).collect();
            let eigen = rank_one(&squares, &scaled);
            least = if drops { eigen.values[n - 1] } else { 0.0 };
            for j in 0..n {
                for i in 0..n {
                    rotation[j * n + i] = eigen.vectors[i * n + j];
                }
            }
            eigen.values.iter().map(|l| scale * (l - least).max(0.0).sqrt()).collect()
        };
        let coefficients = self.turned_coefficients(&rotation, row, n, m);
        let along = (0..n).map(|j| dot(&rotation[j * n..][..n], &coordinates)).collect();
        let shed = scale * least.max(0.0).sqrt();
        let products = row.products.clone();
        Turned { spectrum, coefficients, along, rotation, shed, drops, raw: m, products, mixing }
    }

    /// The decomposition of U diag(s) + mix gradient': the singular values, and the left singular vectors
    /// row by row. The right ones become the rows of `rotation`.
    fn mixed(
        &self,
        MixRow { numbers: mix, rounding }: MixRow<'_>,
        gradient: &[f64],
        scale: f64,
        rotation: &mut [f64],
    ) -> (Vec<f64>, Vec<f64>) {
        let (tau, n, old) = (mix.len(), gradient.len(), self.len());
        let matrix = Columns::from_fn(tau, n, |i, j| {
            let before = if j < old { self.mixing[i * old + j] * (self.spectrum[j] / scale) } else { 0.0 };
            before + mix[i] * gradient[j]
        });
        let Decomposed { values, left, right } = matrix.decompose(true);
        rotation.copy_from_slice(&right.numbers);
        let most = values.first().copied().unwrap_or(0.0);
        // A matrix of tau rows has no more than tau of them.
        let value = |(j, &s): (usize, &f64)| if j >= tau || s <= rounding * most { 0.0 } else { s };
        let entries = (0..tau).flat_map(|i| (0..n).map(move |j| (i, j)));
        let left = entries.map(|(i, j)| if j < tau { left.column(j)[i] } else { 0.0 }).collect();
        (values.iter().enumerate().map(value).collect(), left)
    }

    /// The coefficients after the rotation is applied to the directions and to q/|q|.
    fn turned_coefficients(&self, rotation: &[f64], row: &Resolved, n: usize, m: usize) -> Vec<f64> {
        let old = self.len();
        if n >= BLOCKS_FROM {
            let mut before = vec![0.0; n * m];
            for i in 0..old {
                before[i * m..][..self.raw].copy_from_slice(self.coefficients(i));
            }
            before[old * m..].copy_from_slice(&row.unit);
            return product(rotation, &before, n, m);
        }
        let mut coefficients = vec![0.0; n * m];
        for (j, target) in coefficients.chunks_exact_mut(m).enumerate() {
            for i in 0..old {
                add_scaled(target, rotation[j * n + i], self.coefficients(i));
            }
            if old < n {
                add_scaled(target, rotation[j * n + old], &row.unit);
            }
        }
        coefficients
    }

    /// Makes the turned directions its own.
    pub fn commit(&mut self, turned: &Turned) {
        let n = turned.spectrum.len() - usize::from(turned.drops);
        self.spectrum.clear();
        self.spectrum.extend_from_slice(&turned.spectrum[..n]);
        self.coefficients.clear();
        self.coefficients.extend_from_slice(&turned.coefficients[..n * turned.raw]);
        if turned.raw > self.raw {
            self.gram.iter_mut().zip(&turned.products).for_each(|(row, &v)| row.push(v));
            self.gram.push(turned.products.clone());
        }
        self.raw = turned.raw;
        let all = turned.spectrum.len();
        self.mixing.clear();
        turned.mixing.chunks_exact(all.max(1)).for_each(|row| self.mixing.extend_from_slice(&row[..n]));
        self.lost = libm::hypot(self.lost, turned.shed);
    }

    /// Makes the directions themselves the raw rows. Their Gram matrix is the identity but for rounding;
    /// it is computed and kept, so that rounding does not add up.
    pub fn fold(&mut self) {
        let r = self.len();
        let images: Vec<Vec<f64>> = (0..r).map(|j| self.gram_times(self.coefficients(j))).collect();
        let entry = |i: usize, j: usize| dot(self.coefficients(j.min(i)), &images[i.max(j)]);
        let gram: Vec<Vec<f64>> = (0..r).map(|i| (0..r).map(|j| entry(i, j)).collect()).collect();
        // L^-1 K L^-1' = I for the Cholesky factor L of K.
        let inverse = invert(&factor(&gram, 0.5));
        (self.raw, self.gram, self.coefficients) = (r, gram, inverse);
    }

    /// K, C and the mixing, each row by row.
    pub fn numbers(&self) -> [Vec<f64>; 3] {
        let gram = self.gram.iter().flatten().copied().collect();
        [gram, self.coefficients.clone(), self.mixing.clone()]
    }

    /// Directions from what [`numbers`](Self::numbers) and the accessors gave; if no learner could have
    /// written that, the name of the array and the reason.
    pub fn restore(
        (tau, mixed_rows): (Option<usize>, usize),
        raw: usize,
        spectrum: &[f64],
        lost: f64,
        [gram, coefficients, mixing]: [&[f64]; 3],
    ) -> Result<Self, (&'static str, &'static str)> {
        let fits = Some(gram.len()) == raw.checked_mul(raw)
            && Some(coefficients.len()) == raw.checked_mul(spectrum.len())
            && Some(mixing.len()) == mixed_rows.checked_mul(spectrum.len());
        if !fits || tau.is_some_and(|tau| spectrum.len() >= tau) || spectrum.len() > raw {
            return Err(("spectrum", "the matrices do not fit each other"));
        }
        let falls = mixed_rows > 0 || spectrum.is_sorted_by(|a, b| a >= b);
        if !falls || spectrum.iter().any(|s| *s < 0.0) {
            return Err(("spectrum", "singular values are neither negative nor out of order"));
        }
        if lost < 0.0 {
            return Err(("lost", "what was lost is not negative"));
        }
        let gram = gram.chunks_exact(raw.max(1)).map(<[f64]>::to_vec).collect();
        let (spectrum, coefficients, mixing) = (spectrum.to_vec(), coefficients.to_vec(), mixing.to_vec());
        let directions = Self { tau, raw, gram, coefficients, spectrum, lost, mixing };
        if !directions.products_are_possible() {
            return Err(("gram", "the products of no rows"));
        }
        if !directions.coefficients_are_possible() {
            return Err(("coefficients", "a number that large would have been refused"));
        }
        if !directions.mixing_is_orthonormal() {
            return Err(("mixing", "the singular vectors are not orthonormal"));
        }
        Ok(directions)
    }

    /// Whether K is symmetric and no product is larger than the lengths of its two rows allow.
    fn products_are_possible(&self) -> bool {
        let square = |i: usize| self.gram[i][i];
        (0..self.raw).all(|i| {
            let fine = |j: usize| {
                let (one, other) = (self.gram[i][j], self.gram[j][i]);
                // Sums of at most 2^32 terms are off by at most 2^-20 of the lengths.
                one == other && one.abs() <= (1.0 + 1e-6) * square(i).sqrt() * square(j).sqrt()
            };
            square(i) >= 0.0 && square(i) <= LONGEST && (0..i).all(fine)
        })
    }

    /// Whether no coefficient is larger than a round would have left it. Whether C K C' = I is not checked:
    /// where rows are of very different sizes rounding can take the directions far from orthonormal, and a
    /// model learned that way must be read back.
    fn coefficients_are_possible(&self) -> bool {
        self.coefficients.iter().all(|c| c.abs() <= MOST)
    }

    /// How far the products of the mixing's columns may be from 0 and 1, rounding not counted.
    const ORTHONORMAL: f64 = 0.25;

    /// Whether the columns of the mixing are orthonormal, those of a singular value 0 left out. Two of them
    /// are orthogonal but for the rounding of the largest value, relative to the smaller of their own.
    fn mixing_is_orthonormal(&self) -> bool {
        let n = self.len();
        let most = self.spectrum.iter().fold(0.0_f64, |most, s| most.max(*s));
        let product = |j: usize, k: usize| {
            self.mixing.chunks_exact(n.max(1)).fold(0.0, |sum, row| sum + row[j] * row[k])
        };
        let fine = |j: usize, k: usize| {
            let least = self.spectrum[j].min(self.spectrum[k]);
            let hidden = 8.0 * n as f64 * f64::EPSILON * (most / least);
            if j == k {
                (product(j, j) - 1.0).abs() <= Self::ORTHONORMAL
            } else {
                product(j, k).abs() <= Self::ORTHONORMAL + hidden
            }
        };
        let kept = |j: &usize| !self.mixing.is_empty() && self.spectrum[*j] > 0.0;
        (0..n).filter(kept).all(|j| (0..=j).filter(kept).all(|k| fine(j, k)))
    }

    /// Whether K is the Gram matrix of the raw rows, given by the entries of one feature after another.
    /// Both are multiplied with one vector and compared.
    pub fn has_products_of(&self, cells: impl Iterator<Item = Vec<f64>>) -> bool {
        let size: Vec<f64> = (0..self.raw).map(|i| self.gram[i][i].sqrt().max(f64::MIN_POSITIVE)).collect();
        let probe: Vec<f64> = signs(self.raw).iter().zip(&size).map(|(sign, size)| sign / size).collect();
        let mut image = vec![0.0; self.raw];
        cells.for_each(|cell| add_scaled(&mut image, dot(&cell, &probe), &cell));
        let wanted = self.gram_times(&probe);
        // The rounding of folds adds up, but it would take a billion of them to make a thousandth.
        let most = 1e-3 * self.raw as f64;
        image.iter().zip(&wanted).zip(&size).all(|((a, b), size)| (a - b).abs() <= most * size)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let gram: usize = self.gram.iter().map(Vec::len).sum();
        (8 * (gram + self.coefficients.len() + self.spectrum.len() + self.mixing.len())) as u64
    }
}

/// The largest power of two that is not above a positive number, kept away from subnormals and infinity.
pub fn power_of_two(value: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    let exponent = value.to_bits() & EXPONENT;
    f64::from_bits(exponent.clamp(2 << 52, 0x7fc << 52))
}

#[cfg(test)]
mod tests;
