//! What a training came to: for people some lines, for machines one JSON object.

use super::choosing;
use super::method::{describe, drawn_name, update_name};
use super::tally::Tally;
use crate::voice::answer;
use crate::voice::talk::say;
use anyhow::Result;
use noregret::metric_learning::choose::Choice;
use noregret::metric_learning::evaluate::Targets;
use noregret::metric_learning::{Drawn, MetricLearner};
use noregret_io::dataset::Dataset;
use serde_json::json;

/// What it was taught by.
#[derive(Default)]
pub struct Taught {
    /// The rows of the table; none without one.
    pub rows: Option<usize>,
    /// Its classes; none where labels are numbers, or were not looked at.
    pub classes: Option<usize>,
    /// The targets of pairs.
    pub targets: Option<Targets>,
    /// The margin of triplets.
    pub margin: Option<f64>,
}

impl Taught {
    /// A table.
    pub fn table(data: &Dataset, numbers: bool) -> Self {
        let labels = data.labels.as_ref().filter(|_| !numbers);
        let classes = labels.map(|labels| labels.classes.len());
        Self { rows: Some(data.rows()), classes, ..Self::default() }
    }
}

/// A training that has ended.
pub struct Summary<'a> {
    /// What learned.
    pub learner: &'a MetricLearner,
    /// How its rate was chosen.
    pub choice: Option<&'a Choice>,
    /// What taught it.
    pub taught: Taught,
    /// Its rounds and losses.
    pub tally: &'a Tally,
    /// How long it took.
    pub seconds: f64,
    /// The seed of the draws.
    pub seed: u64,
    /// The model's file.
    pub model: Option<String>,
}

impl Summary<'_> {
    /// Whether nothing was learned, by choice.
    fn kept(&self) -> bool {
        self.choice.is_some_and(|choice| choice.chosen.is_none())
    }

    fn drawn(&self) -> Drawn {
        self.choice.and_then(|choice| choice.chosen).map_or(Drawn::Pairs, |lane| lane.drawn)
    }

    /// For machines.
    pub fn json(&self) -> Result<()> {
        let (spec, taught) = (self.learner.spec(), &self.taught);
        let mut object = json!({
            "rounds": self.tally.rounds,
            "loss": self.tally.mean(),
            "geometry": spec.geometry,
            "update": update_name(spec.update),
            "eta": (!self.kept()).then_some(spec.eta),
            "rate": spec.rate,
            "rank": spec.rank,
            "dim": self.learner.dim(),
            "total_rounds": self.learner.rounds(),
            "seconds": self.seconds,
            "model": self.model,
            "interrupted": self.tally.interrupted,
        });
        if let Some(margin) = taught.margin {
            object["margin"] = margin.into();
        }
        if let Some(rows) = taught.rows {
            object["rows"] = rows.into();
            object["classes"] = taught.classes.into();
            let Targets { same, different } = taught.targets.unwrap_or(Targets { same: 0.0, different: 0.0 });
            object["targets"] = taught.targets.map(|_| json!({"same": same, "different": different})).into();
            object["seed"] = self.seed.into();
            object["helps"] = self.choice.map(Choice::helps).into();
            object["choice"] = json!(self.choice);
        }
        answer::json(&object)
    }

    /// For people.
    pub fn say(&self) {
        let (learner, taught, tally) = (self.learner, &self.taught, self.tally);
        let line = |name: &str, text: String| say(format_args!("{name:<10} {text}"));
        say("");
        match self.choice {
            Some(choice) => {
                line("chosen", choosing::verdict(choice));
                choosing::lines(choice).into_iter().for_each(|told| line("", told));
            }
            None => line("learner", describe(learner.spec())),
        }
        line("metric", format!("over {} dimensions", learner.dim()));
        match (taught.rows, taught.classes) {
            (Some(rows), Some(classes)) => line("data", format!("{rows} rows of {classes} classes")),
            (Some(rows), None) => line("data", format!("{rows} rows")),
            (None, _) => {}
        }
        if let Some(Targets { same, different }) = taught.targets {
            line("targets", format!("{same:.6} for one class, {different:.6} for two"));
        }
        if let (Some(margin), Some(_)) = (taught.margin, taught.rows) {
            line("margin", format!("{margin:.6}, of {}", drawn_name(self.drawn())));
        }
        let all = learner.rounds();
        let total = if all > tally.rounds { format!(", {all} in all") } else { String::new() };
        line("rounds", format!("{}{total}, in {:.2} s", tally.rounds, self.seconds));
        if let Some(mean) = tally.mean() {
            line("mean loss", format!("{mean:.6}  (each comparison judged before it was learned)"));
        } else if tally.rounds > 0 {
            line("mean loss", "not known: losses too large to be added up".to_owned());
        }
        if self.kept() {
            line("note", "a metric can be learned all the same, at a rate of your own: --eta".to_owned());
        }
        if self.choice.is_some_and(|choice| choice.euclid.is_some() && !choice.helps()) {
            line("note", "a metric of more rows, or of full rank, may do better: --rank".to_owned());
        }
        if tally.interrupted {
            line("note", "interrupted: this is what was done until then".to_owned());
        }
        if let Some(path) = &self.model {
            line("model", path.clone());
        }
    }
}
