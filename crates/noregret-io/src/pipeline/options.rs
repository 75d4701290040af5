//! How inputs are read: how fast, in how much memory, and how far. But for that, never what comes out of them.

use std::thread;

use crate::cache::Cache;
use crate::pipeline::inline::BLOCK;

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How many threads parse; at least one does. One thread reads, parses and merges by itself.
    pub threads: usize,
    /// About how many bytes a thread parses at a time.
    pub block: usize,
    /// Where parsed examples are kept, so that the next reading need not parse.
    pub cache: Option<Cache>,
    /// How many examples are read at most, as if the input ended there. A part is not kept in a cache, nor taken from one.
    pub most: Option<u64>,
}

impl Default for ReadOptions {
    /// All cores but one, which is the learner's, and blocks that fit a core's cache.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self { threads: cores.saturating_sub(1).max(1), block: BLOCK, cache: None, most: None }
    }
}
