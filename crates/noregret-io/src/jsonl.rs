//! JSON lines: one object a line.
//!
//! Either every key but the label is a feature, or the object has a key `features` that holds them, and `label`,
//! `weight` and `tag` stand beside it. A number is a numeric feature, a text a category, `true` a feature with the
//! value 1; an object is a namespace; a list of texts is several categories, a list of numbers has a feature for
//! each place. So a JSON line gives the features of the CSV row with the same names and values.

use std::borrow::Cow;

use crate::assembly::Assembly;
use crate::error::Refusal;
use crate::fault::{LineFault, NumberFault};
use crate::json::{Entries, Json, repeated};
use crate::schema::ColumnKind;
use crate::table::{missing, parse_numeric};

/// Reads one line, which is an example, nothing, or refused.
pub(crate) fn parse(line: &[u8], number: u64, rows: &mut Assembly) -> Result<(), Box<Refusal>> {
    if line.trim_ascii().is_empty() {
        return Ok(());
    }
    let value: Json<'_> = serde_json::from_slice(line).map_err(|error| {
        let why = error.to_string().replace("line 1 column", "column");
        Refusal::line(LineFault::NotJson { why })
    })?;
    let Json::Map(entries) = &value else { return Err(Refusal::line(LineFault::NotObject)) };
    unique(entries)?;
    let nested = entries.iter().find_map(|(key, value)| match value {
        Json::Map(features) if key == "features" => Some(features),
        _ => None,
    });
    let head = head(entries, nested.is_some(), rows)?;
    rows.begin();
    match nested {
        Some(features) => {
            unique(features)?;
            features.iter().try_for_each(|(key, value)| feature(key, value, rows))?;
        }
        None => {
            let others = entries.iter().filter(|(key, _)| !head.keys.contains(&&**key));
            others.into_iter().try_for_each(|(key, value)| feature(key, value, rows))?;
        }
    }
    let label = head.label.as_ref().map(|label| label.trim().as_bytes());
    let label = label.filter(|label| !missing(label) || rows.schema.labels.knows(label));
    let result = rows.finish(number, label, true, head.weight, head.tag.as_bytes());
    result.map_err(|fault| match (fault, label) {
        (LineFault::Sum, _) | (_, None) => Refusal::line(LineFault::Sum),
        (fault, Some(label)) => Refusal::named(head.keys[0], label, fault),
    })
}

fn unique(entries: &Entries<'_>) -> Result<(), Box<Refusal>> {
    match repeated(entries) {
        Some(key) => Err(Refusal::line(LineFault::DuplicateKey { key: key.to_owned() })),
        None => Ok(()),
    }
}

/// What an object says besides its features.
struct Head<'a> {
    label: Option<Cow<'a, str>>,
    weight: f64,
    tag: Cow<'a, str>,
    /// The keys of label, weight and tag that are there, the label first.
    keys: Vec<&'a str>,
}

fn head<'a>(entries: &'a Entries<'_>, nested: bool, rows: &Assembly) -> Result<Head<'a>, Box<Refusal>> {
    let schema = &rows.schema;
    let mut head = Head { label: None, weight: 1.0, tag: Cow::Borrowed(""), keys: Vec::new() };
    let find = |key: &str| entries.iter().find(|entry| entry.0 == key).map(|(key, value)| (&**key, value));
    // Only beside "features" can "weight" and "tag" not be features of that name.
    let usual = |key: &Option<String>, name: &str| key.clone().or_else(|| nested.then(|| name.to_owned()));
    let label_key = schema.label.as_deref().unwrap_or("label");
    match find(label_key) {
        Some((key, value)) => {
            head.label = scalar(key, value, "label")?;
            head.keys.push(key);
        }
        None if schema.label.is_some() && !schema.label_optional => {
            return Err(Refusal::line(LineFault::NoLabelKey { key: label_key.to_owned() }));
        }
        None => {}
    }
    if let Some(asked) = usual(&schema.weight, "weight") {
        match find(&asked) {
            Some((key, Json::Number(number))) => {
                head.keys.push(key);
                head.weight = number.value();
                if head.weight < 0.0 {
                    return Err(Refusal::named(key, number.to_string().as_bytes(), LineFault::NegativeWeight));
                }
            }
            Some((key, Json::Null)) => return Err(Refusal::named(key, b"null", LineFault::NoWeight)),
            Some((key, _)) => {
                let fault = LineFault::Number { what: "weight", fault: NumberFault::NotNumber };
                return Err(Refusal::named(key, b"", fault));
            }
            None if schema.weight.is_some() && !schema.label_optional => {
                return Err(Refusal::named(&asked, b"", LineFault::NoWeight));
            }
            None => {}
        }
    }
    if let Some((key, value)) = usual(&schema.tag, "tag").and_then(|asked| find(&asked)) {
        head.keys.push(key);
        head.tag = scalar(key, value, "tag")?.unwrap_or_default();
    }
    if nested {
        let stray = |key: &str| key != "features" && !head.keys.contains(&key) && !rows.ignores(key.as_bytes());
        if let Some((key, _)) = entries.iter().find(|(key, _)| stray(key)) {
            return Err(Refusal::line(LineFault::BesideFeatures { key: key.clone().into_owned() }));
        }
    }
    Ok(head)
}

