//! The order of the features within a line changes nothing.

use super::{Said, Trial, Verdict, train};

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    // In a small hash two features may share a slot, and sums are rounded in the order of the line.
    if trial.case.stream.named && trial.case.learner.bits.is_some_and(|bits| bits < 16) {
        return Ok(Said::Nothing);
    }
    let permuted = trial.case.stream.permuted(&mut trial.random).text();
    let file = if trial.case.stream.named { "permuted.vw" } else { "permuted.svm" };
    train::same(trial, "features in another order", file, permuted.as_bytes(), &[], true)
}
