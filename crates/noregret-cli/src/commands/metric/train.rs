//! `noregret metric train`: learn a distance from a labelled table or from a file of comparisons.

use super::choosing::{self, Labels};
use super::constraints::{self, Rows};
use super::method::MethodFlags;
use super::numbered;
use super::outputs;
use super::pairs;
use super::summary::{Summary, Taught};
use super::table::{ColumnFlags, TableFlags, note_unknown, refused, small_enough};
use super::tally::Tally;
use crate::files::{Files, place};
use crate::voice::failure::{Failure, Interrupted, is_broken_pipe, usage, writing};
use crate::voice::interrupt;
use crate::voice::remarks;
use anyhow::Result;
use clap::Args;
use noregret::Update;
use noregret::metric_learning::choose::{Choice, fresh};
use noregret::metric_learning::{Drawn, Draws, MatrixGeometry, MetricLearner, Sample};
use noregret_io::dataset::{Dataset, Encoding, NumberRows, TextRows};
use noregret_io::{Input, MetricModel, Output};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Learn a distance: from random pairs of a labelled table, or from comparisons in a file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric train iris.csv -m iris.nr                         chooses its rate, or keeps the Euclidean distance
  noregret metric train iris.csv --eta 300 -m iris.nr               at a given rate, as published: random pairs
  noregret metric train soybean.arff --label class --rounds 50000 --seed 2 --json
  noregret metric train wide.csv --rank 20 -m wide.nr               thousands of columns: W = L'L, L of 20 rows
  noregret metric train houses.csv --numbers -m houses.nr           labels are numbers
  noregret metric train iris.csv --pairs rows.csv -m iris.nr        comparisons of its rows: target,i,j
  noregret metric train --constraints pairs.csv --eta 0.5 -m w.nr -p distances.txt --matrix W.csv
  noregret metric train --constraints more.csv -i w.nr -m w.nr      go on, as if never interrupted
  noregret metric train --constraints triplets.csv --relative --margin 1 -m w.nr")]
pub struct Train {
    /// A labelled table: comparisons of its rows are drawn and learned from; `-` is standard input
    #[arg(value_name = "DATA", required_unless_present = "constraints", conflicts_with = "constraints")]
    data: Option<PathBuf>,

    /// Comparisons, CSV without a header, learned from in order: target, u_1 .. u_d, v_1 .. v_d
    #[arg(long, value_name = "FILE")]
    constraints: Option<PathBuf>,

    /// Comparisons of DATA's rows, CSV without a header: target,i,j with rows from 1; a target can be same or different
    #[arg(long, value_name = "FILE", requires = "data", conflicts_with = "constraints")]
    pairs: Option<PathBuf>,

    /// The label is a number, not a class
    #[arg(long, requires = "data", conflicts_with = "pairs")]
    numbers: bool,

    /// How many neighbours vote when the rate is chosen [default: 3]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), requires = "data")]
    k: Option<u64>,

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

    /// How many comparisons to learn from [default: 10000; comparisons in a file: all]
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
    choice: Option<Choice>,
    taught: Taught,
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
        if self.relative && self.constraints.is_none() && self.pairs.is_none() {
            return Err(usage(
                "--relative says what the rows of --constraints or --pairs are; DATA has classes",
            ));
        }
        if self.margin.is_some_and(|margin| !margin.is_finite()) {
            return Err(usage("--margin must be a finite number"));
        }
        let input = self.data.as_deref().or(self.constraints.as_deref()).unwrap_or(Path::new("-"));
        let flag = if self.constraints.is_some() { "--constraints" } else { "DATA" };
        let read = Files::default().reads(flag, input);
        let read = self.pairs.iter().fold(read, |read, path| read.reads("--pairs", path));
        read.goes_on_from("-i", self.initial.as_deref(), "-m")
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
        let learned = match (&self.data, &self.pairs) {
            (Some(_), Some(pairs)) => self.on_rows(&input, pairs, initial, &mut tally)?,
            (Some(_), None) => self.on_table(&input, initial, &mut tally)?,
            (None, _) => self.on_constraints(&input, initial, &mut tally)?,
        };
        interrupt::ending();
        let mut written = Vec::new();
        written.extend(tally.finish()?);
        let Learned { learner, encoding, choice, taught } = learned;
        if let Some(path) = &self.matrix {
            small_enough(learner.dim(), "a matrix")?;
            written.push(outputs::write_matrix(path, &learner.matrix(), learner.dim())?);
        }
        if let Some(path) = &self.model {
            let (spec, choice) = (*learner.spec(), choice.clone());
            let model = MetricModel { spec, encoding, loss: tally.total, choice, state: learner.state() };
            written.push(model.write(path)?);
        }
        place(written)?;
        let summary = Summary {
            learner: &learner,
            choice: choice.as_ref(),
            taught,
            tally: &tally,
            seconds: start.elapsed().as_secs_f64(),
            seed: self.seed,
            model: self.model.as_ref().map(|path| path.display().to_string()),
        };
        match (self.json, self.quiet) {
            (true, _) => summary.json()?,
            (false, false) => summary.say(),
            (false, true) => {}
        }
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

