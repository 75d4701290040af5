//! Tables: delimited text with a header or without, and ARFF.
//!
//! The start of a table tells how it is written and what its columns are (see [`opening`](crate::format::opening)); then every record is a
//! row, and every cell becomes features by what its column holds. A table whose columns are known, from a model or an
//! earlier file, needs its first record alone; else the first rows are waited for. Weakness: a column that holds numbers at
//! first and texts later is refused there, and has to be declared.

mod quick;

use std::sync::Arc;

use crate::draft::Draft;
use crate::draft::context::Context;
use crate::draft::drafter::Drafter;
use crate::error::fault::LineFault;
use crate::error::{Position, ReadError, Refusal};
use crate::format::Format;
use crate::format::arff;
use crate::format::cell;
use crate::format::header::{Column, Role};
use crate::format::opening::Opening;
use crate::format::table::quick::Quick;
use crate::pipeline::inline::{LONGEST_LINE, overlong};
use crate::schema::filter::Condition;
use crate::schema::rules::{Rules, pointed};
use crate::text::record::{Outcome, Record};

/// A table being read.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    context: Arc<Context>,
    reader: Reader,
    columns: Vec<Column>,
    /// What rows must meet to be read.
    filter: Vec<(usize, Condition)>,
    /// Reads most rows, if the columns allow it.
    quick: Option<Box<Quick>>,
    /// Whether a header names the columns.
    pub(crate) named: bool,
    /// What is known before the columns are.
    opening: Option<Box<Opening>>,
    /// The size of the block below which another look at a long, incomplete record is in vain.
    patience: usize,
    /// Whether the rest of a line that is too long is being passed over.
    passing: bool,
}

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Syntax {
    /// Fields with this between them.
    Delimited(u8),
    /// The rows of ARFF.
    Arff,
}

/// Reads records, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    pub(crate) syntax: Syntax,
    pub(crate) record: Record,
    /// What stands in a sparse row of ARFF where it says nothing.
    pub(crate) absent: Vec<Vec<u8>>,
}

impl Reader {
    /// Reads the record that a text starts with. One that does not end within the longest line is refused, and costs its
    /// first line, like one whose quote is never closed.
    pub(crate) fn next(&mut self, text: &[u8], last: bool) -> Outcome {
        let window = &text[..text.len().min(LONGEST_LINE + 1)];
        let last = last && window.len() == text.len();
        let outcome = match self.syntax {
            Syntax::Delimited(delimiter) => self.record.read(window, delimiter, last),
            Syntax::Arff => arff::row(window, last, &self.absent, &mut self.record),
        };
        match outcome {
            Outcome::Incomplete if window.len() > LONGEST_LINE => {
                let used = memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1);
                Outcome::Broken { used, fault: overlong().fault }
            }
            outcome => outcome,
        }
    }
}

impl Table {
    /// A table in a format, to be read in a context.
    pub(crate) fn new(context: Arc<Context>) -> Self {
        let syntax = match context.format {
            Format::Arff => Syntax::Arff,
            Format::Tsv => Syntax::Delimited(b'\t'),
            _ => Syntax::Delimited(b','),
        };
        let no_quotes = context.schema.dialect.as_ref().is_some_and(|dialect| dialect.no_quotes);
        let record = Record::quoted_or_not(no_quotes);
        Self {
            context,
            reader: Reader { syntax, record, absent: Vec::new() },
            columns: Vec::new(),
            filter: Vec::new(),
            quick: None,
            named: true,
            opening: Some(Box::default()),
            patience: 0,
            passing: false,
        }
    }

    /// As [`new`](Self::new), of a table whose header comes first, whatever it looks like.
    pub(crate) fn under_header(context: Arc<Context>) -> Self {
        Self { opening: Some(Box::new(Opening::under_header())), ..Self::new(context) }
    }

    /// A column of which the header alone does not tell what it holds.
    pub(crate) fn undecided(&self) -> Option<&str> {
        let open = |column: &&Column| matches!(column.role, Role::Undecided | Role::Dates);
        self.columns.iter().find(open).map(|column| column.name.as_str())
    }

