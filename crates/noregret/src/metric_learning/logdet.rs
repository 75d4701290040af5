//! LogDet, the Burg entropy of the eigenvalues: phi(W) = -ln det W.
//!
//! W^-1 moves by +s X, so a pair changes W by one rank: W - s/(1 + s p) (Wz)(Wz)'. Scaling a coordinate of every point
//! scales W and changes no distance: no other geometry has that.
//!
//! *Closed form, O(d^2).* W is kept as U'U with U upper triangular and a positive diagonal, which is positive definite whatever rounding does, where
//! W itself would lose its small eigenvalues below 1e-16 of its large ones. With v = Uz, p = |v|^2:
//! the new U is K'U, K the Cholesky factor of I - s/(1+sp) v v'. K is a diagonal plus the lower part of a rank-one matrix, so K'U is one sweep
//! over the rows from the last to the first with the running sum w = sum v_i U_i:
//!     row_j <- delta_j row_j + beta_j w.
//! A step that shrinks (s > 0) takes delta and beta from the sums of v^2 behind j, one that grows from those before j: neither subtracts.
//!
//! *Implicit pair.* s = eta (p/(1+sp) - y) is quadratic: p s^2 + (1 + eta y p) s - eta (p - y) = 0, discriminant
//! (1 - eta y p)^2 + 4 eta p^2 > 0. The root above -1/p is taken in the form in which nothing cancels, and for s < 0 so is 1/(1+sp).
//!
//! *Relative.* In the span of the two vectors det(I + sXW) = (1 + s a)(1 - s b), a, b >= 0, and tr(W(s) X) = a/(1+sa) - b/(1-sb). The
//! implicit root is a cubic's, found by Newton in e = s/(1-sb), which has no upper end to crowd against. The step is a shrink along
//! near, then a growth along far.
//!
//! Weakness: explicit steps with s p <= -1 leave the cone: an error, never a clamp.
//! References: Kulis and Bartlett 2010; Gill, Golub, Murray and Saunders 1974 (the sweep).

use super::root;
use super::space::{Direction, Refusal, Space, add_scaled, dot};
use crate::state::{Array, State, StateError};

/// Above this a trace counts as overflowing.
const LARGEST: f64 = 1e300;

/// One rank-one change of U: U <- K'U.
#[derive(Clone, Debug, Default)]
struct Sweep {
    v: Vec<f64>,
    delta: Vec<f64>,
    beta: Vec<f64>,
}

