//! The lanes of `auto` over classes as they predict: a feature's weights and scale, the links and the shares of the lanes.

use super::super::Float;
use super::grid::LANES;
use super::link::Links;
use super::rows::{Rows, WEIGHTS, WHOLE};
use super::{active, contributions, predicted, weights};
use crate::features::Features;
use crate::online::Weight;
use crate::state::{Save, State, StateError};

/// The lanes of all classes, and their shares.
#[derive(Debug)]
pub struct ClassLanes {
    outputs: usize,
    shares: [f64; LANES],
    links: Links,
    rows: Rows<f32, WEIGHTS>,
}

impl ClassLanes {
    /// From a learner's rows.
    pub(super) fn new<F: Float>(
        outputs: usize,
        (shares, links): ([f64; LANES], Links),
        learned: &Rows<F, WHOLE>,
    ) -> Result<Self, StateError> {
        let sorted = learned.table.sorted();
        let indices: Vec<u32> = sorted.iter().map(|(index, _)| *index).collect();
        let mut rows = Rows::restore(&indices, outputs)?;
        for (k, &(_, place)) in sorted.iter().enumerate() {
            rows.set_head(k, (learned.head(place).0.to_f64() as f32, 0.0));
            for (class, lane) in (0..outputs).flat_map(|class| (0..LANES).map(move |lane| (class, lane))) {
                rows.set(k, class, lane, learned.number(place, class, lane).to_f64() as f32);
            }
        }
        Ok(Self { outputs, shares, links, rows })
    }

    /// How many classes.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The mixture's margins, of at least all classes.
    pub(crate) fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        predicted(&self.rows, self.outputs, (&self.shares, &self.links), x, margins);
    }

    /// What each feature adds to the margins, by posterior.
    pub(crate) fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        contributions(&self.rows, self.outputs, (&self.shares, &self.links), x)
    }

    /// A class's weights on plain values, by posterior.
    pub(crate) fn weights(&self, class: usize) -> Vec<Weight> {
        weights(&self.rows, self.outputs, (&self.shares, &self.links), class)
    }

    /// How many of them are not 0.
    pub(crate) fn active(&self) -> usize {
        active(&self.rows, self.outputs, (&self.shares, &self.links))
    }

    /// Bytes of memory held.
    pub(crate) fn bytes(&self) -> u64 {
        self.rows.table.bytes()
    }

    /// Writes the shares, links and rows.
    pub(crate) fn save(&self, state: &mut dyn Save) {
        state.all("lanes.posterior", &self.shares);
        self.links.save(state);
        let (sorted, kept) = (self.rows.table.sorted(), 1 + LANES * self.outputs);
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        let row = |&(_, place): &(u32, u32)| {
            let weights = (0..kept - 1).map(move |k| self.rows.number(place, k / LANES, k % LANES));
            std::iter::once(self.rows.head(place).0).chain(weights)
        };
        state.each("cells", sorted.len() * kept, sorted.iter().flat_map(row));
    }

    /// Reads them back.
    pub(crate) fn restore(outputs: usize, state: &State) -> Result<Self, StateError> {
        let shares = state.reals_of("lanes.posterior", LANES)?;
        if (shares.iter().sum::<f64>() - 1.0).abs() > 1e-9 || shares.iter().any(|share| *share <= 0.0) {
            return Err(StateError::impossible("lanes.posterior", "shares are positive and sum to 1"));
        }
        let (indices, numbers) = (state.indices("index")?, state.numbers::<f32>("cells")?);
        let kept = 1 + LANES * outputs;
        if numbers.len() != indices.len() * kept {
            let (expected, found) = (indices.len() * kept, numbers.len());
            return Err(StateError::Length { name: "cells".to_owned(), expected, found });
        }
        let mut rows = Rows::restore(indices, outputs)?;
        for (k, row) in numbers.chunks_exact(kept).enumerate() {
            if !(row[0] > 0.0 && row.iter().all(|v| v.is_finite())) {
                return Err(StateError::impossible("cells", "scales are positive, and all numbers finite"));
            }
            rows.set_head(k, (row[0], 0.0));
            row[1..].iter().enumerate().for_each(|(j, number)| rows.set(k, j / LANES, j % LANES, *number));
        }
        let links = Links::restore(state)?;
        Ok(Self { outputs, shares: std::array::from_fn(|k| shares[k]), links, rows })
    }
}
