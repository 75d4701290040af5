//! `predict` gives the weights that `inspect` shows, times the values. Not for `auto` and `flh`.

use super::{
    Said, Trial, Verdict, train,
    weights_state::{applies, compare},
};
use crate::bench::arguments;
use serde_json::Value;
use std::collections::HashMap;

pub fn run(trial: &mut Trial<'_>) -> Verdict {
    let case = trial.case;
    if !applies(case) {
        return Ok(Said::Nothing);
    }
    let file = case.stream.file();
    let mut room = trial.bench.room(case)?;
    if train::train(&mut room, trial, file, &["--on-error", "skip"], true)?.code != Some(0) {
        return Ok(Said::Nothing);
    }
    let inspected = room.ok(&arguments(&["inspect", "m.nr", "--json", "--top", "1000000"]))?;
    let shown: Value =
        serde_json::from_slice(&inspected.stdout).map_err(|e| room.broken(format!("no JSON: {e}")))?;
    if shown["collisions"] != 0 {
        return Ok(Said::Nothing);
    }
    let top = shown["top"].as_array().cloned().unwrap_or_default();
    let weights: HashMap<String, f64> =
        top.iter().filter_map(|w| Some((w["name"].as_str()?.to_owned(), w["weight"].as_f64()?))).collect();
    // Without --on-error, the first refused line ends the run: what comes before is compared.
    let predicted = room.run(&arguments(&["predict", "m.nr", file, "--quiet"]), true)?;
    let predicted = String::from_utf8_lossy(&predicted.stdout).into_owned();
    let mut said = Said::Nothing;
    let zero = case.learner.starts_at_zero();
    for (place, (line, example)) in predicted.lines().zip(case.stream.examples()).enumerate() {
        let Ok(margin) = line.parse::<f64>() else { return Err(room.broken(format!("predicts {line:?}"))) };
        let mut terms: Vec<(String, f64)> =
            example.features.iter().map(|feature| (feature.name(case.stream.named), feature.value)).collect();
        if case.learner.bias {
            terms.push(("the bias".to_owned(), 1.0));
        }
        if !zero && terms.iter().any(|(name, _)| !weights.contains_key(name)) {
            continue;
        }
        let terms = terms.iter().map(|(name, value)| weights.get(name).copied().unwrap_or(0.0) * value);
        match compare(margin, terms) {
            None => {}
            Some(Ok(())) => said = Said::Holds,
            Some(Err(what)) => return Err(room.broken(format!("example {}: {what}", place + 1))),
        }
    }
    Ok(said)
}
