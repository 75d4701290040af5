//! Errors with their place: a line that breaks its format, and an input that cannot be read at all.

pub(crate) mod fault;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::error::fault::LineFault;
use crate::format::Format;

/// A text with its control characters written as escapes: what a file or its name holds must not steer a terminal. Lines stay lines; a name is for
/// [`printable_name`].
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c.is_control() && !matches!(c, '\n' | '\t'))
}

/// A name from data with all its control characters written as escapes, so that it stays on one line.
pub fn printable_name(name: &str) -> Cow<'_, str> {
    escaped(name, char::is_control)
}

fn escaped(text: &str, steers: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if steers(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// A place in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file as the user named it, or `stdin`.
    pub file: Arc<str>,
    /// The line, counted from 1; in Parquet and Arrow the row. 0 is the file as a whole.
    pub line: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// The part of a line at fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Its place on the line, counted from 1, where fields are counted.
    pub place: Option<usize>,
    /// Its column or key, where fields have names.
    pub name: Option<String>,
    /// Its text; long text is cut.
    pub text: String,
}

impl Field {
    const LONGEST: usize = 60;

    /// A field known by its place.
    pub(crate) fn at(place: usize, text: &[u8]) -> Self {
        Self { place: Some(place), name: None, text: excerpt(text) }
    }

    /// A field known by its column or key.
    pub(crate) fn named(name: &str, text: &[u8]) -> Self {
        Self { place: None, name: Some(excerpt(name.as_bytes())), text: excerpt(text) }
    }
}

fn excerpt(text: &[u8]) -> String {
    let whole = String::from_utf8_lossy(&text[..text.len().min(4 * Field::LONGEST)]);
    let mut short: String = whole.chars().take(Field::LONGEST).collect();
    if short.len() < text.len() && whole.chars().count() > Field::LONGEST {
        short.push_str("...");
    }
    short
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, self.place) {
            (Some(name), _) => write!(f, "{name:?} = {:?}", self.text),
            (None, Some(place)) => write!(f, "field {place} {:?}", self.text),
            (None, None) => write!(f, "{:?}", self.text),
        }
    }
}

/// A line that was refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub struct LineError {
    /// The file and line.
    pub position: Position,
    /// The part of the line at fault, where one can be named.
    pub field: Option<Field>,
    /// What is wrong.
    pub fault: LineFault,
}

impl LineError {
    /// What the user can do about it.
    pub fn help(&self) -> Option<String> {
        self.fault.help()
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.position)?;
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        write!(f, "{}", self.fault)
    }
}

/// A fault and its field, before the line is known.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) field: Option<Field>,
    pub(crate) fault: LineFault,
}

impl Refusal {
    /// A fault of a field known by its place.
    #[cold]
    pub(crate) fn at(place: usize, text: &[u8], fault: LineFault) -> Box<Self> {
        Box::new(Self { field: Some(Field::at(place, text)), fault })
    }

    /// A fault of a field known by its name.
    #[cold]
    pub(crate) fn named(name: &str, text: &[u8], fault: LineFault) -> Box<Self> {
        Box::new(Self { field: Some(Field::named(name, text)), fault })
    }

    /// A fault of the whole line.
    #[cold]
    pub(crate) fn line(fault: LineFault) -> Box<Self> {
        Box::new(Self { field: None, fault })
    }
}

/// A way of compression, known by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// gzip, one member or several.
    Gzip,
    /// Zstandard, one frame or several.
    Zstd,
    /// xz, one stream or several.
    Xz,
    /// bzip2, one stream or several.
    Bzip2,
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Bzip2 => "bzip2",
        })
    }
}

