//! Margins of many examples.

use crate::block::Block;
use crate::data::Examples;
use crate::error::Failure;
use crate::labels::Labels;
use crate::learning::lengths;
use crate::ticker::Ticker;
use noregret_engine::{Engine, Gauge, Scratch};
use noregret_io::Counts;
use noregret_measure::{Detail, Measures, Row, Subject};

/// About how many rows are predicted at a time.
const ROWS: usize = 1 << 16;

/// As many rows are told apart as by `noregret evaluate`.
const DETAIL: Detail = Detail { rows: 1 << 20, ..Detail::FULL };

/// All margins: one for each example, or one for each class and example.
pub fn margins(engine: &Engine, examples: Examples<'_>, ticker: &mut Ticker) -> Result<Vec<f64>, Failure> {
    examples.check()?;
    let classes = engine.core().objective().is_some();
    let outputs = engine.margins().outputs();
    let mut all = Vec::with_capacity(examples.len() * outputs);
    match examples {
        Examples::Matrix(matrix) => {
            let (mut start, mut block) = (0, Block::default());
            while start < matrix.rows() {
                let mut end = matrix.stretch(start);
                while end < matrix.rows() && end - start < ROWS && end + (end - start) <= matrix.rows() {
                    let next = matrix.stretch(end);
                    if next - start > ROWS {
                        break;
                    }
                    end = next;
                }
                matrix.fill(start..end, &mut block);
                let asked = engine.margins();
                let some = if classes { asked.all_rows(block.rows()) } else { asked.rows(block.rows()) };
                all.extend(some.map_err(|error| placed(error, start))?);
                start = end;
                ticker.tick(start)?;
            }
        }
        Examples::Dicts(bag) => {
            let (mut scratch, mut one) = (Scratch::new(), Vec::new());
            for row in 0..bag.len() {
                engine.margins().all_named(bag.example(row), &mut scratch, &mut one)?;
                all.extend_from_slice(&one);
                if row % 256 == 255 {
                    ticker.tick(row)?;
                }
            }
        }
    }
    match all.iter().position(|margin| !margin.is_finite()) {
        Some(at) => {
            let row = at / outputs.max(1);
            Err(Failure::at(row, "the numbers of this example are too large: its prediction overflows"))
        }
        None => Ok(all),
    }
}

/// The measures of an evaluation, in the command's detail.
pub fn measures(engine: &Engine) -> Measures {
    let core = engine.core();
    Measures::with(Subject::new(core.loss(), core.objective()), DETAIL)
}

/// Measures predictions, without learning.
pub fn measure(
    engine: &Engine,
    examples: Examples<'_>,
    labels: &Labels,
    weights: Option<&[f64]>,
    ticker: &mut Ticker,
) -> Result<(Counts, Measures), Failure> {
    lengths(examples.len(), labels.len(), weights)?;
    examples.check()?;
    let weight = |row: usize| weights.map_or(1.0, |weights| weights[row]);
    let (mut gauge, mut measures) = (engine.gauge(), measures(engine));
    let mut add = |gauge: &Gauge<'_>, weight: f64| {
        let (margins, label) = gauge.last();
        measures.add_row(Row { margins, known: margins.len(), label, weight });
    };
    match examples {
        Examples::Matrix(matrix) => {
            let (mut start, mut block) = (0, Block::default());
            while start < matrix.rows() {
                let end = matrix.stretch(start);
                matrix.fill(start..end, &mut block);
                for row in start..end {
                    gauge.row(block.row(row - start), labels.get(row), weight(row))?;
                    add(&gauge, weight(row));
                }
                start = end;
                ticker.tick(start)?;
            }
        }
        Examples::Dicts(bag) => {
            for row in 0..bag.len() {
                gauge.named(bag.example(row), labels.get(row), weight(row))?;
                add(&gauge, weight(row));
                if row % 64 == 63 {
                    ticker.tick(row + 1)?;
                }
            }
        }
    }
    Ok((*gauge.counts(), measures))
}

/// The same error, about the row it is among all.
fn placed(error: noregret_engine::EngineError, start: usize) -> Failure {
    match error.row() {
        Some(row) => {
            let text = error.to_string();
            let text = text.strip_prefix(&format!("row {row}: ")).unwrap_or(&text);
            Failure::at(start + row, text)
        }
        None => error.into(),
    }
}
