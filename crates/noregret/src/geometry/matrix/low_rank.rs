//! `ada-lr`: the full matrix, of which a randomized low-rank factorization is taken every round.
//!
//! G += g g';  Q an orthonormal basis of G Pi' (Pi a tau x d Hadamard projection);  B = Q'G = U diag(s) V;
//! w <- w - eta V'(s^(1/2) + delta)^-1 V g: the step stays in the span of V.
//! Cost: O(tau d^2) a round and d^2 numbers. Weakness: as dear to keep as `ada-full` and less exact; it is here to compare with.
//! Reference: Krummenacher et al. 2016; Halko, Martinsson and Tropp 2011.

use super::super::Geometry;
use super::{FULL_LIMIT, HUGE};
use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::root::{Form, Probe};
use crate::sketch::Hadamard;
use crate::slots::Slots;
use crate::state::{Array, State, StateError};
use faer::Mat;

/// Singular values below this share of the largest are rounding.
const RANK: f64 = 1e-12;

/// The learner.
pub struct LowRank {
    eta: f64,
    delta: f64,
    tau: usize,
    hadamard: Hadamard,
    slots: Slots,
    /// G, and G Pi'.
    squares: Mat<f64>,
    image: Mat<f64>,
    weights: Vec<f64>,
    rounds: u64,
    round: Open,
}

/// A round in the making.
struct Open {
    unseen: Vec<u32>,
    squares: Mat<f64>,
    image: Mat<f64>,
    /// H^-1 x, and x'H^-1 x.
    direction: Vec<f64>,
    curvature: f64,
    step: f64,
    fine: bool,
}

impl LowRank {
    /// A learner that has seen nothing.
    pub fn new(eta: f64, delta: f64, tau: usize, seed: u64) -> Self {
        Self {
            eta,
            delta,
            tau,
            hadamard: Hadamard::new(seed, tau),
            slots: Slots::default(),
            squares: Mat::new(),
            image: Mat::zeros(0, tau),
            weights: Vec::new(),
            rounds: 0,
            round: Open {
                unseen: Vec::new(),
                squares: Mat::new(),
                image: Mat::new(),
                direction: Vec::new(),
                curvature: 0.0,
                step: 0.0,
                fine: false,
            },
        }
    }

    /// x over the slots, the unseen features beyond them.
    fn dense(&self, x: Features<'_>) -> Vec<f64> {
        let mut dense = vec![0.0; self.slots.len() + self.round.unseen.len()];
        let mut next = self.slots.len();
        for (index, value) in x.iter() {
            let slot = self.slots.get(index).unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            dense[slot] = value;
        }
        dense
    }

    /// eta V'(s^(1/2) + delta)^-1 V x; `None` if the decomposition fails.
    fn precondition(&self, x: &[f64]) -> Option<Vec<f64>> {
        let (squares, image) = (&self.round.squares, &self.round.image);
        let d = x.len();
        // The left singular vectors of G Pi' that are more than rounding span its range.
        let range = image.thin_svd().ok()?;
        let values = range.S().column_vector();
        let kept = values.iter().take_while(|&&s| s > RANK * values[0]).count();
        let q = range.U().subcols(0, kept);
        let b = q.transpose() * squares;
        let svd = b.thin_svd().ok()?;
        let (v, values) = (svd.V(), svd.S().column_vector());
        let mut direction = vec![0.0; d];
        for j in 0..values.nrows() {
            if values[j] > RANK * values[0] {
                let along = (0..d).fold(0.0, |sum, i| sum + v[(i, j)] * x[i]);
                let factor = self.eta * along / (values[j].sqrt() + self.delta);
                (0..d).for_each(|i| direction[i] += factor * v[(i, j)]);
            }
        }
        Some(direction)
    }
}

