//! The leaderboard as data. Names are what `--json` prints.

use crate::race::{Fate, MOST_PAIRED, Outcome, RaceFlags, Rung, Verdict, pairs_of};
use crate::voice::answer;
use anyhow::Result;
use noregret::Labels;
use noregret_engine::race::Surely;
use serde::Serialize;

/// Mean loss in a window.
#[derive(Clone, Debug, Serialize)]
pub struct Window {
    /// The labelled example it ends with.
    pub to: u64,
    /// The mean there of what learners are ranked by.
    pub mean: f64,
    /// The fraction of mistakes there.
    pub mistakes: f64,
    /// The regret there, against the best weights of this window alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regret: Option<[f64; 2]>,
}

/// A learner.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its rank, from 1; none if it failed.
    pub rank: Option<usize>,
    /// Its name and flags.
    pub learner: String,
    /// The loss it learned.
    pub loss_function: Option<String>,
    /// Its own mean progressive loss: what `train` prints.
    pub loss: Option<f64>,
    /// The mean of what learners are ranked by.
    pub judged: Option<f64>,
    /// The fraction of mistakes; labels that are classes.
    pub mistakes: Option<f64>,
    /// The mean of clipped costs, of the examples that intervals are about.
    pub clipped_mean: Option<f64>,
    /// The mean clipped cost is in here, with all the others in theirs.
    pub interval: Option<[f64; 2]>,
    /// The leader's mean clipped cost is less by a number in here.
    pub behind: Option<[f64; 2]>,
    /// What follows from that.
    pub verdict: Option<Verdict>,
    /// Costs above the clip.
    pub clipped: u64,
    /// Regret against the best fixed weights.
    pub regret: Option<[f64; 2]>,
    /// Time spent on it.
    pub seconds: f64,
    /// Bytes of its model.
    pub bytes: u64,
    /// Examples it refused (and bad lines).
    pub skipped: u64,
    /// Why it failed.
    pub failed: Option<String>,
    /// The labelled example it was left behind at.
    pub left: Option<u64>,
    /// The command that gives it alone the same.
    pub command: String,
    /// By window, where asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
}

/// The leaderboard.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// Labelled examples.
    pub labelled: u64,
    /// Bad lines left out.
    pub skipped: u64,
    /// What learners are ranked by.
    pub judge: String,
    /// How sure what is sure is.
    pub confidence: f64,
    /// Costs above it count as it in intervals and verdicts; none if nothing is said with confidence.
    pub clip: Option<f64>,
    /// Labelled examples before the first that intervals are about.
    pub clip_from: u64,
    /// Pairs the confidence is divided among; 0 where intervals are compared instead.
    pub pairs: usize,
    /// Whether importance weights were seen: then intervals are for means by weight.
    pub weighted: bool,
    /// The best fixed weights' loss, certified.
    pub comparator: Option<[f64; 2]>,
    /// Why there is none.
    pub no_comparator: Option<String>,
    /// The learners, the best first, those that failed last.
    pub learners: Vec<Row>,
    /// Where some were left behind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rungs: Vec<Rung>,
    /// Where the winner's model was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The command that gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What people should hear about the result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
}

fn pair((low, high): (f64, f64)) -> [f64; 2] {
    [low, high]
}

fn row(flags: &RaceFlags, outcome: &Outcome, k: usize, rank: Option<usize>, leader: Option<usize>) -> Row {
    let e = &outcome.entrants[k];
    let binary = e.loss.is_some_and(|loss| loss.labels() == Labels::Binary);
    let sure = match (rank, leader) {
        (Some(_), Some(leader)) => outcome.surely(k, leader),
        _ => Surely::default(),
    };
    let regret = outcome.regret(k);
    let windows = flags.drift.map_or_else(Vec::new, |count| e.curve.windows(&e.sums, usize::from(count)));
    Row {
        rank,
        learner: e.entry.name(),
        loss_function: e.loss.map(|loss| loss.to_string()),
        loss: rank.and(e.counts().mean(e.counts().loss)),
        judged: rank.map(|_| e.sums.mean(e.sums.cost)),
        mistakes: rank.and(e.counts().mean(e.counts().mistakes)).filter(|_| binary),
        clipped_mean: sure.mean,
        interval: sure.interval,
        behind: sure.behind,
        verdict: sure.verdict,
        clipped: e.clipped,
        regret,
        seconds: e.seconds,
        bytes: e.bytes,
        skipped: e.counts().skipped,
        failed: if let Fate::Failed(why) = &e.fate { Some(why.clone()) } else { None },
        left: if let Fate::Left(at) = e.fate { Some(at) } else { None },
        command: outcome.command(flags, k),
        windows: windows
            .iter()
            .map(|(to, w)| Window {
                to: *to,
                mean: w.mean(w.cost),
                mistakes: w.mean(w.mistakes),
                regret: outcome.best().filter(|_| regret.is_some()).and_then(|b| b.within(*to, w)).map(pair),
            })
            .collect(),
    }
}

impl Board {
    /// From what a race came to.
    pub fn new(flags: &RaceFlags, outcome: &Outcome) -> Self {
        let ranked = outcome.ranked();
        let leader = ranked.first().copied();
        let mut learners: Vec<Row> = ranked
            .iter()
            .enumerate()
            .map(|(place, &k)| row(flags, outcome, k, Some(place + 1), leader))
            .collect();
        let failed = (0..outcome.entrants.len()).filter(|k| !ranked.contains(k));
        learners.extend(failed.map(|k| row(flags, outcome, k, None, leader)));
        let count = outcome.entrants.len();
        Self {
            labelled: outcome.labelled,
            skipped: outcome.skipped,
            judge: outcome.judge.to_string(),
            confidence: flags.confidence,
            clip: outcome.terms.map(|terms| terms.clip),
            clip_from: outcome.terms.map_or(0, |terms| terms.from),
            pairs: if count > MOST_PAIRED || outcome.terms.is_none() { 0 } else { pairs_of(count) },
            weighted: outcome.weighted,
            comparator: match &outcome.comparator {
                Some(Ok(best)) => Some([best.lower, best.upper]),
                _ => None,
            },
            no_comparator: outcome.comparator.as_ref().and_then(|c| c.as_ref().err().cloned()),
            learners,
            rungs: Vec::new(),
            model: None,
            command: None,
            remarks: Vec::new(),
            seconds: outcome.seconds,
            interrupted: outcome.interrupted,
        }
    }

    /// Prints it: a table for people, or one JSON object.
    pub fn print(&self, json: bool) -> Result<()> {
        if json { answer::json(self) } else { answer::text(&self.text()) }
    }
}
