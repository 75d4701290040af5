//! A sparse vector: what an example, or a gradient, is made of.
//!
//! Indices are strictly increasing and values finite and non-zero. That is an invariant, not a habit: a
//! repeated index would lose an update when a learner gathers cells, changes them and scatters them back.
//! [`FeaturesBuf`] turns what users write (any order, repeats, zeros) into it: repeats are summed, zeros dropped.

use thiserror::Error;

/// Why a sparse vector was refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum FeaturesError {
    /// Indices, values and groups must go in parallel.
    #[error("{indices} indices, {values} values and {groups} groups do not match")]
    Length {
        /// How many indices.
        indices: usize,
        /// How many values.
        values: usize,
        /// How many groups.
        groups: usize,
    },
    /// Indices must be strictly increasing.
    #[error(
        "index {index} at place {place} does not exceed the one before it; sort and sum with FeaturesBuf"
    )]
    Order {
        /// The place in the vector.
        place: usize,
        /// The offending index.
        index: u32,
    },
    /// A value is 0: absent features are left out, not written down.
    #[error("feature {index} has the value 0; leave it out, as FeaturesBuf does")]
    Zero {
        /// The index of the feature.
        index: u32,
    },
    /// A value is NaN or infinite.
    #[error("feature {index} has the value {value}, which is not a finite number")]
    NotFinite {
        /// The index of the feature.
        index: u32,
        /// The value it was given.
        value: f64,
    },
}

/// A borrowed sparse vector: strictly increasing indices, finite values other than 0 and, where a learner tells feature
/// groups apart, the group of each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features<'a> {
    indices: &'a [u32],
    values: &'a [f64],
    groups: &'a [u8],
    /// How many there were before they were crossed; 0 if they were not.
    before: usize,
}

impl<'a> Features<'a> {
    /// Checks and wraps parallel slices; every feature belongs to group 0.
    pub fn new(indices: &'a [u32], values: &'a [f64]) -> Result<Self, FeaturesError> {
        Self::grouped(indices, values, &[])
    }

    /// Checks and wraps parallel slices; an empty `groups` puts every feature into group 0.
    pub fn grouped(indices: &'a [u32], values: &'a [f64], groups: &'a [u8]) -> Result<Self, FeaturesError> {
        if indices.len() != values.len() || !(groups.is_empty() || groups.len() == indices.len()) {
            return Err(FeaturesError::Length {
                indices: indices.len(),
                values: values.len(),
                groups: groups.len(),
            });
        }
        // Every index and every value is looked at, whatever is found: so several are at once.
        if !indices.windows(2).fold(true, |rising, pair| rising & (pair[0] < pair[1])) {
            let place = 1 + indices.windows(2).position(|pair| pair[0] >= pair[1]).unwrap_or(0);
            return Err(FeaturesError::Order { place, index: indices[place] });
        }
        let sound = |value: f64| (value.abs() <= f64::MAX) & (value != 0.0);
        if values.iter().fold(true, |fine, &value| fine & sound(value)) {
            return Ok(Self { indices, values, groups, before: 0 });
        }
        let place = values.iter().position(|&value| !sound(value)).unwrap_or(0);
        let (index, value) = (indices[place], values[place]);
        Err(if value == 0.0 {
            FeaturesError::Zero { index }
        } else {
            FeaturesError::NotFinite { index, value }
        })
    }

    /// Wraps parallel slices that are known to fulfil the invariant, because whoever made them saw to it. Only a
    /// build with debug assertions checks; a broken promise gives wrong results, never undefined behaviour. Learners that scale a vector may find
    /// that a value underflows: a 0 passes here.
    pub fn trusted(indices: &'a [u32], values: &'a [f64], groups: &'a [u8]) -> Self {
        debug_assert!(matches!(
            Self::grouped(indices, values, groups),
            Ok(_) | Err(FeaturesError::Zero { .. })
        ));
        Self { indices, values, groups, before: 0 }
    }

    /// Tells that these are `before` features and products of them; 0 if nothing was crossed.
    pub fn crossed(self, before: usize) -> Self {
        Self { before, ..self }
    }

    /// How many times as many features crossing has made of them; 1 if nothing was crossed, and never less.
    pub fn growth(self) -> f64 {
        if self.len() > self.before && self.before > 0 { self.len() as f64 / self.before as f64 } else { 1.0 }
    }

