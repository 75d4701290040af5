//! To tables. Every feature is a column of its own, but a category is text in its column. A feature that a line does not
//! have is 0, which means the same; a text that it does not have is left empty. The cells of a table are texts, numbers too,
//! so that what is missing stays apart from 0. The columns have to be known before the first line, so the data is read twice.
//!
//! What comes from a table keeps its columns: their order, and the names of the label, the weight and the tag. Else those are
//! called so and come first, and features follow in the order of their names.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use crate::convert::transcribe::{Entry, Written};
use crate::convert::{ConvertError, text, unsayable};
use crate::schema::Schema;
use crate::text::shortest::shortest;

/// The columns of a table.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Those of features, and whether each is a category.
    kinds: BTreeMap<String, bool>,
    labels: bool,
    weights: bool,
    tags: bool,
    /// The table that lines come from, if they do.
    origin: Option<Origin>,
    /// All of them in order, once the header is written.
    order: Vec<Place>,
}

/// The columns of the first table read.
#[derive(Clone, Debug)]
struct Origin {
    /// Its columns in order, but for those that are left out.
    order: Vec<String>,
    /// Which of them are the label, the weight and the tag.
    label: Option<String>,
    weight: Option<String>,
    tag: Option<String>,
    /// Whether a header names them.
    named: bool,
}

impl Origin {
    fn new(schema: &Schema) -> Self {
        let dialect = schema.dialect.clone().unwrap_or_default();
        let apart = [&schema.label, &schema.weight, &schema.tag];
        let kept = |name: &String| schema.columns.contains_key(name) || apart.contains(&&Some(name.clone()));
        let order: Vec<String> = dialect.order.into_iter().filter(kept).collect();
        let known = |name: &Option<String>| name.clone().filter(|name| order.contains(name));
        let [label, weight, tag] = apart.map(known);
        Self { order, label, weight, tag, named: dialect.named }
    }
}

/// What stands in a column.
#[derive(Clone, Debug)]
enum Place {
    Label,
    Weight,
    Tag,
    Feature { name: String, category: bool },
}

/// What a line has in a column of features.
struct Cell<'a> {
    category: bool,
    value: f64,
    content: &'a str,
}

impl Columns {
    /// A table with more columns is refused: every row would write all of them.
    const MOST: usize = 10_000;

    /// Adds the columns that a line needs, or none of them.
    pub fn note(&mut self, entry: Entry<'_>) -> Result<(), ConvertError> {
        if let Some(schema) = entry.table.filter(|_| self.origin.is_none()) {
            self.origin = Some(Origin::new(schema));
        }
        let cells = cells(entry)?;
        let (labels, weights, tags) = (
            self.labels || entry.label.is_some() || self.origin.is_none(),
            self.weights || entry.weight != 1.0,
            self.tags || !entry.tag.is_empty(),
        );
        let [label, weight, tag] = self.names();
        for (name, there) in [(label, labels), (weight, weights), (tag, tags)] {
            if there && (cells.contains_key(name) || self.kinds.contains_key(name)) {
                return unsayable(format!("a table cannot have the column {name:?} for a feature"));
            }
        }
        let new = cells.keys().filter(|name| !self.kinds.contains_key(*name)).count();
        if self.kinds.len() + new > Self::MOST {
            return unsayable(format!("a table of more than {} columns; use a sparse format", Self::MOST));
        }
        if let Some(name) = self.unlike(&cells) {
            return unsayable(format!("the column {name:?} would hold both numbers and texts"));
        }
        (self.labels, self.weights, self.tags) = (labels, weights, tags);
        self.kinds.extend(cells.into_iter().map(|(name, cell)| (name, cell.category)));
        Ok(())
    }

    /// A cell of another kind than its column.
    fn unlike<'a>(&self, cells: &'a BTreeMap<String, Cell<'_>>) -> Option<&'a String> {
        let unlike = |name: &String, cell: &Cell| self.kinds.get(name).is_some_and(|k| *k != cell.category);
        cells.iter().find(|(name, cell)| unlike(name, cell)).map(|(name, _)| name)
    }

    /// What the columns of the label, the weight and the tag are called.
    fn names(&self) -> [&str; 3] {
        let named = self.origin.as_ref().filter(|origin| origin.named);
        let own = |of: fn(&Origin) -> Option<&String>| named.and_then(of).map(String::as_str);
        [
            own(|origin| origin.label.as_ref()).unwrap_or("label"),
            own(|origin| origin.weight.as_ref()).unwrap_or("weight"),
            own(|origin| origin.tag.as_ref()).unwrap_or("tag"),
        ]
    }

