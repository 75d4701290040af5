//! Margins of rows, lines and named features. Nothing changes by them, so threads may ask at once, each with
//! a [`Scratch`] of its own.

use crate::dense::Sparse;
use crate::error::{EngineError, Place, Why};
use crate::serving::Serving;
use noregret::{Features, Rows};
use noregret_io::{Example, Format, LineError, Named, Parser, Schema, Scratch};
use std::ops::Range;
use std::sync::OnceLock;
use std::thread;

/// Rows that are read before any of them is predicted.
const BLOCK: usize = 256;

/// So many features are not worth another thread.
const WORTH: usize = 1 << 15;

/// The parsers of formats without a header, made when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Parsers {
    svmlight: OnceLock<Parser>,
    vw: OnceLock<Parser>,
    jsonl: OnceLock<Parser>,
}

impl Parsers {
    pub(crate) fn get(&self, schema: &Schema, format: Format) -> Result<&Parser, EngineError> {
        let kept = match format {
            Format::Svmlight => &self.svmlight,
            Format::Vw => &self.vw,
            // Those of tables have a header: making one says so.
            Format::Jsonl | Format::Csv | Format::Tsv | Format::Arff | Format::Parquet | Format::Arrow => {
                &self.jsonl
            }
        };
        if let Some(parser) = kept.get().filter(|parser| parser.format() == format) {
            return Ok(parser);
        }
        let made = Parser::new(schema, format)?;
        Ok(kept.get_or_init(|| made))
    }
}

/// Asks a model for margins.
#[derive(Clone, Copy)]
pub struct Margins<'a> {
    serving: Serving<'a>,
    schema: &'a Schema,
    parsers: &'a Parsers,
}

impl<'a> Margins<'a> {
    pub(crate) fn new(serving: Serving<'a>, schema: &'a Schema, parsers: &'a Parsers) -> Self {
        Self { serving, schema, parsers }
    }

    /// The same, asked of the last weights, also where averages serve better.
    #[must_use]
    pub fn by_last(mut self) -> Self {
        self.serving.last = true;
        self
    }

    /// Of features as the learner knows them, the bias among them: those of an example that a [`Parser`] has
    /// read. Not a finite number where they are too large for the model. Of several classes, here and below,
    /// it is the place of the best one in [`Labels::classes`](noregret_io::Labels::classes).
    pub fn of(&self, x: Features<'_>) -> f64 {
        self.serving.margin(x)
    }

    /// All margins of features as the learner knows them: one, or one for each class.
    pub fn all(&self, x: Features<'_>, margins: &mut Vec<f64>) {
        self.serving.all(x, margins);
    }

    /// How many margins an example has.
    pub fn outputs(&self) -> usize {
        self.serving.mind.outputs()
    }

    /// All margins of many rows, [`outputs`](Self::outputs) for each, one row after the other.
    pub fn all_rows(&self, rows: Rows<'_>) -> Result<Vec<f64>, EngineError> {
        let parser = self.parsers.get(self.schema, Format::Svmlight)?;
        let (mut scratch, mut margins, mut all) = (Scratch::new(), Vec::new(), Vec::new());
        for (row, x) in rows.iter().enumerate() {
            let at = |error: Box<LineError>| {
                let why = Why::Unread { field: error.field, fault: error.fault }.into();
                EngineError::Example { place: Place::Row(row), why }
            };
            self.all(parser.row(x, &mut scratch).map_err(at)?, &mut margins);
            all.extend_from_slice(&margins);
        }
        Ok(all)
    }

    /// Of a row of numbered features, which gets the bias here.
    pub fn row(&self, x: Features<'_>, scratch: &mut Scratch) -> Result<f64, EngineError> {
        let parser = self.parsers.get(self.schema, Format::Svmlight)?;
        Ok(self.of(parser.row(x, scratch).map_err(unread)?))
    }

