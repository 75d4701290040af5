//! `predict` and `train -t` give the same predictions, or the same refusals.

use super::{Said, Trial, Verdict, train};
use crate::bench::arguments;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let file = trial.case.stream.file();
    let mut room = trial.bench.room(trial.case)?;
    if train::train(&mut room, trial, file, &["--on-error", "skip"], true)?.code != Some(0) {
        return Ok(Said::Nothing);
    }
    let mut both = |arguments: &[String]| -> Result<_, _> {
        let output = room.run(arguments, true)?;
        Ok((output.code, room.bytes("q.txt"), output.stderr))
    };
    let tail = ["-p", "q.txt", "--quiet", "--on-error", "skip"];
    let predicted = both(&arguments(&[&["predict", "m.nr", file], &tail[..]].concat()))?;
    let tested = both(&arguments(&[&["train", file, "-t", "-i", "m.nr"], &tail[..]].concat()))?;
    if predicted.0 != tested.0 || predicted.1 != tested.1 {
        return Err(room.broken(format!("{:?} {:?}", predicted.2, tested.2)));
    }
    Ok(Said::Holds)
}
