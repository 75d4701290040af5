//! The metric learner: one loop over three geometries.
//!
//! A round that moves nothing (z = 0, a target met exactly, a relative comparison satisfied) is still a round: the rate falls.
//! Weakness: one distance for the whole space, and d^2 numbers for it.

use super::error::MetricError;
use super::factor::Factor;
use super::frobenius::Frobenius;
use super::logdet::LogDet;
use super::space::{Direction, Refusal, Space, dot};
use super::spec::{MatrixGeometry, MetricSpec};
use super::symmetric::Symmetric;
use super::von_neumann::VonNeumann;
use crate::spec::Update;
use crate::state::{Array, Save, State, StateError};

/// The most coordinates a metric can have.
pub const MAX_DIM: usize = 1 << 15;

/// The most coordinates a metric of low rank can have.
pub const MAX_WIDE: usize = 1 << 20;

/// A learner of Mahalanobis distances; it starts at the Euclidean one, W = I, or as near to it as its rank allows.
pub struct MetricLearner {
    spec: MetricSpec,
    dim: usize,
    rounds: u64,
    space: Box<dyn Space>,
}

impl MetricLearner {
    /// A learner over `dim` coordinates that has seen nothing.
    pub fn new(spec: &MetricSpec, dim: usize) -> Result<Self, MetricError> {
        spec.check()?;
        let max = if spec.rank.is_some() { MAX_WIDE } else { MAX_DIM };
        if dim == 0 || dim > max {
            return Err(MetricError::Size { dim, max });
        }
        if let Some(rank) = spec.rank.filter(|&rank| rank > dim) {
            return Err(MetricError::Rank { rank, dim });
        }
        if Vec::<f64>::new().try_reserve_exact(dim * spec.rank.unwrap_or(4 * dim)).is_err() {
            return Err(MetricError::Size { dim, max });
        }
        let space: Box<dyn Space> = match (spec.geometry, spec.rank) {
            (_, Some(rank)) => Box::new(Factor::new(dim, rank)),
            (MatrixGeometry::LogDet, _) => Box::new(LogDet::new(dim)),
            (MatrixGeometry::Frobenius, _) => Box::new(Frobenius::new(dim)),
            (MatrixGeometry::VonNeumann, _) => Box::new(VonNeumann::new(dim)),
        };
        Ok(Self { spec: *spec, dim, rounds: 0, space })
    }

    /// What it learns and how.
    pub fn spec(&self) -> &MetricSpec {
        &self.spec
    }

    /// The number of coordinates.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The coordinates of an image L x: the rank, or all of them.
    pub fn rank(&self) -> usize {
        self.spec.rank.unwrap_or(self.dim)
    }

    /// Sets the factor that a metric of low rank starts from, row by row, before it has learned anything.
    pub fn start_at(&mut self, factor: &[f64]) -> Result<(), MetricError> {
        let expected = self.rank() * self.dim;
        if self.spec.rank.is_none() || self.rounds > 0 || factor.len() != expected {
            return Err(MetricError::Length { expected, found: factor.len() });
        }
        finite("the factor", factor)?;
        let state = State::of(|state| state.put("factor", Array::F64(factor.to_vec())));
        self.space.restore(&state).map_err(|_| MetricError::Overflow { round: 1 })
    }

