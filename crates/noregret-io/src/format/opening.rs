//! The start of a table: what stands between its fields, whether its first row is a header, and what its columns hold.
//!
//! What the user said comes first, then what a model or an earlier file knows, then what the first rows show. Everything
//! but the last is told by the first record; for the last, the first thousand records are waited for, or 16 MiB, or the end.
//! So nothing depends on how the text arrives.

use crate::draft::drafter::Drafter;
use crate::error::fault::{LineFault, NumberFault};
use crate::format::delimiter::{self, Hints};
use crate::format::header::{Column, Role, Told, understand};
use crate::format::orange;
use crate::format::preamble;
use crate::format::remarks;
use crate::format::row_names::{self, Look};
use crate::format::sample::{BYTES, ROWS, Sample, Tally};
use crate::format::table::{Problem, Reader, Syntax, Wrong};
use crate::format::{Format, arff};
use crate::schema::columns::is_name;
use crate::schema::labels::LabelKind;
use crate::schema::rules::Rules;
use crate::schema::{ColumnKind, Schema};
use crate::text::record::{BLANKS, Outcome, Record};
use std::collections::HashSet;

/// A table on its way to its columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// Whether the first record is known to be a header.
    headed: bool,
    /// The first record, where it starts, how many bytes and lines it and what stands before it take, and the line it starts on.
    first: Option<First>,
    /// What the records after it say.
    sample: Option<Sample>,
    /// The columns, where only their kinds are still to be decided.
    understood: Option<Understood>,
}

#[derive(Clone, Debug)]
struct Understood {
    columns: Vec<Column>,
    named: bool,
    headed: bool,
    /// How many bytes and lines stand before the first row, and where the rows start that are looked at.
    used: usize,
    lines: u64,
    from: usize,
}

#[derive(Clone, Debug)]
struct First {
    record: Record,
    start: usize,
    used: usize,
    lines: u64,
    line: u64,
}

/// A table whose columns are known.
pub(crate) struct Opened {
    pub(crate) columns: Vec<Column>,
    pub(crate) named: bool,
    /// How many bytes and lines stand before the first row.
    pub(crate) used: usize,
    pub(crate) lines: u64,
}

impl Opening {
    /// Of a table whose first record is a header, whatever it looks like.
    pub(crate) fn under_header() -> Self {
        Self { headed: true, ..Self::default() }
    }

    /// Looks at the start of a table, or gives none while too little of it is there. An input without any record gives no
    /// columns.
    pub(crate) fn open(
        &mut self,
        block: &[u8],
        last: bool,
        reader: &mut Reader,
        rows: &mut Drafter,
    ) -> Result<Option<Opened>, Wrong> {
        if self.understood.is_none() {
            self.understood = match reader.syntax {
                Syntax::Arff => self.arff(block, last, reader, rows)?,
                Syntax::Delimited(_) => self.delimited(block, last, reader, rows)?,
            };
        }
        let Some(understood) = self.understood.take() else { return Ok(None) };
        Ok(self.settle(block, last, understood, reader, rows))
    }

