//! The fingerprint of the first name that fell into each slot.
//!
//! One lookup a feature tells whether its name is new, the slot's own, or another that collides, without holding
//! a name. Parsing threads look; only the merger, which sees lines in their order, writes, and what it has written
//! never changes. So whoever parses a later line and finds a slot taken has found the final answer, and whoever
//! finds it empty leaves the question to the merger. A fingerprint is a byte, so that the table stays near: two
//! names of one slot share theirs once in 254 times, and that collision goes unnoticed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{PoisonError, RwLock};

use noregret::prefetch;

use crate::schema::products::Products;

/// How a fingerprint meets its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    /// The slot is empty.
    New,
    /// The slot is this name's.
    Same,
    /// The slot is another name's.
    Other,
}

/// A table of fingerprints, or for wide hashes a map.
#[derive(Debug)]
pub(crate) enum Fingerprints {
    Table(Box<[AtomicU8]>),
    Map(RwLock<HashMap<u32, u8>>),
}

impl Fingerprints {
    /// Marks an empty slot.
    pub(crate) const EMPTY: u8 = 0;
    /// Marks a slot taken by a name whose bytes are not known exactly; it meets every name as its own.
    pub(crate) const ANY: u8 = 1;
    /// The widest hash that gets a table: 16 MiB.
    const WIDEST_TABLE: u32 = (1 << 24) - 1;

    /// Empty slots for a hash of that mask.
    pub(crate) fn new(mask: u32) -> Self {
        if mask <= Self::WIDEST_TABLE { Self::table(mask) } else { Self::Map(RwLock::default()) }
    }

    /// As [`new`](Self::new), for features so many that they would fill a table of any width.
    pub(crate) fn table(mask: u32) -> Self {
        // Zeroed by the system, and only where it is used.
        Self::Table(bytemuck::zeroed_slice_box(mask as usize + 2))
    }

    /// The fingerprint of a hash: its high byte, kept clear of the two reserved values.
    #[inline]
    pub(crate) fn of(hash: u64) -> u8 {
        ((hash >> 56) as u8).max(Self::ANY + 1)
    }

    /// Gives a slot to a fingerprint, whatever was there.
    pub(crate) fn set(&self, index: u32, print: u8) {
        match self {
            Self::Table(table) => {
                if let Some(slot) = table.get(index as usize) {
                    slot.store(print, Ordering::Relaxed);
                }
            }
            Self::Map(map) => {
                map.write().unwrap_or_else(PoisonError::into_inner).insert(index, print);
            }
        }
    }

    /// Asks the memory for a slot that will be looked at.
    #[inline(always)]
    pub(crate) fn expect(&self, index: u32) {
        if let Self::Table(table) = self {
            prefetch(&table[index as usize]);
        }
    }

    /// How a fingerprint would meet its slot.
    #[inline]
    pub(crate) fn look(&self, index: u32, print: u8) -> Met {
        let taken = match self {
            Self::Table(table) => table[index as usize].load(Ordering::Relaxed),
            Self::Map(map) => {
                let map = map.read().unwrap_or_else(PoisonError::into_inner);
                map.get(&index).copied().unwrap_or(Self::EMPTY)
            }
        };
        Self::met(taken, print)
    }

    /// How a fingerprint meets what a slot holds.
    #[inline]
    pub(crate) fn met(taken: u8, print: u8) -> Met {
        match taken {
            Self::EMPTY => Met::New,
            Self::ANY => Met::Same,
            taken if taken == print => Met::Same,
            _ => Met::Other,
        }
    }

    /// Adds what some slots hold to a list.
    pub(crate) fn fetch(&self, indices: impl Iterator<Item = u32>, list: &mut Vec<u8>) {
        match self {
            Self::Table(table) => {
                list.extend(indices.map(|index| table[index as usize].load(Ordering::Relaxed)));
            }
            Self::Map(map) => {
                let map = map.read().unwrap_or_else(PoisonError::into_inner);
                list.extend(indices.map(|index| map.get(&index).copied().unwrap_or(Self::EMPTY)));
            }
        }
    }

    /// Meets the slots of products, in order, and takes those that are empty; gives how many were others'. A slot is asked for some products before it is met.
    pub(crate) fn meet_all<'a>(
        &self,
        fresh: impl Iterator<Item = (u32, u8, &'a [u32])> + Clone,
        products: &mut Products,
    ) -> u64 {
        const AHEAD: usize = 16;
        let mut collisions = 0;
        let mut later = fresh.clone();
        later.by_ref().take(AHEAD).for_each(|(index, ..)| self.expect(index));
        for (index, print, parts) in fresh {
            if let Some((next, ..)) = later.next() {
                self.expect(next);
            }
            match self.meet(index, print) {
                Met::New => products.push(index, parts),
                Met::Same => {}
                Met::Other => collisions += 1,
            }
        }
        collisions
    }

    /// Meets the slot, and takes it if it is empty.
    pub(crate) fn meet(&self, index: u32, print: u8) -> Met {
        let met = self.look(index, print);
        if met == Met::New {
            self.set(index, print);
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_keeps_its_slot() {
        for prints in [Fingerprints::new(7), Fingerprints::new((1 << 25) - 1)] {
            assert_eq!(prints.look(3, 9), Met::New);
            assert_eq!(prints.meet(3, 9), Met::New);
            assert_eq!(prints.meet(3, 9), Met::Same);
            assert_eq!(prints.meet(3, 8), Met::Other);
            assert_eq!(prints.look(3, 9), Met::Same);
            prints.set(4, Fingerprints::ANY);
            assert_eq!(prints.meet(4, 8), Met::Same);
        }
        assert!(Fingerprints::of(0) > Fingerprints::ANY && Fingerprints::of(1 << 56) > Fingerprints::ANY);
    }
}
