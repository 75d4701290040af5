//! The table of cells: one small array of numbers for each coordinate, read at random.
//!
//! A flat vector indexed by feature, zeroed lazily by the system so that a high index costs address space, not memory,
//! and a bit for each coordinate that says whether an example ever touched it. Only touched cells are saved.

use crate::features::Features;
use crate::online::LearnError;
use crate::pages::Pages;
use crate::state::{Array, State, StateError};

/// The largest index a table can hold.
pub const MAX_INDEX: u32 = 1 << 30;

/// Cells of `N` numbers by coordinate.
#[derive(Clone, Debug)]
pub struct Table<const N: usize> {
    cells: Pages<[f64; N]>,
    groups: Vec<u8>,
    seen: Vec<u64>,
}

impl<const N: usize> Default for Table<N> {
    fn default() -> Self {
        Self { cells: Pages::default(), groups: Vec::new(), seen: Vec::new() }
    }
}

impl<const N: usize> Table<N> {
    /// Makes room for every index of x. Asks the allocator first: too large a table is an error, not an abort.
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        let Some(last) = x.last_index() else { return Ok(()) };
        let need = last as usize + 1;
        if need <= self.cells.len() {
            return Ok(());
        }
        let refuse = || LearnError::TableFull { index: last, bytes: need as u64 * (N as u64 * 8 + 1) };
        if last > MAX_INDEX {
            return Err(refuse());
        }
        // A power of two and a little: features hashed into 2^b slots, and the bias, fit without another growth.
        let length = last.next_power_of_two().max(64) as usize + 64;
        let mut cells = Pages::<[f64; N]>::zeroed(length, false).ok_or_else(refuse)?;
        for (block, _) in self.seen.iter().enumerate().filter(|(_, word)| **word != 0) {
            // Only what was touched: the rest of the table need not exist in memory.
            cells[block * 64..][..64].copy_from_slice(&self.cells[block * 64..][..64]);
        }
        self.cells = cells;
        self.seen.resize(length / 64, 0);
        if !self.groups.is_empty() {
            self.groups.resize(length, 0);
        }
        Ok(())
    }

    /// The cell of a coordinate, or nothing if no example touched it.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&[f64; N]> {
        let i = index as usize;
        let touched = self.seen.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1);
        if touched { Some(&self.cells[i]) } else { None }
    }

    /// Writes the cell of a coordinate that [`reserve`](Self::reserve) made room for.
    #[inline]
    pub fn set(&mut self, index: u32, group: usize, cell: [f64; N]) {
        let i = index as usize;
        self.seen[i / 64] |= 1 << (i % 64);
        self.cells[i] = cell;
        if group != 0 {
            if self.groups.is_empty() {
                self.groups = vec![0; self.cells.len()];
            }
            self.groups[i] = group as u8;
        }
    }

    /// The group of a coordinate.
    #[inline]
    pub fn group(&self, index: u32) -> usize {
        self.groups.get(index as usize).copied().map_or(0, usize::from)
    }

    /// The touched coordinates in order.
    pub fn touched(&self) -> impl Iterator<Item = (u32, usize, &[f64; N])> {
        self.seen.iter().enumerate().flat_map(move |(block, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| {
                let index = (block * 64 + bit) as u32;
                (index, self.group(index), &self.cells[index as usize])
            })
        })
    }

    /// Bytes of memory the table asked for.
    pub fn bytes(&self) -> u64 {
        (self.cells.len() * N * 8 + self.groups.len() + self.seen.len() * 8) as u64
    }

    /// The touched cells as an array of indices and one array a column.
    pub fn save(&self, columns: &[&str], state: &mut State) {
        state.put("index", Array::U32(self.touched().map(|(index, _, _)| index).collect()));
        for (k, column) in columns.iter().enumerate() {
            state.put(
                format!("cell.{column}"),
                Array::F64(self.touched().map(|(_, _, cell)| cell[k]).collect()),
            );
        }
        if !self.groups.is_empty() {
            state.put("group", Array::U8(self.touched().map(|(_, group, _)| group as u8).collect()));
        }
    }

    /// Reads back what [`save`](Self::save) wrote.
    pub fn restore(columns: &[&str], groups: usize, state: &State) -> Result<Self, StateError> {
        let indices = state.indices("index")?;
        let impossible = |name: &str, reason: String| StateError::Value { name: name.to_owned(), reason };
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(impossible("index", "indices are not strictly increasing".into()));
        }
        let mut data = Vec::new();
        for column in columns {
            data.push(state.reals_of(&format!("cell.{column}"), indices.len())?);
        }
        let group_of = state.groups("group").unwrap_or(&[]);
        if !group_of.is_empty() && group_of.len() != indices.len() {
            return Err(StateError::Length {
                name: "group".into(),
                expected: indices.len(),
                found: group_of.len(),
            });
        }
        if let Some(&group) = group_of.iter().find(|&&group| usize::from(group) >= groups) {
            return Err(impossible("group", format!("there is no group {group}")));
        }
        let mut table = Self::default();
        if let Some(&last) = indices.last() {
            let room = Features::new(std::slice::from_ref(&last), &[1.0])
                .map_err(|e| impossible("index", e.to_string()))?;
            table.reserve(room).map_err(|e| impossible("index", e.to_string()))?;
        }
        for (place, &index) in indices.iter().enumerate() {
            let group = group_of.get(place).copied().map_or(0, usize::from);
            table.set(index, group, std::array::from_fn(|k| data[k][place]));
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(index: &u32) -> Features<'_> {
        Features::new(std::slice::from_ref(index), &[1.0]).unwrap()
    }

    #[test]
    fn grows_remembers_and_comes_back() {
        let mut table = Table::<2>::default();
        for index in [5, 1000, 64] {
            table.reserve(one(&index)).unwrap();
            table.set(index, usize::from(index == 64), [f64::from(index), -1.0]);
        }
        assert_eq!(table.get(6), None);
        assert_eq!(table.get(1_000_000), None);
        assert_eq!(table.group(64), 1);
        let mut state = State::new();
        table.save(&["a", "b"], &mut state);
        let back = Table::<2>::restore(&["a", "b"], 2, &state).unwrap();
        let list = |t: &Table<2>| t.touched().map(|(i, g, c)| (i, g, *c)).collect::<Vec<_>>();
        assert_eq!(list(&back), list(&table));
        assert_eq!(list(&back), [(5, 0, [5.0, -1.0]), (64, 1, [64.0, -1.0]), (1000, 0, [1000.0, -1.0])]);
        assert!(Table::<2>::restore(&["a", "b"], 1, &state).is_err(), "group 1 is not there");
        assert!(Table::<2>::restore(&["a", "c"], 2, &state).is_err());
    }

    #[test]
    fn a_high_index_costs_no_memory_and_one_too_high_is_refused() {
        let mut table = Table::<2>::default();
        table.reserve(one(&(1 << 28))).unwrap();
        table.set(1 << 28, 0, [1.0, 2.0]);
        assert_eq!(table.get(1 << 28), Some(&[1.0, 2.0]));
        assert!(matches!(table.reserve(one(&u32::MAX)), Err(LearnError::TableFull { .. })));
    }
}
