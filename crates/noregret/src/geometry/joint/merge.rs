//! Merging over the simplex and the ball: the mean of the parts' points, by the rounds they learned from.
//!
//! These sets are convex, so a mean of whole points stays inside; weighed coordinate by coordinate it would not. There is one rate for all and no
//! curvature of a coordinate: a part counts by its rounds. A coordinate that a part has not seen has the weight 0 there.

use super::{Joint, JointSet};
use crate::geometry::Geometry;
use crate::merge::{Clock, MergeError, Parts, Same, Union, next, toward};
use crate::rule::potential::Potential;
use crate::state::State;
use crate::table::Flat;

/// The mean of one coordinate: its weight, and its dual where parts have it.
#[derive(Clone, Copy)]
struct Mean {
    weight: f64,
    dual: f64,
    /// The rounds of the parts that have it.
    rounds: u64,
}

impl<P: Potential> Joint<P> {
    pub(super) fn merge_points(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let learned = self.rounds();
        let mut clock = Clock::new(learned, self.rounds);
        let mut union = Union::new(Vec::new());
        let (mut same, mut all, mut place) = (Same::default(), 0, 0);
        while let Some(part) = next(parts, place)? {
            same.add(&part);
            self.take(&part, place, &mut clock, &mut union, &mut all)?;
            place += 1;
        }
        if place == 0 {
            return Err(MergeError::NoParts);
        }
        let (rounds, reading) = (clock.rounds()?, clock.reading());
        if let Some(state) = same.state() {
            self.restore(&state).map_err(MergeError::state(0))?;
        } else {
            self.settle(union)?;
        }
        if place > 1 {
            (self.rounds, self.merged) = (reading, Some(rounds - reading));
        }
        Ok(())
    }

    fn take(
        &self,
        state: &State,
        place: usize,
        clock: &mut Clock,
        union: &mut Union<Mean>,
        all: &mut u64,
    ) -> Result<(), MergeError> {
        let mut part = Self::new(self.potential, self.set, self.schedule, self.start);
        part.restore(state).map_err(MergeError::state(place))?;
        let rounds = clock.add(part.rounds(), part.rounds)?;
        if let Some((index, _, _)) =
            self.table.touched().find(|&(index, _, _)| part.table.get(index).is_none())
        {
            return Err(MergeError::stranger(place, Some(index), "it lacks a feature that the start has"));
        }
        let cells: Vec<(u32, f64)> = part.table.touched().map(|(index, _, cell)| (index, cell[0])).collect();
        let indices: Vec<u32> = cells.iter().map(|cell| cell.0).collect();
        union.admit(&indices, |_, _| Mean { weight: 0.0, dual: 0.0, rounds: 0 });
        *all += rounds;
        let share = if *all == 0 { 1.0 } else { rounds as f64 / *all as f64 };
        union.beside(&indices, |_, mean, found| {
            let weight = found.map_or(0.0, |k| part.old(&[cells[k].1]));
            mean.weight = toward(mean.weight, weight, share);
            if let Some(k) = found {
                let dual = self.potential.scaled(cells[k].1, part.factor);
                mean.rounds += rounds;
                mean.dual = toward(
                    mean.dual,
                    dual,
                    if mean.rounds == 0 { 1.0 } else { rounds as f64 / mean.rounds as f64 },
                );
            }
            Ok(())
        })
    }

    /// Takes on the point of these means.
    fn settle(&mut self, union: Union<Mean>) -> Result<(), MergeError> {
        let p = self.potential;
        let seen = union.len() as u64;
        let mut cells = Vec::with_capacity(union.len());
        let mut squares = 0.0;
        for (index, mean) in union.into_iter() {
            let dual = p.dual(mean.weight);
            // A weight too small for a float stays one by its dual.
            let dual = if p.contains(dual) { dual } else { mean.dual };
            let weight = p.primal(dual);
            squares += weight * weight;
            if !(p.contains(dual) && weight.is_finite() && squares.is_finite()) {
                return Err(MergeError::Overflow { index: Some(index) });
            }
            cells.push((index, 0, [dual]));
        }
        if let JointSet::Ball { radius } = self.set {
            squares = squares.min(radius * radius);
        }
        let last = cells.last().map(|&(index, _, _)| index);
        self.table = Flat::of(last, false, cells.into_iter())
            .map_err(|error| MergeError::Memory { reason: error.to_string() })?;
        (self.seen, self.factor, self.squares) = (seen, 1.0, squares);
        Ok(())
    }
}
