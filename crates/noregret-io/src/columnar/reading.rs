//! From a source of record batches to drafts.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

use super::frame::Frame;
use super::ipc::{IpcFile, IpcStream};
use super::parquet::Groups;
use crate::draft::context::Contexts;
use crate::draft::drafter::Drafter;
use crate::error::{Position, ReadError};
use crate::files::magic::Magic;
use crate::files::source::Source;
use crate::format::Format;
use crate::pipeline::blocks::{Piece, Sink};
use crate::schema::filter::Condition;

/// What record batches come from.
pub(crate) trait Columns {
    /// All columns.
    fn table(&self) -> SchemaRef;
    /// Only the columns at these places are wanted, and about so many bytes of them at a time. Called once, first.
    fn choose(&mut self, places: &[usize], bytes: usize) -> Result<(), ReadError>;
    /// From now on, rows that cannot meet these conditions need not come. The places are those of all columns.
    fn pass_over(&mut self, _conditions: &[(usize, Condition)]) {}
    /// The next rows, and the number of the row before them.
    fn next(&mut self) -> Result<Option<(u64, RecordBatch)>, ReadError>;
}

/// The most rows that are drafted at a time.
pub(crate) const MOST_ROWS: usize = 8192;

/// How many rows make about so many bytes.
pub(crate) fn rows_of(bytes: usize, row: usize) -> usize {
    (bytes / row.max(1)).clamp(16, MOST_ROWS)
}

/// Refuses data that is not what it was announced as; gives the format of data that is no text.
pub(crate) fn announced(
    source: &Source<'_>,
    announced: Option<Format>,
    magic: Option<Magic>,
) -> Result<Option<Format>, ReadError> {
    let file = || source.name.clone();
    let looks = match magic {
        None => None,
        Some(Magic::Parquet) => Some(Format::Parquet),
        Some(Magic::ArrowFile | Magic::ArrowStream) => Some(Format::Arrow),
        Some(Magic::Refused(why)) => {
            return Err(ReadError::Open { file: file(), why: why.to_owned() });
        }
    };
    let said = announced.or_else(|| Format::from_name(&source.name));
    match (said, looks) {
        (Some(announced), None) if announced.is_binary() => {
            Err(ReadError::NotBinary { file: file(), announced })
        }
        (Some(announced), Some(looks)) if announced != looks => {
            let position = Position { file: file(), line: 0 };
            Err(ReadError::Mismatch { position, announced, looks })
        }
        _ => Ok(looks),
    }
}

/// Opens data that is no text. `path` is the file, if it can be read again from its start; other Parquet, whose end must be read
/// first, goes through a temporary file.
pub(crate) fn columns<'a>(
    source: &'a mut Source<'_>,
    magic: Magic,
    path: Option<&Path>,
    count: Option<Arc<AtomicU64>>,
) -> Result<Box<dyn Columns + 'a>, ReadError> {
    let name = source.name.clone();
    if magic == Magic::ArrowStream {
        return Ok(Box::new(IpcStream::open(name, source)?));
    }
    let opened = match path.filter(|_| source.is_raw()) {
        Some(path) => File::open(path).map(|file| (file, count)),
        None => spool(source).map(|file| (file, None)),
    };
    let (file, count) = opened.map_err(|error| whole(&name, error))?;
    Ok(match magic {
        Magic::Parquet => Box::new(Groups::open(name, file, count)?),
        _ => Box::new(IpcFile::open(name, file, count)?),
    })
}

fn spool(source: &mut Source<'_>) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(source, &mut file)?;
    Ok(file)
}

/// The error behind an error of the system.
fn whole(file: &Arc<str>, error: io::Error) -> ReadError {
    match error.downcast::<ReadError>() {
        Ok(error) => error,
        Err(source) => ReadError::Io { file: file.clone(), source },
    }
}

/// An error of a decoder, or the one of the source behind it; `place` ends with a colon and a blank, or is empty.
pub(crate) fn damaged(file: &Arc<str>, format: Format, place: String, error: ArrowError) -> ReadError {
    let file = file.clone();
    match error {
        ArrowError::IoError(_, error) => match error.downcast::<ReadError>() {
            Ok(error) => error,
            Err(error) => ReadError::Damaged { file, place, format, why: error.to_string() },
        },
        error => {
            let mut why = error.to_string();
            if why.contains("Disabled feature") {
                why += "; this compression is not read: write the file with zstd, snappy or gzip";
            }
            ReadError::Damaged { file, place, format, why }
        }
    }
}

/// What a decoder gives; one that panics, on data that no program writes, has failed.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, ArrowError> {
    let gave_up = || ArrowError::ParseError("the decoder gave up".to_owned());
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err(gave_up()))
}

/// Reads record batches to their end, drafting about `size` bytes at a time, until told to stop.
pub(crate) fn read(
    columns: &mut dyn Columns,
    file: &Arc<str>,
    format: Format,
    contexts: &mut Contexts,
    size: usize,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let context = match contexts.start(file, format) {
        Ok(context) => Arc::new(context),
        Err(error) => return sink.emit(Piece::Failure(error)),
    };
    sink.emit(Piece::Open(context.clone()))?;
    let mut drafter = Drafter::new(context);
    let opened = Frame::open(&columns.table(), &mut drafter);
    let mut frame = match opened.and_then(|frame| columns.choose(frame.places(), size).map(|()| frame)) {
        Ok(frame) => frame,
        Err(error) => return sink.emit(Piece::Failure(error)),
    };
    let rows = rows_of(size, 8 * frame.places().len());
    let mut passing = false;
    loop {
        if !passing && !frame.conditions().is_empty() {
            columns.pass_over(frame.conditions());
            passing = true;
        }
        let (next, failure) = match columns.next() {
            Ok(next) => (next, None),
            Err(error) => (None, Some(error)),
        };
        let last = next.is_none();
        let ready = frame.take(next, &mut drafter);
        send(&mut drafter, contexts, sink)?;
        for (before, batch) in ready {
            for start in (0..batch.num_rows()).step_by(rows) {
                let part = batch.slice(start, rows.min(batch.num_rows() - start));
                frame.draft(before + start as u64, &part, &mut drafter);
                send(&mut drafter, contexts, sink)?;
            }
        }
        if let Some(error) = failure {
            return sink.emit(Piece::Failure(error));
        }
        if last {
            return ControlFlow::Continue(());
        }
    }
}

/// Sends what is drafted, if anything is.
fn send(drafter: &mut Drafter, contexts: &mut Contexts, sink: &mut dyn Sink) -> ControlFlow<()> {
    let draft = drafter.take(0);
    if draft.head.is_some() {
        contexts.schema = drafter.schema.clone();
    }
    if draft.rows.is_empty() && draft.head.is_none() {
        return ControlFlow::Continue(());
    }
    let buffer = sink.buffer()?;
    sink.emit(Piece::Draft { draft: Box::new(draft), buffer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compression_that_is_not_read_comes_with_what_to_do() {
        let error = ArrowError::ParquetError("Disabled feature at compile time: brotli".to_owned());
        let said = damaged(&"a.parquet".into(), Format::Parquet, String::new(), error).to_string();
        assert!(said.contains("brotli; ") && said.contains("with zstd, snappy or gzip"), "{said}");
    }
}
