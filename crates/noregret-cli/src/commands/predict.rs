//! `noregret predict`: apply a model; nothing is learned.

use crate::feed::input::InputFlags;
use crate::feed::meter::Meter;
use crate::feed::order::Order;
use crate::feed::prediction::Form;
use crate::feed::progress::{Interval, Progress};
use crate::feed::run::{End, Pass};
use crate::feed::serving;
use crate::files::Files;
use crate::voice::failure::{Interrupted, writing};
use crate::voice::interrupt;
use crate::voice::remarks;
use crate::voice::report::Summary;
use anyhow::Result;
use clap::Args;
use noregret_engine::{Core, Engine};
use noregret_io::{Output, Schema};
use std::path::PathBuf;
use std::time::Instant;

/// Apply a model to data: one prediction a line, on standard output
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret predict ads.nr today.vw.gz > margins.txt
  noregret predict ads.nr today.vw.gz --output probabilities -p probabilities.txt   and the loss, if there are labels
  noregret predict digits.nr new.svm --output class                 what the labels call it
  noregret predict price.nr table.parquet > prices.txt             whatever format the model learned from
  noregret predict ads.nr today.vw.gz --explain | head -1 | jq      what each feature adds to the margin
  noregret predict price.nr table.csv --json -p /dev/null           only the measures")]
pub struct Predict {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    #[command(flatten)]
    input: InputFlags,

    /// Write predictions here instead of standard output
    #[arg(short = 'p', long, value_name = "FILE")]
    predictions: Option<PathBuf>,

    /// What to write: class, probabilities or margins [default: the class of several, else the margin]
    #[arg(long, value_enum, value_name = "WHAT")]
    output: Option<Form>,

    /// On the label's scale: probabilities for logistic, expected counts for poisson
    #[arg(long, conflicts_with = "output")]
    link: bool,

    /// Why: one JSON object a line, with what each feature adds to the margin
    #[arg(long, conflicts_with_all = ["link", "output"])]
    explain: bool,

    /// Take no measures but the mean loss and mistakes
    #[arg(long)]
    no_measures: bool,

    /// Predict by the last weights, also where averages over the stream serve better
    #[arg(long)]
    last: bool,

    /// Print a summary as one JSON object on standard output (predictions need a file then)
    #[arg(long)]
    json: bool,

    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
}

impl Predict {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let start = Instant::now();
        let to_stdout = self.predictions.as_deref().is_none_or(Output::is_stdout);
        Files::default()
            .reads("MODEL", &self.model)
            .reads_data(&self.input.inputs())
            .writes("-p", self.predictions.as_deref())
            .prints("the predictions (-p)", self.predictions.is_none())
            .prints("--json", self.json)
            .check()?;
        let (core, schema) = serving::load(&self.model, self.last)?.into_parts();
        let before = core.counts().examples;
        let schema = Schema { label_optional: true, ..self.input.continued(schema)? };
        let mut engine = Engine::from_parts(core, schema)?;
        interrupt::listen();
        let mut out = match &self.predictions {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let mut session = engine.read(self.input.inputs(), self.input.format, self.input.reading())?;
        // Predictions on a terminal and a table on the same terminal would be a mess.
        let mut progress = Progress::new(true, Interval::Times(2.0));
        let mut meter = Meter::default();
        let mut pass = Pass {
            on_error: self.input.on_error,
            label_help: None,
            predictions: Some(&mut out),
            output: self.output.or(self.link.then_some(Form::Link)),
            explain: self.explain,
            progress: &mut progress,
        };
        let end = pass.run(&mut session, |core: &mut Core, _, example| {
            let predicted = core.predict(example)?;
            if !self.no_measures {
                meter.note(core, example, predicted);
            }
            Ok(predicted)
        })?;
        drop(session);
        interrupt::ending();
        let name = out.name().to_owned();
        out.finish().map_err(writing(&name))?;
        let mut summary = Summary::new(engine.core(), engine.schema());
        summary.measures = meter.report();
        summary.total_examples = before;
        summary.interrupted = end == End::Interrupted;
        summary.remarks = remarks::all(engine.schema(), &Order::default());
        summary.remarks.extend(remarks::unlearned(summary.measures.as_ref(), &engine.schema().labels));
        summary.seconds = start.elapsed().as_secs_f64();
        if self.json {
            summary.print_json()?;
        } else if !self.quiet && (!to_stdout || summary.skipped > 0 || summary.labelled > 0) {
            summary.print(false);
        }
        if !self.quiet {
            remarks::tell_all(&summary.remarks);
        }
        if end == End::Interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }
}
