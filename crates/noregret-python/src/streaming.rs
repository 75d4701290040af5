//! Files, read and parsed on other threads as the command reads them.

use crate::curve::Curve;
use crate::error::Failure;
use crate::ticker::Ticker;
use noregret_engine::{Engine, Step};
use noregret_io::{Counts, Format, Input, Polled, ReadOptions};
use std::time::Duration;

/// How long a batch is waited for before somebody looks up.
const PATIENCE: Duration = Duration::from_millis(50);

/// Files, and how they are read.
pub struct Files {
    /// Their names, in order.
    pub paths: Vec<String>,
    /// Their format; else each is known by its first lines.
    pub format: Option<Format>,
    /// Threads that parse.
    pub threads: Option<usize>,
    /// The most examples that are read.
    pub most: Option<u64>,
}

impl Files {
    fn inputs(&self) -> Vec<Input> {
        self.paths.iter().map(Input::from_path).collect()
    }

    fn options(&self) -> ReadOptions {
        let usual = ReadOptions::default();
        ReadOptions { threads: self.threads.unwrap_or(usual.threads), most: self.most, ..usual }
    }
}

/// What was predicted, example by example.
#[derive(Default)]
pub struct Predicted {
    /// One margin for each, or one for each class known by then.
    pub margins: Vec<f64>,
    /// Of several classes: where those of each example end.
    pub ends: Vec<usize>,
    /// What it adds up to.
    pub counts: Counts,
}

impl Predicted {
    fn add(&mut self, margin: f64, all: &[f64], classes: bool) {
        if classes {
            self.margins.extend_from_slice(all);
            self.ends.push(self.margins.len());
        } else {
            self.margins.push(margin);
        }
    }
}

/// Learns from files; a line that is refused leaves the model as it was.
pub fn learn(
    engine: &mut Engine,
    files: &Files,
    (curve, ticker): (&mut Curve, &mut Ticker),
) -> Result<Predicted, Failure> {
    let before = engine.copy()?;
    let counts = *engine.counts();
    let outcome = read(engine, files, (curve, ticker));
    if let Err(Failure::Engine(_)) = outcome {
        *engine = before;
        curve.cut(engine.counts());
    }
    let mut predicted = outcome?;
    predicted.counts = engine.counts().since(&counts);
    Ok(predicted)
}

fn read(
    engine: &mut Engine,
    files: &Files,
    (curve, ticker): (&mut Curve, &mut Ticker),
) -> Result<Predicted, Failure> {
    let mut predicted = Predicted::default();
    let mut done = 0;
    let mut session = engine.read(files.inputs(), files.format, files.options())?;
    loop {
        match session.next(PATIENCE)? {
            Polled::Batch(batch) => {
                session.learn_batch(&batch, |core, _, margin| {
                    predicted.add(margin, core.margins(), core.objective().is_some());
                    curve.note(core.counts());
                    done += 1;
                })?;
                ticker.tick(done)?;
            }
            Polled::Waiting => ticker.look(done)?,
            Polled::End => return Ok(predicted),
        }
    }
}

/// Predicts files.
pub fn predict(engine: &Engine, files: &Files, ticker: &mut Ticker) -> Result<Predicted, Failure> {
    let (mut predicted, mut done, mut stopped) = (Predicted::default(), 0, Ok(()));
    let classes = engine.core().objective().is_some();
    engine.look_through(files.inputs(), files.format, files.options(), PATIENCE, |step| {
        stopped = match step {
            Step::Example(_, seen, margins) => {
                predicted.counts.add(&seen);
                predicted.add(margins[0], margins, classes);
                done += 1;
                if done % 256 == 0 { ticker.tick(done) } else { Ok(()) }
            }
            Step::Waiting => ticker.look(done),
        };
        stopped.is_ok()
    })?;
    stopped?;
    Ok(predicted)
}
