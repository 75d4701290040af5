//! What a cache was made from: the files, and the options that decide how they are read.
//!
//! A file is known by its length, the time it was last changed, and a hash of its first and last bytes. If any of
//! it differs, the cache says nothing about the data any more.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ReadError;
use crate::files::input::Input;
use crate::format::Format;
use crate::schema::{Family, Schema};

/// How many bytes at each end of a file are hashed.
const ENDS: usize = 1 << 16;

/// The identity of what was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(crate) files: Vec<Stamp>,
    format: Option<Format>,
    /// A hash of the schema the reading began with, but for what is crossed.
    schema: u64,
    /// Whether features keep their namespaces, so that anything can be crossed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) spaced: bool,
    /// Whether features are hashed whether anything is crossed or not.
    #[serde(skip)]
    hashed: bool,
}

/// The identity of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) name: String,
    length: u64,
    /// Nanoseconds since 1970.
    changed: u64,
    /// A hash of the first and the last bytes.
    ends: u64,
}

impl Key {
    /// Looks at the files.
    pub(crate) fn new(inputs: &[Input], format: Option<Format>, schema: &Schema) -> Result<Self, ReadError> {
        let mut files = Vec::new();
        for input in inputs {
            match input {
                Input::File(path) if path.is_file() => files
                    .push(stamp(path).map_err(|source| ReadError::Io { file: input.name().into(), source })?),
                _ => {
                    let why = format!("a cache needs files that can be read again; {} cannot", input.name());
                    return Err(ReadError::Schema(why));
                }
            }
        }
        let spaced = !schema.crosses.is_empty();
        let uncrossed;
        let (mut schema, optional) = (schema, schema.label_optional);
        if !schema.crosses.is_default() || !schema.products.is_empty() {
            uncrossed = schema.uncrossed();
            schema = &uncrossed;
        }
        let named = |input: &Input| {
            format.or(Format::from_name(&input.name())).is_some_and(|format| format.family() == Family::Named)
        };
        let hashed =
            schema.bits.is_some() || schema.family == Some(Family::Named) || inputs.iter().all(named);
        let text = serde_json::to_vec(&(schema, optional));
        let mut text = text.map_err(|error| ReadError::Schema(error.to_string()))?;
        if let Some(filter) = &schema.filter {
            text.extend_from_slice(filter.to_string().as_bytes());
        }
        Ok(Self { files, format, schema: xxh3_64(&text), spaced, hashed })
    }

    /// Why a cache made from another key cannot be used.
    pub(crate) fn differs(&self, made: &Self) -> Option<String> {
        let names = |key: &Self| key.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
        if names(self) != names(made) {
            return Some(format!("it was made from {}", names(made).join(", ")));
        }
        let changed = self.files.iter().zip(&made.files).find(|(now, then)| now != then);
        if let Some((file, _)) = changed {
            return Some(format!("{} has changed", file.name));
        }
        if (self.format, self.schema) != (made.format, made.schema)
            || (made.spaced && !self.spaced && !self.hashed)
        {
            return Some("it was made with other options or for another model".to_owned());
        }
        let crossed = self.spaced && !made.spaced;
        crossed.then(|| "its features have no namespaces, without which nothing can be crossed".to_owned())
    }
}

fn stamp(path: &Path) -> io::Result<Stamp> {
    let mut file = File::open(path)?;
    let meta = file.metadata()?;
    let changed = meta.modified()?.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let mut ends = Vec::new();
    file.by_ref().take(ENDS as u64).read_to_end(&mut ends)?;
    file.seek(SeekFrom::Start(meta.len().saturating_sub(ENDS as u64)))?;
    file.take(ENDS as u64).read_to_end(&mut ends)?;
    Ok(Stamp { name: path.display().to_string(), length: meta.len(), changed, ends: xxh3_64(&ends) })
}
