//! A table whose cells have a width that is known only when it runs, and grows: one row for each feature, in the order of first use.
//!
//! A row is `PARTS` parts of the same width, one after the other, and every part has room to spare: so that a class that shows up
//! late takes the next places of each part, and rows move only when the room is used up. How much room there is shows in no result.
//! Row 0 is nobody's and stays zero: it is what a feature without a row reads. Memory is on huge pages where the system gives them, zeroed lazily.

use crate::features::Features;
use crate::online::LearnError;
use crate::state::StateError;
use crate::table::Pages;
use crate::table::Slots;
use crate::table::prefetch;
use bytemuck::Pod;

/// Bytes there is room for at first, if indices go as far: address space, not memory.
const ROOM: usize = 1 << 32;

/// Bytes of memory that arrive together.
const LINE: usize = 64;

/// A table of fewer bytes is in the processor's second cache.
const NEAR: usize = 1 << 19;

/// Rows by feature.
#[derive(Debug)]
pub struct Strided<T, const PARTS: usize> {
    slots: Slots,
    /// From one part to the next.
    width: usize,
    cells: Pages<T>,
}

impl<T, const PARTS: usize> Default for Strided<T, PARTS> {
    fn default() -> Self {
        Self { slots: Slots::default(), width: 0, cells: Pages::default() }
    }
}

impl<T: Pod, const PARTS: usize> Strided<T, PARTS> {
    /// How many features have a row.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Makes room for parts of a width, and for every index of x. Asks the allocator first: too large a table is an error, not an abort.
    #[inline]
    pub fn reserve(&mut self, x: Features<'_>, width: usize) -> Result<(), LearnError> {
        self.slots.reserve(x)?;
        let rows = 1 + self.slots.len() + x.indices().len();
        if width <= self.width && rows * PARTS * self.width <= self.cells.len() {
            return Ok(());
        }
        self.grow(x.last_index().unwrap_or(0), width, rows)
    }

    #[cold]
    fn grow(&mut self, last: u32, width: usize, rows: usize) -> Result<(), LearnError> {
        // A quarter more than before: few moves, little waste.
        let width =
            if width > self.width { width.max(self.width + self.width / 4) } else { self.width }.max(1);
        let row = PARTS * width * size_of::<T>();
        let room = (last as usize + 1).next_power_of_two().min(ROOM / row);
        let length = rows.next_power_of_two().max(room) + 1;
        let refuse = LearnError::TableFull { index: last, bytes: (length as u64).saturating_mul(row as u64) };
        let Some(mut cells) = length.checked_mul(PARTS * width).and_then(Pages::<T>::mapped) else {
            return Err(refuse);
        };
        if self.width > 0 {
            let old = self.cells.chunks_exact(self.width);
            let new = cells.chunks_exact_mut(width);
            old.zip(new).take(PARTS * (1 + self.slots.len())).for_each(|(old, new)| {
                new[..old.len()].copy_from_slice(old);
            });
        }
        (self.width, self.cells) = (width, cells);
        Ok(())
    }

    /// Finds the places of features' rows, 0 for a feature that has none, and asks for the rows.
    #[inline]
    pub fn locate(&self, indices: &[u32], places: &mut Vec<u32>) {
        places.clear();
        places.reserve(indices.len());
        let stride = PARTS * self.width;
        // A table this small is near the processor anyway.
        let near = self.slots.len() * stride * size_of::<T>() < NEAR;
        self.slots.places(indices, |place| {
            let start = place as usize * stride;
            let row = self.cells.get(start..start + stride).filter(|_| !near).unwrap_or_default();
            row.iter().step_by((LINE / size_of::<T>()).max(1)).for_each(prefetch);
            places.push(place);
        });
    }

    /// The place of a feature's row; 0 if it has none.
    #[inline]
    pub fn place(&self, index: u32) -> u32 {
        self.slots.get(index).map_or(0, |slot| slot as u32 + 1)
    }

    /// The first numbers of a part of the row at a place. Zeros for a place without one.
    #[inline]
    pub fn part(&self, place: u32, part: usize, width: usize) -> &[T] {
        let start = (place as usize * PARTS + part) * self.width;
        &self.cells[start..start + width]
    }

    /// Writes rows, of whose parts so many numbers are in use, at the places they were read from. There must be [room](Self::reserve).
    #[inline]
    pub fn write(&mut self, indices: &[u32], places: &[u32], width: usize, rows: &[T]) {
        for ((&index, &place), row) in indices.iter().zip(places).zip(rows.chunks_exact(PARTS * width)) {
            let place = if place == 0 { 1 + self.slots.push(index) } else { place as usize };
            for (part, numbers) in row.chunks_exact(width).enumerate() {
                let start = (place * PARTS + part) * self.width;
                self.cells[start..start + width].copy_from_slice(numbers);
            }
        }
    }

