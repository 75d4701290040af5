//! The rank-one change of a triangular factor, and the factor's packing.
//!
//! W = U'U, U upper triangular, its rows stored one after another, each from its diagonal on. With v = Uz, I + c v v' = K K', K lower triangular:
//! a diagonal delta plus the part below the diagonal of v beta'. So U <- K'U is one sweep from the last row to the first with the running sum
//! w = sum v_i U_i of the old rows below:
//!     row_j <- delta_j row_j + beta_j w,    w <- w + v_j row_j.
//! With u_j = 1 + s (sum of v_i^2 behind j), a step that shrinks, c = -s/(1 + s p), has delta_j = sqrt(u_j/u_{j-1}), beta_j = -s v_j/sqrt(u_j u_{j-1});
//! with t_j = 1 + sigma (sum of v_i^2 up to j), one that grows, c = sigma, has delta_j = sqrt(t_j/t_{j-1}), beta_j = sigma v_j/sqrt(t_j t_{j-1}).
//! Neither subtracts, and delta is positive: so is U's diagonal, always.
//!
//! Both passes run with the widest vector instructions of the CPU at hand. The operations and their order are fixed, so the bits are the same on all.
//!
//! Weakness: two passes over d^2/2 numbers a step.
//! Reference: Gill, Golub, Murray and Saunders 1974.

use crate::metric_learning::space::dot;
use crate::simd::wide;
use pulp::{Simd, WithSimd};

/// Where row j starts among the packed rows.
pub fn start(dim: usize, j: usize) -> usize {
    j * dim - j * j.saturating_sub(1) / 2
}

/// U z.
pub fn image(rows: &[f64], z: &[f64], v: &mut [f64]) {
    wide(Image { rows, z, v });
}

struct Image<'a> {
    rows: &'a [f64],
    z: &'a [f64],
    v: &'a mut [f64],
}

impl WithSimd for Image<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let mut rest = self.rows;
        for (j, v) in self.v.iter_mut().enumerate() {
            let (row, tail) = rest.split_at(self.z.len() - j);
            *v = dot(row, &self.z[j..]);
            rest = tail;
        }
    }
}

/// One rank-one change of U: U <- K'U.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// v = Uz.
    pub v: Vec<f64>,
    delta: Vec<f64>,
    beta: Vec<f64>,
}

impl Sweep {
    /// A sweep of this size, yet to be filled.
    pub fn new(dim: usize) -> Self {
        Self { v: vec![0.0; dim], delta: vec![0.0; dim], beta: vec![0.0; dim] }
    }

    /// |v|^2 = z'Wz.
    pub fn size(&self) -> f64 {
        dot(&self.v, &self.v)
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        [&self.v, &self.delta, &self.beta].into_iter().flatten().all(|x| x.is_finite())
    }

    /// What row j's diagonal is multiplied by.
    pub fn diagonal(&self, j: usize) -> f64 {
        self.delta[j]
    }

    /// K for I - s/(1 + s p) v v', s > 0.
    pub fn shrink(&mut self, s: f64) {
        let mut behind = 0.0;
        let mut root = 1.0;
        for j in (0..self.v.len()).rev() {
            let v = self.v[j];
            behind += v * v;
            let next = (1.0 + s * behind).sqrt();
            self.delta[j] = root / next;
            self.beta[j] = -(s * v / next) / root;
            root = next;
        }
    }

    /// K for I + sigma v v', sigma > 0.
    pub fn grow(&mut self, sigma: f64) {
        let mut before = 0.0;
        let mut root = 1.0;
        for j in 0..self.v.len() {
            let v = self.v[j];
            before += v * v;
            let next = (1.0 + sigma * before).sqrt();
            self.delta[j] = next / root;
            self.beta[j] = (sigma * v / next) / root;
            root = next;
        }
    }

    /// U <- K'U; `running` is room for the sums.
    pub fn apply(&self, rows: &mut [f64], running: &mut [f64]) {
        running.fill(0.0);
        wide(Rows { sweep: self, rows, running });
    }

    /// K'x.
    pub fn turn(&self, x: &mut [f64]) {
        let mut sum = 0.0;
        for j in (0..x.len()).rev() {
            let old = x[j];
            x[j] = self.delta[j] * old + self.beta[j] * sum;
            sum += self.v[j] * old;
        }
    }
}

struct Rows<'a> {
    sweep: &'a Sweep,
    rows: &'a mut [f64],
    running: &'a mut [f64],
}

