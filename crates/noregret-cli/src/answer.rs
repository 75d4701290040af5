//! Answers: what a command was asked for, on standard output.

use crate::failure::writing;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;

/// Prints a text.
pub fn text(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(writing("standard output"))
}

/// Prints one JSON object, on a line of its own.
pub fn json(object: &impl Serialize) -> Result<()> {
    let line = serde_json::to_string(object).map_err(|e| writing("standard output")(e.into()))?;
    text(&format!("{line}\n"))
}
