//! Slots: features numbered in the order they are first seen, so that their numbers lie close together.
//!
//! The slot of an index is read from a flat table, or from a hash map while there are few features with
//! high indices: in a table each of those would fill a page of memory with zeros.

use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::state::StateError;
use crate::table::MAX_INDEX;
use crate::table::Pages;
use crate::table::prefetch;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A flat table of up to this many indices is made at once: it is a megabyte.
const SMALL: usize = 1 << 18;
/// From this many features on the table is flat, however high the indices are.
const MANY: usize = 1 << 14;
/// A flat table goes on huge pages if there is a feature for every so many indices. Fewer would fill
/// huge pages with zeros.
const APART: usize = 1 << 12;

/// Indices and their slots.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// By index: slot + 1, or 0 without a slot. Empty while `few` is in use.
    table: Pages<u32>,
    /// The same as a map, while there are few features and a table would be large.
    few: HashMap<u32, u32, BuildHasherDefault<Spread>>,
    /// By slot: the index.
    indices: Vec<u32>,
}

/// A hash of one index, by one multiplication.
#[derive(Clone, Copy, Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(self.0 as u32 ^ u32::from(byte)));
    }

    fn write_u32(&mut self, number: u32) {
        let product = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Slots {
    /// How many slots are taken.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Indices in order of slot.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// The length of the flat table, a little above the largest index; `usize::MAX` without one.
    #[inline]
    pub fn span(&self) -> usize {
        if self.table.is_empty() { usize::MAX } else { self.table.len() }
    }

    /// The slot of an index + 1, or 0 if it has none.
    #[inline]
    fn place(&self, index: u32) -> u32 {
        let found = if self.table.is_empty() { self.few.get(&index) } else { self.table.get(index as usize) };
        found.copied().unwrap_or(0)
    }

    /// The slot of an index, if it has one.
    #[inline]
    pub fn get(&self, index: u32) -> Option<usize> {
        (self.place(index) as usize).checked_sub(1)
    }

    /// Calls `found` for each index in turn with its slot + 1, or 0 if it has none.
    #[inline]
    pub fn places(&self, indices: &[u32], found: impl FnMut(u32)) {
        // Prefetch all before reading the first, so that the misses overlap.
        self.expect(indices);
        self.each(indices, found);
    }

    /// Prefetches what [`each`](Self::each) will read.
    #[inline]
    pub fn expect(&self, indices: &[u32]) {
        let table = &self.table[..];
        indices.iter().filter_map(|&index| table.get(index as usize)).for_each(prefetch);
    }

    /// As [`places`](Self::places), of indices that were prefetched.
    #[inline]
    pub fn each(&self, indices: &[u32], mut found: impl FnMut(u32)) {
        let table = &self.table[..];
        if table.is_empty() {
            return indices.iter().for_each(|&index| found(self.place(index)));
        }
        indices.iter().for_each(|&index| found(table.get(index as usize).copied().unwrap_or(0)));
    }

    /// Indices and their slots, in order of index.
    pub fn sorted(&self) -> Vec<(u32, u32)> {
        // Going through the table is cheaper than sorting once one index in 64 has a slot.
        if self.indices.len() > self.table.len() / 64 && !self.table.is_empty() {
            let used = self.table.iter().enumerate().filter(|(_, place)| **place > 0);
            return used.map(|(index, &place)| (index as u32, place - 1)).collect();
        }
        let mut all: Vec<(u32, u32)> = self.indices.iter().copied().zip(0..).collect();
        all.sort_unstable();
        all
    }

    /// Makes room for the indices of x, or refuses it. No slot is given or changed.
    #[inline]
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        match x.last_index() {
            Some(last) if (last as usize) >= self.table.len() => self.grow(last),
            _ => Ok(()),
        }
    }

    /// Makes room up to `last`: in a table, or in the map while that is the better one.
    #[cold]
    fn grow(&mut self, last: u32) -> Result<(), LearnError> {
        let many = self.indices.len() >= MANY;
        let reach = |last: u32| (last as usize + 1).next_power_of_two().max(64) + 64;
        let refuse = || LearnError::TableFull { index: last, bytes: 4 * reach(last) as u64 };
        if last > MAX_INDEX {
            return Err(refuse());
        }
        let scattered = !self.few.is_empty();
        if !many && (scattered || reach(last) > SMALL) {
            if !scattered {
                self.few = self.indices.iter().copied().zip(1..).collect();
                self.table = Pages::default();
            }
            return Ok(());
        }
        let length = reach(self.indices.iter().copied().max().unwrap_or(0).max(last));
        // Pages that are never touched cost no memory, so only the slots in use are copied.
        let mut table =
            Pages::zeroed(length, many && length / APART <= self.indices.len()).ok_or_else(refuse)?;
        for (place, &index) in (1..).zip(&self.indices) {
            table[index as usize] = place;
        }
        (self.table, self.few) = (table, HashMap::default());
        Ok(())
    }

    /// Gives an index the next slot. [`reserve`](Self::reserve) must have made room for it.
    pub fn push(&mut self, index: u32) -> usize {
        let slot = self.indices.len();
        self.indices.push(index);
        if self.table.is_empty() {
            self.few.insert(index, slot as u32 + 1);
        } else {
            self.table[index as usize] = slot as u32 + 1;
        }
        slot
    }

    /// The weights of all features, in the order of their indices; `value` gives that of a slot.
    pub fn weights(&self, value: impl Fn(usize) -> f64) -> Vec<Weight> {
        let sorted = self.sorted().into_iter();
        sorted.map(|(index, slot)| Weight { index, value: value(slot as usize) }).collect()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        4 * (self.table.len() + self.indices.len()) as u64 + 8 * self.few.capacity() as u64
    }

    /// Slots for these indices, in this order; refuses an index that appears twice.
    pub fn restore(indices: &[u32]) -> Result<Self, StateError> {
        let mut slots = Self { indices: indices.to_vec(), ..Self::default() };
        if let Some(&last) = indices.iter().max() {
            slots.grow(last).map_err(|_| StateError::impossible("index", "too large"))?;
        }
        if !(1..).zip(indices).all(|(place, &index)| slots.place(index) == place) {
            return Err(StateError::impossible("index", "an index appears twice"));
        }
        Ok(slots)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// Adds indices one after the other, and checks all of them.
    fn add(slots: &mut Slots, indices: impl Iterator<Item = u32>) {
        for index in indices {
            slots.reserve(Features::new(&[index], &[1.0]).unwrap()).unwrap();
            if slots.get(index).is_none() {
                slots.push(index);
            }
        }
        let all: Vec<u32> = slots.indices().to_vec();
        let mut found = Vec::new();
        slots.places(&all, |place| found.push(place));
        assert!(found.into_iter().eq(1..=all.len() as u32));
        let sorted = slots.sorted();
        assert!(sorted.windows(2).all(|pair| pair[0].0 < pair[1].0) && sorted.len() == all.len());
        assert!(sorted.iter().all(|&(index, slot)| all[slot as usize] == index));
        let back = Slots::restore(&all).unwrap();
        assert!(all.iter().all(|&index| back.get(index) == slots.get(index)));
    }

    #[test]
    fn slots_are_the_same_in_a_table_and_in_a_map() {
        let mut slots = Slots::default();
        add(&mut slots, [5, 3, 5, 100_000].into_iter());
        assert!(slots.few.is_empty(), "low indices: a table");
        add(&mut slots, (0..100).map(|k| k * 1_000_003));
        assert!(slots.table.is_empty(), "few and far apart: a map");
        add(&mut slots, (0..20_000).map(|k| (k * 7919) % 400_000));
        assert!(slots.few.is_empty(), "many: a table");
        assert_eq!((slots.get(4), slots.get(u32::MAX)), (None, None));
        assert!(Slots::restore(&[7, 9, 7]).is_err() && Slots::restore(&[1 << 30, 9, 1 << 30]).is_err());
        let last = Features::new(&[u32::MAX], &[1.0]).unwrap();
        for mut slots in [slots, Slots::default()] {
            assert!(matches!(slots.reserve(last), Err(LearnError::TableFull { .. })));
        }
    }

    #[test]
    fn a_few_indices_far_apart_cost_little() {
        let mut slots = Slots::default();
        add(&mut slots, (0..1000).map(|k| k << 20));
        assert!(slots.bytes() < 1 << 16, "{}", slots.bytes());
    }
}
