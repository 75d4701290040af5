//! Learning from a table: comparisons drawn from its classes.

use super::tally::Tally;
use crate::voice::failure::Failure;
use anyhow::Result;
use noregret::metric_learning::{Draws, MetricError, MetricLearner};
use noregret_io::dataset::Dataset;

/// The class of every row, all of which have one.
pub fn classes(data: &Dataset, rows: &[usize]) -> Vec<u32> {
    let of = data.labels.as_ref().map_or(&[][..], |labels| &labels.of);
    rows.iter().filter_map(|&row| of[row]).collect()
}

/// Learns from so many comparisons.
pub fn learn(
    learner: &mut MetricLearner,
    draws: &Draws<'_>,
    data: &Dataset,
    rounds: u64,
    tally: &mut Tally,
) -> Result<()> {
    let mut outcome = Ok(true);
    let learned = draws.learn(learner, rounds, |loss, distances| {
        outcome = tally.round(loss, distances);
        matches!(outcome, Ok(true))
    });
    outcome?;
    learned.map_err(|error| refused(data, &error))
}

/// A round that was refused.
fn refused(data: &Dataset, error: &MetricError) -> anyhow::Error {
    let message = format!("{}: {error}", data.file);
    let help = Some("a smaller --eta, or --update implicit, makes smaller steps".to_owned());
    Failure { message, help }.into()
}
