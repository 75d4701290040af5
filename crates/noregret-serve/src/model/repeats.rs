//! Requests that were seen before: the answers of the last keyed ones, so that a repetition learns nothing and is answered the same.
//!
//! They are in the snapshot, and the log brings back those since. Bounded in number and in bytes: of a large batch, or of one with many classes,
//! only the sequence number is told again.

use crate::log::record::Key;
use crate::model::aging::Aging;
use crate::model::answer::Answer;
use serde::{Deserialize, Serialize};

/// The most keys that are remembered.
const MOST: usize = 20_000;
/// The most answers of one request that are remembered, and their bytes.
const ANSWERS: usize = 64;
const BYTES: usize = 4 << 10;

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
    pub fn remember(&mut self, key: Key, seq: u64, answers: Option<&[Answer]>) {
        let small = |answers: &&[Answer]| {
            answers.len() <= ANSWERS && answers.iter().map(Answer::bytes).sum::<usize>() <= BYTES
        };
        let answers = answers.filter(small).map(<[Answer]>::to_vec);
        self.0.insert(key.text, (key.print, Done { seq, answers }));
        if self.0.len() > MOST {
            self.0.pop_oldest();
        }
    }

    /// As it is now, to be saved by another thread.
    pub fn frozen(&self) -> Self {
        Self(self.0.frozen())
    }

    /// How many keys are remembered.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_bounded() {
        let key = |k: usize| Key { text: format!("k{k}"), print: 1 };
        let told = |repeats: &Repeats, k: usize| match repeats.known(&key(k)) {
            Known::Again(done) => done.answers.as_ref().map(Vec::len),
            other => panic!("{other:?}"),
        };
        let number = Answer::Number { margin: 0.0, prediction: 0.5 };
        let shares = (0..100).map(|k| (format!("class {k}"), 0.01)).collect();
        let classes = Answer::Class { class: None, probabilities: shares };
        let mut repeats = Repeats::default();
        repeats.remember(key(0), 1, Some(&vec![number.clone(); ANSWERS]));
        repeats.remember(key(1), 2, Some(&vec![number.clone(); ANSWERS + 1]));
        repeats.remember(key(2), 3, Some(&[classes]));
        repeats.remember(key(3), 4, None);
        assert_eq!([0, 1, 2, 3].map(|k| told(&repeats, k)), [Some(ANSWERS), None, None, None]);
        for k in 4..MOST + 2 {
            repeats.remember(key(k), 9, None);
        }
        assert_eq!((repeats.len(), repeats.known(&key(1))), (MOST, Known::New));
        let other = Key { print: 2, ..key(2) };
        assert_eq!(repeats.known(&other), Known::Other);
    }
}
