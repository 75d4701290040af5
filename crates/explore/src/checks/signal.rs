//! SIGTERM ends a running command in time, and it leaves no temporary file.

use super::{Said, Trial, Verdict};
use crate::bench::arguments;
use std::process::Command;
use std::time::Duration;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let mut room = trial.bench.room(trial.case)?;
    let file = trial.case.stream.file();
    let mut all = arguments(&["train", file, "-m", "m.nr", "--quiet", "--on-error", "skip"]);
    all.extend(arguments(&["--passes", "4000000000", "--holdout-off"]));
    all.extend(trial.case.flags());
    let child = room.start(&all, true)?;
    std::thread::sleep(Duration::from_millis(300));
    // A run that has ended, because there is nothing to read or to learn, cannot be signalled.
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).output();
    let sent = sent.is_ok_and(|output| output.status.success());
    let output = room.finish(child)?;
    match output.code {
        Some(0..=2) => Ok(Said::Nothing),
        // Before its handler stands, the signal itself ends it.
        Some(130 | 143) | None if sent => Ok(Said::Holds),
        code => Err(room.broken(format!("ends with {code:?}: {}", output.stderr.trim()))),
    }
}
