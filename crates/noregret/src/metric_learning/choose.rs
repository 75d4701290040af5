//! The rate that suits a table: several learners side by side, judged by the nearest neighbours they are for, and the Euclidean distance kept
//! unless one of them is better beyond noise.
//!
//! The rows are cut into [`PARTS`] parts at random. For each part in turn every lane (a spec, and the comparisons it is shown) learns from the
//! other parts and classifies the part's rows by their k nearest rows among the others; so does W as it starts. After each part the worse
//! half of the lanes leaves the race, down to two. Of the lanes that ran to the end the one of the least loss is chosen if it gained more than
//! [`BEYOND`] standard errors of the gain, row by row against the start; else the start is kept. On a large table fewer parts are
//! judged, for [`ENOUGH`] rows say enough.
//!
//! What was chosen then learns from all rows, so that no row is lost to the judging. Which lane wins depends on the table, the seed and k, not on how long the
//! metric is to learn afterwards: a run that is resumed makes the same choice.
//!
//! Weakness: no guarantee but the judging's own: of lanes that all do nothing, one may seem to gain. It costs about twelve times a learning of [`ROUNDS`] rounds.

use super::draws::{Drawn, Draws};
use super::error::MetricError;
use super::knn::{Neighbours, Sample, vote};
use super::learner::MetricLearner;
use super::spec::{MatrixGeometry, MetricSpec};
use super::splitmix::SplitMix64;
use crate::rule::schedule::Rate;
use crate::spec::Update;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Parts that rows are cut into.
pub const PARTS: usize = 5;
/// So many judged rows are enough.
pub const ENOUGH: usize = 2_000;
/// The standard errors that a gain must exceed.
pub const BEYOND: f64 = 1.0;
/// Rounds that a lane learns from before it is judged, up to [`WIDE`] dimensions.
pub const ROUNDS: u64 = 5_000;
/// Above so many dimensions rounds are fewer, as their work grows with the square.
const WIDE: usize = 256;
/// The fewest rows that can be judged by.
const FEWEST: usize = 10;

/// A learner in the race: its spec, and what it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    /// What it learns and how.
    pub spec: MetricSpec,
    /// The comparisons it is shown.
    pub drawn: Drawn,
}

/// The lanes of a geometry. LogDet's rates were chosen on 16 tables (`docs/metric.md` names them, and those it is then judged on); the others are as many, around the
/// rates of Figure 2.
pub fn lanes(geometry: MatrixGeometry, update: Update, rank: Option<usize>) -> Vec<Lane> {
    let (pairs, triplets) = match (geometry, update, rank) {
        (_, _, Some(_)) => ([0.1, 1.0, 10.0], [0.1, 1.0, 10.0]),
        (MatrixGeometry::LogDet, Update::Implicit, _) => ([0.3, 3.0, 30.0], [1.0, 10.0, 100.0]),
        (MatrixGeometry::LogDet, Update::Explicit, _) => ([0.03, 0.1, 0.3], [0.1, 0.3, 1.0]),
        (MatrixGeometry::Frobenius, _, _) => ([1.0, 10.0, 100.0], [1.0, 10.0, 100.0]),
        (MatrixGeometry::VonNeumann, Update::Implicit, _) => ([1.0, 10.0, 100.0], [1.0, 10.0, 100.0]),
        (MatrixGeometry::VonNeumann, Update::Explicit, _) => ([0.1, 0.3, 1.0], [0.1, 0.3, 1.0]),
    };
    let lane =
        |drawn, eta| Lane { spec: MetricSpec { geometry, update, eta, rate: Rate::Sqrt, rank }, drawn };
    let of = |drawn, etas: [f64; 3]| etas.map(|eta| lane(drawn, eta));
    [of(Drawn::Pairs, pairs), of(Drawn::Triplets, triplets)].concat()
}

/// What a row's neighbours are to tell.
#[derive(Clone, Copy, Debug)]
pub enum Truth<'a> {
    /// Its class: the loss is 1 for a wrong one.
    Classes,
    /// Its number: the loss is the square of what their mean misses it by.
    Numbers(&'a [f64]),
}

/// How a lane did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The lane; none is the metric as it starts.
    pub lane: Option<Lane>,
    /// The rows it was judged on.
    pub rows: usize,
    /// The mean loss on them: for classes, the share of errors.
    pub loss: Option<f64>,
    /// By how much it is less than the start's, on the same rows.
    pub gain: Option<f64>,
    /// The standard error of the gain.
    pub deviation: Option<f64>,
    /// Whether it was judged to the end.
    pub finished: bool,
    /// Why it has no loss.
    pub failed: Option<String>,
}

