//! Columns as users name them: by name, by number from 1, `last`, or a range such as `3-10` or `15-last`; and what is told
//! of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::draft::indexer::hash_name;
use crate::schema::index::index_of;
use crate::schema::missing::{INDICATOR, Missing};
use crate::schema::{ColumnKind, Schema};

/// The places of the columns that a selector names; none if there is no such column. A name comes before a number.
pub(crate) fn select(names: &[String], selector: &str) -> Option<Vec<usize>> {
    if let Some(place) = names.iter().position(|name| name == selector) {
        return Some(vec![place]);
    }
    let (first, last) = range(selector, names.len())?;
    (1..=names.len()).contains(&last).then(|| (first - 1..last).collect())
}

/// The one column that a selector names.
pub(crate) fn one(names: &[String], selector: &str) -> Option<usize> {
    select(names, selector).filter(|places| places.len() == 1).map(|places| places[0])
}

/// A range of columns, counted from 1.
fn range(selector: &str, width: usize) -> Option<(usize, usize)> {
    let number = |text: &str| match text {
        "last" => Some(width),
        _ => text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten(),
    };
    let (first, last) = selector.split_once('-').unwrap_or((selector, selector));
    Some((number(first)?, number(last)?)).filter(|(first, last)| 0 < *first && first <= last)
}

/// Whether a selector can be nothing but a name.
pub(crate) fn is_name(selector: &str) -> bool {
    range(selector, usize::MAX).is_none()
}

impl Schema {
    /// The names of the columns that selectors name among those of the tables read; a selector that names none stays as
    /// it is.
    pub fn selected(&self, selectors: &[String]) -> Vec<String> {
        let order = self.dialect.as_ref().map_or(&[][..], |dialect| &dialect.order);
        let mut names = Vec::new();
        for selector in selectors {
            match select(order, selector) {
                Some(places) => names.extend(places.into_iter().map(|place| order[place].clone())),
                None => names.push(selector.clone()),
            }
        }
        names
    }

    /// What the columns of tables are, in words: `8 numbers, 3 categories (city 812 values), 1 text`. None without a
    /// table.
    pub fn describe_columns(&self) -> Option<String> {
        if !self.columns_fixed || self.columns.is_empty() {
            return None;
        }
        let count =
            |wanted: fn(&ColumnKind) -> bool| self.columns.values().filter(|kind| wanted(kind)).count();
        let mut parts = Vec::new();
        let mut tell = |n: usize, one: &str, many: &str| {
            if n > 0 {
                parts.push(format!("{n} {}", if n == 1 { one } else { many }));
            }
        };
        tell(count(|kind| *kind == ColumnKind::Numeric), "number", "numbers");
        let empty = self.empty_columns();
        let mixed = count(|kind| *kind == ColumnKind::Mixed) - empty;
        tell(mixed, "number with texts", "numbers with texts");
        let values = self.largest_categories();
        let categories = match values.is_empty() {
            true => ["category".to_owned(), "categories".to_owned()],
            false => ["category", "categories"].map(|word| format!("{word} ({})", values.join(", "))),
        };
        tell(count(|kind| *kind == ColumnKind::Category), &categories[0], &categories[1]);
        tell(count(|kind| *kind == ColumnKind::Text), "text", "texts");
        tell(count(|kind| matches!(kind, ColumnKind::Date(_))), "date", "dates");
        tell(empty, "empty", "empty");
        Some(parts.join(", "))
    }

    /// How many columns had no value in the first rows, and as far as names are kept none since.
    fn empty_columns(&self) -> usize {
        let Some(dialect) = self.dialect.as_ref().filter(|dialect| !dialect.empty.is_empty()) else {
            return 0;
        };
        let mixed = |name: &&String| self.columns.get(*name) == Some(&ColumnKind::Mixed);
        let mut empty: BTreeSet<&str> = dialect.empty.iter().filter(mixed).map(String::as_str).collect();
        self.names.parts(|_, namespace, name| match namespace {
            _ if name.as_bytes() == INDICATOR => {}
            "" => {
                empty.remove(name);
            }
            column => {
                empty.remove(column);
            }
        });
        empty.len()
    }

    /// Where the number of a column of tables stands.
    pub fn number_index(&self, column: &str) -> u32 {
        self.named_index("", column)
    }

    /// Where it stands that a column of tables has no value; none if that is no feature.
    pub fn missing_index(&self, column: &str) -> Option<u32> {
        let index = || self.named_index(column, &String::from_utf8_lossy(INDICATOR));
        Missing::of(self).indicated.then(index)
    }

