//! Wide registers change nothing.

use super::{Trial, Verdict, train};

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let file = trial.case.stream.file();
    train::same(trial, "without wide registers", file, &[], &[], false)
}
