//! Answers: what a command was asked for, on standard output.

use crate::voice::failure::writing;
use anyhow::Result;
use noregret_io::printable;
use serde::Serialize;
use std::io::{BufWriter, Write};

/// Prints a text for people, in which nothing quoted from data or file names steers the terminal.
pub fn text(text: &str) -> Result<()> {
    file(&printable(text))
}

/// Prints what machines read, as it is.
pub fn file(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(writing("standard output"))
}

/// An object and the version of the tool that tells it.
#[derive(Serialize)]
struct Versioned<'a, T> {
    version: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

/// Prints one JSON object with the tool's version, on a line of its own; it is never whole in memory.
pub fn json(object: &impl Serialize) -> Result<()> {
    let object = &Versioned { version: env!("CARGO_PKG_VERSION"), object };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let told = serde_json::to_writer(&mut out, object).map_err(std::io::Error::from);
    told.and_then(|()| writeln!(out)).and_then(|()| out.flush()).map_err(writing("standard output"))
}
