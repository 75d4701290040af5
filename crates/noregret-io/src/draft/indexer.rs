//! From identities to indices, which [`index`](crate::schema::index) gives places: a numbered feature has its number, or is hashed into a slot; a named
//! one is hashed, with the hash of its namespace as the seed, unless its name is a number: in the namespace without a name, plain numbers below the
//! number of slots are their own slots, so that they never collide with one another.
//!
//! The low bits of one 64-bit xxh3 choose the slot, the high byte is a fingerprint, by which names that are new and
//! names that collide are found. Fingerprints are far apart in memory; they are looked up for a whole line at once,
//! so that the processor waits for many of them together.

use std::sync::Arc;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::draft::Fresh;
use crate::draft::fingerprints::{Fingerprints, Met};
use crate::error::fault::LineFault;
use crate::schema::index::{LARGEST_NUMBER, index_of};
use crate::schema::names::Names;
use crate::schema::{Family, Schema};
use crate::text::number;

/// Keeps numbers apart from names that happen to have their bytes.
const NUMBER_SEED: u64 = 0x6e6f_7265_6772_6574;

/// The hash of the namespace without a name.
pub(crate) const NO_NAMESPACE: u64 = 0x2d06_8005_38d3_94c2;

/// The fingerprints of the names known so far; none where names are not kept or features not hashed.
pub(crate) fn known_fingerprints(schema: &Schema, known: &Names) -> Option<Arc<Fingerprints>> {
    let prints = schema.bits.filter(|_| schema.keep_names).map(|bits| Fingerprints::new((1 << bits) - 1))?;
    known.parts(|index, namespace, name| {
        let print = match schema.family {
            _ if name.contains('\u{fffd}') || namespace.contains('\u{fffd}') => Fingerprints::ANY,
            Some(Family::Indexed) => {
                name.parse().map_or(Fingerprints::ANY, |number| Fingerprints::of(hash_number(number)))
            }
            _ => Fingerprints::of(hash_name(namespace.as_bytes(), name.as_bytes(), schema.mask())),
        };
        prints.set(index, print);
    });
    Some(Arc::new(prints))
}

/// Turns the identities of features into indices, and notes what is new about their names.
#[derive(Debug)]
pub(crate) struct Indexer {
    mask: Option<u32>,
    prints: Option<Arc<Fingerprints>>,
    /// The hash of the current namespace.
    seed: u64,
    /// The features of the current line that are not looked up yet, and the namespaces they belong to.
    pending: Vec<Pending>,
    spaces: Vec<Space>,
    /// Namespaces and names that do not stand in the line as they are.
    kept: Vec<u8>,
    /// What the slots of the pending features hold.
    taken: Vec<u8>,
    /// How many features of the current line fell into another name's slot.
    pub(crate) collisions: u32,
    /// Whether every name counts as fresh.
    verbatim: bool,
}

/// A feature to be looked up, and where its name stands.
#[derive(Clone, Copy, Debug)]
struct Pending {
    index: u32,
    start: u32,
    end: u32,
    print: u8,
    separator: u8,
}

/// Where a namespace stands, and the first pending feature that belongs to it.
#[derive(Clone, Copy, Debug)]
struct Space {
    first: usize,
    start: u32,
    end: u32,
}

impl Indexer {
    /// How long the texts kept may become, together, before they are looked up.
    const MOST_KEPT: usize = 1 << 16;

    /// By a schema whose family and width are fixed, and the fingerprints of the names known.
    pub(crate) fn new(schema: &Schema, prints: Option<Arc<Fingerprints>>, verbatim: bool) -> Self {
        let mask = schema.bits.map(|bits| (1u32 << bits) - 1);
        let (pending, spaces, kept, taken) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { mask, prints, seed: NO_NAMESPACE, pending, spaces, kept, taken, collisions: 0, verbatim }
    }

