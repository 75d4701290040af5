//! Measures by segment: the values of a column, the features of a namespace, the labels, the weights or the tags.
//!
//! A row counts in the segment of every feature of the column it has. What a table does not have, because a cell is empty or the column is not there, is missing; a text
//! that the model did not learn is none it knows. Numbers have a segment a value (in formats where what is 0 is not written, that is 0), or, with more than 24 values, ranges whose ends are
//! 1, 2 or 5 times a power of ten. Beyond 200 segments the rest is one.

use noregret_io::{ColumnKind, Example, Family, LARGEST_NUMBER, LabelKind, Schema, index_of, printable};
use noregret_measure::{Detail, Measures, Row, Subject};
use std::collections::{HashMap, HashSet};

/// The most segments.
const MOST: usize = 200;
/// The most values of numbers that are segments of their own.
const VALUES: usize = 24;

/// What rows are divided by.
#[derive(Debug)]
pub enum By {
    /// A feature whose value is a number, or that of a column.
    Number(u32, Option<Of>),
    /// Features of which a row has some.
    Features(Of),
    /// The tag.
    Tag,
    /// A column that only the data have, which is read as their tag.
    Text,
    /// The label.
    Label,
    /// The weight.
    Weight,
}

/// What a model knows of a namespace, or of a column of tables.
#[derive(Debug)]
pub struct Of {
    name: String,
    /// The features it learned.
    within: HashSet<u32>,
    /// The feature that says that a column has no value.
    missing: Option<u32>,
}

/// A segment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Feature(u32),
    /// The bits of a value.
    Value(u64),
    /// The bits of the ends of a range.
    Range(u64, u64),
    Text(Vec<u8>),
    /// The bits of a label, -1 or +1 or the place of a class.
    Label(u64),
    /// There is none the model learned.
    Unknown,
    Missing,
    Without,
    Rest,
}

/// The segments so far.
pub struct Segments {
    by: By,
    ranges: bool,
    all: HashMap<Key, Measures>,
}

impl By {
    /// What a word names: a column, namespace or feature of the model, its label or weight, or the tags; else a column that only the data have, which is read as their tag. The reason if the
    /// model has forgotten what the column holds.
    pub fn named(word: &str, schema: &mut Schema) -> Result<Self, String> {
        if schema.label.as_deref() == Some(word) {
            return Ok(Self::Label);
        }
        if schema.weight.as_deref() == Some(word) {
            return Ok(Self::Weight);
        }
        if word == "tag" {
            return Ok(Self::Tag);
        }
        if schema.tag.as_deref() == Some(word) {
            return Ok(Self::Text);
        }
        if schema.family == Some(Family::Indexed) {
            let number = word.parse::<u32>().ok().filter(|number| u64::from(*number) <= LARGEST_NUMBER);
            if let Some(number) = number {
                return Ok(Self::Number(index_of(number), None));
            }
        }
        let (mut within, mut own) = (HashSet::new(), None);
        for (index, shown) in schema.names.iter() {
            match schema.names.namespace(index) {
                Some(namespace) if namespace == word => {
                    within.insert(index);
                }
                None if shown == word => own = Some(index),
                _ => {}
            }
        }
        let name = word.to_owned();
        let kind =
            schema.columns.get(word).filter(|_| schema.columns_fixed && !schema.ignore.contains(&name));
        if let Some(kind) = kind {
            let missing = schema.missing_index(word);
            if let Some(missing) = missing {
                within.remove(&missing);
            }
            let of = Of { name, within, missing };
            return match kind {
                ColumnKind::Numeric | ColumnKind::Mixed => {
                    Ok(Self::Number(schema.number_index(word), Some(of)))
                }
                _ if schema.names.is_empty() => Err(format!(
                    "the model keeps no names, so rows cannot be divided by the texts of the column {word:?}"
                )),
                _ => Ok(Self::Features(of)),
            };
        }
        if let Some(index) = own {
            return Ok(Self::Number(index, None));
        }
        if within.is_empty() {
            schema.tag = Some(name);
            return Ok(Self::Text);
        }
        Ok(Self::Features(Of { name, within, missing: None }))
    }
}

