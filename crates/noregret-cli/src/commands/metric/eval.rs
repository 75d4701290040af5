//! `noregret metric eval`: does a learned distance make nearest neighbours better?
//!
//! The protocol is in `noregret::metric_learning::evaluate`. A run's encoding is fitted on its training rows alone. Runs are shared out to
//! threads; each is a function of the seed and its number, so their count changes nothing.

use super::choosing;
use super::figure;
use super::method::MethodFlags;
use super::pairs::classes;
use super::results::{Error, Method, Outcome, Results, Setting};
use super::table::{ColumnFlags, TableFlags, refused, small_enough};
use crate::files::{Files, place};
use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, usage};
use crate::voice::interrupt;
use crate::voice::remarks;
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use noregret::Update;
use noregret::metric_learning::choose::{Choosing, Lane, Truth};
use noregret::metric_learning::{
    Drawn, MatrixGeometry, MetricError, MetricSpec, Sample, evaluate, knn_error,
};
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
  noregret metric eval iris.csv                                     what metric train would choose, beside the Euclidean distance
  noregret metric eval iris.csv --geometry logdet --eta 300         at one rate, as published
  noregret metric eval iris.csv --geometry all --k 5 --json         and the five methods of Kulis and Bartlett's Figure 2
  noregret metric eval iris.csv soybean.arff car.data --plot figure.svg")]
pub struct Eval {
    /// Labelled tables; `-` is standard input
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,

    /// The geometry: logdet, frobenius, von-neumann, or all, at the rates of Figure 2 [default: logdet]
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

    /// How many comparisons to learn from
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
    fn methods(&self) -> Result<Vec<Method>> {
        let flags = &self.method;
        let mut methods = vec![Method::Euclidean];
        if self.geometry.as_deref() == Some("all") {
            if flags.rank.is_some() {
                return Err(usage("--rank learns a factor: leave --geometry out"));
            }
            if flags.eta.is_none() {
                methods.push(Method::Chosen(flags.lanes(MatrixGeometry::LogDet, Update::Implicit)?));
            }
            let asked = |spec: &MetricSpec| flags.update.is_none_or(|update| update == spec.update);
            for spec in evaluate::methods().into_iter().filter(asked) {
                methods.push(Method::Given(flags.refine(spec)?));
            }
            return Ok(methods);
        }
        let asked = self
            .geometry
            .as_deref()
            .map(|name| name.parse::<MatrixGeometry>().map_err(|e| usage(format!("{e}, all"))));
        let geometry = flags.geometry(asked.transpose()?)?;
        let updates = match flags.update {
            Some(update) => vec![update],
            None if geometry == MatrixGeometry::LogDet || flags.rank.is_some() => vec![Update::Implicit],
            None => vec![Update::Explicit, Update::Implicit],
        };
        for update in updates {
            methods.push(match flags.eta {
                Some(_) => Method::Given(flags.refine(evaluate::method(geometry, update))?),
                None => Method::Chosen(flags.lanes(geometry, update)?),
            });
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
            if !self.quiet {
                let about = |remark: &String| {
                    if self.data.len() > 1 { format!("{}: {remark}", data.file) } else { remark.clone() }
                };
                remarks::tell_all(&data.remarks.iter().map(about).collect::<Vec<_>>());
            }
            if self.method.rank.is_none() {
                let rows: Vec<usize> = (0..data.rows()).collect();
                small_enough(Encoding::fit(&data, &rows, false).map_err(refused)?.dim(), &data.file)?;
            }
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
        if self.json {
            return answer::file(&format!("{}\n", setting.object(&results, start.elapsed().as_secs_f64())));
        }
        answer::text(&setting.human(&results))
    }

    /// All runs on one table.
    fn table(&self, data: &Dataset, methods: &[Method], bar: &ProgressBar) -> Result<Results> {
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
            methods.iter().map(|method| Outcome { method: method.clone(), runs: Vec::new() }).collect();
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
        methods: &[Method],
        run: u64,
        bar: &ProgressBar,
    ) -> Result<(Vec<Result<Error, String>>, usize), DatasetError> {
        let (train, test) = evaluate::split(data.rows(), self.seed, run);
        let encoding = Encoding::fit(data, &train, self.columns.standardize())?;
        let (near, far) = (encoding.vectors(data, &train)?, encoding.vectors(data, &test)?);
        let (of_near, of_far) = (classes(data, &train), classes(data, &test));
        let dim = encoding.dim();
        let (near, far) = (Sample::new(&near, &of_near, dim), Sample::new(&far, &of_far, dim));
        let seed = evaluate::seed_of_run(self.seed, run);
        let start = choosing::start(&near, self.method.rank, seed);
        let errors = methods.iter().map(|method| {
            let error = self.one(method, &near, &far, start.as_deref(), seed);
            bar.inc(1);
            error.map_err(|e| e.to_string())
        });
        Ok((errors.collect(), dim))
    }

    /// One method on one split.
    fn one(
        &self,
        method: &Method,
        near: &Sample<'_>,
        far: &Sample<'_>,
        start: Option<&[f64]>,
        seed: u64,
    ) -> Result<Error, MetricError> {
        let k = self.k as usize;
        let (share, chosen) = match method {
            Method::Euclidean => (knn_error(near, far, k), None),
            Method::Given(spec) => {
                let lane = Lane { spec: *spec, drawn: Drawn::Pairs };
                (evaluate::one_lane(&lane, near, far, start, (seed, self.rounds), k)?, None)
            }
            Method::Chosen(lanes) => {
                let (truth, stop) = (Truth::Classes, &interrupt::asked);
                // Runs have the threads.
                let how = Choosing { k, seed, threads: 1, truth, start, stop };
                match evaluate::chosen(lanes, near, far, self.rounds, &how)? {
                    Some((share, choice)) => (share, choice.chosen),
                    // Interrupted: what is left undone is not shown.
                    None => (0.0, None),
                }
            }
        };
        Ok(Error { share, chosen })
    }
}
