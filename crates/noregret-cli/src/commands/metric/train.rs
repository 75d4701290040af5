//! `noregret metric train`: learn a distance from a labelled table or from a file of comparisons.

use super::constraints::{self, Rows};
use super::method::{MethodFlags, describe, update_name};
use super::outputs;
use super::pairs;
use super::table::{ColumnFlags, TableFlags, note_unknown, refused};
use super::tally::Tally;
use crate::files::{Files, place};
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, is_broken_pipe, usage, writing};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret::metric_learning::evaluate::Targets;
use noregret::metric_learning::{MatrixGeometry, MetricLearner};
use noregret_io::dataset::{Dataset, Encoding, NumberRows};
use noregret_io::{Input, MetricModel, Output};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Learn a distance: from random pairs of a labelled table, or from comparisons in a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric train iris.csv -m iris.nr
  noregret metric train soybean.arff --label class --rounds 50000 --seed 2 --json
  noregret metric train --constraints pairs.csv --eta 0.5 -m w.nr -p distances.txt --matrix W.csv
  noregret metric train --constraints more.csv -i w.nr -m w.nr      go on, as if never interrupted
  noregret metric train --constraints triplets.csv --relative --margin 1 -m w.nr")]
pub struct Train {
    /// A labelled table: random pairs of its rows are learned from; `-` is standard input
    #[arg(value_name = "DATA", required_unless_present = "constraints", conflicts_with = "constraints")]
    data: Option<PathBuf>,

    /// Comparisons, CSV without a header, learned from in order: target, u_1 .. u_d, v_1 .. v_d
    #[arg(long, value_name = "FILE")]
    constraints: Option<PathBuf>,

    /// The comparisons are triplets a, b, c: b is nearer to a than c by the margin
    #[arg(long)]
    relative: bool,

    /// By how much nearer, in squared distance [default: 1]
    #[arg(long, requires = "relative", value_name = "M", allow_hyphen_values = true)]
    margin: Option<f64>,

    /// How the change of the matrix is measured: logdet, frobenius or von-neumann [default: logdet]
    #[arg(long, value_name = "GEOMETRY")]
    geometry: Option<MatrixGeometry>,

    #[command(flatten)]
    method: MethodFlags,

    /// How many pairs to learn from [default: 10000; comparisons in a file: all]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    /// Another seed draws other pairs
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Write the model here
    #[arg(short = 'm', long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// Go on from this model
    #[arg(short = 'i', long, value_name = "FILE")]
    initial: Option<PathBuf>,

    /// Write z'Wz of each pair before learning from it, one a line (both, with a comma, for triplets); `-` is standard output
    #[arg(short = 'p', long, value_name = "FILE")]
    predictions: Option<PathBuf>,

    /// Write the learned matrix W here, as rows of CSV
    #[arg(long, value_name = "FILE")]
    matrix: Option<PathBuf>,

    #[command(flatten)]
    table: TableFlags,

    #[command(flatten)]
    columns: ColumnFlags,

    /// Print the summary as one JSON object on standard output
    #[arg(long)]
    json: bool,

    /// No progress and no summary
    #[arg(long)]
    quiet: bool,
}

/// A learner that has learned, and what a model file needs around it.
struct Learned {
    learner: MetricLearner,
    encoding: Encoding,
    table: Option<(Dataset, Targets)>,
}

