//! A run that writes a cache and runs that read it are as a run without one, for one pass or several.

use super::{Said, Trial, Verdict, train};

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let file = trial.case.stream.file();
    let mut room = trial.bench.room(trial.case)?;
    let skip = ["--on-error", "skip"];
    let passes = trial.random.pick(&["1", "1", "2"]);
    let more = [&skip[..], &["--passes", passes]].concat();
    let usual = train::train(&mut room, trial, file, &more, true)?;
    let cached = [&more[..], &["--cache", "c.cache"]].concat();
    let written = train::train(&mut room, trial, file, &cached, true)?;
    let bare = |taught: train::Taught| train::Taught { stderr: String::new(), ..taught };
    let usual = bare(usual);
    train::compare(&room, &usual, &bare(written), "with a cache to write")?;
    let read = train::train(&mut room, trial, file, &cached, true)?;
    train::compare(&room, &usual, &bare(read), "with a cache to read")?;
    Ok(Said::Holds)
}
