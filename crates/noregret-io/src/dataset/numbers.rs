//! Rows of plain numbers: CSV without a header, one row at a time.

use super::error::{DatasetError, width};
use super::rows::TextRows;
use crate::error::fault::NumberFault;
use crate::files::input::Input;
use crate::text::number;
use std::sync::Arc;

/// A file of numbers being read; every row is as wide as the first.
pub struct NumberRows {
    rows: TextRows<'static>,
    width: Option<usize>,
    values: Vec<f64>,
}

impl NumberRows {
    /// Opens an input.
    pub fn open(input: &Input) -> Result<Self, DatasetError> {
        Ok(Self { rows: TextRows::open(input)?, width: None, values: Vec::new() })
    }

    /// The file as the user named it.
    pub fn file(&self) -> &Arc<str> {
        self.rows.file()
    }

    /// The next row and its line; none at the end.
    pub fn next_row(&mut self) -> Result<Option<(u64, &[f64])>, DatasetError> {
        let Some(line) = self.rows.read()? else { return Ok(None) };
        let record = self.rows.record();
        self.values.clear();
        for (place, text) in record.iter().enumerate() {
            let value = number::parse(text).map_err(|fault| {
                let wrong = DatasetError::field(
                    self.rows.file(),
                    line,
                    place + 1,
                    text,
                    format!("the value {fault}"),
                );
                let header = self.width.is_none() && fault == NumberFault::NotNumber;
                if header { wrong.advise("the file has no header: remove the first line") } else { wrong }
            })?;
            self.values.push(value);
        }
        let expected = *self.width.get_or_insert(self.values.len());
        if expected != self.values.len() {
            return Err(width(self.rows.file(), line, expected, self.values.len()));
        }
        Ok(Some((line, &self.values)))
    }
}
