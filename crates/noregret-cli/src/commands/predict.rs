//! `noregret predict`: apply a model; nothing is learned.

use crate::feed::input::InputFlags;
use crate::feed::progress::{Interval, Progress};
use crate::feed::run::{End, Pass};
use crate::files::Files;
use crate::revive::{Revived, predictor};
use crate::voice::failure::{Interrupted, writing};
use crate::voice::interrupt;
use crate::voice::remarks;
use crate::voice::report::Summary;
use anyhow::Result;
use clap::Args;
use noregret_io::{Counts, Output, Stream};
use std::path::PathBuf;
use std::time::Instant;

/// Apply a model to data: one prediction a line, on standard output
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret predict ads.nr today.vw.gz > margins.txt
  noregret predict ads.nr today.vw.gz --link -p probabilities.txt   and the loss, if there are labels
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

    /// On the label's scale: probabilities for logistic, expected counts for poisson
    #[arg(long)]
    link: bool,

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
        let Revived { model, spec, learner } = predictor(&self.model)?;
        let mut schema = self.input.continued(model.schema)?;
        schema.label_optional = true;
        interrupt::listen();
        let mut out = match &self.predictions {
            Some(path) => Output::create(path).map_err(writing(&path.display().to_string()))?,
            None => Output::stdout(),
        };
        let mut stream = Stream::with(self.input.inputs(), self.input.format, schema, self.input.reading())?;
        let mut counts = Counts::default();
        // Predictions on a terminal and a table on the same terminal would be a mess.
        let mut progress = Progress::new(true, Interval::Times(2.0));
        let mut pass = Pass {
            first: None,
            open: false,
            loss: spec.spec().loss,
            on_error: self.input.on_error,
            label_help: None,
            predictions: Some(&mut out),
            link: self.link,
            progress: &mut progress,
            counts: &mut counts,
            total: &mut Counts::default(),
        };
        let end = pass.run(&mut stream, |example| Ok(learner.margin(example.features)))?;
        interrupt::ending();
        let name = out.name().to_owned();
        out.finish().map_err(writing(&name))?;
        let mut summary =
            Summary::new(spec.spec(), &model.algorithm, &model.parameters, &counts, stream.schema());
        summary.weights = learner.active() as u64;
        summary.rounds = learner.rounds();
        summary.total_examples = model.counts.examples;
        summary.bytes = learner.bytes();
        summary.interrupted = end == End::Interrupted;
        summary.seconds = start.elapsed().as_secs_f64();
        if self.json {
            summary.print_json()?;
        } else if !self.quiet && (!to_stdout || counts.skipped > 0 || counts.labelled > 0) {
            summary.print(false);
        }
        if !self.quiet {
            remarks::tell(stream.schema());
        }
        if end == End::Interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }
}
