//! Batches of whatever data Python has, parsed once for many learners: files and tables by a stream, rows and dicts as svmlight text and lines of JSON would be read.

use crate::block::Block;
use crate::data::{Data, Examples};
use crate::error::Failure;
use crate::labels::{Labels, weights};
use crate::learning::lengths;
use crate::streaming::{Files, NAME, PATIENCE, of_table};
use crate::tables::{Asked, Beside, Reason, Tables};
use crate::ticker::Ticker;
use noregret_io::{Batch, Family, Polled, ReadOptions, RowBatches, Schema, Stream};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use std::collections::VecDeque;

/// About how many rows make a batch.
const ROWS: usize = 1000;

/// Data as Python's side hands it over.
pub enum Source<'py> {
    /// Files.
    Files(Files),
    /// A table, or several.
    Tables(Tables, Asked),
    /// Rows or dicts, with their labels and weights.
    Examples(Data<'py>, Labels, Option<Vec<f64>>),
}

impl<'py> Source<'py> {
    /// Of `("files", paths, format, threads, most)`, `("tables", data, label, weight)` or `("examples", data, labels, weights)`.
    pub fn of(given: &Bound<'py, PyAny>) -> Result<Self, Failure> {
        let item = |k: usize| given.get_item(k);
        let maybe = |k: usize| item(k).map(|item| if item.is_none() { None } else { Some(item) });
        Ok(match item(0)?.extract::<String>()?.as_str() {
            "files" => {
                let unknown = |why: noregret_io::UnknownFormat| Failure::data(why.to_string());
                let format = item(2)?.extract::<Option<String>>()?.map(|name| name.parse()).transpose();
                Self::Files(Files {
                    paths: item(1)?.extract()?,
                    format: format.map_err(unknown)?,
                    threads: item(3)?.extract()?,
                    most: item(4)?.extract()?,
                })
            }
            "tables" => {
                let (beside, asked) = Beside::of(maybe(2)?.as_ref(), maybe(3)?.as_ref())?;
                let tables = Tables::of(&item(1)?, beside, 0)?;
                Self::Tables(tables.ok_or_else(|| Failure::data("there is no table"))?, asked)
            }
            _ => {
                let given: Option<PyReadonlyArray1<'py, f64>> = item(3)?.extract()?;
                Self::Examples(Data::of(&item(1)?)?, Labels::of(&item(2)?)?, weights(given.as_ref())?)
            }
        })
    }

    /// Does something with it, without the interpreter.
    pub fn with<R: Send>(
        self,
        py: Python<'_>,
        mut schema: Schema,
        work: impl FnOnce(Feed<'_>) -> Result<R, Failure> + Send,
    ) -> Result<R, Failure> {
        match self {
            Self::Files(files) => py.detach(|| {
                let stream = Stream::with(files.inputs(), files.format, schema, files.options());
                work(Feed::Stream(
                    Box::new(stream.map_err(noregret_engine::EngineError::from)?),
                    Reason::default(),
                ))
            }),
            Self::Tables(tables, asked) => py.detach(|| {
                schema.label = asked.label.or(schema.label.take());
                schema.weight = asked.weight.or(schema.weight.take());
                let reason = tables.reason();
                let stream = Stream::of_batches(NAME, Box::new(tables), &mut schema, ReadOptions::default());
                let stream = stream.map_err(noregret_engine::EngineError::from);
                work(Feed::Stream(Box::new(stream.map_err(|e| of_table(e.into(), &reason))?), reason))
            }),
            Self::Examples(data, labels, weights) => data.with(|examples| {
                py.detach(|| {
                    lengths(examples.len(), labels.len(), weights.as_deref())?;
                    examples.check()?;
                    let family = match examples {
                        Examples::Matrix(_) => Family::Indexed,
                        Examples::Dicts(_) => Family::Named,
                    };
                    let rows = RowBatches::new(NAME, family, &schema);
                    let rows = rows.map_err(noregret_engine::EngineError::from)?;
                    let (labels, weights) = (&labels, weights.as_deref());
                    work(Feed::Rows(Box::new(Rows {
                        examples,
                        labels,
                        weights,
                        next: 0,
                        block: Block::default(),
                        rows: Some(rows),
                        ready: VecDeque::new(),
                        schema,
                    })))
                })
            }),
        }
    }
}

/// Batches, one after the other.
pub enum Feed<'a> {
    /// Of a stream.
    Stream(Box<Stream>, Reason),
    /// Of examples in memory.
    Rows(Box<Rows<'a>>),
}

/// Examples in memory on their way into batches.
pub struct Rows<'a> {
    examples: Examples<'a>,
    labels: &'a Labels,
    weights: Option<&'a [f64]>,
    next: usize,
    block: Block,
    rows: Option<RowBatches>,
    ready: VecDeque<Batch>,
    schema: Schema,
}

impl Feed<'_> {
    /// The next batch; none at the end.
    pub fn next(&mut self, ticker: &mut Ticker, done: usize) -> Result<Option<Batch>, Failure> {
        // Batches are gathered until it is known what labels are, which may be at the end.
        ticker.tick(done)?;
        match self {
            Self::Stream(stream, reason) => loop {
                let polled = stream.next(PATIENCE).map_err(noregret_engine::EngineError::from);
                match polled.map_err(|error| of_table(error.into(), reason))? {
                    Polled::Batch(batch) => return Ok(Some(batch)),
                    Polled::Waiting => ticker.look(done)?,
                    Polled::End => return Ok(None),
                }
            },
            Self::Rows(rows) => rows.next(),
        }
    }

    /// The schema, consistent with the batches handed over so far.
    pub fn schema(&self) -> &Schema {
        match self {
            Self::Stream(stream, _) => stream.schema(),
            Self::Rows(rows) => &rows.schema,
        }
    }

    /// The schema, for keeps.
    pub fn into_schema(self) -> Schema {
        match self {
            Self::Stream(stream, _) => stream.into_schema(),
            Self::Rows(rows) => rows.schema,
        }
    }
}

impl Rows<'_> {
    fn next(&mut self) -> Result<Option<Batch>, Failure> {
        let unread = |error: noregret_io::ReadError| Failure::from(noregret_engine::EngineError::from(error));
        while self.ready.is_empty() {
            let Some(rows) = &mut self.rows else { return Ok(None) };
            let end = (self.next + ROWS).min(self.examples.len());
            let weight = |row: usize| self.weights.map_or(1.0, |weights| weights[row]);
            match self.examples {
                Examples::Matrix(matrix) => {
                    let mut start = self.next;
                    while start < end {
                        let stop = matrix.stretch(start).min(end);
                        matrix.fill(start..stop, &mut self.block);
                        for row in start..stop {
                            rows.row(self.block.row(row - start), self.labels.get(row), weight(row));
                        }
                        start = stop;
                    }
                }
                Examples::Dicts(bag) => {
                    (self.next..end)
                        .for_each(|row| rows.named(bag.example(row), self.labels.get(row), weight(row)));
                }
            }
            self.next = end;
            self.ready.extend(rows.take(&mut self.schema).map_err(unread)?);
            if end == self.examples.len()
                && let Some(rows) = self.rows.take()
            {
                self.ready.extend(rows.end(&mut self.schema).map_err(unread)?);
            }
        }
        Ok(self.ready.pop_front())
    }
}
