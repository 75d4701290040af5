//! What a run says at its end: a summary for people, or one JSON object for machines.

use crate::commands::train::{Holdout, Tested};
use crate::voice::answer;
use crate::voice::measured;
use crate::voice::talk::say;
use anyhow::Result;
use noregret::{Coupling, Iterate, Labels as LossLabels, Learner, Parameters, Spec, Standing};
use noregret_engine::Core;
use noregret_io::{LabelKind, Labels, Schema, printable_name};
use noregret_measure::Report;
use serde::Serialize;

/// The summary of a run. Names are what `--json` prints.
#[derive(Serialize)]
pub struct Summary {
    /// Examples read, labelled or not.
    pub examples: u64,
    /// Labelled ones.
    pub labelled: u64,
    /// Non-zero features, the bias aside.
    pub features: u64,
    /// Mean progressive loss, by importance weight.
    pub loss: Option<f64>,
    /// The fraction with y z <= 0, or with another class than the best, by importance weight; binary losses.
    pub mistakes: Option<f64>,
    /// What the predictions are worth, of several passes those of the first; none without labelled examples.
    pub measures: Option<Report>,
    /// The theorem's bound on the regret, where one applies.
    pub bound: Option<f64>,
    /// How the learners inside stand, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<Standing>,
    /// Which weights a saved model predicts by, where that is judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterate: Option<Iterate>,
    /// Non-zero weights.
    pub weights: u64,
    /// Bad lines left out.
    pub skipped: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The algorithm's name.
    pub algorithm: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The loss learned.
    pub loss_function: String,
    /// What it is.
    pub spec: Spec,
    /// Mean loss of each pass, where there are several; only the first is progressive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loss_by_pass: Vec<f64>,
    /// What was held out of several passes, and the pass that is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holdout: Option<Holdout>,
    /// How the model did on the files to test on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Tested>,
    /// The labels that mean -1 and +1.
    pub labels: Option<[String; 2]>,
    /// The classes, where there are several, in the order of their margins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Examples the model has seen in all its runs.
    pub total_examples: u64,
    /// Rounds learned from in all its runs: what the bound speaks of.
    pub rounds: u64,
    /// Times a named feature fell into a slot first taken by another.
    pub collisions: u64,
    pub product_collisions: u64,
    /// Bytes of the weight table.
    pub bytes: u64,
    /// Where the model was written.
    pub model: Option<String>,
    /// Whether Ctrl-C ended the run.
    pub interrupted: bool,
    /// Why this loss, where the labels chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_chosen: Option<&'static str>,
    /// Whether features are scaled because a table has columns of numbers, and nobody said how to take them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub scaled: bool,
    /// What the columns of tables were read as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// What people should hear about the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    #[serde(skip)]
    label_note: Option<String>,
    /// Whether losses or weights were too large to be added up, so that no mean is known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    overflowed: bool,
}

impl Summary {
    /// What a run came to, but for what is learned.
    pub fn new(core: &Core, schema: &Schema) -> Self {
        let (spec, counts) = (core.spec(), core.counts_here());
        let binary = spec.loss.labels() == LossLabels::Binary;
        Self {
            examples: counts.examples,
            labelled: counts.labelled,
            features: counts.features,
            loss: counts.mean(counts.loss),
            mistakes: counts.mean(counts.mistakes).filter(|_| binary),
            measures: None,
            bound: None,
            lanes: Vec::new(),
            iterate: None,
            weights: core.active() as u64,
            skipped: counts.skipped,
            seconds: 0.0,
            algorithm: core.algorithm().to_owned(),
            parameters: core.parameters().clone(),
            loss_function: loss_name(spec),
            spec: spec.clone(),
            loss_by_pass: Vec::new(),
            holdout: None,
            tests: Vec::new(),
            labels: schema.labels.mapping().filter(|_| binary),
            classes: schema.labels.classes().to_vec(),
            total_examples: core.counts().examples,
            rounds: core.rounds(),
            collisions: schema.collisions,
            product_collisions: schema.product_collisions,
            bytes: core.bytes(),
            model: None,
            interrupted: false,
            loss_chosen: None,
            scaled: core.scaled(),
            columns: schema.describe_columns(),
            remarks: Vec::new(),
            label_note: tell_labels(&schema.labels).filter(|_| binary),
            overflowed: counts.overflowed(),
        }
    }

