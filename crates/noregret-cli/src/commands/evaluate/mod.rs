//! `noregret evaluate`: what a model's predictions are worth, on data it does not learn from; by segment, over time, and why.

mod findings;
mod importance;
mod pictures;
mod report;
mod sample;
mod segments;
mod windows;

use crate::feed::input::InputFlags;
use crate::feed::meter::Meter;
use crate::feed::progress::{Interval, Progress};
use crate::feed::run::{End, Pass};
use crate::feed::serving;
use crate::files::{Files, place};
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted};
use crate::voice::interrupt;
use crate::voice::remarks;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use findings::Findings;
use noregret_engine::{Core, Engine};
use noregret_io::{Example, Schema};
use noregret_measure::{Detail, Row, Subject};
use sample::Sample;
use segments::{By, Segments};
use std::path::PathBuf;
use std::time::Instant;
use windows::Windows;

/// Measure a model on labelled data: everything people decide by, by segment and over time
#[derive(Args, Debug)]
#[command(after_help = "\
Two classes have log loss, AUC, PR-AUC, accuracy, precision, recall, F1, Brier and calibration; numbers RMSE, MAE, R2, pinball loss and Poisson
deviance; each beside the best constant's. Nothing is learned. docs/measures.md says what each is and how exact.

Examples:
  noregret evaluate ads.nr today.vw.gz                          the measures, and how they moved over the rows
  noregret evaluate ads.nr today.vw.gz --by device              and for each feature of the namespace
  noregret evaluate price.nr test.csv --by site --report p.html a page with figures to show to others
  noregret evaluate ads.nr today.vw.gz --json | jq .measures.auc")]
pub struct Evaluate {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    #[command(flatten)]
    input: InputFlags,

    /// Measures for each value of this column (also the label's or the weight's), each feature of this namespace, or each tag (`tag`)
    #[arg(long, value_name = "COLUMN")]
    by: Option<String>,

    /// Write a page with figures here: self-contained HTML
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Write the tables of that page as CSV and its figures as SVG into this folder
    #[arg(long, value_name = "FOLDER")]
    export: Option<PathBuf>,

    /// Ask the last weights, also where averages over the stream serve better
    #[arg(long)]
    last: bool,

    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What is gathered over a pass.
struct Watch {
    windows: Windows,
    segments: Option<Segments>,
    sample: Sample,
}

impl Watch {
    fn add(&mut self, core: &Core, schema: &Schema, example: &Example<'_>, predicted: f64) {
        let Some(label) = example.label.filter(|_| example.weight > 0.0) else { return };
        let (margins, known) = core.margins_of(&predicted);
        let row = Row { margins, known, label, weight: example.weight };
        let subject = Subject::new(core.loss(), core.objective());
        self.windows.add(subject, row);
        self.sample.add(example, predicted);
        if let Some(segments) = &mut self.segments {
            segments.add(subject, schema, example, row);
        }
    }
}

/// More rows are kept than while training: nobody waits for the learner.
const DETAIL: Detail = Detail { rows: 1 << 20, ..Detail::FULL };

/// That the first table without a label has no such column, with those it has; none if all have one.
fn no_column(label: &str, schema: &Schema) -> Option<String> {
    let columns = schema.tables.values().find(|columns| !columns.iter().any(|column| column == label))?;
    let shown = columns.iter().take(30).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if columns.len() > 30 { ", ..." } else { "" };
    Some(format!("there is no column {label}; the columns are {shown}{more}"))
}

impl Evaluate {
    fn nothing(&self, message: String, help: &str) -> anyhow::Error {
        Failure { message, help: Some(help.to_owned()) }.into()
    }

    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let start = Instant::now();
        Files::default()
            .reads("MODEL", &self.model)
            .reads_data(&self.input.inputs())
            .writes("--report", self.report.as_deref())
            .prints("what is told", true)
            .check()?;
        let (core, schema) = serving::load(&self.model, self.last)?.into_parts();
        let mut schema = Schema { label_optional: true, ..self.input.continued(schema)? };
        let by = self.by.as_deref().map(|by| By::named(by, &mut schema)).transpose();
        let help = "noregret inspect MODEL shows the columns; the model it was exported from keeps its names";
        let segments = by.map_err(|message| self.nothing(message, help))?.map(Segments::new);
        let mut engine = Engine::from_parts(core, schema)?;
        interrupt::listen();
        let mut watch = Watch { windows: Windows::default(), segments, sample: Sample::default() };
        let mut meter = Meter::with(DETAIL);
        let end = self.pass(&mut engine, &mut watch, &mut meter)?;
        interrupt::ending();
        let Some(measures) = meter.measures().filter(|_| engine.core().counts_here().labelled > 0) else {
            let label = self.input.label().or(engine.schema().label.as_deref());
            let lacking = label.and_then(|label| no_column(label, engine.schema()));
            let message =
                lacking.unwrap_or_else(|| "there is nothing to measure: no example has a label".to_owned());
            return Err(self.nothing(message, "name the label with --label COLUMN, or use noregret predict"));
        };
        if measures.rows() == 0 {
            let message = "there is nothing to measure: every labelled example has weight 0".to_owned();
            return Err(self.nothing(message, "name another column of weights with --weight COLUMN"));
        }
        if let (Some(by), Some(true)) = (&self.by, watch.segments.as_ref().map(Segments::found_nothing)) {
            let message = format!(
                "there is no column, namespace or feature {by:?}, neither in the model nor in the data"
            );
            return Err(self.nothing(
                message,
                "noregret inspect MODEL shows the names; `tag` stands for the tags of VW text",
            ));
        }
        let findings = Findings::new(self, &engine, &watch, &measures, start.elapsed().as_secs_f64());
        if self.report.is_some() || self.export.is_some() {
            let page = report::page(&findings, &measures, &watch);
            let mut written = self.report.iter().map(|path| page.write(path)).collect::<Result<Vec<_>>>()?;
            if let Some(folder) = &self.export {
                written.extend(page.export(folder)?);
            }
            place(written)?;
        }
        if self.json {
            answer::json(&findings)?;
        } else {
            answer::text(&findings.text())?;
            if let Some(path) = &self.report {
                say(format_args!("report written to {}", path.display()));
            }
            if let Some(folder) = &self.export {
                say(format_args!("tables and figures written to {}", folder.display()));
            }
        }
        remarks::tell_all(&findings.remarks);
        if end == End::Interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn pass(&self, engine: &mut Engine, watch: &mut Watch, meter: &mut Meter) -> Result<End> {
        let mut session = engine.read(self.input.inputs(), self.input.format, self.input.reading())?;
        let mut progress = Progress::new(true, Interval::Times(2.0));
        let mut pass = Pass {
            on_error: self.input.on_error,
            label_help: None,
            predictions: None,
            output: None,
            explain: false,
            progress: &mut progress,
        };
        pass.run(&mut session, |core: &mut Core, schema: &Schema, example: &Example<'_>| {
            let predicted = core.predict(example)?;
            watch.add(core, schema, example, predicted);
            meter.note(core, example, predicted);
            Ok(predicted)
        })
    }
}
