//! Rows as learners wrote them before the hinge lane had one sum for all classes: `[s, v_00, v_01, v_02, v_10 ..]`, then a sum of squares for every lane of
//! every class. The sum for all classes becomes the mean of theirs. What is predicted stays as it was; what is learned from there on goes by today's rule.

use super::super::float::Float;
use super::grid::{ALONE, JOINT, LANES};
use super::rows::{Rows, WHOLE};
use super::sound;
use crate::state::{State, StateError};

/// Reads them.
pub fn rows<F: Float>(outputs: usize, state: &State) -> Result<Rows<F, WHOLE>, StateError> {
    let (indices, numbers) = (state.indices("index")?, state.numbers::<F>("cells")?);
    let kept = 1 + 2 * LANES * outputs;
    if numbers.len() != indices.len() * kept {
        let (expected, found) = (indices.len() * kept, numbers.len());
        return Err(StateError::Length { name: "cells".to_owned(), expected, found });
    }
    let mut rows = Rows::restore(indices, outputs)?;
    for (k, row) in numbers.chunks_exact(kept).enumerate() {
        let (weights, sums) = row[1..].split_at(LANES * outputs);
        sound(row[0], sums.iter().copied(), row)?;
        let alike = sums.iter().skip(ALONE).step_by(LANES).map(|sum| sum.to_f64()).sum::<f64>();
        rows.set_head(k, (row[0], F::from_f64(alike / outputs.max(1) as f64)));
        for class in 0..outputs {
            let at = |lane: usize| LANES * class + lane;
            (0..LANES).for_each(|lane| rows.set(k, class, lane, weights[at(lane)]));
            (0..JOINT).for_each(|lane| rows.set(k, class, LANES + lane, sums[at(lane)]));
        }
    }
    Ok(rows)
}
