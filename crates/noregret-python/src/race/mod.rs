//! Many learners over one pass, for `noregret.compare` and `noregret.tune`: the race of the command, asked for and told otherwise.

pub mod feed;

use crate::engine::PyEngine;
use crate::error::{Failure, made};
use crate::options;
use crate::ticker::Ticker;
use feed::{Feed, Source};
use noregret::algorithms::{self, Algorithm};
use noregret::regret::Transcript;
use noregret::{Interval, Labels, Loss, Parameters};
use noregret_engine::race::{
    Course, Entrant, Fate, Judge, Kept, LINE_UP, Outcome, Rules, Rungs, Sums, Watch, given_over, labels_of,
    plan, ranked, usual_grid, usual_loss,
};
use noregret_engine::{Engine, EngineError};
use noregret_io::{Batch, LabelKind, LineError, Schema};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// A learner as it was asked for.
pub struct Entry {
    name: String,
    algorithm: &'static Algorithm,
    given: Parameters,
    loss: Option<Loss>,
}

/// What a race came to.
#[pyclass(name = "Race", module = "noregret._native", frozen)]
pub struct PyRace {
    outcome: Outcome<Entry>,
    schema: Schema,
    rungs: Vec<Value>,
    windows: Option<usize>,
    confidence: f64,
}

/// What is asked of a race.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    loss: Option<String>,
    judge: Option<String>,
    confidence: f64,
    clip: Option<f64>,
    within: Option<(f64, f64)>,
    windows: Option<usize>,
    halving: bool,
    rows: Option<u64>,
    threads: Option<usize>,
    memory: u64,
}

/// Looks up now and then, and stops at a line that is no example.
struct Onlooker<'a> {
    ticker: &'a mut Ticker,
    done: usize,
    stopped: Option<PyErr>,
}

impl Watch for Onlooker<'_> {
    type Error = Failure;

    fn label(&mut self, _: f64) {
        self.done += 1;
    }

    fn bad(&mut self, error: &LineError) -> Result<(), Failure> {
        let column = error.field.as_ref().and_then(|field| field.name.clone());
        let row = usize::try_from(error.position.line.saturating_sub(1)).ok();
        Err(Failure::Data { message: error.fault.to_string(), row, column })
    }

    fn stops(&mut self) -> bool {
        self.stopped = self.ticker.look(self.done).err();
        self.stopped.is_some()
    }
}

fn wrong(message: impl Into<String>) -> Failure {
    EngineError::Options(message.into()).into()
}

