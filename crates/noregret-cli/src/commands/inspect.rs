//! `noregret inspect`: what is in a model file.

use crate::files::Files;
use crate::voice::answer;
use crate::voice::report::{list, tell_lanes, thousands};
use anyhow::Result;
use clap::Args;
use noregret::{Array, Labels, Learner, Loss, Parameters, Spec, Standing, Weight};
use noregret_engine::Core;
use noregret_io::{Model, ModelError, Schema, shortest};
use serde::{Serialize, Serializer};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Show what a model is and its heaviest weights
#[derive(Args, Debug)]
#[command(after_help = "\
The weights of auto are means over its lanes by posterior, to see which features matter: under the logistic loss their product with an
example is not its margin, because it is the lanes' probabilities that are mixed. `noregret predict` gives margins.

Examples:
  noregret inspect ads.nr --top 20
  noregret inspect ads.nr --top 1000000 --json | jq '.top[] | select(.weight > 1)'")]
pub struct Inspect {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// How many of the heaviest weights to show
    #[arg(long, default_value_t = 20, value_name = "N")]
    top: usize,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

fn magnitude(array: &Array) -> Option<(f64, f64)> {
    fn ends(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
        Some((values.clone().min_by(f64::total_cmp)?, values.max_by(f64::total_cmp)?))
    }
    match array {
        Array::F64(values) => ends(values.iter().copied()),
        Array::F32(values) => ends(values.iter().map(|&value| f64::from(value))),
        Array::U32(_) | Array::U64(_) | Array::U8(_) => None,
    }
}

/// An array of the state, as JSON tells of it.
#[derive(Serialize)]
struct Kept<'a> {
    name: &'a str,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<f64>,
}

/// A weight with its name.
#[derive(Serialize)]
struct Named {
    name: String,
    index: u32,
    weight: f64,
}

/// The heaviest weights, named only when they are written: there may be millions.
struct Top<'a> {
    weights: &'a [Weight],
    schema: &'a Schema,
}

impl Serialize for Top<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named =
            |w: &Weight| Named { name: self.schema.feature_name(w.index), index: w.index, weight: w.value };
        serializer.collect_seq(self.weights.iter().map(named))
    }
}

/// The object of `--json`.
#[derive(Serialize)]
struct Told<'a> {
    written_by: Option<&'a str>,
    algorithm: &'a str,
    parameters: &'a Parameters,
    loss_function: Loss,
    spec: &'a Spec,
    examples: u64,
    features: u64,
    loss: Option<f64>,
    rounds: u64,
    bound: Option<f64>,
    lanes: Vec<Standing>,
    weights: usize,
    touched: usize,
    weights_note: Option<&'static str>,
    skipped: u64,
    bias: bool,
    bits: Option<u8>,
    labels: Option<[String; 2]>,
    collisions: u64,
    spectrum: Option<&'a [f64]>,
    lost: Option<f64>,
    state: Vec<Kept<'a>>,
    top: Top<'a>,
}

/// What has to be said of weights whose product with x is not the margin.
fn note(spec: &Spec) -> Option<&'static str> {
    match (&spec.learner, spec.loss) {
        (Learner::Auto(_), Loss::Logistic(_)) => Some(
            "each is the mean of the lanes' weights by posterior; w.x is not the margin, which is the logit of sum_k posterior_k sigmoid(w_k.x), and can be far from it where lanes disagree",
        ),
        (Learner::Auto(_), loss) if loss.labels() == Labels::Real => Some(
            "each is the mean of the lanes' weights by posterior; w.x is the prediction only where no lane's own leaves the interval of the labels seen, to which each is clipped first",
        ),
        _ => None,
    }
}

/// The heaviest weights of those that are not 0, the heaviest first, and how many are not 0. Nothing else is kept.
fn heaviest(mut weights: Vec<Weight>, top: usize) -> (Vec<Weight>, usize) {
    let heavier =
        |a: &Weight, b: &Weight| b.value.abs().total_cmp(&a.value.abs()).then(a.index.cmp(&b.index));
    weights.retain(|w| w.value != 0.0);
    let active = weights.len();
    if top < active {
        weights.select_nth_unstable_by(top, heavier);
        weights.truncate(top);
    }
    weights.sort_unstable_by(heavier);
    (weights, active)
}