    /// The columns of delimited text.
    fn delimited(
        &mut self,
        block: &[u8],
        last: bool,
        reader: &mut Reader,
        rows: &mut Drafter,
    ) -> Result<Option<Understood>, Wrong> {
        if self.first.is_none() {
            let Some(delimiter) = delimiter_of(block, last, rows) else { return Ok(None) };
            reader.syntax = Syntax::Delimited(delimiter);
            let mut found = first_record(block, last, reader, (0, 1))?;
            if let Found::First(first) = &found
                && self.may_stand_above(&first.record, rows)
            {
                match preamble::look(block, first.used, last, &first.record, reader) {
                    preamble::Look::More => return Ok(None),
                    preamble::Look::Ordinary => {}
                    preamble::Look::Above => {
                        let (file, line, width) = (&rows.context.file, first.line, first.record.len());
                        let remark = format!(
                            "{file}:{line}: a line of {width} fields above the table, neither header nor row, left out"
                        );
                        rows.schema.remark(remark);
                        rows.touch();
                        found = first_record(block, last, reader, (first.used, first.lines + 1))?;
                    }
                }
            }
            match found {
                Found::More => return Ok(None),
                Found::Nothing => {
                    let (columns, used) = (Vec::new(), block.len());
                    return Ok(Some(Understood {
                        columns,
                        named: true,
                        headed: true,
                        used,
                        lines: 0,
                        from: used,
                    }));
                }
                Found::First(first) => self.first = Some(first),
            }
        }
        let Some(first) = self.first.clone() else { return Ok(None) };
        let rules = rows.context.clone();
        let rules = &rules.rules;
        let fixed = rows.schema.columns_fixed;
        let told = self.headed.then_some(true);
        let headed = match told.or_else(|| said_header(&first.record, rows, rules)) {
            Some(headed) => headed,
            None => {
                if !self.sampled(block, last, first.used, reader, Some(&first.record), rules) {
                    return Ok(None);
                }
                self.sample.as_ref().is_some_and(|sample| sample.is_header(&first.record, rules))
            }
        };
        let width = first.record.len();
        let first = match headed.then(|| row_names::look(block, first.used, last, width, reader)) {
            Some(Look::More) => return Ok(None),
            Some(Look::Named) => {
                // The column of the rows' names has none itself.
                (self.headed, self.sample) = (true, None);
                self.first.insert(First { record: first.record.after_empty(), ..first }).clone()
            }
            Some(Look::Ordinary) | None => first,
        };
        let wrong = |problem: String, columns: Vec<String>| Wrong {
            line: first.line,
            problem: Problem::Told(problem),
            columns,
        };
        let shown =
            || first.record.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>();
        let (mut used, mut lines) = (first.used, first.lines);
        let mut told;
        if headed && !(fixed && unnamed(&rows.schema)) {
            let names = first.record.iter().map(|name| String::from_utf8(name.to_vec()));
            let Ok(names) = names.collect::<Result<Vec<_>, _>>() else {
                return Err(wrong("the header is not UTF-8".to_owned(), shown()));
            };
            told = Told { names, named: true, ..Told::default() };
            let orange = !fixed || rows.schema.dialect.as_ref().is_some_and(|dialect| dialect.orange);
            match orange.then(|| orange::look(block, used, last, reader, &mut told)) {
                Some(orange::Look::More) => return Ok(None),
                Some(orange::Look::Orange { used: bytes, lines: more }) => {
                    (used, lines) = (used + bytes, lines + more);
                    self.sample = None;
                    rows.schema.dialect.get_or_insert_default().orange = true;
                }
                Some(orange::Look::Ordinary) | None => {}
            }
        } else {
            if !headed {
                // The first record is a row: only what stands before it is used.
                (used, lines) = (first.start, first.line - 1);
            }
            told = Told::numbered(first.record.len());
            if fixed {
                told.names = by_place(first.record.len(), rows).map_err(|problem| wrong(problem, shown()))?;
                told.named = rows.schema.dialect.as_ref().is_some_and(|dialect| dialect.named);
                let said = rows.schema.dialect.as_ref().is_some_and(|dialect| dialect.header == Some(false));
                if told.named && !headed && rows.schema.strict && !said {
                    let problem = "no header, which --strict asks for; with --no-header columns are taken in the order learned from before";
                    return Err(wrong(problem.to_owned(), shown()));
                }
                if headed || told.named {
                    let file = rows.context.file.clone();
                    let what = if headed {
                        "its header is left out, because the model knows columns by their place"
                    } else {
                        "no header; its columns are taken in the order learned from before"
                    };
                    rows.schema.remark(format!("{file}: {what}"));
                    rows.touch();
                }
            }
        }
        let named = told.named && headed;
        let from = if headed { used } else { first.used };
        let names = told.names.clone();
        let columns = understand(told, rows).map_err(|problem| wrong(problem, names))?;
        Ok(Some(Understood { columns, named, headed, used, lines, from }))
    }

