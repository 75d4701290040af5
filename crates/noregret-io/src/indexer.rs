//! From identities to indices: index 0 is the bias; a numbered feature i is i + 1, or hashed; a named feature is
//! hashed from its namespace, a zero byte and its name.
//!
//! The low bits of one 64-bit xxh3 choose the slot, the high 32 are a fingerprint. A table of fingerprints finds
//! the first occurrence of a name (to be kept) and every occurrence that shares another's slot (to be counted)
//! for one lookup a feature, without holding a name. Two names of one slot and one fingerprint, one pair in four
//! thousand million, go unnoticed.

use std::collections::HashMap;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::fault::LineFault;
use crate::names::Names;
use crate::schema::{Family, Schema};

/// One more than the largest number a feature can have without hashing.
pub(crate) const LARGEST_NUMBER: u64 = (1 << 30) - 1;

/// Keeps numbers apart from names that happen to have their bytes.
const NUMBER_SEED: u64 = 0x6e6f_7265_6772_6574;

/// Turns the identities of features into indices, and keeps what is new about their names.
pub(crate) struct Indexer {
    mask: Option<u32>,
    prints: Option<Prints>,
    /// Names first seen since they were last taken.
    fresh: Names,
    /// As [`Schema::collisions`].
    collisions: u64,
    /// How many of the fresh names, and which collisions, belong to finished examples.
    kept: (usize, u64),
    key: Vec<u8>,
    cut: usize,
}

impl Indexer {
    /// Continues from a schema whose family and width are fixed.
    pub(crate) fn new(schema: &Schema, known: &Names) -> Self {
        let mask = schema.bits.map(|bits| (1u32 << bits) - 1);
        let mut prints = mask.filter(|_| schema.keep_names).map(Prints::new);
        let mut key = Vec::new();
        for (index, namespace, name) in known.parts() {
            let Some(prints) = &mut prints else { break };
            let print = match schema.family {
                _ if name.contains('\u{fffd}') || namespace.contains('\u{fffd}') => Prints::ANY,
                Some(Family::Indexed) => {
                    name.parse().map_or(Prints::ANY, |number| fingerprint(hash_number(number)))
                }
                _ => {
                    key.clear();
                    key.extend_from_slice(namespace.as_bytes());
                    key.push(0);
                    key.extend_from_slice(name.as_bytes());
                    fingerprint(xxh3_64(&key))
                }
            };
            prints.set(index, print);
        }
        Self {
            mask,
            prints,
            fresh: Names::default(),
            collisions: schema.collisions,
            kept: (0, schema.collisions),
            key: vec![0],
            cut: 0,
        }
    }

    /// Keeps what the current example brought.
    pub(crate) fn keep(&mut self) {
        self.kept = (self.fresh.len(), self.collisions);
    }

    /// Forgets what the current line brought: it was refused.
    pub(crate) fn forget(&mut self) {
        if let Some(prints) = &mut self.prints {
            self.fresh.parts().skip(self.kept.0).for_each(|(index, ..)| prints.set(index, Prints::EMPTY));
        }
        self.fresh.truncate(self.kept.0);
        self.collisions = self.kept.1;
    }

    /// Hands over the fresh names and the number of collisions so far.
    pub(crate) fn take(&mut self) -> (Names, u64) {
        self.kept.0 = 0;
        (std::mem::take(&mut self.fresh), self.collisions)
    }

    /// The index of a numbered feature.
    #[inline]
    pub(crate) fn number(&mut self, number: u64) -> Result<u32, LineFault> {
        let Some(mask) = self.mask else {
            return match number {
                0..=LARGEST_NUMBER => Ok(number as u32 + 1),
                _ => Err(LineFault::IndexTooLarge { limit: LARGEST_NUMBER }),
            };
        };
        let hash = hash_number(number);
        let index = 1 + (hash as u32 & mask);
        if let Some(prints) = &mut self.prints {
            match prints.meet(index, fingerprint(hash)) {
                Met::New => self.fresh.push(index, b"", '^', number.to_string().as_bytes()),
                Met::Same => {}
                Met::Other => self.collisions += 1,
            }
        }
        Ok(index)
    }

    /// Starts a namespace: the names that follow belong to it.
    #[inline]
    pub(crate) fn namespace(&mut self, namespace: &[u8]) {
        self.key.clear();
        self.key.extend_from_slice(namespace);
        self.key.push(0);
        self.cut = namespace.len();
    }

    /// The index of a name in the namespace started last, shown to users with the separator.
    #[inline]
    pub(crate) fn name(&mut self, separator: char, name: &[u8]) -> u32 {
        self.key.truncate(self.cut + 1);
        self.key.extend_from_slice(name);
        let hash = xxh3_64(&self.key);
        let index = 1 + (hash as u32 & self.mask.unwrap_or((1 << Schema::DEFAULT_BITS) - 1));
        if let Some(prints) = &mut self.prints {
            match prints.meet(index, fingerprint(hash)) {
                Met::New => self.fresh.push(index, &self.key[..self.cut], separator, name),
                Met::Same => {}
                Met::Other => self.collisions += 1,
            }
        }
        index
    }
}

