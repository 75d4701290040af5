//! One pass over an input: the engine and a stream that reads for it.

use crate::core::Core;
use crate::engine::Engine;
use crate::error::{EngineError, Place, Refused, Why};
use crate::margins::Parsers;
use noregret_io::{
    Batch, Counts, Example, Format, Input, Item, LineError, Polled, Position, ReadError, ReadOptions,
    RecordBatchReader, Replay, Schema, Stream,
};
use std::time::Duration;

/// How long a batch is waited for at a time, where nobody has to look up in between.
const PATIENCE: Duration = Duration::from_secs(3600);

/// A pass. While it lasts the stream has the engine's schema; when it is dropped the engine has it again, as
/// far as it was read.
pub struct Session<'a> {
    core: &'a mut Core,
    home: &'a mut Schema,
    stream: Stream,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        *self.home = self.stream.take_schema();
    }
}

impl Engine {
    /// Starts to read inputs, on other threads. Examples that waited for labels are [finished](Self::finish)
    /// first; but for that, on an error nothing has changed.
    pub fn read(
        &mut self,
        inputs: Vec<Input>,
        format: Option<Format>,
        options: ReadOptions,
    ) -> Result<Session<'_>, EngineError> {
        self.open(|schema| Stream::borrowing(inputs, format, schema, options))
    }

    /// As [`read`](Self::read), of Arrow record batches that a program has; the name stands in messages.
    pub fn read_batches(
        &mut self,
        name: &str,
        batches: Box<dyn RecordBatchReader + Send>,
        options: ReadOptions,
    ) -> Result<Session<'_>, EngineError> {
        self.open(|schema| Stream::of_batches(name, batches, schema, options))
    }

    /// Reads again what a session has read, from the cache it left.
    pub fn replay(&mut self, replay: Replay) -> Result<Session<'_>, EngineError> {
        self.open(|schema| Stream::replay_borrowing(replay, schema))
    }

    fn open(
        &mut self,
        stream: impl FnOnce(&mut Schema) -> Result<Stream, ReadError>,
    ) -> Result<Session<'_>, EngineError> {
        self.finish()?;
        let stream = stream(&mut self.schema)?;
        self.entry.close();
        self.parsers = Parsers::default();
        Ok(Session { core: &mut self.core, home: &mut self.schema, stream })
    }

    /// Learns from inputs to their end, or to the first line that is refused. What was seen.
    pub fn learn_from(
        &mut self,
        inputs: Vec<Input>,
        format: Option<Format>,
        options: ReadOptions,
    ) -> Result<Counts, EngineError> {
        self.read(inputs, format, options)?.learn()
    }

    /// As [`learn_from`](Self::learn_from), of Arrow record batches that a program has.
    pub fn learn_batches(
        &mut self,
        name: &str,
        batches: Box<dyn RecordBatchReader + Send>,
        options: ReadOptions,
    ) -> Result<Counts, EngineError> {
        self.read_batches(name, batches, options)?.learn()
    }

    /// Measures the predictions for inputs that have labels, without learning: mean loss and mistakes are in
    /// the counts. Ends at the first line that is refused.
    pub fn evaluate(
        &self,
        inputs: Vec<Input>,
        format: Option<Format>,
        options: ReadOptions,
    ) -> Result<Counts, EngineError> {
        let mut counts = Counts::default();
        self.look_through(inputs, format, options, PATIENCE, |step| {
            if let Step::Example(_, seen, _) = step {
                counts.add(&seen);
            }
            true
        })?;
        Ok(counts)
    }

    /// Predicts inputs, with labels or without, in order, until it is told to stop. Ends at the first line that is
    /// refused.
    pub fn look_through(
        &self,
        inputs: Vec<Input>,
        format: Option<Format>,
        options: ReadOptions,
        patience: Duration,
        each: impl FnMut(Step<'_>) -> bool,
    ) -> Result<(), EngineError> {
        let schema = Schema { label_optional: true, ..self.schema.nameless() };
        self.look_on(Stream::with(inputs, format, schema, options)?, patience, each)
    }

    /// As [`look_through`](Self::look_through), of Arrow record batches that a program has. The label and the weight may have other
    /// names than those the model knows.
    pub fn look_through_batches(
        &self,
        (name, batches): (&str, Box<dyn RecordBatchReader + Send>),
        [label, weight]: [Option<String>; 2],
        options: ReadOptions,
        patience: Duration,
        each: impl FnMut(Step<'_>) -> bool,
    ) -> Result<(), EngineError> {
        let mut schema = Schema { label_optional: true, ..self.schema.nameless() };
        schema.label = label.or(schema.label);
        schema.weight = weight.or(schema.weight);
        self.look_on(Stream::of_batches(name, batches, &mut schema, options)?, patience, each)
    }

    fn look_on(
        &self,
        mut stream: Stream,
        patience: Duration,
        mut each: impl FnMut(Step<'_>) -> bool,
    ) -> Result<(), EngineError> {
        let mut margins = Vec::new();
        loop {
            let batch = match stream.next(patience)? {
                Polled::Batch(batch) => batch,
                Polled::Waiting if each(Step::Waiting) => continue,
                Polled::Waiting | Polled::End => return Ok(()),
            };
            for item in batch.iter() {
                let example = good(item)?;
                let seen = self.core.measure(&example, &mut margins);
                let seen = seen.map_err(|error| refused(&example, error, &self.schema))?;
                if !each(Step::Example(&example, seen, &margins)) {
                    return Ok(());
                }
            }
        }
    }
}

/// What is met on the way through inputs.
#[derive(Debug)]
pub enum Step<'a> {
    /// An example, what it adds to the counts, and its margins.
    Example(&'a Example<'a>, Counts, &'a [f64]),
    /// Nothing, for as long as one is patient.
    Waiting,
}

impl Session<'_> {
    /// Learns from a batch, to its end or to the first line that is refused; tells of each example, with its margin
    /// before (of several classes, the place of the best).
    pub fn learn_batch(
        &mut self,
        batch: &Batch,
        mut each: impl FnMut(&Core, &Example<'_>, f64),
    ) -> Result<(), EngineError> {
        for item in batch.iter() {
            let example = good(item)?;
            let learned = self.core.learn(&example);
            let predicted = learned.map_err(|error| refused(&example, error, self.stream.schema()))?;
            each(self.core, &example, predicted);
        }
        Ok(())
    }

    /// What comes next; [`Polled::Waiting`] after so long without anything. Where the labels were to choose
    /// the loss and have, the learner is the one for it.
    pub fn next(&mut self, patience: Duration) -> Result<Polled, EngineError> {
        let polled = self.stream.next(patience)?;
        if let Polled::Batch(_) = polled {
            self.core.decide(self.stream.schema())?;
        }
        Ok(polled)
    }

    /// The next batch, however long it takes; none at the end.
    pub fn batch(&mut self) -> Result<Option<Batch>, EngineError> {
        loop {
            match self.next(PATIENCE)? {
                Polled::Batch(batch) => return Ok(Some(batch)),
                Polled::Waiting => {}
                Polled::End => return Ok(None),
            }
        }
    }

    /// Learns from all that is left, or to the first line that is refused.
    fn learn(mut self) -> Result<Counts, EngineError> {
        let mut counts = Counts::default();
        while let Some(batch) = self.batch()? {
            self.learn_batch(&batch, |core, example, predicted| counts.add(&core.seen(example, predicted)))?;
        }
        Ok(counts)
    }

    /// The learner, which every example is given to.
    pub fn core(&mut self) -> &mut Core {
        self.core
    }

    /// The learner, which every example is given to, and the schema, as far as was read.
    pub fn both(&mut self) -> (&mut Core, &Schema) {
        (self.core, self.stream.schema())
    }

    /// The learner, to look at, and the schema, as far as was read.
    pub fn parts(&self) -> (&Core, &Schema) {
        (self.core, self.stream.schema())
    }

    /// The schema, as far as was read.
    pub fn schema(&self) -> &Schema {
        self.stream.schema()
    }

    /// For whoever stops within a batch, after so many of its rows.
    pub fn stop_within(&mut self, batch: &Batch, rows: usize) {
        self.stream.stop_within(batch, rows);
    }

    /// What is read.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }
}

/// The example, if the line was not refused.
fn good(item: Item<'_>) -> Result<Example<'_>, EngineError> {
    match item {
        Item::Example(example) => Ok(example),
        Item::Bad(LineError { position, field, fault }) => {
            let why = Why::Unread { field: field.clone(), fault: fault.clone() }.into();
            Err(EngineError::Example { place: Place::Line(position.clone()), why })
        }
    }
}

/// An example of a stream that the learner refused.
fn refused(example: &Example<'_>, error: Refused, schema: &Schema) -> EngineError {
    let place = Place::Line(Position { file: example.file.clone(), line: example.line });
    let told = error.told(schema);
    EngineError::Example { place, why: Why::Refused { error, told }.into() }
}
