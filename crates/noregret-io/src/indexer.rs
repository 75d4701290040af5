//! From identities to indices: index 0 is the bias; a numbered feature i is i + 1, or hashed; a named feature is
//! hashed from its namespace, a zero byte and its name.
//!
//! The low bits of one 64-bit xxh3 choose the slot, the high 32 are a fingerprint, by which names that are new and
//! names that collide are found.

use std::sync::Arc;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::draft::Fresh;
use crate::fault::LineFault;
use crate::names::Names;
use crate::prints::{Met, Prints};
use crate::schema::{Family, Schema};

/// One more than the largest number a feature can have without hashing.
pub(crate) const LARGEST_NUMBER: u64 = (1 << 30) - 1;

/// Keeps numbers apart from names that happen to have their bytes.
const NUMBER_SEED: u64 = 0x6e6f_7265_6772_6574;

/// The fingerprints of the names known so far; none where names are not kept or features not hashed.
pub(crate) fn known_prints(schema: &Schema, known: &Names) -> Option<Arc<Prints>> {
    let prints = schema.bits.filter(|_| schema.keep_names).map(|bits| Prints::new((1 << bits) - 1))?;
    let mut key = Vec::new();
    for (index, namespace, name) in known.parts() {
        let print = match schema.family {
            _ if name.contains('\u{fffd}') || namespace.contains('\u{fffd}') => Prints::ANY,
            Some(Family::Indexed) => {
                name.parse().map_or(Prints::ANY, |number| Prints::of(hash_number(number)))
            }
            _ => {
                key.clear();
                key.extend_from_slice(namespace.as_bytes());
                key.push(0);
                key.extend_from_slice(name.as_bytes());
                Prints::of(xxh3_64(&key))
            }
        };
        prints.set(index, print);
    }
    Some(Arc::new(prints))
}

/// Turns the identities of features into indices, and notes what is new about their names.
#[derive(Debug)]
pub(crate) struct Indexer {
    mask: Option<u32>,
    prints: Option<Arc<Prints>>,
    key: Vec<u8>,
    cut: usize,
    /// How many features of the current line fell into another name's slot.
    pub(crate) collisions: u32,
}

impl Indexer {
    /// By a schema whose family and width are fixed, and the fingerprints of the names known.
    pub(crate) fn new(schema: &Schema, prints: Option<Arc<Prints>>) -> Self {
        let mask = schema.bits.map(|bits| (1u32 << bits) - 1);
        Self { mask, prints, key: vec![0], cut: 0, collisions: 0 }
    }

    /// The index of a numbered feature.
    #[inline]
    pub(crate) fn number(&mut self, number: u64, fresh: &mut Fresh) -> Result<u32, LineFault> {
        let Some(mask) = self.mask else {
            return match number {
                0..=LARGEST_NUMBER => Ok(number as u32 + 1),
                _ => Err(LineFault::IndexTooLarge { limit: LARGEST_NUMBER }),
            };
        };
        let hash = hash_number(number);
        let index = 1 + (hash as u32 & mask);
        if let Some(prints) = &self.prints {
            let print = Prints::of(hash);
            match prints.look(index, print) {
                Met::New => fresh.push(index, print, b"", '^', number.to_string().as_bytes()),
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
    pub(crate) fn name(&mut self, separator: char, name: &[u8], fresh: &mut Fresh) -> u32 {
        self.key.truncate(self.cut + 1);
        self.key.extend_from_slice(name);
        let hash = xxh3_64(&self.key);
        let index = 1 + (hash as u32 & self.mask.unwrap_or((1 << Schema::DEFAULT_BITS) - 1));
        if let Some(prints) = &self.prints {
            let print = Prints::of(hash);
            match prints.look(index, print) {
                Met::New => fresh.push(index, print, &self.key[..self.cut], separator, name),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn indexer(bits: Option<u8>, family: Family) -> Indexer {
        let schema = Schema { bits, family: Some(family), ..Schema::default() };
        Indexer::new(&schema, known_prints(&schema, &Names::default()))
    }

    #[test]
    fn numbers_are_shifted_past_the_bias() {
        let fresh = &mut Fresh::default();
        let mut plain = indexer(None, Family::Indexed);
        assert_eq!(plain.number(0, fresh), Ok(1));
        assert_eq!(plain.number(LARGEST_NUMBER, fresh), Ok(1 << 30));
        assert!(plain.number(1 << 30, fresh).is_err());
        let mut hashed = indexer(Some(4), Family::Indexed);
        assert!((1..=16).contains(&hashed.number(u64::MAX, fresh).unwrap()));
    }

    #[test]
    fn hashes_never_change() {
        let fresh = &mut Fresh::default();
        let mut indexer = indexer(Some(22), Family::Named);
        indexer.namespace(b"city");
        assert_eq!(indexer.name('=', b"Oslo", fresh), 1 + (xxh3_64(b"city\0Oslo") & 0x3f_ffff) as u32);
        indexer.namespace(b"");
        assert_eq!(indexer.name('^', b"age", fresh), 1 + (xxh3_64(b"\0age") & 0x3f_ffff) as u32);
        assert_eq!(fresh.names.len(), 2);
        assert_eq!(fresh.parts(&fresh.names[0]), (&b"city"[..], &b"Oslo"[..]));
        fresh.truncate(1);
        assert_eq!(fresh.names.len(), 1);
    }
}
