//! Numbers as text.

use crate::files::complete;
use crate::voice::failure::writing;
use anyhow::Result;
use noregret_io::{Complete, Output, shortest};
use std::io::Write;
use std::path::Path;

/// Numbers as a line of CSV, each the shortest text that reads back.
pub fn write_row(out: &mut Output, row: &[f64]) -> std::io::Result<()> {
    for (place, value) in row.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(out, "{comma}{}", shortest(*value))?;
    }
    out.write_all(b"\n")
}

/// A matrix as CSV, a row a line, to be put into its place.
pub fn write_matrix(path: &Path, matrix: &[f64], dim: usize) -> Result<Complete> {
    let name = path.display().to_string();
    let mut out = Output::create(path).map_err(writing(&name))?;
    for row in matrix.chunks_exact(dim) {
        write_row(&mut out, row).map_err(writing(&name))?;
    }
    complete(out)
}
