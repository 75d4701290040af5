//! Who is where at the end of a race, and how surely.

use super::course::Outcome;
use super::entrant::{Entrant, Fate};
use super::hindsight::Comparator;
use serde::Serialize;

/// What is said of a learner beside the leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is the leader.
    Leads,
    /// The leader is better, with the confidence asked for.
    Beaten,
    /// Nothing is sure yet.
    Open,
    /// It is better than the leader when losses are clipped, with the confidence asked for.
    BetterClipped,
}

/// What is sure of a learner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surely {
    /// The mean of clipped costs, of the examples that intervals are about.
    pub mean: Option<f64>,
    /// The mean clipped cost is in here, with all the others in theirs.
    pub interval: Option<[f64; 2]>,
    /// The leader's mean clipped cost is less by a number in here.
    pub behind: Option<[f64; 2]>,
    /// What follows from that.
    pub verdict: Option<Verdict>,
}

fn pair((low, high): (f64, f64)) -> [f64; 2] {
    [low, high]
}

/// The learners that have a rank, the best first: those that learned to the end, then those left behind, the latest first.
pub fn ranked<E>(entrants: &[Entrant<E>]) -> Vec<usize> {
    let mut all: Vec<usize> =
        (0..entrants.len()).filter(|&k| !matches!(entrants[k].fate, Fate::Failed(_))).collect();
    let key = |k: usize| {
        let e = &entrants[k];
        (std::cmp::Reverse(if let Fate::Left(at) = e.fate { at } else { u64::MAX }), e.sums.mean(e.sums.cost))
    };
    all.sort_by(|&a, &b| {
        let ((left_a, cost_a), (left_b, cost_b)) = (key(a), key(b));
        left_a.cmp(&left_b).then(cost_a.total_cmp(&cost_b)).then(a.cmp(&b))
    });
    all
}

impl<E> Outcome<E> {
    /// The best fixed weights, where they were looked for and found.
    pub fn best(&self) -> Option<&Comparator> {
        self.comparator.as_ref().and_then(|found| found.as_ref().ok())
    }

    /// What is sure of a learner, beside the leader; nothing of one without a rank.
    pub fn surely(&self, k: usize, leader: usize) -> Surely {
        let of = |k: usize| self.entrants[k].sure.as_ref().filter(|sure| sure.count() > 0);
        let Some(sure) = of(k).filter(|_| !matches!(self.entrants[k].fate, Fate::Failed(_))) else {
            return Surely::default();
        };
        let interval = pair(sure.interval());
        let behind = match &self.pairs {
            Some(pairs) => pairs.difference(k, leader).map(pair),
            None if leader != k => {
                let other = self.entrants[leader].sure.as_ref().map(|sure| sure.interval());
                other.map(|(least, most)| [interval[0] - most, interval[1] - least])
            }
            None => None,
        };
        let verdict = match behind {
            _ if leader == k => Some(Verdict::Leads),
            Some([low, _]) if low > 0.0 => Some(Verdict::Beaten),
            Some([_, high]) if high < 0.0 => Some(Verdict::BetterClipped),
            Some(_) => Some(Verdict::Open),
            None => None,
        };
        Surely { mean: Some(sure.mean()), interval: Some(interval), behind, verdict }
    }

    /// The ends of a learner's regret, where the best fixed weights are known and it learned from every example.
    pub fn regret(&self, k: usize) -> Option<[f64; 2]> {
        let e = &self.entrants[k];
        let whole = e.fate == Fate::Running && e.counts().skipped == self.skipped;
        self.best().filter(|_| whole).map(|best| pair(best.regret(&e.sums)))
    }
}
