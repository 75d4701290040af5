//! Blocks of whole lines to drafts, and a whole text to batches without any thread.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::draft::Draft;
use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::error::fault::LineFault;
use crate::error::{ReadError, Refusal};
use crate::files::source::Source;
use crate::format::Format;
use crate::format::{jsonl, svmlight, vw};
use crate::pipeline::batch::Batch;
use crate::pipeline::blocks::{Piece, Sink, Whole, cut};
use crate::pipeline::merge::Merge;
use crate::schema::Schema;

/// How much is read at a time, and parsed by one thread.
pub(crate) const BLOCK: usize = 1 << 19;
/// The longest line.
pub(crate) const LONGEST_LINE: usize = 64 << 20;

/// Reads one line into the draft, from `(text, length, line number, drafter)`. `text[..length]` is the line; the rest of
/// the block stays readable, so that eight-byte loads need no bounds check.
pub(crate) type ParseLine = fn(&[u8], usize, u64, &mut Drafter) -> Result<(), Box<Refusal>>;

/// How a format is taken apart.
pub(crate) enum Layout {
    /// Line by line, anywhere.
    Lines(ParseLine),
    /// Record by record, from the start.
    Table,
    /// Not as text.
    Columns,
}

impl Layout {
    /// How a format is taken apart.
    pub(crate) fn of(format: Format) -> Self {
        match format {
            Format::Svmlight => Self::Lines(svmlight::parse),
            Format::Vw => Self::Lines(vw::parse),
            Format::Jsonl => Self::Lines(jsonl::parse),
            Format::Csv | Format::Tsv | Format::Arff => Self::Table,
            Format::Parquet | Format::Arrow => Self::Columns,
        }
    }
}

/// The refusal of a line that is too long.
pub(crate) fn overlong() -> Box<Refusal> {
    Refusal::line(LineFault::TooLong { limit: LONGEST_LINE })
}

/// Drafts a block of whole lines; only the last one may lack its end.
pub(crate) fn draft(block: &[u8], parse: ParseLine, drafter: &mut Drafter) -> Draft {
    let mut line = 0;
    let mut rest = block;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        line += 1;
        let parsed = if end > LONGEST_LINE { Err(overlong()) } else { parse(rest, end, line, drafter) };
        if let Err(refusal) = parsed {
            drafter.refuse(line, refusal);
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    drafter.take(line)
}

/// Cuts, drafts and merges, one after the other.
pub(crate) struct Straight<'a> {
    pub(crate) merge: Merge,
    drafter: Option<Drafter>,
    spare: Vec<u8>,
    hand_over: &'a mut dyn FnMut(Batch) -> ControlFlow<()>,
    /// What went wrong, after everything that went well.
    pub(crate) failure: Option<ReadError>,
}

impl<'a> Straight<'a> {
    pub(crate) fn new(schema: &Schema, hand_over: &'a mut dyn FnMut(Batch) -> ControlFlow<()>) -> Self {
        Self { merge: Merge::new(schema), drafter: None, spare: Vec::new(), hand_over, failure: None }
    }

    fn open(&mut self, context: Arc<Context>) {
        self.drafter = Some(Drafter::new(context.clone()));
        self.merge.open(context);
    }

    /// Hands over what is ready.
    pub(crate) fn deliver(&mut self) -> ControlFlow<()> {
        while let Some(batch) = self.merge.ready.pop_front() {
            (self.hand_over)(batch)?;
        }
        ControlFlow::Continue(())
    }
}

