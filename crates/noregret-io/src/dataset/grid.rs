//! A table as text: cells, the line of every row, and what the format itself says of the columns.

use super::error::{DatasetError, width};
use std::sync::Arc;

pub(crate) use crate::format::header::Declared;

/// A table of texts.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) file: Arc<str>,
    /// The names of the columns; their places, counted from 1, if they have none.
    pub(crate) names: Vec<String>,
    /// Whether the file names its columns.
    pub(crate) named: bool,
    pub(crate) declared: Vec<Declared>,
    /// The column the format marks as the label.
    pub(crate) label: Option<usize>,
    text: String,
    cells: Vec<(usize, usize)>,
    lines: Vec<u64>,
}

impl Grid {
    /// An empty table of that many columns, without names.
    pub(crate) fn new(file: Arc<str>, width: usize) -> Self {
        let names = (1..=width).map(|place| place.to_string()).collect();
        let declared = vec![Declared::Nothing; width];
        let (text, cells, lines) = (String::new(), Vec::new(), Vec::new());
        Self { file, names, named: false, declared, label: None, text, cells, lines }
    }

    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn rows(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn line(&self, row: usize) -> u64 {
        self.lines[row]
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> &str {
        let (start, end) = self.cells[row * self.width() + column];
        &self.text[start..end]
    }

    /// Adds a row.
    pub(crate) fn push<'f>(
        &mut self,
        line: u64,
        fields: impl Iterator<Item = &'f [u8]>,
    ) -> Result<(), DatasetError> {
        let before = self.cells.len();
        for (place, field) in fields.enumerate() {
            let text = std::str::from_utf8(field).map_err(|_| {
                DatasetError::field(&self.file, line, place + 1, field, "the value is not UTF-8 text")
            })?;
            let start = self.text.len();
            self.text.push_str(text);
            self.cells.push((start, self.text.len()));
        }
        let found = self.cells.len() - before;
        if found != self.width() {
            return Err(width(&self.file, line, self.width(), found));
        }
        self.lines.push(line);
        Ok(())
    }

    /// Takes the first row away.
    pub(crate) fn take_first(&mut self) -> Vec<String> {
        let width = self.width();
        self.lines.remove(0);
        self.cells.drain(..width).map(|(start, end)| self.text[start..end].to_owned()).collect()
    }

    /// Names the columns.
    pub(crate) fn name(&mut self, line: u64, names: Vec<String>) -> Result<(), DatasetError> {
        let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let problem = match twice[0] {
                "" => "several columns have no name".to_owned(),
                name => format!("the column {name:?} appears twice"),
            };
            let wrong = DatasetError::line(&self.file, line, problem);
            return Err(wrong.advise("name every column once, or pass --no-header if this is data"));
        }
        self.names = names;
        self.named = true;
        Ok(())
    }

    /// The place of a column, by its name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }
}