impl Train {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let outcome = self.learn();
        match (&outcome, &self.model) {
            (Err(error), Some(path)) if is_broken_pipe(error) => {
                let message = format!(
                    "the distances were not read to their end, so {} was not written",
                    path.display()
                );
                Err(Failure { message, help: Some("write the distances to a file".to_owned()) }.into())
            }
            _ => outcome,
        }
    }

    fn learn(&self) -> Result<()> {
        let start = Instant::now();
        if self.relative && self.constraints.is_none() {
            return Err(usage("--relative says what the rows of --constraints are; DATA has classes"));
        }
        if self.margin.is_some_and(|margin| !margin.is_finite()) {
            return Err(usage("--margin must be a finite number"));
        }
        let input = self.data.as_deref().or(self.constraints.as_deref()).unwrap_or(Path::new("-"));
        Files::default()
            .reads(if self.constraints.is_some() { "--constraints" } else { "DATA" }, input)
            .goes_on_from("-i", self.initial.as_deref(), "-m")
            .writes("-m", self.model.as_deref())
            .writes("-p", self.predictions.as_deref())
            .writes("--matrix", self.matrix.as_deref())
            .prints("--json", self.json)
            .check()?;
        let initial = self.initial.as_deref().map(|path| self.continued(path)).transpose()?;
        let distances = match &self.predictions {
            Some(path) => Some(Output::create(path).map_err(writing(&path.display().to_string()))?),
            None => None,
        };
        interrupt::listen();
        let before = initial.as_ref().map_or(0.0, |(model, _)| model.loss);
        let mut tally = Tally::new(before, distances, self.quiet || self.json);
        let input = Input::from_path(input);
        let learned = match &self.data {
            Some(_) => self.on_table(&input, initial, &mut tally)?,
            None => self.on_constraints(&input, initial, &mut tally)?,
        };
        interrupt::ending();
        let mut written = Vec::new();
        written.extend(tally.finish()?);
        let Learned { learner, encoding, .. } = &learned;
        if let Some(path) = &self.matrix {
            written.push(outputs::write_matrix(path, &learner.matrix(), learner.dim())?);
        }
        if let Some(path) = &self.model {
            let (spec, encoding) = (*learner.spec(), encoding.clone());
            let model = MetricModel { spec, encoding, loss: tally.total, state: learner.state() };
            written.push(model.write(path)?);
        }
        place(written)?;
        self.report(&learned, &tally, start.elapsed().as_secs_f64())?;
        if tally.interrupted { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn continued(&self, path: &Path) -> Result<(MetricModel, MetricLearner)> {
        let (model, learner) = MetricModel::load(path)?;
        let differs = |what: String| usage(format!("{} cannot go on with {what}", path.display()));
        if let Some(what) = self.method.differs(self.geometry, &model.spec) {
            return Err(differs(what));
        }
        if let Some(flag) = self.columns.given() {
            return Err(differs(format!("{flag}: what its columns mean is in the model")));
        }
        if self.constraints.is_some() && model.encoding != Encoding::plain(model.encoding.dim()) {
            return Err(differs(
                "--constraints: it was trained on a table, whose encoding it keeps".to_owned(),
            ));
        }
        Ok((model, learner))
    }

    fn geometry(&self) -> MatrixGeometry {
        self.geometry.unwrap_or(MatrixGeometry::LogDet)
    }

    fn on_table(
        &self,
        input: &Input,
        initial: Option<(MetricModel, MetricLearner)>,
        tally: &mut Tally,
    ) -> Result<Learned> {
        let (data, encoding, mut learner) = match initial {
            Some((model, learner)) => {
                let data = model.encoding.read_labelled(input, &self.table.reading()).map_err(refused)?;
                note_unknown(&model.encoding, &data);
                (data, model.encoding, learner)
            }
            None => {
                let spec = self.method.for_table(self.geometry())?;
                let data = Dataset::read(input, &self.columns.reading(&self.table)?).map_err(refused)?;
                let rows: Vec<usize> = (0..data.rows()).collect();
                let encoding = Encoding::fit(&data, &rows, self.columns.standardize()).map_err(refused)?;
                let learner = MetricLearner::new(&spec, encoding.dim())?;
                (data, encoding, learner)
            }
        };
        let rounds = self.rounds.unwrap_or(10_000);
        let targets = pairs::learn(&mut learner, &encoding, &data, self.seed, rounds, tally)?;
        Ok(Learned { learner, encoding, table: Some((data, targets)) })
    }

    fn on_constraints(
        &self,
        input: &Input,
        initial: Option<(MetricModel, MetricLearner)>,
        tally: &mut Tally,
    ) -> Result<Learned> {
        let spec = self.method.for_comparisons(self.geometry())?;
        let rows = if self.relative { Rows::Triplets(self.margin.unwrap_or(1.0)) } else { Rows::Pairs };
        let mut file = NumberRows::open(input).map_err(refused)?;
        let learner = initial.map(|(_, learner)| learner);
        let limit = self.rounds.unwrap_or(u64::MAX);
        let start = |dim| MetricLearner::new(&spec, dim);
        let learner = constraints::learn(&mut file, rows, learner, start, limit, tally)?;
        let learner = learner.ok_or_else(|| {
            let message = format!("{}: there is no comparison in it", input.name());
            Failure { message, help: None }
        })?;
        let encoding = Encoding::plain(learner.dim());
        Ok(Learned { learner, encoding, table: None })
    }

    fn report(&self, learned: &Learned, tally: &Tally, seconds: f64) -> Result<()> {
        let Learned { learner, table, .. } = learned;
        let spec = learner.spec();
        let model = self.model.as_ref().map(|path| path.display().to_string());
        if self.json {
            let mut object = json!({
                "rounds": tally.rounds,
                "loss": tally.mean(),
                "geometry": spec.geometry,
                "update": update_name(spec.update),
                "eta": spec.eta,
                "rate": spec.rate,
                "dim": learner.dim(),
                "total_rounds": learner.rounds(),
                "seconds": seconds,
                "model": model,
                "interrupted": tally.interrupted,
            });
            match table {
                Some((data, targets)) => {
                    object["rows"] = data.rows().into();
                    object["classes"] = data.labels.as_ref().map(|labels| labels.classes.len()).into();
                    object["targets"] = json!({"same": targets.same, "different": targets.different});
                    object["seed"] = self.seed.into();
                }
                None if self.relative => object["margin"] = self.margin.unwrap_or(1.0).into(),
                None => {}
            }
            return answer::json(&object);
        }
        if self.quiet {
            return Ok(());
        }
        let line = |name: &str, text: String| say(format_args!("{name:<10} {text}"));
        say("");
        line("learner", describe(spec));
        line("metric", format!("over {} dimensions", learner.dim()));
        if let Some((data, targets)) = table {
            let classes = data.labels.as_ref().map_or(0, |labels| labels.classes.len());
            line("data", format!("{} rows of {classes} classes", data.rows()));
            let Targets { same, different } = targets;
            line("targets", format!("{same:.6} for one class, {different:.6} for two"));
        }
        let all = learner.rounds();
        let total = if all > tally.rounds { format!(", {all} in all") } else { String::new() };
        line("rounds", format!("{}{total}, in {seconds:.2} s", tally.rounds));
        if let Some(mean) = tally.mean() {
            line("mean loss", format!("{mean:.6}  (each comparison judged before it was learned)"));
        } else if tally.rounds > 0 {
            line("mean loss", "not known: losses too large to be added up".to_owned());
        }
        if tally.interrupted {
            line("note", "interrupted: this is what was done until then".to_owned());
        }
        if let Some(path) = model {
            line("model", path);
        }
        Ok(())
    }
}
