//! Tables: CSV and TSV under a header.
//!
//! A numeric column is one feature with the column's name, a category one feature for every text in it. What a
//! column is, is declared by the user, or fixed by the schema, or decided from the first rows: numeric if every
//! value that is there is a number. Weakness: a column that holds numbers at first and texts later is refused
//! there, and has to be declared.

use std::sync::Arc;

use crate::assembly::Assembly;
use crate::decode::LONGEST_LINE;
use crate::error::{Position, ReadError, Refusal};
use crate::fault::{LineFault, NumberFault};
use crate::number;
use crate::record::{Outcome, Record};
use crate::schema::{ColumnKind, Schema};

/// How many rows, or bytes, decide what a column holds.
const SAMPLE_ROWS: usize = 1000;
const SAMPLE_BYTES: usize = 16 << 20;
/// The names a label column usually has.
const LABELS: [&str; 6] = ["label", "target", "y", "class", "click", "outcome"];

/// A table being read.
pub(crate) struct Table {
    file: Arc<str>,
    delimiter: u8,
    columns: Vec<Column>,
    decided: bool,
    record: Record,
    /// The size of the block below which another look at a long, incomplete record is in vain.
    patience: usize,
}

struct Column {
    name: String,
    role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Label,
    Weight,
    Tag,
    Ignored,
    Undecided,
    Feature(ColumnKind),
}

impl Table {
    pub(crate) fn new(file: Arc<str>, delimiter: u8) -> Self {
        Self { file, delimiter, columns: Vec::new(), decided: false, record: Record::default(), patience: 0 }
    }

    /// Parses whole records of a block and says how many bytes were used.
    pub(crate) fn parse(
        &mut self,
        block: &[u8],
        last: bool,
        line: &mut u64,
        rows: &mut Assembly,
    ) -> Result<usize, ReadError> {
        if block.len() < self.patience && !last {
            return Ok(0);
        }
        self.patience = 0;
        let mut used = 0;
        while used < block.len() {
            let rest = &block[used..];
            if !self.columns.is_empty() && !self.decided {
                match self.sample(rest, last) {
                    Some(numeric) => self.decide(&numeric, rows),
                    None => return Ok(used),
                }
            }
            let start = *line + 1;
            match self.record.read(rest, self.delimiter, last) {
                Outcome::Incomplete => {
                    self.patience = if rest.len() > 1 << 20 { 2 * rest.len() } else { 0 };
                    break;
                }
                Outcome::Blank { used: bytes } => {
                    (used, *line) = (used + bytes, start);
                }
                Outcome::Broken { fault, .. } if self.columns.is_empty() => {
                    return Err(self.header_error(start, fault.to_string()));
                }
                Outcome::Broken { used: bytes, fault } => {
                    let lines = memchr::memchr_iter(b'\n', &rest[..bytes]).count().max(1) as u64;
                    (used, *line) = (used + bytes, *line + lines);
                    rows.refuse(start, *Refusal::line(fault));
                }
                Outcome::Read { used: bytes, lines } => {
                    if bytes > LONGEST_LINE {
                        let position = Position { file: self.file.clone(), line: start };
                        return Err(ReadError::LineTooLong { position, limit: LONGEST_LINE });
                    }
                    (used, *line) = (used + bytes, *line + lines);
                    if self.columns.is_empty() {
                        self.read_header(start, rows)?;
                    } else if let Err(refusal) = row(&self.columns, &self.record, start, rows) {
                        rows.refuse(start, *refusal);
                    }
                }
            }
        }
        Ok(used)
    }

    /// Gives every column its role.
    fn read_header(&mut self, line: u64, rows: &mut Assembly) -> Result<(), ReadError> {
        let names = self.record.iter().map(|name| String::from_utf8(name.to_vec()));
        let Ok(names) = names.collect::<Result<Vec<_>, _>>() else {
            return Err(self.header_error(line, "the header is not UTF-8".to_owned()));
        };
        let column = |name: String| Column { name, role: Role::Undecided };
        self.columns = names.into_iter().map(column).collect();
        if let Err(problem) = self.give_roles(rows) {
            return Err(self.header_error(line, problem));
        }
        self.decided = self.columns.iter().all(|column| column.role != Role::Undecided);
        if self.decided {
            self.fix(rows);
        }
        Ok(())
    }

