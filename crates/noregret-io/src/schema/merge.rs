//! The schemas of parts that learned side by side become one: all names they met, labels they agree on, collisions added up.
//!
//! A name's index is its hash, or the number it is, so parts that hash alike give a name the same index without knowing of each other. They
//! must have been told the same: family, bits, bias, groups, what to leave out. What they found out for themselves (the kind of a column, what a
//! label means) must agree. Where two parts met different names first in a slot, the name of the start or of the earlier part stays, and one
//! collision is counted.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use thiserror::Error;

use super::crosses::{Crosses, Interaction};
use super::dialect::Dialect;
use super::{ColumnKind, Schema};

/// Why two schemas do not make one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SchemaMismatch {
    /// The same feature has another index, or another group.
    #[error(
        "{what} {theirs}, and the others {ours}: their features are not the same; train all parts with the same options"
    )]
    Indexing {
        /// What differs.
        what: &'static str,
        /// How it is in those before.
        ours: String,
        /// How it is in this one.
        theirs: String,
    },
    /// A column was taken for something else.
    #[error(
        "the column {column:?} holds {theirs} here and {ours} in the others; declare it, with --numeric, --categorical, --text or --dates, for all parts"
    )]
    Column {
        /// Its name.
        column: String,
        /// What the others take it for.
        ours: String,
        /// What it is here.
        theirs: String,
    },
    /// Labels mean something else.
    #[error(
        "its labels are {theirs}, and those of the others {ours}; train all parts with the same --labels, or --loss"
    )]
    Labels {
        /// In those before.
        ours: String,
        /// In this one.
        theirs: String,
    },
}

/// The one of two settings that is known; refused if both are and differ.
fn one<T: PartialEq + Clone + Debug>(
    what: &'static str,
    ours: &Option<T>,
    theirs: &Option<T>,
    tell: impl Fn(&T) -> String,
) -> Result<Option<T>, SchemaMismatch> {
    match (ours, theirs) {
        (Some(a), Some(b)) if a != b => {
            Err(SchemaMismatch::Indexing { what, ours: tell(a), theirs: tell(b) })
        }
        _ => Ok(ours.clone().or_else(|| theirs.clone())),
    }
}

fn equal<T: PartialEq>(
    what: &'static str,
    ours: &T,
    theirs: &T,
    tell: impl Fn(&T) -> String,
) -> Result<(), SchemaMismatch> {
    let differ = || SchemaMismatch::Indexing { what, ours: tell(ours), theirs: tell(theirs) };
    if ours == theirs { Ok(()) } else { Err(differ()) }
}

fn shown(value: &impl Display) -> String {
    value.to_string()
}

fn quoted(value: &impl Debug) -> String {
    format!("{value:?}")
}

fn kind(kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Numeric => "numbers".to_owned(),
        ColumnKind::Category => "categories".to_owned(),
        ColumnKind::Mixed => "numbers with texts".to_owned(),
        ColumnKind::Text => "texts".to_owned(),
        ColumnKind::Date(None) => "dates".to_owned(),
        ColumnKind::Date(Some(form)) => format!("dates ({form})"),
    }
}

/// How tables are written, as both know it: what decides what a cell means must agree; columns stand in the order of the first, those it
/// does not have behind them.
fn dialect(ours: &Schema, theirs: &Schema) -> Result<Option<Dialect>, SchemaMismatch> {
    let (Some(a), Some(b)) = (told(ours), told(theirs)) else {
        return Ok(ours.dialect.clone().or_else(|| theirs.dialect.clone()));
    };
    equal("its numbers have a comma for a point:", &a.decimal_comma, &b.decimal_comma, shown)?;
    equal("it takes for missing", &a.missing, &b.missing, quoted)?;
    equal("it takes for missing beside the usual", &a.also_missing, &b.also_missing, |list| list.join(", "))?;
    equal("it learned before missing values were features:", &a.before, &b.before, shown)?;
    equal("the features of texts have --ngram", &a.ngram.max(1), &b.ngram.max(1), shown)?;
    equal("the features of texts have --skips", &a.skips, &b.skips, shown)?;
    if !a.order.is_empty() && !b.order.is_empty() {
        equal("its tables have a header:", &a.named, &b.named, shown)?;
    }
    let found = if a.order.is_empty() { &b } else { &a };
    let mut order = found.order.clone();
    order.extend(b.order.iter().filter(|name| !found.order.contains(name)).cloned());
    let delimiter = a.delimiter.filter(|_| a.delimiter == b.delimiter);
    let header = a.header.filter(|_| a.header == b.header);
    let (named, orange, found) = (found.named, found.orange, found.found);
    let day_first = a.day_first || b.day_first;
    let no_quotes = a.no_quotes && b.no_quotes;
    Ok(Some(Dialect { delimiter, header, no_quotes, order, named, orange, found, day_first, ..a }))
}