    /// Says why labels that decided for themselves were taken for what they are, and how to have them taken otherwise.
    pub fn explain_labels(&mut self, labels: &Labels, said: bool) {
        let number = |name: &String| name.parse::<f64>().is_ok();
        self.label_note = match labels.kind() {
            _ if said => return,
            LabelKind::Classes if labels.classes().iter().all(number) => Some(format!(
                "{}, because they are few whole numbers, numbered and spread as classes are; --loss squared takes them as numbers",
                counted(labels)
            )),
            LabelKind::Classes => Some(format!(
                "{}, because {}; --positive LABEL learns one against the rest",
                counted(labels),
                if labels.classes().iter().any(number) { "texts are among them" } else { "they are texts" }
            )),
            LabelKind::Real if labels.is_quantity() => Some(
                "numbers: whole and few, but not numbered and spread as classes are; --classes takes them as classes"
                    .to_owned(),
            ),
            _ => return,
        };
    }

    /// Whether it learns several classes one against the rest.
    fn is_rest(&self) -> bool {
        self.spec.classes == Some(Coupling::Rest)
    }

    /// What the data call -1 and +1, or the classes.
    fn names(&self) -> Vec<&str> {
        let pair = self.labels.iter().flatten();
        (if self.classes.is_empty() { pair.collect::<Vec<_>>() } else { self.classes.iter().collect() })
            .into_iter()
            .map(String::as_str)
            .collect()
    }

    /// How the model did on what was held out, and on other files.
    fn print_held_out(&self, learned: bool, line: impl Fn(&str, String)) {
        let worth = |measures: Option<&Report>| {
            let told = measures.map(measured::line).filter(|told| !told.is_empty());
            told.into_iter().for_each(|told| line("", told));
        };
        if let Some(held) = &self.holdout {
            let passes: Vec<_> = held.loss_by_pass.iter().map(|&loss| decimals(loss)).collect();
            let mistakes =
                held.mistakes.map(|m| format!(", mistakes {:.2} %", 100.0 * m)).unwrap_or_default();
            if passes.len() == 1 {
                line("held out", format!("{}: loss {:.6}{mistakes}", held.which, held.loss));
            } else {
                let told = passes.join(", ");
                line("held out", format!("{}; loss on them after each pass: {told}", held.which));
                line("kept", format!("pass {}: held-out loss {:.6}{mistakes}", held.best_pass, held.loss));
            }
            worth(held.measures.as_ref());
        } else if self.loss_by_pass.len() > 1 && learned {
            line("kept", "the last pass".to_owned());
        }
        for test in &self.tests {
            if test.labelled == 0 {
                let examples = thousands(test.examples);
                line("test", format!("{}: no labels to measure by (examples: {examples})", test.file));
                continue;
            }
            let mistakes =
                test.mistakes.map(|m| format!(", mistakes {:.2} %", 100.0 * m)).unwrap_or_default();
            let examples = thousands(test.labelled);
            line(
                "test",
                format!("{}: loss {}{mistakes}  ({examples} examples)", test.file, decimals(test.loss)),
            );
            worth(test.measures.as_ref());
        }
    }

    /// One JSON object on standard output.
    pub fn print_json(&self) -> Result<()> {
        answer::json(self)
    }

