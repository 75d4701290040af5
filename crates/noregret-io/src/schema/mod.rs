//! Everything that decides how text becomes indices and labels; saved with a model, so that the same text means
//! the same features for ever.

pub(crate) mod columns;
pub(crate) mod crosses;
pub(crate) mod dialect;
mod file;
pub(crate) mod filter;
pub(crate) mod index;
pub(crate) mod labels;
pub(crate) mod merge;
pub(crate) mod missing;
pub(crate) mod names;
pub(crate) mod products;
pub(crate) mod rules;
pub(crate) mod selectors;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::schema::crosses::Crosses;
use crate::schema::dialect::Dialect;
use crate::schema::filter::Filter;
use crate::schema::labels::{LabelKind, Labels};
use crate::schema::names::Names;
use crate::schema::products::Products;
use crate::text::date::DateForm;

/// How features are identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// By number: svmlight.
    Indexed,
    /// By namespace and name: every other format.
    Named,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Indexed => "numbered",
            Self::Named => "named",
        })
    }
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Numbers: one feature, with that value.
    Numeric,
    /// Texts: one feature for every text, with the value 1.
    Category,
    /// Numbers and a few texts: a number as in a numeric column, a text as in a category.
    Mixed,
    /// Texts of several words: a feature for every word.
    Text,
    /// Dates, perhaps with times: year, month, day of the week and hour. The form is found in the first rows.
    Date(Option<DateForm>),
}

impl fmt::Display for ColumnKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Numeric => "number",
            Self::Category => "category",
            Self::Mixed => "number with texts",
            Self::Text => "text",
            Self::Date(_) => "date",
        })
    }
}

/// How text becomes indices and labels. Made by the user's options, completed by the first file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Schema {
    /// Numbered or named features; fixed by the first file.
    pub family: Option<Family>,
    /// Features are hashed into 2^bits slots. Numbered features are not hashed without it; for named ones the
    /// first file fixes it to [`Schema::DEFAULT_BITS`].
    pub bits: Option<u8>,
    /// Whether every example gets the feature 0 with the value 1.
    pub bias: bool,
    /// The column or key of the label; a table without it is searched for a usual name, which is then kept.
    pub label: Option<String>,
    /// The column or key of the example's weight.
    pub weight: Option<String>,
    /// The column or key of the tag, which is handed through to the predictions.
    pub tag: Option<String>,
    /// Columns, keys, namespaces, or numbers and ranges of features, to leave out.
    pub ignore: Vec<String>,
    /// If there are any, the only ones not to leave out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// What is crossed.
    #[serde(skip_serializing_if = "Crosses::is_default")]
    pub crosses: Crosses,
    /// What each column holds: declared by the user, or decided from the first rows. Until a table has fixed them, a
    /// column may also be given by its number, `last`, or a range.
    pub columns: BTreeMap<String, ColumnKind>,
    /// Whether a table has fixed the columns, so that a new one is not learned from.
    pub columns_fixed: bool,
    /// How tables are written, once that was said or a table was read. A model whose columns are fixed and that has none
    /// was written before missing values were features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Selectors: a feature that matches selector k belongs to group k + 1, any other to group 0.
    pub groups: Vec<String>,
    /// What labels mean.
    pub labels: Labels,
    /// Whether the names of hashed features are kept.
    pub keep_names: bool,
    /// The first name that fell into each slot.
    pub names: Names,
    /// How many times a feature fell into a slot first taken by another name.
    pub collisions: u64,
    /// The parts of the first product that fell into each slot.
    #[serde(skip_serializing_if = "Products::is_empty")]
    pub products: Products,
    /// How many times a product fell into a slot first taken by another product.
    #[serde(skip_serializing_if = "is_zero")]
    pub product_collisions: u64,
    /// Whether data may lack the label, weight and tag columns: for prediction.
    #[serde(skip)]
    pub label_optional: bool,
    /// Whether columns that are new, or missing, are errors.
    #[serde(skip)]
    pub strict: bool,
    /// Which rows of tables are read, if not all. Not kept with a model.
    #[serde(skip)]
    pub filter: Option<Filter>,
    /// Whether cells are wanted as they are written, not as features: for tables made of tables.
    #[serde(skip)]
    pub as_written: bool,
    /// What people should hear about the tables read. Not kept with a model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The columns of the tables read, by file, where data may lack some. Not kept with a model.
    #[serde(skip)]
    pub tables: BTreeMap<String, Vec<String>>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Default for Schema {
    fn default() -> Self {
        Self::new(Labels::new(LabelKind::Binary))
    }
}