    fn geometry(&self) -> Result<MatrixGeometry> {
        self.method.geometry(self.geometry)
    }

    /// A fresh table with its encoding.
    fn read(&self, input: &Input) -> Result<(Dataset, Encoding)> {
        let reading = self.columns.reading(&self.table)?;
        let data = match &self.pairs {
            Some(_) => Dataset::read_points(input, &reading),
            None => Dataset::read(input, &reading),
        };
        let data = data.map_err(refused)?;
        if !self.quiet {
            remarks::tell_all(&data.remarks);
        }
        let rows: Vec<usize> = (0..data.rows()).collect();
        let encoding = Encoding::fit(&data, &rows, self.columns.standardize()).map_err(refused)?;
        if self.method.rank.is_none() {
            small_enough(encoding.dim(), &data.file)?;
        }
        Ok((data, encoding))
    }

    fn on_table(
        &self,
        input: &Input,
        initial: Option<(MetricModel, MetricLearner)>,
        tally: &mut Tally,
    ) -> Result<Learned> {
        let (data, encoding, going_on) = match initial {
            Some((model, learner)) => {
                let data = model.encoding.read_labelled(input, &self.table.reading()).map_err(refused)?;
                note_unknown(&model.encoding, &data);
                (data, model.encoding.clone(), Some((model, learner)))
            }
            None => {
                let (data, encoding) = self.read(input)?;
                (data, encoding, None)
            }
        };
        let numbers = self.numbers || going_on.as_ref().is_some_and(|(model, _)| model.numbers());
        let labels = Labels::of(&data, numbers)?;
        let rows: Vec<usize> = (0..data.rows()).collect();
        let points = encoding.vectors(&data, &rows).map_err(refused)?;
        let sample = Sample::new(&points, &labels.classes, encoding.dim());
        if sample.len() < 2 {
            let message = format!("{}: pairs need at least two rows", data.file);
            return Err(Failure { message, help: None }.into());
        }
        let (choice, mut learner) = match going_on {
            Some((model, learner)) => (model.choice, learner),
            None => self.begin(&sample, &labels)?,
        };
        let chosen = choice.as_ref().map(|choice| choice.chosen);
        let drawn = match chosen {
            Some(None) => None,
            Some(Some(lane)) => Some(lane.drawn),
            None => Some(Drawn::Pairs),
        };
        let mut taught = Taught::table(&data, numbers);
        if let Some(drawn) = drawn {
            let draws = Draws::new(drawn, sample, self.seed).ok_or_else(|| {
                let message =
                    format!("{}: no row has a neighbour of its class and one of another", data.file);
                Failure { message, help: Some("learn from pairs at a rate of your own: --eta".to_owned()) }
            })?;
            (taught.targets, taught.margin) = (draws.targets(), draws.margin());
            pairs::learn(&mut learner, &draws, &data, self.rounds.unwrap_or(10_000), tally)?;
        }
        Ok(Learned { learner, encoding, choice, taught })
    }