fn entry(given: &Bound<'_, PyAny>) -> Result<Entry, Failure> {
    let (name, algorithm, parameters, loss): (String, String, Bound<'_, PyDict>, Option<String>) =
        given.extract()?;
    let algorithm = algorithms::find(&algorithm).map_err(EngineError::from)?;
    let given = options::parameters(&parameters)?;
    let loss =
        loss.map(|loss| loss.parse().map_err(|e: noregret::loss::ParseLossError| wrong(e.to_string())));
    let loss = loss.transpose()?;
    // What is wrong whatever the loss is said before anything is read.
    algorithm.spec(loss, &given).and_then(|spec| spec.check()).map_err(EngineError::from)?;
    Ok(Entry { name, algorithm, given, loss })
}

/// The loss that says how labels are read, if any learner has one of its own; all must agree.
fn read_by(entries: &[Entry], common: Option<Loss>) -> Result<Option<Loss>, Failure> {
    let mut all = entries.iter().filter_map(|entry| entry.loss).chain(common);
    let Some(first) = all.next() else { return Ok(None) };
    if let Some(other) = all.find(|loss| loss.labels() != first.labels()) {
        return Err(wrong(format!(
            "the losses {first} and {other} read labels in different ways, and the data are read once: compare them apart"
        )));
    }
    Ok(Some(first))
}

/// The schema that the data are read by.
fn schema_of(given: &Bound<'_, PyDict>, entries: &[Entry], loss: Option<Loss>) -> Result<Schema, Failure> {
    let options = options::options(given)?;
    let options = if let Some(loss) = loss { options.loss(loss) } else { options };
    let (_, mut schema) = options.build()?.into_parts();
    let groups = |entry: &Entry| entry.given.groups.iter().map(|group| group.name.clone()).collect();
    let first: Vec<String> = entries.first().map_or_else(Vec::new, groups);
    if entries.iter().any(|entry| groups(entry) != first) {
        return Err(wrong(
            "learners of different feature groups, and the data are read once: compare them apart",
        ));
    }
    schema.groups = first;
    Ok(schema)
}

/// Runs learners (or the usual ones, without any) over the data.
#[pyfunction]
#[pyo3(signature = (source, entries, wanted, given, tick=None))]
pub fn race(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    entries: Vec<Bound<'_, PyAny>>,
    wanted: Wanted,
    given: &Bound<'_, PyDict>,
    tick: Option<Py<PyAny>>,
) -> Result<PyRace, Failure> {
    let ours = entries.is_empty();
    let entries: Vec<Entry> = if ours {
        let plain = |name: &&str| {
            let algorithm = algorithms::find(name).map_err(EngineError::from)?;
            Ok::<_, Failure>(Entry {
                name: (*name).to_owned(),
                algorithm,
                given: Parameters::new(),
                loss: None,
            })
        };
        LINE_UP.iter().map(plain).collect::<Result<_, _>>()?
    } else {
        entries.iter().map(entry).collect::<Result<_, _>>()?
    };
    let loss: Option<Loss> = match &wanted.loss {
        Some(name) => Some(name.parse().map_err(|e: noregret::loss::ParseLossError| wrong(e.to_string()))?),
        None => None,
    };
    let judge: Option<Judge> =
        wanted.judge.as_deref().map(|name| name.parse().map_err(|why: String| wrong(why))).transpose()?;
    let within = wanted.within.map(|(lo, hi)| Interval { lo, hi });
    if let Some(fault) = within.and_then(|set| set.fault()) {
        return Err(wrong(format!("within: {fault}")));
    }
    let schema = schema_of(given, &entries, read_by(&entries, loss)?)?;
    let source = Source::of(source)?;
    let mut ticker = Ticker::new(tick);
    source.with(py, schema, |feed| run(feed, entries, ours, &wanted, (loss, judge, within), &mut ticker))
}

fn run(
    mut feed: Feed<'_>,
    entries: Vec<Entry>,
    ours: bool,
    wanted: &Wanted,
    (loss, judge, within): (Option<Loss>, Option<Judge>, Option<Interval>),
    ticker: &mut Ticker,
) -> Result<PyRace, Failure> {
    // Only labels tell what open labels are.
    let mut first: VecDeque<Batch> = VecDeque::new();
    while let Some(batch) = feed.next(ticker, 0)? {
        first.push_back(batch);
        if feed.schema().labels.kind() != LabelKind::Open {
            break;
        }
    }
    let kind = feed.schema().labels.kind();
    let (labels, classes) = (labels_of(kind), kind == LabelKind::Classes);
    let common = loss.unwrap_or_else(|| usual_loss(labels));
    let mut entrants = Vec::new();
    for entry in entries {
        let given = given_over(entry.algorithm, &entry.given, feed.schema());
        let plan = plan(entry.algorithm, &given, entry.loss, (common, classes));
        let resolved = entry.algorithm.resolve(&given).map_err(EngineError::from)?;
        let (asked, name) = (entry.loss.unwrap_or(common), entry.algorithm.name);
        entrants.push(Entrant::new(entry, asked, (name, resolved), plan));
    }
    if ours {
        // Of our own choice only those that can learn this.
        entrants.retain(|entrant| entrant.loss.is_some());
    }
    let losses: Vec<Loss> = entrants.iter().filter_map(|entrant| entrant.loss).collect();
    let usual = || if classes { Judge::of_classes(&losses) } else { Judge::of(&losses) };
    let judge = judge.unwrap_or_else(usual);
    if !judge.fits(labels) || (classes && !judge.fits_classes()) {
        return Err(wrong(format!("judge: {judge} does not speak of these labels")));
    }
    if classes && within.is_some() {
        return Err(wrong(
            "within: the best fixed weights of several classes are not looked for; positive= holds one class against the rest",
        ));
    }
    let most = wanted.memory;
    let full = move |rounds: &Transcript| {
        (rounds.bytes() > most)
            .then(|| format!("the {} rounds take more than {most} bytes of memory", rounds.rounds()))
    };
    let mut rungs = wanted.halving.then(|| Rungs::new(entrants.len(), wanted.rows));
    let rules = Rules {
        judge,
        threads: wanted
            .threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        confidence: (!wanted.halving).then_some(wanted.confidence),
        clip: wanted.clip,
        kept: within.map(|set| Kept::new(set, judge, Box::new(full))),
        refused: Some(Box::new(|example, error, schema| {
            format!("row {}: {}", example.line.saturating_sub(1), error.told(schema))
        })),
    };
    let mut course = Course::new(rules, entrants);
    let mut watch = Onlooker { ticker, done: 0, stopped: None };
    loop {
        let batch = match first.pop_front() {
            Some(batch) => batch,
            None => match feed.next(watch.ticker, watch.done)? {
                Some(batch) => batch,
                None => break,
            },
        };
        // A batch may be shorter than what is learned between two looks.
        watch.ticker.tick(watch.done)?;
        course.batch(&batch, feed.schema(), rungs.as_mut(), &mut watch)?;
        if let Some(stopped) = watch.stopped.take() {
            return Err(stopped.into());
        }
    }
    if course.labelled == 0 {
        return Err(Failure::data("there is no labelled example"));
    }
    let mut schema = feed.into_schema();
    schema.labels.settle();
    let rungs = rungs.map_or_else(Vec::new, |rungs| rungs.past.iter().map(|rung| json!(rung)).collect());
    let outcome = course.finish(wanted.windows, false);
    Ok(PyRace { outcome, schema, rungs, windows: wanted.windows, confidence: wanted.confidence })
}

fn mean(sums: &Sums) -> Value {
    json!([sums.examples, sums.mean(sums.cost)])
}

impl PyRace {
    /// A learner, by the names of the command's `--json`.
    fn row(&self, k: usize, rank: Option<usize>, leader: Option<usize>) -> Value {
        let outcome = &self.outcome;
        let e = &outcome.entrants[k];
        let binary = e.loss.is_some_and(|loss| loss.labels() == Labels::Binary);
        let sure = rank.and(leader).map(|leader| outcome.surely(k, leader)).unwrap_or_default();
        let counts = e.counts();
        let windows = self.windows.map_or_else(Vec::new, |count| e.curve.windows(&e.sums, count));
        let regret = outcome.regret(k);
        json!({
            "place": k, "rank": rank, "learner": e.entry.name, "algorithm": e.entry.algorithm.name,
            "parameters": e.core.as_ref().map(|core| core.parameters()),
            "loss_function": e.loss.map(|loss| loss.to_string()),
            "loss": rank.and(counts.mean(counts.loss)),
            "judged": rank.map(|_| e.sums.mean(e.sums.cost)),
            "mistakes": rank.and(counts.mean(counts.mistakes)).filter(|_| binary),
            "clipped_mean": sure.mean, "interval": sure.interval, "behind": sure.behind, "verdict": sure.verdict,
            "clipped": e.clipped, "regret": regret, "seconds": e.seconds, "bytes": e.bytes,
            "failed": if let Fate::Failed(why) = &e.fate { Some(why) } else { None },
            "left": if let Fate::Left(at) = e.fate { Some(at) } else { None },
            "curve": e.curve.places(&e.sums).iter().map(mean).collect::<Vec<_>>(),
            "windows": windows.iter().map(|(to, sums)| json!({
                "to": to, "mean": sums.mean(sums.cost), "mistakes": sums.mean(sums.mistakes),
                "regret": outcome.best().filter(|_| regret.is_some()).and_then(|best| best.within(*to, sums)),
            })).collect::<Vec<_>>(),
        })
    }
}

#[pymethods]
impl PyRace {
    /// All of it, as JSON.
    fn told(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let ranked = ranked(&self.outcome.entrants);
            let leader = ranked.first().copied();
            let mut rows: Vec<Value> =
                ranked.iter().enumerate().map(|(at, &k)| self.row(k, Some(at + 1), leader)).collect();
            let failed = (0..self.outcome.entrants.len()).filter(|k| !ranked.contains(k));
            rows.extend(failed.map(|k| self.row(k, None, leader)));
            json!({
                "labelled": self.outcome.labelled, "judge": self.outcome.judge.to_string(),
                "confidence": self.confidence, "clip": self.outcome.terms.map(|terms| terms.clip),
                "weighted": self.outcome.weighted,
                "comparator": self.outcome.best().map(|best| [best.lower, best.upper]),
                "no_comparator": self.outcome.comparator.as_ref().and_then(|found| found.as_ref().err()),
                "learners": rows, "rungs": self.rungs,
            })
            .to_string()
        })
    }

    /// The model of a learner that has gone to the end, as it would be alone.
    fn model(&self, py: Python<'_>, place: usize) -> Result<PyEngine, Failure> {
        let core = self.outcome.entrants.get(place).and_then(|entrant| entrant.core.as_ref());
        let Some(core) = core else {
            return Err(Failure::Python(made(
                py,
                "NoregretError",
                "it has not learned to the end",
                None,
                None,
            )));
        };
        py.detach(|| {
            let copied = core.copy().map_err(Failure::data)?;
            Ok(PyEngine::new(Engine::from_parts(copied, self.schema.clone())?))
        })
    }
}

/// The parameters that `tune` tries where none are given, with their values.
#[pyfunction]
pub fn usual_grids(
    algorithm: &str,
    parameters: &Bound<'_, PyDict>,
) -> Result<Vec<(&'static str, Vec<f64>)>, Failure> {
    let algorithm = algorithms::find(algorithm).map_err(EngineError::from)?;
    let given = options::parameters(parameters)?;
    let grids = usual_grid(algorithm, &given, |name| given.values.contains_key(name));
    Ok(grids.map_err(EngineError::from)?.into_iter().map(|(name, values)| (name, values.to_vec())).collect())
}