impl Schema {
    /// The width of the hash for named features when none is asked for.
    pub const DEFAULT_BITS: u8 = 22;
    /// The widest hash.
    pub const MOST_BITS: u8 = 30;

    /// The largest slot of a named feature.
    pub(crate) fn mask(&self) -> u32 {
        (1 << self.bits.unwrap_or(Self::DEFAULT_BITS)) - 1
    }

    /// A schema with the bias and names, and everything else to be decided by the first file.
    pub fn new(labels: Labels) -> Self {
        Self {
            family: None,
            bits: None,
            bias: true,
            label: None,
            weight: None,
            tag: None,
            ignore: Vec::new(),
            keep: Vec::new(),
            crosses: Crosses::default(),
            columns: BTreeMap::new(),
            columns_fixed: false,
            dialect: None,
            groups: Vec::new(),
            labels,
            keep_names: true,
            names: Names::default(),
            collisions: 0,
            products: Products::default(),
            product_collisions: 0,
            label_optional: false,
            strict: false,
            filter: None,
            as_written: false,
            remarks: Vec::new(),
            tables: BTreeMap::new(),
        }
    }

    /// One more than the largest index that can be handed out, if features are hashed.
    pub fn dimension(&self) -> Option<usize> {
        self.bits.map(|bits| index::index_of(1 << bits) as usize)
    }

    /// What to call the feature at an index: the bias, a number, a name, or the slot where no name is kept.
    pub fn feature_name(&self, index: u32) -> String {
        let number = match index::number_of(index) {
            None if self.bias => return "the bias".to_owned(),
            number => number.unwrap_or(0),
        };
        if self.family == Some(Family::Indexed) && self.bits.is_none() {
            return number.to_string();
        }
        if let Some(name) = self.names.get(index) {
            return name.into_owned();
        }
        match self.products.get(index) {
            Some(parts) => {
                let name = |&part: &u32| match self.names.get(part) {
                    Some(name) => name.into_owned(),
                    None => format!("slot {}", index::number_of(part).unwrap_or(0)),
                };
                parts.iter().map(name).collect::<Vec<_>>().join("*")
            }
            None => format!("slot {number}"),
        }
    }

    /// What to call the column or namespace a feature stands in, or those of the parts of a product: the feature itself where there is none.
    pub fn column_name(&self, index: u32) -> String {
        if let Some(namespace) = self.names.namespace(index) {
            return namespace.to_owned();
        }
        match self.products.get(index) {
            Some(parts) => parts.iter().map(|part| self.column_name(*part)).collect::<Vec<_>>().join("*"),
            None => self.feature_name(index),
        }
    }

    /// This schema for who only predicts: names of features are neither known nor kept.
    pub fn nameless(&self) -> Self {
        Self { keep_names: false, ..self.without_names() }
    }

