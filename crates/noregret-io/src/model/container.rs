//! The container every model file is: a header in JSON and named arrays, under one checksum.
//!
//! ```text
//! offset  bytes  what (all numbers little-endian)
//!      0      8  "NOREGRET"
//!      8      4  version, 6
//!     12      8  length of the whole file
//!     20      8  length h of the header
//!     28      h  header, JSON; "kind" says what the file holds, and a linear model has none
//!               then the arrays, in the order they were written, each:
//!            2  length n of the name;  n  the name, UTF-8
//!            1  type: 0 f64, 1 u32, 2 u64, 3 u8, 4 f32
//!            8  how many numbers;  then the numbers
//! last 8     8  XXH3-64 of everything before
//! ```
//! A file is written as a stream: what writes the arrays is asked twice, first for their sizes alone. It is read as a
//! stream too, each array into its place in memory. Every length is checked against what is left of the file, so that no
//! file makes the reader allocate or run without bound, and nothing is handed out before the checksum was right.
//! Older versions are still read: up to version 5 a schema has no dialect, up to version 4 a linear model's header has its spec as a text, and version 3 has no type 4.

use crate::files::output::{Complete, Output};
use crate::model::ModelError;
use noregret::{Array, ArrayKind, Number, Pages, Save, State};
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use xxhash_rust::xxh3::Xxh3;

const MAGIC: &[u8; 8] = b"NOREGRET";
const VERSION: u32 = 6;
/// The oldest version that is read.
const OLDEST: u32 = 3;
/// Bytes before the header, and of the checksum.
const FRAME: (u64, u64) = (28, 8);

/// How many bytes are read at a time.
const PIECE: usize = 1 << 18;

fn code(kind: ArrayKind) -> u8 {
    match kind {
        ArrayKind::F64 => 0,
        ArrayKind::U32 => 1,
        ArrayKind::U64 => 2,
        ArrayKind::U8 => 3,
        ArrayKind::F32 => 4,
    }
}

/// Adds up what arrays will take.
#[derive(Default)]
struct Sizes(u64);

impl Save for Sizes {
    fn begin(&mut self, name: &str, kind: ArrayKind, count: usize) -> bool {
        self.0 += (2 + name.len() + 1 + 8 + count * kind.width()) as u64;
        false
    }

    fn bytes(&mut self, _bytes: &[u8]) {}
}

/// Writes arrays to a file, and remembers what went wrong first.
struct Writer<'a> {
    out: &'a mut dyn Write,
    hash: Xxh3,
    outcome: io::Result<()>,
    /// Bytes of the current array that are still to come.
    missing: u64,
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) {
        if self.outcome.is_ok() {
            self.hash.update(bytes);
            self.outcome = self.out.write_all(bytes);
        }
    }

    /// Every array must have as many numbers as was said: the length of the file was written before.
    fn complete(&mut self) {
        if self.missing != 0 && self.outcome.is_ok() {
            self.outcome = Err(io::Error::other("an array has another length than was said"));
        }
    }
}

impl Save for Writer<'_> {
    fn begin(&mut self, name: &str, kind: ArrayKind, count: usize) -> bool {
        self.complete();
        match u16::try_from(name.len()) {
            Ok(length) => self.put(&length.to_le_bytes()),
            Err(_) => self.outcome = Err(io::Error::other("an array's name is too long")),
        }
        self.put(name.as_bytes());
        self.put(&[code(kind)]);
        self.put(&(count as u64).to_le_bytes());
        self.missing = (count * kind.width()) as u64;
        true
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.missing = self.missing.wrapping_sub(bytes.len() as u64);
        self.put(bytes);
    }
}

