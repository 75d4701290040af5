//! Threads change nothing: not a bit of the model, not a prediction, not an error.

use super::{Trial, Verdict, train};

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let threads = trial.random.pick(&["2", "7"]);
    let file = trial.case.stream.file();
    train::same(trial, &format!("{threads} threads"), file, &[], &["--threads", threads], true)
}
