//! The records of a delimited text, one at a time, with their lines.

use super::error::{DatasetError, fault};
use crate::error::{Position, ReadError};
use crate::files::input::Input;
use crate::files::source::Source;
use crate::text::record::{Outcome, Record};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How much is asked for at a time.
const BLOCK: usize = 1 << 16;
/// The longest record.
const LONGEST: usize = 64 << 20;

/// A delimited text being read: records of text fields, without a header.
pub struct TextRows<'a> {
    source: Source<'a>,
    delimiter: u8,
    buffer: Vec<u8>,
    start: usize,
    last: bool,
    line: u64,
    record: Record,
    /// Whether they are those of a table.
    table: bool,
}

impl TextRows<'static> {
    /// Opens an input whose fields are separated by commas.
    pub fn open(input: &Input) -> Result<Self, DatasetError> {
        Ok(Self::new(Source::open(input, Arc::new(AtomicU64::new(0)))?, b','))
    }
}

impl<'a> TextRows<'a> {
    pub(crate) fn new(source: Source<'a>, delimiter: u8) -> Self {
        let record = Record::default();
        Self { source, delimiter, buffer: Vec::new(), start: 0, last: false, line: 0, record, table: false }
    }

    /// As those of a table, where users may say that quotes are characters like others.
    pub(crate) fn of_table(self, no_quotes: bool) -> Self {
        Self { record: Record::quoted_or_not(no_quotes), table: true, ..self }
    }

    /// The file as the user named it.
    pub fn file(&self) -> &Arc<str> {
        &self.source.name
    }

    /// Reads the next record and gives its first line; none at the end. Blank lines are skipped.
    pub(crate) fn read(&mut self) -> Result<Option<u64>, DatasetError> {
        loop {
            let block = &self.buffer[self.start..];
            if block.is_empty() && self.last {
                return Ok(None);
            }
            let first = self.line + 1;
            match self.record.read(block, self.delimiter, self.last) {
                Outcome::Incomplete => self.fill()?,
                Outcome::Blank { used } => {
                    self.start += used;
                    self.line += 1;
                }
                Outcome::Broken { fault: wrong, .. } => {
                    let error = fault(self.file(), first, &wrong);
                    return Err(match wrong.help().filter(|_| self.table) {
                        Some(help) => error.advise(help),
                        None => error,
                    });
                }
                Outcome::Read { used, lines } => {
                    self.start += used;
                    self.line += lines;
                    return Ok(Some(first));
                }
            }
        }
    }

    fn fill(&mut self) -> Result<(), DatasetError> {
        self.buffer.drain(..self.start);
        let first = self.start == 0 && self.line == 0 && self.buffer.is_empty();
        self.start = 0;
        let filled = self.buffer.len();
        if filled > LONGEST {
            let position = Position { file: self.source.name.clone(), line: self.line + 1 };
            return Err(ReadError::LineTooLong { position, limit: LONGEST }.into());
        }
        self.buffer.resize(filled + BLOCK.max(filled), 0);
        let mut end = filled;
        while end < self.buffer.len() {
            match self.source.read(&mut self.buffer[end..])? {
                0 => {
                    self.last = true;
                    break;
                }
                read => end += read,
            }
        }
        self.buffer.truncate(end);
        if first && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.start = 3;
        }
        Ok(())
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The next record as texts, with its first line; none at the end.
    pub fn next_texts(&mut self) -> Result<Option<(u64, Vec<String>)>, DatasetError> {
        let Some(line) = self.read()? else { return Ok(None) };
        let text = |(place, field): (usize, &[u8])| {
            String::from_utf8(field.to_vec()).map_err(|_| {
                DatasetError::field(self.file(), line, place + 1, field, "the value is not UTF-8 text")
            })
        };
        let texts = self.record.iter().enumerate().map(text).collect::<Result<Vec<_>, _>>()?;
        Ok(Some((line, texts)))
    }
}
