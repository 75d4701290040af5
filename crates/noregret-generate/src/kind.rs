//! The kinds of stream, by name, and the columns a row of each has.
//!
//! A column holds a number, a category, or a bag of names; layouts differ only in how they spell
//! these. Columns appear in every row, in this order.

use std::fmt;
use std::str::FromStr;

use crate::{Layout, UnknownName};

/// A kind of stream. Its name is lower-case: `clicks`, `text`, `regression`, `drift`, `sea`, `ads`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Ad clicks over queries, ads and words of very different frequencies; labels -1 and +1.
    Clicks,
    /// Documents as unit-length tf-idf vectors; labels -1 and +1.
    Text,
    /// A table of columns on very different scales; a real label near 100.
    Regression,
    /// Ten plain features and a truth that jumps and slides; labels -1 and +1.
    Drift,
    /// Three plain features and a threshold that moves; labels -1 and +1.
    Sea,
    /// Ad clicks for queries of one phrase, with the texts of query and ad as features; labels -1 and +1.
    Ads,
}

/// What a column of a kind holds in each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holds {
    /// One number: a feature named like the column, in the default namespace.
    Number,
    /// One category: a feature of value 1, in the namespace named like the column.
    Category,
    /// Several names of value 1, in the namespace named like the column.
    Words,
    /// Several names with a value each, in the namespace named like the column.
    Weights,
}

/// A column of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column {
    /// Its name: the header of a table, a key of a JSON object, a namespace unless it is a number.
    pub name: &'static str,
    /// What it holds.
    pub holds: Holds,
}

const fn column(name: &'static str, holds: Holds) -> Column {
    Column { name, holds }
}

const CLICKS: [Column; 7] = [
    column("query", Holds::Category),
    column("ad", Holds::Category),
    column("advertiser", Holds::Category),
    column("position", Holds::Category),
    column("hour", Holds::Category),
    column("device", Holds::Category),
    column("words", Holds::Words),
];

const TEXT: [Column; 1] = [column("terms", Holds::Weights)];

const REGRESSION: [Column; 12] = [
    column("concentration", Holds::Number),
    column("impurity", Holds::Number),
    column("vibration", Holds::Number),
    column("passes", Holds::Number),
    column("acidity", Holds::Number),
    column("flow", Holds::Number),
    column("inlet", Holds::Number),
    column("outlet", Holds::Number),
    column("power", Holds::Number),
    column("age", Holds::Number),
    column("pressure", Holds::Number),
    column("site", Holds::Category),
];

const DRIFT: [Column; 10] = [
    column("x1", Holds::Number),
    column("x2", Holds::Number),
    column("x3", Holds::Number),
    column("x4", Holds::Number),
    column("x5", Holds::Number),
    column("x6", Holds::Number),
    column("x7", Holds::Number),
    column("x8", Holds::Number),
    column("x9", Holds::Number),
    column("x10", Holds::Number),
];

const SEA: [Column; 3] =
    [column("x1", Holds::Number), column("x2", Holds::Number), column("x3", Holds::Number)];

const ADS: [Column; 10] = [
    column("query", Holds::Category),
    column("words", Holds::Words),
    column("pairs", Holds::Words),
    column("ad", Holds::Category),
    column("advertiser", Holds::Category),
    column("title", Holds::Words),
    column("text", Holds::Words),
    column("title_pairs", Holds::Words),
    column("text_pairs", Holds::Words),
    column("match", Holds::Words),
];

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] =
        [Kind::Clicks, Kind::Text, Kind::Regression, Kind::Drift, Kind::Sea, Kind::Ads];
    const NAMES: [&'static str; 6] = ["clicks", "text", "regression", "drift", "sea", "ads"];

    /// The layout such data usually comes in.
    pub fn default_layout(self) -> Layout {
        match self {
            Kind::Clicks | Kind::Ads => Layout::Vw,
            Kind::Text => Layout::Svmlight,
            Kind::Regression | Kind::Drift | Kind::Sea => Layout::Csv,
        }
    }

    /// The columns of a row, in order.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Kind::Clicks => &CLICKS,
            Kind::Text => &TEXT,
            Kind::Regression => &REGRESSION,
            Kind::Drift => &DRIFT,
            Kind::Sea => &SEA,
            Kind::Ads => &ADS,
        }
    }

    /// Whether labels are -1 and +1.
    pub fn is_binary(self) -> bool {
        self != Kind::Regression
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Kind::NAMES[*self as usize])
    }
}

impl FromStr for Kind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Kind, UnknownName> {
        let found = Kind::ALL.into_iter().find(|&kind| Kind::NAMES[kind as usize] == name);
        found.ok_or(UnknownName { what: "kind", given: name.to_string(), choices: &Kind::NAMES })
    }
}