/// A label or tag as text.
fn scalar<'a>(key: &str, value: &'a Json<'_>, what: &'static str) -> Result<Option<Cow<'a, str>>, Box<Refusal>> {
    match value {
        Json::Null => Ok(None),
        Json::Bool(value) => Ok(Some(Cow::Borrowed(if *value { "true" } else { "false" }))),
        Json::Number(number) => Ok(Some(Cow::Owned(number.to_string()))),
        Json::Text(text) => Ok(Some(Cow::Borrowed(&**text))),
        Json::List(_) | Json::Map(_) => Err(Refusal::named(key, b"", LineFault::NotScalar { what })),
    }
}

/// Adds the features of one key.
fn feature(key: &str, value: &Json<'_>, rows: &mut Assembly) -> Result<(), Box<Refusal>> {
    if rows.ignores(key.as_bytes()) {
        return Ok(());
    }
    if key.is_empty() {
        return Err(Refusal::line(LineFault::NoName));
    }
    printable(key, key)?;
    let kind = rows.schema.columns.get(key).copied();
    let category = kind == Some(ColumnKind::Category);
    match value {
        Json::Null => {}
        Json::Bool(value) if category => texts(key, &[if *value { "true" } else { "false" }], rows)?,
        Json::Bool(value) => numeric(key, f64::from(u8::from(*value)), rows),
        Json::Number(number) if category => texts(key, &[&number.to_string()], rows)?,
        Json::Number(number) => numeric(key, number.value(), rows),
        Json::Text(text) if kind == Some(ColumnKind::Numeric) => {
            let text = text.trim().as_bytes();
            if !missing(text) {
                let value = parse_numeric(key, text).map_err(|fault| Refusal::named(key, text, fault))?;
                numeric(key, value, rows);
            }
        }
        Json::Text(text) => texts(key, &[text], rows)?,
        Json::Map(entries) => {
            unique(entries)?;
            rows.namespace(key.as_bytes(), key.as_bytes());
            entries.iter().try_for_each(|(name, value)| inner(key, name, value, rows))?;
        }
        Json::List(list) => {
            rows.namespace(key.as_bytes(), key.as_bytes());
            let numbers = list.iter().all(|value| matches!(value, Json::Number(_)));
            for (place, value) in list.iter().enumerate() {
                match value {
                    Json::Number(number) if numbers => rows.name('^', place.to_string().as_bytes(), number.value()),
                    Json::Text(text) if matches!(list[0], Json::Text(_)) => texts(key, &[text], rows)?,
                    _ => return Err(Refusal::named(key, b"[...]", LineFault::MixedList)),
                }
            }
        }
    }
    Ok(())
}

fn numeric(key: &str, value: f64, rows: &mut Assembly) {
    rows.namespace(b"", key.as_bytes());
    rows.name('^', key.as_bytes(), value);
}

fn texts(key: &str, values: &[&str], rows: &mut Assembly) -> Result<(), Box<Refusal>> {
    rows.namespace(key.as_bytes(), key.as_bytes());
    for text in values.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        printable(key, text)?;
        rows.name('=', text.as_bytes(), 1.0);
    }
    Ok(())
}

/// Adds a feature of a nested object, whose namespace has been started.
fn inner(key: &str, name: &str, value: &Json<'_>, rows: &mut Assembly) -> Result<(), Box<Refusal>> {
    printable(key, name)?;
    if name.is_empty() {
        return Err(Refusal::named(key, b"", LineFault::NoName));
    }
    match value {
        Json::Null | Json::Bool(false) => {}
        Json::Bool(true) => rows.name('^', name.as_bytes(), 1.0),
        Json::Number(number) => rows.name('^', name.as_bytes(), number.value()),
        Json::Text(text) if text.trim().is_empty() => {}
        Json::Text(text) => {
            printable(key, text)?;
            rows.name('^', format!("{name}={}", text.trim()).as_bytes(), 1.0);
        }
        Json::List(_) | Json::Map(_) => return Err(Refusal::named(key, name.as_bytes(), LineFault::TooDeep)),
    }
    Ok(())
}

/// Refuses a zero byte, which separates namespaces from names.
fn printable(key: &str, text: &str) -> Result<(), Box<Refusal>> {
    if text.contains('\0') { Err(Refusal::named(key, text.as_bytes(), LineFault::Nul)) } else { Ok(()) }
}
