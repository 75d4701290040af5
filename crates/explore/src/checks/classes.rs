//! The stream as one of several classes: its labels become classes by chance, one of them late. Resumed and on other threads: the same bytes.

use super::{Said, Trial, Verdict};
use crate::bench::{Finding, Room, arguments};
use crate::case::Case;
use crate::learner::Learner;
use crate::stream::{Line, Stream};

/// What a run left: its exit code, the margins, the model.
type Left = (Option<i32>, Vec<u8>, Vec<u8>);

fn train(room: &mut Room, file: &str, flags: &[String], more: &[&str]) -> Result<Left, Finding> {
    drop(std::fs::remove_file(room.path("p.txt")));
    let mut all = arguments(&["train", file, "-m", "c.nr", "-p", "p.txt", "--output", "margins", "--quiet"]);
    all.extend(arguments(&["--on-error", "skip"]));
    all.extend_from_slice(flags);
    all.extend(arguments(more));
    let output = room.run(&all, true)?;
    Ok((output.code, room.bytes("p.txt"), room.bytes("c.nr")))
}

/// The case with classes for labels.
fn classes(trial: &mut Trial<'_>) -> Case {
    let count = 2 + trial.random.below(5);
    let late = trial.case.stream.lines.len() / 2;
    let mut lines = trial.case.stream.lines.clone();
    for (place, line) in lines.iter_mut().enumerate() {
        if let Line::Example(example) = line
            && example.label.is_some()
        {
            let known = if place < late { count - 1 } else { count };
            example.label = Some(trial.random.below(known) as f64);
        }
    }
    let stream = Stream { pair: None, lines, ..trial.case.stream.clone() };
    let learner = Learner { told: true, labelled: false, ..trial.case.learner.clone() };
    Case { stream, learner, salt: trial.case.salt }
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    if !trial.case.learner.is_binary() {
        return Ok(Said::Nothing);
    }
    let case = classes(trial);
    let mut flags = case.flags();
    flags.push("--classes".to_owned());
    let mut room = trial.bench.room(&case)?;
    let whole = train(&mut room, case.stream.file(), &flags, &["--threads", "1"])?;
    if whole.0 != Some(0) {
        return Ok(Said::Nothing);
    }
    let other = train(&mut room, case.stream.file(), &flags, &["--threads", "7"])?;
    if other != whole {
        return Err(room.broken("classes: seven threads leave something else than one"));
    }
    let lines = &case.stream.lines;
    let (first, second) = lines.split_at(trial.random.below(lines.len() + 1));
    let mut predictions = Vec::new();
    let mut model = Vec::new();
    for (number, part) in [first, second].into_iter().enumerate() {
        let file = case.stream.file().replace("data", &format!("part{number}"));
        room.write(&file, case.stream.text_of(part));
        let on = if number == 0 { flags.clone() } else { arguments(&["-i", "c.nr"]) };
        let (code, margins, kept) = train(&mut room, &file, &on, &[])?;
        if code != Some(0) {
            return Err(room.broken("classes: a part is refused that the whole takes"));
        }
        predictions.extend(margins);
        model = kept;
    }
    if predictions != whole.1 || model != whole.2 {
        return Err(room.broken("classes: resumed is not uninterrupted"));
    }
    room.ok(&arguments(&["inspect", "c.nr", "--json"]))?;
    room.ok(&arguments(&[
        "predict",
        "c.nr",
        case.stream.file(),
        "--on-error",
        "skip",
        "-p",
        "q.txt",
        "--json",
    ]))?;
    Ok(Said::Holds)
}
