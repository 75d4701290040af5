//! Why an example was predicted so: what each of its features adds to the margin.
//!
//! A feature adds w x, with the weight that `inspect` shows. For a learner of one weight a feature these sum to the margin. One that mixes learners (`auto`, `flh`) has the mean of their weights by
//! share, and its margin is not the product: `auto` mixes probabilities under the logistic loss, and clips each lane's prediction to the labels seen where labels are numbers. What
//! that changes is told as the remainder, so that contributions and remainder sum to the margin, to rounding, whatever the learner.

use noregret_engine::Core;
use noregret_io::{Example, Schema};
use serde::Serialize;
use std::collections::HashMap;

/// The weights of a model.
pub struct Explain(HashMap<u32, f64>);

/// A prediction and what it is made of: a line of JSON.
#[derive(Serialize)]
struct Explained<'a> {
    margin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prediction: Option<f64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    tag: &'a str,
    contributions: Vec<Contribution>,
    remainder: Option<f64>,
}

/// What a feature adds.
#[derive(Serialize)]
struct Contribution {
    feature: String,
    value: f64,
    contribution: f64,
}

impl Explain {
    /// By the weights of a model.
    pub fn of(core: &Core) -> Self {
        Self(core.weights().into_iter().map(|w| (w.index, w.value)).collect())
    }

    /// The line of an example, its features by how much they add.
    pub fn line(&self, core: &Core, schema: &Schema, example: &Example<'_>, margin: f64) -> String {
        let weight = |index| self.0.get(&index).copied().unwrap_or(0.0);
        let mut contributions: Vec<Contribution> = example
            .features
            .iter()
            .map(|(index, value)| Contribution {
                feature: schema.feature_name(index),
                value,
                contribution: weight(index) * value,
            })
            .collect();
        contributions.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
        let sum: f64 = contributions.iter().map(|c| c.contribution).sum();
        let prediction = core.loss().link(margin);
        told(&Explained {
            margin: Some(margin),
            prediction: Some(prediction),
            tag: &String::from_utf8_lossy(example.tag),
            contributions,
            remainder: Some(margin - sum).filter(|rest| rest.is_finite()),
        })
    }

    /// The line of one that was left out.
    pub fn left_out(tag: &[u8]) -> String {
        let tag = &String::from_utf8_lossy(tag);
        told(&Explained { margin: None, prediction: None, tag, contributions: Vec::new(), remainder: None })
    }
}

fn told(explained: &Explained<'_>) -> String {
    // Numbers, texts and lists of them can be written.
    serde_json::to_string(explained).unwrap_or_default()
}
