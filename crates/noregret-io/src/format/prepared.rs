//! The columns of a table with all of their names hashed that can be, and the features of one row.
//!
//! A column of numbers is one feature: its index is known, and where it stands among those of the other columns. So the numbers of a row are written to their places,
//! and nothing is sorted. A category is hashed from the hash of its column. Names are looked up when a row is complete, together, in the order of the columns, and only as long as
//! something can be new about them. Columns that hold texts or dates, groups, and whatever is crossed or written as it is, are not for this: there every cell is named
//! ([`cell`](super::cell)). Both give the same bits.

use crate::draft::drafter::columns::{Space, Waiting};
use crate::draft::drafter::{Drafter, Hashed};
use crate::format::header::{Column, Role};
use crate::schema::ColumnKind;
use crate::schema::missing::INDICATOR;
use crate::schema::rules::Rules;

/// Columns, and the features of the current row.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    columns: Vec<Ahead>,
    /// The indices of columns of numbers, in order, and the values of the current row.
    indices: Vec<u32>,
    values: Vec<f64>,
    /// The indices of the features of value 1, and the names to be looked up.
    ones: Vec<u32>,
    waiting: Waiting,
}

/// What is known of a column before its rows are.
#[derive(Clone, Debug)]
struct Ahead {
    name: String,
    space: Space,
    /// The feature of a number, its place among them, and whether its name is known.
    number: Hashed,
    place: usize,
    known: bool,
    /// The feature of what is missing, if that is one.
    missing: Option<Hashed>,
}

/// In place of where a name stands: the feature is the column's number, or says that its value is missing.
const NUMBER: (u32, u32) = (u32::MAX, 0);
const MISSING: (u32, u32) = (u32::MAX, 1);

impl Prepared {
    /// Of a table's columns; none if their cells must be named one by one.
    pub(crate) fn new(columns: &[Column], rules: &Rules, rows: &Drafter) -> Option<Self> {
        if rules.decimal_comma || rules.as_written || rows.is_grouped() {
            return None;
        }
        let mut ahead = Vec::new();
        let mut indices = Vec::new();
        for column in columns {
            let name = column.name.as_bytes();
            let number = rows.hash(b"", name, name)?;
            if let Role::Feature(kind) = column.role {
                match kind {
                    _ if number.is_left_out() => return None,
                    ColumnKind::Numeric | ColumnKind::Mixed => indices.push(number.index()),
                    ColumnKind::Category => {}
                    ColumnKind::Text | ColumnKind::Date(_) => return None,
                }
            }
            let missing =
                if rules.missing.indicated { Some(rows.hash(name, name, INDICATOR)?) } else { None };
            let (name, space) = (column.name.clone(), Space::of(&column.name));
            ahead.push(Ahead { name, space, number, place: 0, known: false, missing });
        }
        indices.sort_unstable();
        if indices.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        for column in &mut ahead {
            column.place = indices.partition_point(|&index| index < column.number.index());
        }
        let values = vec![0.0; indices.len()];
        Some(Self { columns: ahead, indices, values, ones: Vec::new(), waiting: Waiting::default() })
    }

    /// How many columns.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// Looks which names of numbers are known by now: they stay so.
    pub(crate) fn refresh(&mut self, rows: &Drafter) {
        for column in self.columns.iter_mut().filter(|column| !column.known) {
            column.known = rows.is_known(&column.number);
        }
    }

    /// Begins a row. Columns must come in order, and one of numbers has to say something.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.ones.clear();
        self.waiting.clear();
    }

    /// A number.
    #[inline(always)]
    pub(crate) fn number(&mut self, column: usize, value: f64) {
        let ahead = &self.columns[column];
        self.values[ahead.place] = value;
        if !ahead.known && value != 0.0 {
            self.waiting.push(ahead.number.both(), column, NUMBER);
        }
    }

    /// Says that a column of numbers has none.
    #[inline(always)]
    pub(crate) fn no_number(&mut self, column: usize) {
        self.values[self.columns[column].place] = 0.0;
    }

    /// A category; `name` is where its text is found again.
    #[inline(always)]
    pub(crate) fn category(&mut self, column: usize, text: &[u8], name: (u32, u32), rows: &Drafter) {
        let feature = rows.category(self.columns[column].space, text);
        self.ones.push(feature.0);
        self.waiting.push(feature, column, name);
    }

    /// A category that was hashed before.
    #[inline(always)]
    pub(crate) fn hashed(&mut self, column: usize, feature: &Hashed, name: (u32, u32)) {
        self.ones.push(feature.index());
        self.waiting.push(feature.both(), column, name);
    }

    /// A value that is missing.
    #[inline(always)]
    pub(crate) fn missing(&mut self, column: usize) {
        if let Some(feature) = self.columns[column].missing {
            self.hashed(column, &feature, MISSING);
        }
    }

    /// Begins an example with the features of the row; nothing is done, and false said, if a feature is there twice. `text` finds the texts of categories, by their columns.
    #[inline]
    pub(crate) fn commit<'a>(
        &mut self,
        rows: &mut Drafter,
        text: impl Fn(usize, (u32, u32)) -> &'a [u8],
    ) -> bool {
        if !rows.begin_with(&self.indices, &self.values, &mut self.ones) {
            return false;
        }
        rows.meet(&self.waiting, |column, name, add| {
            let namespace = self.columns[column].name.as_bytes();
            match name {
                NUMBER => add(b"", '^', namespace),
                MISSING => add(namespace, '=', INDICATOR),
                name => add(namespace, '=', text(column, name)),
            }
        });
        true
    }
}
