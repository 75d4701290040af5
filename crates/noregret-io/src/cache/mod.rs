//! The cache: parsed examples in a compact file, so that reading them again costs next to nothing.
//!
//! ```text
//! offset  bytes  what (all numbers little-endian)
//!      0      8  "NRGCACHE"
//!      8      4  version, 5
//!     12      4  length h of the header
//!     16      h  header, JSON: what the cache was made from
//!              8  XXH3-64 of everything before
//!               then blocks, numbered from 0, each:
//!              1  kind: 1 examples, 2 the end
//!              4  length n of the content
//!              8  XXH3-64 of the content, seeded with 256 * number + kind
//!              n  content
//! ```
//! What a block holds is in `block` and `cells`, and in `docs/formats.md` byte by byte. A cache is written beside its
//! place and renamed when it is whole; its last block is one that says so.

pub(crate) mod block;
pub(crate) mod cells;
pub(crate) mod key;
pub(crate) mod read;
pub(crate) mod spaced;
pub(crate) mod varint;
pub(crate) mod write;

use std::path::PathBuf;

pub(crate) const MAGIC: &[u8; 8] = b"NRGCACHE";
pub(crate) const VERSION: u32 = 5;
/// A block of examples.
pub(crate) const EXAMPLES: u8 = 1;
/// The last block.
pub(crate) const END: u8 = 2;
/// The longest content of a block: what the longest line can become, and much to spare.
pub(crate) const LONGEST: u32 = 1 << 30;

/// The seed of a block's checksum: a block in another's place is noticed.
pub(crate) fn seed(number: u64, kind: u8) -> u64 {
    number << 8 | u64::from(kind)
}

/// The cache a stream should use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// Where it is, or will be.
    pub path: PathBuf,
    /// Whether to write it anew, even if it could be used.
    pub rewrite: bool,
}
