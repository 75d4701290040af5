//! What a model tells of itself. The status is made by the writer a few times a second at most and read by anyone; the portrait, which walks over
//! all weights, only when somebody looks.

use crate::model::board::{Judge, Place};
use crate::model::history::Point;
use crate::model::keeper::Keeper;
use crate::model::late::Tally;
use noregret_engine::Engine;
use serde::Serialize;
use std::time::{Duration, Instant};

/// How a model stands.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// The last record that was learned.
    pub seq: u64,
    /// The last one in the log.
    pub logged: u64,
    /// The last one that is durable.
    pub safe: u64,
    /// Segments of the log.
    pub segments: usize,
    /// Their bytes.
    pub log_bytes: u64,
    /// The records that snapshots are of.
    pub snapshots: Vec<u64>,
    /// When the last snapshot was made since the start.
    pub snapshot_at: Option<u64>,
    /// Examples that wait for labels which say what theirs mean.
    pub undecided: usize,
    /// Predictions that wait for their labels.
    pub late: Tally,
    /// Keys of requests that are remembered.
    pub keys: usize,
    /// Who answers.
    pub champion: String,
    /// What the champion has seen.
    pub counts: Counts,
    /// What learners are judged by.
    pub judge: Option<Judge>,
    /// Examples on the board.
    pub judged: u64,
    /// The learners.
    pub learners: Vec<Learner>,
    /// The mean loss as it went on.
    pub curve: Vec<Point>,
    /// Examples in a stretch, and the mean loss of each.
    pub stretches: (u64, Vec<f64>),
}

/// What a learner has seen.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    /// Examples, labelled or not.
    pub examples: u64,
    /// Labelled ones.
    pub labelled: u64,
    /// Left out.
    pub skipped: u64,
    /// Mean progressive loss.
    pub loss: Option<f64>,
    /// Share of mistakes.
    pub mistakes: Option<f64>,
}

/// A learner.
#[derive(Clone, Debug, Serialize)]
pub struct Learner {
    /// Its name.
    pub name: String,
    /// Whether it answers.
    pub champion: bool,
    /// Its algorithm.
    pub algorithm: String,
    /// What it learns.
    pub loss: String,
    /// Examples that it refused to learn from: an example that any learner refused is not on the board.
    pub refused: u64,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place,
}

impl Status {
    /// Of now.
    pub fn of(keeper: &Keeper, snapshot_at: Option<u64>) -> Self {
        let (course, log) = (keeper.course(), keeper.log());
        let team = &course.team;
        let champion = team.champion_place();
        let learner = |(place, member): (usize, &std::sync::Arc<super::member::Member>)| {
            let (algorithm, loss) = member.look(|engine| {
                let loss = if engine.undecided() { "open".to_owned() } else { engine.loss().to_string() };
                (engine.core().algorithm().to_owned(), loss)
            });
            let standing = team.board().place(place, champion);
            Learner {
                name: member.name.clone(),
                champion: place == champion,
                algorithm,
                loss,
                refused: member.refused(),
                place: standing,
            }
        };
        let (segments, log_bytes) = log.extent();
        Self {
            created: course.created,
            seq: course.learned,
            logged: log.last(),
            safe: log.safe(),
            segments,
            log_bytes,
            snapshots: keeper.snapshots().to_vec(),
            snapshot_at,
            undecided: team.undecided(),
            late: course.ledger.tally(),
            keys: course.repeats.len(),
            champion: team.champion().name.clone(),
            counts: team.champion().look(counts),
            judge: team.board().judge(),
            judged: team.board().examples(),
            learners: team.members().iter().enumerate().map(learner).collect(),
            curve: team.history().curve().to_vec(),
            stretches: team.history().stretches(),
        }
    }
}

fn counts(engine: &Engine) -> Counts {
    let counts = engine.counts();
    Counts {
        examples: counts.examples,
        labelled: counts.labelled,
        skipped: counts.skipped,
        loss: counts.mean(counts.loss),
        mistakes: counts.mean(counts.mistakes),
    }
}

/// What takes a walk over all weights.
#[derive(Clone, Debug, Serialize)]
pub struct Portrait {
    /// The heaviest weights of the champion, by name.
    pub weights: Vec<(String, f64)>,
    /// How many are not 0.
    pub active: usize,
    /// The bytes of its memory.
    pub bytes: u64,
    /// The bound on its regret, where a theorem gives one.
    pub bound: Option<f64>,
    /// The learners inside, where there are several.
    pub lanes: Vec<Lane>,
    /// When it was made, and when the next one may be.
    #[serde(skip)]
    pub fresh_until: Instant,
}

/// A learner inside a learner.
#[derive(Clone, Debug, Serialize)]
pub struct Lane {
    /// What it is called.
    pub name: String,
    /// Its share of the prediction.
    pub share: f64,
    /// Its own total loss.
    pub loss: f64,
}

/// The heaviest weights that are told.
const TOP: usize = 20;

impl Portrait {
    /// Of an engine; taken by the thread that learns.
    pub fn of(engine: &Engine) -> Self {
        let begun = Instant::now();
        let mut weights = engine.core().weights();
        weights.sort_unstable_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        let heaviest = weights.iter().take(TOP).filter(|weight| weight.value != 0.0);
        let lane =
            |lane: noregret::Standing| Lane { name: lane.name, share: lane.posterior, loss: lane.loss };
        let mut portrait = Self {
            weights: heaviest
                .map(|weight| (engine.schema().feature_name(weight.index), weight.value))
                .collect(),
            active: engine.core().active(),
            bytes: engine.core().bytes(),
            bound: engine.bound(),
            lanes: engine.lanes().into_iter().map(lane).collect(),
            fresh_until: begun,
        };
        // Learning waits for this: a twentieth of its time at most.
        portrait.fresh_until = Instant::now() + (begun.elapsed() * 20).max(Duration::from_secs(1));
        portrait
    }
}
