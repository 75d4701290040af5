//! The container every model file is: a header in JSON and the arrays of a state, under one checksum.
//!
//! ```text
//! offset  bytes  what (all numbers little-endian)
//!      0      8  "NOREGRET"
//!      8      4  version, 3
//!     12      8  length of the whole file
//!     20      8  length h of the header
//!     28      h  header, JSON; "kind" says what the file holds, and a linear model has none
//!               then the arrays of the state in order of name, each:
//!            2  length n of the name;  n  the name, UTF-8
//!            1  type: 0 f64, 1 u32, 2 u64, 3 u8
//!            8  how many numbers;  then the numbers
//! last 8     8  XXH3-64 of everything before
//! ```
//! Length and checksum are looked at before anything else is believed; after that every length is still checked against
//! what is left, so that no file makes the reader allocate or run without bound.

use crate::files::output::{Complete, Output};
use crate::model::ModelError;
use noregret::{Array, State};
use serde::Deserialize;
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"NOREGRET";
const VERSION: u32 = 3;

/// The bytes left to read.
struct Left<'a>(&'a [u8]);

impl<'a> Left<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], String> {
        let count = usize::try_from(count).ok().filter(|&count| count <= self.0.len());
        let (taken, left) = self.0.split_at(count.ok_or("a part is longer than the file")?);
        self.0 = left;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.take(N as u64)?.try_into().map_err(|_| "a part is too short".to_owned())
    }

    fn u64(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn numbers<T, const N: usize>(&mut self, count: u64, read: fn([u8; N]) -> T) -> Result<Vec<T>, String> {
        let bytes = self.take(count.checked_mul(N as u64).ok_or("a part is longer than the file")?)?;
        let whole = bytes.chunks_exact(N).map(|chunk| chunk.try_into().map(read));
        whole.collect::<Result<_, _>>().map_err(|_| "a part is too short".to_owned())
    }
}

/// The file's bytes.
pub(crate) fn to_bytes(header: &[u8], state: &State) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&[0; 8]);
    bytes.extend_from_slice(&(header.len() as u64).to_le_bytes());
    bytes.extend_from_slice(header);
    for (name, array) in state.iter() {
        let length = u16::try_from(name.len()).map_err(|_| "an array's name is too long".to_owned())?;
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
        let kind: u8 = match array {
            Array::F64(_) => 0,
            Array::U32(_) => 1,
            Array::U64(_) => 2,
            Array::U8(_) => 3,
        };
        bytes.push(kind);
        bytes.extend_from_slice(&(array.len() as u64).to_le_bytes());
        match array {
            Array::F64(values) => values.iter().for_each(|v| bytes.extend_from_slice(&v.to_le_bytes())),
            Array::U32(values) => values.iter().for_each(|v| bytes.extend_from_slice(&v.to_le_bytes())),
            Array::U64(values) => values.iter().for_each(|v| bytes.extend_from_slice(&v.to_le_bytes())),
            Array::U8(values) => bytes.extend_from_slice(values),
        }
    }
    let length = bytes.len() as u64 + 8;
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    let checksum = xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    Ok(bytes)
}

/// Reads a file's bytes back into header and state; the reason if they are no model.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<(&[u8], State), String> {
    if !bytes.starts_with(MAGIC) {
        return Err("it does not begin as one (was it written by noregret train -m?)".to_owned());
    }
    let mut left = Left(&bytes[8..]);
    let version = u32::from_le_bytes(left.array()?);
    let length = left.u64()?;
    if length != bytes.len() as u64 {
        let found = bytes.len();
        return Err(format!("it should be {length} bytes long and is {found}: it was cut or damaged"));
    }
    let (content, checksum) = bytes.split_at(bytes.len() - 8);
    if checksum != xxh3_64(content).to_le_bytes() {
        return Err("its checksum does not match: it was damaged".to_owned());
    }
    if version != VERSION {
        return Err(format!("it has version {version}; this program reads version {VERSION}"));
    }
    let mut left = Left(content.get(20..).ok_or("a part is too short")?);
    let header = left.u64()?;
    let header = left.take(header)?;
    let mut state = State::new();
    while !left.0.is_empty() {
        let length = u16::from_le_bytes(left.array()?);
        let name = std::str::from_utf8(left.take(u64::from(length))?).map_err(|e| e.to_string())?;
        let [kind] = left.array()?;
        let count = left.u64()?;
        let array = match kind {
            0 => Array::F64(left.numbers(count, f64::from_le_bytes)?),
            1 => Array::U32(left.numbers(count, u32::from_le_bytes)?),
            2 => Array::U64(left.numbers(count, u64::from_le_bytes)?),
            3 => Array::U8(left.take(count)?.to_vec()),
            other => return Err(format!("the array {name:?} has the unknown type {other}")),
        };
        state.put(name, array);
    }
    Ok((header, state))
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

fn failed(path: &Path) -> impl Fn(io::Error) -> ModelError + '_ {
    move |why| ModelError::Io { path: path.display().to_string(), why }
}

/// Writes a file that is to be put into its place.
pub(crate) fn write(path: &Path, bytes: Result<Vec<u8>, String>) -> Result<Complete, ModelError> {
    let bytes = bytes.map_err(|e| failed(path)(io::Error::other(e)))?;
    let mut out = Output::create(path).map_err(failed(path))?;
    out.write_all(&bytes).map_err(failed(path))?;
    out.complete().map_err(failed(path))
}

/// Writes a file, whole or not at all.
pub(crate) fn save(path: &Path, bytes: Result<Vec<u8>, String>) -> Result<(), ModelError> {
    write(path, bytes)?.place().map_err(failed(path))
}

/// Reads a file and understands it.
pub(crate) fn load<T>(
    path: &Path,
    understand: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<T, ModelError> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).map_err(|why| ModelError::Io { path: name(), why })?;
    understand(&bytes).map_err(|reason| ModelError::Bad { path: name(), reason })
}