    /// Refuses what contradicts itself.
    pub fn check(&self) -> Result<(), ReadError> {
        let most = Self::MOST_BITS;
        if let Some(bits) = self.bits.filter(|bits| !(1..=most).contains(bits)) {
            return Err(ReadError::Schema(format!("{bits} bits asked for; 1 to {most} are possible")));
        }
        if self.groups.len() > usize::from(u8::MAX) {
            let asked = self.groups.len();
            return Err(ReadError::Schema(format!(
                "{asked} feature groups asked for; {} are possible",
                u8::MAX
            )));
        }
        self.crosses.check().map_err(ReadError::Schema)?;
        let names = !self.names.is_empty() || !self.products.is_empty();
        if names && (self.family.is_none() || self.bits.is_none()) {
            return Err(ReadError::Schema(
                "there are names of features, and no hash that gave them slots".to_owned(),
            ));
        }
        let beyond = |index: u32| self.dimension().is_some_and(|dimension| index as usize >= dimension);
        let parts = self.products.iter().flat_map(|(index, parts)| parts.iter().copied().chain([index]));
        if self.names.indices().chain(parts).any(beyond) {
            return Err(ReadError::Schema("a feature's name stands beyond the last slot".to_owned()));
        }
        if let Some(dialect) = &self.dialect {
            dialect.check()?;
        }
        self.labels.check()
    }

    /// This schema as it is where nothing is crossed.
    pub(crate) fn uncrossed(&self) -> Self {
        let names = self.names.clone();
        let (crosses, product_collisions) = (Crosses::default(), 0);
        Self { names, crosses, product_collisions, ..self.without_names() }
    }

    /// Copies everything but the names, which are many and travel apart.
    pub(crate) fn without_names(&self) -> Self {
        Self {
            family: self.family,
            bits: self.bits,
            bias: self.bias,
            label: self.label.clone(),
            weight: self.weight.clone(),
            tag: self.tag.clone(),
            ignore: self.ignore.clone(),
            keep: self.keep.clone(),
            crosses: self.crosses.clone(),
            columns: self.columns.clone(),
            columns_fixed: self.columns_fixed,
            dialect: self.dialect.clone(),
            groups: self.groups.clone(),
            labels: self.labels.clone(),
            keep_names: self.keep_names,
            names: Names::default(),
            collisions: self.collisions,
            products: Products::default(),
            product_collisions: self.product_collisions,
            label_optional: self.label_optional,
            strict: self.strict,
            filter: self.filter.clone(),
            as_written: self.as_written,
            remarks: self.remarks.clone(),
            tables: self.tables.clone(),
        }
    }

    /// What a model keeps, but for the names.
    pub(crate) fn kept(&self) -> Self {
        Self { remarks: Vec::new(), tables: BTreeMap::new(), ..self.without_names() }
    }

    /// Adds something that people should hear, once.
    pub(crate) fn remark(&mut self, remark: impl Into<String>) {
        let remark = remark.into();
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survives_json() {
        let mut schema = Schema::new(Labels::binary_pair("ham", "spam"));
        schema.family = Some(Family::Named);
        schema.bits = Some(18);
        schema.columns.insert("zip".into(), ColumnKind::Category);
        schema.groups = vec!["a".into()];
        let text = serde_json::to_string(&schema).unwrap();
        assert_eq!(serde_json::from_str::<Schema>(&text).unwrap(), schema);
        assert_eq!(schema.dimension(), Some(1 + (1 << 18)));
    }

    #[test]
    fn refuses_impossible_widths() {
        for bits in [0, 31, 255] {
            let schema = Schema { bits: Some(bits), ..Schema::default() };
            assert!(matches!(schema.check(), Err(ReadError::Schema(_))));
        }
        assert!(Schema::default().check().is_ok());
        let groups = vec![String::from("a"); 256];
        assert!(Schema { groups, ..Schema::default() }.check().is_err());
        assert!(Schema::new(Labels::binary_pair("1", "+1.0")).check().is_err());
    }

    #[test]
    fn refuses_names_without_their_slots() {
        let mut names = Names::default();
        names.push(9, b"", '^', b"a");
        let schema = |family, bits| Schema { family, bits, names: names.clone(), ..Schema::default() };
        assert!(schema(Some(Family::Named), Some(4)).check().is_ok());
        assert!(schema(Some(Family::Named), Some(3)).check().is_err(), "slots 1 to 8");
        assert!(schema(None, Some(4)).check().is_err());
        assert!(schema(Some(Family::Named), None).check().is_err());
    }
}
