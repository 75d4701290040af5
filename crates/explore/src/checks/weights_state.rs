//! The margin is the sum of weights times values. Not for `auto`, which mixes predictions, nor `flh`, which mixes copies.

use super::{Said, Trial, Verdict, walk};
use crate::bench::Finding;
use crate::learner::features;
use std::collections::HashMap;

/// How far a margin may be from the sum, relative to the sum of the terms' sizes: rounding under a badly conditioned matrix.
pub const TOLERANCE: f64 = 1e-6;

/// Differences below this are none: squares of such numbers are below the normal ones, and have no relative precision.
pub const FAINT: f64 = 1e-150;

/// Sums beyond this are not compared: explicit steps have exploded, and what a badly conditioned matrix makes of numbers
/// so far apart is rounding.
pub const EXPLODED: f64 = 1e30;

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
    if !case.learner.is_linear() {
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