    /// Parses whole records of a block and says how many bytes were used.
    pub(crate) fn parse(
        &mut self,
        block: &[u8],
        last: bool,
        line: &mut u64,
        rows: &mut Drafter,
    ) -> Result<usize, ReadError> {
        if block.len() < self.patience && !last {
            return Ok(0);
        }
        self.patience = 0;
        let mut used = 0;
        if let Some(mut opening) = self.opening.take() {
            match opening.open(block, last, &mut self.reader, rows) {
                Err(wrong) => return Err(self.refused(*line, wrong)),
                Ok(None) => {
                    self.opening = Some(opening);
                    return Ok(0);
                }
                Ok(Some(opened)) => {
                    (self.columns, self.named) = (opened.columns, opened.named);
                    self.filter = self.chosen().map_err(|wrong| self.refused(*line, wrong))?;
                    self.quick = self.prepared(rows);
                    (used, *line) = (opened.used, *line + opened.lines);
                }
            }
        }
        if self.passing {
            let end = memchr::memchr(b'\n', block);
            self.passing = end.is_none();
            used = end.map_or(block.len(), |end| end + 1);
        }
        if let Some(quick) = &mut self.quick {
            quick.refresh(rows);
        }
        while used < block.len() {
            let rest = &block[used..];
            let start = *line + 1;
            if let Some(quick) = &mut self.quick
                && let Some(end) = whole_line(rest)
                && let Some(aside) = quick.row(rest, end, &self.context.rules, rows)
            {
                (used, *line) = (used + end + 1, start);
                if let Err(refusal) = rows.finish(start, aside.label, aside.weight, aside.tag) {
                    rows.refuse(start, refusal);
                }
                continue;
            }
            match self.reader.next(rest, last) {
                Outcome::Incomplete => {
                    let more = if rest.len() > 1 << 20 { 2 * rest.len() } else { 0 };
                    self.patience = more.min(LONGEST_LINE + 1);
                    break;
                }
                Outcome::Blank { used: bytes } => {
                    (used, *line) = (used + bytes, start);
                }
                Outcome::Broken { used: bytes, fault } => {
                    self.passing = !rest[..bytes].ends_with(b"\n");
                    let lines = memchr::memchr_iter(b'\n', &rest[..bytes]).count().max(1) as u64;
                    (used, *line) = (used + bytes, *line + lines);
                    rows.refuse(start, Refusal::line(fault));
                }
                Outcome::Read { used: bytes, lines } => {
                    (used, *line) = (used + bytes, *line + lines);
                    if !self.filter.is_empty() && !self.wanted() {
                        continue;
                    }
                    if let Err(refusal) = self.row(start, rows) {
                        rows.refuse(start, refusal);
                    }
                }
            }
        }
        Ok(used)
    }

    /// How many bytes of a block are whole records that any thread may draft by [`draft`](Self::draft); 0 where they must be read here.
    /// A line without quotes is a record.
    pub(crate) fn whole(&mut self, block: &[u8], last: bool) -> usize {
        let delimited = matches!(self.reader.syntax, Syntax::Delimited(_));
        if !delimited || self.opening.is_some() || self.passing || self.patience > 0 {
            return 0;
        }
        if last {
            return block.len();
        }
        let end = memchr::memrchr(b'\n', block).map_or(0, |end| end + 1);
        if self.reader.record.is_without_quotes() {
            return end;
        }
        let mut at = 0;
        while let Some(quote) = memchr::memchr(b'"', &block[at..end]) {
            let start = memchr::memrchr(b'\n', &block[at..at + quote]).map_or(at, |end| at + end + 1);
            match self.reader.next(&block[start..], false) {
                Outcome::Read { used, .. } | Outcome::Blank { used } => at = start + used,
                // What is wrong with a record may be told by what follows it.
                Outcome::Incomplete | Outcome::Broken { .. } => return start,
            }
        }
        end
    }

    /// Drafts whole records; lines are counted from the first of them.
    pub(crate) fn draft(&mut self, block: &[u8], rows: &mut Drafter) -> Draft {
        let mut line = 0;
        // Only the start of a table is refused as a whole.
        let used = self.parse(block, true, &mut line, rows);
        debug_assert!(used.is_ok(), "the table is open");
        rows.take(line)
    }

