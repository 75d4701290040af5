//! A flat table: one small array of numbers for each coordinate, indexed by the coordinate itself.
//!
//! The system zeroes its memory on first use, so a high index costs address space, not memory. A bit for
//! each coordinate says whether an example ever touched it; only touched cells are saved. A second level
//! has one bit for every block of 4096 coordinates with a touched one among them, so that going through
//! the touched cells costs what was touched, not how high the indices go.

use crate::features::Features;
use crate::online::LearnError;
use crate::state::{Save, State, StateError};
use crate::table::{Columns, Pages};
use bytemuck::Pod;

/// The largest index a table can hold.
pub const MAX_INDEX: u32 = 1 << 30;

/// How many coordinates share a bit of [`Touched::blocks`]. They are copied together when a table grows.
const BLOCK: usize = 64 * 64;

/// Cells of `N` numbers by coordinate.
#[derive(Debug)]
pub struct Flat<const N: usize> {
    cells: Pages<[f64; N]>,
    /// The group of every coordinate; empty while all are of group 0.
    groups: Pages<u8>,
    touched: Touched,
}

impl<const N: usize> Default for Flat<N> {
    fn default() -> Self {
        Self { cells: Pages::default(), groups: Pages::default(), touched: Touched::default() }
    }
}

/// A set of coordinates, as bits on two levels.
#[derive(Debug, Default)]
struct Touched {
    /// One bit a coordinate. Zeroed on first use too, so only words of blocks that have any are read.
    words: Pages<u64>,
    /// One bit for every [`BLOCK`] coordinates, set if one of theirs is.
    blocks: Vec<u64>,
}

impl Touched {
    #[inline]
    fn contains(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    #[inline]
    fn insert(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
        self.blocks[i / (64 * BLOCK)] |= 1 << (i / BLOCK % 64);
    }

    /// The blocks with a touched coordinate, in order.
    fn blocks(&self) -> impl Iterator<Item = usize> {
        bits(&self.blocks)
    }

    /// The touched coordinates, in order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.blocks().flat_map(|block| {
            let words = (block * BLOCK / 64)..((block + 1) * BLOCK / 64).min(self.words.len());
            bits(&self.words[words]).map(move |bit| block * BLOCK + bit)
        })
    }
}

/// The numbers of the bits that are set, in order.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(k, &word)| {
        let some = |word: u64| (word != 0).then_some(word);
        // word & (word - 1) clears the lowest bit.
        let rest = std::iter::successors(some(word), move |word| some(word & (word - 1)));
        rest.map(move |word| 64 * k + word.trailing_zeros() as usize)
    })
}

/// A longer table with the same numbers. Only touched blocks are copied: reading the others would give
/// them memory.
fn grown<T: Pod>(
    old: &Pages<T>,
    length: usize,
    blocks: impl Iterator<Item = usize>,
    block: usize,
) -> Option<Pages<T>> {
    let mut new = Pages::zeroed(length, false)?;
    for at in blocks {
        let part = (at * block)..((at + 1) * block).min(old.len());
        new[part.clone()].copy_from_slice(&old[part]);
    }
    Some(new)
}

