//! The results of an evaluation: for people a table, for machines one JSON object.

use super::method::{describe, describe_lane, update_name};
use noregret::Update;
use noregret::metric_learning::MetricSpec;
use noregret::metric_learning::choose::Lane;
use serde_json::json;
use std::fmt::Write as _;

/// What is tried.
#[derive(Clone, Debug)]
pub enum Method {
    /// W = I.
    Euclidean,
    /// A metric learned from random pairs at one rate, as published.
    Given(MetricSpec),
    /// The lane that suits the training rows, or none of them.
    Chosen(Vec<Lane>),
}

/// The error of a run, with the lane it chose where it could choose.
#[derive(Clone, Copy, Debug)]
pub struct Error {
    /// The share of test rows that are classified wrongly.
    pub share: f64,
    /// The lane chosen; none if the start was kept, or there was no choice.
    pub chosen: Option<Lane>,
}

/// What a method came to on a table, run by run.
pub struct Outcome {
    /// The method.
    pub method: Method,
    /// The error of each run, or why there is none.
    pub runs: Vec<Result<Error, String>>,
}

impl Outcome {
    fn errors(&self) -> impl Iterator<Item = f64> + Clone {
        self.runs.iter().filter_map(|run| run.as_ref().ok().map(|error| error.share))
    }

    /// The spec, where there is one.
    fn spec(&self) -> Option<&MetricSpec> {
        match &self.method {
            Method::Euclidean => None,
            Method::Given(spec) => Some(spec),
            Method::Chosen(lanes) => lanes.first().map(|lane| &lane.spec),
        }
    }

