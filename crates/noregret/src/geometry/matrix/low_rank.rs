//! `ada-lr`: the full matrix, of which a randomized low-rank factorization is taken every round.
//!
//! G += g g';  Q an orthonormal basis of G Pi' (Pi a tau x d Hadamard projection);  B = Q'G = U diag(s) V;
//! w <- w - eta V'(s^(1/2) + delta)^-1 V g: the step stays in the span of V.
//! Cost: O(tau d^2) a round and d^2 numbers. Weakness: as dear to keep as `ada-full` and less exact; it
//! is here to compare with.
//! Reference: Krummenacher et al. 2016; Halko, Martinsson and Tropp 2011.

mod merge;

use super::super::Geometry;
use super::{FULL_LIMIT, HUGE};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::sketch::jacobi::{Columns, Decomposed};
use crate::sketch::{Hadamard, add_scaled};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::Slots;

/// Singular values below this share of the largest are rounding.
const RANK: f64 = 1e-12;

/// `ada-lr`: the matrix, its image and the weights.
pub struct LowRank {
    eta: f64,
    delta: f64,
    tau: usize,
    hadamard: Hadamard,
    slots: Slots,
    /// G, and its image G Pi'.
    squares: Columns,
    image: Columns,
    weights: Vec<f64>,
    rounds: u64,
    round: Open,
}

/// A round in the making.
struct Open {
    unseen: Vec<u32>,
    squares: Columns,
    image: Columns,
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
            squares: Columns::default(),
            image: Columns::default(),
            weights: Vec::new(),
            rounds: 0,
            round: Open {
                unseen: Vec::new(),
                squares: Columns::default(),
                image: Columns::default(),
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

    /// eta V'(s^(1/2) + delta)^-1 V x.
    fn precondition(&self, x: &[f64]) -> Vec<f64> {
        let (squares, image) = (&self.round.squares, &self.round.image);
        let d = x.len();
        // The left singular vectors of G Pi' that are more than rounding span its range: Q.
        let range = image.clone().decompose(false);
        let kept = range.rank();
        // The columns of B' = G Q.
        let mut b = Columns { numbers: vec![0.0; kept * d], length: d };
        for i in 0..d {
            for (k, target) in b.numbers.chunks_exact_mut(d).enumerate() {
                add_scaled(target, range.left.column(k)[i], squares.column(i));
            }
        }
        let turned = b.decompose(false);
        let mut direction = vec![0.0; d];
        for (j, s) in turned.values[..turned.rank()].iter().enumerate() {
            let v = turned.left.column(j);
            let along = v.iter().zip(x).fold(0.0, |sum, (v, x)| sum + v * x);
            add_scaled(&mut direction, self.eta * along / (s.sqrt() + self.delta), v);
        }
        direction
    }
}

/// Columns grow with the features: unseen ones begin with 0.
fn grown(before: &Columns, length: usize, count: usize) -> Columns {
    let mut columns = Columns { numbers: vec![0.0; length * count], length };
    let old = before.numbers.chunks_exact(before.length.max(1));
    for (target, source) in columns.numbers.chunks_exact_mut(length.max(1)).zip(old) {
        target[..before.length].copy_from_slice(source);
    }
    columns
}

impl Decomposed {
    /// How many values are more than rounding.
    fn rank(&self) -> usize {
        self.values.iter().take_while(|&&s| s > RANK * self.values[0]).count()
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
        let mut projected = vec![0.0; self.tau];
        x.iter().for_each(|(index, value)| self.hadamard.add_column(index, slope * value, &mut projected));
        let square = slope * slope;
        let mut squares = grown(&self.squares, d, d);
        for (column, v) in squares.numbers.chunks_exact_mut(d.max(1)).zip(&dense) {
            column.iter_mut().zip(&dense).for_each(|(entry, u)| *entry += square * (u * v));
        }
        let mut image = grown(&self.image, d, self.tau);
        for (column, p) in image.numbers.chunks_exact_mut(d.max(1)).zip(&projected) {
            column.iter_mut().zip(&dense).for_each(|(entry, u)| *entry += slope * (u * p));
        }
        self.round.fine = squares.numbers.iter().chain(&image.numbers).all(|v| v.abs() < HUGE);
        (self.round.squares, self.round.image) = (squares, image);
        let nothing = slope == 0.0 || d == 0;
        self.round.direction =
            if nothing || !self.round.fine { vec![0.0; d] } else { self.precondition(&dense) };
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
        self.squares = std::mem::take(&mut self.round.squares);
        self.image = std::mem::take(&mut self.round.image);
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

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.all("index", self.slots.indices());
        state.all("weight", &self.weights);
        state.all("squares", &self.squares.numbers);
        state.all("image", &self.image.numbers);
    }

    fn freeze(&self) -> Option<Frozen> {
        Frozen::weights(self.rounds, &self.weights())
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
        self.squares = Columns { numbers: squares.to_vec(), length: d };
        self.image = Columns { numbers: image.to_vec(), length: d };
        (self.rounds, self.slots, self.weights) = (rounds, slots, weights);
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.merge_matrices(parts)
    }
}