    /// How many features.
    pub fn len(self) -> usize {
        self.indices.len()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.indices.is_empty()
    }

    /// The strictly increasing indices.
    pub fn indices(self) -> &'a [u32] {
        self.indices
    }

    /// The values, parallel to the indices.
    pub fn values(self) -> &'a [f64] {
        self.values
    }

    /// The groups, parallel to the indices, or empty when all are in group 0.
    pub fn groups(self) -> &'a [u8] {
        self.groups
    }

    /// The pairs of index and value.
    pub fn iter(self) -> impl Iterator<Item = (u32, f64)> + 'a {
        self.indices.iter().copied().zip(self.values.iter().copied())
    }

    /// Each feature alone.
    pub fn singles(self) -> impl Iterator<Item = Features<'a>> {
        (0..self.len()).map(move |place| {
            let one = place..place + 1;
            let groups = self.groups.get(one.clone()).unwrap_or_default();
            Features { indices: &self.indices[one.clone()], values: &self.values[one], groups, before: 0 }
        })
    }

    /// The group of the feature at a place.
    #[inline]
    pub fn group(self, place: usize) -> usize {
        if self.groups.is_empty() { 0 } else { usize::from(self.groups[place]) }
    }

    /// The largest index, if there is any feature.
    pub fn last_index(self) -> Option<u32> {
        self.indices.last().copied()
    }
}

/// A copy of a sparse vector, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    indices: Vec<u32>,
    values: Vec<f64>,
    groups: Vec<u8>,
    before: usize,
}

impl Kept {
    /// Copies x in place of what was kept.
    pub fn keep(&mut self, x: Features<'_>) {
        self.indices.clear();
        self.indices.extend_from_slice(x.indices);
        self.values.clear();
        self.values.extend_from_slice(x.values);
        self.groups.clear();
        self.groups.extend_from_slice(x.groups);
        self.before = x.before;
    }

    /// The features that were kept, to read.
    pub fn lend(&self) -> Features<'_> {
        Features { indices: &self.indices, values: &self.values, groups: &self.groups, before: self.before }
    }
}

/// Why rows were refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RowsError {
    /// Starts must not decrease, and end where the indices do.
    #[error("row {row} ends before it starts, or beyond the {entries} entries there are")]
    Starts {
        /// The row, counted from 0.
        row: usize,
        /// How many entries there are.
        entries: usize,
    },
    /// A row breaks the rules of a sparse vector.
    #[error("row {row}: {fault}")]
    Row {
        /// The row, counted from 0.
        row: usize,
        /// What is wrong with it.
        fault: FeaturesError,
    },
}

/// Many sparse vectors, one after the other (compressed sparse rows): row k is entries `starts[k]..starts[k + 1]`.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    starts: &'a [usize],
    indices: &'a [u32],
    values: &'a [f64],
}

impl<'a> Rows<'a> {
    /// Checks every row, once.
    pub fn new(starts: &'a [usize], indices: &'a [u32], values: &'a [f64]) -> Result<Self, RowsError> {
        let entries = indices.len().min(values.len());
        for (row, pair) in starts.windows(2).enumerate() {
            if pair[0] > pair[1] || pair[1] > entries {
                return Err(RowsError::Starts { row, entries });
            }
            Features::new(&indices[pair[0]..pair[1]], &values[pair[0]..pair[1]])
                .map_err(|fault| RowsError::Row { row, fault })?;
        }
        Ok(Self { starts, indices, values })
    }

    /// Wraps rows that are known to fulfil the rules, as [`Features::trusted`] does.
    pub fn trusted(starts: &'a [usize], indices: &'a [u32], values: &'a [f64]) -> Self {
        debug_assert!(matches!(
            Self::new(starts, indices, values),
            Ok(_) | Err(RowsError::Row { fault: FeaturesError::Zero { .. }, .. })
        ));
        Self { starts, indices, values }
    }

    /// How many rows there are.
    pub fn len(self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The k-th row, counted from 0.
    pub fn row(self, k: usize) -> Features<'a> {
        let (start, end) = (self.starts[k], self.starts[k + 1]);
        Features::trusted(&self.indices[start..end], &self.values[start..end], &[])
    }

    /// The rows in order.
    pub fn iter(self) -> impl Iterator<Item = Features<'a>> {
        (0..self.len()).map(move |k| self.row(k))
    }
}