/// The dialect of a schema that was told or has found one.
fn told(schema: &Schema) -> Option<Dialect> {
    schema.dialect.clone().or_else(|| schema.columns_fixed.then(Dialect::from_before))
}

impl Schema {
    /// Takes in what a part has met that went on from `start`; a default schema if it started from nothing. This one is the start's, or the first
    /// part's, and what was taken in since. On an error nothing has changed.
    pub fn merge(&mut self, start: &Schema, part: &Schema) -> Result<(), SchemaMismatch> {
        let family = one("its features are", &self.family, &part.family, shown)?;
        let bits = one("its features are hashed with --bits", &self.bits, &part.bits, shown)?;
        // Numbers are hashed by one of them and taken as they are by the other.
        let hashed = |schema: &Schema| schema.family.map(|_| schema.bits.is_some());
        let tell = |hashed: &bool| if *hashed { "hashed" } else { "not hashed" }.to_owned();
        one("its features are", &hashed(self), &hashed(part), tell)?;
        equal("it has a bias:", &self.bias, &part.bias, shown)?;
        equal("its feature groups are", &self.groups, &part.groups, quoted)?;
        equal("it leaves out", &self.ignore, &part.ignore, quoted)?;
        equal("it keeps only", &self.keep, &part.keep, quoted)?;
        let letters = self.merged_letters(part)?;
        let label = one("its label column is", &self.label, &part.label, quoted)?;
        let weight = one("its weight column is", &self.weight, &part.weight, quoted)?;
        let tag = one("its tag column is", &self.tag, &part.tag, quoted)?;
        for (column, &theirs) in &part.columns {
            if let Some(&ours) = self.columns.get(column).filter(|ours| **ours != theirs) {
                let (column, ours, theirs) = (column.clone(), kind(ours), kind(theirs));
                return Err(SchemaMismatch::Column { column, ours, theirs });
            }
        }
        let dialect = dialect(self, part)?;
        let labels = self
            .labels
            .merged(&part.labels)
            .ok_or_else(|| SchemaMismatch::Labels { ours: self.labels.told(), theirs: part.labels.told() })?;
        (self.family, self.bits, self.labels) = (family, bits, labels);
        (self.label, self.weight, self.tag) = (label, weight, tag);
        self.columns.extend(part.columns.iter().map(|(name, kind)| (name.clone(), *kind)));
        (self.columns_fixed, self.dialect) = (self.columns_fixed || part.columns_fixed, dialect);
        self.keep_names &= part.keep_names;
        self.crosses.letters = letters;
        let products = part.product_collisions.saturating_sub(start.product_collisions);
        let differ = self.products.merge(&part.products);
        self.product_collisions = self.product_collisions.saturating_add(products).saturating_add(differ);
        let met = part.collisions.saturating_sub(start.collisions);
        self.collisions = self.collisions.saturating_add(met).saturating_add(self.names.merge(&part.names));
        Ok(())
    }
}

