//! Data to test on, once training is done: how the model does on them, without learning from them.

use crate::feed::batches::{Next, wait};
use crate::feed::input::{InputFlags, OnError};
use crate::feed::meter::Meter;
use crate::feed::order::Order;
use crate::feed::run::{End, refused};
use crate::voice::failure::{bad_line, usage};
use crate::voice::interrupt;
use crate::voice::remarks;
use anyhow::{Context, Result};
use noregret::Labels;
use noregret_engine::Engine;
use noregret_io::{Counts, Input, Item, Schema, Stream};
use noregret_measure::Report;
use serde::Serialize;
use std::fs::File;
use std::path::{Path, PathBuf};

/// How a model did on a file.
#[derive(Clone, Debug, Serialize)]
pub struct Tested {
    /// The file.
    pub file: String,
    /// Examples read, labelled or not.
    pub examples: u64,
    /// Labelled ones.
    pub labelled: u64,
    /// Mean loss, by importance weight.
    pub loss: Option<f64>,
    /// The fraction with y z <= 0, by importance weight; binary losses.
    pub mistakes: Option<f64>,
    /// What the predictions are worth.
    pub measures: Option<Report>,
    /// Bad lines left out.
    pub skipped: u64,
    /// What people should hear about the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

impl Tested {
    /// A remark with the file it is about.
    pub fn about(&self, remark: &str) -> String {
        if remark.starts_with(&self.file) { remark.to_owned() } else { format!("{}: {remark}", self.file) }
    }
}

/// What one file adds up to.
struct Sum {
    counts: Counts,
    measures: Option<Report>,
    remarks: Vec<String>,
}

/// Finds out, before the work, which files cannot be read.
pub fn check(files: &[PathBuf]) -> Result<()> {
    for path in files {
        if path == Path::new("-") {
            return Err(usage("--test needs a file: standard input is where the data come from"));
        }
        File::open(path).with_context(|| format!("cannot read --test {}", path.display()))?;
    }
    Ok(())
}

/// Measures a model on files, one after the other; a stop signal ends it early.
pub fn measure(engine: &Engine, files: &[PathBuf], flags: &InputFlags) -> Result<(Vec<Tested>, End)> {
    let mut all = Vec::new();
    for path in files {
        let Some(Sum { counts, measures, remarks }) = one(engine, path, flags)? else {
            return Ok((all, End::Interrupted));
        };
        let binary = engine.loss().labels() == Labels::Binary;
        all.push(Tested {
            file: path.display().to_string(),
            examples: counts.examples,
            labelled: counts.labelled,
            loss: counts.mean(counts.loss),
            mistakes: counts.mean(counts.mistakes).filter(|_| binary),
            measures,
            skipped: counts.skipped,
            remarks,
        });
    }
    Ok((all, End::Complete))
}

/// What one file adds up to; none after a stop signal.
fn one(engine: &Engine, path: &Path, flags: &InputFlags) -> Result<Option<Sum>> {
    let schema = Schema { label_optional: true, remarks: Vec::new(), ..engine.schema().nameless() };
    let mut stream = Stream::with(vec![Input::File(path.to_owned())], flags.format, schema, flags.reading())?;
    let (mut counts, mut margins, mut meter) = (Counts::default(), Vec::new(), Meter::default());
    loop {
        let batch = match wait(&mut stream)? {
            Next::Batch(batch) => batch,
            Next::End => {
                let (measures, schema) = (meter.report(), stream.schema());
                let mut remarks = remarks::all(schema, &Order::default());
                remarks.extend(remarks::unlearned(measures.as_ref(), &schema.labels));
                return Ok(Some(Sum { counts, measures, remarks }));
            }
            Next::Interrupted => return Ok(None),
        };
        for item in batch.iter() {
            if interrupt::asked() {
                return Ok(None);
            }
            let failure = match item {
                Item::Bad(error) => bad_line(error, None),
                Item::Example(example) => match engine.core().measure(&example, &mut margins) {
                    Ok(seen) => {
                        counts.add(&seen);
                        meter.note_margins(engine.core(), &example, &margins);
                        continue;
                    }
                    Err(error) => refused(&example, &error, engine.schema()).into(),
                },
            };
            match flags.on_error {
                OnError::Stop => return Err(failure),
                OnError::Skip => counts.skipped += 1,
            }
        }
    }
}
