//! What has been met of labels while it is open what they are, and the rule for whole numbers: classes, or quantities.
//!
//! A quantity with few values (stars, a count) has a shape over them: it rises to a hill and falls, falls from 0, or sinks into a valley, as
//! stars do. Numbers that stand for classes have none: they are about equally often, or go up and down. So whole numbers of three and more values are classes if
//!
//! 1. they are numbered like classes: from 0 or 1 (three values may be -1, 0, 1), few of the numbers in between missing, and each value about twenty times there; and
//! 2. they have no shape: the most frequent is at most three times as frequent as the least; or going through them in order, frequencies
//!    turn at least twice, from 1 (from 0 three times: counts with many zeros have a hill as well); or a number within is missing that has a
//!    twentieth of all examples on either side; or they are three values, and do not fall from 0 as counts do.
//!
//! Differences count that are beyond what chance does in a sample: three standard deviations. Everything else is a quantity.
//! Weakness: classes numbered by their frequency look like counts, and a quantity that is spread evenly over 0 to 9 like classes.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// A label and how often it came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Met {
    label: String,
    times: u64,
}

/// Labels met, in the order they first came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub(crate) struct Tally {
    met: Vec<Met>,
    /// Whether one came again after another: they are not sorted.
    back: bool,
}

/// As files have it. Those of versions up to 6 may have the labels alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Labels(Vec<Met>),
    All { met: Vec<Met>, back: bool },
}

impl From<Stored> for Tally {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Labels(met) => Self { met, back: true },
            Stored::All { met, back } => Self { met, back },
        }
    }
}

/// More values than this are a quantity, in a thousand examples.
const MOST: usize = 50;
/// The numbers that may name classes.
const CLASSES: RangeInclusive<i64> = -1..=9999;
/// How often each value comes, on the mean, if there are few.
const OFTEN: u64 = 20;
/// How much more frequent than the least one may be the most frequent of values without a shape.
const LEVEL: f64 = 3.0;
/// What is far beyond chance, in standard deviations.
const FAR: f64 = 3.0;

impl Tally {
    /// Of labels that were met, nobody knows how often.
    pub(super) fn of(labels: impl IntoIterator<Item = String>) -> Self {
        Self { met: labels.into_iter().map(|label| Met { label, times: 1 }).collect(), back: true }
    }

    /// Whether nothing was met.
    pub(super) fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// How many labels were met.
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }

    /// The labels.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.met.iter().map(|met| met.label.as_str())
    }

    /// Counts a label; its place.
    pub(super) fn add(&mut self, label: &str) -> usize {
        let place = self.met.iter().position(|met| met.label == label).unwrap_or_else(|| {
            self.met.push(Met { label: label.to_owned(), times: 0 });
            self.met.len() - 1
        });
        self.met[place].times += 1;
        self.back |= place + 1 < self.met.len();
        place
    }

    /// Whether one of them came again after another: they are not sorted.
    pub(super) fn came_back(&self) -> bool {
        self.back
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Values and how often they came, in order of value; none if one is no whole number of a class's size.
    fn whole(&self) -> Option<Vec<(i64, u64)>> {
        let value = |met: &Met| {
            let value: i64 = met.label.parse().ok()?;
            CLASSES.contains(&value).then_some((value, met.times))
        };
        let mut values = self.met.iter().map(value).collect::<Option<Vec<_>>>()?;
        values.sort_unstable();
        Some(values)
    }

    /// Whether a number is whole and of a class's size.
    pub(super) fn may_name_class(value: f64) -> bool {
        value == value.trunc() && CLASSES.contains(&(value as i64))
    }

    /// Whether they may still turn out to be numbered classes.
    pub(super) fn may_be_classes(&self) -> bool {
        self.met.len() <= MOST && self.whole().is_some()
    }

    /// Whether these numbers stand for classes.
    pub(super) fn numbers_classes(&self) -> bool {
        self.whole().is_some_and(|values| numbered(&values) && shapeless(&values))
    }
}

/// Whether values are numbered as classes are.
fn numbered(values: &[(i64, u64)]) -> bool {
    let (Some(&(first, _)), Some(&(last, _))) = (values.first(), values.last()) else { return false };
    let (count, all) = (values.len() as u64, values.iter().map(|(_, times)| times).sum::<u64>());
    let begins = (0..=1).contains(&first) || (first == -1 && last == 1);
    let dense = (last - first + 1) as u64 <= 2 * count;
    begins && dense && (3..=MOST as u64).contains(&count) && all >= OFTEN * count
}

/// Whether one frequency is beyond another by more than chance.
fn above(a: u64, b: u64) -> bool {
    a as f64 - b as f64 > FAR * ((a + b) as f64).sqrt()
}

/// Whether frequencies have no shape that a quantity would have.
fn shapeless(values: &[(i64, u64)]) -> bool {
    let from_zero = values.first().is_some_and(|(first, _)| *first == 0);
    let (level, turns) = (level(values), turns(values));
    let falls = values.windows(2).all(|pair| !above(pair[1].1, pair[0].1));
    let three = values.len() == 3 && !(from_zero && falls);
    level || turns >= if from_zero { 3 } else { 2 } || gap(values) || three
}

/// Whether all are about equally frequent.
fn level(values: &[(i64, u64)]) -> bool {
    let times = || values.iter().map(|(_, times)| *times as f64);
    let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
    // The extremes of a sample lie farther apart than those of what is sampled.
    most - most.sqrt() <= LEVEL * (least + least.sqrt())
}

/// How often frequencies, in order of value, begin to fall after a rise or to rise after a fall.
fn turns(values: &[(i64, u64)]) -> usize {
    let Some(&(_, first)) = values.first() else { return 0 };
    // The highest and the lowest since the last turn; up or down since then.
    let (mut high, mut low, mut up, mut turns) = (first, first, None, 0);
    for &(_, times) in values {
        if up != Some(true) && above(times, low) {
            turns += usize::from(up.is_some());
            (up, high) = (Some(true), times);
        } else if up != Some(false) && above(high, times) {
            turns += usize::from(up.is_some());
            (up, low) = (Some(false), times);
        }
        (high, low) = (high.max(times), low.min(times));
    }
    turns
}

/// Whether a number is missing that has a twentieth of all on either side.
fn gap(values: &[(i64, u64)]) -> bool {
    let all: u64 = values.iter().map(|(_, times)| times).sum();
    let mut below = 0;
    values.windows(2).any(|pair| {
        below += pair[0].1;
        pair[1].0 > pair[0].0 + 1 && 20 * below >= all && 20 * (all - below) >= all
    })
}

#[cfg(test)]
mod tests;
