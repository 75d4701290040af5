//! What a race reads and writes.

use super::RaceFlags;
use crate::files::Files;
use anyhow::Result;
use std::path::Path;

/// Refuses outputs that would overwrite each other, the data, or the leaderboard on standard output.
pub fn check(flags: &RaceFlags, model: Option<&Path>) -> Result<()> {
    Files::default()
        .reads_data(&flags.input.inputs())
        .prints("the leaderboard", true)
        .writes("--report", flags.report.as_deref())
        .writes("--plot", flags.plot.as_deref())
        .writes("-f", model)
        .check()
}
