//! Frobenius, the Euclidean potential of the eigenvalues: phi(W) = 1/2 |W|^2.
//!
//! W moves by -s X and is then projected onto the cone, which sets its negative eigenvalues to 0: W <- PSD(W - s X).
//! Explicit: s = eta (p - y). Implicit, closed form: s = eta (p - y) / (1 + eta |X|^2), |X|^2 = |z|^4 for a pair. The minimum is taken over all
//! symmetric matrices, the projection follows.
//!
//! *When is there nothing to project?* A step that only adds leaves the smallest eigenvalue no smaller; one that takes s z z' away lowers it by at
//! most s |z|^2. A floor under the smallest eigenvalue is kept, and while it lasts a round costs O(d^2). When it is used up, a Cholesky decomposition
//! shows that the matrix is positive definite (and, where possible, that a new floor holds); only if it fails are eigenvectors
//! computed, and the negative ones (one, but for rounding) taken out.
//!
//! Weakness: a projection leaves W singular, and a singular W needs an eigendecomposition at nearly every step that takes away; distances
//! along lost directions are 0 until a pair puts them back.
//! Reference: Shalev-Shwartz, Singer and Ng 2004.

use super::space::{Direction, Refusal, Space, add_scaled, dot};
use super::symmetric::Symmetric;
use crate::state::{Array, Save, State, StateError};

/// How many more steps like this one a new floor should last.
const FORESIGHT: f64 = 16.0;

/// W and a floor under its eigenvalues.
#[derive(Clone, Debug)]
pub struct Frobenius {
    matrix: Symmetric,
    floor: f64,
    slope: f64,
    next: Symmetric,
    next_floor: f64,
}

/// |X|^2.
fn norm_squared(x: Direction<'_>) -> f64 {
    match x {
        Direction::Pair(z) => dot(z, z) * dot(z, z),
        Direction::Relative(near, far) => {
            // |n|^4 + |f|^4 - 2 (n.f)^2 = (|n|^2 - |f|^2)^2 + 2 |n|^2 |f apart from n|^2
            let (n, f) = (dot(near, near), dot(far, far));
            let mut apart = far.to_vec();
            if n > 0.0 {
                add_scaled(&mut apart, -dot(near, far) / n, near);
            }
            (n - f) * (n - f) + 2.0 * n * dot(&apart, &apart)
        }
    }
}

impl Frobenius {
    /// W = I.
    pub fn new(dim: usize) -> Self {
        let matrix = Symmetric::scalar(dim, 1.0);
        Self { next: matrix.clone(), matrix, floor: 1.0, slope: 0.0, next_floor: 1.0 }
    }

    /// next = W without the term of sX that is taken away; gives that term. Of a pair's one term and a relative comparison's two
    /// of opposite signs at most one takes away.
    fn grow<'a>(&mut self, x: Direction<'a>, s: f64) -> Option<(f64, &'a [f64])> {
        self.next.copy_from(&self.matrix);
        let mut taken = None;
        for (sign, z) in x.terms() {
            if sign * s > 0.0 {
                taken = Some((sign * s, z));
            } else {
                self.next.add_outer(-sign * s, z);
            }
        }
        taken
    }

    fn stage(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        let taken = self.grow(x, s);
        let before = self.next.trace();
        let amount = taken.map_or(0.0, |(c, z)| c * dot(z, z));
        // What rounding can do to an eigenvalue.
        let slack = 8.0 * f64::EPSILON * (before + amount) * self.matrix.dim() as f64;
        if let Some((c, z)) = taken {
            self.next.add_outer(-c, z);
        }
        if !(before + amount).is_finite() || !self.next.is_finite() {
            return Err(Refusal::Overflow);
        }
        self.next_floor = match taken {
            Some(_) if self.floor - amount <= slack => {
                if self.next.is_above(FORESIGHT * amount + slack) {
                    FORESIGHT * amount
                } else if self.next.is_above(slack) {
                    0.0
                } else {
                    self.project(x, s, before)?
                }
            }
            _ => (self.floor - amount - slack).max(0.0),
        };
        Ok(())
    }

    /// Takes the negative eigenvalues out of next = B - c z z', B of this trace; gives a floor under those that are left.
    fn project(&mut self, x: Direction<'_>, s: f64, trace: f64) -> Result<f64, Refusal> {
        let eigen = self.next.eigen()?;
        let least = eigen.values.first().copied().unwrap_or(0.0);
        if least >= -trace {
            self.next.take_negative_out(&eigen);
        } else if let Some((c, z)) = self.grow(x, s) {
            // The term taken away drowned B in rounding; of the one negative pair only the vector u is of use. With P = I - u u' the
            // rest is P (B - c z z') P, where P z = P B u / (c u.z).
            let u = eigen.vector(0);
            let rest = self.next.deflate(u);
            let along = dot(u, z);
            self.next.add_outer(-1.0 / (c * along * along), &rest);
        }
        // If little is left of B, what rounding left of the rest may be no longer negligible.
        let mut size = trace;
        for _ in 0..4 {
            let left = self.next.trace();
            if left >= 1e-3 * size {
                break;
            }
            self.next.take_negative_out(&self.next.eigen()?);
            size = left.abs();
        }
        if self.next.is_finite() { Ok(least.max(0.0)) } else { Err(Refusal::Overflow) }
    }
}

impl Space for Frobenius {
    fn distance(&self, z: &[f64]) -> f64 {
        let p = self.matrix.quadratic(z);
        // Below 0 by rounding alone. (A NaN stays one.)
        if p < 0.0 { 0.0 } else { p }
    }

    fn open(&mut self, x: Direction<'_>) -> [f64; 2] {
        let mut distances = [0.0; 2];
        for (k, (_, z)) in x.terms().enumerate() {
            distances[k] = self.distance(z);
        }
        self.slope = distances[0] - distances[1];
        distances
    }

    fn explicit(&mut self, x: Direction<'_>, s: f64) -> Result<(), Refusal> {
        self.stage(x, s)
    }

    fn implicit(&mut self, x: Direction<'_>, eta: f64, y: f64) -> Result<(), Refusal> {
        let s = eta * (self.slope - y) / (1.0 + eta * norm_squared(x));
        self.stage(x, s)
    }

    fn commit(&mut self) {
        std::mem::swap(&mut self.matrix, &mut self.next);
        self.floor = self.next_floor;
    }

    fn matrix(&self) -> Vec<f64> {
        self.matrix.rows()
    }

    fn factor(&self) -> Result<Vec<f64>, Refusal> {
        Ok(self.matrix.eigen()?.factor(|value| value.max(0.0).sqrt()))
    }

    fn save(&self, state: &mut dyn Save) {
        state.put("matrix", Array::F64(self.matrix.pack()));
        state.put_real("floor", self.floor);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let dim = self.matrix.dim();
        let matrix = Symmetric::unpack(dim, state.reals_of("matrix", dim * (dim + 1) / 2)?);
        let floor = state.real("floor")?;
        let eigen = matrix.eigen().map_err(|_| StateError::impossible("matrix", "it has no eigenvalues"))?;
        let slack = 1e-9 * eigen.norm();
        if eigen.values[0] < -slack {
            return Err(StateError::impossible("matrix", "it is not positive semidefinite"));
        }
        if floor < 0.0 || floor > eigen.values[0].max(0.0) + slack {
            return Err(StateError::impossible("floor", "it is not below every eigenvalue of the matrix"));
        }
        self.matrix = matrix;
        self.floor = floor;
        Ok(())
    }
}