    /// Of features by name.
    pub fn named<'n>(
        &self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        scratch: &mut Scratch,
    ) -> Result<f64, EngineError> {
        let parser = self.parsers.get(self.schema, Format::Jsonl)?;
        Ok(self.of(parser.named(features, scratch).map_err(unread)?))
    }

    /// All margins of features by name, in place of what the list held.
    pub fn all_named<'n>(
        &self,
        features: impl IntoIterator<Item = impl Into<Named<'n>>>,
        scratch: &mut Scratch,
        margins: &mut Vec<f64>,
    ) -> Result<(), EngineError> {
        let parser = self.parsers.get(self.schema, Format::Jsonl)?;
        self.all(parser.named(features, scratch).map_err(unread)?, margins);
        Ok(())
    }

    /// Of a line, in a format without a header; none if it is blank or a comment.
    pub fn line(
        &self,
        format: Format,
        line: impl AsRef<[u8]>,
        scratch: &mut Scratch,
    ) -> Result<Option<f64>, EngineError> {
        let parser = self.parsers.get(self.schema, format)?;
        let example = parser.line(line.as_ref(), 1, scratch).map_err(unread)?;
        Ok(example.map(|example| self.of(example.features)))
    }

    /// The example of a line, in a format without a header, to be asked for by [`all`](Self::all) or
    /// [`of`](Self::of); none if it is blank or a comment.
    pub fn example<'s>(
        &self,
        format: Format,
        line: &[u8],
        scratch: &'s mut Scratch,
    ) -> Result<Option<Example<'s>>, EngineError> {
        self.parsers.get(self.schema, format)?.line(line, 1, scratch).map_err(unread)
    }

    /// Of many rows, in order; where there are enough, on all cores, with the same bits. Not a finite number
    /// where a row's numbers are too large for the model.
    pub fn rows(&self, rows: Rows<'_>) -> Result<Vec<f64>, EngineError> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        self.rows_on(rows, cores)
    }

    /// As [`rows`](Self::rows), on at most so many threads.
    pub fn rows_on(&self, rows: Rows<'_>, threads: usize) -> Result<Vec<f64>, EngineError> {
        let parser = self.parsers.get(self.schema, Format::Svmlight)?;
        let features: usize = rows.iter().map(Features::len).sum();
        let threads = threads.min(features / WORTH + 1).max(1);
        let mut margins = vec![0.0; rows.len()];
        let share = rows.len().div_ceil(threads).max(1);
        let parts: Vec<_> = margins.chunks_mut(share).enumerate().collect();
        let ask = |(part, margins): (usize, &mut [f64])| {
            let first = part * share;
            self.stretch(parser, rows, first..first + margins.len(), margins)
        };
        let answers: Vec<Result<(), EngineError>> = if parts.len() < 2 {
            parts.into_iter().map(ask).collect()
        } else {
            let ask = &ask;
            thread::scope(|scope| {
                let others: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || ask(part))).collect();
                let joined = others
                    .into_iter()
                    .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
                joined.collect()
            })
        };
        // The first of them is of the first row at fault.
        answers.into_iter().collect::<Result<(), _>>()?;
        Ok(margins)
    }

    /// As [`rows`](Self::rows), of dense rows of so many columns, one after the other.
    pub fn dense(&self, columns: usize, values: &[f64]) -> Result<Vec<f64>, EngineError> {
        self.rows(Sparse::new(columns, values)?.rows()?)
    }

    fn stretch(
        &self,
        parser: &Parser,
        rows: Rows<'_>,
        range: Range<usize>,
        margins: &mut [f64],
    ) -> Result<(), EngineError> {
        let mut scratch = Scratch::new();
        for (block, margins) in margins.chunks_mut(BLOCK).enumerate() {
            let first = range.start + block * BLOCK;
            let some = (first..first + margins.len()).map(|k| rows.row(k));
            let read = parser.rows(some, &mut scratch);
            let read = read.map_err(|error| {
                let row = first + error.position.line.saturating_sub(1) as usize;
                let why = Why::Unread { field: error.field, fault: error.fault }.into();
                EngineError::Example { place: Place::Row(row), why }
            })?;
            match read.rows() {
                Some(rows) => self.serving.margins(rows, margins),
                None => read.iter().zip(margins).for_each(|(x, margin)| *margin = self.of(x)),
            }
        }
        Ok(())
    }
}

#[allow(clippy::boxed_local, reason = "it comes boxed")]
fn unread(error: Box<LineError>) -> EngineError {
    EngineError::unread(*error)
}
