//! `noregret metric eval`: does a learned distance make nearest neighbours better?
//!
//! The protocol is in `noregret::metric_learning::evaluate`. A run's encoding is fitted on its training rows alone. Runs are shared out to
//! threads; each is a function of the seed and its number, so their count changes nothing.

use super::figure;
use super::method::MethodFlags;
use super::pairs::classes;
use super::results::{Outcome, Results, Setting};
use super::table::{ColumnFlags, TableFlags, refused};
use crate::files::{Files, place};
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, usage};
use crate::voice::interrupt;
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use noregret::Update;
use noregret::metric_learning::{MatrixGeometry, MetricSpec, Sample, evaluate};
use noregret_io::Input;
use noregret_io::dataset::{Dataset, DatasetError, Encoding};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Measure k-NN error under learned distances, beside the Euclidean one: 70 % of the rows to learn, 30 % to test, several runs
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  noregret metric eval iris.csv                                     all methods
  noregret metric eval iris.csv --geometry logdet --k 5 --json
  noregret metric eval iris.csv soybean.arff car.data --plot figure.svg")]
pub struct Eval {
    /// Labelled tables; `-` is standard input
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,

    /// The geometry: logdet, frobenius, von-neumann, or all [default: all]
    #[arg(long, value_name = "GEOMETRY")]
    geometry: Option<String>,

    #[command(flatten)]
    method: MethodFlags,

    /// How many runs, each with its own split
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    runs: u64,

    /// How many neighbours vote
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..), value_name = "K")]
    k: u64,

    /// How many pairs to learn from
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    rounds: u64,

    /// Another seed draws other splits and pairs
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Draw the errors here, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    table: TableFlags,

    #[command(flatten)]
    columns: ColumnFlags,

    /// Print the results as one JSON object
    #[arg(long)]
    json: bool,

    /// No progress
    #[arg(long)]
    quiet: bool,
}

impl Eval {
    fn methods(&self) -> Result<Vec<Option<MetricSpec>>> {
        let mut methods = vec![None];
        match self.geometry.as_deref() {
            None | Some("all") => {
                let asked = |spec: &MetricSpec| self.method.update.is_none_or(|update| update == spec.update);
                for spec in evaluate::methods().into_iter().filter(asked) {
                    methods.push(Some(self.method.refine(spec)?));
                }
            }
            Some(name) => {
                let geometry: MatrixGeometry = name.parse().map_err(|e| usage(format!("{e}, all")))?;
                let updates = match self.method.update {
                    Some(update) => vec![update],
                    None if geometry == MatrixGeometry::LogDet => vec![Update::Implicit],
                    None => vec![Update::Explicit, Update::Implicit],
                };
                for update in updates {
                    methods.push(Some(self.method.refine(evaluate::method(geometry, update))?));
                }
            }
        }
        Ok(methods)
    }

    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let start = Instant::now();
        if let Some(path) = &self.plot
            && !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
        {
            return Err(usage(format!("--plot draws SVG only: {} should end in .svg", path.display())));
        }
        let files = self.data.iter().fold(Files::default(), |files, path| files.reads("DATA", path));
        files.prints("the errors", true).writes("--plot", self.plot.as_deref()).check()?;
        let methods = self.methods()?;
        interrupt::listen();
        let mut tables = Vec::new();
        for path in &self.data {
            let reading = self.columns.reading(&self.table)?;
            let data = Dataset::read(&Input::from_path(path), &reading).map_err(refused)?;
            if data.rows() < 4 {
                let message = format!("{}: {} rows are too few to split", data.file, data.rows());
                return Err(Failure { message, help: None }.into());
            }
            tables.push(data);
        }
        let steps = tables.len() as u64 * self.runs * methods.len() as u64;
        // Nothing is drawn where standard error is no terminal.
        let bar = if self.quiet || self.json { ProgressBar::hidden() } else { ProgressBar::new(steps) };
        let results = tables.iter().map(|data| self.table(data, &methods, &bar));
        let results = results.collect::<Result<Vec<_>>>();
        bar.finish_and_clear();
        let results = results?;
        interrupt::ending();
        if let Some(path) = &self.plot {
            let title = format!("k-NN error, k = {}, {} runs", self.k, self.runs);
            place([crate::chart::write(path, &figure::draw(&results, &title))?])?;
        }
        let setting = Setting {
            k: self.k,
            rounds: self.rounds,
            runs: self.runs,
            seed: self.seed,
            standardize: self.columns.standardize(),
        };
        let text = if self.json {
            format!("{}\n", setting.object(&results, start.elapsed().as_secs_f64()))
        } else {
            setting.human(&results)
        };
        answer::text(&text)
    }

    /// All runs on one table.
    fn table(&self, data: &Dataset, methods: &[Option<MetricSpec>], bar: &ProgressBar) -> Result<Results> {
        let next = AtomicU64::new(0);
        let done = Mutex::new(Vec::new());
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(self.runs);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let run = next.fetch_add(1, Ordering::Relaxed);
                        if run >= self.runs || interrupt::asked() {
                            break;
                        }
                        let outcome = self.one_run(data, methods, run, bar);
                        if let Ok(mut done) = done.lock() {
                            done.push((run, outcome));
                        }
                    }
                });
            }
        });
        if interrupt::asked() {
            return Err(Interrupted.into());
        }
        let mut done = done.into_inner().map_err(|e| anyhow::anyhow!("a run ended badly: {e}"))?;
        done.sort_by_key(|(run, _)| *run);
        let mut dim = 0;
        let mut outcomes: Vec<Outcome> =
            methods.iter().map(|spec| Outcome { spec: *spec, runs: Vec::new() }).collect();
        for (_, run) in done {
            let (errors, dims) = run.map_err(refused)?;
            dim = dim.max(dims);
            for (outcome, error) in outcomes.iter_mut().zip(errors) {
                outcome.runs.push(error);
            }
        }
        let title = Path::new(&*data.file)
            .file_stem()
            .map_or_else(|| data.file.to_string(), |stem| stem.to_string_lossy().into_owned());
        let classes = data.labels.as_ref().map_or(0, |labels| labels.classes.len());
        Ok(Results { title, file: data.file.to_string(), rows: data.rows(), classes, dim, outcomes })
    }

    /// Every method on one split: the errors, or why there is none, and the dimensions.
    fn one_run(
        &self,
        data: &Dataset,
        methods: &[Option<MetricSpec>],
        run: u64,
        bar: &ProgressBar,
    ) -> Result<(Vec<Result<f64, String>>, usize), DatasetError> {
        let (train, test) = evaluate::split(data.rows(), self.seed, run);
        let encoding = Encoding::fit(data, &train, self.columns.standardize())?;
        let (near, far) = (encoding.vectors(data, &train)?, encoding.vectors(data, &test)?);
        let (of_near, of_far) = (classes(data, &train), classes(data, &test));
        let dim = encoding.dim();
        let (near, far) = (Sample::new(&near, &of_near, dim), Sample::new(&far, &of_far, dim));
        let seed = evaluate::seed_of_run(self.seed, run);
        let errors = methods.iter().map(|spec| {
            let error = evaluate::trial(spec.as_ref(), &near, &far, seed, self.rounds, self.k as usize);
            bar.inc(1);
            error.map_err(|e| e.to_string())
        });
        Ok((errors.collect(), dim))
    }
}