    /// Begins a line, in the namespace without a name.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.forget();
        self.spaces.clear();
        self.spaces.push(Space { first: 0, start: 0, end: 0 });
        self.seed = NO_NAMESPACE;
        self.collisions = 0;
    }

    /// Forgets what was pending, but not the current namespace.
    #[inline]
    fn forget(&mut self) {
        self.pending.clear();
        self.kept.clear();
    }

    /// Looks up what is pending, whose names stand in this text; names nobody has met are added to the fresh ones.
    pub(crate) fn settle(&mut self, text: &[u8], fresh: &mut Fresh) {
        self.taken.clear();
        match &self.prints {
            // All are fetched before any is judged: a wrong guess about one would call back the fetching of the next.
            Some(prints) => prints.fetch(self.pending.iter().map(|feature| feature.index), &mut self.taken),
            None if self.verbatim => self.taken.resize(self.pending.len(), Fingerprints::EMPTY),
            None => {}
        }
        let mut space = 0;
        for (place, (feature, &taken)) in self.pending.iter().zip(&self.taken).enumerate() {
            match Fingerprints::met(taken, feature.print) {
                Met::Same => {}
                Met::Other => self.collisions += 1,
                Met::New => {
                    while self.spaces.get(space + 1).is_some_and(|next| next.first <= place) {
                        space += 1;
                    }
                    let part = |start: u32, end: u32| &text[start as usize..end as usize];
                    let namespace =
                        self.spaces.get(space).map_or(&b""[..], |space| part(space.start, space.end));
                    let name = part(feature.start, feature.end);
                    fresh.push(feature.index, feature.print, namespace, char::from(feature.separator), name);
                }
            }
        }
        self.forget();
    }

    /// As [`settle`](Self::settle), for names that were kept.
    pub(crate) fn settle_kept(&mut self, fresh: &mut Fresh) {
        let kept = std::mem::take(&mut self.kept);
        self.settle(&kept, fresh);
        self.kept = kept;
        self.kept.clear();
    }

    fn keep(&mut self, text: &[u8]) -> usize {
        self.kept.extend_from_slice(text);
        self.kept.len() - text.len()
    }

    /// The largest number of a feature.
    pub(crate) fn largest(&self) -> u64 {
        if self.mask.is_some() { u64::MAX } else { LARGEST_NUMBER }
    }

    /// The index of a numbered feature.
    #[inline]
    pub(crate) fn number(&mut self, number: u64, fresh: &mut Fresh) -> Result<u32, LineFault> {
        let Some(mask) = self.mask else {
            return match number {
                0..=LARGEST_NUMBER => Ok(index_of(number as u32)),
                _ => Err(LineFault::IndexTooLarge { limit: LARGEST_NUMBER }),
            };
        };
        if self.verbatim {
            fresh.push(0, 0, b"", '^', number.to_string().as_bytes());
            return Ok(0);
        }
        let hash = hash_number(number);
        let index = index_of(hash as u32 & mask);
        if let Some(prints) = &self.prints {
            let print = Fingerprints::of(hash);
            match prints.look(index, print) {
                Met::New => fresh.push(index, print, b"", '^', number.to_string().as_bytes()),
                Met::Same => {}
                Met::Other => self.collisions += 1,
            }
        }
        Ok(index)
    }

    /// Starts a namespace, which stands in the text at a place: the names that follow belong to it.
    #[inline]
    pub(crate) fn namespace_at(&mut self, start: usize, namespace: &[u8]) {
        let (start, end) = (start as u32, (start + namespace.len()) as u32);
        self.spaces.push(Space { first: self.pending.len(), start, end });
        self.seed = xxh3_64(namespace);
    }

    /// Starts a namespace, which is kept.
    pub(crate) fn namespace(&mut self, namespace: &[u8], fresh: &mut Fresh) {
        if self.kept.len() > Self::MOST_KEPT {
            self.settle_kept(fresh);
        }
        if self.pending.is_empty() {
            self.spaces.clear();
        }
        let start = self.keep(namespace);
        self.namespace_at(start, namespace);
    }

    /// The index of the name `text[start..end]` in the current namespace; users see namespace, separator, name.
    #[inline(always)]
    pub(crate) fn name_at(&mut self, separator: u8, text: &[u8], start: usize, end: usize) -> u32 {
        let name = &text[start..end];
        let eight = number::eight(&text[start..]).unwrap_or_else(|| first_eight(name));
        self.add(separator, name, eight, start)
    }

    /// As [`name_at`](Self::name_at), for a plain number that is its own slot; none if it is not.
    #[inline(always)]
    pub(crate) fn number_at(&mut self, number: u64, start: usize, digits: usize) -> Option<u32> {
        let own = self.seed == NO_NAMESPACE && number <= u64::from(self.slots());
        own.then(|| self.wait(b'^', hash_plain(number), start, digits))
    }

    /// The largest plain number that is its own slot. None in a named namespace, while other names are pending, or where
    /// a look-up is expensive.
    #[inline]
    pub(crate) fn own_slots(&self) -> Option<u64> {
        let near =
            self.prints.as_ref().map_or(!self.verbatim, |prints| matches!(**prints, Fingerprints::Table(_)));
        let named = self.spaces.last().is_some_and(|space| space.start != space.end);
        (near && !named && self.pending.is_empty()).then(|| u64::from(self.slots()))
    }

    /// Prefetches the fingerprint of a number that is its own slot.
    #[inline(always)]
    pub(crate) fn expect(&self, number: u64) {
        if let Some(prints) = &self.prints {
            prints.expect(index_of(number as u32));
        }
    }

    /// Looks up names that are numbers and their own slots.
    pub(crate) fn look_up(&mut self, indices: &[u32], fresh: &mut Fresh) {
        let Some(prints) = &self.prints else { return };
        self.taken.clear();
        prints.fetch(indices.iter().copied(), &mut self.taken);
        let print = |index: u32| Fingerprints::of(hash_plain(u64::from(slot(index))));
        let pairs = indices.iter().zip(&self.taken);
        // Most have been met before, and nothing is left to be done.
        if pairs.clone().fold(true, |same, (&index, &taken)| same & (print(index) == taken)) {
            return;
        }
        for (&index, &taken) in pairs {
            match Fingerprints::met(taken, print(index)) {
                Met::Same => {}
                Met::Other => self.collisions += 1,
                Met::New => push_number(index, print(index), fresh),
            }
        }
    }

    /// The largest slot of a name, counted from 0.
    #[inline(always)]
    fn slots(&self) -> u32 {
        self.mask.unwrap_or((1 << Schema::DEFAULT_BITS) - 1)
    }

    #[inline(always)]
    fn add(&mut self, separator: u8, name: &[u8], eight: u64, start: usize) -> u32 {
        let hash = hash_seeded(self.seed, name, eight, self.slots());
        self.wait(separator, hash, start, name.len())
    }

    /// The index of a hash, to be looked up.
    #[inline(always)]
    fn wait(&mut self, separator: u8, hash: u64, start: usize, length: usize) -> u32 {
        let index = index_of(hash as u32 & self.slots());
        if let Some(prints) = &self.prints {
            prints.expect(index);
        }
        let (start, end) = (start as u32, (start + length) as u32);
        self.pending.push(Pending { index, start, end, print: Fingerprints::of(hash), separator });
        index
    }

    /// The index and the fingerprint of a name; none where names are wanted as they are written.
    pub(crate) fn hashed(&self, namespace: &[u8], name: &[u8]) -> Option<(u32, u8)> {
        let hash = hash_name(namespace, name, self.slots());
        (!self.verbatim).then(|| (index_of(hash as u32 & self.slots()), Fingerprints::of(hash)))
    }

    /// The index and the fingerprint of a name in a namespace that was hashed before.
    #[inline(always)]
    pub(crate) fn hash_in(&self, seed: u64, name: &[u8]) -> (u32, u8) {
        let eight = if seed == NO_NAMESPACE { first_eight(name) } else { 0 };
        let hash = hash_seeded(seed, name, eight, self.slots());
        (index_of(hash as u32 & self.slots()), Fingerprints::of(hash))
    }

    /// As [`hash_in`](Self::hash_in), of one that will be looked up.
    #[inline(always)]
    pub(crate) fn hashed_in(&self, seed: u64, name: &[u8]) -> (u32, u8) {
        let (index, print) = self.hash_in(seed, name);
        if let Some(prints) = &self.prints {
            prints.expect(index);
        }
        (index, print)
    }

    /// Looks up features that were hashed before, by their indices and fingerprints: collisions are counted, and the places of those that nobody has met
    /// are told in order.
    #[inline]
    pub(crate) fn meet(&mut self, indices: &[u32], made: &[u8], mut fresh: impl FnMut(usize)) {
        let Some(prints) = &self.prints else { return };
        self.taken.clear();
        prints.fetch(indices.iter().copied(), &mut self.taken);
        // Most have been met before, and nothing is left to be done.
        if self.taken == made {
            return;
        }
        for (place, (&print, &taken)) in made.iter().zip(&self.taken).enumerate() {
            match Fingerprints::met(taken, print) {
                Met::Same => {}
                Met::Other => self.collisions += 1,
                Met::New => fresh(place),
            }
        }
    }

    /// Whether no name waits to be looked up.
    #[inline(always)]
    pub(crate) fn is_idle(&self) -> bool {
        self.pending.is_empty()
    }

    /// How a name that was hashed before meets its slot; as its own where names are not kept.
    #[inline(always)]
    pub(crate) fn look(&self, index: u32, print: u8) -> Met {
        self.prints.as_ref().map_or(Met::Same, |prints| prints.look(index, print))
    }

    /// Whether nothing is new about a name that was hashed before.
    #[inline(always)]
    pub(crate) fn knows(&self, index: u32, print: u8) -> bool {
        self.prints.as_ref().is_none_or(|prints| prints.look(index, print) == Met::Same)
    }

    /// As [`name_at`](Self::name_at), for a name that is kept.
    #[inline]
    pub(crate) fn name(&mut self, separator: u8, name: &[u8]) -> u32 {
        let start = self.keep(name);
        self.add(separator, name, first_eight(name), start)
    }
}