    /// For people, on standard error.
    pub fn print(&self, learned: bool) {
        let line = |name: &str, text: String| say(format_args!("{name:<10} {}", printable_name(&text)));
        say("");
        line(
            "learner",
            format!("{} for {} loss{}", self.algorithm, self.loss_function, list(&self.parameters)),
        );
        if let Some(why) = self.loss_chosen.as_ref() {
            line("loss", format!("{}, because {why}; --loss takes another", self.loss_function));
        }
        if self.scaled {
            let why = "by its largest value so far, because columns of a table have units of their own";
            let each =
                if self.is_rest() { "; several classes are then learned one against the rest" } else { "" };
            line("scaled", format!("each feature {why}{each}; --normalize=no learns as published"));
        }
        let speed = if self.seconds > 0.0 { self.examples as f64 / self.seconds } else { 0.0 };
        let unlabelled = self.examples - self.labelled;
        let unlabelled = if unlabelled > 0 {
            format!(", {} without a label", thousands(unlabelled))
        } else {
            String::new()
        };
        line(
            "examples",
            format!(
                "{}{unlabelled}, in {:.2} s ({} a second)",
                thousands(self.examples),
                self.seconds,
                thousands(speed as u64)
            ),
        );
        if let Some(columns) = &self.columns {
            line("columns", columns.clone());
        }
        if self.examples > 0 {
            let each = self.features as f64 / self.examples as f64;
            line("features", format!("{} ({each:.1} an example)", thousands(self.features)));
        }
        if let Some(loss) = self.loss {
            let how = match self.loss_by_pass.len() {
                _ if !learned => "nothing was learned",
                0 | 1 => "each example predicted before it was learned",
                _ => "over all passes",
            };
            // What learners call the squared loss is half of what everybody else does.
            let halved = if self.loss_function == "squared" { "half the squared error; " } else { "" };
            line("mean loss", format!("{loss:.6}  ({halved}{how})"));
        } else if self.overflowed {
            line("mean loss", "not known: losses or weights too large to be added up".to_owned());
        }
        if self.loss_by_pass.len() > 1 {
            let passes: Vec<_> = self.loss_by_pass.iter().map(|loss| format!("{loss:.6}")).collect();
            line(
                "by pass",
                format!("{}  (only the first is of examples not seen before)", passes.join(", ")),
            );
        }
        if let Some(measures) = &self.measures {
            if self.loss_by_pass.len() > 1 {
                line("first pass", "what is told from here to the next loss is of it alone".to_owned());
            }
            let other = !["logistic", "softmax"].contains(&self.loss_function.as_str());
            if let Some(told) = measured::log_loss(measures).filter(|_| other) {
                line("log loss", format!("{told:.6}, of the probabilities that margins make"));
            }
            measured::lines(measures, &self.names()).into_iter().for_each(|(name, text)| line(name, text));
        } else if let Some(mistakes) = self.mistakes {
            line("mistakes", format!("{:.2} %", 100.0 * mistakes));
        }
        self.print_held_out(learned, line);
        if let Some(told) = tell_lanes(&self.lanes) {
            line("lanes", told);
        }
        let judged = learned || self.iterate.is_some();
        if let Some(told) = tell_iterate(self.iterate, &self.spec).filter(|_| judged) {
            line("saved", told);
        }
        if learned {
            match self.bound {
                Some(bound) if self.rounds > 0 => {
                    let each = bound / self.rounds as f64;
                    line(
                        "regret",
                        format!(
                            "at most {bound:.4}, {each:.6} a round, against any fixed weights in the box"
                        ),
                    );
                }
                _ if !self.lanes.is_empty() => {
                    let price = |lane: &Standing| lane.loss + lane.price;
                    let best = self.lanes.iter().min_by(|a, b| price(a).total_cmp(&price(b)));
                    let price = best.map_or(0.0, |lane| lane.price);
                    let unit = match best.map_or(1.0, |lane| lane.unit) {
                        1.0 => String::new(),
                        unit => format!(" times the mean weight, {unit:.4},"),
                    };
                    line(
                        "regret",
                        format!(
                            "at most {price:.4}{unit} in all against the best lane alone; none is bounded against fixed weights"
                        ),
                    );
                }
                _ => line(
                    "regret",
                    format!("no theorem bounds it here; see noregret algorithms {}", self.algorithm),
                ),
            }
            line("weights", format!("{} non-zero", thousands(self.weights)));
        }
        if let Some(note) = &self.label_note {
            line("labels", note.clone());
        }
        if self.collisions > 0 {
            line(
                "collisions",
                format!(
                    "{} times a feature fell into another's slot; --bits makes room",
                    thousands(self.collisions)
                ),
            );
        }
        if self.product_collisions > 0 {
            let times = thousands(self.product_collisions);
            line("products", format!("{times} times one fell into another's slot; --bits makes room"));
        }
        if self.skipped > 0 {
            line("skipped", format!("{} bad lines were left out", thousands(self.skipped)));
        }
        if self.interrupted {
            line("note", "interrupted: this is what was done until then".to_owned());
        }
        if let Some(model) = &self.model {
            line("model", format!("written to {model}"));
        }
    }
}