impl Of {
    /// Whether a row has no value: its cell says so, or its table has no such column.
    fn is_missing(&self, schema: &Schema, example: &Example<'_>) -> bool {
        let said = self.missing.is_some_and(|missing| example.features.indices().contains(&missing));
        said || schema.lacks(example.file, &self.name)
    }

    /// The segments of the features a row has; none if it has none.
    fn features(&self, example: &Example<'_>) -> Vec<Key> {
        let known = example.features.indices().iter().filter(|index| self.within.contains(index));
        known.map(|index| Key::Feature(*index)).collect()
    }

    /// Whether a row has a text of the column, which the model did not learn.
    fn has_text(&self, schema: &Schema, example: &Example<'_>) -> bool {
        let mixed = schema.columns.get(&self.name) == Some(&ColumnKind::Mixed);
        let of = |index: &u32| schema.names.namespace(*index) == Some(&self.name);
        mixed && example.features.indices().iter().any(of)
    }
}

/// The range of 1-2-5 ends that holds a number.
fn range(value: f64) -> Key {
    let size = value.abs();
    // Below that there is no power of ten to be had.
    if size < f64::MIN_POSITIVE {
        return Key::Value(0);
    }
    let text = format!("{size:e}");
    let power: f64 = format!("1e{}", text.split_once('e').map_or("0", |(_, e)| e)).parse().unwrap_or(1.0);
    let ends = [1.0, 2.0, 5.0, 10.0].map(|m| m * power);
    let place = ends.iter().skip(1).position(|end| size < *end).unwrap_or(2);
    let (low, high) = (ends[place], ends[place + 1]);
    let (low, high) = if value < 0.0 { (-high, -low) } else { (low, high) };
    Key::Range(low.to_bits(), high.to_bits())
}

/// A value; both zeros are one.
fn value(value: f64) -> Key {
    Key::Value((value + 0.0).to_bits())
}