impl Geometry for LowRank {
    fn margin(&self, x: Features<'_>) -> f64 {
        x.iter().fold(0.0, |sum, (index, v)| sum + self.weight(index, 0) * v)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.slots.reserve(x)?;
        self.round.unseen.clear();
        self.round.unseen.extend(x.indices().iter().filter(|&&index| self.slots.get(index).is_none()));
        let features = self.slots.len() + self.round.unseen.len();
        if features > FULL_LIMIT {
            return Err(LearnError::TooWide { features, limit: FULL_LIMIT, instead: "radagrad" });
        }
        Ok(self.margin(x))
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        let dense = self.dense(x);
        let d = dense.len();
        let known = self.slots.len();
        let old = |m: &Mat<f64>, i: usize, j: usize| {
            if i < m.nrows() && j < m.ncols() { m[(i, j)] } else { 0.0 }
        };
        let mut projected = vec![0.0; self.tau];
        x.iter().for_each(|(index, value)| self.hadamard.add_column(index, slope * value, &mut projected));
        let square = slope * slope;
        self.round.squares =
            Mat::from_fn(d, d, |i, j| old(&self.squares, i, j) + square * (dense[i] * dense[j]));
        self.round.image = Mat::from_fn(d, self.tau, |i, k| {
            (if i < known { self.image[(i, k)] } else { 0.0 }) + slope * (dense[i] * projected[k])
        });
        let finite = |m: &Mat<f64>| (0..m.ncols()).all(|j| m.col_as_slice(j).iter().all(|v| v.abs() < HUGE));
        self.round.fine = finite(&self.round.squares) && finite(&self.round.image);
        let nothing = slope == 0.0 || d == 0;
        self.round.direction = if nothing || !self.round.fine {
            vec![0.0; d]
        } else {
            self.precondition(&dense).unwrap_or_else(|| {
                self.round.fine = false;
                vec![0.0; d]
            })
        };
        self.round.curvature = dense.iter().zip(&self.round.direction).map(|(x, v)| x * v).sum();
    }

    fn probe(&self, _x: Features<'_>, _s: f64) -> Option<Probe> {
        None
    }

    fn form(&self) -> Form {
        Form::Plain
    }

    fn affine(&self, _x: Features<'_>) -> Option<f64> {
        Some(self.round.curvature.max(0.0))
    }

    fn stage(&mut self, _x: Features<'_>, s: f64) -> Result<(), LearnError> {
        self.round.step = s;
        let moved =
            |(slot, v): (usize, &f64)| (self.weights.get(slot).copied().unwrap_or(0.0) - s * v).abs() < HUGE;
        if self.round.fine && self.round.direction.iter().enumerate().all(moved) {
            return Ok(());
        }
        Err(LearnError::Overflow { index: None })
    }

    fn commit(&mut self, _x: Features<'_>) {
        for &index in &self.round.unseen {
            self.slots.push(index);
        }
        self.weights.resize(self.slots.len(), 0.0);
        let step = self.round.step;
        self.weights.iter_mut().zip(&self.round.direction).for_each(|(w, v)| *w -= step * v);
        self.squares = std::mem::replace(&mut self.round.squares, Mat::new());
        self.image = std::mem::replace(&mut self.round.image, Mat::new());
        self.rounds += 1;
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self) -> Vec<Weight> {
        self.slots.weights(|slot| self.weights[slot])
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        self.slots.get(index).map_or(0.0, |slot| self.weights[slot])
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        let d = self.weights.len() as u64;
        8 * (d * d + d * (self.tau as u64 + 1)) + self.slots.bytes()
    }

    fn state(&self) -> State {
        let mut state = State::new();
        let columns = |m: &Mat<f64>| (0..m.ncols()).flat_map(|j| m.col_as_slice(j).iter().copied()).collect();
        state.put_count("rounds", self.rounds);
        state.put("index", Array::U32(self.slots.indices().to_vec()));
        state.put("weight", Array::F64(self.weights.clone()));
        state.put("squares", Array::F64(columns(&self.squares)));
        state.put("image", Array::F64(columns(&self.image)));
        state
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.rounds()?;
        let slots = Slots::restore(state.indices("index")?)?;
        let d = slots.len();
        let weights = state.reals_of("weight", d)?.to_vec();
        let squares = state.reals_of("squares", d * d)?;
        let image = state.reals_of("image", d * self.tau)?;
        let symmetric = (0..d).all(|i| (0..i).all(|j| squares[i * d + j] == squares[j * d + i]));
        if !symmetric || (0..d).any(|i| squares[i * d + i] < 0.0) {
            let reason = "a sum of squares is symmetric and not negative".into();
            return Err(StateError::Value { name: "squares".into(), reason });
        }
        self.squares = Mat::from_fn(d, d, |i, j| squares[j * d + i]);
        self.image = Mat::from_fn(d, self.tau, |i, k| image[k * d + i]);
        (self.rounds, self.slots, self.weights) = (rounds, slots, weights);
        Ok(())
    }
}
