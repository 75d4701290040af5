//! One column of a batch on its way to features: read as what it holds, without a detour by text where it holds what the
//! column is known to hold.
//!
//! | column | holds | way |
//! |---|---|---|
//! | number | numbers | a float; the name of the feature is hashed once for the whole file |
//! | category | codes, booleans | every text of a dictionary is hashed once |
//! | category | texts | as in CSV |
//! | date | dates, timestamps | days and seconds |
//! | number, category | lists | [`items`](super::items) |
//! | anything else | | as text, by the rules of CSV |
//!
//! Rows of numbers and categories alone go into [`Prepared`] columns; other rows are named cell by cell. Both give the same bits.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::DataType;

use super::items::Lists;
use super::kind;
use super::numbers::numbers;
use super::texts::{Texts, write};
use super::times::Times;
use crate::draft::drafter::{Drafter, Hashed};
use crate::error::Refusal;
use crate::error::fault::{LineFault, NumberFault};
use crate::format::cell;
use crate::format::header::Role;
use crate::format::prepared::Prepared;
use crate::format::table::parse_weight;
use crate::schema::ColumnKind;
use crate::schema::missing::INDICATOR;
use crate::schema::rules::{Rules, pointed};

/// A column, and what is known of it for the whole file.
#[derive(Debug)]
pub(crate) struct Lane {
    name: String,
    role: Role,
    /// The feature of a number, and of a missing value.
    number: Option<Hashed>,
    missing: Option<Hashed>,
    array: ArrayRef,
    way: Way,
    /// The codes of a dictionary, kept while it stays the same.
    codes: (Option<ArrayRef>, Vec<Code>),
}

/// How the cells of this batch are read.
#[derive(Debug)]
enum Way {
    Nothing,
    Numbers(ScalarBuffer<f64>),
    Codes {
        keys: Vec<usize>,
        nulls: Option<NullBuffer>,
        texts: Texts,
    },
    Flags,
    Texts(Texts),
    Times(Times),
    Lists(Lists),
    /// As text.
    Written,
}

/// What a code of a dictionary stands for.
#[derive(Clone, Copy, Debug)]
enum Code {
    Unseen,
    Missing,
    Hashed(Hashed),
    /// It has to be named in every row.
    Named,
}

/// What a row says besides its features.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    pub(crate) label: Option<Vec<u8>>,
    pub(crate) weight: Option<f64>,
    pub(crate) tag: Vec<u8>,
    /// For cells that are read as text.
    text: Vec<u8>,
}

impl Beside {
    /// For the next row.
    pub(crate) fn clear(&mut self) {
        if let Some(label) = &mut self.label {
            label.clear();
        }
        self.weight = None;
        self.tag.clear();
    }
}

impl Lane {
    /// Of a column.
    pub(crate) fn new(name: &str, role: Role, rows: &Drafter) -> Self {
        let bytes = name.as_bytes();
        Self {
            number: rows.hash(b"", bytes, bytes),
            missing: rows.hash(bytes, bytes, INDICATOR),
            name: name.to_owned(),
            role,
            array: Arc::new(arrow_array::NullArray::new(0)),
            way: Way::Nothing,
            codes: (None, Vec::new()),
        }
    }

    /// Turns to the cells of another batch.
    pub(crate) fn turn(&mut self, array: &ArrayRef, rules: &Rules) {
        self.array = array.clone();
        let numeric = |array: &ArrayRef| numbers(array, &rules.missing.listed_numbers()).map(Way::Numbers);
        self.way = match self.role {
            Role::Weight => numeric(array).unwrap_or(Way::Written),
            Role::Label | Role::Tag => Way::Written,
            Role::Feature(kind) => {
                let lists = || Lists::of(array).map(Way::Lists);
                let found = match kind {
                    _ if kind::items(array.data_type()).is_some() => lists(),
                    ColumnKind::Category => Texts::of(array).map(Way::Texts).or_else(|| self.coded(array)),
                    _ if rules.as_written => None,
                    ColumnKind::Numeric | ColumnKind::Mixed => match array.data_type() {
                        DataType::Boolean => Some(Way::Numbers(ones(array))),
                        _ => numeric(array),
                    },
                    ColumnKind::Date(_)
                        if !matches!(array.data_type(), DataType::Time32(_) | DataType::Time64(_)) =>
                    {
                        Times::of(array).map(Way::Times)
                    }
                    _ => None,
                };
                found.unwrap_or(Way::Written)
            }
            Role::Ignored | Role::Undecided | Role::Dates => Way::Nothing,
        };
    }