/// Why an input cannot be read (on).
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be opened.
    #[error("cannot open {file}: {why}")]
    Open {
        /// The file.
        file: Arc<str>,
        /// The system's reason.
        why: String,
    },
    /// Reading failed midway.
    #[error("cannot read {file}: {source}")]
    Io {
        /// The file.
        file: Arc<str>,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The compressed data is cut off or damaged.
    #[error("{file}: the {compression} data is cut off or damaged ({why})")]
    Corrupt {
        /// The file.
        file: Arc<str>,
        /// The compression its first bytes announce.
        compression: Compression,
        /// The decoder's reason.
        why: String,
    },
    /// The first line clearly is of another format than announced.
    #[error(
        "{position}: the file was announced as {announced} and looks like {looks}; pass --format {looks}"
    )]
    Mismatch {
        /// The first line that shows it.
        position: Position,
        /// What the extension or the user says.
        announced: Format,
        /// What the line looks like.
        looks: Format,
    },
    /// The file does not start as files of its format do.
    #[error(
        "{file}: it was announced as {announced}, and does not start as such data does; pass --format if it is something else"
    )]
    NotBinary {
        /// The file.
        file: Arc<str>,
        /// What the extension or the user says.
        announced: Format,
    },
    /// Parquet or Arrow data is cut off, damaged, or more than can be read here.
    #[error("{file}: {place}the {format} data cannot be read ({why})")]
    Damaged {
        /// The file.
        file: Arc<str>,
        /// The part that cannot be read, with a colon behind it; empty for the whole file.
        place: String,
        /// What it is.
        format: Format,
        /// The reason.
        why: String,
    },
    /// Neither the name nor the text tells the format.
    #[error(
        "{position}: cannot tell the format; pass --format with svmlight, vw, csv, tsv, jsonl, arff, parquet or arrow"
    )]
    Unrecognised {
        /// The first line.
        position: Position,
    },
    /// The header of a table cannot be used.
    #[error("{position}: {problem}{}", told(columns))]
    Header {
        /// The header line.
        position: Position,
        /// What is wrong, and what to do.
        problem: String,
        /// The columns found.
        columns: Vec<String>,
    },
    /// Numbered features where named ones were learned, or the reverse.
    #[error("{file}: the model was trained on {trained} features; this file has {found} ones")]
    Family {
        /// The file.
        file: Arc<str>,
        /// What the schema holds.
        trained: crate::schema::Family,
        /// What the file holds.
        found: crate::schema::Family,
    },
    /// A line is longer than can be held.
    #[error("{position}: the line is longer than {limit} bytes")]
    LineTooLong {
        /// Where the line starts.
        position: Position,
        /// The limit in bytes.
        limit: usize,
    },
    /// Labels turn out to be something else than an earlier run took them for.
    #[error(
        "{position}: the labels are {now}, and the model, which has seen too few of them to know, took them for {taken}; \
         learn from all the data at once, or anew with --loss, --classes or --labels NEG,POS"
    )]
    Labels {
        /// The line that shows it.
        position: Position,
        /// What they are.
        now: String,
        /// What they were taken for.
        taken: String,
    },
    /// A cache is cut off or damaged.
    #[error("{file}: {part} of the cache is cut off or damaged; -k writes it anew")]
    Cache {
        /// The cache.
        file: Arc<str>,
        /// The header, or a block.
        part: String,
    },
    /// A file that is no cache stands where the cache should be.
    #[error("{file} is no cache, and is not written over; choose another name with --cache FILE")]
    NoCache {
        /// The file.
        file: Arc<str>,
    },
    /// The schema itself is contradictory.
    #[error("{0}")]
    Schema(String),
    /// The reading thread died: a bug.
    #[error("the reader stopped unexpectedly")]
    Stopped,
}

/// The columns of a table in words; the middle of many is left out.
fn told(columns: &[String]) -> String {
    const SHOWN: usize = 30;
    match columns.len() {
        0 => String::new(),
        1..=SHOWN => format!("; the columns are: {}", columns.join(", ")),
        many => format!(
            "; the {many} columns are: {}, ..., {}",
            columns[..SHOWN - 5].join(", "),
            columns[many - 5..].join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::fault::NumberFault;

    #[test]
    fn names_file_line_and_field() {
        let position = Position { file: "data.svm".into(), line: 17 };
        let fault = LineFault::Number { what: "value", fault: NumberFault::NotFinite };
        let error = LineError { position, field: Some(Field::at(4, b"3:nan")), fault };
        assert_eq!(error.to_string(), "data.svm:17: field 4 \"3:nan\": the value is not a finite number");
    }

    #[test]
    fn nothing_printed_steers_a_terminal() {
        assert_eq!(printable("a\tb\nc \u{1b}[2J\r\u{9b}é\\"), "a\tb\nc \\u{1b}[2J\\r\\u{9b}é\\");
        assert!(matches!(printable("plain"), Cow::Borrowed(_)));
        assert_eq!(printable_name("a\tb\nc \u{1b}[2J é\\"), "a\\tb\\nc \\u{1b}[2J é\\");
        assert!(matches!(printable_name("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn long_text_is_cut() {
        let field = Field::at(1, &[b'x'; 1000]);
        assert_eq!(field.text.len(), 63);
        assert_eq!(Field::named("age", b"abc").to_string(), "\"age\" = \"abc\"");
        assert_eq!(Field::at(2, "é".repeat(60).as_bytes()).text.chars().count(), 60);
    }
}
