//! The flags that say how tables are written and what their columns hold.

use crate::voice::failure::{Failure, usage};
use anyhow::Result;
use clap::Args;
use noregret_io::{ColumnKind, Dialect, Schema};
use std::path::PathBuf;

/// How tables are written, and what their columns hold. A column is given by its name, its number from 1, `last`, or a
/// range such as 3-10.
#[derive(Args, Clone, Debug)]
pub struct TableFlags {
    /// Columns that hold categories although they look like numbers; also by number, last, or a range such as 15-40
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    categorical: Vec<String>,

    /// Columns that hold numbers although they do not look it in the first rows
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    numeric: Vec<String>,

    /// Columns (or keys) that hold texts, whose words are features; long texts are recognised
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    text: Vec<String>,

    /// Columns that hold dates and times, also eight digits or seconds since 1970; most dates are recognised
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    dates: Vec<String>,

    /// 01/02/2011 is the first of February, where nothing else tells
    #[arg(long)]
    day_first: bool,

    /// Runs of up to N words of a text, or features of a VW namespace, are features too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    ngram: Option<u8>,

    /// Up to K words may be left out within such a run
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(0..=8))]
    skips: Option<u8>,

    /// What means that a value is missing, separated by commas, beside NA, null, ? and the other usual spellings; only:LIST in place of them
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    na: Option<Vec<String>>,

    /// The first row of a table names its columns [default: recognised]
    #[arg(long, conflicts_with = "no_header")]
    header: bool,

    /// The first row of a table is data
    #[arg(long)]
    no_header: bool,

    /// What stands between the fields of a table: comma, tab, semicolon, pipe, space (any number of blanks) or one character
    /// [default: recognised]
    #[arg(long, value_name = "D", value_parser = delimiter)]
    delimiter: Option<char>,

    /// Quotes in tables are characters like others, and not around fields
    #[arg(long)]
    no_quotes: bool,

    /// Numbers in tables have a comma for a point: 3,5
    #[arg(long)]
    decimal_comma: bool,

    /// Refuse tables that have new columns or lack some that were learned from, instead of a remark
    #[arg(long)]
    strict: bool,

    /// What the columns are, from a file that `inspect --schema` wrote, so that nothing waits for the first rows
    #[arg(long, value_name = "FILE", conflicts_with_all = ["categorical", "numeric", "text", "dates", "day_first", "ngram", "skips", "na", "decimal_comma"])]
    schema: Option<PathBuf>,
}

fn delimiter(text: &str) -> Result<char, String> {
    Dialect::delimiter_of(text)
        .ok_or_else(|| "give comma, tab, semicolon, pipe, space or one sign".to_owned())
}

/// What `--na` says: what alone is missing besides the empty field, or what is missing beside the usual spellings.
fn missing(na: &[String]) -> (Option<Vec<String>>, Vec<String>) {
    match na.split_first() {
        Some((first, others)) if first.starts_with(ONLY) => {
            let first = first[ONLY.len()..].to_owned();
            (
                Some(
                    [first]
                        .into_iter()
                        .chain(others.iter().cloned())
                        .filter(|text| !text.is_empty())
                        .collect(),
                ),
                Vec::new(),
            )
        }
        _ => (None, na.to_vec()),
    }
}

/// What `--na` begins with where its list takes the place of the usual spellings.
const ONLY: &str = "only:";

