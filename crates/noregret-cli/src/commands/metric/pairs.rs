//! Learning from random pairs of a labelled table.

use super::tally::Tally;
use crate::voice::failure::Failure;
use anyhow::Result;
use noregret::metric_learning::evaluate::{self, Targets};
use noregret::metric_learning::{MetricLearner, Sample};
use noregret_io::dataset::{Dataset, Encoding};

/// The class of every row, all of which have one.
pub fn classes(data: &Dataset, rows: &[usize]) -> Vec<u32> {
    let of = data.labels.as_ref().map_or(&[][..], |labels| &labels.of);
    rows.iter().filter_map(|&row| of[row]).collect()
}

/// Learns from so many pairs; gives the targets.
pub fn learn(
    learner: &mut MetricLearner,
    encoding: &Encoding,
    data: &Dataset,
    seed: u64,
    rounds: u64,
    tally: &mut Tally,
) -> Result<Targets> {
    let rows: Vec<usize> = (0..data.rows()).collect();
    let points = encoding.vectors(data, &rows).map_err(super::table::refused)?;
    let classes = classes(data, &rows);
    let sample = Sample::new(&points, &classes, encoding.dim());
    if sample.len() < 2 {
        let message = format!("{}: pairs need at least two rows", data.file);
        return Err(Failure { message, help: None }.into());
    }
    let targets = Targets::of(&sample, seed);
    let mut outcome = Ok(true);
    let learned = evaluate::learn(learner, &sample, targets, seed, rounds, |p, target| {
        outcome = tally.round(0.5 * (p - target) * (p - target), &[p]);
        matches!(outcome, Ok(true))
    });
    outcome?;
    learned.map_err(|error| {
        let message = format!("{}: {error}", data.file);
        let help = Some("a smaller --eta, or --update implicit, makes smaller steps".to_owned());
        anyhow::Error::from(Failure { message, help })
    })?;
    Ok(targets)
}
