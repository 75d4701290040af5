//! Low rank: W = L'L with L of r rows, and steps in L. Memory and a round's work are r d, so thousands of coordinates can be had.
//!
//! With X of the round (z z', or near near' - far far') and u(L) = tr(L X L'), an implicit step is
//!
//! ```text
//! L+ = argmin 1/2 |L - L_t|^2 + eta loss(u(L)),   |.| Frobenius's norm of the factor
//! ```
//!
//! which is L+ = L_t (I + 2 s X)^-1 where s = eta loss'(u(L+)). The loss is not convex in L, but the step is this minimum all the same: loss is convex in u, so
//! its tangent at u(L+) makes a quadratic of Hessian I + 2 s X below the objective, and that is positive definite by the choice of s.
//! *Pairs*: L+ z = L_t z / c with c = 1 + 2 s |z|^2, the one positive root of (c - 1)/(2 eta |z|^2) = p/c^2 - y.
//! *Relative*: X has two eigenvalues a > 0 > -b; s is the root of s = eta (u(s) + margin) below 1/(2 b), by bisection on 2 x 2 matrices.
//! An explicit step is a gradient step, L - 2 s L X.
//!
//! It starts at r random rows of entries +-1/sqrt r, whose W has the identity as its mean, or where [`start_at`](super::MetricLearner::start_at) says.
//! Weakness: no regret bound, for W of rank r are no convex set; what L has lost (L z = 0) no step brings back.

use super::space::{Direction, Refusal, Space, add_scaled, dot};
use super::splitmix::SplitMix64;
use crate::state::{Array, Save, State, StateError};

/// Above this the square of the norm of L counts as overflowing.
const LARGEST: f64 = 1e300;

/// L, and what the round at hand needs.
#[derive(Clone, Debug)]
pub struct Factor {
    dim: usize,
    rank: usize,
    /// L, row by row.
    rows: Vec<f64>,
    /// At least the square of its norm.
    size: f64,
    /// L z of the round's vectors.
    images: [Vec<f64>; 2],
    /// L moves by - sum of moves z'.
    moves: [Vec<f64>; 2],
    /// The round's vectors, for the commit.
    along: [Vec<f64>; 2],
    staged: usize,
}

impl Factor {
    /// Random rows, the same each time.
    pub fn new(dim: usize, rank: usize) -> Self {
        let mut random = SplitMix64::new(dim as u64);
        let entry = 1.0 / (rank as f64).sqrt();
        let sign = |_| if random.bits() >> 63 == 0 { entry } else { -entry };
        let rows: Vec<f64> = (0..rank * dim).map(sign).collect();
        let size = dot(&rows, &rows);
        let vectors = |len| [vec![0.0; len], vec![0.0; len]];
        let (images, moves, along) = (vectors(rank), vectors(rank), vectors(dim));
        Self { dim, rank, rows, size, images, moves, along, staged: 0 }
    }

    fn image(&self, z: &[f64]) -> impl Iterator<Item = f64> {
        self.rows.chunks_exact(self.dim).map(|row| dot(row, z))
    }

    /// Stages L - sum_j (sum_i images_i mix_ij) z_j', and refuses what would leave the finite numbers.
    fn stage(&mut self, x: Direction<'_>, mix: [[f64; 2]; 2]) -> Result<(), Refusal> {
        self.staged = 0;
        let mut length = self.size.sqrt();
        let mut count = 0;
        for (j, (_, z)) in x.terms().enumerate() {
            for row in 0..self.rank {
                self.moves[j][row] = self.images[0][row] * mix[0][j] + self.images[1][row] * mix[1][j];
            }
            self.along[j].copy_from_slice(z);
            length += dot(&self.moves[j], &self.moves[j]).sqrt() * dot(z, z).sqrt();
            count = j + 1;
        }
        let fits = |size: f64| size <= LARGEST;
        let mut size = length * length;
        if !fits(size) {
            size = self.moved(count);
            if !fits(size) {
                return Err(Refusal::Overflow);
            }
        }
        (self.size, self.staged) = (size, count);
        Ok(())
    }

    /// The square of the norm of L after the step.
    fn moved(&self, count: usize) -> f64 {
        let mut row = vec![0.0; self.dim];
        let mut size = 0.0;
        for (i, from) in self.rows.chunks_exact(self.dim).enumerate() {
            row.copy_from_slice(from);
            (0..count).for_each(|j| add_scaled(&mut row, -self.moves[j][i], &self.along[j]));
            size += dot(&row, &row);
        }
        size
    }
}

/// c of an implicit pair: the positive root of (c - 1)/(2 eta q) = p/c^2 - y. It lies between 1 and sqrt(p/y).
fn pair_root(p: f64, q: f64, y: f64, eta: f64) -> f64 {
    let full = 1.0 + 2.0 * eta * q * (p - y);
    let met = if y > 0.0 { (p / y).sqrt() } else { f64::INFINITY };
    let (low, high) = if p > y { (1.0, full.min(met)) } else { (met, 1.0) };
    bisect(low, high, |c| (c - 1.0) / (2.0 * eta * q) - (p / c / c - y) < 0.0)
}

/// The last point between `low` and `high` where `below` still holds, to neighbouring numbers.
fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..2_000 {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            break;
        }
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The symmetric 2 x 2 matrix of inner products of two vectors: aa, ab, bb.
fn gram(a: &[f64], b: &[f64]) -> [f64; 3] {
    [dot(a, a), dot(a, b), dot(b, b)]
}

