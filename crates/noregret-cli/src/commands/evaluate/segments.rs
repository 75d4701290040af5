//! Measures by segment: the values of a column, the features of a namespace, or the tags.
//!
//! A row counts in the segment of every feature of the column it has; one that has none the model knows counts as without. A column of numbers has a segment a value
//! (what is not written is 0), or, with more than 24 values, ranges whose ends are 1, 2 or 5 times a power of ten. Beyond 200 segments the rest is one.

use noregret_io::{Example, Family, LARGEST_NUMBER, Schema, index_of, printable};
use noregret_measure::{Detail, Measures, Row, Subject};
use std::collections::{HashMap, HashSet};

/// The most segments.
const MOST: usize = 200;
/// The most values of numbers that are segments of their own.
const VALUES: usize = 24;

/// What rows are divided by.
pub enum By {
    /// A feature whose value is a number.
    Number(u32),
    /// Features of which a row has some.
    Features(HashSet<u32>),
    /// The tag.
    Tag,
}

/// A segment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Feature(u32),
    /// The bits of a value.
    Value(u64),
    /// The bits of the ends of a range.
    Range(u64, u64),
    Tag(Vec<u8>),
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
    /// What a word names: a column, namespace or feature of the model, or the tags; else a column that only the data have, which is read as their tag.
    pub fn named(word: &str, schema: &mut Schema) -> Self {
        if word == "tag" || schema.tag.as_deref() == Some(word) {
            return Self::Tag;
        }
        if schema.family == Some(Family::Indexed) {
            let number = word.parse::<u32>().ok().filter(|number| u64::from(*number) <= LARGEST_NUMBER);
            if let Some(number) = number {
                return Self::Number(index_of(number));
            }
        }
        let mut within = HashSet::new();
        for (index, shown) in schema.names.iter() {
            if shown == word && schema.names.namespace(index).is_none() {
                return Self::Number(index);
            }
            if schema.names.namespace(index) == Some(word) {
                within.insert(index);
            }
        }
        if within.is_empty() {
            schema.tag = Some(word.to_owned());
            return Self::Tag;
        }
        Self::Features(within)
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

impl Segments {
    /// None yet.
    pub fn new(by: By) -> Self {
        Self { by, ranges: false, all: HashMap::new() }
    }

    /// Adds a row to its segments.
    pub fn add(&mut self, subject: Subject, example: &Example<'_>, row: Row<'_>) {
        let keys: Vec<Key> = match &self.by {
            By::Tag if example.tag.is_empty() => vec![Key::Without],
            By::Tag => vec![Key::Tag(example.tag.to_vec())],
            By::Number(index) => {
                let value = example.features.iter().find(|(i, _)| i == index).map_or(0.0, |(_, value)| value);
                vec![if self.ranges { range(value) } else { Key::Value(value.to_bits()) }]
            }
            By::Features(within) => {
                let known = example.features.indices().iter().filter(|index| within.contains(index));
                let keys: Vec<Key> = known.map(|index| Key::Feature(*index)).collect();
                if keys.is_empty() { vec![Key::Without] } else { keys }
            }
        };
        for key in keys {
            let key = if self.all.len() < MOST || self.all.contains_key(&key) { key } else { Key::Rest };
            let measures = self.all.entry(key).or_insert_with(|| Measures::with(subject, Detail::SMALL));
            measures.add_row(row);
        }
        if matches!(self.by, By::Number(_)) && !self.ranges && self.all.len() > VALUES {
            self.join_values();
        }
    }

    /// Values become ranges.
    fn join_values(&mut self) {
        self.ranges = true;
        for (key, measures) in std::mem::take(&mut self.all) {
            let key = if let Key::Value(bits) = key { range(f64::from_bits(bits)) } else { key };
            match self.all.get_mut(&key) {
                Some(held) => held.merge(&measures),
                None => drop(self.all.insert(key, measures)),
            }
        }
    }

    /// Whether no row had anything to be divided by.
    pub fn found_nothing(&self) -> bool {
        matches!(self.by, By::Tag) && self.all.keys().all(|key| *key == Key::Without)
    }

    /// Names and measures: numbers in order, all else the largest first.
    pub fn named(&self, schema: &Schema) -> Vec<(String, &Measures)> {
        let mut all: Vec<(&Key, &Measures)> = self.all.iter().collect();
        let place = |key: &Key| match key {
            Key::Value(bits) => (0, f64::from_bits(*bits)),
            Key::Range(low, _) => (0, f64::from_bits(*low)),
            Key::Feature(_) | Key::Tag(_) => (1, 0.0),
            Key::Without => (2, 0.0),
            Key::Rest => (3, 0.0),
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
    match key {
        Key::Feature(index) => schema.feature_name(*index),
        Key::Value(bits) => f64::from_bits(*bits).to_string(),
        Key::Range(low, high) => format!("{} to {}", f64::from_bits(*low), f64::from_bits(*high)),
        Key::Tag(tag) => printable(&String::from_utf8_lossy(tag)).to_string(),
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
