//! Files and tables, read and parsed on other threads as the command reads them.

use crate::curve::Curve;
use crate::error::Failure;
use crate::tables::{Asked, Reason, Tables};
use crate::ticker::Ticker;
use noregret_engine::{Engine, EngineError, Place, Session, Step, Why};
use noregret_io::{Counts, Format, Input, Polled, ReadOptions};
use std::time::Duration;

/// How long a batch is waited for before somebody looks up.
pub const PATIENCE: Duration = Duration::from_millis(50);

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
    /// As the engine takes them.
    pub fn inputs(&self) -> Vec<Input> {
        self.paths.iter().map(Input::from_path).collect()
    }

    /// How they are read.
    pub fn options(&self) -> ReadOptions {
        let usual = ReadOptions::default();
        ReadOptions { threads: self.threads.unwrap_or(usual.threads), most: self.most, ..usual }
    }
}

/// What a table is called in messages.
pub const NAME: &str = "the data";

/// What was predicted, example by example.
#[derive(Default)]
pub struct Predicted {
    /// One margin for each, or one for each class known by then.
    pub margins: Vec<f64>,
    /// Of several classes: where those of each example end.
    pub ends: Vec<usize>,
    /// What it adds up to.
    pub counts: Counts,
    /// Whether margins are not wanted.
    pub brief: bool,
}

impl Predicted {
    /// Nothing yet; of a brief one margins are not kept.
    pub fn new(brief: bool) -> Self {
        Self { brief, ..Self::default() }
    }

    /// Adds what was predicted of an example.
    pub fn add(&mut self, margin: f64, all: &[f64], classes: bool) {
        if self.brief {
            return;
        }
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
    predicted: Predicted,
    told: (&mut Curve, &mut Ticker),
) -> Result<Predicted, Failure> {
    whole(engine, predicted, told, |engine| engine.read(files.inputs(), files.format, files.options()))
}

/// Learns from a table; a row that is refused leaves the model as it was.
pub fn learn_table(
    engine: &mut Engine,
    (tables, asked): (Tables, Asked),
    predicted: Predicted,
    told: (&mut Curve, &mut Ticker),
) -> Result<Predicted, Failure> {
    let reason = tables.reason();
    let before = [engine.schema().label.clone(), engine.schema().weight.clone()];
    let [label, weight] = before.clone();
    let outcome = whole(engine, predicted, told, |engine| {
        engine.call_columns([asked.label.clone().or(label), asked.weight.clone().or(weight)])?;
        engine.read_batches(NAME, Box::new(tables), ReadOptions::default())
    });
    if asked.passing {
        let label = engine.schema().label.clone();
        let [_, weight] = before;
        engine.call_columns([label, weight])?;
    }
    outcome.map_err(|failure| of_table(failure, &reason))
}

/// Learns all of it or nothing.
fn whole(
    engine: &mut Engine,
    predicted: Predicted,
    (curve, ticker): (&mut Curve, &mut Ticker),
    open: impl for<'e> FnOnce(&'e mut Engine) -> Result<Session<'e>, EngineError>,
) -> Result<Predicted, Failure> {
    engine.finish()?;
    let before = engine.copy()?;
    let counts = *engine.counts();
    let outcome =
        open(engine).map_err(Failure::from).and_then(|session| read(session, predicted, (curve, ticker)));
    if let Err(Failure::Engine(_)) = outcome {
        *engine = before;
        curve.cut(engine.counts());
    }
    let mut predicted = outcome?;
    predicted.counts = engine.counts().since(&counts);
    Ok(predicted)
}

fn read(
    mut session: Session<'_>,
    mut predicted: Predicted,
    (curve, ticker): (&mut Curve, &mut Ticker),
) -> Result<Predicted, Failure> {
    let mut done = 0;
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

/// Predicts files, and tells of each example.
pub fn predict(
    engine: &Engine,
    files: &Files,
    ticker: &mut Ticker,
    each: impl FnMut(&Step<'_>),
) -> Result<(), Failure> {
    follow(ticker, each, |each| {
        engine.look_through(files.inputs(), files.format, files.options(), PATIENCE, each)
    })
}

/// Predicts a table, and tells of each example.
pub fn predict_table(
    engine: &Engine,
    (tables, asked): (Tables, Asked),
    ticker: &mut Ticker,
    each: impl FnMut(&Step<'_>),
) -> Result<(), Failure> {
    let reason = tables.reason();
    follow(ticker, each, |each| {
        let names = [asked.label, asked.weight];
        engine.look_through_batches((NAME, Box::new(tables)), names, ReadOptions::default(), PATIENCE, each)
    })
    .map_err(|failure| of_table(failure, &reason))
}

/// Keeps what was predicted of an example.
pub fn keep(step: &Step<'_>, classes: bool, predicted: &mut Predicted) {
    if let Step::Example(_, seen, margins) = step {
        predicted.counts.add(seen);
        predicted.add(margins[0], margins, classes);
    }
}

fn follow(
    ticker: &mut Ticker,
    mut each: impl FnMut(&Step<'_>),
    look: impl FnOnce(&mut dyn FnMut(Step<'_>) -> bool) -> Result<(), EngineError>,
) -> Result<(), Failure> {
    let (mut done, mut stopped) = (0, Ok(()));
    look(&mut |step| {
        each(&step);
        stopped = match step {
            Step::Example(..) => {
                done += 1;
                if done % 256 == 0 { ticker.tick(done) } else { Ok(()) }
            }
            Step::Waiting => ticker.look(done),
        };
        stopped.is_ok()
    })?;
    Ok(stopped?)
}

/// What went wrong with a table: what its source said, or the row counted from 0 and the column.
pub fn of_table(failure: Failure, reason: &Reason) -> Failure {
    let Failure::Engine(error) = failure else { return failure };
    if let Some(reason) = reason.take() {
        return reason;
    }
    match error {
        EngineError::Example { place: Place::Line(position), why } => {
            let column = match &*why {
                Why::Unread { field: Some(field), .. } => field.name.clone(),
                Why::Unread { .. } | Why::Refused { .. } => None,
            };
            let message = match &*why {
                Why::Unread { fault, field: Some(field) } if column.is_some() => {
                    format!("{:?} {fault}", field.text)
                }
                why => why.to_string(),
            };
            let row = usize::try_from(position.line.saturating_sub(1)).ok();
            Failure::Data { message, row, column }
        }
        other => Failure::Engine(other),
    }
}
