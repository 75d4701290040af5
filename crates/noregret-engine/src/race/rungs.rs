//! Successive halving: at every rung the best half goes on with what it has learned, the others are left behind.
//!
//! Rungs depend on the length of the stream, where it can be told beforehand: T/2^R, ..., T/4, T/2 for R = log2 of the learners, rounded up. Else they double from a first one.

use super::entrant::{Entrant, Fate};
use serde::Serialize;

/// The first rung where the length is not known.
pub const FIRST: u64 = 1000;

/// What happened at a rung.
#[derive(Clone, Debug, Serialize)]
pub struct Rung {
    /// After so many labelled examples.
    pub examples: u64,
    /// So many went on.
    pub kept: usize,
    /// So many were left behind.
    pub left: usize,
}

/// The rungs, past and to come.
#[derive(Clone, Debug)]
pub struct Rungs {
    next: u64,
    /// What happened so far.
    pub past: Vec<Rung>,
}

impl Rungs {
    /// For so many learners over so many examples, if that is known.
    pub fn new(learners: usize, examples: Option<u64>) -> Self {
        let rungs = learners.max(1).next_power_of_two().trailing_zeros();
        let next = examples.map_or(FIRST, |examples| (examples >> rungs).max(1));
        Self { next, past: Vec::new() }
    }

    /// The labelled example after which the next decision falls.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Keeps the best half of those still learning.
    pub fn decide<E>(&mut self, entrants: &mut [Entrant<E>]) {
        let examples = self.next;
        self.next = self.next.saturating_mul(2);
        let mut running: Vec<usize> =
            (0..entrants.len()).filter(|&k| entrants[k].fate == Fate::Running).collect();
        if running.len() < 2 {
            return;
        }
        let cost = |k: usize| entrants[k].sums.mean(entrants[k].sums.cost);
        running.sort_by(|&a, &b| cost(a).total_cmp(&cost(b)).then(a.cmp(&b)));
        let kept = running.len().div_ceil(2);
        for &k in &running[kept..] {
            entrants[k].end(Fate::Left(examples));
        }
        self.past.push(Rung { examples, kept, left: running.len() - kept });
    }
}