/// Writes a file: the header, and the arrays that `save` writes, which is asked twice and must write the same.
pub(crate) fn encode(out: &mut dyn Write, header: &[u8], save: &dyn Fn(&mut dyn Save)) -> io::Result<()> {
    let mut sizes = Sizes::default();
    save(&mut sizes);
    let length = FRAME.0 + header.len() as u64 + sizes.0 + FRAME.1;
    let mut writer = Writer { out, hash: Xxh3::new(), outcome: Ok(()), missing: 0 };
    writer.put(MAGIC);
    writer.put(&VERSION.to_le_bytes());
    writer.put(&length.to_le_bytes());
    writer.put(&(header.len() as u64).to_le_bytes());
    writer.put(header);
    save(&mut writer);
    writer.complete();
    let Writer { out, hash, outcome, .. } = writer;
    outcome?;
    out.write_all(&hash.digest().to_le_bytes())
}

/// What is left to read of a file, before its checksum.
struct Left<'a> {
    from: &'a mut dyn Read,
    left: u64,
    hash: Xxh3,
}

impl Left<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or(Fault::Bad("a part is longer than the file".into()))?;
        // Hashed while it is still in the cache.
        for piece in bytes.chunks_mut(PIECE) {
            self.from.read_exact(piece)?;
            self.hash.update(piece);
        }
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn u64(&mut self) -> Result<u64, Fault> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// How many numbers there are, if so many are left.
    fn count<T>(&self, count: u64) -> Result<usize, Fault> {
        let bytes = count.checked_mul(size_of::<T>() as u64).filter(|&bytes| bytes <= self.left);
        match bytes {
            Some(_) => Ok(count as usize),
            None => Err(Fault::Bad("a part is longer than the file".into())),
        }
    }

    /// Reads numbers into the memory they stay in.
    fn read<T: Number>(&mut self, numbers: &mut [T]) -> Result<(), Fault> {
        self.fill(bytemuck::cast_slice_mut(numbers))?;
        if cfg!(target_endian = "big") {
            numbers.iter_mut().for_each(|number| *number = number.little_endian());
        }
        Ok(())
    }

    fn numbers<T: Number>(&mut self, count: u64) -> Result<Vec<T>, Fault> {
        let mut numbers = vec![T::zeroed(); self.count::<T>(count)?];
        self.read(&mut numbers)?;
        Ok(numbers)
    }

    /// As [`numbers`](Self::numbers), into the memory of a table.
    fn pages<T: Number>(&mut self, count: u64) -> Result<Pages<T>, Fault> {
        let pages = Pages::zeroed(self.count::<T>(count)?, true);
        let mut pages = pages.ok_or(Fault::Bad("there is not enough memory for it".into()))?;
        self.read(&mut pages)?;
        Ok(pages)
    }

    /// Looks at the rest without keeping it, for the checksum.
    fn drain(&mut self) -> Result<(), Fault> {
        let mut piece = [0; 1 << 12];
        while self.left > 0 {
            let most = piece.len().min(self.left as usize);
            self.fill(&mut piece[..most])?;
        }
        Ok(())
    }

    fn parts(&mut self) -> Result<(Vec<u8>, State), Fault> {
        let header = self.u64()?;
        let header = self.numbers(header)?;
        let mut state = State::new();
        while self.left > 0 {
            let length = u16::from_le_bytes(self.array()?);
            let name = self.numbers(u64::from(length))?;
            let name = String::from_utf8(name).map_err(|e| Fault::Bad(e.to_string()))?;
            let [kind] = self.array()?;
            let count = self.u64()?;
            let array = match kind {
                0 => Array::F64(self.numbers(count)?),
                1 => Array::U32(self.numbers(count)?),
                2 => Array::U64(self.numbers(count)?),
                3 => Array::U8(self.numbers(count)?),
                4 => Array::F32(self.pages(count)?),
                other => return Err(Fault::Bad(format!("the array {name:?} has the unknown type {other}"))),
            };
            state.put(name, array);
        }
        Ok((header, state))
    }
}

/// Why a file is no model.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It cannot be read.
    Io(io::Error),
    /// What is wrong with it.
    Bad(String),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Io(error)
    }
}

impl From<String> for Fault {
    fn from(reason: String) -> Self {
        Fault::Bad(reason)
    }
}

