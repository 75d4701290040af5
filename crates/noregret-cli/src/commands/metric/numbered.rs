//! Learning from comparisons of a table's rows, given by their numbers.
//!
//! A row of the file is a round: `target,i,j` (a squared distance between encoded rows, or `same` or `different` for the targets that classes
//! get), or with `--relative` the triplet `a,b,c`. Rows are counted from 1, without the header.

use super::constraints::Rows;
use super::table::refused;
use super::tally::Tally;
use crate::voice::failure::Failure;
use anyhow::Result;
use noregret::metric_learning::evaluate::Targets;
use noregret::metric_learning::{MetricLearner, Sample};
use noregret_io::dataset::TextRows;

/// Learns from every comparison, at most `limit` of them; gives the targets for `same` and `different`.
pub fn learn(
    file: &mut TextRows<'static>,
    rows: Rows,
    learner: &mut MetricLearner,
    sample: &Sample<'_>,
    seed: u64,
    limit: u64,
    tally: &mut Tally,
) -> Result<Targets> {
    let name = file.file().clone();
    let targets = Targets::of(sample, seed);
    let (mut z, mut far) = (vec![0.0; sample.dim], vec![0.0; sample.dim]);
    while tally.rounds < limit {
        let Some((line, fields)) = file.next_texts().map_err(refused)? else { break };
        let at = |problem: String| Failure { message: format!("{name}:{line}: {problem}"), help: None };
        let [first, second, third] = fields.as_slice() else {
            let found = fields.len();
            return Err(at(format!("{found} fields; {}", wanted(rows))).into());
        };
        let row = |place: usize, text: &str| {
            let row = text.trim().parse::<usize>().ok().filter(|row| (1..=sample.len()).contains(row));
            row.map(|row| row - 1).ok_or_else(|| {
                let last = sample.len();
                at(format!("field {place} {text:?}: a row is a whole number from 1 to {last}"))
            })
        };
        let (second, third) = (row(2, second)?, row(3, third)?);
        let go_on = match rows {
            Rows::Pairs => {
                let target =
                    target(first, targets).map_err(|problem| at(format!("field 1 {first:?}: {problem}")))?;
                subtract(&mut z, sample, second, third);
                let p = learner.learn_pair(&z, target).map_err(|e| at(e.to_string()))?;
                tally.round(0.5 * (p - target) * (p - target), &[p])?
            }
            Rows::Triplets(margin) => {
                let first = row(1, first)?;
                subtract(&mut z, sample, first, second);
                subtract(&mut far, sample, first, third);
                let (near, far) = learner.learn_relative(&z, &far, margin).map_err(|e| at(e.to_string()))?;
                let short = (near - far + margin).max(0.0);
                tally.round(0.5 * short * short, &[near, far])?
            }
        };
        if !go_on {
            break;
        }
    }
    Ok(targets)
}

fn wanted(rows: Rows) -> &'static str {
    match rows {
        Rows::Pairs => "a pair is a target and two rows: target,i,j",
        Rows::Triplets(_) => "a triplet is three rows: a,b,c",
    }
}

fn target(text: &str, targets: Targets) -> Result<f64, &'static str> {
    match text.trim() {
        "same" => Ok(targets.same),
        "different" => Ok(targets.different),
        text => match text.parse::<f64>() {
            Ok(target) if target >= 0.0 && target.is_finite() => Ok(target),
            _ => Err("a target is a squared distance, not negative, or same, or different"),
        },
    }
}

fn subtract(z: &mut [f64], sample: &Sample<'_>, i: usize, j: usize) {
    let (u, v) = (sample.point(i), sample.point(j));
    z.iter_mut().zip(u.iter().zip(v)).for_each(|(z, (u, v))| *z = u - v);
}