/// What was chosen, and how it was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The lane; none if the metric stays as it starts.
    pub chosen: Option<Lane>,
    /// Neighbours that voted.
    pub k: usize,
    /// Parts that were judged.
    pub parts: usize,
    /// Rounds learned from before judging.
    pub rounds: u64,
    /// Whether labels are numbers, judged by squares, not classes, judged by errors.
    #[serde(default)]
    pub numbers: bool,
    /// The start first, then the lanes.
    pub judged: Vec<Judged>,
    /// The Euclidean distance over all dimensions, where the start is another; its gain is on what was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub euclid: Option<Judged>,
}

impl Choice {
    /// Whether what was chosen is better than the Euclidean distance over all dimensions, beyond noise.
    pub fn helps(&self) -> bool {
        match &self.euclid {
            None => self.chosen.is_some(),
            Some(euclid) => {
                let lost = euclid.gain.zip(euclid.deviation);
                lost.is_some_and(|(gain, deviation)| -gain > BEYOND * deviation)
            }
        }
    }
}

/// A lane while it runs.
struct Runner {
    lane: Option<Lane>,
    losses: Vec<f64>,
    running: bool,
    failed: Option<String>,
}

impl Runner {
    fn mean(&self) -> f64 {
        self.losses.iter().sum::<f64>() / self.losses.len().max(1) as f64
    }

    /// The mean gain on the start, and its standard error.
    fn gain(&self, start: &[f64]) -> (f64, f64) {
        let n = self.losses.len() as f64;
        let gains = || start.iter().zip(&self.losses).map(|(start, own)| start - own);
        let mean = gains().sum::<f64>() / n;
        let squares: f64 = gains().map(|gain| (gain - mean) * (gain - mean)).sum();
        (mean, (squares / (n - 1.0).max(1.0) / n).sqrt())
    }

    /// How it did, with its gain on another, if that is asked for.
    fn judged(&self, other: &[f64], gains: bool) -> Judged {
        let known = self.failed.is_none() && !self.losses.is_empty();
        let gain = (known && gains).then(|| self.gain(other));
        Judged {
            lane: self.lane,
            rows: self.losses.len(),
            loss: known.then(|| self.mean()).filter(|loss| loss.is_finite()),
            gain: gain.map(|(gain, _)| gain).filter(|gain| gain.is_finite()),
            deviation: gain.map(|(_, deviation)| deviation).filter(|gain| gain.is_finite()),
            finished: self.running,
            failed: self.failed.clone(),
        }
    }
}

/// How to choose.
#[derive(Clone, Copy)]
pub struct Choosing<'a> {
    /// Neighbours that vote.
    pub k: usize,
    /// The seed of the parts and the comparisons.
    pub seed: u64,
    /// Threads to use; no result depends on it.
    pub threads: usize,
    /// What neighbours are to tell.
    pub truth: Truth<'a>,
    /// The factor that low-rank lanes start from.
    pub start: Option<&'a [f64]>,
    /// Whether to give up.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A learner as it starts.
pub fn fresh(spec: &MetricSpec, dim: usize, start: Option<&[f64]>) -> Result<MetricLearner, MetricError> {
    let mut learner = MetricLearner::new(spec, dim)?;
    if let Some(start) = start {
        learner.start_at(start)?;
    }
    Ok(learner)
}

/// Runs the race; none if it was stopped.
pub fn choose(sample: &Sample<'_>, lanes: &[Lane], how: &Choosing<'_>) -> Option<Choice> {
    let n = sample.len();
    let mut order: Vec<usize> = (0..n).collect();
    SplitMix64::at(how.seed ^ 0x5eed, 0).shuffle(&mut order);
    let cut = |part: usize| part * n / PARTS;
    let parts = if n < FEWEST { 0 } else { ENOUGH.div_ceil(n / PARTS).clamp(1, PARTS) };
    let narrow = sample.dim.max(WIDE) as u64;
    let rounds = (ROUNDS * (WIDE * WIDE) as u64 / (narrow * narrow)).max(ROUNDS / 4);
    let runner = |lane| Runner { lane, losses: Vec::new(), running: true, failed: None };
    let mut runners: Vec<Runner> =
        std::iter::once(None).chain(lanes.iter().copied().map(Some)).map(runner).collect();
    let mut euclid = [runner(None)];
    for part in 0..parts {
        let (first, end) = (cut(part), cut(part + 1));
        let held = &order[first..end.min(first + ENOUGH)];
        let mut learned: Vec<usize> = order[..first].iter().chain(&order[end..]).copied().collect();
        learned.sort_unstable();
        run_part(sample, &learned, held, &mut runners, rounds, how);
        if how.start.is_some() {
            run_part(sample, &learned, held, &mut euclid, rounds, &Choosing { start: None, ..*how });
        }
        if (how.stop)() {
            return None;
        }
        leave(&mut runners);
    }
    let numbers = matches!(how.truth, Truth::Numbers(_));
    let mut choice = verdict(&runners);
    let chosen = runners.iter().find(|runner| runner.lane == choice.chosen);
    choice.euclid =
        chosen.filter(|_| how.start.is_some()).map(|chosen| euclid[0].judged(&chosen.losses, true));
    (choice.k, choice.parts, choice.rounds, choice.numbers) = (how.k, parts, rounds, numbers);
    Some(choice)
}

