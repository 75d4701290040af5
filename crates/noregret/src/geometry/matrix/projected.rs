//! Full matrices by random projection: `ada-dp` and `radagrad`.
//!
//! A tau-vector r is drawn or computed for every gradient, and C (tau x d) += r g'. The right singular vectors V of C and its singular values s
//! stand for those of the gradients:
//!
//! `ada-dp`: r ~ N(0, 1/tau)^tau, C'C is G on average, H = delta I + (C'C)^(1/2);
//! `radagrad`: r = Pi g with a fixed Hadamard projection Pi, C' is G Pi', whose values are near those of G:
//! w <- w - eta (V'(s^(1/2) + delta)^-1 V g + g - V'V g).
//!
//! Both are w <- w - b0 (g - V' diag(f) V g). With C C' = U diag(s^2) U' kept as a tau x tau matrix, V = diag(1/s) U'C, so the step is C' k for a small k: the
//! weights are b + C't, and a round costs O(tau nnz + tau^3), whatever the number of features.
//! Weakness: singular values below 1e-7 of the largest are not told from rounding and count as 0; both are noisier than frequent directions.
//! Reference: Krummenacher et al. 2016 (`radagrad`); Wan, Wei and Zhang 2018 (as `ada-dp`).

use super::super::Geometry;
use super::HUGE;
use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::root::{Form, Probe};
use crate::sketch::{Hadamard, Slots, add_scaled, dot, gaussian_row};
use crate::spec::Projection;
use crate::state::{Array, State, StateError};
use faer::{Mat, Side};

/// Squared singular values below this share of the largest are rounding.
const RANK: f64 = 1e-14;

/// The learner.
pub struct Projected {
    kind: Projection,
    eta: f64,
    delta: f64,
    tau: usize,
    seed: u64,
    hadamard: Hadamard,
    slots: Slots,
    /// Of every feature: its part of b, then its column of C.
    cells: Vec<f64>,
    /// C C'.
    gram: Mat<f64>,
    tilt: Vec<f64>,
    rounds: u64,
    round: Open,
}

/// A round in the making.
#[derive(Default)]
struct Open {
    /// C x and |x|^2.
    image: Vec<f64>,
    norm2: f64,
    slope: f64,
    /// r / slope for radagrad, r for ada-dp.
    row: Vec<f64>,
    gram: Option<Mat<f64>>,
    /// C x after the round, and the k of a step of slope 1.
    pull: Vec<f64>,
    /// x'H^-1 x.
    curvature: f64,
    step: f64,
    unseen: Vec<u32>,
    fine: bool,
}

impl Projected {
    /// A learner that has seen nothing.
    pub fn new(kind: Projection, eta: f64, delta: f64, tau: usize, seed: u64) -> Self {
        Self {
            kind,
            eta,
            delta,
            tau,
            seed,
            hadamard: Hadamard::new(seed, tau),
            slots: Slots::default(),
            cells: Vec::new(),
            gram: Mat::zeros(tau, tau),
            tilt: vec![0.0; tau],
            rounds: 0,
            round: Open::default(),
        }
    }

    fn cell(&self, slot: usize) -> &[f64] {
        &self.cells[slot * (self.tau + 1)..][..self.tau + 1]
    }

    fn at(&self, slot: usize) -> f64 {
        let cell = self.cell(slot);
        cell[0] + dot(&self.tilt, &cell[1..])
    }

    /// b0, the step outside the directions.
    fn outside(&self) -> f64 {
        match self.kind {
            Projection::Gaussian => self.eta / self.delta,
            Projection::Hadamard => self.eta,
        }
    }

    /// f(s).
    fn damping(&self, s: f64) -> f64 {
        match self.kind {
            Projection::Gaussian => s / (self.delta + s),
            Projection::Hadamard => 1.0 - 1.0 / (s.sqrt() + self.delta),
        }
    }

    /// What the round adds to C for slope 1: C's column of feature i grows by `row` times x_i.
    fn row(&self) -> Vec<f64> {
        let factor = match self.kind {
            Projection::Gaussian => self.round.slope,
            Projection::Hadamard => self.round.slope * self.round.slope,
        };
        self.round.row.iter().map(|r| r * factor).collect()
    }
}

