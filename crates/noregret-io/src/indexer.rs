//! From identities to indices: index 0 is the bias; a numbered feature i is i + 1, or hashed; a named feature is
//! hashed, with the hash of its namespace as the seed.
//!
//! The low bits of one 64-bit xxh3 choose the slot, the high byte is a fingerprint, by which names that are new and
//! names that collide are found. Fingerprints are far apart in memory; they are looked up for a whole line at once,
//! so that the processor waits for many of them together.

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
    for (index, namespace, name) in known.parts() {
        let print = match schema.family {
            _ if name.contains('\u{fffd}') || namespace.contains('\u{fffd}') => Prints::ANY,
            Some(Family::Indexed) => {
                name.parse().map_or(Prints::ANY, |number| Prints::of(hash_number(number)))
            }
            _ => Prints::of(hash_name(namespace.as_bytes(), name.as_bytes())),
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
    /// The current namespace and its hash.
    namespace: Vec<u8>,
    seed: u64,
    /// The features of the current line that are not looked up yet, and their namespaces and names.
    pending: Vec<Pending>,
    keys: Vec<u8>,
    /// What the slots of the pending features hold.
    taken: Vec<u8>,
    /// How many features of the current line fell into another name's slot.
    pub(crate) collisions: u32,
    /// Whether every name counts as fresh.
    verbatim: bool,
}

/// A feature to be looked up; its key starts where the one before ends.
#[derive(Clone, Copy, Debug)]
struct Pending {
    index: u32,
    print: u8,
    /// Where the namespace and the key end.
    cut: usize,
    end: usize,
    separator: char,
}

impl Indexer {
    /// How long keys may become, together, before they are looked up.
    const MOST_KEYS: usize = 1 << 16;

    /// By a schema whose family and width are fixed, and the fingerprints of the names known.
    pub(crate) fn new(schema: &Schema, prints: Option<Arc<Prints>>, verbatim: bool) -> Self {
        let mask = schema.bits.map(|bits| (1u32 << bits) - 1);
        let (pending, keys) = (Vec::new(), Vec::new());
        let taken = Vec::new();
        Self {
            mask,
            prints,
            namespace: Vec::new(),
            seed: xxh3_64(b""),
            pending,
            keys,
            taken,
            collisions: 0,
            verbatim,
        }
    }

    /// Begins a line.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.pending.clear();
        self.keys.clear();
        self.collisions = 0;
    }

    /// Looks up what is pending; names nobody has met are added to the fresh ones.
    pub(crate) fn settle(&mut self, fresh: &mut Fresh) {
        self.taken.clear();
        match &self.prints {
            // All are fetched before any is judged: a wrong guess about one would call back the fetching of the next.
            Some(prints) => prints.fetch(self.pending.iter().map(|feature| feature.index), &mut self.taken),
            None if self.verbatim => self.taken.resize(self.pending.len(), Prints::EMPTY),
            None => {}
        }
        let mut start = 0;
        for (feature, &taken) in self.pending.iter().zip(&self.taken) {
            match Prints::met(taken, feature.print) {
                Met::Same => {}
                Met::Other => self.collisions += 1,
                Met::New => {
                    let namespace = &self.keys[start..feature.cut];
                    let name = &self.keys[feature.cut..feature.end];
                    fresh.push(feature.index, feature.print, namespace, feature.separator, name);
                }
            }
            start = feature.end;
        }
        self.pending.clear();
        self.keys.clear();
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
        if self.verbatim {
            fresh.push(0, 0, b"", '^', number.to_string().as_bytes());
            return Ok(0);
        }
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
        self.namespace.clear();
        self.namespace.extend_from_slice(namespace);
        self.seed = xxh3_64(namespace);
    }

    /// The index of a name in the namespace started last, shown to users with the separator.
    #[inline]
    pub(crate) fn name(&mut self, separator: char, name: &[u8], fresh: &mut Fresh) -> u32 {
        if self.keys.len() > Self::MOST_KEYS {
            self.settle(fresh);
        }
        let hash = xxh3_64_with_seed(name, self.seed);
        let index = 1 + (hash as u32 & self.mask.unwrap_or((1 << Schema::DEFAULT_BITS) - 1));
        self.keys.extend_from_slice(&self.namespace);
        let cut = self.keys.len();
        self.keys.extend_from_slice(name);
        self.pending.push(Pending { index, print: Prints::of(hash), cut, end: self.keys.len(), separator });
        index
    }
}

/// The hash of a name in a namespace.
pub(crate) fn hash_name(namespace: &[u8], name: &[u8]) -> u64 {
    xxh3_64_with_seed(name, xxh3_64(namespace))
}

fn hash_number(number: u64) -> u64 {
    xxh3_64_with_seed(&number.to_le_bytes(), NUMBER_SEED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indexer(bits: Option<u8>, family: Family) -> Indexer {
        let schema = Schema { bits, family: Some(family), ..Schema::default() };
        Indexer::new(&schema, known_prints(&schema, &Names::default()), false)
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
        assert_eq!(
            indexer.name('=', b"Oslo", fresh),
            1 + (xxh3_64_with_seed(b"Oslo", xxh3_64(b"city")) & 0x3f_ffff) as u32
        );
        indexer.namespace(b"");
        assert_eq!(
            indexer.name('^', b"age", fresh),
            1 + (xxh3_64_with_seed(b"age", xxh3_64(b"")) & 0x3f_ffff) as u32
        );
        indexer.settle(fresh);
        assert_eq!(fresh.names.len(), 2);
        assert_eq!(fresh.parts(&fresh.names[0]), (&b"city"[..], &b"Oslo"[..]));
        fresh.truncate(1);
        assert_eq!(fresh.names.len(), 1);
    }
}
