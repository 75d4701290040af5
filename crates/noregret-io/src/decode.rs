//! The loop that reads a source block by block, finds its format, and feeds whole lines to the format's parser.
//!
//! Blocks are large, so a parser sees thousands of lines at once and allocates nothing for them. When a read
//! brings less than asked, a slow pipe has been emptied, and what is assembled is handed over at once.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::assembly::Assembly;
use crate::batch::Batch;
use crate::error::{Position, ReadError, Refusal};
use crate::format::Format;
use crate::schema::Schema;
use crate::sniff::{self, Verdict};
use crate::source::Source;
use crate::table::Table;
use crate::{jsonl, svmlight, vw};

/// How much is asked for at a time.
const BLOCK: usize = 1 << 18;
/// The longest line.
pub(crate) const LONGEST_LINE: usize = 64 << 20;

/// Reads one source to its end, handing over batches as they become ready, until told to stop.
pub(crate) fn decode(
    source: &mut Source<'_>,
    announced: Option<Format>,
    rows: &mut Assembly,
    hand_over: &mut dyn FnMut(Batch) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, ReadError> {
    let mut file = Lines::new(source.name.clone(), announced);
    let mut buffer = Vec::new();
    let mut filled = 0;
    loop {
        if buffer.len() < filled + BLOCK {
            buffer.resize(filled + BLOCK.max(filled), 0);
        }
        let asked = buffer.len() - filled;
        let read = source.read(&mut buffer[filled..])?;
        filled += read;
        let used = file.feed(&buffer[..filled], read == 0, rows)?;
        if used > 0 {
            buffer.copy_within(used..filled, 0);
            filled -= used;
        } else if filled > LONGEST_LINE {
            return Err(file.too_long());
        }
        if read < asked {
            rows.flush();
        }
        while let Some(batch) = rows.ready.pop_front() {
            if hand_over(batch).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if read == 0 {
            return Ok(ControlFlow::Continue(()));
        }
    }
}

/// Parses bytes as if they were a file of that name, without threads; the schema learns what they bring.
pub fn parse_bytes(
    bytes: &[u8],
    name: &str,
    format: Option<Format>,
    schema: &mut Schema,
) -> Result<Vec<Batch>, ReadError> {
    let mut rows = Assembly::new(schema)?;
    let mut batches = Vec::new();
    let mut keep = |batch| {
        batches.push(batch);
        ControlFlow::Continue(())
    };
    let mut source = Source::new(name.into(), bytes)?;
    let result = decode(&mut source, format, &mut rows, &mut keep);
    let delta = rows.end();
    batches.extend(rows.ready.drain(..));
    for batch in &mut batches {
        std::mem::take(&mut batch.delta).merge_into(schema);
    }
    delta.merge_into(schema);
    result.map(|_| batches)
}

/// Reads one line, with its number, into the assembly.
type ParseLine = fn(&[u8], u64, &mut Assembly) -> Result<(), Box<Refusal>>;

/// One input on its way through its format's parser.
struct Lines {
    file: Arc<str>,
    announced: Option<Format>,
    parser: Parser,
    /// How many lines are done.
    line: u64,
}

enum Parser {
    /// At the very start, where a byte order mark may stand.
    Start,
    /// The format is not known yet.
    Unknown,
    /// Nothing but blank lines.
    Blank,
    Line(ParseLine),
    Table(Box<Table>),
}

impl Lines {
    fn new(file: Arc<str>, announced: Option<Format>) -> Self {
        let announced = announced.or_else(|| Format::from_name(&file));
        Self { file, announced, parser: Parser::Start, line: 0 }
    }

    /// Parses what is complete of a block and says how many bytes were used; `last` says that nothing follows.
    fn feed(&mut self, block: &[u8], last: bool, rows: &mut Assembly) -> Result<usize, ReadError> {
        let mut used = 0;
        if let Parser::Start = self.parser {
            const MARK: &[u8] = b"\xef\xbb\xbf";
            if !last && MARK.starts_with(block) {
                return Ok(0);
            }
            used = if block.starts_with(MARK) { MARK.len() } else { 0 };
            self.parser = Parser::Unknown;
        }
        if let Parser::Unknown = self.parser {
            self.parser = match sniff::judge(self.announced, &block[used..], last) {
                Verdict::NeedMore => return Ok(used),
                Verdict::Nothing => Parser::Blank,
                Verdict::Is(format) => self.open(format, rows)?,
                Verdict::Mismatch { line, looks } => {
                    let announced = self.announced.unwrap_or(looks);
                    return Err(ReadError::Mismatch { position: self.at(line), announced, looks });
                }
                Verdict::Unknown { line } => return Err(ReadError::Unrecognised { position: self.at(line) }),
            };
        }
        let block = &block[used..];
        match &mut self.parser {
            Parser::Start | Parser::Unknown | Parser::Blank => Ok(used + block.len()),
            Parser::Table(table) => Ok(used + table.parse(block, last, &mut self.line, rows)?),
            Parser::Line(parse) => {
                let parse = *parse;
                Ok(used + self.each_line(block, last, rows, parse)?)
            }
        }
    }

    fn open(&self, format: Format, rows: &mut Assembly) -> Result<Parser, ReadError> {
        rows.start(&self.file, format)?;
        Ok(match format {
            Format::Svmlight => Parser::Line(svmlight::parse),
            Format::Vw => Parser::Line(vw::parse),
            Format::Jsonl => Parser::Line(jsonl::parse),
            Format::Csv => Parser::Table(Box::new(Table::new(self.file.clone(), b','))),
            Format::Tsv => Parser::Table(Box::new(Table::new(self.file.clone(), b'\t'))),
        })
    }

    fn each_line(
        &mut self,
        block: &[u8],
        last: bool,
        rows: &mut Assembly,
        parse: ParseLine,
    ) -> Result<usize, ReadError> {
        let mut used = 0;
        while used < block.len() {
            let rest = &block[used..];
            let end = match memchr::memchr(b'\n', rest) {
                Some(end) => end,
                None if last => rest.len(),
                None => break,
            };
            if end > LONGEST_LINE {
                return Err(self.too_long());
            }
            self.line += 1;
            if let Err(refusal) = parse(&rest[..end], self.line, rows) {
                rows.refuse(self.line, *refusal);
            }
            used = (used + end + 1).min(block.len());
        }
        Ok(used)
    }

    fn at(&self, line: u64) -> Position {
        Position { file: self.file.clone(), line }
    }

    fn too_long(&self) -> ReadError {
        ReadError::LineTooLong { position: self.at(self.line + 1), limit: LONGEST_LINE }
    }
}