    /// Whether the first record may be none of the table: nobody says what it is, and it is narrower than what is known.
    fn may_stand_above(&self, first: &Record, rows: &Drafter) -> bool {
        let schema = &rows.schema;
        let said = self.headed || schema.dialect.as_ref().is_some_and(|dialect| dialect.header == Some(true));
        !said && (!schema.columns_fixed || first.len() < schema.columns.len())
    }

    /// The columns of ARFF, which says all itself, but for what strings are.
    fn arff(
        &mut self,
        block: &[u8],
        last: bool,
        reader: &mut Reader,
        rows: &mut Drafter,
    ) -> Result<Option<Understood>, Wrong> {
        let head = match arff::head(block, last) {
            Ok(Some(head)) => head,
            Ok(None) => return Ok(None),
            Err((line, problem)) => {
                return Err(Wrong { line, problem: Problem::Told(problem), columns: Vec::new() });
            }
        };
        reader.absent = head.absent;
        let (used, lines) = (head.used, head.lines);
        let names = head.told.names.clone();
        let wrong =
            |problem: String| Wrong { line: lines, problem: Problem::Told(problem), columns: names.clone() };
        if names.is_empty() {
            return Err(wrong("there is no @attribute before @data".to_owned()));
        }
        let columns = understand(head.told, rows).map_err(wrong)?;
        Ok(Some(Understood { columns, named: true, headed: true, used, lines, from: used }))
    }

    /// Decides what the first rows must, and tells the schema; none while they are not there.
    fn settle(
        &mut self,
        block: &[u8],
        last: bool,
        understood: Understood,
        reader: &mut Reader,
        rows: &mut Drafter,
    ) -> Option<Opened> {
        let context = rows.context.clone();
        let undecided = |column: &Column| matches!(column.role, Role::Undecided | Role::Dates);
        let open = understood.columns.iter().any(undecided);
        if open && !self.sampled(block, last, understood.from, reader, None, &context.rules) {
            self.understood = Some(understood);
            return None;
        }
        let Understood { mut columns, named, headed, used, lines, .. } = understood;
        if rows.schema.columns_fixed || columns.is_empty() {
            return Some(Opened { columns, named, used, lines });
        }
        let mut sample = self.sample.take().unwrap_or_else(|| Sample::new(columns.len()));
        if let Some(first) = self.first.as_ref().filter(|_| !headed) {
            let said = rows.schema.dialect.as_ref().is_some_and(|dialect| dialect.header.is_some());
            if !said && sample.may_be_header(&first.record, &context.rules) {
                let (file, line) = (&context.file, first.line);
                rows.schema.remark(format!(
                    "{file}:{line}: read as a row, and may be a header: --header says that it is one, --no-header that it is none"
                ));
            }
            sample.add_first(&first.record, &context.rules);
        }
        if open && sample.records == 0 {
            // A header alone tells nothing of its columns, and fixes nothing.
            return Some(Opened { columns, named, used, lines });
        }
        let decided: Vec<bool> = columns.iter().map(|column| column.role == Role::Undecided).collect();
        decide(&mut columns, &sample, &rows.schema);
        let found = match reader.syntax {
            Syntax::Delimited(BLANKS) => Some(' '),
            Syntax::Delimited(delimiter) => Some(char::from(delimiter)),
            Syntax::Arff => None,
        };
        let open = rows.schema.labels.kind() == LabelKind::Open;
        for remark in remarks::all(&columns, &sample, found, &decided, open) {
            rows.schema.remark(remark);
        }
        fix(&columns, named, found, &sample, rows);
        Some(Opened { columns, named, used, lines })
    }

