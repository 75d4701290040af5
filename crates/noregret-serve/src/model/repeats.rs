//! Requests that were seen before: the answers of the last keyed ones, so that a repetition learns nothing and is answered the same.
//!
//! They are in the snapshot, and the log brings back those since. Bounded in number and in answers kept: of a large batch only the sequence
//! number is told again.

use crate::log::record::Key;
use crate::model::aging::Aging;
use crate::model::answer::Answer;
use serde::{Deserialize, Serialize};

/// The most keys that are remembered.
const MOST: usize = 20_000;
/// The most answers of one request that are remembered.
const ANSWERS: usize = 64;

/// What was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// The record.
    pub seq: u64,
    /// What was predicted; none if that was too much to remember.
    pub answers: Option<Vec<Answer>>,
}

/// The answers by key.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Repeats(Aging<(u64, Done)>);

/// What is known of a key.
#[derive(Debug, PartialEq)]
pub enum Known<'a> {
    /// Nothing.
    New,
    /// It was answered so.
    Again(&'a Done),
    /// It came with another request.
    Other,
}

impl Repeats {
    /// What is known of a key.
    pub fn known(&self, key: &Key) -> Known<'_> {
        match self.0.get(&key.text) {
            None => Known::New,
            Some((print, done)) if *print == key.print => Known::Again(done),
            Some(_) => Known::Other,
        }
    }

    /// Remembers what was answered.
    pub fn remember(&mut self, key: Key, seq: u64, answers: &[Answer]) {
        let answers = (answers.len() <= ANSWERS).then(|| answers.to_vec());
        self.0.insert(key.text, (key.print, Done { seq, answers }));
        if self.0.len() > MOST {
            self.0.pop_oldest();
        }
    }

    /// How many keys are remembered.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