    /// Rounds learned from.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    fn check(&self, what: &'static str, z: &[f64]) -> Result<(), MetricError> {
        if z.len() != self.dim {
            return Err(MetricError::Length { expected: self.dim, found: z.len() });
        }
        finite(what, z)
    }

    /// The squared distance z'Wz of two points that differ by z. Changes nothing.
    pub fn distance(&self, z: &[f64]) -> Result<f64, MetricError> {
        self.check("the difference", z)?;
        let p = self.space.distance(z);
        if p.is_finite() { Ok(p) } else { Err(MetricError::Overflow { round: self.rounds + 1 }) }
    }

    /// Learns that two points that differ by z should be at the squared distance `target`; gives z'Wz before learning.
    pub fn learn_pair(&mut self, z: &[f64], target: f64) -> Result<f64, MetricError> {
        self.check("the difference", z)?;
        finite("the target", &[target])?;
        Ok(self.round(Direction::Pair(z), target)?[0])
    }

    /// Learns that `near` should be shorter than `far` by `margin`, in squared distance; gives both before learning.
    pub fn learn_relative(
        &mut self,
        near: &[f64],
        far: &[f64],
        margin: f64,
    ) -> Result<(f64, f64), MetricError> {
        self.check("the near difference", near)?;
        self.check("the far difference", far)?;
        finite("the margin", &[margin])?;
        let [near, far] = self.round(Direction::Relative(near, far), -margin)?;
        Ok((near, far))
    }

    fn round(&mut self, x: Direction<'_>, y: f64) -> Result<[f64; 2], MetricError> {
        let round = self.rounds + 1;
        let eta = self.spec.rate.at(self.spec.eta, round);
        let refused = |why| match why {
            Refusal::Overflow => MetricError::Overflow { round },
            Refusal::OutOfCone => MetricError::OutOfCone { round },
            Refusal::Eigen => MetricError::Eigen { rounds: round - 1 },
        };
        let distances = self.space.open(x);
        let slope = (distances[0] - distances[1]) - y;
        if !(slope.is_finite() && (eta * slope).is_finite()) {
            return Err(MetricError::Overflow { round });
        }
        let satisfied = slope == 0.0 || (slope < 0.0 && matches!(x, Direction::Relative(..)));
        if !satisfied {
            match self.spec.update {
                Update::Explicit => self.space.explicit(x, eta * slope),
                Update::Implicit => self.space.implicit(x, eta, y),
            }
            .map_err(refused)?;
            self.space.commit();
        }
        self.rounds = round;
        Ok(distances)
    }

    /// W, row by row: `dim * dim` numbers, symmetric to the last bit.
    pub fn matrix(&self) -> Vec<f64> {
        self.space.matrix()
    }

    /// L with W = L'L, row by row: distances under W are Euclidean ones between the points L x.
    pub fn factor(&self) -> Result<Vec<f64>, MetricError> {
        self.space.factor().map_err(|_| MetricError::Eigen { rounds: self.rounds })
    }

    /// The eigenvalues of W, the largest first; under a low rank, the rank's many that are not 0 by definition.
    pub fn spectrum(&self) -> Result<Vec<f64>, MetricError> {
        let factor = self.factor()?;
        let row = |i: usize| &factor[i * self.dim..(i + 1) * self.dim];
        // L L' has the eigenvalues of L'L.
        let eigen = Symmetric::from_fn(self.rank(), |i, j| dot(row(i), row(j))).eigen();
        let mut values = eigen.map_err(|_| MetricError::Eigen { rounds: self.rounds })?.values;
        values.reverse();
        Ok(values)
    }

    /// L x for every point x, where W = L'L. `points` holds them one after another; so does the result.
    pub fn transform(&self, points: &[f64]) -> Result<Vec<f64>, MetricError> {
        if !points.len().is_multiple_of(self.dim) {
            return Err(MetricError::Length { expected: self.dim, found: points.len() % self.dim });
        }
        finite("the points", points)?;
        let factor = self.factor()?;
        let images: Vec<f64> = points
            .chunks_exact(self.dim)
            .flat_map(|x| factor.chunks_exact(self.dim).map(move |row| dot(row, x)))
            .collect();
        match images.iter().all(|v| v.is_finite()) {
            true => Ok(images),
            false => Err(MetricError::Overflow { round: self.rounds + 1 }),
        }
    }

    /// Everything needed to go on, bit for bit.
    pub fn state(&self) -> State {
        State::of(|state| self.save(state))
    }

    /// Writes everything needed to go on.
    pub fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put_count("dim", self.dim as u64);
        self.space.save(state);
    }

    /// Goes on from a state that the same spec and dimension wrote. On an error nothing has changed.
    pub fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.count("rounds")?;
        let dim = state.count("dim")?;
        if dim != self.dim as u64 {
            let reason = format!("a metric over {dim} coordinates, not {}", self.dim);
            return Err(StateError::Value { name: "dim".to_owned(), reason });
        }
        if rounds == u64::MAX {
            let reason = "no learner lives that long".to_owned();
            return Err(StateError::Value { name: "rounds".to_owned(), reason });
        }
        self.space.restore(state)?;
        self.rounds = rounds;
        Ok(())
    }
}

fn finite(what: &'static str, values: &[f64]) -> Result<(), MetricError> {
    match values.iter().position(|v| !v.is_finite()) {
        None => Ok(()),
        Some(position) => {
            let index = (values.len() > 1).then_some(position);
            Err(MetricError::NotFinite { what, index, value: values[position] })
        }
    }
}
