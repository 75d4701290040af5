//! Features whose names a program has in its hands: hashed and looked up at once, so that nothing is copied but a name that nobody has met.
//!
//! Only where names are all there is to it: none left out, grouped, declared as a column of a table, crossed or written down; and only while no name of the
//! example waits to be looked up, so that fresh names come in the order of the features.

use super::Drafter;
use crate::draft::fingerprints::Met;
use xxhash_rust::xxh3::xxh3_64;

impl Drafter {
    /// Whether [`direct`](Self::direct) gives what naming the feature would.
    #[inline]
    pub(crate) fn takes_directly(&self) -> bool {
        self.named && self.schema.columns.is_empty() && self.indexer.is_idle()
    }

    /// Adds a feature of a namespace, shown to users with a separator after it.
    #[inline]
    pub(crate) fn direct(&mut self, namespace: &str, separator: char, name: &str, value: f64) {
        let (namespace, name) = (namespace.as_bytes(), name.as_bytes());
        let (index, print) = self.indexer.hashed_in(xxh3_64(namespace), name);
        match self.indexer.look(index, print) {
            Met::Same => {}
            Met::Other => self.indexer.collisions += 1,
            Met::New => self.draft.fresh.push(index, print, namespace, separator, name),
        }
        self.push(index, value, 0);
    }
}
