//! Rows of delimited text the fast way: cells are read where they stand, into [`Prepared`] columns.
//!
//! It takes rows of one line, with fields quoted or not. Whatever is out of the ordinary in a row (another number of fields, a line break or a doubled quote in a quoted
//! field, text behind one, a value that is refused, two features of one index) makes it give up, with nothing done: [`Table`](super::Table) reads such a row field by field. Both give the
//! same bits.

use super::parse_weight;
use crate::draft::drafter::Drafter;
use crate::error::fault::NumberFault;
use crate::format::header::{Column, Role};
use crate::format::prepared::Prepared;
use crate::schema::ColumnKind;
use crate::schema::rules::Rules;
use crate::text::number::{self, WINDOW};
use crate::text::record::BLANKS;
use crate::text::scan::{self, WIDTH};

/// Reads rows.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    delimiter: u8,
    roles: Vec<Role>,
    columns: Prepared,
    /// Whether numbers can be read without being looked for among what is missing.
    plain: bool,
    /// Whether quotes are characters like others; a field that begins with one is then left to others.
    no_quotes: bool,
}

/// What a row says besides its features.
#[derive(Debug)]
pub(crate) struct Aside<'a> {
    pub(crate) label: Option<&'a [u8]>,
    pub(crate) weight: f64,
    pub(crate) tag: &'a [u8],
}

impl Quick {
    /// For a table; none if its rows must be read field by field.
    pub(crate) fn new(columns: &[Column], delimiter: u8, rules: &Rules, rows: &Drafter) -> Option<Self> {
        let number = delimiter.is_ascii_alphanumeric() || b"+-.".contains(&delimiter);
        // A blank line is a row of one empty field, or none.
        if number || delimiter == BLANKS || delimiter == b'"' || columns.len() < 2 {
            return None;
        }
        let roles = columns.iter().map(|column| column.role).collect();
        let columns = Prepared::new(columns, rules, rows)?;
        let no_quotes = rows.schema.dialect.as_ref().is_some_and(|dialect| dialect.no_quotes);
        Some(Self { delimiter, roles, columns, plain: !rules.missing.numbers, no_quotes })
    }

    /// Looks which columns are known by now.
    pub(crate) fn refresh(&mut self, rows: &Drafter) {
        self.columns.refresh(rows);
    }

    /// Reads the row `text[..end]`, whose line ends there; the rest of the text stays readable. None if nothing was done.
    pub(crate) fn row<'t>(
        &mut self,
        text: &'t [u8],
        end: usize,
        rules: &Rules,
        rows: &mut Drafter,
    ) -> Option<Aside<'t>> {
        let (delimiter, last) = (self.delimiter, self.columns.len() - 1);
        let mut aside = Aside { label: None, weight: 1.0, tag: b"" };
        let mut at = 0;
        self.columns.begin();
        for (place, &role) in self.roles.iter().enumerate() {
            if let Role::Feature(ColumnKind::Numeric | ColumnKind::Mixed) = role
                && self.plain
                && let Some((value, stop)) = plain_number(text, at)
                && (if place < last { text.get(stop) == Some(&delimiter) } else { closes(text, stop, end) })
            {
                self.columns.number(place, value);
                at = stop + 1;
                continue;
            }
            // Only the last field may have ended with the line.
            let (start, stop, next) = match text.get(at..end)?.first() {
                Some(b'"') if !self.no_quotes => quoted(&text[..end], at)?,
                _ => unquoted(text, at, delimiter)?,
            };
            if (place == last) != (next == end) || (next < end && text[next] != delimiter) {
                return None;
            }
            at = next + 1;
            let (field, name) = (&text[start..stop], (start as u32, stop as u32));
            match role {
                Role::Feature(ColumnKind::Category) if rules.missing.category(field) => {
                    self.columns.missing(place);
                }
                Role::Feature(ColumnKind::Category) => self.columns.category(place, field, name, rows),
                Role::Feature(kind) => match rules.number(field) {
                    Ok(Some(value)) => self.columns.number(place, value),
                    Ok(None) => {
                        self.columns.no_number(place);
                        self.columns.missing(place);
                    }
                    Err(NumberFault::NotNumber) if kind == ColumnKind::Mixed => {
                        self.columns.no_number(place);
                        self.columns.category(place, field, name, rows);
                    }
                    Err(_) => return None,
                },
                Role::Label => aside.label = Some(field),
                Role::Weight => aside.weight = parse_weight(field, rules).ok()?,
                Role::Tag => aside.tag = field,
                Role::Ignored | Role::Undecided | Role::Dates => {}
            }
        }
        let found = |_, (start, stop): (u32, u32)| &text[start as usize..stop as usize];
        self.columns.commit(rows, found).then_some(aside)
    }
}

/// A number that stands at a place as most do, and where it ends.
#[inline(always)]
fn plain_number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let window: &[u8; WINDOW] = text.get(at..)?.first_chunk()?;
    let negative = window[0] == b'-';
    let (size, length) = number::near(window, usize::from(negative))?;
    Some((if negative { -size } else { size }, at + length))
}

/// Whether a line ends at a place, perhaps after a carriage return.
#[inline(always)]
fn closes(text: &[u8], at: usize, end: usize) -> bool {
    at == end || (at + 1 == end && text[at] == b'\r')
}

/// Where the field at a place starts and ends, without the blanks around it, and where its delimiter stands or its line ends; none if blanks stand before a
/// quote.
#[inline(always)]
fn unquoted(text: &[u8], at: usize, delimiter: u8) -> Option<(usize, usize, usize)> {
    let rest = &text[at..];
    let length = match rest.first_chunk::<WIDTH>().map(|window| scan::field(window, delimiter)) {
        Some(length) if length < WIDTH => length,
        _ => memchr::memchr2(delimiter, b'\n', rest)?,
    };
    let field = rest[..length].trim_ascii_start();
    let start = at + length - field.len();
    (field.first() != Some(&b'"')).then(|| (start, start + field.trim_ascii_end().len(), at + length))
}

/// As [`unquoted`], of the contents of a quoted field; none if there are quotes among them.
fn quoted(line: &[u8], at: usize) -> Option<(usize, usize, usize)> {
    let close = at + 1 + memchr::memchr(b'"', &line[at + 1..])?;
    let next = match &line[close + 1..] {
        [b'"', ..] => return None,
        b"\r" => line.len(),
        _ => close + 1,
    };
    let contents = line[at + 1..close].trim_ascii_start();
    let start = close - contents.len();
    Some((start, start + contents.trim_ascii_end().len(), next))
}