    /// The place of a feature that was [found](Self::locate) at one; a feature without a row gets the next one. There must be [room](Self::reserve).
    #[inline]
    pub fn place_for(&mut self, index: u32, found: u32) -> u32 {
        if found == 0 { 1 + self.slots.push(index) as u32 } else { found }
    }

    /// The first numbers of the row at a place that has one, to be changed. For rows of one part.
    #[inline]
    pub fn row_mut(&mut self, place: u32, width: usize) -> &mut [T] {
        let start = place as usize * PARTS * self.width;
        &mut self.cells[start..start + width]
    }

    /// The places of all rows, in the order they came.
    pub fn places(&self) -> impl Iterator<Item = u32> + use<T, PARTS> {
        1..=self.slots.len() as u32
    }

    /// The features that have a row and their places, in order of index.
    pub fn sorted(&self) -> Vec<(u32, u32)> {
        self.slots.sorted().into_iter().map(|(index, slot)| (index, slot + 1)).collect()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        ((1 + self.slots.len()) * PARTS * self.width * size_of::<T>()) as u64 + self.slots.bytes()
    }

    /// Empty rows for these features, which strictly increase, with parts of a width.
    pub fn restore(indices: &[u32], width: usize) -> Result<Self, StateError> {
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(StateError::impossible("index", "indices are not strictly increasing"));
        }
        let mut table = Self { slots: Slots::restore(indices)?, ..Self::default() };
        let last = indices.last().copied().unwrap_or(0);
        table
            .grow(last, width, 1 + indices.len())
            .map_err(|error| StateError::impossible("index", error.to_string()))?;
        Ok(table)
    }

    /// A part of the row of the k-th feature in the order they came, to be filled.
    pub fn part_mut(&mut self, k: usize, part: usize, width: usize) -> &mut [T] {
        let start = ((1 + k) * PARTS + part) * self.width;
        &mut self.cells[start..start + width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two parts; the number at place k of part p of index i is known.
    fn number(index: u32, part: usize, k: usize) -> f64 {
        f64::from(index) * 100.0 + (part * 40 + k) as f64 + 1.0
    }

    fn add(table: &mut Strided<f64, 2>, indices: &[u32], width: usize) {
        let values = vec![1.0; indices.len()];
        table.reserve(Features::new(indices, &values).unwrap(), width).unwrap();
        let mut places = Vec::new();
        table.locate(indices, &mut places);
        let rows: Vec<f64> = indices
            .iter()
            .flat_map(|&i| (0..2).flat_map(move |part| (0..width).map(move |k| number(i, part, k))))
            .collect();
        table.write(indices, &places, width, &rows);
    }

    #[test]
    fn rows_keep_their_numbers_as_they_widen() {
        let mut table = Strided::<f64, 2>::default();
        add(&mut table, &[5, 1000], 1);
        for width in [2, 3, 9, 10, 33] {
            add(&mut table, &[64, 70 + width as u32], width);
            for (index, place) in table.sorted() {
                let known =
                    if index == 5 || index == 1000 { 1 } else { width.min((index as usize).max(70) - 70) };
                let known = if index == 64 { width } else { known };
                for part in 0..2 {
                    let row = table.part(place, part, width);
                    assert!((0..known).all(|k| row[k] == number(index, part, k)), "{index} {part} {row:?}");
                    assert!(row[known..].iter().all(|v| *v == 0.0), "{index} {part} {row:?}");
                }
            }
            assert!(table.part(0, 1, width).iter().all(|v| *v == 0.0), "the empty row");
        }
        let sorted: Vec<u32> = table.sorted().iter().map(|(index, _)| *index).collect();
        assert_eq!(sorted, [5, 64, 72, 73, 79, 80, 103, 1000]);
        assert_eq!(table.len(), 8);
    }

    #[test]
    fn a_high_index_costs_no_memory_and_what_cannot_be_had_is_refused() {
        let mut table = Strided::<[f32; 8], 2>::default();
        let one = |table: &mut Strided<[f32; 8], 2>, index: u32, width: usize| {
            table.reserve(Features::new(&[index], &[1.0]).unwrap(), width)
        };
        one(&mut table, 1 << 30, 9).unwrap();
        assert!(matches!(one(&mut table, u32::MAX, 9), Err(LearnError::TableFull { .. })));
        assert!(matches!(one(&mut table, 3, usize::MAX / 64), Err(LearnError::TableFull { .. })));
        one(&mut table, 7, 9).unwrap();
        assert!(table.bytes() < 1 << 20);
    }

    #[test]
    fn comes_back_in_order() {
        let mut table = Strided::<u32, 1>::restore(&[3, 9], 2).unwrap();
        table.part_mut(1, 0, 2).copy_from_slice(&[7, 8]);
        assert_eq!(table.sorted(), [(3, 1), (9, 2)]);
        assert_eq!((table.part(2, 0, 2), table.part(1, 0, 2)), (&[7, 8][..], &[0, 0][..]));
        assert!(Strided::<u32, 1>::restore(&[9, 3], 2).is_err());
    }
}
