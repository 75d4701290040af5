//! The lanes of `auto` as a serving model: of every feature the weights and the scale, half its cell, and
//! of the mixture the shares.

use super::cell::{SCALE, WIDTH};
use super::float::Float;
use super::grid::{self, LANES};
use super::mixture::{Mixture, Seen};
use super::second::Second;
use super::whole::SECOND;
use crate::features::Features;
use crate::loss::{Labels, Loss};
use crate::online::{Predict, Weight};
use crate::state::{Part, Save, State, StateError};
use crate::table::{Compact, Lookup, Ranked};

/// The first half of a cell: the lanes' weights and the scale.
type Half = [f32; WIDTH];

/// A serving model: the lanes, their mixture and the interval of labels seen.
#[derive(Debug)]
pub struct Lanes {
    loss: Loss,
    rounds: u64,
    seen: Seen,
    mixture: Mixture<LANES>,
    table: Ranked<Half>,
    second: Option<Box<Second>>,
}

impl Lanes {
    /// The serving model of a learner with these cells.
    pub(super) fn new<F: Float, const N: usize>(
        loss: Loss,
        rounds: u64,
        seen: Seen,
        mixture: Mixture<LANES>,
        cells: &Compact<[F; N]>,
    ) -> Result<Self, StateError> {
        let walk = cells.walk();
        let indices: Vec<u32> = walk.indices().collect();
        let halves = walk.cells().map(|cell| std::array::from_fn(|k| cell[k].to_f64() as f32));
        let table = Ranked::new(&indices, halves.collect::<Vec<Half>>())?;
        Ok(Self { loss, rounds, seen, mixture, table, second: None })
    }

    /// The serving model of rows that averages make.
    pub(super) fn of_rows<F: Float>(
        (loss, rounds, seen, mixture): (Loss, u64, Seen, Mixture<LANES>),
        indices: &[u32],
        rows: &[[F; WIDTH]],
    ) -> Result<Self, StateError> {
        let halves = rows.iter().map(|row| std::array::from_fn(|k| row[k].to_f64() as f32));
        let table = Ranked::new(indices, halves.collect::<Vec<Half>>())?;
        Ok(Self { loss, rounds, seen, mixture, table, second: None })
    }

    /// With this second group beside it.
    pub(super) fn with(self, second: Option<Box<Second>>) -> Self {
        Self { second, ..self }
    }

    /// The interval that margins are brought into: that of the labels, where they are numbers.
    pub(crate) fn clip(&self) -> Option<[f64; 2]> {
        (self.loss.labels() == Labels::Real).then_some([self.seen.low, self.seen.high])
    }

    /// Rounds that were learned from.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The mean of the lanes' weights on the plain value of a feature, by posterior.
    fn mean(&self, index: u32, half: &Half) -> f64 {
        let scale = f64::from(half[SCALE]);
        let first =
            (0..LANES).fold(0.0, |sum, k| sum + self.mixture.shares[k] * (f64::from(half[k]) / scale));
        self.second.as_ref().map_or(first, |second| second.mean(index, first))
    }

    /// The means of the lanes' weights on plain values, by posterior.
    pub fn weights(&self) -> Vec<Weight> {
        self.table.iter().map(|(index, half)| Weight { index, value: self.mean(index, half) }).collect()
    }

    /// How many of those weights are not 0.
    pub fn active(&self) -> usize {
        self.table.iter().filter(|(index, half)| self.mean(*index, half) != 0.0).count()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.second.as_ref().map_or(0, |second| second.bytes())
    }

    /// Writes everything that predicting needs.
    pub fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.all("labels", &[self.seen.low, self.seen.high]);
        state.all("lanes.posterior", &self.mixture.shares);
        let cells = self.table.cells();
        state.each("index", cells.len(), self.table.indices());
        state.rows("cells", cells.len(), cells.iter().copied());
        if let Some(second) = &self.second {
            second.save(&mut Part::new(state, SECOND));
        }
    }

    /// Reads back what [`save`](Self::save) wrote.
    pub fn restore(loss: Loss, state: &mut State) -> Result<Self, StateError> {
        let labels = state.reals_of("labels", 2)?.to_vec();
        let shares = state.reals_of("lanes.posterior", LANES)?;
        let total: f64 = shares.iter().sum();
        if (total - 1.0).abs() > 1e-9 || shares.iter().any(|share| *share < 0.0) || labels[0] > labels[1] {
            return Err(StateError::impossible("lanes.posterior", "shares are positive and sum to 1"));
        }
        let mixture = Mixture { shares: std::array::from_fn(|k| shares[k]), ..Mixture::new(grid::prior()) };
        let seen = Seen { low: labels[0], high: labels[1] };
        let rounds = state.rounds()?;
        let second = match state.has(&format!("{SECOND}.index")) {
            true => Some(Box::new(Second::restore(loss, &state.part(SECOND))?)),
            false => None,
        };
        let indices = state.take_numbers::<u32>("index")?;
        let numbers = state.take_numbers::<f32>("cells")?;
        if numbers.len() != indices.len() * WIDTH {
            let (expected, found) = (indices.len() * WIDTH, numbers.len());
            return Err(StateError::Length { name: "cells".to_owned(), expected, found });
        }
        let halves = numbers.cast::<Half>();
        // 0 times a number is 0 unless the number is not finite.
        let sound = |half: &Half| half[SCALE] > 0.0 && half.iter().fold(0.0, |sum, v| sum + v * 0.0) == 0.0;
        if !halves.iter().fold(true, |all, half| all & sound(half)) {
            return Err(StateError::impossible("cells", "scales are positive, and all numbers finite"));
        }
        Ok(Self { loss, rounds, seen, mixture, table: Ranked::new(&indices, halves)?, second })
    }
}

impl Predict for Lanes {
    fn margin(&self, x: Features<'_>) -> f64 {
        let p = super::margin(self.loss, self.seen, &self.mixture, &self.table, x);
        match &self.second {
            Some(second) if !p.is_nan() => second.margin::<f32>(&second.outer, (self.loss, self.seen), p, x),
            _ => p,
        }
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let parts = super::contributions::contributions(self.loss, self.seen, &self.mixture, &self.table, x);
        let Some(second) = &self.second else { return parts };
        let p = super::margin(self.loss, self.seen, &self.mixture, &self.table, x);
        second.contributions::<f32>(&second.outer, (self.loss, self.seen), p, parts, x)
    }
}