/// The worse half of the lanes leaves, down to two.
fn leave(runners: &mut [Runner]) {
    let mut order: Vec<usize> = (1..runners.len()).filter(|&i| runners[i].running).collect();
    order.sort_by(|&a, &b| runners[a].mean().total_cmp(&runners[b].mean()).then(a.cmp(&b)));
    for &i in order.iter().skip(order.len().div_ceil(2).max(2)) {
        runners[i].running = false;
    }
}

/// Every lane that still runs learns from some rows and is judged on others.
fn run_part(
    sample: &Sample<'_>,
    learned: &[usize],
    held: &[usize],
    runners: &mut [Runner],
    rounds: u64,
    how: &Choosing<'_>,
) {
    let of = |rows: &[usize]| -> (Vec<f64>, Vec<u32>) {
        let points = rows.iter().flat_map(|&row| sample.point(row)).copied().collect();
        (points, rows.iter().map(|&row| sample.classes[row]).collect())
    };
    let ((near, classes), (far, _)) = (of(learned), of(held));
    let train = Sample::new(&near, &classes, sample.dim);
    let shown = |drawn| {
        let wanted = runners.iter().any(|r| r.running && r.lane.is_some_and(|lane| lane.drawn == drawn));
        if wanted { Draws::new(drawn, train, how.seed) } else { None }
    };
    let (pairs, triplets) = (shown(Drawn::Pairs), shown(Drawn::Triplets));
    let judge = |lane: Option<&Lane>| -> Result<Vec<f64>, String> {
        let spec = lane.or_else(|| runners.iter().find_map(|r| r.lane.as_ref())).map(|lane| lane.spec);
        let draws = match lane.map(|lane| lane.drawn) {
            Some(Drawn::Pairs) => Some(pairs.as_ref()),
            Some(Drawn::Triplets) => Some(triplets.as_ref()),
            None => None,
        };
        let images = match (spec, draws, how.start) {
            // W = I: the points are their own images.
            (_, None, None) | (None, ..) => None,
            (Some(spec), draws, start) => {
                let words = |error: MetricError| error.to_string();
                let mut learner = fresh(&spec, sample.dim, start).map_err(words)?;
                if let Some(draws) = draws {
                    let draws = draws.ok_or("no row has a neighbour of its class and one of another")?;
                    draws.learn(&mut learner, rounds, |_, _| !(how.stop)()).map_err(words)?;
                }
                let image = |points| learner.transform(points).map_err(words);
                Some((image(&near)?, image(&far)?))
            }
        };
        let (near, far) = images.as_ref().map_or((&near, &far), |(near, far)| (near, far));
        let dim = near.len() / learned.len().max(1);
        let among = Neighbours::new(near, dim);
        let loss = |(x, &row): (&[f64], &usize)| {
            let nearest = among.nearest(x, how.k, |_| true);
            match how.truth {
                Truth::Classes => f64::from(u8::from(vote(&nearest, &classes) != Some(sample.classes[row]))),
                Truth::Numbers(of) => {
                    let sum: f64 = nearest.iter().map(|(_, i)| of[learned[*i]]).sum();
                    let miss = sum / nearest.len().max(1) as f64 - of[row];
                    miss * miss
                }
            }
        };
        Ok(far.chunks_exact(dim.max(1)).zip(held).map(loss).collect())
    };
    let jobs: Vec<usize> = (0..runners.len()).filter(|&i| runners[i].running).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..how.threads.clamp(1, jobs.len()) {
            scope.spawn(|| {
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if (how.stop)() {
                        break;
                    }
                    let outcome = judge(runners[job].lane.as_ref());
                    if let Ok(mut done) = done.lock() {
                        done.push((job, outcome));
                    }
                }
            });
        }
    });
    for (job, outcome) in done.into_inner().unwrap_or_default() {
        let runner = &mut runners[job];
        match outcome {
            Ok(losses) => runner.losses.extend(losses),
            Err(why) => (runner.running, runner.failed) = (false, Some(why)),
        }
    }
}

/// What was chosen; how it was judged is filled in by the caller.
fn verdict(runners: &[Runner]) -> Choice {
    let start = runners.first().map_or(Vec::new(), |start| start.losses.clone());
    let best = runners[1..]
        .iter()
        .filter(|runner| runner.running && !runner.losses.is_empty())
        .min_by(|a, b| a.mean().total_cmp(&b.mean()));
    let chosen = best.filter(|best| {
        let (gain, deviation) = best.gain(&start);
        gain > BEYOND * deviation
    });
    let chosen = chosen.and_then(|runner| runner.lane);
    let judged = runners.iter().map(|runner| runner.judged(&start, runner.lane.is_some())).collect();
    Choice { chosen, k: 0, parts: 0, rounds: 0, numbers: false, judged, euclid: None }
}