    fn named_index(&self, namespace: &str, name: &str) -> u32 {
        let mask = self.mask();
        index_of(hash_name(namespace.as_bytes(), name.as_bytes(), mask) as u32 & mask)
    }

    /// Whether a text of a table says that there is no value.
    pub fn means_missing(&self, text: &[u8]) -> bool {
        Missing::of(self).category(text)
    }

    /// Whether a file is a table without this column.
    pub fn lacks(&self, file: &str, column: &str) -> bool {
        self.tables.get(file).is_some_and(|columns| !columns.iter().any(|name| name == column))
    }

    /// Whether there are columns of numbers, each in units of its own.
    pub fn has_units(&self) -> bool {
        let counts =
            |kind: &ColumnKind| matches!(kind, ColumnKind::Numeric | ColumnKind::Mixed | ColumnKind::Date(_));
        self.columns_fixed && self.columns.values().any(counts)
    }

    /// The categories with the most values, as far as names are kept: `city 812 values`. Where names share slots, some
    /// were not noticed.
    fn largest_categories(&self) -> Vec<String> {
        const SHOWN: usize = 3;
        let mut values: BTreeMap<&str, u64> = BTreeMap::new();
        for (name, kind) in &self.columns {
            if *kind == ColumnKind::Category {
                values.insert(name, 0);
            }
        }
        self.names.parts(|_, namespace, name| {
            if let Some(count) = values.get_mut(namespace)
                && name.as_bytes() != INDICATOR
            {
                *count += 1;
            }
        });
        let mut values: Vec<(&str, u64)> = values.into_iter().filter(|(_, count)| *count > 0).collect();
        values.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let least = if self.collisions > 0 { "at least " } else { "" };
        let tell = |(name, count): &(&str, u64)| {
            format!("{name} {least}{count} value{}", if *count == 1 { "" } else { "s" })
        };
        let mut told: Vec<String> = values.iter().take(SHOWN).map(tell).collect();
        if values.len() > SHOWN {
            told.push("...".to_owned());
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn names_numbers_ranges_and_last() {
        let columns = names(&["a", "b", "7", "last-name"]);
        for (selector, places) in [
            ("b", Some(vec![1])),
            ("1", Some(vec![0])),
            ("7", Some(vec![2])),
            ("last", Some(vec![3])),
            ("2-3", Some(vec![1, 2])),
            ("3-last", Some(vec![2, 3])),
            ("last-name", Some(vec![3])),
            ("0", None),
            ("5", None),
            ("3-9", None),
            ("3-2", None),
            ("", None),
            ("-1", None),
            ("c", None),
        ] {
            assert_eq!(select(&columns, selector), places, "{selector}");
        }
        assert_eq!((one(&columns, "2-3"), one(&columns, "last")), (None, Some(3)));
        assert_eq!(
            ["x", "3", "3-4", "last", "3-last", "3a", "-3"].map(is_name),
            [true, false, false, false, false, true, true]
        );
    }

    #[test]
    fn columns_are_told_in_words() {
        let mut schema = Schema::default();
        assert_eq!(schema.describe_columns(), None);
        schema.columns_fixed = true;
        for (name, kind) in [
            ("a", ColumnKind::Numeric),
            ("b", ColumnKind::Numeric),
            ("city", ColumnKind::Category),
            ("t", ColumnKind::Text),
            ("when", ColumnKind::Date(None)),
        ] {
            schema.columns.insert(name.into(), kind);
        }
        assert_eq!(schema.describe_columns().unwrap(), "2 numbers, 1 category, 1 text, 1 date");
        schema.columns.insert("none".into(), ColumnKind::Mixed);
        schema.columns.insert("late".into(), ColumnKind::Mixed);
        let empty = vec!["late".to_owned(), "none".to_owned()];
        schema.dialect = Some(crate::Dialect { empty, ..crate::Dialect::default() });
        let told = schema.describe_columns().unwrap();
        assert_eq!(told, "2 numbers, 1 category, 1 text, 1 date, 2 empty");
        schema.names.push(9, b"none", '=', INDICATOR);
        schema.names.push(8, b"", '^', b"late");
        let told = schema.describe_columns().unwrap();
        assert_eq!(told, "2 numbers, 1 number with texts, 1 category, 1 text, 1 date, 1 empty");
        for name in ["none", "late"] {
            schema.columns.remove(name);
        }
        for (index, name) in [&b"Oslo"[..], b"Rome", b"?missing"].into_iter().enumerate() {
            schema.names.push(index as u32, b"city", '=', name);
        }
        assert_eq!(
            schema.describe_columns().unwrap(),
            "2 numbers, 1 category (city 2 values), 1 text, 1 date"
        );
    }
}