    /// All columns in order.
    fn places(&self) -> Vec<Place> {
        let origin = self.origin.as_ref();
        let stands = |of: fn(&Origin) -> &Option<String>| origin.is_some_and(|origin| of(origin).is_some());
        let feature = |name: &String, category: bool| Place::Feature { name: name.clone(), category };
        let mut places = Vec::new();
        // Names that are numbers are no header, unless a usual name stands among them.
        if (self.labels || origin.is_none_or(|origin| !origin.named)) && !stands(|origin| &origin.label) {
            places.push(Place::Label);
        }
        if self.weights && !stands(|origin| &origin.weight) {
            places.push(Place::Weight);
        }
        if self.tags && !stands(|origin| &origin.tag) {
            places.push(Place::Tag);
        }
        let mut met = HashSet::new();
        if let Some(origin) = origin {
            for name in &origin.order {
                met.insert(name);
                let is = |other: &Option<String>| other.as_ref() == Some(name);
                // A list or a map has a column for each of its features.
                let several = || {
                    let inner = format!("{name}^");
                    self.kinds.range(inner.clone()..).next().is_some_and(|(name, _)| name.starts_with(&inner))
                };
                match self.kinds.get(name) {
                    _ if is(&origin.label) => places.push(Place::Label),
                    _ if is(&origin.weight) => places.push(Place::Weight),
                    _ if is(&origin.tag) => places.push(Place::Tag),
                    Some(category) => places.push(feature(name, *category)),
                    None if several() => {}
                    None => places.push(feature(name, true)),
                }
            }
        }
        let others = self.kinds.iter().filter(|(name, _)| !met.contains(name));
        places.extend(others.map(|(name, category)| feature(name, *category)));
        places
    }

    pub(super) fn header(&mut self, delimiter: u8, out: &mut dyn Write) -> io::Result<()> {
        let order = self.places();
        let [label, weight, tag] = self.names();
        let mut line = Vec::new();
        for (k, place) in order.iter().enumerate() {
            if k > 0 {
                line.push(delimiter);
            }
            let name = match place {
                Place::Label => label,
                Place::Weight => weight,
                Place::Tag => tag,
                Place::Feature { name, .. } => name,
            };
            put(name, delimiter, &mut line);
        }
        self.order = order;
        line.push(b'\n');
        out.write_all(&line)
    }

    pub(super) fn write(
        &self,
        entry: Entry<'_>,
        delimiter: u8,
        line: &mut Vec<u8>,
    ) -> Result<(), ConvertError> {
        let mut cells = cells(entry)?;
        if let Some(name) = self.unlike(&cells) {
            return unsayable(format!("the column {name:?} would hold both numbers and texts"));
        }
        let label = text(entry.label.unwrap_or_default(), "label")?;
        let (mut labelled, mut weighted, mut tagged) =
            (label.is_empty(), entry.weight == 1.0, entry.tag.is_empty());
        for (k, place) in self.order.iter().enumerate() {
            if k > 0 {
                line.push(delimiter);
            }
            match place {
                Place::Label => {
                    labelled = true;
                    put(label, delimiter, line);
                }
                Place::Weight => {
                    weighted = true;
                    put(&shortest(entry.weight).to_string(), delimiter, line);
                }
                Place::Tag => {
                    tagged = true;
                    put(text(entry.tag, "tag")?, delimiter, line);
                }
                Place::Feature { name, category } => match cells.remove(name) {
                    None if *category => {}
                    None => line.push(b'0'),
                    Some(cell) if *category => put(cell.content, delimiter, line),
                    Some(cell) => put(&shortest(cell.value).to_string(), delimiter, line),
                },
            }
        }
        let lost = cells.into_keys().next();
        let lost = lost.or((!labelled).then(|| "label".to_owned()));
        let lost = lost.or((!weighted).then(|| "weight".to_owned())).or((!tagged).then(|| "tag".to_owned()));
        match lost {
            Some(name) => unsayable(format!("a table cannot have the column {name:?} for a feature")),
            None => Ok(()),
        }
    }
}

/// What a line has in each column of features, or why a table cannot hold it.
fn cells(entry: Entry<'_>) -> Result<BTreeMap<String, Cell<'_>>, ConvertError> {
    let mut cells: BTreeMap<String, Cell<'_>> = BTreeMap::new();
    for feature in entry.features() {
        let name = column(&feature)?;
        if name.is_empty() || name.trim() != name {
            return unsayable(format!("a table cannot have the column {name:?} for a feature"));
        }
        let content = if feature.category { text(feature.name, "category")? } else { "" };
        let category = feature.category;
        let Some(cell) = cells.get_mut(&name) else {
            if category && content.trim() != content {
                return two_texts(&name);
            }
            cells.insert(name, Cell { category, value: feature.value, content });
            continue;
        };
        if cell.category != category {
            return unsayable(format!("the column {name:?} would hold both numbers and texts"));
        }
        if category {
            return two_texts(&name);
        }
        cell.value += feature.value;
    }
    Ok(cells)
}

fn two_texts<T>(name: &str) -> Result<T, ConvertError> {
    unsayable(format!("a table cannot have two texts, or blanks around one, in {name:?}"))
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
