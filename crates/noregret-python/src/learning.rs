//! Learning from many examples: all of them, or none where one is refused.
//!
//! Where a copy of the model costs little beside the rows, one is made before, and whatever is refused is undone from it. A copy of a large model for a few rows is not
//! worth its time: then everything that can be seen without learning is looked at first, and what only the learner can refuse (arithmetic that would overflow) leaves the rows
//! before it learned, and the error says so; unless numbers are so large that it is likely, which is worth a copy again.

use crate::block::Block;
use crate::curve::Curve;
use crate::data::Examples;
use crate::error::Failure;
use crate::labels::Labels;
use crate::ticker::Ticker;
use noregret_engine::{Engine, Foresight};

/// A copy of so many bytes takes no time to speak of.
const SMALL: u64 = 1 << 20;

/// Numbers up to here overflow nothing by themselves.
const ORDINARY: f64 = 1e15;

/// How many rows ahead the memory is asked for a row: soon enough for what looks at its columns first.
const FAR: usize = 4;

/// Learns; gives what was predicted before. An interrupt leaves the model with what it has learned so far.
pub fn learn(
    engine: &mut Engine,
    examples: Examples<'_>,
    labels: &Labels,
    weights: Option<&[f64]>,
    (curve, ticker): (&mut Curve, &mut Ticker),
) -> Result<Foresight, Failure> {
    let rows = examples.len();
    lengths(rows, labels.len(), weights)?;
    let heaviest = weights.map_or(0.0, |weights| weights.iter().copied().fold(0.0, f64::max));
    engine.check_labels(labels.iter()).map_err(|(row, fault)| Failure::cell(row, "y", fault.to_string()))?;
    if engine.waiting() > 0 {
        engine.finish()?;
    }
    let bytes = engine.core().bytes();
    let cheap = bytes <= SMALL.max(64 * rows as u64) || engine.schema().labels.is_open();
    let copied = cheap || examples.check()?.max(labels.largest()).max(heaviest) > ORDINARY;
    let before = if copied { Some(engine.copy()?) } else { None };
    let mut seen = Foresight::new();
    let outcome = each(engine, examples, labels, weights, (curve, ticker), &mut seen);
    match (outcome, before) {
        (Ok(()), _) => Ok(seen),
        (Err(failure @ (Failure::Engine(_) | Failure::Data { .. })), Some(before)) => {
            *engine = before;
            curve.cut(engine.counts());
            Err(failure)
        }
        (Err(Failure::Engine(error)), None) => {
            let learned = error.row().unwrap_or(rows);
            Err(Failure::Partly { error, learned })
        }
        (Err(other), _) => Err(other),
    }
}

/// Refuses labels or weights that are not one for each row.
pub fn lengths(rows: usize, labels: usize, weights: Option<&[f64]>) -> Result<(), Failure> {
    let wrong =
        |what: &str, many: usize| Failure::data(format!("{rows} examples and {many} {what} do not match"));
    if labels != rows {
        return Err(wrong("labels", labels));
    }
    match weights.map(<[f64]>::len) {
        Some(many) if many != rows => Err(wrong("weights", many)),
        _ => Ok(()),
    }
}

/// Learns from examples in order, up to the first that is refused.
pub fn each(
    engine: &mut Engine,
    examples: Examples<'_>,
    labels: &Labels,
    weights: Option<&[f64]>,
    (curve, ticker): (&mut Curve, &mut Ticker),
    seen: &mut Foresight,
) -> Result<(), Failure> {
    let weight = |row: usize| weights.map_or(1.0, |weights| weights[row]);
    match examples {
        Examples::Matrix(matrix) => {
            let (mut start, mut block) = (0, Block::default());
            if let Some(entries) = matrix.written() {
                engine.expect_rows(matrix.columns(), entries);
            }
            while start < matrix.rows() {
                let end = matrix.stretch(start);
                for row in start..end {
                    matrix.fetch(row + FAR);
                    engine.expect_row(matrix.ahead(row + 2), false);
                    engine.expect_row(matrix.ahead(row + 1), true);
                    let x = matrix.row(row, &mut block)?;
                    engine.learn_row_of(x, labels.get(row), weight(row), seen)?;
                }
                start = end;
                curve.note(engine.counts());
                ticker.tick(start)?;
            }
        }
        Examples::Dicts(bag) => {
            for row in 0..bag.len() {
                engine.learn_named_of(bag.example(row), labels.get(row), weight(row), seen)?;
                curve.note(engine.counts());
                if row % 64 == 63 {
                    ticker.tick(row + 1)?;
                }
            }
        }
    }
    Ok(engine.finish_of(seen)?)
}