impl<const N: usize> Flat<N> {
    /// Makes room for every index of x. A table that is too large is an error, not an abort.
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        let Some(last) = x.last_index() else { return Ok(()) };
        self.reach(last)?;
        if self.groups.is_empty() && x.groups().iter().any(|&group| group != 0) {
            let bytes = self.cells.len() as u64;
            let refuse = LearnError::TableFull { index: last, bytes };
            self.groups = Pages::zeroed(self.cells.len(), false).ok_or(refuse)?;
        }
        Ok(())
    }

    /// Makes room for an index.
    fn reach(&mut self, last: u32) -> Result<(), LearnError> {
        let need = last as usize + 1;
        if need <= self.cells.len() {
            return Ok(());
        }
        let refuse = || LearnError::TableFull { index: last, bytes: need as u64 * (N as u64 * 8 + 1) };
        if last > MAX_INDEX {
            return Err(refuse());
        }
        // A power of two and a little more: names hashed to b bits, and the bias, fit without growing again.
        let length = last.next_power_of_two().max(64) as usize + 64;
        let blocks = || self.touched.blocks();
        let cells = grown(&self.cells, length, blocks(), BLOCK).ok_or_else(refuse)?;
        let words = grown(&self.touched.words, length / 64, blocks(), BLOCK / 64).ok_or_else(refuse)?;
        if !self.groups.is_empty() {
            self.groups = grown(&self.groups, length, blocks(), BLOCK).ok_or_else(refuse)?;
        }
        (self.cells, self.touched.words) = (cells, words);
        self.touched.blocks.resize(length.div_ceil(64 * BLOCK), 0);
        Ok(())
    }

    /// The cell of a coordinate; `None` if no example touched it.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&[f64; N]> {
        let i = index as usize;
        if self.touched.contains(i) { Some(&self.cells[i]) } else { None }
    }

    /// Writes the cell of a coordinate that [`reserve`](Self::reserve) made room for.
    #[inline]
    pub fn set(&mut self, index: u32, group: usize, cell: [f64; N]) {
        let i = index as usize;
        self.touched.insert(i);
        self.cells[i] = cell;
        if let Some(of) = self.groups.get_mut(i) {
            *of = group as u8;
        }
    }

    /// The group of a coordinate; 0 if it has none of its own.
    #[inline]
    pub fn group(&self, index: u32) -> usize {
        self.groups.get(index as usize).copied().map_or(0, usize::from)
    }

    /// The touched coordinates, in order, with their groups and cells.
    pub fn touched(&self) -> impl Iterator<Item = (u32, usize, &[f64; N])> {
        self.touched.iter().map(|i| (i as u32, self.group(i as u32), &self.cells[i]))
    }

    /// Bytes of memory the table asked for.
    pub fn bytes(&self) -> u64 {
        (self.cells.len() * N * 8 + self.groups.len() + self.touched.words.len() * 8) as u64
    }

    /// Writes the touched cells: an array of indices, and one array for each column.
    pub fn save(&self, columns: &[&str], state: &mut dyn Save) {
        let count = self.touched.iter().count();
        state.each("index", count, self.touched().map(|(index, _, _)| index));
        for (k, column) in columns.iter().enumerate() {
            state.each(&format!("cell.{column}"), count, self.touched().map(|(_, _, cell)| cell[k]));
        }
        if self.touched().any(|(_, group, _)| group != 0) {
            state.each("group", count, self.touched().map(|(_, group, _)| group as u8));
        }
    }

    /// Reads back what [`save`](Self::save) wrote.
    pub fn restore(columns: &[&str; N], groups: usize, state: &State) -> Result<Self, StateError> {
        let kept = Columns::read(columns, groups, state)?;
        let cells =
            (0..).zip(kept.indices).map(|(place, &index)| (index, kept.group(place), kept.cell(place)));
        Self::of(kept.indices.last().copied(), kept.grouped(), cells)
            .map_err(|e| StateError::Value { name: "index".to_owned(), reason: e.to_string() })
    }

    /// A table of these cells, the last of which has this index; `grouped` if not all are of group 0.
    pub fn of(
        last: Option<u32>,
        grouped: bool,
        cells: impl Iterator<Item = (u32, usize, [f64; N])>,
    ) -> Result<Self, LearnError> {
        let mut table = Self::default();
        if let Some(last) = last {
            // Values play no part: one beside the last index and its group will do.
            table.reserve(Features::trusted(&[last], &[1.0], &[u8::from(grouped)]))?;
        }
        cells.for_each(|(index, group, cell)| table.set(index, group, cell));
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
        let mut table = Flat::<2>::default();
        for index in [5, 1000, 64] {
            let groups = [u8::from(index == 64)];
            table.reserve(Features::grouped(&[index], &[1.0], &groups).unwrap()).unwrap();
            table.set(index, usize::from(index == 64), [f64::from(index), -1.0]);
        }
        assert_eq!(table.get(6), None);
        assert_eq!(table.get(1_000_000), None);
        assert_eq!(table.group(64), 1);
        let mut state = State::new();
        table.save(&["a", "b"], &mut state);
        let back = Flat::<2>::restore(&["a", "b"], 2, &state).unwrap();
        let list = |t: &Flat<2>| t.touched().map(|(i, g, c)| (i, g, *c)).collect::<Vec<_>>();
        assert_eq!(list(&back), list(&table));
        assert_eq!(list(&back), [(5, 0, [5.0, -1.0]), (64, 1, [64.0, -1.0]), (1000, 0, [1000.0, -1.0])]);
        assert!(Flat::<2>::restore(&["a", "b"], 1, &state).is_err(), "group 1 is not there");
        assert!(Flat::<2>::restore(&["a", "c"], 2, &state).is_err());
    }

    #[test]
    fn a_high_index_costs_no_memory_and_one_too_high_is_refused() {
        let mut table = Flat::<2>::default();
        table.reserve(one(&(1 << 28))).unwrap();
        table.set(1 << 28, 0, [1.0, 2.0]);
        assert_eq!(table.get(1 << 28), Some(&[1.0, 2.0]));
        assert!(matches!(table.reserve(one(&u32::MAX)), Err(LearnError::TableFull { .. })));
    }

    /// A table of the largest size with few touched blocks: what is read back is what was written.
    #[test]
    fn a_few_coordinates_far_apart_grow_and_are_found_in_order() {
        let far: Vec<u32> =
            [0, 63, 64, 4095, 4096, (1 << 18) - 1, 1 << 18, 1 << 24, (1 << 30) - 1, 1 << 30].into();
        let mut table = Flat::<1>::default();
        for (k, &index) in far.iter().enumerate() {
            let groups = [u8::from(k % 3 == 1)];
            table.reserve(Features::grouped(&[index], &[1.0], &groups).unwrap()).unwrap();
            table.set(index, usize::from(groups[0]), [f64::from(index)]);
        }
        let mut list = table.touched();
        for (k, &index) in far.iter().enumerate() {
            assert_eq!(list.next(), Some((index, usize::from(k % 3 == 1), &[f64::from(index)])));
        }
        assert_eq!(list.next(), None);
        drop(list);
        assert!(table.touched.blocks.len() <= 1 << 13, "what is gone through is short");
        assert!(matches!(table.touched.words, Pages::Mapped(..)), "and what is not is zeroed by the system");
        assert_eq!(table.get(1 << 29), None);
    }
}
