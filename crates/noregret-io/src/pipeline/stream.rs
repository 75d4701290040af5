//! Batches from several inputs, read and parsed in the background.
//!
//! Other threads read and parse while the caller learns; a short queue between them bounds the memory. The caller
//! waits with patience, so that it can look at a stop signal while standard input is silent. Dropping the stream
//! never waits: a thread blocked in a read is left behind, and ends at its next block.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::Duration;

use arrow_array::RecordBatchReader;

use crate::cache::Cache;
use crate::cache::key::Key;
use crate::cache::read::{Block, Found, Reader};
use crate::cache::spaced::Desk;
use crate::cache::write::Writer;
use crate::columnar::batches::Handed;
use crate::draft::context::Contexts;
use crate::error::ReadError;
use crate::files::input::Input;
use crate::files::source::survey;
use crate::format::Format;
use crate::pipeline::batch::{Batch, Delta};
use crate::pipeline::options::ReadOptions;
use crate::pipeline::outlet::Outlet;
use crate::pipeline::{self, Plan};
use crate::schema::Schema;
use crate::schema::names::Names;
use crate::schema::products::Products;

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
    End { delta: Delta, given_up: Option<String>, cache: Option<Writer> },
}

/// Examples from inputs, in order.
#[derive(Debug)]
pub struct Stream {
    schema: Schema,
    messages: Option<Receiver<Message>>,
    read: Arc<AtomicU64>,
    total: Option<u64>,
    /// Why a cache is written anew.
    remark: Option<String>,
    /// The cache that holds, or will hold, what is read.
    cache: Option<Replay>,
    given_up: Option<String>,
    /// Ends when nothing of a cache is left in the pipeline.
    left: Option<Receiver<()>>,
}

/// A cache that holds what a stream has read, to be read again.
#[derive(Clone, Debug)]
pub struct Replay {
    path: PathBuf,
    key: Key,
}

impl Stream {
    /// How many batches wait for the caller at most.
    const QUEUE: usize = 4;

    /// Checks the schema and that the files can be opened, and starts reading, on all cores but one. Without inputs the
    /// stream is empty.
    pub fn open(inputs: Vec<Input>, format: Option<Format>, schema: Schema) -> Result<Self, ReadError> {
        Self::with(inputs, format, schema, ReadOptions::default())
    }

    /// As [`open`](Self::open), read as told. What comes out never depends on that.
    pub fn with(
        inputs: Vec<Input>,
        format: Option<Format>,
        mut schema: Schema,
        reading: ReadOptions,
    ) -> Result<Self, ReadError> {
        Self::borrowing(inputs, format, &mut schema, reading)
    }

    /// As [`with`](Self::with), but moves the schema out of `schema`, unless it fails. [`take_schema`](Self::take_schema)
    /// gives it back.
    pub fn borrowing(
        inputs: Vec<Input>,
        format: Option<Format>,
        schema: &mut Schema,
        reading: ReadOptions,
    ) -> Result<Self, ReadError> {
        Self::start(inputs, None, format, schema, reading)
    }

    /// As [`borrowing`](Self::borrowing), of record batches that a program has; the name stands in messages. There is no cache of
    /// them.
    pub fn of_batches(
        name: &str,
        batches: Box<dyn RecordBatchReader + Send>,
        schema: &mut Schema,
        reading: ReadOptions,
    ) -> Result<Self, ReadError> {
        let reading = ReadOptions { cache: None, ..reading };
        Self::start(Vec::new(), Some(Handed::new(name, batches)), None, schema, reading)
    }

    fn start(
        inputs: Vec<Input>,
        handed: Option<Handed>,
        format: Option<Format>,
        schema: &mut Schema,
        reading: ReadOptions,
    ) -> Result<Self, ReadError> {
        let total = survey(&inputs)?.filter(|_| handed.is_none());
        let mut contexts = Contexts::new(schema)?;
        let mut cache = None;
        let (mut remark, mut writer, mut given_up) = (None, None, None);
        if let Some(Cache { path, rewrite }) = reading.cache.as_ref().filter(|_| reading.most.is_none()) {
            let key = Key::new(&inputs, format, schema)?;
            match usable(path, *rewrite, &key)? {
                Use::Read(reader) => {
                    return Self::play(*reader, Replay { path: path.clone(), key }, schema, true);
                }
                Use::Write(why) => remark = why,
            }
            match Writer::create(path, &key, schema.collisions) {
                Ok(created) => {
                    writer = Some(created);
                    contexts.spaced = !schema.crosses.is_empty();
                    cache = Some(Replay { path: path.clone(), key });
                }
                Err(error) => given_up = Some(error.to_string()),
            }
        }
        let read = Arc::new(AtomicU64::new(0));
        let (sender, receiver) = sync_channel(Self::QUEUE);
        let plan =
            Plan { inputs, handed, format, contexts, schema: schema.without_names(), count: read.clone() };
        let (here, left) = channel();
        let left = writer.is_some().then_some(left);
        pipeline::start(plan, &reading, Outlet::new(sender, writer, here)).map_err(no_thread)?;
        let schema = std::mem::take(schema);
        Ok(Self { schema, messages: Some(receiver), read, total, remark, cache, given_up, left })
    }

    /// Reads again what a stream has read, from the cache it left; the schema is the one it ended with.
    pub fn replay(replay: Replay, mut schema: Schema) -> Result<Self, ReadError> {
        Self::replay_borrowing(replay, &mut schema)
    }

