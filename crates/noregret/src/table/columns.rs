//! Cells as a state has them: indices in order, one array a column, and the groups if there are any.

use crate::state::{State, StateError};

/// The cells of `N` numbers in a state.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a, const N: usize> {
    /// The indices, strictly increasing.
    pub indices: &'a [u32],
    columns: [&'a [f64]; N],
    groups: &'a [u8],
}

impl<'a, const N: usize> Columns<'a, N> {
    /// Reads the columns of these names, of features in this many groups.
    pub fn read(names: &[&str; N], groups: usize, state: &'a State) -> Result<Self, StateError> {
        let indices = state.indices("index")?;
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(StateError::impossible("index", "indices are not strictly increasing"));
        }
        let mut columns = [&[][..]; N];
        for (column, name) in columns.iter_mut().zip(names) {
            *column = state.reals_of(&format!("cell.{name}"), indices.len())?;
        }
        let group_of = state.groups("group").unwrap_or(&[]);
        if !group_of.is_empty() && group_of.len() != indices.len() {
            let (expected, found) = (indices.len(), group_of.len());
            return Err(StateError::Length { name: "group".into(), expected, found });
        }
        if let Some(&group) = group_of.iter().find(|&&group| usize::from(group) >= groups) {
            return Err(StateError::impossible("group", format!("there is no group {group}")));
        }
        Ok(Self { indices, columns, groups: group_of })
    }

    /// Whether features have groups.
    pub fn grouped(&self) -> bool {
        !self.groups.is_empty()
    }

    /// The group of the feature at a place.
    pub fn group(&self, place: usize) -> usize {
        self.groups.get(place).copied().map_or(0, usize::from)
    }

    /// The cell at a place.
    pub fn cell(&self, place: usize) -> [f64; N] {
        self.columns.map(|column| column[place])
    }
}
