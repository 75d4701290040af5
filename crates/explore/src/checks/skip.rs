//! A skipped example leaves no trace: the run is one without those lines. Tags tell which they were.

use super::{Said, Trial, Verdict};
use crate::bench::{Finding, Room, arguments};
use serde_json::Value;

/// Trains on tagged lines; gives the predictions and what `inspect` shows, but for what reading counts.
fn taught(room: &mut Room, trial: &Trial<'_>, file: &str) -> Result<Option<(String, Value)>, Finding> {
    let mut all = arguments(&["train", file, "-m", "m.nr", "-p", "p.txt", "--quiet", "--on-error", "skip"]);
    all.extend(trial.case.flags());
    if room.run(&all, true)?.code != Some(0) {
        return Ok(None);
    }
    let output = room.ok(&arguments(&["inspect", "m.nr", "--json", "--top", "1000000"]))?;
    let mut shown: Value =
        serde_json::from_slice(&output.stdout).map_err(|e| room.broken(format!("no JSON: {e}")))?;
    // A line is read before it is learned from: the names it shares slots with are counted by then.
    shown["skipped"] = Value::Null;
    shown["collisions"] = Value::Null;
    // A line left out keeps its place among the predictions.
    let text = room.text("p.txt");
    Ok(Some((text.split_inclusive('\n').filter(|line| !line.starts_with("nan")).collect(), shown)))
}

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let learner = &trial.case.learner;
    // A line skipped for its numbers may still have told what the labels are.
    if !learner.told || (learner.is_binary() && !learner.labelled) {
        return Ok(Said::Nothing);
    }
    let mut room = trial.bench.room(trial.case)?;
    let text = trial.case.stream.tagged();
    room.write("tagged.vw", &text);
    let Some((predictions, shown)) = taught(&mut room, trial, "tagged.vw")? else { return Ok(Said::Nothing) };
    let kept: Vec<usize> = predictions
        .lines()
        .filter_map(|line| line.split_once(" t").and_then(|(_, tag)| tag.parse().ok()))
        .collect();
    // A file without any line has no format, and a model of it no hash.
    if kept.len() == trial.case.stream.lines.len() || kept.is_empty() {
        return Ok(Said::Nothing);
    }
    let spared: String =
        text.split_inclusive('\n').enumerate().filter(|(n, _)| kept.contains(n)).map(|(_, l)| l).collect();
    room.write("spared.vw", spared);
    match taught(&mut room, trial, "spared.vw")? {
        None => Err(room.broken("without the skipped lines the run fails")),
        Some((again, _)) if again != predictions => Err(room.broken("a skipped line changes predictions")),
        Some((_, again)) if again != shown => Err(room.broken("a skipped line changes the model")),
        Some(_) => Ok(Said::Holds),
    }
}
