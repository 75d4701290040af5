//! Tables: CSV and TSV under a header.
//!
//! A numeric column is one feature with the column's name, a category one feature for every text in it. What a
//! column is, is declared by the user, or fixed by the schema, or decided from the first rows: numeric if every
//! value that is there is a number. Weakness: a column that holds numbers at first and texts later is refused
//! there, and has to be declared.

use std::sync::Arc;

use crate::draft::drafter::Drafter;
use crate::error::fault::{LineFault, NumberFault};
use crate::error::{Position, ReadError, Refusal};
use crate::format::header::{self, Column, Role};
use crate::pipeline::inline::{LONGEST_LINE, overlong};
use crate::schema::ColumnKind;
use crate::text::number;
use crate::text::record::{Outcome, Record};

/// How many rows, or bytes, decide what a column holds.
const SAMPLE_ROWS: usize = 1000;
const SAMPLE_BYTES: usize = 16 << 20;

/// A table being read.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    file: Arc<str>,
    delimiter: u8,
    columns: Vec<Column>,
    decided: bool,
    record: Record,
    /// The size of the block below which another look at a long, incomplete record is in vain.
    patience: usize,
    /// Whether the rest of a line that is too long is being passed over.
    passing: bool,
}

impl Table {
    pub(crate) fn new(file: Arc<str>, delimiter: u8) -> Self {
        let (columns, record) = (Vec::new(), Record::default());
        Self { file, delimiter, columns, decided: false, record, patience: 0, passing: false }
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
        if self.passing {
            let end = memchr::memchr(b'\n', block);
            self.passing = end.is_none();
            used = end.map_or(block.len(), |end| end + 1);
        }
        while used < block.len() {
            let rest = &block[used..];
            if !self.columns.is_empty() && !self.decided {
                match self.sample(rest, last) {
                    Some(numeric) => self.decide(&numeric, rows),
                    None => return Ok(used),
                }
            }
            let start = *line + 1;
            match self.next(rest, last) {
                Outcome::Incomplete => {
                    let more = if rest.len() > 1 << 20 { 2 * rest.len() } else { 0 };
                    self.patience = more.min(LONGEST_LINE + 1);
                    break;
                }
                Outcome::Blank { used: bytes } => {
                    (used, *line) = (used + bytes, start);
                }
                Outcome::Broken { fault: LineFault::TooLong { limit }, .. } if self.columns.is_empty() => {
                    let position = Position { file: self.file.clone(), line: start };
                    return Err(ReadError::LineTooLong { position, limit });
                }
                Outcome::Broken { fault, .. } if self.columns.is_empty() => {
                    return Err(self.header_error(start, fault.to_string()));
                }
                Outcome::Broken { used: bytes, fault } => {
                    self.passing = !rest[..bytes].ends_with(b"\n");
                    let lines = memchr::memchr_iter(b'\n', &rest[..bytes]).count().max(1) as u64;
                    (used, *line) = (used + bytes, *line + lines);
                    rows.refuse(start, Refusal::line(fault));
                }
                Outcome::Read { used: bytes, lines } => {
                    (used, *line) = (used + bytes, *line + lines);
                    if self.columns.is_empty() {
                        self.read_header(start, rows)?;
                    } else if let Err(refusal) = row(&self.columns, &self.record, start, rows) {
                        rows.refuse(start, refusal);
                    }
                }
            }
        }
        Ok(used)
    }