impl Sweep {
    /// K for I - s/(1 + s p) v v', s > 0.
    fn shrink(&mut self, s: f64) {
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
    fn grow(&mut self, sigma: f64) {
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

    /// One entry of row j, and its column's running sum.
    #[inline(always)]
    fn mix(&self, j: usize, u: &mut f64, w: &mut f64) {
        let old = *u;
        *u = self.delta[j] * old + self.beta[j] * *w;
        *w += self.v[j] * old;
    }

    /// Rows j to j + 3, packed, last first; `w` holds the running sums from column j on. Together, so that the sums stay in registers.
    fn four_rows(&self, j: usize, four: &mut [f64], w: &mut [f64]) {
        let (first, rest) = four.split_at_mut(w.len());
        let (second, rest) = rest.split_at_mut(w.len() - 1);
        let (third, fourth) = rest.split_at_mut(w.len() - 2);
        self.mix(j + 2, &mut third[0], &mut w[2]);
        (1..3).for_each(|i| self.mix(j + 1, &mut second[i - 1], &mut w[i]));
        (0..3).for_each(|i| self.mix(j, &mut first[i], &mut w[i]));
        let columns = first[3..].iter_mut().zip(&mut second[2..]).zip(&mut third[1..]).zip(fourth);
        for ((((a, b), c), d), w) in columns.zip(&mut w[3..]) {
            self.mix(j + 3, d, w);
            self.mix(j + 2, c, w);
            self.mix(j + 1, b, w);
            self.mix(j, a, w);
        }
    }

    /// K'x.
    fn turn(&self, x: &mut [f64]) {
        let mut sum = 0.0;
        for j in (0..x.len()).rev() {
            let old = x[j];
            x[j] = self.delta[j] * old + self.beta[j] * sum;
            sum += self.v[j] * old;
        }
    }
}

/// U of W = U'U, and what the round at hand needs.
#[derive(Clone, Debug)]
pub struct LogDet {
    dim: usize,
    /// The rows of U, each from its diagonal on.
    rows: Vec<f64>,
    /// At least the trace of W.
    size: f64,
    sweeps: [Sweep; 2],
    staged: usize,
    running: Vec<f64>,
}

/// Where row j starts among the packed rows.
fn start(dim: usize, j: usize) -> usize {
    j * dim - j * j.saturating_sub(1) / 2
}

/// U z.
fn image(rows: &[f64], z: &[f64], v: &mut [f64]) {
    let mut rest = rows;
    for (j, v) in v.iter_mut().enumerate() {
        let (row, tail) = rest.split_at(z.len() - j);
        *v = dot(row, &z[j..]);
        rest = tail;
    }
}

/// The slope of an implicit pair step, and the factor 1/(1 + s p) by which it multiplies p. p > 0.
fn pair_root(p: f64, y: f64, eta: f64) -> (f64, f64) {
    let k = eta * y * p;
    let discriminant = libm::hypot(1.0 - k, 2.0 * eta.sqrt() * p);
    let s = if k >= -1.0 {
        2.0 * (eta * (p - y)) / ((1.0 + k) + discriminant)
    } else {
        (discriminant - (1.0 + k)) / (2.0 * p)
    };
    let factor = if k <= 1.0 {
        2.0 / ((1.0 - k) + discriminant)
    } else {
        ((k - 1.0) + discriminant) / (2.0 * eta * p) / p
    };
    (s, factor)
}

/// a and b of det(I + sXW) = (1 + s a)(1 - s b), from v = U near and f = U far.
fn spectrum(v: &[f64], f: &[f64]) -> [f64; 2] {
    let (near, far) = (dot(v, v), dot(f, f));
    let mut apart = f.to_vec();
    if near > 0.0 {
        add_scaled(&mut apart, -dot(v, f) / near, v);
    }
    // near far - (v.f)^2, free of cancellation.
    let cross = near.sqrt() * dot(&apart, &apart).sqrt();
    let gap = near - far;
    let half = 0.5 * (gap.abs() + libm::hypot(gap, 2.0 * cross));
    let other = if half > 0.0 { cross * (cross / half) } else { 0.0 };
    if gap >= 0.0 { [half, other] } else { [other, half] }
}

/// e = s/(1 - s b) of an implicit relative step; tr(W X) = a - b is above y.
fn relative_root([a, b]: [f64; 2], y: f64, eta: f64) -> f64 {
    let slope = (a - b) - y;
    let full = eta * slope;
    let mut high = if b > 0.0 { slope / b / b } else { f64::MAX };
    if full * b < 1.0 {
        high = high.min(full / (1.0 - full * b));
    }
    root::increasing(0.0, high.min(f64::MAX), 0.0, |e| {
        let (grown, wide) = (1.0 + e * b, 1.0 + e * (a + b));
        let left = a * (grown / wide) - b * grown;
        let (near, step) = (a / wide, 1.0 / grown);
        (e / grown - eta * (left - y), step * step + eta * (near * near + b * b))
    })
}

impl LogDet {
    /// W = I.
    pub fn new(dim: usize) -> Self {
        let mut rows = vec![0.0; dim * (dim + 1) / 2];
        (0..dim).for_each(|j| rows[start(dim, j)] = 1.0);
        let sweep = Sweep { v: vec![0.0; dim], delta: vec![0.0; dim], beta: vec![0.0; dim] };
        let sweeps = [sweep.clone(), sweep];
        Self { dim, rows, size: dim as f64, sweeps, staged: 0, running: vec![0.0; dim] }
    }

    /// Refuses sweeps that would leave the finite numbers, or a diagonal that would vanish.
    fn stage(&mut self, sweeps: usize, growth: f64) -> Result<(), Refusal> {
        self.staged = 0;
        let finite = |values: &[f64]| values.iter().all(|v| v.is_finite());
        if !self.sweeps[..sweeps].iter().all(|k| finite(&k.v) && finite(&k.delta) && finite(&k.beta)) {
            return Err(Refusal::Overflow);
        }
        for j in 0..self.dim {
            let diagonal = self.rows[start(self.dim, j)];
            let scaled = self.sweeps[..sweeps].iter().fold(diagonal, |u, k| u * k.delta[j]);
            if !(scaled >= f64::MIN_POSITIVE) {
                return Err(Refusal::Overflow);
            }
        }
        if !(self.size * growth <= LARGEST) {
            self.size = dot(&self.rows, &self.rows);
            if !(self.size * growth <= LARGEST) {
                return Err(Refusal::Overflow);
            }
        }
        self.size *= growth.max(1.0);
        self.staged = sweeps;
        Ok(())
    }

    /// Shrinks (s > 0) or grows by the factor 1/(1 + s p) along the pair.
    fn stage_pair(&mut self, p: f64, s: f64, factor: f64) -> Result<(), Refusal> {
        if p == 0.0 {
            self.staged = 0;
            return Ok(());
        }
        if s > 0.0 {
            self.sweeps[0].shrink(s);
        } else {
            self.sweeps[0].grow(-s * factor);
        }
        self.stage(1, factor.max(1.0))
    }

    /// Shrinks along near, grows along far.
    fn stage_relative(&mut self, [a, b]: [f64; 2], e: f64) -> Result<(), Refusal> {
        let s = e / (1.0 + e * b);
        let [near, far] = &mut self.sweeps;
        let size = dot(&near.v, &near.v);
        near.shrink(s);
        near.turn(&mut far.v);
        let sigma = e * ((1.0 + s * size) / (1.0 + s * a));
        far.grow(sigma);
        let growth = 1.0 + sigma * dot(&far.v, &far.v);
        self.stage(2, growth)
    }
}

impl Space for LogDet {
    fn distance(&self, z: &[f64]) -> f64 {
        let mut v = vec![0.0; self.dim];
        image(&self.rows, z, &mut v);
        dot(&v, &v)
    }

    fn open(&mut self, x: Direction<'_>) -> [f64; 2] {
        let mut distances = [0.0; 2];
        for (place, (_, z)) in x.terms().enumerate() {
            let v = &mut self.sweeps[place].v;
            image(&self.rows, z, v);
            distances[place] = dot(v, v);
        }
        distances
    }

    fn explicit(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        let [near, far] = &self.sweeps;
        match x {
            Direction::Pair(_) => {
                let p = dot(&near.v, &near.v);
                let shrink = 1.0 + s * p;
                if shrink > 0.0 { self.stage_pair(p, s, 1.0 / shrink) } else { Err(Refusal::OutOfCone) }
            }
            Direction::Relative(..) => {
                let [a, b] = spectrum(&near.v, &far.v);
                let left = 1.0 - s * b;
                if left > 0.0 { self.stage_relative([a, b], s / left) } else { Err(Refusal::OutOfCone) }
            }
        }
    }

    fn implicit(&mut self, x: Direction<'_>, eta: f64, y: f64) -> Result<(), Refusal> {
        let [near, far] = &self.sweeps;
        match x {
            Direction::Pair(_) => {
                let p = dot(&near.v, &near.v);
                let (s, factor) = if p > 0.0 { pair_root(p, y, eta) } else { (0.0, 1.0) };
                self.stage_pair(p, s, factor)
            }
            Direction::Relative(..) => {
                let spectrum = spectrum(&near.v, &far.v);
                let e = relative_root(spectrum, y, eta);
                self.stage_relative(spectrum, e)
            }
        }
    }

    fn commit(&mut self) {
        for sweep in &self.sweeps[..self.staged] {
            self.running.fill(0.0);
            let mut above = self.rows.as_mut_slice();
            let mut j = self.dim;
            while j >= 4 {
                j -= 4;
                let (rest, four) = above.split_at_mut(start(self.dim, j));
                sweep.four_rows(j, four, &mut self.running[j..]);
                above = rest;
            }
            while j > 0 {
                j -= 1;
                let (rest, row) = above.split_at_mut(start(self.dim, j));
                row.iter_mut().zip(&mut self.running[j..]).for_each(|(u, w)| sweep.mix(j, u, w));
                above = rest;
            }
        }
        self.staged = 0;
    }

    fn matrix(&self) -> Vec<f64> {
        let d = self.dim;
        let mut w = vec![0.0; d * d];
        for k in 0..d {
            let row = &self.rows[start(d, k)..start(d, k + 1)];
            for (i, &u) in row.iter().enumerate() {
                add_scaled(&mut w[(k + i) * d + k..(k + i) * d + k + i + 1], u, &row[..i + 1]);
            }
        }
        for i in 0..d {
            (0..i).for_each(|j| w[j * d + i] = w[i * d + j]);
        }
        w
    }

    fn factor(&self) -> Result<Vec<f64>, Refusal> {
        let d = self.dim;
        let mut u = vec![0.0; d * d];
        for j in 0..d {
            u[j * d + j..(j + 1) * d].copy_from_slice(&self.rows[start(d, j)..start(d, j + 1)]);
        }
        Ok(u)
    }

    fn save(&self, state: &mut State) {
        state.put("factor", Array::F64(self.rows.clone()));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rows = state.reals_of("factor", self.rows.len())?;
        let size = dot(rows, rows);
        let positive = (0..self.dim).all(|j| rows[start(self.dim, j)] > 0.0);
        if !positive || !size.is_finite() {
            let reason = "not the factor of a finite positive definite matrix".to_owned();
            return Err(StateError::Value { name: "factor".to_owned(), reason });
        }
        self.rows.copy_from_slice(rows);
        self.size = size;
        Ok(())
    }
}