    /// Takes in the records from a place on, as far as they are there; whether they are enough.
    fn sampled(
        &mut self,
        block: &[u8],
        last: bool,
        from: usize,
        reader: &mut Reader,
        first: Option<&Record>,
        rules: &Rules,
    ) -> bool {
        if self.sample.is_none() {
            let width = self.first.as_ref().map_or(reader.absent.len(), |first| first.record.len());
            self.sample = Some(Sample { used: from, ..Sample::new(width) });
        }
        let Some(sample) = &mut self.sample else { return false };
        while sample.records < ROWS && sample.used < from + BYTES {
            if last && sample.used >= block.len() {
                break;
            }
            match reader.next(&block[sample.used..], last) {
                Outcome::Incomplete => return false,
                Outcome::Blank { used } | Outcome::Broken { used, .. } => sample.used += used,
                Outcome::Read { used, .. } => {
                    sample.used += used;
                    sample.records += 1;
                    sample.add(&reader.record, first, rules);
                }
            }
        }
        true
    }
}

enum Found {
    First(First),
    /// Only blank lines.
    Nothing,
    More,
}

/// The first record of a table, from a place and a line on.
fn first_record(block: &[u8], last: bool, reader: &mut Reader, from: (usize, u64)) -> Result<Found, Wrong> {
    let (mut used, mut line) = from;
    loop {
        if used == block.len() && last {
            return Ok(Found::Nothing);
        }
        match reader.next(&block[used..], last) {
            Outcome::Incomplete => return Ok(Found::More),
            Outcome::Blank { used: bytes } => (used, line) = (used + bytes, line + 1),
            Outcome::Broken { fault, .. } => {
                let columns = Vec::new();
                let problem = match fault {
                    LineFault::TooLong { .. } => Problem::TooLong,
                    fault => {
                        let help = fault.help().map_or_else(String::new, |help| format!("; {help}"));
                        Problem::Told(format!("{fault}{help}"))
                    }
                };
                return Err(Wrong { line, problem, columns });
            }
            Outcome::Read { used: bytes, lines } => {
                let record = reader.record.clone().without_single_quotes();
                let (start, used, lines) = (used, used + bytes, line - 1 + lines);
                return Ok(Found::First(First { record, start, used, lines, line }));
            }
        }
    }
}

/// The delimiter, or none while too little is there.
fn delimiter_of(block: &[u8], last: bool, rows: &Drafter) -> Option<u8> {
    let schema = &rows.schema;
    let dialect = schema.dialect.clone().unwrap_or_default();
    if let Some(said) = dialect.said() {
        return Some(said);
    }
    let names = known_names(schema);
    let known = |field: &[u8]| std::str::from_utf8(field).is_ok_and(|field| names.contains(field));
    let hints = Hints {
        usual: if rows.context.format == Format::Tsv { b'\t' } else { b',' },
        decimal_comma: dialect.decimal_comma,
        found: dialect.found.and_then(|letter| u8::try_from(letter).ok()),
        width: schema.columns_fixed.then_some(dialect.order.len()),
        no_quotes: dialect.no_quotes,
        known: &known,
    };
    delimiter::recognise(block, last, &hints)
}

/// The names of columns that are known or that the user says, as far as they cannot be anything but names.
fn known_names(schema: &Schema) -> HashSet<&str> {
    let order = schema.dialect.iter().flat_map(|dialect| &dialect.order);
    let apart = schema.label.iter().chain(&schema.weight).chain(&schema.tag);
    let all = apart.chain(&schema.ignore).chain(schema.columns.keys()).chain(order);
    all.map(String::as_str)
        .filter(|name| !name.is_empty() && is_name(name) && !is_number(name.as_bytes()))
        .collect()
}

fn is_number(text: &[u8]) -> bool {
    crate::text::number::parse(text) != Err(NumberFault::NotNumber)
}

/// Whether the columns learned from have no names.
pub(crate) fn unnamed(schema: &Schema) -> bool {
    schema.dialect.as_ref().is_some_and(|dialect| !dialect.named)
}