    /// As [`replay`](Self::replay), but moves the schema out of `schema`, unless it fails.
    pub fn replay_borrowing(replay: Replay, schema: &mut Schema) -> Result<Self, ReadError> {
        match usable(&replay.path, false, &replay.key)? {
            Use::Read(reader) => Self::play(*reader, replay, schema, false),
            Use::Write(_) => {
                let file = replay.path.display().to_string().into();
                Err(ReadError::Open { file, why: "the cache was changed meanwhile".to_owned() })
            }
        }
    }

    /// Starts to read a cache; the first time it also tells what the schema learned.
    fn play(mut reader: Reader, replay: Replay, schema: &mut Schema, first: bool) -> Result<Self, ReadError> {
        let (read, total) = (reader.count.clone(), Some(reader.length));
        reader.desk = Desk::new(schema, first);
        reader.groups = u8::try_from(schema.groups.len()).unwrap_or(u8::MAX);
        let (sender, receiver) = sync_channel(Self::QUEUE);
        let (mut collisions, optional) = (schema.collisions, schema.label_optional);
        let learned = move |delta: &mut Delta| {
            match &mut delta.head {
                Some(head) if first => head.label_optional = optional,
                _ => delta.head = None,
            }
            if !first {
                (delta.names, delta.products) = (Names::default(), Products::default());
            }
        };
        pipeline::spawn("reader", move || {
            let message = loop {
                match reader.next(&mut collisions) {
                    Ok(Block::Examples(mut batch)) => {
                        learned(&mut batch.delta);
                        if sender.send(Message::Batch(batch)).is_err() {
                            return;
                        }
                    }
                    Ok(Block::End(mut delta)) => {
                        learned(&mut delta);
                        break Message::End { delta, given_up: None, cache: None };
                    }
                    Err(error) => break Message::Failure(error),
                }
            };
            // Nobody is left to hear of it if this fails.
            let _ = sender.send(message);
        })
        .map_err(no_thread)?;
        let messages = Some(receiver);
        let (cache, remark, given_up, left) = (Some(replay), None, None, None);
        let schema = std::mem::take(schema);
        Ok(Self { schema, messages, read, total, remark, cache, given_up, left })
    }

    /// Why a cache that was there is not used but written anew.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Why the cache could not be written, once the stream is at its end.
    pub fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// The cache that holds all that was read, once the stream is at its end. None if there is no cache, or if a
    /// name is not UTF-8, so that a second reading would count collisions otherwise than the first.
    pub fn replayable(&self) -> Option<Replay> {
        let lossy = || self.schema.names.lossy();
        let ended = self.messages.is_none() && self.given_up.is_none();
        self.cache.clone().filter(|_| ended && !lossy())
    }

    /// The next batch; [`Polled::Waiting`] after `patience` without one. After an error the stream is at its end.
    pub fn next(&mut self, patience: Duration) -> Result<Polled, ReadError> {
        let Some(messages) = &self.messages else { return Ok(Polled::End) };
        match messages.recv_timeout(patience) {
            Ok(Message::Batch(mut batch)) => {
                std::mem::take(&mut batch.delta).merge_into(&mut self.schema);
                Ok(Polled::Batch(batch))
            }
            Ok(Message::End { delta, given_up, cache }) => {
                delta.merge_into(&mut self.schema);
                self.messages = None;
                self.given_up = self.given_up.take().or(given_up);
                if let Some(Err(error)) = cache.map(Writer::finish) {
                    self.given_up = Some(error.to_string());
                }
                Ok(Polled::End)
            }
            Ok(Message::Failure(error)) => {
                (self.messages, self.cache) = (None, None);
                Err(error)
            }
            Err(RecvTimeoutError::Timeout) => Ok(Polled::Waiting),
            Err(RecvTimeoutError::Disconnected) => {
                self.messages = None;
                Err(ReadError::Stopped)
            }
        }
    }

    /// To be called when a run stops after `rows` rows of the last batch: uncounts the collisions of the rows after them,
    /// which count again when they are read again. Their names stay, which changes nothing. A cache knows the collisions
    /// of whole batches only.
    pub fn stop_within(&mut self, batch: &Batch, rows: usize) {
        if let Some(collisions) = batch.collisions_after(rows) {
            (self.schema.collisions, self.schema.product_collisions) = collisions;
        }
    }

    /// The schema, consistent with the batches handed over so far.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The schema, for keeps.
    pub fn into_schema(mut self) -> Schema {
        self.take_schema()
    }

    /// Takes the schema out; the stream is not to be read on.
    pub fn take_schema(&mut self) -> Schema {
        std::mem::take(&mut self.schema)
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

impl Drop for Stream {
    /// Whoever leaves before the end leaves no half of a cache behind, not even if the program ends at once.
    fn drop(&mut self) {
        drop(self.messages.take());
        if let Some(left) = &self.left {
            let _ = left.recv();
        }
    }
}

fn no_thread(source: io::Error) -> ReadError {
    ReadError::Io { file: "the reading thread".into(), source }
}

/// What to do with a cache.
enum Use {
    Read(Box<Reader>),
    /// Write it, and why, if one is there already.
    Write(Option<String>),
}

fn usable(path: &Path, rewrite: bool, key: &Key) -> Result<Use, ReadError> {
    match Reader::find(path) {
        Ok(Found::Nothing) => Ok(Use::Write(None)),
        Ok(Found::Stranger) => Err(ReadError::NoCache { file: path.display().to_string().into() }),
        Err(ReadError::Cache { .. }) | Ok(_) if rewrite => Ok(Use::Write(None)),
        Ok(Found::OtherVersion(version)) => Ok(Use::Write(Some(format!("it has version {version}")))),
        Ok(Found::Cache(reader, made)) => match key.differs(&made) {
            Some(why) => Ok(Use::Write(Some(why))),
            None => Ok(Use::Read(Box::new(reader))),
        },
        Err(error) => Err(error),
    }
}