/// The loss that is learned, with how classes share it.
pub fn loss_name(spec: &Spec) -> String {
    match spec.classes {
        None => spec.loss.to_string(),
        Some(Coupling::Softmax) => "softmax".to_owned(),
        Some(Coupling::Rest) => format!("one-against-rest {}", spec.loss),
    }
}

/// So many classes, the first of them by name.
fn counted(labels: &Labels) -> String {
    const SHOWN: usize = 10;
    let names = labels.classes();
    let some: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let count = names.len() as u64;
    format!("{} class{} ({}{more})", thousands(count), if count == 1 { "" } else { "es" }, some.join(", "))
}

/// What labels mean; none of numbers.
pub fn tell_labels(labels: &Labels) -> Option<String> {
    if labels.kind() == LabelKind::Classes { Some(counted(labels)) } else { labels.describe() }
}

/// How the lanes fared, the likeliest first: `raw 1 93 %, normalised 1 7 %`.
pub fn tell_lanes(lanes: &[Standing]) -> Option<String> {
    let mut held: Vec<&Standing> = lanes.iter().filter(|lane| lane.posterior >= 0.005).collect();
    held.sort_by(|a, b| b.posterior.total_cmp(&a.posterior));
    let told: Vec<_> =
        held.iter().map(|lane| format!("{} {:.0} %", lane.name, 100.0 * lane.posterior)).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// Which weights a saved model predicts by, if they are not the last ones, and that the stream drifts, if it does. Whoever asked for averages is always told.
pub fn tell_iterate(iterate: Option<Iterate>, spec: &Spec) -> Option<String> {
    let asked = spec.average;
    let plain = |why: &str| asked.then(|| format!("a saved model predicts by the last weights: {why}"));
    let Some(iterate) = iterate else {
        return plain("there are no averages, as after a merge, or where numbers became too large for them");
    };
    let Iterate { averaged, sorted, last: Some(last), average: Some(average), along: Some(along) } = iterate
    else {
        return plain("too little came to judge averages over the stream by");
    };
    let lost = format!(
        "set aside for a while, the last weights lost {last:.4} a row on what came after, averages over the stream {average:.4}; going along, the learner lost {along:.4}"
    );
    match (averaged, sorted) {
        (true, true) if matches!(spec.learner, Learner::Auto(_)) => Some(format!(
            "labels come sorted, so a saved model predicts by what knows no order: averages, or half of it a constant (predict --last: by the last weights); {lost}"
        )),
        // What came after had the labels of the end: it speaks for the last weights whatever they forgot.
        (true, true) => Some(format!(
            "labels come sorted, so a saved model predicts by averages over the whole stream, as the last weights know its end alone (predict --last: by those). Rows of a sorted end cannot judge between them, and do not: on them the last weights lost {last:.4} a row, averages {average:.4}"
        )),
        (true, false) => Some(format!(
            "a saved model predicts by averages over the stream (predict --last: by the last weights); {lost}"
        )),
        // Weights that are a fifth of the stream old are always a little worse.
        (false, _) if last > 1.25 * along => {
            Some(format!("a saved model predicts by the last weights; the data drift or are sorted: {lost}"))
        }
        (false, _) if asked => Some(format!(
            "a saved model predicts by the last weights, as averages over the stream are not better; {lost}"
        )),
        (false, _) => None,
    }
}

/// Parameters as the flags that give them.
pub fn list(parameters: &Parameters) -> String {
    let mut text: String =
        parameters.values.iter().map(|(name, value)| format!(", {name} {value}")).collect();
    for group in &parameters.groups {
        text.push_str(&format!(", group {:?}", group.name));
    }
    text
}

/// A loss, or that there is none.
fn decimals(loss: Option<f64>) -> String {
    loss.map_or_else(|| "none".to_owned(), |loss| format!("{loss:.6}"))
}

/// 1234567 as 1,234,567.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_digits() {
        assert_eq!(
            ["0", "999", "1,000", "1,234,567"],
            [0, 999, 1000, 1_234_567].map(thousands).each_ref().map(String::as_str)
        );
    }
}
