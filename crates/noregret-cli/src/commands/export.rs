//! `noregret export`: a model for serving, without what only learning needs.

use crate::feed::input::InputFlags;
use crate::files::Files;
use crate::revive::{Predictor, Revived, predictor};
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, usage};
use crate::voice::interrupt;
use crate::voice::report::thousands;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret::{Frozen, Loss, Online, Predict};
use noregret_io::{Item, Memory, ModelView, Names, Polled, Schema, Stream};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// Make a model for serving: the same predictions to the bit, without what only learning needs
#[derive(Args, Debug)]
#[command(after_help = "\
A serving model holds what predicting needs and nothing else: names of features, sums of squares and the
state of the learner stay behind. `predict` and `inspect` take it; `train -i` does not.

Examples:
  noregret export ads.nr -o ads.serve.nr                    the same predictions, half the size or less
  noregret export ads.nr --compact today.vw -o ads.small.nr 4 bytes a weight; says how far predictions moved")]
pub struct Export {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// Write the serving model here
    #[arg(short = 'o', long, value_name = "FILE")]
    output: PathBuf,

    /// Keep one 4-byte weight a feature: predictions are near the model's, and how far they move on DATA is said
    #[arg(long)]
    compact: bool,

    #[command(flatten)]
    input: InputFlags,

    /// Print what was written as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// How far predictions moved on a sample.
#[derive(Default)]
struct Moved {
    examples: u64,
    margin: f64,
    prediction: f64,
}

impl Export {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let sample = self.input.given();
        let inputs = if sample { self.input.inputs() } else { Vec::new() };
        Files::default()
            .reads("MODEL", &self.model)
            .reads_data(&inputs)
            .writes("-o", Some(&self.output))
            .prints("--json", self.json)
            .check()?;
        let Revived { model, learner } = predictor(&self.model)?;
        let name = self.model.display();
        let Predictor::Learner(learner) = learner else {
            return Err(usage(format!("{name} is a serving model already")));
        };
        if sample && !self.compact {
            return Err(usage(
                "an exact serving model predicts the same on any data: DATA goes with --compact",
            ));
        }
        let frozen = if self.compact {
            learner.compact().map_err(|e| Failure { message: format!("{name}: {e}"), help: None })?
        } else {
            learner.freeze().ok_or_else(|| Failure {
                message: format!(
                    "{name}: everything that {} remembers takes part in its predictions, so nothing can be left out",
                    model.algorithm
                ),
                help: Some("serve the model as it is, or export it with --compact".to_owned()),
            })?
        };
        let mut schema = model.schema;
        schema.names = Names::default();
        schema.keep_names = false;
        let moved = if sample {
            Some(self.compare(&schema, learner.as_ref(), &frozen, model.spec.loss)?)
        } else {
            None
        };
        let view = ModelView {
            algorithm: &model.algorithm,
            parameters: &model.parameters,
            spec: &model.spec,
            schema: &schema,
            counts: model.counts,
            memory: Memory::Frozen(&frozen),
        };
        interrupt::ending();
        view.save(&self.output)?;
        let bytes = std::fs::metadata(&self.output).map_or(0, |meta| meta.len());
        let weights = frozen.active();
        if self.json {
            return answer::json(&json!({
                "model": self.output, "form": frozen.form(), "weights": weights, "bytes": bytes,
                "examples": moved.as_ref().map(|moved| moved.examples),
                "margin_moved": moved.as_ref().map(|moved| moved.margin),
                "prediction_moved": moved.as_ref().map(|moved| moved.prediction),
            }));
        }
        say(format_args!(
            "{}: {} weights, {} bytes",
            self.output.display(),
            thousands(weights as u64),
            thousands(bytes)
        ));
        match moved {
            Some(Moved { examples, margin, prediction }) => say(format_args!(
                "over {} examples margins moved by {margin:.3e} at most, predictions by {prediction:.3e}",
                thousands(examples)
            )),
            None if self.compact => {
                say("predictions are near the model's: give DATA to hear how far they move")
            }
            None => {}
        }
        Ok(())
    }

    /// The largest differences between two predictors over the sample.
    fn compare(&self, schema: &Schema, learner: &dyn Online, frozen: &Frozen, loss: Loss) -> Result<Moved> {
        let mut schema = self.input.continued(schema.clone())?;
        schema.label_optional = true;
        let mut stream = Stream::with(self.input.inputs(), self.input.format, schema, self.input.reading())?;
        let mut moved = Moved::default();
        interrupt::listen();
        loop {
            match stream.next(Duration::from_millis(100))? {
                Polled::Batch(batch) => {
                    for item in batch.iter() {
                        let Item::Example(example) = item else { continue };
                        let (exact, near) =
                            (learner.margin(example.features), frozen.margin(example.features));
                        moved.examples += 1;
                        moved.margin = moved.margin.max((exact - near).abs());
                        moved.prediction = moved.prediction.max((loss.link(exact) - loss.link(near)).abs());
                    }
                }
                Polled::Waiting => {}
                Polled::End => return Ok(moved),
            }
            if interrupt::asked() {
                return Err(Interrupted.into());
            }
        }
    }
}
