//! Reads a source, finds its format, and cuts it into blocks of whole lines.
//!
//! Blocks are large, so that a parser sees thousands of lines at once. When a read brings less than asked, a slow
//! pipe has been emptied, and the whole lines there are go on their way at once. Where a record of a table ends can
//! only be told by reading all of it, because quotes may hold line breaks: the start of a table, and whatever is broken, is drafted here, the rest by
//! whom the sink has for it. A line that is too long is refused and passed over, whatever its length, without being held.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::columnar;
use crate::draft::context::{Context, Contexts};
use crate::draft::drafter::Drafter;
use crate::draft::{Draft, DraftRow, What};
use crate::error::{Position, ReadError};
use crate::files::source::Source;
use crate::format::Format;
use crate::format::sniff::{self, Verdict};
use crate::format::table::Table;
use crate::pipeline::inline::{LONGEST_LINE, Layout, ParseLine, overlong};

/// A piece of an input, in order.
pub(crate) enum Piece {
    /// A file starts.
    Open(Arc<Context>),
    /// Whole lines: the first so many bytes, and how they are read.
    Block { bytes: Vec<u8>, length: usize, parse: ParseLine },
    /// Lines that are drafted already, with a buffer to be given back.
    Draft { draft: Box<Draft>, buffer: Vec<u8> },
    /// Reading came to a bad end.
    Failure(ReadError),
}