    /// Reads the record that a text starts with. One that does not end within the longest line is refused, and costs its first line, like one whose quote is never
    /// closed.
    fn next(&mut self, text: &[u8], last: bool) -> Outcome {
        let window = &text[..text.len().min(LONGEST_LINE + 1)];
        match self.record.read(window, self.delimiter, last && window.len() == text.len()) {
            Outcome::Incomplete if window.len() > LONGEST_LINE => {
                let used = memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1);
                Outcome::Broken { used, fault: overlong().fault }
            }
            outcome => outcome,
        }
    }

    /// A column of which the header alone does not tell what it holds.
    pub(crate) fn undecided(&self) -> Option<&str> {
        self.columns.iter().find(|column| column.role == Role::Undecided).map(|column| column.name.as_str())
    }

    /// Gives every column its role.
    fn read_header(&mut self, line: u64, rows: &mut Drafter) -> Result<(), ReadError> {
        let names = self.record.iter().map(|name| String::from_utf8(name.to_vec()));
        let Ok(names) = names.collect::<Result<Vec<_>, _>>() else {
            return Err(self.header_error(line, "the header is not UTF-8".to_owned()));
        };
        match header::understand(names, rows) {
            Ok(columns) => self.columns = columns,
            Err(problem) => return Err(self.header_error(line, problem)),
        }
        self.decided = self.columns.iter().all(|column| column.role != Role::Undecided);
        if self.decided {
            self.fix(rows);
        }
        Ok(())
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
            match self.next(&block[used..], last) {
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

    fn decide(&mut self, numeric: &[bool], rows: &mut Drafter) {
        for (column, &numeric) in self.columns.iter_mut().zip(numeric) {
            if column.role == Role::Undecided {
                column.role = Role::Feature(if numeric { ColumnKind::Numeric } else { ColumnKind::Category });
            }
        }
        self.decided = true;
        self.fix(rows);
    }

    /// Tells the schema what the columns are.
    fn fix(&self, rows: &mut Drafter) {
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
fn row(columns: &[Column], record: &Record, line: u64, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
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
            Role::Label => label = Some(text),
            Role::Weight => weight = parse_weight(text).map_err(refuse)?,
            Role::Tag => tag = text,
            Role::Feature(ColumnKind::Numeric) if missing(text) => {}
            Role::Feature(ColumnKind::Numeric) => {
                let value = parse_numeric(&column.name, text).map_err(refuse)?;
                rows.namespace(b"", name);
                rows.name(b'^', name, value);
            }
            Role::Feature(ColumnKind::Category) if text.is_empty() => {}
            Role::Feature(ColumnKind::Category) => {
                rows.namespace(name, name);
                rows.name(b'=', text, 1.0);
            }
            Role::Ignored | Role::Undecided => {}
        }
    }
    rows.finish(line, label, weight, tag)
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

#[cfg(test)]
mod tests {
    use crate::pipeline::batch::Item;
    use crate::{ColumnKind, Format, LabelKind, Labels, ReadError, Schema, parse_bytes};

    type Row = (Option<f64>, f64, String, Vec<(String, f64)>);

    fn read(text: &str, schema: &mut Schema) -> Result<Vec<Result<Row, String>>, ReadError> {
        let batches = parse_bytes(text.as_bytes(), "f", Some(Format::Csv), schema)?;
        let items = batches.iter().flat_map(|batch| batch.iter());
        let rows = items.map(|item| match item {
            Item::Bad(error) => Err(error.to_string()),
            Item::Example(e) => {
                let named = |(index, value)| (schema.names.get(index).unwrap().into_owned(), value);
                let mut features: Vec<_> = e.features.iter().map(named).collect();
                features.sort_by(|a, b| a.0.cmp(&b.0));
                Ok((e.label, e.weight, String::from_utf8_lossy(e.tag).into_owned(), features))
            }
        });
        Ok(rows.collect())
    }

    fn plain() -> Schema {
        Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) }
    }

    fn row(label: Option<f64>, features: &[(&str, f64)]) -> Result<Row, String> {
        let features = features.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        Ok((label, 1.0, String::new(), features))
    }

    #[test]
    fn kinds_are_decided_and_kept() {
        let mut schema = plain();
        let text = "age,Y,city,zip\n3,1,Oslo,0\n?,2,\"New\nYork\",7\n\nNA,,,\n";
        let rows = read(text, &mut schema).unwrap();
        assert_eq!(rows[0], row(Some(1.0), &[("age", 3.0), ("city=Oslo", 1.0)]));
        assert_eq!(rows[1], row(Some(2.0), &[("city=New\nYork", 1.0), ("zip", 7.0)]));
        assert_eq!(rows[2], row(None, &[]));
        assert_eq!(schema.label.as_deref(), Some("Y"));
        let kinds: Vec<_> = schema.columns.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
        use ColumnKind::{Category, Numeric};
        assert_eq!(kinds, [("age", Numeric), ("city", Category), ("zip", Numeric)]);
        let later = read("zip,Y\nabc,1\n5,1\n", &mut schema).unwrap();
        assert_eq!(
            later[0],
            Err("f:2: \"zip\" = \"abc\": the value is not a number, and the column is numeric".into())
        );
        assert_eq!(later[1], row(Some(1.0), &[("zip", 5.0)]));
        assert!(read("zip,Y,new\n1,1,1\n", &mut schema).unwrap_err().to_string().contains("\"new\" is new"));
    }

    #[test]
    fn declared_columns_weights_and_tags() {
        let mut schema =
            Schema { weight: Some("w".into()), tag: Some("id".into()), ignore: vec!["x".into()], ..plain() };
        schema.label = Some("t".into());
        schema.columns.insert("zip".into(), ColumnKind::Category);
        let rows = read("zip,t,w,id,x\n0150,1,0.5,a b,9\n1,1,,c,9\n1,1,-1,c,9\n", &mut schema).unwrap();
        assert_eq!(rows[0], Ok((Some(1.0), 0.5, "a b".into(), vec![("zip=0150".into(), 1.0)])));
        assert!(rows[1].as_ref().unwrap_err().contains("weight is missing"));
        assert!(rows[2].as_ref().unwrap_err().contains("weight is negative"));
    }

    #[test]
    fn nan_does_not_make_a_column_a_category() {
        let rows = read("y,a\n1,2\n1,nan\n1,1e999\n", &mut plain()).unwrap();
        assert_eq!(rows[0], row(Some(1.0), &[("a", 2.0)]));
        assert!(
            rows[1].as_ref().unwrap_err().contains("f:3: \"a\" = \"nan\": the value is not a finite number")
        );
        assert!(rows[2].is_err());
    }

    #[test]
    fn prediction_needs_no_label() {
        let mut schema = plain();
        read("y,a\n1,2\n", &mut schema).unwrap();
        assert!(read("a\n2\n", &mut schema).is_err());
        schema.label_optional = true;
        assert_eq!(read("a\n2\n", &mut schema).unwrap()[0], row(None, &[("a", 2.0)]));
    }

    #[test]
    fn lines_are_counted_across_quoted_breaks() {
        let rows = read("y,a\n1,\"x\n\n\"\n1\n\n1,2,3\n1,\"q\"z\n1,\"open\n", &mut plain()).unwrap();
        let errors: Vec<_> = rows.into_iter().filter_map(Result::err).collect();
        assert_eq!(errors.len(), 4);
        for (error, start) in
            errors.iter().zip(["f:5: 1 fields", "f:7: 3 fields", "f:8: text after", "f:9: a quote is"])
        {
            assert!(error.starts_with(start), "{error}");
        }
    }

    #[test]
    fn a_header_alone_is_no_example() {
        let mut schema = plain();
        assert!(read("y,a\n", &mut schema).unwrap().is_empty());
        assert!(read("", &mut plain()).unwrap().is_empty());
        assert!(
            read("y,a\n1,b\n", &mut schema).unwrap()[0].is_ok(),
            "a column without values is not decided"
        );
    }
}
