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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Item;
    use crate::labels::{LabelKind, Labels};
    use proptest::prelude::*;
    use std::io::Read;

    /// A pipe that brings at most so many bytes at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    /// Everything that came out, as text.
    fn read(bytes: &[u8], format: Format, most: usize) -> Result<Vec<String>, String> {
        let mut rows = Assembly::new(&Schema::new(Labels::new(LabelKind::Real))).unwrap();
        let mut lines = Vec::new();
        let mut keep = |batch: Batch| {
            lines.extend(batch.iter().map(|item| match item {
                Item::Example(e) => format!(
                    "{} {:?} {:?} {:?}",
                    e.line,
                    e.label,
                    e.tag,
                    e.features.iter().collect::<Vec<_>>()
                ),
                Item::Bad(error) => error.to_string(),
            }));
            ControlFlow::Continue(())
        };
        let mut source = Source::new("f".into(), Drip(bytes, most)).map_err(|error| error.to_string())?;
        let result = decode(&mut source, Some(format), &mut rows, &mut keep);
        rows.end();
        for batch in rows.ready.drain(..) {
            let _ = keep(batch);
        }
        result.map(|_| lines).map_err(|error| error.to_string())
    }

    proptest! {
        #[test]
        fn where_blocks_are_cut_never_matters(
            lines in prop::collection::vec(0usize..8, 0..30),
            format in 0usize..5,
            most in 1usize..20,
            mark in any::<bool>(),
        ) {
            let format = Format::ALL[format];
            let (head, kinds) = match format {
                Format::Svmlight => ("", ["1 1:2", "0 2:1 3:4 # c", "", "\r", "1 x", "# c", "2 1:1e5 1:1", "3"]),
                Format::Vw => ("", ["1 | a", "0 2 t|n b:3 c", "", "\r", "1 x", "|", "2 |a x:1:1", "'t |a b|c d"]),
                Format::Csv => ("y,a,b\n", ["1,2,x", "0,,\"a\nb\"", "", "\r", "1,2", "1,\"x\"y,2", ",3,\"p\"\"q\"", "1,2,3,4"]),
                Format::Tsv => ("y\ta\tb\n", ["1\t2\tx", "0\t\t\"a\nb\"", "", "\r", "1\t2", "\t\t", "\t3\tq", "1\t2\t\"x"]),
                Format::Jsonl => ("", ["{}", "{\"label\": 1, \"a\": 2}", "", "\r", "[1]", "{\"b\": \"x\"}", "{", "{\"a\": [1, 2]}"]),
            };
            let body: Vec<&str> = lines.iter().map(|&line| kinds[line]).collect();
            let text = format!("{}{head}{}", if mark { "\u{feff}" } else { "" }, body.join("\n"));
            prop_assert_eq!(read(text.as_bytes(), format, most), read(text.as_bytes(), format, usize::MAX));
        }
    }

    #[test]
    fn the_format_is_found_without_an_announcement() {
        let mut schema = Schema::default();
        let batches = parse_bytes(b"# c\n1 1:2\n", "data", None, &mut schema).unwrap();
        assert_eq!(batches[0].len(), 1);
        let error = parse_bytes(b"hello world\n", "data", None, &mut Schema::default()).unwrap_err();
        assert!(error.to_string().starts_with("data:1: cannot tell the format; pass --format"));
        let error = parse_bytes(b"1 |a x\n", "data.svm", None, &mut Schema::default()).unwrap_err();
        assert!(matches!(error, ReadError::Mismatch { announced: Format::Svmlight, looks: Format::Vw, .. }));
        assert!(parse_bytes(b"", "data", None, &mut Schema::default()).unwrap().is_empty());
        assert!(parse_bytes(b"\n \n", "data.csv", None, &mut Schema::default()).unwrap().is_empty());
    }
}