impl Sink for Straight<'_> {
    fn buffer(&mut self) -> ControlFlow<(), Vec<u8>> {
        ControlFlow::Continue(std::mem::take(&mut self.spare))
    }

    fn give_back(&mut self, buffer: Vec<u8>) {
        self.spare = buffer;
    }

    fn emit(&mut self, piece: Piece) -> ControlFlow<()> {
        let absorbed = match piece {
            Piece::Open(context) => {
                self.open(context);
                Ok(())
            }
            Piece::Block { bytes, length, parse } => {
                let Some(drafter) = &mut self.drafter else { return ControlFlow::Break(()) };
                let draft = draft(&bytes[..length], parse, drafter);
                self.spare = bytes;
                self.merge.absorb(draft)
            }
            Piece::Draft { draft, buffer } => {
                self.spare = buffer;
                self.merge.absorb(*draft)
            }
            Piece::Failure(error) => Err(error),
        };
        self.deliver()?;
        match absorbed {
            Ok(()) if self.merge.full() => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
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
    let mut contexts = Contexts::new(schema)?;
    let mut batches = Vec::new();
    let mut keep = |batch| {
        batches.push(batch);
        ControlFlow::Continue(())
    };
    let mut straight = Straight::new(schema, &mut keep);
    let mut source = Source::new(name.into(), bytes)?;
    let _ = cut(&mut source, format, Whole::default(), &mut contexts, BLOCK, &mut straight);
    let end = straight.merge.end();
    let _ = straight.deliver();
    let failure = straight.failure;
    for batch in &mut batches {
        std::mem::take(&mut batch.delta).merge_into(schema);
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    end?.merge_into(schema);
    Ok(batches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::batch::Item;
    use crate::schema::labels::{LabelKind, Labels};
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
    fn read(bytes: &[u8], format: Format, most: usize, size: usize) -> Result<Vec<String>, String> {
        let schema = Schema::new(Labels::new(LabelKind::Real));
        let mut contexts = Contexts::new(&schema).unwrap();
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
        let mut straight = Straight::new(&schema, &mut keep);
        let _ = cut(&mut source, Some(format), Whole::default(), &mut contexts, size, &mut straight);
        straight.merge.end().map_err(|error| error.to_string())?;
        let _ = straight.deliver();
        let failure = straight.failure;
        failure.map_or(Ok(lines), |error| Err(error.to_string()))
    }

    proptest! {
        #[test]
        fn where_blocks_are_cut_never_matters(
            lines in prop::collection::vec(0usize..8, 0..30),
            format in 0usize..6,
            most in 1usize..20,
            size in 1usize..40,
            mark in any::<bool>(),
        ) {
            let format = Format::ALL[format];
            let (head, kinds) = match format {
                Format::Svmlight => ("", ["1 1:2", "0 2:1 3:4 # c", "", "\r", "1 x", "# c", "2 1:1e5 1:1", "3"]),
                Format::Vw => ("", ["1 | a", "0 2 t|n b:3 c", "", "\r", "1 x", "|", "2 |a x:1:1", "'t |a b|c d"]),
                Format::Csv => ("y,a,b\n", ["1,2,x", "0,,\"a\nb\"", "", "\r", "1,2", "1,\"x\"y,2", ",3,\"p\"\"q\"", "1,2,3,4"]),
                Format::Tsv => ("y\ta\tb\n", ["1\t2\tx", "0\t\t\"a\nb\"", "", "\r", "1\t2", "\t\t", "\t3\tq", "1\t2\t\"x"]),
                Format::Arff => ("% c\n@attribute y real\n@attribute a real\n@attribute b string\n@data\n", ["1,2,x", "0,?,'a b'", "", "% c", "1,2", "{1 3}", "1,'x'y,2", "1,2,3,4"]),
                Format::Jsonl => ("", ["{}", "{\"label\": 1, \"a\": 2}", "", "\r", "[1]", "{\"b\": \"x\"}", "{", "{\"a\": [1, 2]}"]),
                Format::Parquet | Format::Arrow => unreachable!("no text"),
            };
            let body: Vec<&str> = lines.iter().map(|&line| kinds[line]).collect();
            let text = format!("{}{head}{}", if mark { "\u{feff}" } else { "" }, body.join("\n"));
            let whole = read(text.as_bytes(), format, usize::MAX, BLOCK);
            prop_assert_eq!(&read(text.as_bytes(), format, most, BLOCK), &whole);
            prop_assert_eq!(&read(text.as_bytes(), format, usize::MAX, size), &whole);
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
