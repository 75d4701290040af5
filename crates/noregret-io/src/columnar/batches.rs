//! Record batches in memory: from a program that has Arrow data already, without a file.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{Schema as ArrowSchema, SchemaRef};

use super::frame::Frame;
use super::reading::{Columns, MOST_ROWS, damaged};
use crate::draft::context::Contexts;
use crate::draft::drafter::Drafter;
use crate::error::ReadError;
use crate::format::Format;
use crate::pipeline::batch::Batch;
use crate::pipeline::merge::Merge;
use crate::schema::Schema;

/// Turns Arrow record batches into examples, as a file of them would be read: columns get their roles and kinds by the schema,
/// by their types and by the first thousand rows, labels get their meaning, new names their slots.
///
/// ```
/// use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
/// use noregret_io::{LabelKind, Labels, RecordBatches, Schema};
/// use std::sync::Arc;
///
/// let columns: [(&str, ArrayRef); 3] = [
///     ("y", Arc::new(Float64Array::from(vec![1.0, 2.0]))),
///     ("age", Arc::new(Float64Array::from(vec![Some(31.0), None]))),
///     ("city", Arc::new(StringArray::from(vec!["Oslo", "Rome"]))),
/// ];
/// let rows = RecordBatch::try_from_iter(columns).unwrap();
/// let mut schema = Schema::new(Labels::new(LabelKind::Real));
/// let mut table = RecordBatches::new("frame", &rows.schema(), &schema)?;
/// let mut examples = table.push(&rows, &mut schema)?; // none yet: a thousand rows, or the end, tell what columns hold
/// examples.extend(table.end(&mut schema)?);
/// assert_eq!(examples.iter().map(|batch| batch.len()).sum::<usize>(), 2);
/// assert_eq!(schema.describe_columns().as_deref(), Some("1 number, 1 category (city 2 values)"));
/// # Ok::<(), noregret_io::ReadError>(())
/// ```
#[derive(Debug)]
pub struct RecordBatches {
    frame: Frame,
    drafter: Drafter,
    merge: Merge,
    rows: u64,
}

impl RecordBatches {
    /// For batches with these columns, read by a schema; the name stands in messages.
    pub fn new(name: &str, columns: &ArrowSchema, schema: &Schema) -> Result<Self, ReadError> {
        let mut contexts = Contexts::new(schema)?;
        let context = Arc::new(contexts.start(&name.into(), Format::Arrow)?);
        let mut merge = Merge::new(schema);
        merge.open(context.clone());
        let mut drafter = Drafter::new(context);
        let frame = Frame::open(columns, &mut drafter)?;
        Ok(Self { frame, drafter, merge, rows: 0 })
    }

    /// Takes rows in, with all the columns; gives the examples that are ready, of these rows or of earlier ones. The schema is
    /// brought up to date with them.
    pub fn push(&mut self, batch: &RecordBatch, schema: &mut Schema) -> Result<Vec<Batch>, ReadError> {
        let file = self.drafter.context.file.clone();
        let chosen = batch.project(self.frame.places());
        let chosen = chosen.map_err(|error| damaged(&file, Format::Arrow, String::new(), error))?;
        let next = (self.rows, chosen);
        self.rows += batch.num_rows() as u64;
        self.step(Some(next))?;
        Ok(self.ready(schema))
    }

    /// There are no more rows: what was held is decided now.
    pub fn end(mut self, schema: &mut Schema) -> Result<Vec<Batch>, ReadError> {
        self.step(None)?;
        let delta = self.merge.end()?;
        let ready = self.ready(schema);
        delta.merge_into(schema);
        Ok(ready)
    }

    fn step(&mut self, next: Option<(u64, RecordBatch)>) -> Result<(), ReadError> {
        let ready = self.frame.take(next, &mut self.drafter);
        self.merge.absorb(self.drafter.take(0))?;
        for (before, batch) in ready {
            for start in (0..batch.num_rows()).step_by(MOST_ROWS) {
                let part = batch.slice(start, MOST_ROWS.min(batch.num_rows() - start));
                self.frame.draft(before + start as u64, &part, &mut self.drafter);
                self.merge.absorb(self.drafter.take(0))?;
            }
        }
        Ok(())
    }

    fn ready(&mut self, schema: &mut Schema) -> Vec<Batch> {
        let mut ready: Vec<Batch> = self.merge.ready.drain(..).collect();
        for batch in &mut ready {
            std::mem::take(&mut batch.delta).merge_into(schema);
        }
        ready
    }
}

/// Record batches that a program hands over, to be read in the background as a file would be.
pub(crate) struct Handed {
    pub(crate) name: Arc<str>,
    pub(crate) reader: Box<dyn RecordBatchReader + Send>,
    places: Vec<usize>,
    rows: u64,
}

impl Handed {
    pub(crate) fn new(name: &str, reader: Box<dyn RecordBatchReader + Send>) -> Self {
        Self { name: name.into(), reader, places: Vec::new(), rows: 0 }
    }
}

impl Columns for Handed {
    fn table(&self) -> SchemaRef {
        self.reader.schema()
    }

    fn choose(&mut self, places: &[usize], _: usize) -> Result<(), ReadError> {
        self.places = places.to_vec();
        Ok(())
    }

    fn next(&mut self) -> Result<Option<(u64, RecordBatch)>, ReadError> {
        let before = self.rows;
        let next = self.reader.next().transpose().and_then(|batch| {
            batch.map(|batch| Ok((batch.num_rows() as u64, batch.project(&self.places)?))).transpose()
        });
        match next {
            Ok(None) => Ok(None),
            Ok(Some((rows, batch))) => {
                self.rows += rows;
                Ok(Some((before, batch)))
            }
            Err(error) => {
                let place = format!("after row {before}: ");
                Err(damaged(&self.name, Format::Arrow, place, error))
            }
        }
    }
}