/// Reads a file of a known length into header and arrays.
pub(crate) fn read(from: &mut dyn Read, length: u64) -> Result<(Vec<u8>, State), Fault> {
    let bad = |reason: &str| Fault::Bad(reason.to_owned());
    let mut left = Left { from, left: length.saturating_sub(FRAME.1), hash: Xxh3::new() };
    let begins = if length < 8 { Ok([0; 8]) } else { left.array::<8>() };
    if begins? != *MAGIC {
        return Err(bad("it does not begin as one (was it written by noregret train -m?)"));
    }
    if length < FRAME.0 + FRAME.1 {
        return Err(bad("it is too short: it was cut or damaged"));
    }
    let version = u32::from_le_bytes(left.array()?);
    let said = left.u64()?;
    if said != length {
        return Err(Fault::Bad(format!(
            "it should be {said} bytes long and is {length}: it was cut or damaged"
        )));
    }
    let known = (OLDEST..=VERSION).contains(&version);
    let parts = if known { left.parts() } else { Err(Fault::Bad(String::new())) };
    if let Err(Fault::Io(error)) = parts {
        return Err(Fault::Io(error));
    }
    left.drain()?;
    let Left { from, hash, .. } = left;
    let mut checksum = [0; 8];
    from.read_exact(&mut checksum)?;
    if checksum != hash.digest().to_le_bytes() {
        return Err(bad("its checksum does not match: it was damaged"));
    }
    if !known {
        return Err(Fault::Bad(format!(
            "it has version {version}; this program reads versions {OLDEST} to {VERSION}"
        )));
    }
    parts
}

/// Reads bytes as a file.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<(Vec<u8>, State), String> {
    read(&mut &bytes[..], bytes.len() as u64).map_err(|fault| match fault {
        Fault::Io(error) => error.to_string(),
        Fault::Bad(reason) => reason,
    })
}

/// What a header says the file holds; a linear model says nothing.
pub(crate) fn kind(header: &[u8]) -> Result<Option<String>, String> {
    #[derive(Deserialize)]
    struct Kind {
        kind: Option<String>,
    }
    let kind: Kind = serde_json::from_slice(header).map_err(|e| format!("its header is malformed: {e}"))?;
    Ok(kind.kind)
}

pub(crate) fn failed(path: &Path) -> impl Fn(io::Error) -> ModelError + '_ {
    move |why| ModelError::Io { path: path.display().to_string(), why }
}

/// Writes a file that is to be put into its place.
pub(crate) fn write(
    path: &Path,
    header: &[u8],
    save: &dyn Fn(&mut dyn Save),
) -> Result<Complete, ModelError> {
    let mut out = Output::create(path).map_err(failed(path))?;
    encode(&mut out, header, save).map_err(failed(path))?;
    out.complete().map_err(failed(path))
}

/// Writes a file, whole or not at all.
pub(crate) fn save(path: &Path, header: &[u8], save: &dyn Fn(&mut dyn Save)) -> Result<(), ModelError> {
    write(path, header, save)?.place().map_err(failed(path))
}

/// Reads a file and understands it.
pub(crate) fn load<T>(
    path: &Path,
    understand: impl FnOnce(&[u8], State) -> Result<T, String>,
) -> Result<T, ModelError> {
    let name = || path.display().to_string();
    let read = || -> Result<(Vec<u8>, State), Fault> {
        let file = File::open(path)?;
        let meta = file.metadata()?;
        if meta.is_file() {
            return read(&mut BufReader::with_capacity(1 << 16, file), meta.len());
        }
        // A pipe has no length.
        let mut bytes = Vec::new();
        (&file).read_to_end(&mut bytes)?;
        read(&mut &bytes[..], bytes.len() as u64)
    };
    let understood = read().and_then(|(header, state)| Ok(understand(&header, state)?));
    understood.map_err(|fault| match fault {
        Fault::Io(why) => ModelError::Io { path: name(), why },
        Fault::Bad(reason) => ModelError::Bad { path: name(), reason },
    })
}