    fn give_roles(&mut self, rows: &mut Assembly) -> Result<(), String> {
        let mut sorted: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        sorted.sort_unstable();
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("the column {:?} appears twice", twice[0]));
        }
        let usual = |name: &str| LABELS.iter().any(|label| name.eq_ignore_ascii_case(label));
        if rows.schema.label.is_none()
            && let Some(label) = self.columns.iter().find(|column| usual(&column.name))
        {
            rows.schema.label = Some(label.name.clone());
            rows.touch();
        }
        let Schema { label, weight, tag, columns: kinds, columns_fixed, label_optional, .. } = &rows.schema;
        let asked = [("label", label, Role::Label), ("weight", weight, Role::Weight), ("tag", tag, Role::Tag)];
        for (what, name, role) in asked {
            let found = self.columns.iter_mut().find(|column| name.as_ref() == Some(&column.name));
            match (found, name) {
                (Some(column), _) => column.role = role,
                (None, Some(name)) if !label_optional => {
                    return Err(format!("there is no {what} column {name:?}; name it with --{what} COLUMN"));
                }
                (None, None) if role == Role::Label && !label_optional => {
                    let usual = LABELS.join(", ");
                    return Err(format!("no column is called {usual}; name the label with --label COLUMN"));
                }
                (None, _) => {}
            }
        }
        for column in self.columns.iter_mut().filter(|column| column.role == Role::Undecided) {
            column.role = match kinds.get(&column.name) {
                _ if rows.ignores(column.name.as_bytes()) => Role::Ignored,
                Some(kind) => Role::Feature(*kind),
                None if *columns_fixed => {
                    return Err(format!("the column {:?} is new; leave it out with --ignore", column.name));
                }
                None if column.name.is_empty() => {
                    return Err("a column has no name; name it, or drop it before writing the file".to_owned());
                }
                None => Role::Undecided,
            };
        }
        let there = |name: &String| self.columns.iter().any(|column| column.name == *name);
        match kinds.keys().chain(&rows.schema.ignore).find(|name| !columns_fixed && !label_optional && !there(name)) {
            Some(name) => Err(format!("there is no column {name:?}")),
            None => Ok(()),
        }
    }

    fn header_error(&self, line: u64, problem: String) -> ReadError {
        let lossy = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let columns = self.record.iter().map(lossy).collect();
        ReadError::Header { position: Position { file: self.file.clone(), line }, problem, columns }
    }

    /// Whether each column is numeric in the first rows, or none while too few of them have arrived.
    fn sample(&mut self, block: &[u8], last: bool) -> Option<Vec<bool>> {
        let mut numeric = vec![true; self.columns.len()];
        let (mut used, mut count) = (0, 0);
        while count < SAMPLE_ROWS && used < SAMPLE_BYTES {
            match self.record.read(&block[used..], self.delimiter, last) {
                _ if last && used == block.len() => break,
                Outcome::Incomplete => return None,
                Outcome::Blank { used: bytes } | Outcome::Broken { used: bytes, .. } => used += bytes,
                Outcome::Read { used: bytes, .. } => {
                    used += bytes;
                    count += 1;
                    if self.record.len() == self.columns.len() {
                        for (numeric, text) in numeric.iter_mut().zip(self.record.iter()) {
                            *numeric &= missing(text) || number::parse(text) != Err(NumberFault::NotNumber);
                        }
                    }
                }
            }
        }
        Some(numeric)
    }

    fn decide(&mut self, numeric: &[bool], rows: &mut Assembly) {
        for (column, &numeric) in self.columns.iter_mut().zip(numeric) {
            if column.role == Role::Undecided {
                column.role = Role::Feature(if numeric { ColumnKind::Numeric } else { ColumnKind::Category });
            }
        }
        self.decided = true;
        self.fix(rows);
    }

    /// Tells the schema what the columns are.
    fn fix(&self, rows: &mut Assembly) {
        for column in &self.columns {
            if let Role::Feature(kind) = column.role {
                rows.schema.columns.insert(column.name.clone(), kind);
            }
        }
        rows.schema.columns_fixed = true;
        rows.touch();
    }
}

/// Reads one row.
fn row(columns: &[Column], record: &Record, line: u64, rows: &mut Assembly) -> Result<(), Box<Refusal>> {
    if record.len() != columns.len() {
        return Err(Refusal::line(LineFault::FieldCount { expected: columns.len(), found: record.len() }));
    }
    let mut label = None;
    let mut weight = 1.0;
    let mut tag = &b""[..];
    rows.begin();
    for (place, column) in columns.iter().enumerate() {
        let text = record.get(place);
        let name = column.name.as_bytes();
        let refuse = |fault| Refusal::named(&column.name, text, fault);
        match column.role {
            Role::Label => {
                let known = !missing(text) || rows.schema.labels.knows(text);
                label = known.then_some((&column.name, text));
            }
            Role::Weight => weight = parse_weight(text).map_err(refuse)?,
            Role::Tag => tag = text,
            Role::Feature(ColumnKind::Numeric) if missing(text) => {}
            Role::Feature(ColumnKind::Numeric) => {
                let value = parse_numeric(&column.name, text).map_err(refuse)?;
                rows.namespace(b"", name);
                rows.name('^', name, value);
            }
            Role::Feature(ColumnKind::Category) if text.is_empty() => {}
            Role::Feature(ColumnKind::Category) => {
                rows.namespace(name, name);
                rows.name('=', text, 1.0);
            }
            Role::Ignored | Role::Undecided => {}
        }
    }
    rows.finish(line, label.map(|(_, text)| text), true, weight, tag).map_err(|fault| match (fault, label) {
        (LineFault::Sum, _) | (_, None) => Refusal::line(LineFault::Sum),
        (fault, Some((name, text))) => Refusal::named(name, text, fault),
    })
}

/// Whether a number or a label is absent.
pub(crate) fn missing(text: &[u8]) -> bool {
    matches!(text, b"" | b"?" | b"NA")
}

/// Reads a value of a numeric column.
pub(crate) fn parse_numeric(column: &str, text: &[u8]) -> Result<f64, LineFault> {
    number::parse(text).map_err(|fault| match fault {
        NumberFault::NotNumber => LineFault::NotNumeric { column: column.to_owned(), fault },
        _ => LineFault::Number { what: "value", fault },
    })
}

fn parse_weight(text: &[u8]) -> Result<f64, LineFault> {
    match number::parse(text) {
        _ if missing(text) => Err(LineFault::NoWeight),
        Ok(weight) if weight < 0.0 => Err(LineFault::NegativeWeight),
        Ok(weight) => Ok(weight),
        Err(fault) => Err(LineFault::Number { what: "weight", fault }),
    }
}
