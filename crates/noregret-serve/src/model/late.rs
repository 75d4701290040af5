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

impl Waiting {
    fn bytes(&self) -> usize {
        let margins: usize = self.served.iter().map(|(_, margins)| 16 + 8 * margins.len()).sum();
        self.line.len() + margins + 128
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
        Self { limits, late: Some(late), waiting, bytes: 0, labelled: 0, expired: 0, aside }
    }

    /// After it was read back.
    pub fn revived(mut self, aside: Aside) -> Self {
        self.aside = aside;
        self.late = serde_json::from_str(&self.limits).ok();
        self
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
        self.bytes += waiting.bytes();
        if let Some(before) = self.waiting.insert(kept.id, waiting) {
            self.bytes -= before.bytes();
            self.aside.replaced += 1;
        }
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
        self.bytes -= taken.bytes();
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
        let (_, expired) = self.waiting.pop_oldest()?;
        self.bytes -= expired.bytes();
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