impl Inspect {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        Files::default().reads("MODEL", &self.model).prints("what is told", true).check()?;
        let model = Model::load(&self.model)?;
        let bad = |reason| ModelError::Bad { path: self.model.display().to_string(), reason };
        let learner = Core::restore(&model, model.state.clone()).map_err(bad)?;
        let all = learner.weights();
        let touched = all.len();
        let (top, weights) = heaviest(all, self.top);
        if !self.json {
            return answer::text(&self.human(&model, &learner, weights, touched, &top));
        }
        let state = model.state.iter().map(|(name, array)| {
            let (min, max) = magnitude(array).unzip();
            Kept { name, length: array.len(), min, max }
        });
        answer::json(&Told {
            written_by: model.written_by.as_deref(),
            algorithm: &model.algorithm,
            parameters: &model.parameters,
            loss_function: model.spec.loss,
            spec: &model.spec,
            examples: model.counts.examples,
            features: model.counts.features,
            loss: model.counts.mean(model.counts.loss),
            rounds: learner.rounds(),
            bound: learner.bound(),
            lanes: learner.lanes(),
            weights,
            touched,
            weights_note: note(&model.spec),
            skipped: model.counts.skipped,
            bias: model.schema.bias,
            bits: model.schema.bits,
            labels: model.schema.labels.mapping(),
            collisions: model.schema.collisions,
            spectrum: model.state.reals("spectrum").ok(),
            lost: model.state.real("lost").ok().map(|lost| lost * lost),
            state: state.collect(),
            top: Top { weights: &top, schema: &model.schema },
        })
    }

    fn human(&self, model: &Model, learner: &Core, weights: usize, touched: usize, top: &[Weight]) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<10} {value}");
        };
        line(
            "learner",
            format!("{} for {} loss{}", model.algorithm, model.spec.loss, list(&model.parameters)),
        );
        line("spec", serde_json::to_string(&model.spec).unwrap_or_default());
        line("examples", thousands(model.counts.examples));
        if let Some(loss) = model.counts.mean(model.counts.loss) {
            line("mean loss", format!("{loss:.6}"));
        } else if model.counts.overflowed() {
            line("mean loss", "not known: losses or weights too large to be added up".to_owned());
        }
        if let Some(bound) = learner.bound() {
            line("regret", format!("at most {bound:.4} over {} rounds", thousands(learner.rounds())));
        }
        if let Some(told) = tell_lanes(&learner.lanes()) {
            line("lanes", told);
        }
        line(
            "weights",
            format!("{} non-zero of {} touched", thousands(weights as u64), thousands(touched as u64)),
        );
        if let Some(told) = note(&model.spec) {
            line("", told.to_owned());
        }
        if let Ok(spectrum) = model.state.reals("spectrum") {
            let values: Vec<String> = spectrum.iter().map(|s| format!("{s:.4}")).collect();
            line("spectrum", if values.is_empty() { "empty".to_owned() } else { values.join(" ") });
            let lost = model.state.real("lost").unwrap_or(0.0);
            line("lost", format!("{:.4} of the squared spectrum, to shrinking", lost * lost));
        }
        if let Some([negative, positive]) = model.schema.labels.mapping() {
            line("labels", format!("{negative} -> -1, {positive} -> +1"));
        }
        let hashed = model
            .schema
            .bits
            .map_or_else(|| "by their numbers".to_owned(), |bits| format!("hashed into 2^{bits} slots"));
        line("features", format!("{hashed}, {} a bias", if model.schema.bias { "with" } else { "without" }));
        if model.counts.skipped > 0 {
            line("skipped", format!("{} bad lines", thousands(model.counts.skipped)));
        }
        if !top.is_empty() {
            let _ = writeln!(text, "\n{:>24}  feature", "weight");
            for w in top {
                let _ = writeln!(
                    text,
                    "{:>24}  {}",
                    shortest(w.value).to_string(),
                    model.schema.feature_name(w.index)
                );
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_in_order() {
        let values = [0.5, 0.0, -2.0, 2.0, 0.1, -0.5, 1.0];
        let all: Vec<Weight> =
            values.iter().zip(0..).map(|(value, index)| Weight { index, value: *value }).collect();
        for top in 0..9 {
            let (found, active) = heaviest(all.clone(), top);
            assert_eq!(active, 6);
            let found: Vec<u32> = found.iter().map(|w| w.index).collect();
            assert_eq!(found, [2, 3, 6, 0, 5, 4][..top.min(6)]);
        }
    }
}
