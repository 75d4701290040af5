//! From one text format to another: each line is written as the target can say it, or refused with the reason.

mod jsonl;
mod shuffle;
mod svmlight;
mod table;
pub(crate) mod transcribe;
mod vw;

use std::io::{self, Write};

use thiserror::Error;

use crate::convert::transcribe::Entry;
use crate::format::Format;

pub use shuffle::{Draws, Shuffle};
pub use table::Columns;

/// Why a line cannot be written in a format, or not at all.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// The format cannot say it.
    #[error("{0}")]
    Unsayable(String),
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn unsayable<T>(why: impl Into<String>) -> Result<T, ConvertError> {
    Err(ConvertError::Unsayable(why.into()))
}

/// Writes entries in a format.
#[derive(Debug)]
pub struct Converter {
    to: Format,
    /// The width of the hash that numbers named features.
    bits: u8,
    columns: Columns,
    line: Vec<u8>,
}

impl Converter {
    /// To a format; `bits` is the width of the hash where names become numbers, and `columns` are those of a table.
    pub fn new(to: Format, bits: u8, columns: Columns) -> Self {
        Self { to, bits, columns, line: Vec::new() }
    }

    /// Writes what stands before the first line.
    pub fn header(&mut self, out: &mut dyn Write) -> Result<(), ConvertError> {
        match self.to {
            Format::Csv => Ok(self.columns.header(b',', out)?),
            Format::Tsv => Ok(self.columns.header(b'\t', out)?),
            _ => Ok(()),
        }
    }

    /// Writes a line, or nothing of it.
    pub fn write(&mut self, entry: Entry<'_>, out: &mut dyn Write) -> Result<(), ConvertError> {
        self.line.clear();
        match self.to {
            Format::Svmlight => svmlight::write(entry, self.bits, &mut self.line)?,
            Format::Vw => vw::write(entry, &mut self.line)?,
            Format::Jsonl => jsonl::write(entry, &mut self.line)?,
            Format::Csv => self.columns.write(entry, b',', &mut self.line)?,
            Format::Tsv => self.columns.write(entry, b'\t', &mut self.line)?,
            Format::Arff | Format::Parquet | Format::Arrow => {
                return unsayable(format!("{} is read and not written", self.to));
            }
        }
        self.line.push(b'\n');
        Ok(out.write_all(&self.line)?)
    }
}

/// A label in a format that has only numbers.
fn number_label<'a>(label: &'a [u8], format: &str) -> Result<&'a [u8], ConvertError> {
    match crate::text::number::parse(label) {
        Ok(_) => Ok(label),
        Err(_) => {
            let label = String::from_utf8_lossy(label);
            unsayable(format!("{format} has no place for the label {label:?}, which is no number"))
        }
    }
}

/// Text that must be UTF-8.
fn text<'a>(bytes: &'a [u8], what: &str) -> Result<&'a str, ConvertError> {
    std::str::from_utf8(bytes).or_else(|_| unsayable(format!("the {what} is not UTF-8")))
}
