//! `noregret export`: a model for serving, without what only learning needs.

use crate::feed::batches::{self, Next};
use crate::feed::input::InputFlags;
use crate::feed::serving;
use crate::files::Files;
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, usage};
use crate::voice::interrupt;
use crate::voice::report::thousands;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret_engine::{Engine, EngineError};
use noregret_io::{Item, Schema, Stream};
use serde_json::json;
use std::path::PathBuf;

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

    /// Keep the last weights, also where averages over the stream serve better
    #[arg(long)]
    last: bool,

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
        let engine = serving::load(&self.model, self.last)?;
        let name = self.model.display();
        if !engine.core().learns() {
            return Err(usage(format!("{name} is a serving model already")));
        }
        if sample && !self.compact {
            return Err(usage(
                "an exact serving model predicts the same on any data: DATA goes with --compact",
            ));
        }
        let serving = if self.compact { engine.compact() } else { engine.freeze() };
        let mut serving = serving.map_err(|error| Failure {
            message: format!("{name}: {error}"),
            help: matches!(error, EngineError::Whole { .. })
                .then(|| "serve the model as it is, or export it with --compact".to_owned()),
        })?;
        let moved = if sample { Some(self.compare(&engine, &serving)?) } else { None };
        interrupt::ending();
        serving.save(&self.output)?;
        let bytes = std::fs::metadata(&self.output).map_or(0, |meta| meta.len());
        let weights = serving.core().active();
        let form = serving.core().form();
        if self.json {
            return answer::json(&json!({
                "model": self.output, "form": form, "weights": weights, "bytes": bytes,
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
    fn compare(&self, whole: &Engine, serving: &Engine) -> Result<Moved> {
        let schema = self.input.continued(serving.schema().clone())?;
        let schema = Schema { label_optional: true, ..schema };
        let mut stream = Stream::with(self.input.inputs(), self.input.format, schema, self.input.reading())?;
        let mut moved = Moved::default();
        let (mut exact, mut near) = (Vec::new(), Vec::new());
        interrupt::listen();
        loop {
            let batch = match batches::wait(&mut stream)? {
                Next::Batch(batch) => batch,
                Next::End => return Ok(moved),
                Next::Interrupted => return Err(Interrupted.into()),
            };
            for item in batch.iter() {
                let Item::Example(example) = item else { continue };
                whole.margins().all(example.features, &mut exact);
                serving.margins().all(example.features, &mut near);
                moved.examples += 1;
                moved.margin = moved.margin.max(farthest(&exact, &near));
                [&mut exact, &mut near].into_iter().for_each(|margins| predictions(whole, margins));
                moved.prediction = moved.prediction.max(farthest(&exact, &near));
            }
        }
    }
}

/// The largest difference of numbers that stand side by side.
fn farthest(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Turns margins into what they predict.
fn predictions(engine: &Engine, margins: &mut [f64]) {
    match engine.core().objective() {
        Some(objective) => objective.probabilities(margins),
        None => margins.iter_mut().for_each(|margin| *margin = engine.prediction(*margin)),
    }
}
