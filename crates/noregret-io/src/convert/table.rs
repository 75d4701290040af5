//! To tables. Every feature is a column of its own, but a category is text in its column. A feature that a line does not
//! have is 0, which means the same; a text that it does not have is left empty. The cells of a table are texts, numbers too,
//! so that what is missing stays apart from 0. The columns have to be known before the first line, so the data is read twice.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::convert::transcribe::{Entry, Written};
use crate::convert::{ConvertError, text, unsayable};
use crate::text::shortest::shortest;

/// The columns of a table: whether each is a category.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    kinds: BTreeMap<String, bool>,
    weights: bool,
    tags: bool,
}

impl Columns {
    /// A table with more columns is refused: every row would write all of them.
    const MOST: usize = 10_000;

    /// Adds the columns that a line needs.
    pub fn note(&mut self, entry: Entry<'_>) -> Result<(), ConvertError> {
        self.weights |= entry.weight != 1.0;
        self.tags |= !entry.tag.is_empty();
        for feature in entry.features() {
            let name = column(&feature)?;
            if ["label", "weight", "tag", ""].contains(&name.as_str()) || name.trim() != name {
                return unsayable(format!("a table cannot have the column {name:?} for a feature"));
            }
            let kind = *self.kinds.entry(name).or_insert(feature.category);
            if kind != feature.category {
                return unsayable("a column would hold both numbers and texts");
            }
        }
        if self.kinds.len() > Self::MOST {
            return unsayable(format!("a table of more than {} columns; use a sparse format", Self::MOST));
        }
        Ok(())
    }

    pub(super) fn header(&self, delimiter: u8, out: &mut dyn Write) -> io::Result<()> {
        let mut line = b"label".to_vec();
        let extra = [("weight", self.weights), ("tag", self.tags)];
        let extra = extra.iter().filter(|(_, there)| *there).map(|(name, _)| *name);
        for name in extra.chain(self.kinds.keys().map(String::as_str)) {
            line.push(delimiter);
            put(name, delimiter, &mut line);
        }
        line.push(b'\n');
        out.write_all(&line)
    }

    pub(super) fn write(
        &self,
        entry: Entry<'_>,
        delimiter: u8,
        line: &mut Vec<u8>,
    ) -> Result<(), ConvertError> {
        let mut cells: BTreeMap<&str, (f64, &str)> = BTreeMap::new();
        let names: Vec<String> =
            entry.features().map(|feature| column(&feature)).collect::<Result<_, _>>()?;
        for (feature, name) in entry.features().zip(&names) {
            let content = if feature.category { text(feature.name, "category")? } else { "" };
            let cell = cells.entry(name).or_insert((0.0, content));
            if feature.category && (cell.0 != 0.0 || content.trim() != content) {
                return unsayable(format!(
                    "a table cannot have two texts, or blanks around one, in {name:?}"
                ));
            }
            cell.0 += feature.value;
        }
        put(text(entry.label.unwrap_or_default(), "label")?, delimiter, line);
        if self.weights {
            line.push(delimiter);
            put(&shortest(entry.weight).to_string(), delimiter, line);
        }
        if self.tags {
            line.push(delimiter);
            put(text(entry.tag, "tag")?, delimiter, line);
        }
        for (name, category) in &self.kinds {
            line.push(delimiter);
            match cells.get(name.as_str()) {
                None if *category => {}
                None => line.push(b'0'),
                Some((_, content)) if *category => put(content, delimiter, line),
                Some((value, _)) => put(&shortest(*value).to_string(), delimiter, line),
            }
        }
        Ok(())
    }
}

/// The column of a feature.
fn column(feature: &Written<'_>) -> Result<String, ConvertError> {
    let (namespace, name) = (text(feature.namespace, "namespace")?, text(feature.name, "feature")?);
    Ok(match namespace {
        "" => name.to_owned(),
        _ if feature.category => namespace.to_owned(),
        _ => format!("{namespace}^{name}"),
    })
}

/// Appends a field, quoted if need be.
fn put(field: &str, delimiter: u8, line: &mut Vec<u8>) {
    let plain = |b: u8| b != delimiter && !matches!(b, b'"' | b'\n' | b'\r');
    if field.bytes().all(plain) {
        line.extend_from_slice(field.as_bytes());
    } else {
        line.push(b'"');
        line.extend_from_slice(field.replace('"', "\"\"").as_bytes());
        line.push(b'"');
    }
}
