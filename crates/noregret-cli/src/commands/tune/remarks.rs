//! What should be said of the best candidate: that it stands at the end of what was tried, or is no better than a constant.

use crate::race::Outcome;
use noregret::Value;
use std::collections::BTreeMap;

/// The numbers that learners of an algorithm were tried with, by parameter.
fn tried(outcome: &Outcome, algorithm: &str) -> BTreeMap<String, Vec<f64>> {
    let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let entries = outcome.entrants.iter().map(|entrant| &entrant.entry);
    for entry in entries.filter(|entry| entry.algorithm.name == algorithm) {
        let Ok(parameters) = entry.resolved() else { continue };
        for (name, value) in parameters.values {
            if let Value::Number(value) = value {
                all.entry(name).or_default().push(value);
            }
        }
    }
    all
}

/// All of it.
pub fn all(outcome: &Outcome) -> Vec<String> {
    let Some(winner) = outcome.ranked().first().map(|&k| &outcome.entrants[k]) else { return Vec::new() };
    let mut told = Vec::new();
    let name = winner.entry.algorithm.name;
    let tried = tried(outcome, name);
    let values = winner.entry.resolved().map(|parameters| parameters.values).unwrap_or_default();
    for (parameter, value) in values {
        let (Value::Number(value), Some(all)) = (&value, tried.get(&parameter)) else { continue };
        let (least, most) =
            all.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
        // A term of 0 is none: there is nothing below it.
        let end = match *value {
            _ if least == most => continue,
            value if value == most => "largest",
            value if value == least && value > 0.0 => "smallest",
            _ => continue,
        };
        let beyond = if end == "largest" { "above" } else { "below" };
        told.push(format!(
            "the best {parameter}, {value}, is the {end} tried: the best of all may lie {beyond} it (--param {parameter}=V1,V2,..)"
        ));
    }
    let best = winner.sums.mean(winner.sums.cost);
    if let Some(constant) = outcome.constant.filter(|constant| best >= *constant) {
        told.push(format!(
            "no candidate is better than the best constant, which has a mean {} of {constant:.6}",
            outcome.judge
        ));
    }
    told
}
