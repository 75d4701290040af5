//! A table that only answers: the cells of a predictor, side by side in the order of their indices.
//!
//! The place of an index is its rank: how many of the known indices are below it. One bit for each index says whether it is
//! known, and a running count stands beside every 64 bits, so a rank is one addition and one count of bits. That takes
//! 3/16 of a byte for each index up to the largest: little enough to stay in the cache, and made in one pass.
//! Where indices are far apart the bits would outweigh the cells; then [`Slots`] finds the places.

use crate::state::StateError;
use crate::table::Pages;
use crate::table::Slots;
use crate::table::prefetch;
use bytemuck::Pod;

/// Up to so many times as many bits as cells are kept: 6 bytes a cell.
const SPARSE: usize = 32;

/// Finds the cells of features.
pub trait Lookup<T> {
    /// All cells, at their places.
    fn cells(&self) -> &[T];

    /// Writes the places of features' cells, and asks for the cells. A feature without a cell gets a place that holds zeros,
    /// or none. There must be room for all of them.
    fn find(&self, indices: &[u32], places: &mut [u32]);
}

/// The place of a feature without a cell: no table is as long.
const NOWHERE: u32 = u32::MAX;

/// Cells by feature, to be read only.
#[derive(Debug)]
pub struct Ranked<T> {
    places: Places,
    cells: Pages<T>,
}

#[derive(Debug)]
enum Places {
    /// Bit i % 64 of word i / 64 is index i.
    Bits(Vec<Word>),
    Far(Slots),
}

/// 64 indices.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    known: u64,
    /// How many known indices are below these.
    before: u32,
}

impl Word {
    /// The place of one of these indices.
    #[inline]
    fn place(self, index: u32) -> u32 {
        let bit = 1u64 << (index % 64);
        if self.known & bit == 0 { NOWHERE } else { self.before + (self.known & (bit - 1)).count_ones() }
    }
}

impl<T: Pod> Ranked<T> {
    /// The cells of these indices, which must strictly increase; there are as many of both.
    pub fn new(indices: &[u32], cells: impl Into<Pages<T>>) -> Result<Self, StateError> {
        let cells = cells.into();
        debug_assert_eq!(indices.len(), cells.len());
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(StateError::impossible("index", "indices are not strictly increasing"));
        }
        let span = indices.last().map_or(0, |&last| last as usize + 1);
        if span > SPARSE * indices.len() {
            return Ok(Self { places: Places::Far(Slots::restore(indices)?), cells });
        }
        let mut words = vec![Word::default(); span.div_ceil(64)];
        for &index in indices {
            words[index as usize / 64].known |= 1 << (index % 64);
        }
        let mut before = 0;
        for word in &mut words {
            word.before = before;
            before += word.known.count_ones();
        }
        Ok(Self { places: Places::Bits(words), cells })
    }

    /// The known indices, in order.
    pub fn indices(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match &self.places {
            Places::Far(slots) => Box::new(slots.indices().iter().copied()),
            Places::Bits(words) => Box::new(words.iter().zip(0..).flat_map(|(word, k)| {
                let bits = (0..64).filter(|bit| word.known >> bit & 1 == 1);
                bits.map(move |bit| 64 * k + bit)
            })),
        }
    }

    /// The known indices and their cells, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.indices().zip(&self.cells[..])
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let places = match &self.places {
            Places::Bits(words) => size_of_val(&words[..]) as u64,
            Places::Far(slots) => slots.bytes(),
        };
        size_of_val(&self.cells[..]) as u64 + places
    }
}

impl<T: Pod> Lookup<T> for Ranked<T> {
    #[inline]
    fn cells(&self) -> &[T] {
        &self.cells
    }

    #[inline]
    fn find(&self, indices: &[u32], places: &mut [u32]) {
        let cells = &self.cells[..];
        let mut places = places.iter_mut();
        let mut found = |place: u32| {
            if let Some(cell) = cells.get(place as usize) {
                prefetch(cell);
            }
            if let Some(next) = places.next() {
                *next = place;
            }
        };
        match &self.places {
            Places::Bits(words) => {
                let word = |index: u32| words.get(index as usize / 64).copied().unwrap_or_default();
                indices.iter().for_each(|&index| found(word(index).place(index)));
            }
            // A slot + 1, or 0 without one.
            Places::Far(slots) => slots.places(indices, |place| found(place.wrapping_sub(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn every_index_finds_its_own_cell(
            known in prop::collection::btree_set(prop_oneof![0u32..200, 0u32..5000, 0u32..1 << 30], 0..300),
            asked in prop::collection::vec(prop_oneof![0u32..200, 0u32..5000, any::<u32>()], 0..300),
        ) {
            let indices: Vec<u32> = known.iter().copied().collect();
            let cells: Vec<f64> = indices.iter().map(|&index| f64::from(index) + 0.5).collect();
            let truth: BTreeMap<u32, f64> = indices.iter().copied().zip(cells.iter().copied()).collect();
            let table = Ranked::new(&indices, cells).unwrap();
            prop_assert!(table.iter().map(|(index, &cell)| (index, cell)).eq(truth.clone()));
            for asked in [&asked[..], &indices[..]] {
                let mut places = vec![7; asked.len()];
                table.find(asked, &mut places);
                for (index, place) in asked.iter().zip(places) {
                    prop_assert_eq!(table.cells().get(place as usize), truth.get(index));
                }
            }
        }
    }

    #[test]
    fn indices_that_do_not_increase_are_refused() {
        assert!(Ranked::new(&[3, 3], vec![0.0; 2]).is_err() && Ranked::new(&[4, 3], vec![0.0; 2]).is_err());
    }
}
