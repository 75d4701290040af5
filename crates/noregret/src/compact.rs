//! A table whose cells stand in the order in which features first showed: memory follows the features there are, wherever their indices lie, and the
//! frequent ones, which come early, stand together.
//!
//! Place 0 is nobody's and stays zero: it is what a feature without a cell reads. The memory is on huge pages where the system gives them, zeroed lazily.

use crate::features::Features;
use crate::online::LearnError;
use crate::pages::Pages;
use crate::prefetch::prefetch;
use crate::slots::Slots;
use crate::state::StateError;
use bytemuck::Pod;

/// Cells there is room for at first, if indices go as far: address space, not memory.
const ROOM: usize = 1 << 26;

/// Cells by feature.
#[derive(Debug)]
pub struct Compact<T> {
    slots: Slots,
    cells: Pages<T>,
}

impl<T> Default for Compact<T> {
    fn default() -> Self {
        Self { slots: Slots::default(), cells: Pages::default() }
    }
}

impl<T: Pod> Compact<T> {
    /// Makes room for every index of x. Asks the allocator first: too large a table is an error, not an abort.
    #[inline]
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        self.slots.reserve(x)?;
        self.room(x.last_index().unwrap_or(0), x.indices().len())
    }

    #[inline]
    fn room(&mut self, last: u32, more: usize) -> Result<(), LearnError> {
        let need = 1 + self.slots.len() + more;
        if need <= self.cells.len() { Ok(()) } else { self.grow(last, need) }
    }

    #[cold]
    fn grow(&mut self, last: u32, need: usize) -> Result<(), LearnError> {
        let first = (last as usize + 1).next_power_of_two().min(ROOM) + 64;
        let length = first.max(need.next_power_of_two());
        let bytes = (length * size_of::<T>()) as u64;
        let mut cells = Pages::<T>::mapped(length).ok_or(LearnError::TableFull { index: last, bytes })?;
        let used = (1 + self.slots.len()).min(self.cells.len());
        cells[..used].copy_from_slice(&self.cells[..used]);
        self.cells = cells;
        Ok(())
    }

    /// All cells, in the order in which their features came.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Finds the places of features' cells, 0 for a feature that has none, and asks for the cells.
    #[inline]
    pub fn locate(&self, indices: &[u32], places: &mut Vec<u32>) {
        let cells = &self.cells[..];
        places.clear();
        places.reserve(indices.len());
        self.slots.places(indices, |place| {
            if let Some(cell) = cells.get(place as usize) {
                prefetch(cell);
            }
            places.push(place);
        });
    }

    /// The cell of a feature; zeros if it has none.
    #[inline]
    pub fn get(&self, index: u32) -> T {
        self.slots.get(index).map_or(T::zeroed(), |slot| self.cells[slot + 1])
    }

    /// Writes the cells of an example that [`reserve`](Self::reserve) made room for, at the places they were read from.
    #[inline]
    pub fn write(&mut self, indices: &[u32], places: &[u32], cells: impl Iterator<Item = T>) {
        let all = &mut self.cells[..];
        for ((&index, &place), cell) in indices.iter().zip(places).zip(cells) {
            let place = if place > 0 { place as usize } else { 1 + self.slots.push(index) };
            all[place] = cell;
        }
    }

    /// The features that have a cell, in order.
    pub fn touched(&self) -> impl Iterator<Item = (u32, &T)> {
        self.slots.sorted().into_iter().map(|(index, slot)| (index, &self.cells[slot as usize + 1]))
    }

    /// The cells of features, in the order in which they came.
    pub fn used(&self) -> &[T] {
        self.cells.get(1..=self.slots.len()).unwrap_or_default()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (1 + self.slots.len()) as u64 * size_of::<T>() as u64 + self.slots.bytes()
    }

    /// A table of these cells; indices strictly increase.
    pub fn restore(indices: &[u32], cells: impl Iterator<Item = T>) -> Result<Self, StateError> {
        let impossible = |reason: String| StateError::Value { name: "index".to_owned(), reason };
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(impossible("indices are not strictly increasing".to_owned()));
        }
        let mut table = Self { slots: Slots::restore(indices)?, cells: Pages::default() };
        if let Some(&last) = indices.last() {
            table.room(last, 0).map_err(|error| impossible(error.to_string()))?;
            table.cells[1..].iter_mut().zip(cells).for_each(|(place, cell)| *place = cell);
        }
        Ok(table)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn grows_remembers_and_comes_back() {
        let mut table = Compact::<[f64; 2]>::default();
        let mut places = Vec::new();
        for indices in [vec![5, 1000], vec![64], vec![5, 64, 1 << 22], (0..5000).collect()] {
            let values = vec![1.0; indices.len()];
            let x = Features::new(&indices, &values).unwrap();
            table.reserve(x).unwrap();
            table.locate(&indices, &mut places);
            let cells: Vec<_> = indices.iter().map(|&i| [f64::from(i) + 1.0, -1.0]).collect();
            table.write(&indices, &places, cells.into_iter());
        }
        assert_eq!(table.cells()[0], [0.0; 2], "the empty cell");
        assert_eq!((table.get(6000), table.get(u32::MAX)), ([0.0; 2], [0.0; 2]));
        assert_eq!(table.get(1 << 22), [4_194_305.0, -1.0]);
        let list = |t: &Compact<[f64; 2]>| t.touched().map(|(i, c)| (i, *c)).collect::<Vec<_>>();
        let all = list(&table);
        assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0) && all.len() == 5001);
        assert!(all.iter().all(|(i, c)| *c == [f64::from(*i) + 1.0, -1.0]));
        let indices: Vec<u32> = all.iter().map(|(i, _)| *i).collect();
        let back = Compact::restore(&indices, all.iter().map(|(_, c)| *c)).unwrap();
        assert_eq!(list(&back), all);
        assert!(Compact::restore(&[3, 3], [[0.0; 2]; 2].into_iter()).is_err());
        assert!(Compact::<[f64; 2]>::default().touched().next().is_none());
    }

    #[test]
    fn a_high_index_costs_no_memory_and_one_too_high_is_refused() {
        let mut table = Compact::<[f32; 16]>::default();
        let one = |index: &u32| table.reserve(Features::new(std::slice::from_ref(index), &[1.0]).unwrap());
        let mut one = one;
        one(&(1 << 30)).unwrap();
        assert!(matches!(one(&u32::MAX), Err(LearnError::TableFull { .. })));
        table.write(&[1 << 30], &[0], std::iter::once([1.0; 16]));
        assert_eq!(table.get(1 << 30), [1.0; 16]);
        assert!(table.cells().as_ptr().addr().is_multiple_of(64), "cells begin where lines of the cache do");
    }
}
