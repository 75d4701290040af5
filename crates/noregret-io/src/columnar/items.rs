//! Lists: a sparse or dense vector, or several categories, in one cell.
//!
//! As in JSON lines: a list of numbers has a feature for every place from 0, `clicks^3`; a pair of a name (or a number) and a
//! value, in a list or a map, is the feature of that name, `words^good`; a list of texts is a category for each, `tags=red`.
//! An item that is not there gives nothing; a list that is not there is a missing value.

use std::io::Write as _;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::DataType;

use super::kind::{self, Items};
use super::numbers::numbers;
use super::texts::{Texts, write};
use crate::draft::drafter::Drafter;
use crate::error::fault::{LineFault, NumberFault};
use crate::schema::rules::Rules;

/// A column of lists.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    ends: Ends,
    /// Where the first list starts.
    first: usize,
    nulls: Option<NullBuffer>,
    items: Values,
}

/// Where lists start and end.
#[derive(Clone, Debug)]
enum Ends {
    Small(ScalarBuffer<i32>),
    Large(ScalarBuffer<i64>),
    Fixed(usize),
}

#[derive(Clone, Debug)]
enum Values {
    Numbers(ScalarBuffer<f64>),
    Texts(Texts),
    Pairs(ArrayRef, ScalarBuffer<f64>),
}

impl Lists {
    /// Those of a column; none if it holds something else.
    pub(crate) fn of(array: &ArrayRef) -> Option<Self> {
        let (ends, values): (Ends, ArrayRef) = match array.data_type() {
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                (Ends::Small(list.offsets().inner().clone()), list.values().clone())
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                (Ends::Large(list.offsets().inner().clone()), list.values().clone())
            }
            DataType::FixedSizeList(_, size) => {
                let list = array.as_fixed_size_list();
                (Ends::Fixed(usize::try_from(*size).unwrap_or(0)), list.values().clone())
            }
            DataType::Map(..) => {
                let map = array.as_map();
                let entries: ArrayRef = std::sync::Arc::new(map.entries().clone());
                (Ends::Small(map.offsets().inner().clone()), entries)
            }
            _ => return None,
        };
        // Only what this part of the column uses.
        let (first, last) = match &ends {
            Ends::Small(ends) => (*ends.first()? as usize, *ends.last()? as usize),
            Ends::Large(ends) => (*ends.first()? as usize, *ends.last()? as usize),
            Ends::Fixed(_) => (0, values.len()),
        };
        let values = values.slice(first, last - first);
        let items = match kind::items(array.data_type())? {
            Items::Numbers => Values::Numbers(numbers(&values, &[])?),
            Items::Texts => Values::Texts(Texts::of(&values)?),
            Items::Pairs => {
                let pairs = values.as_struct();
                Values::Pairs(pairs.column(0).clone(), numbers(pairs.column(1), &[])?)
            }
        };
        Some(Self { ends, first, nulls: array.nulls().cloned(), items })
    }

    fn range(&self, row: usize) -> Range<usize> {
        match &self.ends {
            Ends::Small(ends) => ends[row] as usize - self.first..ends[row + 1] as usize - self.first,
            Ends::Large(ends) => ends[row] as usize - self.first..ends[row + 1] as usize - self.first,
            Ends::Fixed(size) => row * size..(row + 1) * size,
        }
    }

    /// Adds the features of a row; false if there is no list.
    pub(crate) fn add(
        &self,
        row: usize,
        column: &str,
        rules: &Rules,
        rows: &mut Drafter,
    ) -> Result<bool, LineFault> {
        if self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return Ok(false);
        }
        rows.namespace(column.as_bytes(), column.as_bytes());
        let range = self.range(row);
        let start = range.start;
        let mut name = Vec::new();
        for item in range {
            name.clear();
            match &self.items {
                Values::Texts(texts) => {
                    let text = texts.get(item);
                    if !rules.missing.category(text) {
                        rows.name(b'=', text, 1.0);
                    }
                }
                Values::Numbers(values) => {
                    let _ = write!(name, "{}", item - start);
                    rows.name(b'^', &name, finite(values[item])?);
                }
                Values::Pairs(names, values) => {
                    write(names, item, &mut name);
                    if name.is_empty() {
                        return Err(LineFault::NoName);
                    }
                    rows.name(b'^', &name, finite(values[item])?);
                }
            }
        }
        Ok(true)
    }
}

/// A number, 0 where there is none.
fn finite(value: f64) -> Result<f64, LineFault> {
    match value {
        value if value.is_nan() => Ok(0.0),
        value if value.is_infinite() => {
            Err(LineFault::Number { what: "value", fault: NumberFault::NotFinite })
        }
        value => Ok(value),
    }
}
