//! Runs of `train` on the stream, and what they leave.

use super::{Said, Trial, Verdict};
use crate::bench::{Finding, Room, arguments};

/// What a run left.
#[derive(PartialEq)]
pub struct Taught {
    /// Its exit code.
    pub code: Option<i32>,
    /// What it complained of.
    pub stderr: String,
    /// The margins.
    pub predictions: Vec<u8>,
    /// The model; empty if there is none.
    pub model: Vec<u8>,
}

/// Trains on a file.
pub fn train(
    room: &mut Room,
    trial: &Trial<'_>,
    file: &str,
    more: &[&str],
    simd: bool,
) -> Result<Taught, Finding> {
    drop(std::fs::remove_file(room.path("m.nr")));
    drop(std::fs::remove_file(room.path("p.txt")));
    let mut all = arguments(&["train", file, "-m", "m.nr", "-p", "p.txt", "--quiet"]);
    all.extend(trial.case.flags());
    all.extend(arguments(more));
    let output = room.run(&all, simd)?;
    Ok(Taught {
        code: output.code,
        // What names the file, but for its name.
        stderr: output.stderr.replace(file, "DATA"),
        predictions: room.bytes("p.txt"),
        model: room.bytes("m.nr"),
    })
}

/// Where two runs that must be the same differ.
pub fn compare(room: &Room, usual: &Taught, other: &Taught, how: &str) -> Result<(), Finding> {
    let differs = |what: &str| Err(room.broken(format!("{how}: {what}")));
    if usual.code != other.code {
        return differs(&format!(
            "exit code {:?}, not {:?}: {}",
            other.code,
            usual.code,
            other.stderr.trim()
        ));
    }
    if usual.predictions != other.predictions {
        return differs("the predictions differ");
    }
    if usual.model != other.model {
        return differs("the models differ");
    }
    if usual.stderr != other.stderr {
        return differs(&format!("it says {:?}, not {:?}", other.stderr, usual.stderr));
    }
    Ok(())
}

/// Holds a run with other flags, or another file, against the usual one. Bad lines are skipped by half of the cases.
pub fn same(
    trial: &mut Trial<'_>,
    how: &str,
    file: &str,
    content: &[u8],
    more: &[&str],
    simd: bool,
) -> Verdict {
    let usual_file = trial.case.stream.file();
    let mut room = trial.bench.room(trial.case)?;
    if file != usual_file {
        room.write(file, content);
    }
    let skip: &[&str] = if trial.case.salt.is_multiple_of(2) { &["--on-error", "skip"] } else { &[] };
    let usual = train(&mut room, trial, usual_file, &[skip, &["--threads", "1"]].concat(), true)?;
    let other = train(&mut room, trial, file, &[skip, more].concat(), simd)?;
    compare(&room, &usual, &other, how)?;
    Ok(Said::Holds)
}
