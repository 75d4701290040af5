//! Outputs that would overwrite each other, the data, or the leaderboard on standard output are refused before anything is read.

use super::RaceFlags;
use crate::failure::{usage, writing};
use anyhow::Result;
use noregret_io::{Input, Output};
use std::path::Path;

/// Refuses them; and finds out now, not after hours, that an output cannot be written.
pub fn check(flags: &RaceFlags, model: Option<&Path>) -> Result<()> {
    let named = [("--report", flags.report.as_deref()), ("--plot", flags.plot.as_deref()), ("-f", model)];
    let named: Vec<(&str, &Path)> =
        named.into_iter().filter_map(|(flag, path)| path.map(|path| (flag, path))).collect();
    let inputs = flags.input.inputs();
    for (place, (flag, path)) in named.iter().enumerate() {
        if *path == "-" || *path == "/dev/stdout" {
            return Err(usage(format!("the leaderboard goes to standard output: give {flag} a file")));
        }
        let kept = path.is_file() || !path.exists();
        if let Some((other, _)) = named[..place].iter().find(|(_, before)| before == path && kept) {
            return Err(usage(format!("{other} and {flag} name the same file")));
        }
        let over = |input: &&Input| matches!(input, Input::File(file) if file.is_file() && file == path);
        if let Some(input) = inputs.iter().find(over) {
            return Err(usage(format!("{flag} would overwrite the data in {}", input.name())));
        }
    }
    for (_, path) in named {
        drop(Output::create(path).map_err(writing(&path.display().to_string()))?);
    }
    Ok(())
}
