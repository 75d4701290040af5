//! One line at a time: what a [`Parser`](crate::Parser) and an [`Intake`](crate::Intake) read text by.

use std::sync::Arc;

use crate::draft::context::Context;
use crate::draft::drafter::Drafter;
use crate::error::fault::LineFault;
use crate::error::{LineError, Position, ReadError, Refusal};
use crate::format::table::Table;
use crate::pipeline::inline::{LONGEST_LINE, Layout, ParseLine, overlong};
use crate::text::number::WINDOW;

/// Reads lines of one source, or records of one table.
#[derive(Clone, Debug)]
pub(crate) struct LineReader {
    layout: Way,
    /// The line, with room behind it: who reads a window of bytes at once may look there.
    text: Vec<u8>,
}

#[derive(Clone, Debug)]
enum Way {
    Lines(ParseLine),
    Table(Box<Table>),
}

impl LineReader {
    /// For the lines of a source; a table's records mean nothing without its header. What a header tells is
    /// in the drafter's schema then.
    pub(crate) fn new(
        context: &Arc<Context>,
        header: Option<&[u8]>,
        drafter: &mut Drafter,
    ) -> Result<Self, ReadError> {
        let layout = match Layout::of(context.format) {
            Layout::Lines(parse) => Way::Lines(parse),
            Layout::Columns => {
                let format = context.format;
                return Err(ReadError::Schema(format!(
                    "{format} has no lines: read it as a file or as record batches"
                )));
            }
            Layout::Table => {
                let position = Position { file: context.file.clone(), line: 1 };
                let wrong = |problem: String, columns| ReadError::Header {
                    position: position.clone(),
                    problem,
                    columns,
                };
                let header = header.unwrap_or_default();
                let columns = || vec![String::from_utf8_lossy(header).trim_end().to_owned()];
                let mut table = Table::under_header(context.clone());
                let used = table.parse(header, true, &mut 0, drafter)?;
                if used < header.len() || header.trim_ascii().is_empty() || !drafter.draft().rows.is_empty() {
                    let problem = "a header of one line is needed before the records of a table";
                    return Err(wrong(problem.to_owned(), columns()));
                }
                if let Some(column) = table.undecided() {
                    let problem = format!(
                        "what the column {column:?} holds cannot be told from the header; declare it numeric or categorical"
                    );
                    return Err(wrong(problem, columns()));
                }
                Way::Table(Box::new(table))
            }
        };
        Ok(Self { layout, text: Vec::new() })
    }

    /// Gives the memory of the last line back.
    pub(crate) fn shed(&mut self) {
        self.text = Vec::new();
    }

    /// Drafts a line, with its end or without: afterwards the draft holds an example, or nothing if the line
    /// is blank.
    pub(crate) fn read(&mut self, line: &[u8], drafter: &mut Drafter) -> Result<(), Box<Refusal>> {
        drafter.clear();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if line.len() > LONGEST_LINE {
            return Err(overlong());
        }
        self.text.clear();
        self.text.extend_from_slice(line);
        self.text.extend_from_slice(&[b'\n'; WINDOW + 1]);
        match &mut self.layout {
            Way::Lines(_) if memchr::memchr(b'\n', line).is_some() => {
                return Err(Refusal::line(LineFault::SeveralLines));
            }
            Way::Lines(parse) => {
                parse(&self.text, line.len(), 1, drafter).inspect_err(|_| drafter.clear())?;
            }
            Way::Table(table) => {
                if let Err(error) = table.parse(&self.text[..=line.len()], true, &mut 0, drafter) {
                    let fault = LineFault::Recorded { message: error.to_string(), help: None, label: false };
                    return Err(Refusal::line(fault));
                }
            }
        }
        if drafter.draft().rows.len() > 1 {
            drafter.clear();
            return Err(Refusal::line(LineFault::SeveralLines));
        }
        drafter.refusal().map_or(Ok(()), Err)
    }
}

/// A refusal with its place.
pub(crate) fn placed(refusal: Refusal, context: &Context, line: u64) -> Box<LineError> {
    let position = Position { file: context.file.clone(), line };
    Box::new(LineError { position, field: refusal.field, fault: refusal.fault })
}
