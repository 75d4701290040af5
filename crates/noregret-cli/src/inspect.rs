//! `noregret inspect`: what is in a model file.

use crate::answer;
use crate::report::{list, tell_lanes, thousands};
use crate::revive::{Revived, revive};
use crate::run::feature_name;
use anyhow::Result;
use clap::Args;
use noregret::{Array, Weight};
use noregret_io::{Model, shortest};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Show what a model is and its heaviest weights
#[derive(Args, Debug)]
#[command(after_help = "\
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
    let Array::F64(values) = array else { return None };
    let low = values.iter().copied().min_by(f64::total_cmp)?;
    Some((low, values.iter().copied().max_by(f64::total_cmp)?))
}

impl Inspect {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let Revived { model, learner, .. } = revive(&self.model)?;
        let all = learner.weights();
        let mut top: Vec<Weight> = all.iter().copied().filter(|w| w.value != 0.0).collect();
        let weights = top.len();
        top.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()).then(a.index.cmp(&b.index)));
        top.truncate(self.top);
        let name = |w: &Weight| feature_name(w.index, &model.schema);
        let text = if self.json {
            let top: Vec<_> =
                top.iter().map(|w| json!({"name": name(w), "index": w.index, "weight": w.value})).collect();
            let state: Vec<_> = model
                .state
                .iter()
                .map(|(name, array)| match magnitude(array) {
                    Some((low, high)) => {
                        json!({"name": name, "length": array.len(), "min": low, "max": high})
                    }
                    None => json!({"name": name, "length": array.len()}),
                })
                .collect();
            let object = json!({
                "algorithm": model.algorithm,
                "parameters": model.parameters,
                "loss_function": model.spec.loss,
                "spec": model.spec.to_string(),
                "examples": model.counts.examples,
                "features": model.counts.features,
                "loss": model.counts.mean(model.counts.loss),
                "rounds": learner.rounds(),
                "bound": learner.bound(),
                "lanes": learner.lanes(),
                "weights": weights,
                "touched": all.len(),
                "skipped": model.counts.skipped,
                "bias": model.schema.bias,
                "bits": model.schema.bits,
                "labels": model.schema.labels.mapping(),
                "collisions": model.schema.collisions,
                "top": top,
                "spectrum": model.state.reals("spectrum").ok(),
                "lost": model.state.real("lost").ok().map(|lost| lost * lost),
                "state": state,
            });
            format!("{object}\n")
        } else {
            self.human(&model, learner.as_ref(), weights, all.len(), &top, &name)
        };
        answer::text(&text)
    }

    fn human(
        &self,
        model: &Model,
        learner: &dyn noregret::Online,
        weights: usize,
        touched: usize,
        top: &[Weight],
        name: &dyn Fn(&Weight) -> String,
    ) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<10} {value}");
        };
        line(
            "learner",
            format!("{} for {} loss{}", model.algorithm, model.spec.loss, list(&model.parameters)),
        );
        line("spec", model.spec.to_string());
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
                let _ = writeln!(text, "{:>24}  {}", shortest(w.value).to_string(), name(w));
            }
        }
        text
    }
}
