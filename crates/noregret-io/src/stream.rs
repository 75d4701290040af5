//! Batches from several inputs, read and parsed in the background.
//!
//! Other threads read and parse while the caller learns; a short queue between them bounds the memory. The caller
//! waits with patience, so that it can look at a stop signal while standard input is silent. Dropping the stream
//! never waits: a thread blocked in a read is left behind, and ends at its next block.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::batch::{Batch, Delta};
use crate::context::Contexts;
use crate::error::ReadError;
use crate::format::Format;
use crate::input::Input;
use crate::pipeline::{self, Plan};
use crate::reading::Reading;
use crate::schema::Schema;
use crate::source::survey;

/// What waiting brought.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "moved once for a thousand examples")]
pub enum Polled {
    /// Some examples.
    Batch(Batch),
    /// Nothing within the caller's patience.
    Waiting,
    /// Every input is read to its end.
    End,
}

#[allow(clippy::large_enum_variant, reason = "moved once for a thousand examples")]
pub(crate) enum Message {
    Batch(Batch),
    Failure(ReadError),
    End(Delta),
}

/// Examples from inputs, in order.
#[derive(Debug)]
pub struct Stream {
    schema: Schema,
    messages: Option<Receiver<Message>>,
    read: Arc<AtomicU64>,
    total: Option<u64>,
}

impl Stream {
    /// How many batches wait for the caller at most.
    const QUEUE: usize = 4;

    /// Checks the schema and that the files can be opened, and starts reading, on all cores. Without inputs the
    /// stream is empty.
    pub fn open(inputs: Vec<Input>, format: Option<Format>, schema: Schema) -> Result<Self, ReadError> {
        Self::with(inputs, format, schema, Reading::default())
    }

    /// As [`open`](Self::open), read as told. What comes out never depends on that.
    pub fn with(
        inputs: Vec<Input>,
        format: Option<Format>,
        schema: Schema,
        reading: Reading,
    ) -> Result<Self, ReadError> {
        let total = survey(&inputs)?;
        let contexts = Contexts::new(&schema)?;
        let read = Arc::new(AtomicU64::new(0));
        let (sender, receiver) = sync_channel(Self::QUEUE);
        let plan = Plan { inputs, format, contexts, schema: schema.without_names(), count: read.clone() };
        pipeline::start(plan, &reading, sender)
            .map_err(|source| ReadError::Io { file: "the reading thread".into(), source })?;
        Ok(Self { schema, messages: Some(receiver), read, total })
    }

    /// The next batch; [`Polled::Waiting`] after `patience` without one. After an error the stream is at its end.
    pub fn next(&mut self, patience: Duration) -> Result<Polled, ReadError> {
        let Some(messages) = &self.messages else { return Ok(Polled::End) };
        match messages.recv_timeout(patience) {
            Ok(Message::Batch(mut batch)) => {
                std::mem::take(&mut batch.delta).merge_into(&mut self.schema);
                Ok(Polled::Batch(batch))
            }
            Ok(Message::End(delta)) => {
                delta.merge_into(&mut self.schema);
                self.messages = None;
                Ok(Polled::End)
            }
            Ok(Message::Failure(error)) => {
                self.messages = None;
                Err(error)
            }
            Err(RecvTimeoutError::Timeout) => Ok(Polled::Waiting),
            Err(RecvTimeoutError::Disconnected) => {
                self.messages = None;
                Err(ReadError::Stopped)
            }
        }
    }

    /// The schema, consistent with the batches handed over so far.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The schema, for keeps.
    pub fn into_schema(self) -> Schema {
        self.schema
    }

    /// How many bytes, before decompression, were read so far.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// How many bytes there are in all, unless an input is a pipe.
    pub fn bytes_total(&self) -> Option<u64> {
        self.total
    }
}
