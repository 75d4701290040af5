//! Predictions that wait for their labels: the examples, and what was served for them.
//!
//! What is never labelled expires, by the time in the log and not by the clock: so a replay forgets, or counts as a negative, the same
//! examples at the same places.

use crate::log::record::Kept;
use crate::model::aging::Aging;
use crate::model::definition::Late;
use serde::{Deserialize, Serialize};

/// An example that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// When it was predicted.
    pub time: u64,
    /// The example.
    #[serde(with = "serde_bytes")]
    pub line: Vec<u8>,
    /// What each learner predicted.
    pub served: Vec<(u32, Vec<f64>)>,
}

/// What an example takes beside its line, its id and its margins: places in tables, and what the system adds to what it gives.
const BESIDE: usize = 250;

impl Waiting {
    /// What it takes under an id, which stands in two places; of models begun before that was counted, the line and the margins.
    fn bytes(&self, id: &str, whole: bool) -> usize {
        let margins: usize = self.served.iter().map(|(_, margins)| 16 + 8 * margins.len()).sum();
        self.line.len() + margins + if whole { 2 * id.len() + BESIDE } else { 128 }
    }
}

/// All of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ledger {
    /// As JSON, whose numbers have no type of their own.
    limits: String,
    #[serde(skip)]
    late: Option<Late>,
    waiting: Aging<Waiting>,
    bytes: usize,
    /// How many were labelled, how many expired.
    labelled: u64,
    expired: u64,
    #[serde(skip)]
    aside: Aside,
    /// Whether bytes are all that an example takes. Which expire is decided by them, so models that were begun otherwise go on so.
    #[serde(skip)]
    whole: bool,
}

/// What is counted beside them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aside {
    /// Expired, and could not be learned as `expire_as` says.
    pub unlearned: u64,
    /// Forgotten because another one came under the same id.
    pub replaced: u64,
}

/// How many wait, were labelled, and expired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// They wait for a label.
    pub waiting: usize,
    /// Their bytes.
    pub bytes: usize,
    /// Their labels came.
    pub labelled: u64,
    /// Theirs did not.
    pub expired: u64,
    /// The rest.
    #[serde(flatten)]
    pub aside: Aside,
}

impl Ledger {
    /// An empty one.
    pub fn new(late: Late) -> Self {
        let limits = serde_json::to_string(&late).unwrap_or_default();
        let waiting = Aging::default();
        let aside = Aside::default();
        let (labelled, expired, whole) = (0, 0, true);
        Self { limits, late: Some(late), waiting, bytes: 0, labelled, expired, aside, whole }
    }

    /// Whether bytes are all that an example takes.
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// After it was read back.
    pub fn revived(mut self, aside: Aside, whole: bool) -> Self {
        (self.aside, self.whole) = (aside, whole);
        self.late = serde_json::from_str(&self.limits).ok();
        self
    }

    /// As it is now, to be saved by another thread.
    pub fn frozen(&self) -> Self {
        Self { waiting: self.waiting.frozen(), limits: self.limits.clone(), late: self.late.clone(), ..*self }
    }

    /// The label that an expired one is learned with, as JSON; none if it is forgotten.
    pub fn silence(&self) -> Option<String> {
        self.late.as_ref()?.expire_as.as_ref().map(ToString::to_string)
    }

    /// The example that waits under an id.
    pub fn line(&self, id: &str) -> Option<&[u8]> {
        self.waiting.get(id).map(|waiting| &*waiting.line)
    }

    /// Keeps an example; another one under the same id is forgotten.
    pub fn keep(&mut self, kept: Kept, time: u64) {
        let waiting = Waiting { time, line: kept.line, served: kept.served };
        self.bytes += waiting.bytes(&kept.id, self.whole);
        if let Some(before) = self.waiting.take(&kept.id) {
            self.bytes -= before.bytes(&kept.id, self.whole);
            self.aside.replaced += 1;
        }
        self.waiting.insert(kept.id, waiting);
    }

    /// One that has expired could not be learned.
    pub fn unlearned(&mut self, why: &str) {
        self.aside.unlearned += 1;
        if self.aside.unlearned.is_power_of_two() {
            let count = self.aside.unlearned;
            tracing::warn!(why, count, "examples that expired cannot be learned as late.expire_as says");
        }
    }

    /// What is counted beside the rest.
    pub fn aside(&self) -> Aside {
        self.aside
    }

    /// Takes the example of an id, whose label came.
    pub fn take(&mut self, id: &str) -> Option<Waiting> {
        let taken = self.waiting.take(id)?;
        self.bytes -= taken.bytes(id, self.whole);
        self.labelled += 1;
        Some(taken)
    }

    /// Takes the next one that has expired by a time.
    pub fn expire(&mut self, time: u64) -> Option<Waiting> {
        let late = self.late.as_ref()?;
        let over = self.waiting.len() > late.count || self.bytes > late.bytes;
        let old = |waiting: &Waiting| time.saturating_sub(waiting.time) as f64 > 1000.0 * late.seconds;
        if !over && !self.waiting.oldest().is_some_and(old) {
            return None;
        }
        let (id, expired) = self.waiting.pop_oldest()?;
        self.bytes -= expired.bytes(&id, self.whole);
        self.expired += 1;
        Some(expired)
    }

    /// Whether something would expire by a time.
    pub fn due(&self, time: u64) -> bool {
        let seconds = self.late.as_ref().map_or(0.0, |late| late.seconds);
        self.waiting.oldest().is_some_and(|oldest| time.saturating_sub(oldest.time) as f64 > 1000.0 * seconds)
    }

    /// The counts.
    pub fn tally(&self) -> Tally {
        Tally {
            waiting: self.waiting.len(),
            bytes: self.bytes,
            labelled: self.labelled,
            expired: self.expired,
            aside: self.aside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is counted is about what is taken, and comes to 0 when all are gone; what was begun otherwise goes on so.
    #[test]
    fn all_that_an_example_takes_is_counted() {
        let kept = |k: usize| Kept {
            id: format!("{k:0>200}"),
            line: b"{\"a\":1}".to_vec(),
            served: vec![(0, vec![0.5; 10])],
        };
        for whole in [true, false] {
            let mut ledger = Ledger::new(Late::default());
            ledger.whole = whole;
            (0..10).chain([3]).for_each(|k| ledger.keep(kept(k), 1));
            let one = 7 + 16 + 80 + if whole { 400 + BESIDE } else { 128 };
            assert_eq!((ledger.tally().bytes, ledger.tally().waiting), (10 * one, 10));
            assert!(ledger.take(&kept(3).id).is_some());
            ledger.late = Some(Late { count: 0, ..Late::default() });
            while ledger.expire(1).is_some() {}
            assert_eq!((ledger.tally().bytes, ledger.tally().waiting), (0, 0));
        }
        assert_eq!(kept(1).bytes(), 128 + 200 + 7 + 32 + 80);
    }
}