impl Schema {
    /// What letters mean in both; refused if they do not cross the same.
    fn merged_letters(&self, part: &Schema) -> Result<BTreeMap<char, String>, SchemaMismatch> {
        let asked = |schema: &Schema| Crosses { letters: BTreeMap::new(), ..schema.crosses.clone() };
        let tell = |crosses: &Crosses| {
            let interactions: Vec<String> = crosses.interactions.iter().map(Interaction::to_string).collect();
            let only: Vec<String> =
                crosses.ignore_linear.iter().map(|name| format!(" without {name:?}")).collect();
            format!("{:?}{}", interactions.join(", "), only.concat())
        };
        equal("it crosses", &asked(self), &asked(part), tell)?;
        let mut letters = self.crosses.letters.clone();
        for (&letter, theirs) in &part.crosses.letters {
            let ours = letters.entry(letter).or_insert_with(|| theirs.clone());
            equal("a letter of its interactions means", ours, theirs, quoted)?;
        }
        Ok(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Family, LabelKind, Labels};

    fn schema(names: &[(u32, &str)], labels: Labels) -> Schema {
        let mut schema = Schema { family: Some(Family::Named), bits: Some(10), ..Schema::new(labels) };
        names.iter().for_each(|(index, name)| schema.names.push(*index, b"", '^', name.as_bytes()));
        schema
    }

    #[test]
    fn names_are_united_and_collisions_added_up() {
        let pair = || Labels::binary_pair("0", "1");
        let start = Schema { collisions: 2, ..schema(&[(3, "c")], pair()) };
        let a = Schema { collisions: 5, ..schema(&[(3, "c"), (9, "z"), (1, "a")], pair()) };
        let b = Schema { collisions: 2, ..schema(&[(9, "y"), (3, "c"), (4, "d")], pair()) };
        let mut merged = start.clone();
        merged.merge(&start, &a).unwrap();
        merged.merge(&start, &b).unwrap();
        let names: Vec<_> = merged.names.iter().map(|(index, name)| (index, name.into_owned())).collect();
        let names: Vec<_> = names.iter().map(|(index, name)| (*index, name.as_str())).collect();
        assert_eq!(names, [(1, "a"), (3, "c"), (4, "d"), (9, "z")], "the first name of a slot stays");
        assert_eq!(merged.collisions, 2 + 3 + 1);
        let mut twice = merged.clone();
        twice.merge(&merged, &merged).unwrap();
        assert_eq!(twice, merged, "merging with itself changes nothing");
        merged.check().unwrap();
    }

    #[test]
    fn what_differs_is_told() {
        let ours = schema(&[], Labels::binary_pair("0", "1"));
        let zip = |kind| BTreeMap::from([("zip".to_owned(), kind)]);
        let said = |change: fn(&mut Dialect)| {
            let mut dialect =
                Dialect { order: vec!["y".into(), "zip".into()], named: true, ..Dialect::default() };
            change(&mut dialect);
            Some(dialect)
        };
        let ours = Schema { columns: zip(ColumnKind::Numeric), label: Some("y".into()), ..ours };
        let ours = Schema { dialect: said(|_| ()), columns_fixed: true, ..ours };
        let other = || ours.clone();
        let differ = [
            (Schema { bits: Some(11), ..other() }, "--bits 11"),
            (Schema { bits: None, family: Some(Family::Named), ..other() }, "not hashed"),
            (Schema { family: Some(Family::Indexed), ..other() }, "numbered"),
            (Schema { bias: false, ..other() }, "bias"),
            (Schema { groups: vec!["g".into()], ..other() }, "\"g\""),
            (Schema { ignore: vec!["i".into()], ..other() }, "leaves out"),
            (Schema { label: Some("z".into()), ..other() }, "label column"),
            (
                Schema { columns: zip(ColumnKind::Category), ..other() },
                "\"zip\" holds categories here and numbers",
            ),
            (Schema { columns: zip(ColumnKind::Text), ..other() }, "\"zip\" holds texts here"),
            (Schema { dialect: said(|dialect| dialect.ngram = 2), ..other() }, "--ngram 2"),
            (Schema { dialect: said(|dialect| dialect.skips = 1), ..other() }, "--skips 1"),
            (Schema { dialect: said(|dialect| dialect.decimal_comma = true), ..other() }, "comma"),
            (Schema { dialect: said(|dialect| dialect.missing = Some(vec![])), ..other() }, "missing"),
            (Schema { dialect: said(|dialect| dialect.before = true), ..other() }, "before"),
            (Schema { dialect: said(|dialect| dialect.named = false), ..other() }, "a header: false"),
            (Schema { labels: Labels::binary_pair("1", "2"), ..other() }, "1 -> -1, 2 -> +1"),
            (Schema { labels: Labels::new(LabelKind::Real), ..other() }, "numbers"),
        ];
        for (theirs, told) in differ {
            let mut merged = ours.clone();
            let error = merged.merge(&Schema::default(), &theirs).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
            assert_eq!(merged, ours, "nothing has changed");
        }
    }

    #[test]
    fn a_part_that_saw_nothing_adds_nothing() {
        let ours = schema(&[(3, "c")], Labels::binary_pair("0", "1"));
        let empty = Schema::new(Labels::new(LabelKind::Binary));
        let mut merged = ours.clone();
        merged.merge(&empty, &empty).unwrap();
        assert_eq!(merged, ours);
        let mut merged = empty.clone();
        merged.merge(&empty, &ours).unwrap();
        assert_eq!(merged, ours);
    }
}
