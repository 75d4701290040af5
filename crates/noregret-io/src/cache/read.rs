//! A cache read back: every block is checked before a byte of it is believed.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::cache::block::Content;
use crate::cache::key::Key;
use crate::cache::spaced::Desk;
use crate::cache::{END, EXAMPLES, LONGEST, MAGIC, VERSION, cells, seed};
use crate::error::ReadError;
use crate::pipeline::batch::{Batch, Delta, Shelf};
use crate::schema::Schema;

/// Reads a cache, from its first block on.
pub(crate) struct Reader {
    name: Arc<str>,
    file: File,
    files: Vec<Arc<str>>,
    number: u64,
    content: Vec<u8>,
    shelf: Arc<Shelf>,
    /// How many groups the features may have, beside group 0.
    pub(crate) groups: u8,
    /// Crosses what is read, from the time when it is known what is crossed.
    pub(crate) desk: Desk,
    /// Told every byte read.
    pub(crate) count: Arc<AtomicU64>,
    pub(crate) length: u64,
}

/// What a block is.
#[allow(clippy::large_enum_variant, reason = "moved once for a thousand examples")]
pub(crate) enum Block {
    Examples(Batch),
    End(Delta),
}

/// What is found in a cache's place.
#[allow(clippy::large_enum_variant, reason = "made once")]
pub(crate) enum Found {
    /// Nothing.
    Nothing,
    /// A cache of this version, and what it was made from.
    Cache(Reader, Key),
    /// A cache that another version wrote.
    OtherVersion(u32),
    /// A file that is no cache, and must not be written over.
    Stranger,
}

impl Reader {
    /// Looks for a cache and reads its header.
    pub(crate) fn find(path: &Path) -> Result<Found, ReadError> {
        let name: Arc<str> = path.display().to_string().into();
        let io = |source| ReadError::Io { file: name.clone(), source };
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
            Err(error) => return Err(ReadError::Open { file: name, why: error.to_string() }),
        };
        let length = file.metadata().map_err(io)?.len();
        let mut start = Vec::new();
        file.by_ref().take(16).read_to_end(&mut start).map_err(io)?;
        if !start.starts_with(MAGIC) {
            return Ok(Found::Stranger);
        }
        let damaged = || ReadError::Cache { file: name.clone(), part: "the header".to_owned() };
        let word = |place: usize| start.get(place..place + 4).and_then(|word| word.try_into().ok());
        let version = u32::from_le_bytes(word(8).ok_or_else(damaged)?);
        if version != VERSION {
            return Ok(Found::OtherVersion(version));
        }
        let header = u64::from(u32::from_le_bytes(word(12).ok_or_else(damaged)?));
        file.by_ref().take(header + 8).read_to_end(&mut start).map_err(io)?;
        let (content, sum) = start.split_at_checked(16 + header as usize).ok_or_else(damaged)?;
        if sum != xxh3_64(content).to_le_bytes() {
            return Err(damaged());
        }
        let key: Key = serde_json::from_slice(&content[16..]).map_err(|_| damaged())?;
        let files = key.files.iter().map(|file| file.name.as_str().into()).collect();
        let count = Arc::new(AtomicU64::new(start.len() as u64));
        let (number, content, shelf, groups) = (0, Vec::new(), Arc::default(), 0);
        let desk = Desk::new(&Schema::default(), true);
        Ok(Found::Cache(Self { name, file, files, number, content, shelf, groups, desk, count, length }, key))
    }

    /// The next block; `collisions` is how many there were before, and then after.
    pub(crate) fn next(&mut self, collisions: &mut u64) -> Result<Block, ReadError> {
        let mut head = [0; 13];
        self.fill(&mut head)?;
        let [kind, l0, l1, l2, l3, sum @ ..] = head;
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        if length > LONGEST {
            return Err(self.damaged());
        }
        let mut content = std::mem::take(&mut self.content);
        content.clear();
        let read = self.file.by_ref().take(u64::from(length)).read_to_end(&mut content);
        read.map_err(|source| ReadError::Io { file: self.name.clone(), source })?;
        self.count.fetch_add(13 + content.len() as u64, Ordering::Relaxed);
        let whole = content.len() == length as usize
            && xxh3_64_with_seed(&content, seed(self.number, kind)).to_le_bytes() == sum;
        if !whole {
            return Err(self.damaged());
        }
        content.extend([0; cells::PADDING]);
        let mut rest = Content(&content);
        let block = match kind {
            EXAMPLES => {
                let arena = self.shelf.take();
                rest.batch(&self.files, self.groups, arena, collisions, &mut self.desk).map(Block::Examples)
            }
            END => rest.delta(collisions).map(|mut delta| {
                self.desk.tell(&mut delta);
                Block::End(delta)
            }),
            _ => None,
        };
        let block = block.filter(|_| rest.is_done()).ok_or_else(|| self.damaged())?;
        if let Block::End(_) = block
            && self.file.read(&mut [0]).map_or(true, |more| more > 0)
        {
            self.number += 1;
            return Err(self.damaged());
        }
        self.number += 1;
        self.content = content;
        Ok(block)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ReadError> {
        self.file.read_exact(bytes).map_err(|source| match source.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(),
            _ => ReadError::Io { file: self.name.clone(), source },
        })
    }

    fn damaged(&self) -> ReadError {
        ReadError::Cache { file: self.name.clone(), part: format!("block {}", self.number) }
    }
}