impl TableFlags {
    /// The kinds that are declared.
    fn kinds(&self) -> [(&'static str, &Vec<String>, ColumnKind); 4] {
        [
            ("--categorical", &self.categorical, ColumnKind::Category),
            ("--numeric", &self.numeric, ColumnKind::Numeric),
            ("--text", &self.text, ColumnKind::Text),
            ("--dates", &self.dates, ColumnKind::Date(None)),
        ]
    }

    /// Whether the first row is a header, if that is said.
    fn headed(&self) -> Option<bool> {
        match (self.header, self.no_header) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The flags as words of a command.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut list = |flag: &str, values: &[String]| {
            if !values.is_empty() {
                words.extend([flag.to_owned(), values.join(",")]);
            }
        };
        self.kinds().iter().for_each(|(flag, columns, _)| list(flag, columns));
        if let Some(na) = &self.na {
            words.push(format!("--na={}", na.join(",")));
        }
        let one = [
            ("--ngram", self.ngram.map(|n| n.to_string())),
            ("--skips", self.skips.map(|n| n.to_string())),
            ("--delimiter", self.delimiter.map(|d| if d == '\t' { "tab".to_owned() } else { d.to_string() })),
            ("--schema", self.schema.as_ref().map(|path| path.display().to_string())),
        ];
        for (flag, value) in one {
            words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
        }
        let bare = [
            ("--header", self.header),
            ("--no-header", self.no_header),
            ("--day-first", self.day_first),
            ("--no-quotes", self.no_quotes),
            ("--decimal-comma", self.decimal_comma),
            ("--strict", self.strict),
        ];
        words.extend(bare.iter().filter(|(_, given)| *given).map(|(flag, _)| (*flag).to_owned()));
        words
    }

    /// Writes what is said of new data into a schema.
    pub fn tell(&self, schema: &mut Schema) -> Result<()> {
        schema.strict = self.strict;
        if let Some(path) = &self.schema {
            let name = path.display();
            let failure = |why: String| Failure { message: format!("{name}: {why}"), help: None };
            let text = std::fs::read_to_string(path).map_err(|error| failure(error.to_string()))?;
            schema.take_columns(&text).map_err(|why| failure(format!("no schema: {why}")))?;
        }
        for (_, columns, kind) in self.kinds() {
            for column in columns {
                if let Some(other) =
                    schema.columns.insert(column.clone(), kind).filter(|other| *other != kind)
                {
                    return Err(usage(format!("the column {column:?} is given as both {other} and {kind}")));
                }
            }
        }
        let (missing, also_missing) = missing(self.na.as_deref().unwrap_or_default());
        let said = Dialect {
            delimiter: self.delimiter,
            header: self.headed(),
            no_quotes: self.no_quotes,
            decimal_comma: self.decimal_comma,
            missing,
            also_missing,
            day_first: self.day_first,
            ngram: self.ngram.unwrap_or(0),
            skips: self.skips.unwrap_or(0),
            ..Dialect::default()
        };
        match &mut schema.dialect {
            None if said == Dialect::default() => {}
            None => schema.dialect = Some(said),
            Some(dialect) => {
                dialect.delimiter = said.delimiter.or(dialect.delimiter);
                dialect.header = said.header.or(dialect.header);
                dialect.no_quotes |= said.no_quotes;
            }
        }
        Ok(())
    }

    /// Writes what is said of more data into a model's schema: how a file is written may change, what features mean may not.
    /// Gives the flag that would change it.
    pub fn continued(&self, schema: &mut Schema) -> Option<&'static str> {
        schema.strict = self.strict;
        for (flag, columns, kind) in self.kinds() {
            let known = |column: &String| match schema.columns.get(column) {
                Some(ColumnKind::Date(_)) => kind == ColumnKind::Date(None),
                found => found == Some(&kind),
            };
            if !schema.selected(columns).iter().all(known) {
                return Some(flag);
            }
        }
        let dialect = schema.dialect.clone().unwrap_or_default();
        let changed = [
            (
                "--na",
                self.na
                    .as_ref()
                    .is_some_and(|na| missing(na) != (dialect.missing.clone(), dialect.also_missing.clone())),
            ),
            ("--decimal-comma", self.decimal_comma && !dialect.decimal_comma),
            ("--day-first", self.day_first && !dialect.day_first),
            ("--ngram", self.ngram.is_some_and(|n| n != dialect.ngram.max(1))),
            ("--skips", self.skips.is_some_and(|n| n != dialect.skips)),
            ("--schema", self.schema.is_some()),
        ];
        if let Some((flag, _)) = changed.iter().find(|(_, changed)| *changed) {
            return Some(flag);
        }
        if self.delimiter.is_some() || self.headed().is_some() || self.no_quotes {
            let from_before = schema.columns_fixed && schema.dialect.is_none();
            let empty = || if from_before { Dialect::from_before() } else { Dialect::default() };
            let dialect = schema.dialect.get_or_insert_with(empty);
            dialect.delimiter = self.delimiter.or(dialect.delimiter);
            dialect.header = self.headed().or(dialect.header);
            dialect.no_quotes |= self.no_quotes;
        }
        None
    }
}