impl Geometry for Projected {
    fn margin(&self, x: Features<'_>) -> f64 {
        let mut sums = vec![0.0; self.tau + 1];
        for (index, value) in x.iter() {
            if let Some(slot) = self.slots.get(index) {
                add_scaled(&mut sums, value, self.cell(slot));
            }
        }
        sums[0] + dot(&self.tilt, &sums[1..])
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.slots.reserve(x)?;
        let mut sums = vec![0.0; self.tau + 1];
        self.round.unseen.clear();
        for (index, value) in x.iter() {
            match self.slots.get(index) {
                Some(slot) => add_scaled(&mut sums, value, self.cell(slot)),
                None => self.round.unseen.push(index),
            }
        }
        let margin = sums[0] + dot(&self.tilt, &sums[1..]);
        self.round.image = sums.split_off(1);
        self.round.norm2 = x.values().iter().fold(0.0, |sum, v| sum + v * v);
        Ok(margin)
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        let row = match self.kind {
            Projection::Gaussian => gaussian_row(self.seed, self.tau, self.rounds + 1),
            Projection::Hadamard => {
                let mut image = vec![0.0; self.tau];
                x.iter().for_each(|(index, value)| self.hadamard.add_column(index, value, &mut image));
                image
            }
        };
        self.round.slope = slope;
        self.round.row = row;
        let (row, image, norm2) = (self.row(), &self.round.image, self.round.norm2);
        // (C + r x')(C + r x')' and (C + r x') x.
        let gram = Mat::from_fn(self.tau, self.tau, |i, j| {
            let (i, j) = (i.max(j), i.min(j));
            self.gram[(i, j)] + (row[i] * image[j] + image[i] * row[j]) + norm2 * (row[i] * row[j])
        });
        let after: Vec<f64> = image.iter().zip(&row).map(|(c, r)| c + norm2 * r).collect();
        let finite = (0..self.tau).all(|i| (0..self.tau).all(|j| gram[(i, j)].abs() < HUGE)) && norm2 < HUGE;
        self.round.pull = vec![0.0; self.tau];
        self.round.curvature = self.outside() * norm2;
        self.round.fine = finite;
        if finite && let Ok(eigen) = gram.self_adjoint_eigen(Side::Lower) {
            let (u, values) = (eigen.U(), eigen.S().column_vector());
            let most = values[self.tau - 1];
            for j in (0..self.tau).filter(|&j| values[j] > RANK * most && values[j] > 0.0) {
                let s = values[j].sqrt();
                let along = (0..self.tau).fold(0.0, |sum, i| sum + u[(i, j)] * after[i]) / s;
                let bent = self.outside() * self.damping(s) * along;
                self.round.curvature -= bent * along;
                (0..self.tau).for_each(|i| self.round.pull[i] += u[(i, j)] * (bent / s));
            }
        }
        self.round.gram = Some(gram);
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

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        self.round.step = s;
        let huge = |v: f64| v.is_nan() || v.abs() > HUGE;
        let row = self.row();
        let largest = x.values().iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let tilts = self.tilt.iter().zip(&self.round.pull).map(|(t, k)| t + s * k);
        let fixed = dot(&self.tilt, &row) * largest;
        if !self.round.fine
            || row.iter().any(|r| huge(r * largest))
            || tilts.into_iter().any(huge)
            || huge(fixed)
            || huge(self.outside() * s * largest)
        {
            return Err(LearnError::Overflow { index: None });
        }
        Ok(())
    }

    fn commit(&mut self, x: Features<'_>) {
        for &index in &self.round.unseen {
            self.slots.push(index);
        }
        let width = self.tau + 1;
        self.cells.resize(self.slots.len() * width, 0.0);
        let row = self.row();
        // C grows under the old tilt without the weights moving; then the step.
        let fixed = dot(&self.tilt, &row) + self.outside() * self.round.step;
        for (index, value) in x.iter() {
            if let Some(slot) = self.slots.get(index) {
                let cell = &mut self.cells[slot * width..][..width];
                cell[0] -= fixed * value;
                add_scaled(&mut cell[1..], value, &row);
            }
        }
        add_scaled(&mut self.tilt, self.round.step, &self.round.pull);
        if let Some(gram) = self.round.gram.take() {
            self.gram = gram;
        }
        self.rounds += 1;
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self) -> Vec<Weight> {
        let indices = self.slots.indices().iter().enumerate();
        let mut weights: Vec<Weight> =
            indices.map(|(slot, &index)| Weight { index, value: self.at(slot) }).collect();
        weights.sort_unstable_by_key(|weight| weight.index);
        weights
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        self.slots.get(index).map_or(0.0, |slot| self.at(slot))
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        8 * (self.cells.len() + self.tau * self.tau) as u64 + self.slots.bytes()
    }

    fn state(&self) -> State {
        let mut state = State::new();
        state.put_count("rounds", self.rounds);
        state.put("index", Array::U32(self.slots.indices().to_vec()));
        state.put("cells", Array::F64(self.cells.clone()));
        state.put("tilt", Array::F64(self.tilt.clone()));
        let gram = (0..self.tau).flat_map(|i| (0..self.tau).map(move |j| (i, j)));
        state.put("gram", Array::F64(gram.map(|place| self.gram[place]).collect()));
        state
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.rounds()?;
        let slots = Slots::restore(state.indices("index")?)?;
        let cells = state.reals_of("cells", slots.len() * (self.tau + 1))?.to_vec();
        let tilt = state.reals_of("tilt", self.tau)?.to_vec();
        let gram = state.reals_of("gram", self.tau * self.tau)?;
        self.gram = Mat::from_fn(self.tau, self.tau, |i, j| gram[i * self.tau + j]);
        (self.rounds, self.slots, self.cells, self.tilt) = (rounds, slots, cells, tilt);
        Ok(())
    }
}
