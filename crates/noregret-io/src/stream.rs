//! Batches from several inputs, read and parsed in the background.
//!
//! One thread reads and parses while the caller learns; a short queue between them bounds the memory. The caller
//! waits with patience, so that it can look at a stop signal while standard input is silent. Dropping the stream
//! never waits: a thread blocked in a read is left behind, and ends at its next batch.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::assembly::Assembly;
use crate::batch::{Batch, Delta};
use crate::decode::decode;
use crate::error::ReadError;
use crate::format::Format;
use crate::input::Input;
use crate::schema::Schema;
use crate::source::{Source, survey};

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
enum Message {
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

    /// Checks the schema and that the files can be opened, and starts reading. Without inputs the stream is empty.
    pub fn open(inputs: Vec<Input>, format: Option<Format>, schema: Schema) -> Result<Self, ReadError> {
        let total = survey(&inputs)?;
        let rows = Assembly::new(&schema)?;
        let read = Arc::new(AtomicU64::new(0));
        let (sender, receiver) = sync_channel(Self::QUEUE);
        let count = read.clone();
        let body = move || run(&inputs, format, rows, &count, &sender);
        let spawned = thread::Builder::new().name("noregret-io".to_owned()).spawn(body);
        spawned.map_err(|source| ReadError::Io { file: "the reading thread".into(), source })?;
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

/// The body of the reading thread. A send that fails means that the stream was dropped.
fn run(
    inputs: &[Input],
    format: Option<Format>,
    mut rows: Assembly,
    count: &Arc<AtomicU64>,
    sender: &SyncSender<Message>,
) {
    let send = |batch| match sender.send(Message::Batch(batch)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let mut failure = None;
    for input in inputs {
        let source = Source::open(input, count.clone());
        match source.and_then(|mut source| decode(&mut source, format, &mut rows, &mut { send })) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return,
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    let delta = rows.end();
    for batch in rows.ready.drain(..) {
        if send(batch).is_break() {
            return;
        }
    }
    // Nobody is left to hear of it if this fails.
    let _ = sender.send(failure.map_or(Message::End(delta), Message::Failure));
}
