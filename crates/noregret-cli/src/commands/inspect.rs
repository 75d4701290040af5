//! `noregret inspect`: what is in a model file.

use crate::files::Files;
use crate::voice::answer;
use crate::voice::failure::{Failure, usage, writing};
use crate::voice::report::{list, loss_name, tell_iterate, tell_lanes, thousands};
use anyhow::Result;
use clap::Args;
use noregret::{Array, Coupling, Iterate, Labels, Learner, Loss, Parameters, Spec, Standing, Weight};
use noregret_engine::Core;
use noregret_io::{ColumnKind, Interaction, Model, ModelError, Output, Schema, printable_name, shortest};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// Show what a model is and its heaviest weights
#[derive(Args, Debug)]
#[command(after_help = "\
The weights of auto are means over its lanes by posterior, to see which features matter: under the logistic loss their product with an
example is not its margin, because it is the lanes' probabilities that are mixed. `noregret predict` gives margins.

--schema writes what the columns of tables are as JSON, to be read by `train --schema FILE`: then not even the first rows of a
stream are waited for.

Examples:
  noregret inspect ads.nr --top 20
  noregret inspect table.nr --schema -o columns.json
  noregret inspect digits.nr --class 7                    the heaviest weights of one class
  noregret inspect ads.nr --top 1000000 --json | jq '.top[] | select(.weight > 1)'")]
pub struct Inspect {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// How many of the heaviest weights to show
    #[arg(long, default_value_t = 20, value_name = "N")]
    top: usize,

    /// Of several classes, the weights of this one alone
    #[arg(long, value_name = "LABEL", allow_hyphen_values = true)]
    class: Option<String>,

    /// One JSON object
    #[arg(long)]
    json: bool,

    /// Write only what the columns of tables are, as JSON for `train --schema`
    #[arg(long, conflicts_with_all = ["json", "top"])]
    schema: bool,

    /// Where to write it, instead of standard output
    #[arg(short = 'o', long, value_name = "FILE", requires = "schema")]
    output: Option<PathBuf>,
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
struct Named<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'a str>,
    name: String,
    index: u32,
    weight: f64,
}

/// A weight and its class, which is 0 of one output.
#[derive(Clone, Copy)]
struct Of {
    class: usize,
    weight: Weight,
}

/// The heaviest weights, named only when they are written: there may be millions.
struct Top<'a> {
    weights: &'a [Of],
    schema: &'a Schema,
}

/// What a class is called, of several.
fn class_name(schema: &Schema, class: usize) -> Option<&str> {
    schema.labels.classes().get(class).map(String::as_str)
}

impl Serialize for Top<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |of: &Of| Named {
            class: class_name(self.schema, of.class),
            name: self.schema.feature_name(of.weight.index),
            index: of.weight.index,
            weight: of.weight.value,
        };
        serializer.collect_seq(self.weights.iter().map(named))
    }
}

/// The object of `--json`.
#[derive(Serialize)]
struct Told<'a> {
    written_by: Option<&'a str>,
    algorithm: &'a str,
    parameters: &'a Parameters,
    loss_function: String,
    spec: &'a Spec,
    examples: u64,
    features: u64,
    loss: Option<f64>,
    mistakes: Option<f64>,
    rounds: u64,
    bound: Option<f64>,
    lanes: Vec<Standing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterate: Option<Iterate>,
    weights: usize,
    touched: usize,
    weights_note: Option<&'static str>,
    skipped: u64,
    bias: bool,
    bits: Option<u8>,
    labels: Option<[String; 2]>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    classes: &'a [String],
    collisions: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    columns: &'a BTreeMap<String, ColumnKind>,
    interactions: Vec<String>,
    products: usize,
    product_collisions: u64,
    spectrum: Option<&'a [f64]>,
    lost: Option<f64>,
    state: Vec<Kept<'a>>,
    top: Top<'a>,
}