    /// A fresh learner: at the rate given, or at the one that suits the table.
    fn begin(&self, sample: &Sample<'_>, labels: &Labels) -> Result<(Option<Choice>, MetricLearner)> {
        let geometry = self.geometry()?;
        let start = choosing::start(sample, self.method.rank, self.seed);
        let start = start.as_deref();
        if self.method.eta.is_some() {
            let spec = self.method.for_table(geometry)?;
            return Ok((None, fresh(&spec, sample.dim, start)?));
        }
        let lanes = self.method.lanes(geometry, self.method.update.unwrap_or(Update::Implicit))?;
        // Refuses a spec or a size that makes no sense before any lane runs.
        let first = lanes.first().map(|lane| fresh(&lane.spec, sample.dim, start)).transpose()?;
        let k = self.k.unwrap_or(3) as usize;
        let choice = choosing::run(sample, labels, &lanes, start, (k, self.seed))?;
        let learner = match (choice.chosen, first) {
            (None, Some(first)) => first,
            (chosen, _) => {
                let spec = chosen.map_or(self.method.for_table(geometry)?, |lane| lane.spec);
                fresh(&spec, sample.dim, start)?
            }
        };
        Ok((Some(choice), learner))
    }

    fn on_rows(
        &self,
        input: &Input,
        pairs: &Path,
        initial: Option<(MetricModel, MetricLearner)>,
        tally: &mut Tally,
    ) -> Result<Learned> {
        let (data, encoding, going_on) = match initial {
            Some((model, learner)) => {
                let data = model.encoding.read(input, &self.table.reading()).map_err(refused)?;
                note_unknown(&model.encoding, &data);
                (data, model.encoding, Some((model.choice, learner)))
            }
            None => {
                let (data, encoding) = self.read(input)?;
                (data, encoding, None)
            }
        };
        let rows: Vec<usize> = (0..data.rows()).collect();
        let points = encoding.vectors(&data, &rows).map_err(refused)?;
        let alike = vec![0; rows.len()];
        let sample = Sample::new(&points, &alike, encoding.dim());
        if sample.len() < 2 {
            let message = format!("{}: comparisons need at least two rows", data.file);
            return Err(Failure { message, help: None }.into());
        }
        let (choice, mut learner) = match going_on {
            Some(going_on) => going_on,
            None => {
                let spec = self.method.for_comparisons(self.geometry()?)?;
                let start = choosing::start(&sample, self.method.rank, self.seed);
                (None, fresh(&spec, sample.dim, start.as_deref())?)
            }
        };
        let mut file = TextRows::open(&Input::from_path(pairs)).map_err(refused)?;
        let limit = self.rounds.unwrap_or(u64::MAX);
        let targets =
            numbered::learn(&mut file, self.rows(), &mut learner, &sample, self.seed, limit, tally)?;
        if learner.rounds() == 0 {
            let message = format!("{}: there is no comparison in it", file.file());
            return Err(Failure { message, help: None }.into());
        }
        let mut taught = Taught::table(&data, false);
        match self.rows() {
            Rows::Pairs => taught.targets = Some(targets),
            Rows::Triplets(margin) => taught.margin = Some(margin),
        }
        Ok(Learned { learner, encoding, choice, taught })
    }

    /// What the rows of a file of comparisons are.
    fn rows(&self) -> Rows {
        if self.relative { Rows::Triplets(self.margin.unwrap_or(1.0)) } else { Rows::Pairs }
    }

    fn on_constraints(
        &self,
        input: &Input,
        initial: Option<(MetricModel, MetricLearner)>,
        tally: &mut Tally,
    ) -> Result<Learned> {
        let spec = self.method.for_comparisons(self.geometry()?)?;
        let mut file = NumberRows::open(input).map_err(refused)?;
        let learner = initial.map(|(_, learner)| learner);
        let limit = self.rounds.unwrap_or(u64::MAX);
        let start = |dim| MetricLearner::new(&spec, dim);
        let learner = constraints::learn(&mut file, self.rows(), learner, start, limit, tally)?;
        let learner = learner.ok_or_else(|| {
            let message = format!("{}: there is no comparison in it", input.name());
            Failure { message, help: None }
        })?;
        let encoding = Encoding::plain(learner.dim());
        let margin = self.relative.then(|| self.margin.unwrap_or(1.0));
        Ok(Learned { learner, encoding, choice: None, taught: Taught { margin, ..Taught::default() } })
    }
}
