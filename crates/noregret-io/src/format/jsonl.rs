//! JSON lines: one object a line.
//!
//! Either every key but the label is a feature, or the object has a key `features` that holds them, and `label`,
//! `weight` and `tag` stand beside it. A number is a numeric feature, a text a category, `true` a feature with the
//! value 1; an object is a namespace; a list of texts is several categories, a list of numbers has a feature for
//! each place. So a JSON line gives the features of the CSV row with the same names and values.

use std::borrow::Cow;

use crate::draft::drafter::Drafter;
use crate::error::Refusal;
use crate::error::fault::{LineFault, NumberFault};
use crate::format::cell;
use crate::schema::ColumnKind;
use crate::text::json::{Entries, Json, repeated};

/// Reads one line, which is an example, nothing, or refused.
pub(crate) fn parse(text: &[u8], length: usize, number: u64, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let line = &text[..length];
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
    if rows.schema.strict && rows.schema.columns_fixed {
        let keys = nested.unwrap_or(entries);
        let gone =
            |name: &&String| !rows.ignores(name.as_bytes()) && !keys.iter().any(|(key, _)| **key == ***name);
        if let Some(key) = rows.schema.columns.keys().find(gone) {
            return Err(Refusal::line(LineFault::GoneKey { key: key.clone() }));
        }
    }
    let label = head.label.as_ref().map(|label| label.trim().as_bytes());
    rows.finish(number, label, head.weight, head.tag.as_bytes())
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

fn head<'a>(entries: &'a Entries<'_>, nested: bool, rows: &Drafter) -> Result<Head<'a>, Box<Refusal>> {
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
                    return Err(Refusal::named(
                        key,
                        number.to_string().as_bytes(),
                        LineFault::NegativeWeight,
                    ));
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
        let stray =
            |key: &str| key != "features" && !head.keys.contains(&key) && !rows.ignores(key.as_bytes());
        if let Some((key, _)) = entries.iter().find(|(key, _)| stray(key)) {
            return Err(Refusal::line(LineFault::BesideFeatures { key: key.clone().into_owned() }));
        }
    }
    Ok(head)
}

/// A label or tag as text.
fn scalar<'a>(
    key: &str,
    value: &'a Json<'_>,
    what: &'static str,
) -> Result<Option<Cow<'a, str>>, Box<Refusal>> {
    match value {
        Json::Null => Ok(None),
        Json::Bool(value) => Ok(Some(Cow::Borrowed(if *value { "true" } else { "false" }))),
        Json::Number(number) => Ok(Some(Cow::Owned(number.to_string()))),
        Json::Text(text) => Ok(Some(Cow::Borrowed(&**text))),
        Json::List(_) | Json::Map(_) => Err(Refusal::named(key, b"", LineFault::NotScalar { what })),
    }
}

/// Adds the features of one key.
pub(crate) fn feature(key: &str, value: &Json<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    if rows.ignores(key.as_bytes()) {
        return Ok(());
    }
    if key.is_empty() {
        return Err(Refusal::line(LineFault::NoName));
    }
    printable(key, key)?;
    let kind = rows.schema.columns.get(key).copied();
    if kind.is_none() && rows.schema.columns_fixed {
        return rows.unknown(key);
    }
    let category = kind == Some(ColumnKind::Category);
    if let (Some(kind), Json::Text(_) | Json::Null)
    | (Some(kind @ (ColumnKind::Date(_) | ColumnKind::Text)), Json::Number(_)) = (kind, value)
    {
        return as_cell(key, kind, value, rows);
    }
    match value {
        Json::Null => {}
        Json::Bool(value) if category => texts(key, &[if *value { "true" } else { "false" }], rows)?,
        Json::Bool(value) => numeric(key, f64::from(u8::from(*value)), rows),
        Json::Number(number) if category => texts(key, &[&number.to_string()], rows)?,
        Json::Number(number) => numeric(key, number.value(), rows),
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
                    Json::Number(number) if numbers => {
                        rows.name(b'^', place.to_string().as_bytes(), number.value())
                    }
                    Json::Text(text) if matches!(list[0], Json::Text(_)) => texts(key, &[text], rows)?,
                    _ => return Err(Refusal::named(key, b"[...]", LineFault::MixedList)),
                }
            }
        }
    }
    Ok(())
}

/// Adds a value under a key that is a column of a table, or that the user declared, as the table's cell.
fn as_cell(key: &str, kind: ColumnKind, value: &Json<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    let context = rows.context.clone();
    let written;
    let text = match value {
        Json::Text(text) => text.trim(),
        Json::Number(number) => {
            written = number.to_string();
            &written
        }
        _ => "",
    };
    if !rows.schema.columns_fixed {
        // A key that is declared, and no column of a table: what is missing is nothing, and a category is any text.
        match kind {
            ColumnKind::Category => return texts(key, &[text], rows),
            ColumnKind::Text if text.is_empty() => return Ok(()),
            ColumnKind::Text => {}
            _ if context.rules.missing.number(text.as_bytes()) => return Ok(()),
            _ => {}
        }
    }
    printable(key, text)?;
    cell::add(key, kind, text.as_bytes(), &context.rules, rows)
        .map_err(|fault| Refusal::named(key, text.as_bytes(), fault))
}

fn numeric(key: &str, value: f64, rows: &mut Drafter) {
    rows.namespace(b"", key.as_bytes());
    rows.name(b'^', key.as_bytes(), value);
}

fn texts(key: &str, values: &[&str], rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    rows.namespace(key.as_bytes(), key.as_bytes());
    for text in values.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        printable(key, text)?;
        rows.name(b'=', text.as_bytes(), 1.0);
    }
    Ok(())
}

