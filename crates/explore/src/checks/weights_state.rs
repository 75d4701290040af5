//! The margin is the sum of weights times values. Not for `auto`, which mixes predictions, nor `flh`, which mixes copies.
//! Of learners under a matrix only where sizes are at most twelve powers of ten apart: further apart, what is small
//! is rounding of what is large (docs/sketch.md).

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use crate::case::Case;
use crate::learner::features;
use std::collections::HashMap;

/// How far a margin may be from the sum, relative to the sum of the terms' sizes: rounding under a badly conditioned matrix.
pub const TOLERANCE: f64 = 1e-6;

/// Differences below this are none: squares of such numbers are below the normal ones, and have no relative precision.
pub const FAINT: f64 = 1e-150;

/// Sums beyond this are not compared: explicit steps have exploded, and what a badly conditioned matrix makes of numbers
/// so far apart is rounding.
pub const EXPLODED: f64 = 1e30;

/// The largest size, and one over the smallest, for which a learner under a matrix is held to its weights.
const MATRIX_RANGE: f64 = 1e6;

/// Whether the margins of this case are held to the weights.
pub fn applies(case: &Case) -> bool {
    case.learner.is_linear() && (!case.learner.is_matrix() || case.stream.is_within(MATRIX_RANGE))
}

/// Compares a margin with the sum of these terms; nothing where they have exploded.
pub fn compare(margin: f64, terms: impl Iterator<Item = f64>) -> Option<Result<(), String>> {
    let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + f64::abs(term)));
    if !(size < EXPLODED && margin.abs() < EXPLODED) {
        return None;
    }
    let close = (margin - sum).abs() <= TOLERANCE * size + FAINT;
    Some(if close { Ok(()) } else { Err(format!("predicts {margin:?}, weights . x is {sum:?}")) })
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    if !applies(case) {
        return Ok(Said::Nothing);
    }
    let mut learner = walk::learner(case)?;
    walk::whole(case, learner.as_mut());
    let weights: HashMap<u32, f64> = learner.weights().iter().map(|w| (w.index, w.value)).collect();
    let mut said = Said::Nothing;
    for (place, example) in case.stream.examples().enumerate() {
        let mut buffer = features(&case.learner, example);
        let Ok(x) = buffer.finish() else { continue };
        if x.iter().any(|(index, _)| !weights.contains_key(&index)) {
            continue;
        }
        match compare(learner.margin(x), x.iter().map(|(index, value)| weights[&index] * value)) {
            None => {}
            Some(Ok(())) => said = Said::Holds,
            Some(Err(what)) => return Err(Finding::new(format!("example {}: {what}", place + 1))),
        }
    }
    Ok(said)
}
