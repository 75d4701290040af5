//! Why an example was predicted so: what each of its features adds to the margin, or to the margin of every class.
//!
//! What features add sums to the margin, to rounding: for a linear learner it is w x, for one that mixes learners what `Predict::contributions` says. Over several classes `auto` mixes
//! probabilities, and its margins are their logarithms: there a feature adds the mean of what it adds to the lanes. Whatever is missing from a margin is told as the
//! remainder, so that contributions and remainder sum to it whatever the learner.

use noregret_engine::Core;
use noregret_io::{Example, Labels, Schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A prediction and what it is made of: a line of JSON. Over classes margins, what is added to them and remainders are objects, by class.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    tag: &'a str,
    margin: Value,
    /// The link of the margin, or the class.
    prediction: Value,
    contributions: Vec<Contribution>,
    remainder: Value,
}

/// What a feature adds.
#[derive(Serialize)]
struct Contribution {
    feature: String,
    value: f64,
    contribution: Value,
    /// Its largest size over all classes.
    #[serde(skip)]
    size: f64,
}

/// Numbers as one of them, or by class.
fn told(core: &Core, labels: &Labels, numbers: &[f64]) -> Value {
    if core.objective().is_none() {
        return json!(numbers.first());
    }
    let name = |class: usize| {
        labels.class_name(class as f64).map_or_else(|| class.to_string(), |name| name.to_string())
    };
    Value::Object(
        numbers.iter().enumerate().map(|(k, number)| (name(k), json!(number))).collect::<Map<_, _>>(),
    )
}

/// The line of an example, its features by how much they add.
pub fn line(core: &Core, schema: &Schema, example: &Example<'_>, predicted: f64) -> String {
    let labels = &schema.labels;
    let (margins, known) = core.margins_of(&predicted);
    let margins = &margins[..known];
    let mut rest = margins.to_vec();
    let parts = core.contributions(example.features);
    let each = example.features.iter().zip(&parts).map(|((index, value), parts)| {
        rest.iter_mut().zip(parts).for_each(|(rest, part)| *rest -= part);
        Contribution {
            feature: schema.feature_name(index),
            value,
            contribution: told(core, labels, parts),
            size: parts.iter().fold(0.0, |size, part| part.abs().max(size)),
        }
    });
    let mut contributions: Vec<Contribution> = each.collect();
    contributions.sort_by(|a, b| b.size.total_cmp(&a.size));
    let prediction = match core.objective() {
        None => json!(core.loss().link(predicted)),
        Some(_) => json!(labels.class_name(predicted)),
    };
    written(&Explained {
        tag: &String::from_utf8_lossy(example.tag),
        margin: told(core, labels, margins),
        prediction,
        contributions,
        remainder: told(core, labels, &rest),
    })
}

/// The line of one that was left out.
pub fn left_out(tag: &[u8]) -> String {
    let (margin, prediction, remainder) = (Value::Null, Value::Null, Value::Null);
    let tag = &String::from_utf8_lossy(tag);
    written(&Explained { tag, margin, prediction, contributions: Vec::new(), remainder })
}

fn written(explained: &Explained<'_>) -> String {
    // Numbers, texts and lists of them can be written.
    serde_json::to_string(explained).unwrap_or_default()
}