fn hash_number(number: u64) -> u64 {
    xxh3_64_with_seed(&number.to_le_bytes(), NUMBER_SEED)
}

/// The high half of a hash, kept clear of the two reserved values.
fn fingerprint(hash: u64) -> u32 {
    ((hash >> 32) as u32).max(Prints::ANY + 1)
}

/// How a fingerprint meets its slot.
enum Met {
    New,
    Same,
    Other,
}

/// The fingerprint of the first name of each slot: a table, or for wide hashes a map.
enum Prints {
    Table(Vec<u32>),
    Map(HashMap<u32, u32>),
}

impl Prints {
    /// Marks an empty slot.
    const EMPTY: u32 = 0;
    /// Marks a slot taken by a name whose bytes are not known exactly; it meets every name as its own.
    const ANY: u32 = 1;
    /// The widest hash that gets a table: 64 MiB.
    const WIDEST_TABLE: u32 = (1 << 24) - 1;

    fn new(mask: u32) -> Self {
        if mask <= Self::WIDEST_TABLE {
            Self::Table(vec![Self::EMPTY; mask as usize + 2])
        } else {
            Self::Map(HashMap::new())
        }
    }

    fn set(&mut self, index: u32, print: u32) {
        match self {
            Self::Table(table) => table.get_mut(index as usize).into_iter().for_each(|slot| *slot = print),
            Self::Map(map) => drop(map.insert(index, print)),
        }
    }

    #[inline]
    fn meet(&mut self, index: u32, print: u32) -> Met {
        let slot = match self {
            Self::Table(table) => &mut table[index as usize],
            Self::Map(map) => map.entry(index).or_insert(Self::EMPTY),
        };
        match *slot {
            Self::EMPTY => {
                *slot = print;
                Met::New
            }
            Self::ANY => Met::Same,
            taken if taken == print => Met::Same,
            _ => Met::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(bits: Option<u8>, family: Family) -> Schema {
        Schema { bits, family: Some(family), ..Schema::default() }
    }

    #[test]
    fn numbers_are_shifted_past_the_bias() {
        let mut indexer = Indexer::new(&schema(None, Family::Indexed), &Names::default());
        assert_eq!(indexer.number(0), Ok(1));
        assert_eq!(indexer.number(LARGEST_NUMBER), Ok(1 << 30));
        assert!(indexer.number(1 << 30).is_err());
        let mut hashed = Indexer::new(&schema(Some(4), Family::Indexed), &Names::default());
        assert!((1..=16).contains(&hashed.number(u64::MAX).unwrap()));
    }

    #[test]
    fn hashes_never_change() {
        let mut indexer = Indexer::new(&schema(Some(22), Family::Named), &Names::default());
        indexer.namespace(b"city");
        assert_eq!(indexer.name('=', b"Oslo"), 1 + (xxh3_64(b"city\0Oslo") & 0x3f_ffff) as u32);
        indexer.namespace(b"");
        assert_eq!(indexer.name('^', b"age"), 1 + (xxh3_64(b"\0age") & 0x3f_ffff) as u32);
        assert_eq!(indexer.fresh.iter().count(), 2);
    }

    #[test]
    fn a_refused_line_leaves_no_trace() {
        let mut indexer = Indexer::new(&schema(Some(1), Family::Named), &Names::default());
        indexer.namespace(b"");
        let index = indexer.name('^', b"kept");
        indexer.keep();
        for n in 0..9 {
            indexer.name('^', &[b'a' + n]);
        }
        indexer.forget();
        let other = (0..9).map(|n| [b'z' - n]).find(|name| indexer.name('^', name) != index).unwrap();
        let (names, collisions) = indexer.take();
        assert_eq!(names.get(index), Some("kept"));
        assert_eq!(names.get(3 - index).unwrap().as_bytes(), other);
        assert!(collisions < 9);
    }

    #[test]
    fn collisions_are_counted_the_same_after_a_resume() {
        for (bits, family) in [(3, Family::Named), (3, Family::Indexed), (25, Family::Named)] {
            let schema = schema(Some(bits), family);
            let visit = |indexer: &mut Indexer| {
                for n in 0..100u64 {
                    match family {
                        Family::Indexed => drop(indexer.number(n)),
                        Family::Named => {
                            indexer.namespace(if n % 2 == 0 { b"a" } else { b"" });
                            indexer.name('^', n.to_string().as_bytes());
                        }
                    }
                }
            };
            let mut straight = Indexer::new(&schema, &Names::default());
            visit(&mut straight);
            let first = straight.collisions;
            assert_eq!(first > 0, bits == 3);
            let mut resumed = Indexer::new(&schema, &straight.fresh);
            visit(&mut resumed);
            visit(&mut straight);
            assert_eq!(first + resumed.collisions, straight.collisions);
            assert!(resumed.fresh.is_empty());
        }
    }
}