/// K = 2 s (D + 2 s G)^-1 with D = diag(1, -1): L+ = L - [L near, L far] K [near, far]'.
fn relative_mix([nn, nf, ff]: [f64; 3], s: f64) -> [[f64; 2]; 2] {
    let (a, b, c) = (1.0 + 2.0 * s * nn, 2.0 * s * nf, -1.0 + 2.0 * s * ff);
    let scale = 2.0 * s / (a * c - b * b);
    [[c * scale, -b * scale], [-b * scale, a * scale]]
}

/// |L+ near|^2 - |L+ far|^2 for the step of a mix, by the inner products of the images.
fn relative_trace(images: [f64; 3], [nn, nf, ff]: [f64; 3], k: [[f64; 2]; 2]) -> f64 {
    // T = I - K G, then tr(T' M T D).
    let column = |g: [f64; 2]| [k[0][0] * g[0] + k[0][1] * g[1], k[1][0] * g[0] + k[1][1] * g[1]];
    let (first, second) = (column([nn, nf]), column([nf, ff]));
    let form =
        |t: [f64; 2]| images[0] * t[0] * t[0] + 2.0 * images[1] * t[0] * t[1] + images[2] * t[1] * t[1];
    form([1.0 - first[0], -first[1]]) - form([-second[0], 1.0 - second[1]])
}

impl Space for Factor {
    fn distance(&self, z: &[f64]) -> f64 {
        self.image(z).map(|u| u * u).sum()
    }

    fn open(&mut self, x: Direction<'_>) -> [f64; 2] {
        let mut distances = [0.0; 2];
        self.images[1].fill(0.0);
        for (k, (_, z)) in x.terms().enumerate() {
            let image: Vec<f64> = self.image(z).collect();
            distances[k] = image.iter().map(|u| u * u).sum();
            self.images[k].copy_from_slice(&image);
        }
        distances
    }

    fn explicit(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        let far = if matches!(x, Direction::Pair(_)) { 0.0 } else { -2.0 * s };
        self.stage(x, [[2.0 * s, 0.0], [0.0, far]])
    }

    fn implicit(&mut self, x: Direction<'_>, eta: f64, y: f64) -> Result<(), Refusal> {
        match x {
            Direction::Pair(z) => {
                let (p, q) = (dot(&self.images[0], &self.images[0]), dot(z, z));
                if p < f64::MIN_POSITIVE || q < f64::MIN_POSITIVE {
                    self.staged = 0;
                    return Ok(());
                }
                let c = pair_root(p, q, y, eta);
                let mix = ((c - 1.0) / c) / q;
                if mix.is_finite() { self.stage(x, [[mix, 0.0], [0.0, 0.0]]) } else { Err(Refusal::Overflow) }
            }
            Direction::Relative(near, far) => {
                let (g, images) = (gram(near, far), gram(&self.images[0], &self.images[1]));
                let [nn, nf, ff] = g;
                let (trace, det) = (nn - ff, (nn * ff - nf * nf).max(0.0));
                // b, the size of the negative eigenvalue of X.
                let root = (trace * trace + 4.0 * det).sqrt();
                let b = if trace > 0.0 { 2.0 * det / (root + trace) } else { 0.5 * (root - trace) };
                let full = eta * (images[0] - images[2] - y);
                let high = if b > 0.0 { full.min(0.5 / b) } else { full };
                if !(high.is_finite() && root.is_finite()) {
                    return Err(Refusal::Overflow);
                }
                let below = |s: f64| s < eta * (relative_trace(images, g, relative_mix(g, s)) - y);
                let mix = relative_mix(g, bisect(0.0, high, below));
                if !mix.iter().flatten().all(|k| k.is_finite()) {
                    return Err(Refusal::Overflow);
                }
                self.stage(x, mix)
            }
        }
    }

    fn commit(&mut self) {
        for j in 0..std::mem::take(&mut self.staged) {
            for (row, &by) in self.rows.chunks_exact_mut(self.dim).zip(&self.moves[j]) {
                add_scaled(row, -by, &self.along[j]);
            }
        }
    }

    fn matrix(&self) -> Vec<f64> {
        let d = self.dim;
        let mut w = vec![0.0; d * d];
        for row in self.rows.chunks_exact(d) {
            for (i, &by) in row.iter().enumerate() {
                add_scaled(&mut w[i * d..i * d + i + 1], by, &row[..i + 1]);
            }
        }
        for i in 0..d {
            (0..i).for_each(|j| w[j * d + i] = w[i * d + j]);
        }
        w
    }

    fn factor(&self) -> Result<Vec<f64>, Refusal> {
        Ok(self.rows.clone())
    }

    fn save(&self, state: &mut dyn Save) {
        state.put("factor", Array::F64(self.rows.clone()));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rows = state.reals_of("factor", self.rows.len())?;
        let size = dot(rows, rows);
        if size.is_nan() || size > LARGEST {
            let reason = "not the factor of a finite matrix".to_owned();
            return Err(StateError::Value { name: "factor".to_owned(), reason });
        }
        self.rows.copy_from_slice(rows);
        self.size = size;
        self.staged = 0;
        Ok(())
    }
}
