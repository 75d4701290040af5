//! Outputs that must not overwrite each other or what is read.

use crate::failure::{usage, writing};
use anyhow::Result;
use noregret_io::{Output, shortest};
use std::io::Write;
use std::path::Path;

fn is_stdout(path: &Path) -> bool {
    path == "-" || path == "/dev/stdout"
}

/// Refuses outputs, each with its flag, that would overwrite each other or an input; finds out early what cannot be written.
pub fn check(outputs: &[(&str, Option<&Path>)], json: bool, inputs: &[&Path]) -> Result<()> {
    let given: Vec<(&str, &Path)> =
        outputs.iter().filter_map(|(flag, path)| Some((*flag, (*path)?))).collect();
    let mut to_stdout: Vec<&str> =
        given.iter().filter(|(_, path)| is_stdout(path)).map(|(flag, _)| *flag).collect();
    to_stdout.extend(json.then_some("--json"));
    if let [first, second, ..] = to_stdout[..] {
        return Err(usage(format!(
            "{first} and {second} both want standard output: give one of them a file"
        )));
    }
    for (place, (flag, path)) in given.iter().enumerate() {
        if let Some((other, _)) = given[..place].iter().find(|(_, other)| other == path && !is_stdout(path)) {
            return Err(usage(format!("{other} and {flag} name the same file")));
        }
        if inputs.iter().any(|input| input == path && input.is_file()) {
            return Err(usage(format!("{flag} would overwrite the data in {}", path.display())));
        }
        // A pipe must be opened only once: its reader would take a second opening for the end.
        if !path.exists() || path.is_file() || path.is_dir() {
            drop(Output::create(path).map_err(writing(&path.display().to_string()))?);
        }
    }
    Ok(())
}

/// Numbers as a line of CSV, each the shortest text that reads back.
pub fn write_row(out: &mut Output, row: &[f64]) -> std::io::Result<()> {
    for (place, value) in row.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(out, "{comma}{}", shortest(*value))?;
    }
    out.write_all(b"\n")
}

/// A matrix as CSV, a row a line.
pub fn write_matrix(path: &Path, matrix: &[f64], dim: usize) -> Result<()> {
    let name = path.display().to_string();
    let mut out = Output::create(path).map_err(writing(&name))?;
    for row in matrix.chunks_exact(dim) {
        write_row(&mut out, row).map_err(writing(&name))?;
    }
    out.finish().map_err(writing(&name))
}
