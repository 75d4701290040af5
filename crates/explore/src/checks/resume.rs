//! A run in two or three parts, each going on from the model of the one before, is the whole run.

use super::{Said, Trial, Verdict, train};
use crate::stream::Line;

/// The labels that lines show.
fn labels(lines: &[Line]) -> Vec<u64> {
    let mut labels: Vec<u64> =
        lines.iter().filter_map(|line| line.example()?.label).map(f64::to_bits).collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// Whether the first part says of the labels what the whole says. Where nobody told what they are, the first part decides, as
/// documented: one that shows no label must leave it open, one that shows all must decide alike.
fn decides(trial: &Trial<'_>, parts: &[&[Line]]) -> bool {
    let case = trial.case;
    let told = case.learner.told && (case.learner.labelled || !case.learner.is_binary());
    let whole = labels(&case.stream.lines);
    let mut shown = parts.iter().map(|part| labels(part)).filter(|labels| !labels.is_empty());
    told || shown.next().is_none_or(|first| first == whole)
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let stream = &trial.case.stream;
    let place = |at: f64| (at * (stream.lines.len() + 1) as f64) as usize;
    let (a, b) = (place(trial.random.uniform()), place(trial.random.uniform()));
    let (first, second) = if trial.random.chance(0.5) { (a.min(b), a.max(b)) } else { (a, a) };
    let parts = [&stream.lines[..first], &stream.lines[first..second], &stream.lines[second..]];
    if !decides(trial, &parts) {
        return Ok(Said::Nothing);
    }
    let mut room = trial.bench.room(trial.case)?;
    let whole = train::train(&mut room, trial, stream.file(), &["--on-error", "skip"], true)?;
    if whole.code != Some(0) {
        return Ok(Said::Nothing);
    }
    let kept = stream.file().replace("data", "part");
    let mut predictions = Vec::new();
    let mut model = Vec::new();
    for (number, part) in parts.iter().enumerate().filter(|(number, _)| *number != 1 || first != second) {
        let file = kept.replace("part", &format!("part{number}"));
        room.write(&file, stream.text_of(part));
        let mut all = crate::bench::arguments(&[
            "train",
            &file,
            "-m",
            "r.nr",
            "-p",
            "p.txt",
            "--quiet",
            "--on-error",
            "skip",
        ]);
        if number == 0 {
            all.extend(trial.case.flags());
        } else {
            all.extend(crate::bench::arguments(&["-i", "r.nr"]));
        }
        room.ok(&all)?;
        predictions.extend(room.bytes("p.txt"));
        model = room.bytes("r.nr");
    }
    if predictions != whole.predictions {
        return Err(room.broken("resumed: the predictions differ"));
    }
    if model != whole.model {
        return Err(room.broken("resumed: the models differ"));
    }
    Ok(Said::Holds)
}