/// The hash of a namespace, with which those of its names begin.
#[inline]
pub(crate) fn hash_space(namespace: &[u8]) -> u64 {
    xxh3_64(namespace)
}

/// The hash of a name in a namespace, for that many slots.
pub(crate) fn hash_name(namespace: &[u8], name: &[u8], mask: u32) -> u64 {
    hash_seeded(hash_space(namespace), name, first_eight(name), mask)
}

/// The first bytes of a name, with zeros behind a short one.
fn first_eight(name: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight.iter_mut().zip(name).for_each(|(to, &from)| *to = from);
    u64::from_le_bytes(eight)
}

/// Adds a number to the fresh names, as it is written.
#[cold]
fn push_number(index: u32, print: u8, fresh: &mut Fresh) {
    let mut text = [b'0'; 10];
    let mut start = text.len();
    let mut rest = slot(index);
    while start == text.len() || rest > 0 {
        start -= 1;
        text[start] += (rest % 10) as u8;
        rest /= 10;
    }
    fresh.push(index, print, b"", '^', &text[start..]);
}

/// The slot at an index of a hashed feature.
#[inline(always)]
fn slot(index: u32) -> u32 {
    index - index_of(0)
}

/// The hash of a plain number without a namespace: a fingerprint above, the number below.
#[inline(always)]
fn hash_plain(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9) << 32 | number
}

/// The hash of a name that starts with eight bytes, or is shorter and has no digit behind it.
#[inline(always)]
fn hash_seeded(seed: u64, name: &[u8], eight: u64, mask: u32) -> u64 {
    if seed == NO_NAMESPACE && (eight as u8).is_ascii_digit() {
        let (number, digits) = number::short(eight);
        let plain = digits == name.len() && (eight as u8 != b'0' || digits == 1);
        if plain && number <= u64::from(mask) {
            return hash_plain(number);
        }
    }
    xxh3_64_with_seed(name, seed)
}

fn hash_number(number: u64) -> u64 {
    xxh3_64_with_seed(&number.to_le_bytes(), NUMBER_SEED)
}

#[cfg(test)]
mod tests;