/// The number that a text is.
fn number(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

impl Segments {
    /// None yet.
    pub fn new(by: By) -> Self {
        Self { by, ranges: false, all: HashMap::new() }
    }

    fn number(&self, number: f64) -> Key {
        if self.ranges { range(number) } else { value(number) }
    }

    fn text(&self, schema: &Schema, text: &[u8]) -> Key {
        let key = Key::Text(text.to_vec());
        match number(text).filter(|_| self.ranges) {
            _ if text.is_empty() => Key::Missing,
            _ if self.all.contains_key(&key) => key,
            _ if schema.means_missing(text) => Key::Missing,
            Some(number) => range(number),
            None => key,
        }
    }

    /// The segments of a row.
    fn keys(&self, schema: &Schema, example: &Example<'_>, row: Row<'_>) -> Vec<Key> {
        match &self.by {
            By::Tag if example.tag.is_empty() => vec![Key::Without],
            By::Tag => vec![Key::Text(example.tag.to_vec())],
            By::Text => vec![self.text(schema, example.tag)],
            By::Label => vec![match schema.labels.kind() {
                LabelKind::Real | LabelKind::Count => self.number(row.label),
                LabelKind::Binary | LabelKind::Classes | LabelKind::Open => Key::Label(row.label.to_bits()),
            }],
            By::Weight => vec![self.number(row.weight)],
            By::Number(index, of) => {
                if let Some((_, value)) = example.features.iter().find(|(i, _)| i == index) {
                    return vec![self.number(value)];
                }
                let Some(of) = of else { return vec![self.number(0.0)] };
                match of.features(example) {
                    keys if !keys.is_empty() => keys,
                    _ if of.is_missing(schema, example) => vec![Key::Missing],
                    _ if of.has_text(schema, example) => vec![Key::Unknown],
                    _ => vec![self.number(0.0)],
                }
            }
            By::Features(of) => match of.features(example) {
                keys if !keys.is_empty() => keys,
                _ if of.is_missing(schema, example) => vec![Key::Missing],
                _ => vec![Key::Unknown],
            },
        }
    }

    /// Adds a row to its segments.
    pub fn add(&mut self, subject: Subject, schema: &Schema, example: &Example<'_>, row: Row<'_>) {
        let before = self.all.len();
        for key in self.keys(schema, example, row) {
            let key = if self.all.len() < MOST || self.all.contains_key(&key) { key } else { Key::Rest };
            let measures = self.all.entry(key).or_insert_with(|| Measures::with(subject, Detail::SMALL));
            measures.add_row(row);
        }
        if self.all.len() > before && self.are_many_numbers() {
            self.join_values();
        }
    }

    /// Whether there are more values of numbers than have segments of their own.
    fn are_many_numbers(&self) -> bool {
        let texts =
            || self.all.keys().filter_map(|key| if let Key::Text(text) = key { Some(text) } else { None });
        match self.by {
            By::Number(..) | By::Weight | By::Label if !self.ranges => {
                self.all.keys().filter(|key| matches!(key, Key::Value(_))).count() > VALUES
            }
            By::Text if !self.ranges => {
                texts().count() > VALUES && texts().all(|text| number(text).is_some())
            }
            _ => false,
        }
    }

    /// Values become ranges.
    fn join_values(&mut self) {
        self.ranges = true;
        for (key, measures) in std::mem::take(&mut self.all) {
            let key = match &key {
                Key::Value(bits) => range(f64::from_bits(*bits)),
                Key::Text(text) => number(text).map_or(key, range),
                _ => key,
            };
            match self.all.get_mut(&key) {
                Some(held) => held.merge(&measures),
                None => drop(self.all.insert(key, measures)),
            }
        }
    }

    /// Whether no row had anything to be divided by.
    pub fn found_nothing(&self) -> bool {
        let nothing = |key: &Key| matches!(key, Key::Without | Key::Missing);
        matches!(self.by, By::Tag | By::Text) && self.all.keys().all(nothing)
    }

    /// Names and measures: numbers in order, all else the largest first.
    pub fn named(&self, schema: &Schema) -> Vec<(String, &Measures)> {
        let mut all: Vec<(&Key, &Measures)> = self.all.iter().collect();
        let column = matches!(self.by, By::Text);
        let place = |key: &Key| match key {
            Key::Value(bits) => (0, f64::from_bits(*bits)),
            Key::Range(low, _) => (0, f64::from_bits(*low)),
            Key::Text(text) => number(text).filter(|_| column).map_or((1, 0.0), |number| (0, number)),
            Key::Feature(_) | Key::Label(_) => (1, 0.0),
            Key::Unknown => (2, 0.0),
            Key::Missing => (3, 0.0),
            Key::Without => (4, 0.0),
            Key::Rest => (5, 0.0),
        };
        let named: HashMap<&Key, String> = all.iter().map(|(key, _)| (*key, name(key, schema))).collect();
        all.sort_by(|(a, x), (b, y)| {
            let ((p, u), (q, v)) = (place(a), place(b));
            let larger = || y.rows().cmp(&x.rows());
            p.cmp(&q).then(u.total_cmp(&v)).then_with(larger).then_with(|| named[a].cmp(&named[b]))
        });
        all.into_iter().map(|(key, measures)| (named[key].clone(), measures)).collect()
    }
}

fn name(key: &Key, schema: &Schema) -> String {
    let label = |label: f64| schema.labels.class_name(label).map_or_else(|| label.to_string(), str::to_owned);
    match key {
        Key::Feature(index) => schema.feature_name(*index),
        Key::Value(bits) => f64::from_bits(*bits).to_string(),
        Key::Range(low, high) => format!("{} to {}", f64::from_bits(*low), f64::from_bits(*high)),
        Key::Text(text) => printable(&String::from_utf8_lossy(text)).to_string(),
        Key::Label(bits) => label(f64::from_bits(*bits)),
        Key::Unknown => "(none the model knows)".to_owned(),
        Key::Missing => "(missing)".to_owned(),
        Key::Without => "(none)".to_owned(),
        Key::Rest => "(all others)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_their_numbers() {
        for value in [1.0, 1.99, 2.0, 4.9, 5.0, 9.99, 10.0, 0.001, -3.0, -0.07, 1e300, 1e-300] {
            let Key::Range(low, high) = range(value) else { panic!("{value}") };
            let (low, high) = (f64::from_bits(low), f64::from_bits(high));
            assert!(low <= value && value <= high, "{value} in {low} to {high}");
        }
        assert_eq!(range(0.0), range(-0.0));
        assert_eq!(range(5e-324), range(0.0));
    }
}