    /// How it learned, in a few words.
    fn how(&self) -> String {
        match &self.method {
            Method::Euclidean => "W = I".to_owned(),
            Method::Given(spec) => describe(spec),
            Method::Chosen(_) => {
                let mut times: Vec<(Option<Lane>, usize)> = Vec::new();
                for error in self.runs.iter().filter_map(|run| run.as_ref().ok()) {
                    match times.iter_mut().find(|(lane, _)| *lane == error.chosen) {
                        Some((_, n)) => *n += 1,
                        None => times.push((error.chosen, 1)),
                    }
                }
                times.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
                let told = |(lane, n): &(Option<Lane>, usize)| {
                    let lane = lane.as_ref().map_or_else(|| "the start kept".to_owned(), describe_lane);
                    format!("{n} x {lane}")
                };
                times.iter().map(told).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Whether its rate is chosen on the training rows.
    fn is_chosen(&self) -> bool {
        matches!(self.method, Method::Chosen(_))
    }

    /// How often it learned nothing, by choice.
    fn kept(&self) -> Option<usize> {
        let kept = self.runs.iter().filter(|run| matches!(run, Ok(Error { chosen: None, .. })));
        self.is_chosen().then(|| kept.count())
    }

    /// How many runs failed.
    pub fn failed(&self) -> usize {
        self.runs.iter().filter(|run| run.is_err()).count()
    }

    /// The mean error of the runs that did not fail.
    pub fn mean(&self) -> Option<f64> {
        let n = self.errors().count();
        (n > 0).then(|| self.errors().sum::<f64>() / n as f64)
    }

    /// The standard deviation of the runs.
    pub fn deviation(&self) -> Option<f64> {
        let (n, mean) = (self.errors().count(), self.mean()?);
        let squares: f64 = self.errors().map(|e| (e - mean) * (e - mean)).sum();
        (n > 1).then(|| (squares / (n - 1) as f64).sqrt())
    }

    /// The method's name.
    pub fn name(&self) -> String {
        let Some(spec) = self.spec() else { return "euclidean".to_owned() };
        let space = spec.rank.map_or_else(|| spec.geometry.to_string(), |rank| format!("rank {rank}"));
        match (self.is_chosen(), spec.update) {
            (true, Update::Implicit) => format!("chosen {space}"),
            (true, Update::Explicit) => format!("chosen {space} explicit"),
            (false, update) => format!("{space} {}", update_name(update)),
        }
    }
}

/// The results on one table.
pub struct Results {
    /// Its name, without folder and extension.
    pub title: String,
    /// The file as the user named it.
    pub file: String,
    /// Its rows.
    pub rows: usize,
    /// Its classes.
    pub classes: usize,
    /// The dimensions of its vectors, at most.
    pub dim: usize,
    /// The methods.
    pub outcomes: Vec<Outcome>,
}

/// How an evaluation was done.
pub struct Setting {
    /// How many neighbours vote.
    pub k: u64,
    /// Pairs learned from.
    pub rounds: u64,
    /// Runs.
    pub runs: u64,
    /// The seed of splits and pairs.
    pub seed: u64,
    /// Whether columns were standardised.
    pub standardize: bool,
}

impl Setting {
    /// For people.
    pub fn human(&self, results: &[Results]) -> String {
        let mut text = String::new();
        let scaled = if self.standardize { "standardised" } else { "as they are" };
        let _ = writeln!(
            text,
            "k-NN error (k = {}) on 30 %, learned on 70 % from {} comparisons; mean and deviation of {} runs; columns {scaled}",
            self.k, self.rounds, self.runs
        );
        for table in results {
            let _ = writeln!(
                text,
                "\n{}: {} rows, {} classes, {} dimensions",
                table.file, table.rows, table.classes, table.dim
            );
            let best = table.outcomes.iter().filter_map(Outcome::mean).min_by(f64::total_cmp);
            for outcome in &table.outcomes {
                let error = match (outcome.mean(), outcome.deviation()) {
                    (Some(mean), Some(deviation)) => format!("{mean:.4} +- {deviation:.4}"),
                    (Some(mean), None) => format!("{mean:.4}"),
                    (None, _) => "failed".to_owned(),
                };
                let mark = if outcome.mean().is_some() && outcome.mean() == best { "*" } else { " " };
                let how = outcome.how();
                let _ = writeln!(text, "  {:<22} {error:<18}{mark} {how}", outcome.name());
                if let Some(why) = outcome.runs.iter().find_map(|run| run.as_ref().err()) {
                    let _ = writeln!(
                        text,
                        "  {:<22} failed in {} of {} runs, which are not in the mean: {why}",
                        "",
                        outcome.failed(),
                        outcome.runs.len()
                    );
                }
            }
        }
        text
    }

    /// For machines.
    pub fn object(&self, results: &[Results], seconds: f64) -> serde_json::Value {
        let method = |outcome: &Outcome| {
            let spec = outcome.spec();
            let given = spec.filter(|_| !outcome.is_chosen());
            let chosen = |run: &Result<Error, String>| run.as_ref().ok().and_then(|error| error.chosen);
            let failures = outcome.runs.iter().enumerate();
            let failures: Vec<_> = failures
                .filter_map(|(run, outcome)| Some(json!({"run": run, "reason": outcome.as_ref().err()?})))
                .collect();
            json!({
                "name": outcome.name(),
                "geometry": spec.map(|s| s.geometry),
                "update": spec.map(|s| update_name(s.update)),
                "eta": given.map(|s| s.eta),
                "rate": spec.map(|s| s.rate),
                "kept": outcome.kept(),
                "chosen": outcome.is_chosen().then(|| outcome.runs.iter().map(chosen).collect::<Vec<_>>()),
                "mean": outcome.mean(),
                "deviation": outcome.deviation(),
                "errors": outcome.runs.iter().map(|run| run.as_ref().ok().map(|error| error.share)).collect::<Vec<_>>(),
                "failures": failures,
            })
        };
        let table = |table: &Results| {
            json!({
                "file": table.file,
                "rows": table.rows,
                "classes": table.classes,
                "dim": table.dim,
                "methods": table.outcomes.iter().map(method).collect::<Vec<_>>(),
            })
        };
        json!({
            "data": results.iter().map(table).collect::<Vec<_>>(),
            "runs": self.runs,
            "k": self.k,
            "rounds": self.rounds,
            "seed": self.seed,
            "standardize": self.standardize,
            "seconds": seconds,
        })
    }
}
