//! Features by name, without a text: what a program has in its hands instead of a line of JSON.
//!
//! A number under a name is the feature `{"name": 1.5}` gives, and `| name:1.5` in VW text; a text is a
//! category, as `{"name": "text"}` or a column of a table; under a namespace both are those of a nested
//! object. They have the same slots as there. A name that comes twice adds up, as in VW text.

use std::borrow::Cow;

use crate::draft::drafter::Drafter;
use crate::draft::indexer::{NO_NAMESPACE, hash_space};
use crate::error::Refusal;
use crate::error::fault::{LineFault, NumberFault};
use crate::format::jsonl;
use crate::text::json::{Json, Number};

/// The value of a named feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A number; 0 is as good as absent.
    Number(f64),
    /// A category.
    Text(&'a str),
}

/// A feature by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named<'a> {
    /// The namespace, often empty.
    pub namespace: &'a str,
    /// The name.
    pub name: &'a str,
    /// The value.
    pub value: Value<'a>,
}

impl<'a> From<(&'a str, Value<'a>)> for Named<'a> {
    fn from((name, value): (&'a str, Value<'a>)) -> Self {
        Self { namespace: "", name, value }
    }
}

impl<'a> From<(&'a str, f64)> for Named<'a> {
    fn from((name, value): (&'a str, f64)) -> Self {
        (name, Value::Number(value)).into()
    }
}

impl<'a> From<(&'a str, &'a str)> for Named<'a> {
    fn from((name, value): (&'a str, &'a str)) -> Self {
        (name, Value::Text(value)).into()
    }
}

impl<'a> From<&Named<'a>> for Named<'a> {
    fn from(named: &Named<'a>) -> Self {
        *named
    }
}

impl<'a> From<&(&'a str, f64)> for Named<'a> {
    fn from(pair: &(&'a str, f64)) -> Self {
        (*pair).into()
    }
}

/// A name under which features come again and again, hashed once.
#[derive(Clone, Debug)]
pub struct Column {
    name: Box<str>,
    seed: u64,
    /// Whether it is a name at all.
    sound: bool,
}

impl Column {
    /// Of a name.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            seed: hash_space(name.as_bytes()),
            sound: !name.is_empty() && !has_nul(name),
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its feature of a value, in no namespace.
    fn of<'a>(&'a self, value: Value<'a>) -> Named<'a> {
        Named { namespace: "", name: &self.name, value }
    }
}

/// Whether there is a NUL in it. All bytes are looked at, whatever is found: names are short.
#[inline]
fn has_nul(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | (byte == 0))
}

/// The text without white space around it.
#[inline]
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        // Most have none.
        [b'!'..=b'~', .., b'!'..=b'~'] | [b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}

/// Adds a feature to the example that was begun.
#[inline]
pub(crate) fn draft(feature: Named<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let Named { namespace, name, value } = feature;
    if namespace.is_empty() && rows.takes_directly() && !name.is_empty() && !has_nul(name) {
        let seed = || hash_space(name.as_bytes());
        if direct(name, seed, value, rows) {
            return Ok(());
        }
    }
    drawn(feature, rows)
}

/// As [`draft`], under a name that was hashed before.
#[inline]
pub(crate) fn draft_in(column: &Column, value: Value<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    if column.sound && rows.takes_directly() && direct(&column.name, || column.seed, value, rows) {
        return Ok(());
    }
    drawn(column.of(value), rows)
}

/// Adds a feature at once; false of what may have to be refused. `seed` is the hash of the name.
#[inline]
fn direct(name: &str, seed: impl FnOnce() -> u64, value: Value<'_>, rows: &mut Drafter) -> bool {
    match value {
        Value::Number(0.0) => {}
        Value::Number(value) if value.is_finite() => rows.direct(NO_NAMESPACE, "", '^', name, value),
        Value::Text(text) if !has_nul(text) => {
            let text = trimmed(text);
            if !text.is_empty() {
                rows.direct(seed(), name, '=', text, 1.0);
            }
        }
        Value::Number(_) | Value::Text(_) => return false,
    }
    true
}

/// Adds a feature as a line of JSON would.
fn drawn(feature: Named<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let Named { namespace, name, value } = feature;
    let value = match value {
        Value::Number(value) if value.is_finite() => Json::Number(Number::Float(value)),
        Value::Number(value) => {
            let fault = LineFault::Number { what: "value", fault: NumberFault::NotFinite };
            return Err(Refusal::named(name, value.to_string().as_bytes(), fault));
        }
        Value::Text(text) => Json::Text(Cow::Borrowed(text)),
    };
    if namespace.is_empty() {
        return jsonl::feature(name, &value, rows);
    }
    jsonl::feature(namespace, &Json::Map(vec![(Cow::Borrowed(name), value)]), rows)
}