impl WithSimd for Rows<'_> {
    type Output = ();

    /// From the last row to the first.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Rows { sweep, rows, running } = self;
        let dim = running.len();
        let row = |j: usize| Row { delta: sweep.delta[j], beta: sweep.beta[j], v: sweep.v[j] };
        let mut above = rows;
        let mut j = dim;
        while j >= 4 {
            j -= 4;
            let (rest, four) = above.split_at_mut(start(dim, j));
            four_rows([row(j), row(j + 1), row(j + 2), row(j + 3)], four, &mut running[j..]);
            above = rest;
        }
        while j > 0 {
            j -= 1;
            let (rest, one) = above.split_at_mut(start(dim, j));
            let row = row(j);
            one.iter_mut().zip(&mut running[j..]).for_each(|(u, w)| row.mix(u, w));
            above = rest;
        }
    }
}

/// What a row's entries are mixed with.
#[derive(Clone, Copy)]
struct Row {
    delta: f64,
    beta: f64,
    v: f64,
}

impl Row {
    /// One entry, and its column's running sum.
    #[inline(always)]
    fn mix(self, u: &mut f64, w: &mut f64) {
        let old = *u;
        *u = self.delta * old + self.beta * *w;
        *w += self.v * old;
    }
}

/// Four packed rows, last first; `w` holds the running sums from the first one's diagonal on. Together, so that the sums stay in registers.
#[inline(always)]
fn four_rows([a, b, c, d]: [Row; 4], four: &mut [f64], w: &mut [f64]) {
    let (first, rest) = four.split_at_mut(w.len());
    let (second, rest) = rest.split_at_mut(w.len() - 1);
    let (third, fourth) = rest.split_at_mut(w.len() - 2);
    c.mix(&mut third[0], &mut w[2]);
    (1..3).for_each(|i| b.mix(&mut second[i - 1], &mut w[i]));
    (0..3).for_each(|i| a.mix(&mut first[i], &mut w[i]));
    let columns = first[3..].iter_mut().zip(&mut second[2..]).zip(&mut third[1..]).zip(fourth);
    for ((((first, second), third), fourth), w) in columns.zip(&mut w[3..]) {
        let mut sum = *w;
        d.mix(fourth, &mut sum);
        c.mix(third, &mut sum);
        b.mix(second, &mut sum);
        a.mix(first, &mut sum);
        *w = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(dim: usize, rows: &[f64]) -> Vec<Vec<f64>> {
        let entry = |i: usize, j: usize| if j < i { 0.0 } else { rows[start(dim, i) + j - i] };
        (0..dim).map(|i| (0..dim).map(|j| entry(i, j)).collect()).collect()
    }

    /// The naive twin: U'(I + c v v')U, entry by entry.
    #[test]
    fn a_sweep_is_the_dense_change() {
        for dim in 1..12 {
            let mut rows: Vec<f64> = (0..dim * (dim + 1) / 2).map(|k| libm::sin(k as f64 + 1.0)).collect();
            (0..dim).for_each(|j| rows[start(dim, j)] = 1.0 + j as f64);
            let z: Vec<f64> = (0..dim).map(|k| libm::cos(3.0 * k as f64)).collect();
            for (shrinks, c) in [(true, 0.7), (true, 1e9), (false, 0.7), (false, 1e9)] {
                let before = unpacked(dim, &rows);
                let mut sweep = Sweep::new(dim);
                image(&rows, &z, &mut sweep.v);
                let (v, p) = (sweep.v.clone(), sweep.size());
                let c = if shrinks {
                    sweep.shrink(c);
                    -c / (1.0 + c * p)
                } else {
                    sweep.grow(c);
                    c
                };
                let mut turned = v.clone();
                sweep.turn(&mut turned);
                assert!(
                    (dot(&turned, &turned) - p * (1.0 + c * p)).abs() < 1e-12 * p * (1.0 + (c * p).abs())
                );
                let mut moved = rows.clone();
                sweep.apply(&mut moved, &mut vec![0.0; dim]);
                let after = unpacked(dim, &moved);
                for a in 0..dim {
                    for b in 0..dim {
                        let gram = |u: &[Vec<f64>]| u.iter().map(|row| row[a] * row[b]).sum::<f64>();
                        let along = |a: usize| (0..dim).map(|k| v[k] * before[k][a]).sum::<f64>();
                        let (change, old) = (c * along(a) * along(b), gram(&before));
                        let gap = gram(&after) - (old + change);
                        assert!(
                            gap.abs()
                                < 1e-12 * (10.0 + dim as f64) * (10.0 + dim as f64) * (1.0 + change.abs()),
                            "{gap}"
                        );
                    }
                }
            }
        }
    }
}