    /// The fast way to read rows, if there is one.
    fn prepared(&self, rows: &Drafter) -> Option<Box<Quick>> {
        let Syntax::Delimited(delimiter) = self.reader.syntax else { return None };
        let quick =
            self.filter.is_empty().then(|| Quick::new(&self.columns, delimiter, &self.context.rules, rows));
        quick.flatten().map(Box::new)
    }

    /// The conditions on rows, with the places of their columns.
    fn chosen(&self) -> Result<Vec<(usize, Condition)>, Wrong> {
        let Some(filter) = self.context.schema.filter.as_ref().filter(|_| !self.columns.is_empty()) else {
            return Ok(Vec::new());
        };
        let columns: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let wrong = |problem| Wrong { line: 1, problem: Problem::Told(problem), columns: columns.clone() };
        filter.places(&columns).map_err(wrong)
    }

    /// Whether a row is to be read, as one of a wrong width is, to be refused.
    fn wanted(&self) -> bool {
        let (record, rules) = (&self.reader.record, &self.context.rules);
        record.len() != self.columns.len()
            || self.filter.iter().all(|(place, condition)| condition.of_text(record.get(*place), rules))
    }

    /// Why a table cannot be opened, with its place.
    fn refused(&self, line: u64, wrong: Wrong) -> ReadError {
        let position = Position { file: self.context.file.clone(), line: line + wrong.line };
        match wrong.problem {
            Problem::TooLong => ReadError::LineTooLong { position, limit: LONGEST_LINE },
            Problem::Told(problem) => ReadError::Header { position, problem, columns: wrong.columns },
        }
    }

    /// Reads one row.
    fn row(&self, line: u64, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
        let (columns, record, rules) = (&self.columns, &self.reader.record, &self.context.rules);
        if record.len() != columns.len() {
            let (expected, found) = (columns.len(), record.len());
            return Err(Refusal::line(match self.named {
                true => LineFault::FieldCount { expected, found },
                false => LineFault::RowWidth { expected, found },
            }));
        }
        let mut label = None;
        let mut weight = 1.0;
        let mut tag = &b""[..];
        rows.begin();
        for (place, column) in columns.iter().enumerate() {
            let text = record.get(place);
            let refuse = |fault| Refusal::named(&column.name, text, fault);
            match column.role {
                Role::Feature(kind) => cell::add(&column.name, kind, text, rules, rows).map_err(refuse)?,
                Role::Label => label = Some(text),
                Role::Weight => weight = parse_weight(text, rules).map_err(refuse)?,
                Role::Tag => tag = text,
                Role::Ignored | Role::Undecided | Role::Dates => {}
            }
        }
        if rules.decimal_comma
            && let Some(text) = label
            && rules.parse(text).is_ok()
            && let Some(pointed) = pointed(text)
        {
            return rows.finish(line, Some(&pointed), weight, tag);
        }
        rows.finish(line, label, weight, tag)
    }
}

/// Where the line ends that a text starts with, if that is an ordinary one.
#[inline]
fn whole_line(text: &[u8]) -> Option<usize> {
    memchr::memchr2(b'\n', 0, text).filter(|&end| text[end] == b'\n' && end <= LONGEST_LINE)
}

/// Why a table cannot be opened.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// The line, counted from 1 where the table starts.
    pub(crate) line: u64,
    pub(crate) problem: Problem,
    pub(crate) columns: Vec<String>,
}

/// What is wrong with the start of a table.
#[derive(Debug)]
pub(crate) enum Problem {
    TooLong,
    Told(String),
}

/// The weight of a row, by its text.
pub(crate) fn parse_weight(text: &[u8], rules: &Rules) -> Result<f64, LineFault> {
    match rules.number(text) {
        Ok(None) => Err(LineFault::NoWeight),
        Ok(Some(weight)) if weight < 0.0 => Err(LineFault::NegativeWeight),
        Ok(Some(weight)) => Ok(weight),
        Err(fault) => Err(LineFault::Number { what: "weight", fault }),
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;
