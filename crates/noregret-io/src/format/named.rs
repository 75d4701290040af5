//! Features by name, without a text: what a program has in its hands instead of a line of JSON.
//!
//! A number under a name is the feature `{"name": 1.5}` gives, and `| name:1.5` in VW text; a text is a
//! category, as `{"name": "text"}` or a column of a table; under a namespace both are those of a nested
//! object. They have the same slots as there. A name that comes twice adds up, as in VW text.

use std::borrow::Cow;

use crate::draft::drafter::Drafter;
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

fn has_nul(text: &str) -> bool {
    text.as_bytes().contains(&0)
}

/// Adds a feature to the example that was begun.
pub(crate) fn draft(feature: Named<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let Named { namespace, name, value } = feature;
    if namespace.is_empty() && rows.takes_directly() && !name.is_empty() && !has_nul(name) {
        match value {
            Value::Number(0.0) => return Ok(()),
            Value::Number(value) if value.is_finite() => {
                rows.direct("", '^', name, value);
                return Ok(());
            }
            Value::Text(text) if !has_nul(text) => {
                let text = text.trim();
                if !text.is_empty() {
                    rows.direct(name, '=', text, 1.0);
                }
                return Ok(());
            }
            // What is refused below.
            Value::Number(_) | Value::Text(_) => {}
        }
    }
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
