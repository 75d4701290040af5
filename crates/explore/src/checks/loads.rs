//! What is saved loads, in `inspect`, `predict` and a run that goes on; summaries are JSON with numbers where numbers must be,
//! and predictions are finite, but for those of lines left out.

use super::{Said, Trial, Verdict};
use crate::bench::{Finding, Room, arguments};
use serde_json::Value;

fn json(room: &Room, stdout: &[u8]) -> Result<Value, Finding> {
    serde_json::from_slice(stdout).map_err(|e| room.broken(format!("no JSON: {e}")))
}

/// Whether a value has a null anywhere.
fn hollow(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(all) => all.iter().any(hollow),
        Value::Object(all) => all.values().any(hollow),
        _ => false,
    }
}

/// Fields that must be whole, where they are there; a mean loss only if an example counted.
fn whole(room: &Room, summary: &Value, counted: bool) -> Result<(), Finding> {
    let plain = ["examples", "labelled", "features", "weights", "rounds", "bytes", "top", "state", "lanes"];
    let mean: &[&str] = if counted { &["loss"] } else { &[] };
    match plain.iter().chain(mean).find(|name| summary.get(*name).is_some_and(hollow)) {
        Some(name) => Err(room.broken(format!("{name} is null, or has a null in it"))),
        None => Ok(()),
    }
}

/// Every prediction is finite; `nan` stands for a line that was left out.
fn finite(room: &Room, file: &str, summary: &Value) -> Result<(), Finding> {
    let text = room.text(file);
    let left_out = text.lines().filter(|line| *line == "nan").count() as u64;
    if summary["skipped"].as_u64() != Some(left_out) {
        return Err(room
            .broken(format!("{left_out} lines of {file} are nan, and {} were skipped", summary["skipped"])));
    }
    let mut others = text.lines().filter(|line| *line != "nan");
    match others.find(|line| !line.parse::<f64>().is_ok_and(f64::is_finite)) {
        Some(line) => Err(room.broken(format!("predicts {line:?}"))),
        None => Ok(()),
    }
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let file = trial.case.stream.file();
    let mut room = trial.bench.room(trial.case)?;
    let mut all = arguments(&["train", file, "-m", "m.nr", "-p", "p.txt", "--json", "--on-error", "skip"]);
    all.extend(trial.case.flags());
    let taught = room.run(&all, true)?;
    if taught.code != Some(0) {
        return Ok(Said::Nothing);
    }
    let summary = json(&room, &taught.stdout)?;
    // What was refused, or has no weight, has no loss.
    let counted = summary["rounds"].as_u64() > Some(0) && summary["overflowed"] != true;
    whole(&room, &summary, counted)?;
    finite(&room, "p.txt", &summary)?;
    let inspected = room.ok(&arguments(&["inspect", "m.nr", "--json", "--top", "1000000"]))?;
    whole(&room, &json(&room, &inspected.stdout)?, counted)?;
    let predict = ["predict", "m.nr", file, "-p", "q.txt", "--json", "--on-error", "skip"];
    let predicted = room.ok(&arguments(&predict))?;
    let summary = json(&room, &predicted.stdout)?;
    whole(&room, &summary, false)?;
    finite(&room, "q.txt", &summary)?;
    room.ok(&arguments(&["train", file, "-i", "m.nr", "-m", "n.nr", "--quiet", "--on-error", "skip"]))?;
    room.ok(&arguments(&["inspect", "n.nr"]))?;
    Ok(Said::Holds)
}
