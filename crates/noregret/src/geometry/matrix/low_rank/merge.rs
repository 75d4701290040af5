//! Merging whole matrices: G and its image G Pi' are sums of the same rounds, so the merged ones are the means of the parts'. Weights go by the
//! diagonal of what each part added to G.

use super::super::FULL_LIMIT;
use super::{Columns, LowRank, grown};
use crate::features::Features;
use crate::geometry::Geometry;
use crate::merge::{Clock, MergeError, Parts, Weighed, next, toward};
use crate::online::LearnError;
use crate::table::Slots;

/// The means so far, over the features of all parts.
struct Mean {
    slots: Slots,
    squares: Columns,
    image: Columns,
    weights: Vec<Weighed>,
}

impl LowRank {
    pub(super) fn merge_matrices(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let mut clock = Clock::new(self.rounds, self.rounds);
        let mut mean = Mean {
            slots: self.slots.clone(),
            squares: self.squares.clone(),
            image: self.image.clone(),
            weights: vec![Weighed::default(); self.weights.len()],
        };
        let mut place = 0;
        while let Some(state) = next(parts, place)? {
            let mut part = Self::new(self.eta, self.delta, self.tau, 0);
            part.restore(&state).map_err(MergeError::state(place))?;
            let rounds = clock.add(part.rounds, part.rounds)?;
            place += 1;
            self.take(&part, place, rounds, &mut mean)?;
        }
        if place == 0 {
            return Err(MergeError::NoParts);
        }
        let rounds = clock.rounds()?;
        let weights = mean.weights.iter().map(Weighed::mean).collect();
        let numbers = [&mean.squares.numbers, &mean.image.numbers, &weights];
        if !numbers.iter().all(|numbers| numbers.iter().all(|v| v.is_finite())) {
            return Err(MergeError::Overflow { index: None });
        }
        (self.slots, self.squares, self.image) = (mean.slots, mean.squares, mean.image);
        (self.weights, self.rounds) = (weights, rounds);
        Ok(())
    }

    /// Takes the part that is the `count`-th.
    fn take(&self, part: &Self, count: usize, rounds: u64, mean: &mut Mean) -> Result<(), MergeError> {
        let lacks = self.slots.indices().iter().find(|&&index| part.slots.get(index).is_none());
        if let Some(&index) = lacks {
            return Err(MergeError::stranger(
                count - 1,
                Some(index),
                "it lacks a feature that the start has",
            ));
        }
        mean.admit(part.slots.indices(), self.tau)?;
        let share = 1.0 / count as f64;
        let found: Vec<Option<usize>> =
            mean.slots.indices().iter().map(|&index| part.slots.get(index)).collect();
        let d = found.len();
        let entry = |columns: &Columns, row: Option<usize>, column: Option<usize>| {
            row.zip(column).map_or(0.0, |(row, column)| columns.column(column)[row])
        };
        for (j, column) in mean.squares.numbers.chunks_exact_mut(d.max(1)).enumerate() {
            for (i, number) in column.iter_mut().enumerate() {
                *number = toward(*number, entry(&part.squares, found[i], found[j]), share);
            }
        }
        for (j, column) in mean.image.numbers.chunks_exact_mut(d.max(1)).enumerate() {
            for (i, number) in column.iter_mut().enumerate() {
                *number = toward(*number, entry(&part.image, found[i], Some(j)), share);
            }
        }
        for (i, place) in found.iter().enumerate() {
            let Some(slot) = *place else { continue };
            let start = (i < self.slots.len()).then_some(i);
            let added = entry(&part.squares, *place, *place) - entry(&self.squares, start, start);
            if added < 0.0 {
                let index = Some(mean.slots.indices()[i]);
                return Err(MergeError::stranger(count - 1, index, "it has seen less than the start"));
            }
            mean.weights[i].take(part.weights[slot], added, rounds);
        }
        Ok(())
    }
}

impl Mean {
    /// Makes room for features that are not there yet.
    fn admit(&mut self, indices: &[u32], tau: usize) -> Result<(), MergeError> {
        let unseen: Vec<u32> =
            indices.iter().copied().filter(|&index| self.slots.get(index).is_none()).collect();
        let Some(&last) = unseen.iter().max() else { return Ok(()) };
        let features = self.slots.len() + unseen.len();
        if features > FULL_LIMIT {
            return Err(MergeError::TooWide { features, limit: FULL_LIMIT, instead: "ada-fd" });
        }
        let full = |error: LearnError| MergeError::Memory { reason: error.to_string() };
        self.slots.reserve(Features::trusted(&[last], &[1.0], &[])).map_err(full)?;
        unseen.iter().for_each(|&index| {
            self.slots.push(index);
        });
        self.squares = grown(&self.squares, features, features);
        self.image = grown(&self.image, features, tau);
        self.weights.resize(features, Weighed::default());
        Ok(())
    }
}