/// Adds a feature of a nested object, whose namespace has been started.
fn inner(key: &str, name: &str, value: &Json<'_>, rows: &mut Drafter) -> Result<(), Box<Refusal>> {
    printable(key, name)?;
    if name.is_empty() {
        return Err(Refusal::named(key, b"", LineFault::NoName));
    }
    match value {
        Json::Null | Json::Bool(false) => {}
        Json::Bool(true) => rows.name(b'^', name.as_bytes(), 1.0),
        Json::Number(number) => rows.name(b'^', name.as_bytes(), number.value()),
        Json::Text(text) if text.trim().is_empty() => {}
        Json::Text(text) => {
            printable(key, text)?;
            rows.name(b'^', format!("{name}={}", text.trim()).as_bytes(), 1.0);
        }
        Json::List(_) | Json::Map(_) => return Err(Refusal::named(key, name.as_bytes(), LineFault::TooDeep)),
    }
    Ok(())
}

/// Refuses a zero byte, which separates namespaces from names.
fn printable(key: &str, text: &str) -> Result<(), Box<Refusal>> {
    if text.contains('\0') { Err(Refusal::named(key, text.as_bytes(), LineFault::Nul)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use crate::pipeline::batch::Item;
    use crate::{ColumnKind, Format, LabelKind, Labels, Schema, parse_bytes};

    type Row = (Option<f64>, f64, String, Vec<(String, f64)>);

    fn read(text: &str, schema: &mut Schema, format: Format) -> Vec<Result<Row, String>> {
        let batches = parse_bytes(text.as_bytes(), "f", Some(format), schema).unwrap();
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
        rows.collect()
    }

    fn plain() -> Schema {
        Schema { bias: false, ..Schema::new(Labels::new(LabelKind::Real)) }
    }

    fn one(text: &str) -> Row {
        read(text, &mut plain(), Format::Jsonl).remove(0).unwrap()
    }

    fn features(list: &[(&str, f64)]) -> Vec<(String, f64)> {
        list.iter().map(|(name, value)| (name.to_string(), *value)).collect()
    }

    #[test]
    fn every_kind_of_value() {
        let text = r#"{"label": 2, "n": 1.5, "s": " Oslo ", "t": true, "f": false, "z": null, "o": 0, "e": "",
            "u": {"age": 3, "on": true, "off": false, "city": "X"}, "l": ["a", "b"], "v": [4, 0, 5], "none": []}"#;
        let wanted = [
            ("l=a", 1.0),
            ("l=b", 1.0),
            ("n", 1.5),
            ("s=Oslo", 1.0),
            ("t", 1.0),
            ("u^age", 3.0),
            ("u^city=X", 1.0),
            ("u^on", 1.0),
            ("v^0", 4.0),
            ("v^2", 5.0),
        ];
        assert_eq!(one(&text.replace('\n', " ")), (Some(2.0), 1.0, String::new(), features(&wanted)));
    }

    #[test]
    fn weight_and_tag_are_features_unless_features_are_apart() {
        let row = one(r#"{"label": 1, "features": {"weight": 70, "label": 5}, "weight": 0.5, "tag": "id7"}"#);
        assert_eq!(row, (Some(1.0), 0.5, "id7".into(), features(&[("label", 5.0), ("weight", 70.0)])));
        let row = one(r#"{"label": 1, "weight": 70, "tag": "a"}"#);
        assert_eq!(row, (Some(1.0), 1.0, "".into(), features(&[("tag=a", 1.0), ("weight", 70.0)])));
        let mut schema = Schema { weight: Some("weight".into()), tag: Some("tag".into()), ..plain() };
        let rows = read(r#"{"label": 1, "weight": 70, "tag": 8}"#, &mut schema, Format::Jsonl);
        assert_eq!(rows[0], Ok((Some(1.0), 70.0, "8".into(), vec![])));
    }

    #[test]
    fn unlabelled_lines() {
        assert_eq!(one(r#"{"label": null}"#).0, None);
        assert_eq!(one(r#"{"a": 1}"#).0, None);
        let mut schema = Schema { label: Some("t".into()), ..plain() };
        let rows = read("{\"a\": 1}\n{\"t\": null}", &mut schema, Format::Jsonl);
        assert!(rows[0].as_ref().unwrap_err().contains("label key \"t\" is missing"));
        assert!(rows[1].is_ok());
        schema.label_optional = true;
        assert!(read("{\"a\": 1}", &mut schema, Format::Jsonl)[0].is_ok());
    }

    #[test]
    fn a_table_and_its_json_give_the_same_features() {
        let mut schema = plain();
        schema.columns.insert("zip".into(), ColumnKind::Category);
        let table = read("y,age,city,zip,w\n1,3.1,Oslo,150,0\n2,,\"a b\",?,7\n", &mut schema, Format::Csv);
        let lines = r#"{"y": 1, "age": 3.1, "city": "Oslo", "zip": 150, "w": 0}
            {"y": "2", "age": null, "city": "a b", "zip": "?", "w": "7"}"#;
        assert_eq!(read(lines, &mut schema, Format::Jsonl), table);
        // To keys that no table had, null means nothing, and every text is a category.
        let mut fresh = Schema { label: Some("y".into()), ..plain() };
        let lines = lines.replace("\"zip\": 150", "\"zip\": \"150\"").replace("\"7\"", "7");
        let rows = read(&lines, &mut fresh, Format::Jsonl);
        assert_eq!(rows[0], table[0]);
        assert_eq!(rows[1].as_ref().unwrap().3, features(&[("city=a b", 1.0), ("w", 7.0), ("zip=?", 1.0)]));
        let rows = read(r#"{"y": 1, "age": "old"}"#, &mut schema, Format::Jsonl);
        assert!(rows[0].as_ref().unwrap_err().contains("the column is numeric"));
    }
}
