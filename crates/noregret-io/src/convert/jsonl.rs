//! To JSON lines, in the layout with a key `features`: no name can be mistaken for the label's.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::convert::transcribe::Entry;
use crate::convert::{ConvertError, text, unsayable};
use crate::text::number;

/// Appends an entry.
pub(super) fn write(entry: Entry<'_>, line: &mut Vec<u8>) -> Result<(), ConvertError> {
    let mut object = Map::new();
    if let Some(label) = entry.label {
        let value = match number::parse(label) {
            Ok(value) => number_value(value)?,
            Err(_) => Value::String(text(label, "label")?.to_owned()),
        };
        object.insert("label".to_owned(), value);
    }
    if entry.weight != 1.0 {
        object.insert("weight".to_owned(), number_value(entry.weight)?);
    }
    if !entry.tag.is_empty() {
        object.insert("tag".to_owned(), Value::String(text(entry.tag, "tag")?.to_owned()));
    }
    object.insert("features".to_owned(), Value::Object(features(entry)?));
    serde_json::to_writer(line, &Value::Object(object)).map_err(std::io::Error::from)?;
    Ok(())
}

fn features(entry: Entry<'_>) -> Result<Map<String, Value>, ConvertError> {
    let mut plain: BTreeMap<&str, f64> = BTreeMap::new();
    let mut spaces: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    for feature in entry.features() {
        let (namespace, name) = (text(feature.namespace, "namespace")?, text(feature.name, "feature")?);
        if name.is_empty() || name.contains('\0') || namespace.contains('\0') {
            return unsayable("a feature has no name, or one with a zero byte");
        }
        // A category is the same feature as its text inside an object of the column's name.
        let space = if namespace.is_empty() { &mut plain } else { spaces.entry(namespace).or_default() };
        *space.entry(name).or_insert(0.0) += feature.value;
    }
    let mut all = Map::new();
    for (name, value) in plain {
        all.insert(name.to_owned(), number_value(value)?);
    }
    for (space, features) in spaces {
        let mut inner = Map::new();
        for (name, value) in features {
            inner.insert(name.to_owned(), number_value(value)?);
        }
        if all.insert(space.to_owned(), Value::Object(inner)).is_some() {
            return unsayable(format!("{space:?} is both a feature and a namespace, which JSON cannot say"));
        }
    }
    Ok(all)
}

/// A number, as short as it can be written.
fn number_value(value: f64) -> Result<Value, ConvertError> {
    let whole = value as i64;
    if whole as f64 == value && whole.unsigned_abs() < 1 << 53 && (whole != 0 || value.is_sign_positive()) {
        return Ok(Value::Number(whole.into()));
    }
    match Number::from_f64(value) {
        Some(number) => Ok(Value::Number(number)),
        None => unsayable("the features add up to a number that is not finite"),
    }
}