    /// Codes and booleans.
    fn coded(&mut self, array: &ArrayRef) -> Option<Way> {
        if *array.data_type() == DataType::Boolean {
            self.codes.1.resize(2, Code::Unseen);
            return Some(Way::Flags);
        }
        let dictionary = array.as_any_dictionary_opt()?;
        let values = dictionary.values();
        let texts = Texts::of(values)?;
        if values.is_empty() {
            return None;
        }
        if !self.codes.0.as_ref().is_some_and(|known| Arc::ptr_eq(known, values)) {
            self.codes = (Some(values.clone()), vec![Code::Unseen; values.len()]);
        }
        Some(Way::Codes { keys: dictionary.normalized_keys(), nulls: array.nulls().cloned(), texts })
    }

    /// Adds what the cell of a row says.
    #[inline]
    pub(crate) fn add(
        &mut self,
        row: usize,
        rules: &Rules,
        rows: &mut Drafter,
        beside: &mut Beside,
    ) -> Result<(), Box<Refusal>> {
        match &self.way {
            Way::Numbers(values) if self.role != Role::Weight => {
                let value = values[row];
                if value.is_finite() {
                    match &self.number {
                        Some(known) if rows.known(known, value) => {}
                        _ => cell::number(&self.name, value, rows),
                    }
                } else if value.is_nan() {
                    self.missing(rules, rows);
                } else {
                    let fault = LineFault::Number { what: "value", fault: NumberFault::NotFinite };
                    return Err(self.refusal(row, fault));
                }
                Ok(())
            }
            Way::Codes { keys, nulls, .. } => {
                let there = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                let key = keys[row];
                if there {
                    self.code(key, rules, rows)
                } else {
                    self.missing(rules, rows)
                }
                Ok(())
            }
            Way::Flags if self.array.is_valid(row) => {
                let key = usize::from(self.array.as_boolean().value(row));
                self.code(key, rules, rows);
                Ok(())
            }
            Way::Flags => {
                self.missing(rules, rows);
                Ok(())
            }
            Way::Texts(texts) => {
                cell::category(&self.name, texts.get(row), rules, rows);
                Ok(())
            }
            Way::Times(times) if times.is_missing(row) => {
                self.missing(rules, rows);
                Ok(())
            }
            Way::Times(times) => match times.moment(row) {
                Some(moment) => {
                    cell::moment(&self.name, &moment, rows);
                    Ok(())
                }
                None => Err(self.refusal(row, LineFault::NotDate { column: self.name.clone() })),
            },
            Way::Lists(lists) => match lists.add(row, &self.name, rules, rows) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    self.missing(rules, rows);
                    Ok(())
                }
                Err(fault) => Err(Refusal::named(&self.name, b"", fault)),
            },
            Way::Nothing => Ok(()),
            Way::Written | Way::Numbers(_) => self.written(row, rules, rows, beside),
        }
    }

    /// Whether [`put`](Self::put) takes its cells.
    pub(crate) fn is_plain(&self) -> bool {
        match &self.way {
            Way::Times(_) | Way::Lists(_) => false,
            Way::Written => !matches!(self.role, Role::Feature(_)),
            Way::Nothing | Way::Numbers(_) | Way::Codes { .. } | Way::Flags | Way::Texts(_) => true,
        }
    }

    /// As [`add`](Self::add), into prepared columns, of which it is the one at a place; false if the row must be added the other way.
    #[inline]
    pub(crate) fn put(
        &mut self,
        row: usize,
        rules: &Rules,
        (place, columns): (usize, &mut Prepared),
        rows: &mut Drafter,
        beside: &mut Beside,
    ) -> bool {
        let key = match &self.way {
            Way::Numbers(values) if self.role != Role::Weight => {
                let value = values[row];
                if value.is_finite() {
                    columns.number(place, value);
                    return true;
                }
                columns.no_number(place);
                columns.missing(place);
                return value.is_nan();
            }
            Way::Texts(texts) => {
                let text = texts.get(row);
                if rules.missing.category(text) {
                    columns.missing(place);
                } else {
                    columns.category(place, text, (row as u32, 0), rows);
                }
                return true;
            }
            Way::Codes { keys, nulls, .. } => {
                nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)).then(|| keys[row])
            }
            Way::Flags => self.array.is_valid(row).then(|| usize::from(self.array.as_boolean().value(row))),
            Way::Nothing => return true,
            _ => return self.written(row, rules, rows, beside).is_ok(),
        };
        match key.map(|key| (key, self.meaning(key, rules, rows))) {
            None | Some((_, Code::Missing)) => columns.missing(place),
            Some((key, Code::Hashed(known))) => columns.hashed(place, &known, (key as u32, 0)),
            Some((_, Code::Unseen | Code::Named)) => return false,
        }
        true
    }

    /// The text of a row, or of a code.
    pub(crate) fn text(&self, of: usize) -> &[u8] {
        match &self.way {
            Way::Texts(texts) | Way::Codes { texts, .. } => texts.get(of),
            _ if of == 0 => b"false",
            _ => b"true",
        }
    }

    /// A value that is not there.
    #[inline]
    fn missing(&self, rules: &Rules, rows: &mut Drafter) {
        if rules.missing.indicated && !rules.as_written {
            match &self.missing {
                Some(known) if rows.known(known, 1.0) => {}
                _ => cell::missing(&self.name, rules, rows),
            }
        }
    }

    /// A text of a dictionary, or a boolean.
    #[inline]
    fn code(&mut self, key: usize, rules: &Rules, rows: &mut Drafter) {
        match self.meaning(key, rules, rows) {
            Code::Missing => self.missing(rules, rows),
            Code::Hashed(known) if rows.known(&known, 1.0) => {}
            _ => cell::category(&self.name, self.text(key), rules, rows),
        }
    }

    /// What a code stands for.
    #[inline]
    fn meaning(&mut self, key: usize, rules: &Rules, rows: &Drafter) -> Code {
        if let Code::Unseen = self.codes.1[key] {
            let (name, text) = (self.name.as_bytes(), self.text(key));
            self.codes.1[key] = if rules.missing.category(text) {
                Code::Missing
            } else {
                rows.hash(name, name, text).map_or(Code::Named, Code::Hashed)
            };
        }
        self.codes.1[key]
    }

    /// A cell that is read as text: a label, a weight, a tag, or one that does not hold what its column is known to hold.
    #[inline(never)]
    fn written(
        &mut self,
        row: usize,
        rules: &Rules,
        rows: &mut Drafter,
        beside: &mut Beside,
    ) -> Result<(), Box<Refusal>> {
        match self.role {
            Role::Label => {
                let label = beside.label.get_or_insert_default();
                write(&self.array, row, label);
                if rules.decimal_comma
                    && kind::is_text(self.array.data_type())
                    && rules.parse(label).is_ok()
                    && let Some(pointed) = pointed(label)
                {
                    *label = pointed;
                }
            }
            Role::Tag => write(&self.array, row, &mut beside.tag),
            Role::Weight => {
                let weight = match &self.way {
                    Way::Numbers(values) => weight(values[row]),
                    _ => {
                        beside.text.clear();
                        write(&self.array, row, &mut beside.text);
                        parse_weight(&beside.text, rules)
                    }
                };
                beside.weight = Some(weight.map_err(|fault| self.refusal(row, fault))?);
            }
            Role::Feature(kind) => {
                beside.text.clear();
                write(&self.array, row, &mut beside.text);
                cell::add(&self.name, kind, &beside.text, rules, rows)
                    .map_err(|fault| Refusal::named(&self.name, &beside.text, fault))?;
            }
            Role::Ignored | Role::Undecided | Role::Dates => {}
        }
        Ok(())
    }

    /// A fault of the cell in a row.
    #[cold]
    fn refusal(&self, row: usize, fault: LineFault) -> Box<Refusal> {
        let mut text = Vec::new();
        write(&self.array, row, &mut text);
        Refusal::named(&self.name, &text, fault)
    }
}

fn weight(value: f64) -> Result<f64, LineFault> {
    match value {
        value if value.is_nan() => Err(LineFault::NoWeight),
        value if value < 0.0 => Err(LineFault::NegativeWeight),
        value if value.is_infinite() => {
            Err(LineFault::Number { what: "weight", fault: NumberFault::NotFinite })
        }
        value => Ok(value),
    }
}

/// Booleans as numbers, where a user says that they are.
fn ones(array: &ArrayRef) -> ScalarBuffer<f64> {
    let flags = array.as_boolean();
    flags.iter().map(|flag| flag.map_or(f64::NAN, |flag| f64::from(u8::from(flag)))).collect()
}