/// An owned sparse vector in the making: push in any order, then [`finish`](Self::finish).
#[derive(Clone, Debug, Default)]
pub struct FeaturesBuf {
    entries: Vec<(u32, u8, f64)>,
    indices: Vec<u32>,
    values: Vec<f64>,
    groups: Vec<u8>,
}

impl FeaturesBuf {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the buffer, keeping its memory.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds a feature of group 0; a repeated index adds up.
    pub fn push(&mut self, index: u32, value: f64) {
        self.push_grouped(index, value, 0);
    }

    /// Adds a feature of a group. Where one index arrives under several groups, the largest group number counts.
    pub fn push_grouped(&mut self, index: u32, value: f64, group: u8) {
        self.entries.push((index, group, value));
    }

    /// How many entries were pushed since the last clear.
    pub fn pushed(&self) -> usize {
        self.entries.len()
    }

    /// Sorts, sums repeats (in order of value, so the order of arrival never matters), drops zeros, checks that
    /// every value is finite, and lends the result.
    pub fn finish(&mut self) -> Result<Features<'_>, FeaturesError> {
        if !self.entries.windows(2).all(|w| w[0].0 < w[1].0) {
            self.entries.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
        }
        self.indices.clear();
        self.values.clear();
        self.groups.clear();
        let mut rest = &self.entries[..];
        while let Some(&(index, _, _)) = rest.first() {
            let run = rest.iter().take_while(|e| e.0 == index).count();
            let value: f64 = if run == 1 { rest[0].2 } else { rest[..run].iter().map(|e| e.2).sum() };
            if !value.is_finite() {
                return Err(FeaturesError::NotFinite { index, value });
            }
            if value != 0.0 {
                self.indices.push(index);
                self.values.push(value);
                self.groups.push(rest[run - 1].1);
            }
            rest = &rest[run..];
        }
        if self.groups.iter().all(|&g| g == 0) {
            self.groups.clear();
        }
        Ok(Features { indices: &self.indices, values: &self.values, groups: &self.groups, before: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refuses_what_breaks_the_invariant() {
        assert!(matches!(
            Features::new(&[1, 1], &[1.0, 2.0]),
            Err(FeaturesError::Order { place: 1, index: 1 })
        ));
        assert!(matches!(Features::new(&[1], &[f64::NAN]), Err(FeaturesError::NotFinite { index: 1, .. })));
        for zero in [0.0, -0.0] {
            assert_eq!(Features::new(&[1, 4], &[1.0, zero]).unwrap_err(), FeaturesError::Zero { index: 4 });
        }
        assert!(Features::new(&[1, 4], &[f64::MIN_POSITIVE / 4.0, f64::MIN]).is_ok());
        assert!(matches!(Features::new(&[1], &[]), Err(FeaturesError::Length { .. })));
        assert!(Features::grouped(&[1, 2], &[1.0, 2.0], &[1]).is_err());
    }

    #[test]
    fn sums_repeats_and_drops_zeros() {
        let mut buf = FeaturesBuf::new();
        for (i, v) in [(7, 1.5), (2, 1.0), (7, 2.0), (3, 1.0), (3, -1.0), (9, 0.0)] {
            buf.push(i, v);
        }
        let x = buf.finish().unwrap();
        assert_eq!(x.iter().collect::<Vec<_>>(), [(2, 1.0), (7, 3.5)]);
    }

    #[test]
    fn overflowing_sum_is_refused() {
        let mut buf = FeaturesBuf::new();
        buf.push(1, f64::MAX);
        buf.push(1, f64::MAX);
        assert!(matches!(buf.finish(), Err(FeaturesError::NotFinite { index: 1, .. })));
    }

    proptest! {
        #[test]
        fn order_of_arrival_never_matters(mut entries in prop::collection::vec((0u32..9, -1e3..1e3f64), 0..30), turn in 0usize..30) {
            let finish = |entries: &[(u32, f64)]| {
                let mut buf = FeaturesBuf::new();
                entries.iter().for_each(|&(i, v)| buf.push(i, v));
                buf.finish().unwrap().iter().map(|(i, v)| (i, v.to_bits())).collect::<Vec<_>>()
            };
            let before = finish(&entries);
            let turn = turn % entries.len().max(1);
            entries.rotate_left(turn);
            entries.reverse();
            prop_assert_eq!(before, finish(&entries));
        }
    }
}
