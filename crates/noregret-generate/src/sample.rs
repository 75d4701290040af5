//! One row of a stream: a label, and features in the order of the kind's columns.
//!
//! Names are spelt only when asked for, so a row is a flat vector of small copyable values and its
//! buffer is reused from row to row.

use std::fmt;

use crate::word;

/// The name of the constant term in [`Generator::truth`](crate::Generator::truth).
pub const BIAS: &str = "bias";

/// The name of a feature within its namespace; `Display` spells it. It never holds a space, a comma,
/// a quote, a colon or a bar, so every layout takes it as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// A fixed word.
    Fixed(&'static str),
    /// A letter or so and a number: `q17`.
    Numbered(&'static str, u32),
    /// The pronounceable word of this number: `lomi`.
    Word(u32),
    /// The words of these numbers, one after the other: `lomi+tiba`.
    Pair(u32, u32),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Name::Fixed(text) => f.write_str(text),
            Name::Numbered(prefix, number) => write!(f, "{prefix}{number}"),
            Name::Word(number) => word::spell(number, f),
            Name::Pair(first, second) => {
                word::spell(first, f)?;
                f.write_str("+")?;
                word::spell(second, f)
            }
        }
    }
}

/// One feature of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// The column's name, or empty (the default namespace) for a number.
    pub namespace: &'static str,
    /// The name within the namespace: the category, the word, or the column's name for a number.
    pub name: Name,
    /// The number used in svmlight files: from 1, strictly increasing along a row, fixed for a kind.
    pub id: u32,
    /// The value: at most six significant digits, 1 for a category or a word.
    pub value: f64,
    /// Whether it is present or absent (a category, a word) rather than measured.
    pub category: bool,
}

impl Feature {
    pub(crate) fn category(namespace: &'static str, name: Name, id: u32) -> Feature {
        Feature { namespace, name, id, value: 1.0, category: true }
    }

    pub(crate) fn number(name: &'static str, id: u32, value: f64) -> Feature {
        Feature { namespace: "", name: Name::Fixed(name), id, value, category: false }
    }

    /// The name used in [`Generator::truth`](crate::Generator::truth): `namespace^name`, or the name
    /// alone in the default namespace.
    pub fn full_name(&self) -> String {
        if self.namespace.is_empty() {
            self.name.to_string()
        } else {
            format!("{}^{}", self.namespace, self.name)
        }
    }
}

/// One row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    /// The label: -1 or +1 for binary kinds.
    pub label: f64,
    /// The row's number in its stream, from 0.
    pub row: u64,
    /// The features, in the order of the kind's columns; ids strictly increase.
    pub features: Vec<Feature>,
}

impl Sample {
    /// The features of each column in turn.
    pub fn columns(&self) -> impl Iterator<Item = &[Feature]> {
        self.features.chunk_by(|a, b| !a.namespace.is_empty() && a.namespace == b.namespace)
    }
}