/// What has to be said of weights whose product with x is not the margin.
fn note(spec: &Spec) -> Option<&'static str> {
    match (&spec.learner, spec.loss) {
        (Learner::Auto(_), Loss::Logistic(_)) if spec.held() => Some(
            "each is the mean of the lanes' weights by posterior, of lanes that have a hundredth of it or more; w.x is not the margin, which is the logit of sum_k posterior_k sigmoid(w_k.x), and can be far from it where lanes disagree",
        ),
        (Learner::Auto(_), _) if spec.held() => Some(
            "each is the mean of the lanes' weights by posterior, of lanes that have a hundredth of it or more; w.x is near the prediction, which has a small part of every lane, and where labels are numbers each lane is clipped to the interval of those seen",
        ),
        (Learner::Auto(_), _) if spec.classes == Some(Coupling::Softmax) => Some(
            "each is the mean of the lanes' weights by posterior; w.x is not the margin, which is the logarithm of sum_k posterior_k softmax(w_k.x), and can be far from it where lanes disagree",
        ),
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
fn heaviest(mut weights: Vec<Of>, top: usize) -> (Vec<Of>, usize) {
    let heavier = |a: &Of, b: &Of| {
        let place = |of: &Of| (of.weight.index, of.class);
        b.weight.value.abs().total_cmp(&a.weight.value.abs()).then(place(a).cmp(&place(b)))
    };
    weights.retain(|of| of.weight.value != 0.0);
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
        Files::default()
            .reads("MODEL", &self.model)
            .writes("-o", self.output.as_deref())
            .prints("what is told", self.output.is_none())
            .check()?;
        let model = Model::load(&self.model)?;
        if self.schema {
            return self.write_schema(&model);
        }
        let bad = |reason| ModelError::Bad { path: self.model.display().to_string(), reason };
        let learner = Core::restore(&model, model.state.clone()).map_err(bad)?;
        let asked = match &self.class {
            None => None,
            Some(name) => {
                let known = model.schema.labels.classes().iter().position(|class| class == name);
                let told = model.schema.labels.classes().join(", ");
                Some(known.ok_or_else(|| {
                    usage(format!(
                        "--class {name}: the model has {}",
                        if told.is_empty() { "no classes" } else { &told }
                    ))
                })?)
            }
        };
        let (mut top, mut weights, mut touched) = (Vec::new(), 0, 0);
        for class in (0..learner.outputs()).filter(|class| asked.is_none_or(|asked| asked == *class)) {
            let all = learner.class_weights(class);
            touched += all.len();
            let all = all.into_iter().map(|weight| Of { class, weight });
            let (heavy, active) = heaviest(all.collect(), self.top);
            weights += active;
            top.extend(heavy);
        }
        let (top, _) = heaviest(top, self.top);
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
            loss_function: loss_name(&model.spec),
            spec: &model.spec,
            examples: model.counts.examples,
            features: model.counts.features,
            loss: model.counts.mean(model.counts.loss),
            mistakes: model
                .counts
                .mean(model.counts.mistakes)
                .filter(|_| model.spec.loss.labels() == Labels::Binary),
            rounds: learner.rounds(),
            bound: learner.bound(),
            lanes: learner.lanes(),
            iterate: learner.iterate(),
            weights,
            touched,
            weights_note: note(&model.spec),
            skipped: model.counts.skipped,
            bias: model.schema.bias,
            bits: model.schema.bits,
            labels: model.schema.labels.mapping(),
            classes: model.schema.labels.classes(),
            collisions: model.schema.collisions,
            columns: &model.schema.columns,
            interactions: model.schema.crosses.interactions.iter().map(Interaction::to_string).collect(),
            products: model.schema.products.len(),
            product_collisions: model.schema.product_collisions,
            spectrum: model.state.reals("spectrum").ok(),
            lost: model.state.real("lost").ok().map(|lost| lost * lost),
            state: state.collect(),
            top: Top { weights: &top, schema: &model.schema },
        })
    }

    fn write_schema(&self, model: &Model) -> Result<()> {
        let text = model.schema.columns_file().ok_or_else(|| Failure {
            message: format!("{} was not learned from tables: it has no columns", self.model.display()),
            help: None,
        })?;
        let Some(path) = &self.output else { return answer::file(&text) };
        let name = path.display().to_string();
        let mut out = Output::create(path).map_err(writing(&name))?;
        out.write_all(text.as_bytes()).map_err(writing(&name))?;
        out.finish().map_err(writing(&name))
    }

    fn human(&self, model: &Model, learner: &Core, weights: usize, touched: usize, top: &[Of]) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<10} {}", printable_name(&value));
        };
        line(
            "learner",
            format!("{} for {} loss{}", model.algorithm, loss_name(&model.spec), list(&model.parameters)),
        );
        line("spec", serde_json::to_string(model.spec.spec()).unwrap_or_default());
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
        if let Some(told) = tell_iterate(learner.iterate(), model.spec.spec()) {
            line("saved", told);
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
        if let Some(told) = crate::voice::report::tell_labels(&model.schema.labels) {
            line("labels", told);
        }
        if let Some(columns) = model.schema.describe_columns() {
            line("columns", columns);
        }
        let hashed = model
            .schema
            .bits
            .map_or_else(|| "by their numbers".to_owned(), |bits| format!("hashed into 2^{bits} slots"));
        line("features", format!("{hashed}, {} a bias", if model.schema.bias { "with" } else { "without" }));
        let crosses = &model.schema.crosses;
        if !crosses.is_empty() {
            let told: Vec<String> = crosses.interactions.iter().map(Interaction::to_string).collect();
            let letters = crosses.letters.iter().map(|(letter, name)| format!("; {letter} is {name:?}"));
            let kept = match model.schema.products.len() as u64 {
                0 => String::new(),
                kept => format!("; the names of {} are kept", thousands(kept)),
            };
            line("crossed", format!("{}{}{kept}", told.join(", "), letters.collect::<String>()));
        }
        if model.counts.skipped > 0 {
            line("skipped", format!("{} bad lines", thousands(model.counts.skipped)));
        }
        if !top.is_empty() {
            let several = model.spec.classes.is_some();
            let _ = writeln!(text, "\n{:>24}  {}feature", "weight", if several { "class: " } else { "" });
            for of in top {
                let class =
                    class_name(&model.schema, of.class).map_or_else(String::new, |name| format!("{name}: "));
                let named = format!("{class}{}", model.schema.feature_name(of.weight.index));
                let weight = shortest(of.weight.value).to_string();
                let _ = writeln!(text, "{weight:>24}  {}", printable_name(&named));
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
        let of = |(value, index): (&f64, u32)| Of { class: 0, weight: Weight { index, value: *value } };
        let all: Vec<Of> = values.iter().zip(0..).map(of).collect();
        for top in 0..9 {
            let (found, active) = heaviest(all.clone(), top);
            assert_eq!(active, 6);
            let found: Vec<u32> = found.iter().map(|of| of.weight.index).collect();
            assert_eq!(found, [2, 3, 6, 0, 5, 4][..top.min(6)]);
        }
    }
}
