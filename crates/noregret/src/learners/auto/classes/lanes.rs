//! The lanes of `auto` over classes as they predict: a feature's weights and scale, half of its row, the links and the shares of the lanes.

use super::super::Float;
use super::grid::LANES;
use super::kernel::{Block, blocks};
use super::link::Links;
use super::{contributions, predicted, weights};
use crate::features::Features;
use crate::online::Weight;
use crate::state::{Save, State, StateError};
use crate::table::Strided;

/// The lanes of all classes, and their shares.
#[derive(Debug)]
pub struct ClassLanes {
    outputs: usize,
    shares: [f64; LANES],
    links: Links,
    table: Strided<Block<f32>, 1>,
}

impl ClassLanes {
    /// From a learner's rows.
    pub(super) fn new<F: Float>(
        outputs: usize,
        (shares, links): ([f64; LANES], Links),
        rows: &Strided<Block<F>, 2>,
    ) -> Result<Self, StateError> {
        let (sorted, blocks) = (rows.sorted(), blocks(outputs));
        let indices: Vec<u32> = sorted.iter().map(|(index, _)| *index).collect();
        let mut table = Strided::<Block<f32>, 1>::restore(&indices, blocks)?;
        for (k, (_, place)) in sorted.iter().enumerate() {
            let half = rows.part(*place, 0, blocks).iter().map(|block| block.map(|v| v.to_f64() as f32));
            table.part_mut(k, 0, blocks).iter_mut().zip(half).for_each(|(to, from)| *to = from);
        }
        Ok(Self { outputs, shares, links, table })
    }

    /// How many classes.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The mixture's margins, of at least all classes.
    pub(crate) fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        predicted(&self.table, self.outputs, (&self.shares, &self.links), x, margins);
    }

    /// What each feature adds to the margins, by posterior.
    pub(crate) fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        contributions(&self.table, self.outputs, (&self.shares, &self.links), x)
    }

    /// A class's weights on plain values, by posterior.
    pub(crate) fn weights(&self, class: usize) -> Vec<Weight> {
        weights(&self.table, self.outputs, (&self.shares, &self.links), class)
    }

    /// How many of them are not 0.
    pub(crate) fn active(&self) -> usize {
        let class = |class| self.weights(class).iter().filter(|weight| weight.value != 0.0).count();
        (0..self.outputs).map(class).sum()
    }

    /// Bytes of memory held.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Writes the shares, links and rows.
    pub(crate) fn save(&self, state: &mut dyn Save) {
        state.all("lanes.posterior", &self.shares);
        self.links.save(state);
        let (sorted, blocks, kept) = (self.table.sorted(), blocks(self.outputs), 1 + LANES * self.outputs);
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        let row =
            |(_, place): &(u32, u32)| self.table.part(*place, 0, blocks).iter().flatten().copied().take(kept);
        state.each("cells", sorted.len() * kept, sorted.iter().flat_map(row));
    }

    /// Reads them back.
    pub(crate) fn restore(outputs: usize, state: &State) -> Result<Self, StateError> {
        let impossible =
            |name: &str, reason: &str| StateError::Value { name: name.to_owned(), reason: reason.to_owned() };
        let shares = state.reals_of("lanes.posterior", LANES)?;
        if (shares.iter().sum::<f64>() - 1.0).abs() > 1e-9 || shares.iter().any(|share| *share <= 0.0) {
            return Err(impossible("lanes.posterior", "shares are positive and sum to 1"));
        }
        let (indices, numbers) = (state.indices("index")?, state.numbers::<f32>("cells")?);
        let kept = 1 + LANES * outputs;
        if numbers.len() != indices.len() * kept {
            let (expected, found) = (indices.len() * kept, numbers.len());
            return Err(StateError::Length { name: "cells".to_owned(), expected, found });
        }
        let blocks = blocks(outputs);
        let mut table = Strided::<Block<f32>, 1>::restore(indices, blocks)?;
        for (k, row) in numbers.chunks_exact(kept).enumerate() {
            if !(row[0] > 0.0 && row.iter().all(|v| v.is_finite())) {
                return Err(impossible("cells", "scales are positive, and all numbers finite"));
            }
            let places = table.part_mut(k, 0, blocks).iter_mut().flatten();
            places.zip(row).for_each(|(place, number)| *place = *number);
        }
        let links = Links::restore(state)?;
        Ok(Self { outputs, shares: std::array::from_fn(|k| shares[k]), links, table })
    }
}
