//! The model file: one self-contained file with all that is needed to predict and to go on learning.
//!
//! ```text
//! offset  bytes  what (all numbers little-endian)
//!      0      8  "NOREGRET"
//!      8      4  version, 1
//!     12      8  length of the whole file
//!     20      8  length h of the header
//!     28      h  header, JSON: algorithm, parameters, spec (its text form), schema, counts
//!               then the arrays of the state in order of name, each:
//!            2  length n of the name;  n  the name, UTF-8
//!            1  type: 0 f64, 1 u32, 2 u64, 3 u8
//!            8  how many numbers;  then the numbers
//! last 8     8  XXH3-64 of everything before
//! ```
//! Length and checksum are looked at before anything else is believed; after that every length is still checked against
//! what is left, so that no file makes the reader allocate or run without bound.

use crate::Schema;
use crate::output::Output;
use noregret::{Array, Parameters, Spec, State};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"NOREGRET";
const VERSION: u32 = 1;

/// What a model has seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Examples, labelled or not.
    pub examples: u64,
    /// Labelled examples.
    pub labelled: u64,
    /// Non-zero features, the bias aside.
    pub features: u64,
    /// Sum of the importance weights of labelled examples.
    pub weight: f64,
    /// Sum of weighted progressive losses.
    pub loss: f64,
    /// Sum of the weights of mistaken examples.
    pub mistakes: f64,
    /// Bad lines left out.
    pub skipped: u64,
}

impl Counts {
    /// Adds what another stretch has seen.
    pub fn add(&mut self, more: &Counts) {
        self.examples += more.examples;
        self.labelled += more.labelled;
        self.features += more.features;
        self.weight += more.weight;
        self.loss += more.loss;
        self.mistakes += more.mistakes;
        self.skipped += more.skipped;
    }

    /// The mean of a sum over the labelled weight, if there is any.
    pub fn mean(&self, sum: f64) -> Option<f64> {
        (self.weight > 0.0).then(|| sum / self.weight)
    }
}

/// A learner with all it needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name it was asked for by.
    pub algorithm: String,
    /// Its resolved parameters.
    pub parameters: Parameters,
    /// What it is.
    pub spec: Spec,
    /// How text becomes its indices and labels.
    pub schema: Schema,
    /// What it has seen.
    pub counts: Counts,
    /// Its memory.
    pub state: State,
}

#[derive(Serialize, Deserialize)]
struct Header {
    algorithm: String,
    parameters: Parameters,
    spec: String,
    schema: Schema,
    counts: Counts,
}

/// Why a model file was refused.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It cannot be read or written.
    #[error("{path}: {why}")]
    Io {
        /// The file.
        path: String,
        /// The system's word.
        #[source]
        why: io::Error,
    },
    /// It is no model file, or a damaged one.
    #[error("{path} is not a usable model file: {reason}")]
    Bad {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
}

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

impl Model {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let header = Header {
            algorithm: self.algorithm.clone(),
            parameters: self.parameters.clone(),
            spec: self.spec.to_string(),
            schema: self.schema.clone(),
            counts: self.counts,
        };
        let header = serde_json::to_vec(&header).map_err(|e| e.to_string())?;
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&(header.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&header);
        for (name, array) in self.state.iter() {
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

    /// Reads a file's bytes back; the reason if they are no model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
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
        let mut left = Left(&content[20..]);
        let header = left.u64()?;
        let header: Header = serde_json::from_slice(left.take(header)?)
            .map_err(|e| format!("its header is malformed: {e}"))?;
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
        let spec: Spec = header.spec.parse().map_err(|e: noregret::SpecError| e.to_string())?;
        spec.clone().check().map_err(|e| e.to_string())?;
        Ok(Self {
            algorithm: header.algorithm,
            parameters: header.parameters,
            spec,
            schema: header.schema,
            counts: header.counts,
            state,
        })
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let failed = |why| ModelError::Io { path: path.display().to_string(), why };
        let bytes = self.to_bytes().map_err(|e| failed(io::Error::other(e)))?;
        let mut out = Output::create(path).map_err(failed)?;
        out.write_all(&bytes).map_err(failed)?;
        out.finish().map_err(failed)
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Self, ModelError> {
        let name = || path.display().to_string();
        let bytes = std::fs::read(path).map_err(|why| ModelError::Io { path: name(), why })?;
        Self::from_bytes(&bytes).map_err(|reason| ModelError::Bad { path: name(), reason })
    }
}