/// Whether the first record is a header, as far as it tells that alone.
fn said_header(first: &Record, rows: &Drafter, rules: &Rules) -> Option<bool> {
    let schema = &rows.schema;
    if let Some(said) = schema.dialect.as_ref().and_then(|dialect| dialect.header) {
        return Some(said);
    }
    let names = known_names(schema);
    let known = first.iter().any(|field| std::str::from_utf8(field).is_ok_and(|field| names.contains(field)));
    if !schema.columns_fixed {
        return (known || is_label_by_number(first, schema)).then_some(true);
    }
    if !unnamed(schema) {
        // A model from before headers could be absent always had one.
        let before = schema.dialect.as_ref().is_none_or(|dialect| dialect.before);
        let order = by_place(first.len(), rows).unwrap_or_default();
        return Some(
            known
                || before
                || alike_but_for_case(first, &names)
                || over_numbers(first, &order, schema, rules),
        );
    }
    let order: Vec<String> = (1..=first.len()).map(|place| place.to_string()).collect();
    Some(over_numbers(first, &order, schema, rules))
}

/// Whether a field is what the user calls the label, a number beyond the last column: it can only be a name.
fn is_label_by_number(first: &Record, schema: &Schema) -> bool {
    let Some(label) = &schema.label else { return false };
    let beyond = label.parse::<usize>().is_ok_and(|number| number > first.len());
    beyond && first.iter().any(|field| field == label.as_bytes())
}

/// Whether most fields are names that are known, in other letters.
fn alike_but_for_case(first: &Record, names: &HashSet<&str>) -> bool {
    let known = |field: &&[u8]| names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(field));
    2 * first.iter().filter(known).count() > first.len()
}

/// Whether texts stand in every column that holds numbers, by such an order of columns: that can only be a header.
fn over_numbers(first: &Record, order: &[String], schema: &Schema, rules: &Rules) -> bool {
    let numeric = |name: &str| schema.columns.get(name) == Some(&ColumnKind::Numeric);
    let mut over =
        order.iter().zip(first.iter()).filter(|(name, _)| numeric(name)).map(|(_, text)| text).peekable();
    let title = |text: &[u8]| rules.number(text) == Err(NumberFault::NotNumber);
    over.peek().is_some() && over.all(title)
}

/// The names of columns by their place in the first table, with or without its label.
pub(crate) fn by_place(width: usize, rows: &Drafter) -> Result<Vec<String>, String> {
    let schema = &rows.schema;
    let order = schema.dialect.as_ref().map_or(&[][..], |dialect| &dialect.order);
    let label = |name: &&String| schema.label.as_ref() != Some(*name);
    let without: Vec<String> = order.iter().filter(label).cloned().collect();
    if order.len() == width {
        Ok(order.to_vec())
    } else if without.len() == width && schema.label_optional {
        Ok(without)
    } else {
        let expected = order.len();
        Err(format!(
            "{width} fields in the first row, which names none of the columns learned from; without a header there must be {expected}"
        ))
    }
}

/// Gives every column that is undecided its kind.
pub(crate) fn decide(columns: &mut [Column], sample: &Sample, schema: &Schema) {
    let said = schema.dialect.as_ref().is_some_and(|dialect| dialect.day_first);
    for (column, tally) in columns.iter_mut().zip(&sample.tallies) {
        column.role = match column.role {
            Role::Undecided => Role::Feature(tally.kind(said.then_some(true))),
            Role::Dates => Role::Feature(ColumnKind::Date(Some(tally.date_form(said)))),
            role => role,
        };
    }
}

/// Tells the schema what the columns are, and what stood between them.
pub(crate) fn fix(columns: &[Column], named: bool, found: Option<char>, sample: &Sample, rows: &mut Drafter) {
    let schema = &mut rows.schema;
    schema.columns.clear();
    for column in columns {
        if let Role::Feature(kind) = column.role {
            schema.columns.insert(column.name.clone(), kind);
        }
    }
    schema.columns_fixed = true;
    let dialect = schema.dialect.get_or_insert_default();
    dialect.order = columns.iter().map(|column| column.name.clone()).collect();
    let empty = |(column, tally): &(&Column, &Tally)| {
        column.role == Role::Feature(ColumnKind::Mixed) && tally.is_empty()
    };
    let empty = columns.iter().zip(&sample.tallies).filter(|pair| sample.rows > 0 && empty(pair));
    dialect.empty = empty.map(|(column, _)| column.name.clone()).collect();
    dialect.named = named;
    dialect.found = found;
    rows.touch();
}
