//! Features whose names a program has in its hands: hashed and looked up at once, so that nothing is copied but a name that nobody has met.
//!
//! Only where names are all there is to it: none left out, grouped, declared as a column of a table, crossed or written down; and only while no name of the
//! example waits to be looked up, so that fresh names come in the order of the features.
//!
//! The fingerprints of slots are far apart in memory. What is found to be its slot's own name stays so for ever, and the last such names are remembered side by side:
//! most features of a stream are among the few that come often.

use super::Drafter;
use crate::draft::fingerprints::Met;

/// How many slots are remembered: 64 KB of them.
const MANY: usize = 1 << 13;

/// Slots whose names were met lately, with their fingerprints; by the slot, a later one in place of an earlier one.
#[derive(Debug, Default)]
pub(super) struct Lately(Vec<u64>);

impl Lately {
    /// Whether a name is its slot's own, by what is remembered or else by a look, which is remembered then.
    #[inline]
    fn met(&mut self, index: u32, print: u8, look: impl FnOnce() -> Met) -> Met {
        if self.0.is_empty() {
            self.0.resize(MANY, 0);
        }
        let name = u64::from(index) << 8 | u64::from(print);
        let place = &mut self.0[index as usize % MANY];
        if *place == name {
            return Met::Same;
        }
        let met = look();
        if met == Met::Same {
            *place = name;
        }
        met
    }
}

impl Drafter {
    /// Whether [`direct`](Self::direct) gives what naming the feature would.
    #[inline]
    pub(crate) fn takes_directly(&self) -> bool {
        self.named && self.schema.columns.is_empty() && self.indexer.is_idle()
    }

    /// Adds a feature of a namespace, whose hash is `seed`, shown to users with a separator after it.
    #[inline]
    pub(crate) fn direct(&mut self, seed: u64, namespace: &str, separator: char, name: &str, value: f64) {
        let (namespace, name) = (namespace.as_bytes(), name.as_bytes());
        let (index, print) = self.indexer.hash_in(seed, name);
        match self.lately.met(index, print, || self.indexer.look(index, print)) {
            Met::Same => {}
            Met::Other => self.indexer.collisions += 1,
            Met::New => self.draft.fresh.push(index, print, namespace, separator, name),
        }
        self.push(index, value, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::fingerprints::Fingerprints;

    /// What is remembered answers as the fingerprints do, whatever comes between.
    #[test]
    fn remembered_or_looked_up_it_is_the_same() {
        let (prints, mut lately) = (Fingerprints::new((1 << 15) - 1), Lately::default());
        for k in 0..20_000u32 {
            let (index, print) = (1 + k * k % 30_000, 2 + (k / 7 % 3) as u8);
            let wanted = prints.look(index, print);
            assert_eq!(lately.met(index, print, || prints.look(index, print)), wanted, "{k}");
            prints.meet(index, print);
        }
    }
}
