//! A cache in the making: whole or not there.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::cache::key::Key;
use crate::cache::{END, EXAMPLES, MAGIC, VERSION, block, seed};
use crate::files::output::Output;
use crate::pipeline::batch::{Batch, Delta};

/// Writes a cache.
pub(crate) struct Writer {
    out: Output,
    files: Vec<Arc<str>>,
    number: u64,
    collisions: u64,
    content: Vec<u8>,
}

impl Writer {
    /// Starts beside the path; `collisions` is how many the schema counts before anything is read.
    pub(crate) fn create(path: &Path, key: &Key, collisions: u64) -> io::Result<Self> {
        let header = serde_json::to_vec(key)?;
        let mut start = MAGIC.to_vec();
        start.extend_from_slice(&VERSION.to_le_bytes());
        start.extend_from_slice(&(header.len() as u32).to_le_bytes());
        start.extend_from_slice(&header);
        let sum = xxh3_64(&start);
        start.extend_from_slice(&sum.to_le_bytes());
        let mut out = Output::create(path)?;
        out.write_all(&start)?;
        let files = key.files.iter().map(|file| file.name.as_str().into()).collect();
        Ok(Self { out, files, number: 0, collisions, content: Vec::new() })
    }

    /// Adds a batch.
    pub(crate) fn batch(&mut self, batch: &Batch) -> io::Result<()> {
        self.content.clear();
        let file = self.files.iter().position(|file| file == batch.file()).unwrap_or(self.files.len());
        block::put(batch, file as u64, self.collisions, &mut self.content).map_err(io::Error::other)?;
        self.collisions = batch.delta.collisions;
        self.block(EXAMPLES)
    }

    /// Adds the end.
    pub(crate) fn end(&mut self, delta: &Delta) -> io::Result<()> {
        self.content.clear();
        block::put_delta(delta, self.collisions, &mut self.content).map_err(io::Error::other)?;
        self.block(END)
    }

    /// Completes the cache: only now it is in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.finish()
    }

    fn block(&mut self, kind: u8) -> io::Result<()> {
        let length = u32::try_from(self.content.len()).map_err(io::Error::other)?;
        let sum = xxh3_64_with_seed(&self.content, seed(self.number, kind));
        self.number += 1;
        self.out.write_all(&[kind])?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(&sum.to_le_bytes())?;
        self.out.write_all(&self.content)
    }
}