/// Where pieces go, and where buffers come from.
pub(crate) trait Sink {
    /// A buffer of any length, as soon as one is free.
    fn buffer(&mut self) -> ControlFlow<(), Vec<u8>>;
    /// Takes back a buffer that holds nothing.
    fn give_back(&mut self, buffer: Vec<u8>);
    /// Takes a piece on; breaks when no more are wanted.
    fn emit(&mut self, piece: Piece) -> ControlFlow<()>;
    /// Whether it has others draft the records of tables.
    fn shares(&self) -> bool {
        false
    }
    /// Takes on records of a table, the first so many bytes; asked only where it shares.
    fn share(&mut self, _bytes: Vec<u8>, _length: usize, _table: &Arc<Table>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The file that a source reads, for formats whose end must be read first.
#[derive(Default)]
pub(crate) struct Whole<'a> {
    /// Where it is, if it can be read from any place.
    pub(crate) path: Option<&'a Path>,
    /// Told how many bytes of it are read.
    pub(crate) count: Option<Arc<AtomicU64>>,
}

/// Reads one source to its end, about `size` bytes at a time, until told to stop.
pub(crate) fn cut(
    source: &mut Source<'_>,
    announced: Option<Format>,
    whole: Whole<'_>,
    contexts: &mut Contexts,
    size: usize,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let magic = source.magic();
    let found = magic.and_then(|magic| Ok(magic.zip(columnar::announced(source, announced, magic)?)));
    let (magic, format) = match found {
        Ok(Some(found)) => found,
        Ok(None) => return cut_text(source, announced, contexts, size, sink),
        Err(error) => return sink.emit(Piece::Failure(error)),
    };
    let name = source.name.clone();
    match columnar::columns(source, magic, whole.path, whole.count) {
        Ok(mut columns) => columnar::read(&mut *columns, &name, format, contexts, size, sink),
        Err(error) => sink.emit(Piece::Failure(error)),
    }
}

/// Reads text, in blocks of about `size` bytes.
fn cut_text(
    source: &mut Source<'_>,
    announced: Option<Format>,
    contexts: &mut Contexts,
    size: usize,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    // Whoever says what stands between fields says that it is a table.
    let delimited = contexts.schema.dialect.as_ref().is_some_and(|dialect| dialect.delimiter.is_some());
    let announced =
        announced.or_else(|| Format::from_name(&source.name)).or(delimited.then_some(Format::Csv));
    let mut file = Opening { file: source.name.clone(), announced, state: State::Start };
    let mut buffer = sink.buffer()?;
    let mut filled = 0;
    // The bytes known to hold no line end.
    let mut searched = 0;
    loop {
        if buffer.len() < filled + (size / 2).max(1) {
            buffer.resize(filled + size.max(filled), 0);
        }
        let asked = buffer.len() - filled;
        let read = match source.read(&mut buffer[filled..]) {
            Ok(read) => read,
            Err(error) => return sink.emit(Piece::Failure(error)),
        };
        filled += read;
        let last = read == 0;
        match file.look(&buffer[..filled], last, contexts, sink)? {
            Ok(0) => {}
            Ok(skipped) => {
                buffer.copy_within(skipped..filled, 0);
                filled -= skipped;
            }
            Err(error) => return sink.emit(Piece::Failure(error)),
        }
        match &mut file.state {
            State::Start | State::Unknown => {}
            State::Blank => filled = 0,
            State::Table { table, drafter, shared } => {
                let end = if sink.shares() { table.whole(&buffer[..filled], last) } else { 0 };
                if end > 0 {
                    let bytes = cut_off(&mut buffer, end..filled, size, sink)?;
                    filled -= end;
                    let shared = shared.get_or_insert_with(|| Arc::new(Table::clone(table)));
                    sink.share(bytes, end, shared)?;
                } else {
                    let mut lines = 0;
                    let parsed = table.parse(&buffer[..filled], last, &mut lines, drafter);
                    let draft = drafter.take(lines);
                    if draft.head.is_some() {
                        contexts.schema = drafter.schema.clone();
                    }
                    if !draft.rows.is_empty() || draft.head.is_some() || lines > 0 {
                        let buffer = sink.buffer()?;
                        sink.emit(Piece::Draft { draft: Box::new(draft), buffer })?;
                    }
                    match parsed {
                        Ok(used) => {
                            buffer.copy_within(used..filled, 0);
                            filled -= used;
                        }
                        Err(error) => return sink.emit(Piece::Failure(error)),
                    }
                }
            }
            State::Lines { parse, passing } => {
                if *passing {
                    let end = memchr::memchr(b'\n', &buffer[..filled]);
                    *passing = end.is_none();
                    let past = end.map_or(filled, |end| end + 1);
                    buffer.copy_within(past..filled, 0);
                    (filled, searched) = (filled - past, 0);
                }
                let end = memchr::memrchr(b'\n', &buffer[searched..filled]);
                let end = if last { filled } else { end.map_or(0, |end| searched + end + 1) };
                searched = filled;
                if end > 0 && (last || read < asked || filled == buffer.len()) {
                    let bytes = cut_off(&mut buffer, end..filled, size, sink)?;
                    sink.emit(Piece::Block { bytes, length: end, parse: *parse })?;
                    (filled, searched) = (filled - end, filled - end);
                } else if end == 0 && filled > LONGEST_LINE {
                    *passing = true;
                    buffer = Vec::new();
                    (filled, searched) = (0, 0);
                    let refused = DraftRow { line: 1, what: What::Bad(overlong()) };
                    let draft = Draft { rows: vec![refused], lines: 1, ..Draft::default() };
                    let buffer = sink.buffer()?;
                    sink.emit(Piece::Draft { draft: Box::new(draft), buffer })?;
                }
            }
        }
        if last {
            sink.give_back(buffer);
            return ControlFlow::Continue(());
        }
    }
}

/// Hands out a buffer, in exchange for another one that starts with the bytes behind what is read.
fn cut_off(
    buffer: &mut Vec<u8>,
    behind: Range<usize>,
    size: usize,
    sink: &mut dyn Sink,
) -> ControlFlow<(), Vec<u8>> {
    let mut next = sink.buffer()?;
    let tail = behind.len();
    next.truncate(size.max(tail));
    next.shrink_to(4 * size.max(tail));
    if next.len() < tail {
        next.resize(tail + size, 0);
    }
    next[..tail].copy_from_slice(&buffer[behind]);
    ControlFlow::Continue(std::mem::replace(buffer, next))
}

/// A file on its way to its format.
struct Opening {
    file: Arc<str>,
    announced: Option<Format>,
    state: State,
}

enum State {
    /// At the very start, where a byte order mark may stand.
    Start,
    /// The format is not known yet.
    Unknown,
    /// Nothing but blank lines.
    Blank,
    /// Lines, and whether the rest of one that is too long is being passed over.
    Lines { parse: ParseLine, passing: bool },
    Table {
        table: Box<Table>,
        drafter: Box<Drafter>,
        /// The table as others read it.
        shared: Option<Arc<Table>>,
    },
}

impl Opening {
    /// Looks at what has been read for a byte order mark, to be skipped, and for the format.
    fn look(
        &mut self,
        block: &[u8],
        last: bool,
        contexts: &mut Contexts,
        sink: &mut dyn Sink,
    ) -> ControlFlow<(), Result<usize, ReadError>> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let mut skipped = 0;
        if let State::Start = self.state {
            if !last && MARK.starts_with(block) {
                return ControlFlow::Continue(Ok(0));
            }
            skipped = if block.starts_with(MARK) { MARK.len() } else { 0 };
            self.state = State::Unknown;
        }
        if let State::Unknown = self.state {
            if let Some(problem) = sniff::unreadable(&block[skipped..], last) {
                let position = Position { file: self.file.clone(), line: 1 };
                let (problem, columns) = (problem.to_owned(), Vec::new());
                return ControlFlow::Continue(Err(ReadError::Header { position, problem, columns }));
            }
            if !last && sniff::may_be_wide(&block[skipped..]) && block.len() - skipped < sniff::WIDE {
                return ControlFlow::Continue(Ok(skipped));
            }
            // Half a line tells nothing, and need not be looked at again and again.
            let half = !last && memchr::memchr(b'\n', block).is_none();
            let verdict =
                if half { Verdict::NeedMore } else { sniff::judge(self.announced, &block[skipped..], last) };
            let format = match verdict {
                Verdict::NeedMore if block.len() > LONGEST_LINE => match self.announced {
                    // Too long to be judged by; it is refused like any other such line.
                    Some(format) => format,
                    None => {
                        let position = Position { file: self.file.clone(), line: 1 };
                        let error = ReadError::LineTooLong { position, limit: LONGEST_LINE };
                        return ControlFlow::Continue(Err(error));
                    }
                },
                Verdict::NeedMore => return ControlFlow::Continue(Ok(skipped)),
                Verdict::Nothing => {
                    self.state = State::Blank;
                    return ControlFlow::Continue(Ok(skipped));
                }
                Verdict::Is(format) => format,
                Verdict::Mismatch { line, looks } => {
                    let announced = self.announced.unwrap_or(looks);
                    let position = Position { file: self.file.clone(), line };
                    return ControlFlow::Continue(Err(ReadError::Mismatch { position, announced, looks }));
                }
                Verdict::Unknown { line } => {
                    let position = Position { file: self.file.clone(), line };
                    return ControlFlow::Continue(Err(ReadError::Unrecognised { position }));
                }
            };
            let context = match contexts.start(&self.file, format) {
                Ok(context) => Arc::new(context),
                Err(error) => return ControlFlow::Continue(Err(error)),
            };
            sink.emit(Piece::Open(context.clone()))?;
            self.state = match Layout::of(format) {
                Layout::Lines(parse) => State::Lines { parse, passing: false },
                // What is announced as columns and is text was refused before.
                Layout::Columns => State::Blank,
                Layout::Table => State::Table {
                    table: Box::new(Table::new(context.clone())),
                    drafter: Box::new(Drafter::new(context)),
                    shared: None,
                },
            };
        }
        ControlFlow::Continue(Ok(skipped))
    }
}
