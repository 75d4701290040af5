//! Arrow's own format: a file of record batches, or a stream of them.
//!
//! A record batch is read whole, so memory goes with the largest one that was written; its rows are drafted in parts.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::reading::{Columns, damaged, guarded};
use crate::error::ReadError;
use crate::files::source::Source;
use crate::format::Format;

/// The longest description of columns that is believed.
const LONGEST_HEAD: usize = 64 << 20;

/// An Arrow file.
pub(crate) struct IpcFile {
    name: Arc<str>,
    reader: FileReader<BufReader<File>>,
    place: Place,
    count: Option<(Arc<AtomicU64>, u64)>,
}

/// How many record batches and rows came before.
#[derive(Default)]
struct Place {
    batches: u64,
    rows: u64,
}

impl Place {
    /// Counts what a reader gave.
    fn step(
        &mut self,
        file: &Arc<str>,
        given: Result<Option<RecordBatch>, ArrowError>,
    ) -> Result<Option<(u64, RecordBatch)>, ReadError> {
        let before = self.rows;
        match given {
            Ok(None) => Ok(None),
            Ok(Some(batch)) => {
                (self.batches, self.rows) = (self.batches + 1, before + batch.num_rows() as u64);
                Ok(Some((before, batch)))
            }
            Err(error) => {
                let place = format!("record batch {}, from row {}: ", self.batches + 1, before + 1);
                Err(damaged(file, Format::Arrow, place, error))
            }
        }
    }
}

fn unreadable(file: &Arc<str>) -> impl Fn(ArrowError) -> ReadError {
    |error| damaged(file, Format::Arrow, String::new(), error)
}

impl IpcFile {
    /// Reads what the file says of itself.
    pub(crate) fn open(name: Arc<str>, file: File, count: Option<Arc<AtomicU64>>) -> Result<Self, ReadError> {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let open = || FileReader::try_new_buffered(file, None);
        let reader = guarded(open).map_err(unreadable(&name))?;
        Ok(Self { name, reader, place: Place::default(), count: count.map(|count| (count, length)) })
    }
}

impl Columns for IpcFile {
    fn table(&self) -> SchemaRef {
        self.reader.schema()
    }

    fn choose(&mut self, places: &[usize], _: usize) -> Result<(), ReadError> {
        let again = || {
            let mut file = self.reader.get_ref().get_ref().try_clone()?;
            file.seek(SeekFrom::Start(0))?;
            FileReader::try_new_buffered(file, Some(places.to_vec()))
        };
        self.reader = guarded(again).map_err(unreadable(&self.name))?;
        Ok(())
    }

    fn next(&mut self) -> Result<Option<(u64, RecordBatch)>, ReadError> {
        let given = guarded(|| self.reader.next().transpose());
        if let Some((count, length)) = &self.count {
            let all = self.reader.num_batches().max(1) as u64;
            count.fetch_add(length / all, Ordering::Relaxed);
        }
        self.place.step(&self.name, given)
    }
}

/// A stream of Arrow messages.
pub(crate) struct IpcStream<'a> {
    name: Arc<str>,
    table: SchemaRef,
    /// The stream up to and with the description of its columns, and the rest.
    start: Option<(Vec<u8>, Box<dyn Read + 'a>)>,
    reader: Option<StreamReader<BufReader<Box<dyn Read + 'a>>>>,
    place: Place,
}

impl<'a> IpcStream<'a> {
    /// Reads the description of the columns.
    pub(crate) fn open(name: Arc<str>, source: &'a mut Source<'_>) -> Result<Self, ReadError> {
        let mut start = Vec::new();
        let mut take = |length: usize| -> Result<usize, ArrowError> {
            let before = start.len();
            start.resize(before + length, 0);
            source.read_exact(&mut start[before..])?;
            let last: [u8; 4] = start[start.len() - 4..].try_into().unwrap_or_default();
            Ok(u32::from_le_bytes(last) as usize)
        };
        let head = |take: &mut dyn FnMut(usize) -> Result<usize, ArrowError>| {
            let length = take(8)?;
            if !(8..=LONGEST_HEAD).contains(&length) {
                return Err(ArrowError::IpcError(format!("a description of columns of {length} bytes")));
            }
            take(length).map(drop)
        };
        let read = head(&mut take).and_then(|()| {
            let bytes = Cursor::new(start.clone());
            Ok(StreamReader::try_new(bytes, None)?.schema())
        });
        let table = read.map_err(unreadable(&name))?;
        let start = Some((start, Box::new(source) as Box<dyn Read + 'a>));
        Ok(Self { name, table, start, reader: None, place: Place::default() })
    }
}

impl Columns for IpcStream<'_> {
    fn table(&self) -> SchemaRef {
        self.table.clone()
    }

    fn choose(&mut self, places: &[usize], _: usize) -> Result<(), ReadError> {
        if let Some((start, rest)) = self.start.take() {
            let whole: Box<dyn Read + '_> = Box::new(Cursor::new(start).chain(rest));
            let open = || StreamReader::try_new_buffered(whole, Some(places.to_vec()));
            self.reader = Some(guarded(open).map_err(unreadable(&self.name))?);
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Option<(u64, RecordBatch)>, ReadError> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        let given = guarded(|| reader.next().transpose());
        self.place.step(&self.name, given)
    }
}
