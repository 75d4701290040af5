//! Features numbered in the order they are first seen, so that what is kept for them lies close together.

use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::pages::Pages;
use crate::prefetch::prefetch;
use crate::state::StateError;
use crate::table::MAX_INDEX;

/// From so many features on the table is on huge pages, if it has at most so many times as many places: few features far apart would fill huge pages
/// with zeros.
const MANY: usize = 1 << 14;
const APART: usize = 1 << 12;

/// Indices and their slots.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    /// Slot + 1 of an index; 0 without one.
    slots: Pages<u32>,
    /// Whether there were many when the table was made.
    settled: bool,
    /// The index of a slot.
    indices: Vec<u32>,
}

impl Slots {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Indices in order of slot.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// The slot of an index.
    #[inline]
    pub fn get(&self, index: u32) -> Option<usize> {
        match self.slots.get(index as usize) {
            None | Some(0) => None,
            Some(slot) => Some(*slot as usize - 1),
        }
    }

    /// The slots + 1 of indices; 0 for one without.
    #[inline]
    pub fn places(&self, indices: &[u32]) -> impl Iterator<Item = u32> {
        let slots = &self.slots[..];
        indices.iter().map(|&index| slots.get(index as usize).copied().unwrap_or(0))
    }

    /// Asks for the slots of indices that will be looked up.
    #[inline]
    pub fn expect(&self, indices: &[u32]) {
        let slots = &self.slots[..];
        indices.iter().filter_map(|&index| slots.get(index as usize)).for_each(prefetch);
    }

    /// Indices and their slots, in order of index.
    pub fn sorted(&self) -> Vec<(u32, u32)> {
        // Many are found by looking at every place, few by sorting.
        if self.indices.len() > self.slots.len() / 64 {
            let used = self.slots.iter().enumerate().filter(|(_, place)| **place > 0);
            return used.map(|(index, &place)| (index as u32, place - 1)).collect();
        }
        let mut all: Vec<(u32, u32)> = self.indices.iter().copied().zip(0..).collect();
        all.sort_unstable();
        all
    }

    /// Refuses an x whose indices cannot be held, without changing anything that shows.
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        let Some(last) = x.last_index() else { return Ok(()) };
        let (fits, many) = ((last as usize) < self.slots.len(), self.indices.len() >= MANY);
        if fits && (self.settled || !many) {
            return Ok(());
        }
        self.grow(last)
    }

    #[cold]
    fn grow(&mut self, last: u32) -> Result<(), LearnError> {
        let length = ((last as usize + 1).next_power_of_two().max(64) + 64).max(self.slots.len());
        let refuse = || LearnError::TableFull { index: last, bytes: 4 * length as u64 };
        if last > MAX_INDEX {
            return Err(refuse());
        }
        // Untouched pages cost no memory; only what is in use is copied.
        let many = self.indices.len() >= MANY;
        let mut slots =
            Pages::zeroed(length, many && length / APART <= self.indices.len()).ok_or_else(refuse)?;
        for (slot, &index) in self.indices.iter().enumerate() {
            slots[index as usize] = slot as u32 + 1;
        }
        (self.slots, self.settled) = (slots, many);
        Ok(())
    }

    /// Gives an index, for which there is [room](Self::reserve), the next slot.
    pub fn push(&mut self, index: u32) -> usize {
        let slot = self.indices.len();
        self.indices.push(index);
        self.slots[index as usize] = slot as u32 + 1;
        slot
    }

    /// The weights of all, in order of index, each from its slot.
    pub fn weights(&self, value: impl Fn(usize) -> f64) -> Vec<Weight> {
        let sorted = self.sorted().into_iter();
        sorted.map(|(index, slot)| Weight { index, value: value(slot as usize) }).collect()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        4 * (self.slots.len() + self.indices.len()) as u64
    }

    /// Slots for these indices, in this order.
    pub fn restore(indices: &[u32]) -> Result<Self, StateError> {
        let impossible =
            |reason: &str| StateError::Value { name: "index".to_owned(), reason: reason.to_owned() };
        let mut slots = Self::default();
        if let Some(&last) = indices.iter().max() {
            let room =
                Features::new(std::slice::from_ref(&last), &[1.0]).map_err(|_| impossible("too large"))?;
            slots.reserve(room).map_err(|_| impossible("too large"))?;
        }
        for &index in indices {
            if slots.get(index).is_some() {
                return Err(impossible("an index appears twice"));
            }
            slots.push(index);
        }
        Ok(slots)
    }
}
