//! LogDet, the Burg entropy of the eigenvalues: phi(W) = -ln det W.
//!
//! W^-1 moves by +s X, so a pair changes W by one rank: W - s/(1 + s p) (Wz)(Wz)'. Scaling a coordinate of every point
//! scales W and changes no distance: no other geometry has that.
//!
//! *Closed form, O(d^2).* W is kept as U'U with U upper triangular and a positive diagonal, which is positive definite whatever rounding does, where
//! W itself would lose its small eigenvalues below 1e-16 of its large ones. A step is one sweep over U ([`sweep`]).
//! An implicit pair's slope is a closed form, a relative comparison's the root of a cubic ([`slope`]); a relative step is a shrink along
//! near, then a growth along far.
//!
//! Weakness: explicit steps with s p <= -1 leave the cone: an error, never a clamp.
//! References: Kulis and Bartlett 2010; Davis, Kulis, Jain, Sra and Dhillon 2007.

mod slope;
mod sweep;

use super::space::{Direction, Refusal, Space, add_scaled, dot};
use crate::state::{Array, Save, State, StateError};
use slope::{pair_root, relative_root, spectrum};
use sweep::{Sweep, image, start};

/// Above this a trace counts as overflowing.
const LARGEST: f64 = 1e300;

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

impl LogDet {
    /// W = I.
    pub fn new(dim: usize) -> Self {
        let mut rows = vec![0.0; dim * (dim + 1) / 2];
        (0..dim).for_each(|j| rows[start(dim, j)] = 1.0);
        let sweeps = [Sweep::new(dim), Sweep::new(dim)];
        Self { dim, rows, size: dim as f64, sweeps, staged: 0, running: vec![0.0; dim] }
    }

    /// Refuses sweeps that would leave the finite numbers, or a diagonal that would vanish.
    fn stage(&mut self, sweeps: usize, growth: f64) -> Result<(), Refusal> {
        self.staged = 0;
        if !self.sweeps[..sweeps].iter().all(Sweep::is_finite) {
            return Err(Refusal::Overflow);
        }
        let diagonal = |j: usize| {
            let u = self.rows[start(self.dim, j)];
            self.sweeps[..sweeps].iter().fold(u, |u, k| u * k.diagonal(j))
        };
        let fits = |size: f64| size * growth <= LARGEST;
        if !(0..self.dim).all(|j| diagonal(j) >= f64::MIN_POSITIVE) {
            return Err(Refusal::Overflow);
        }
        if !fits(self.size) {
            self.size = dot(&self.rows, &self.rows);
            if !fits(self.size) {
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
        let size = near.size();
        near.shrink(s);
        near.turn(&mut far.v);
        let sigma = e * ((1.0 + s * size) / (1.0 + s * a));
        far.grow(sigma);
        let growth = 1.0 + sigma * far.size();
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
        for (k, (_, z)) in x.terms().enumerate() {
            image(&self.rows, z, &mut self.sweeps[k].v);
            distances[k] = self.sweeps[k].size();
        }
        distances
    }

    fn explicit(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        let [near, far] = &self.sweeps;
        match x {
            Direction::Pair(_) => {
                let p = near.size();
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
                let p = near.size();
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
        for sweep in &self.sweeps[..std::mem::take(&mut self.staged)] {
            sweep.apply(&mut self.rows, &mut self.running);
        }
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

    fn save(&self, state: &mut dyn Save) {
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
