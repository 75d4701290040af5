//! Examples that are held out: kept aside, never learned from, to measure the learner by at any time.
//!
//! Memory is bounded: once their features are more than so many, every second one is given up, and of those to come only every second is
//! taken, and so on. What is kept depends on the examples alone.

use crate::core::Core;
use noregret::Features;
use noregret_io::{Counts, Example};

/// How many features are kept at most, of 12 bytes each.
const MOST: usize = 1 << 23;

/// Examples with labels, to measure by.
#[derive(Clone, Debug)]
pub struct HeldOut {
    starts: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
    groups: Vec<u8>,
    /// Label, weight, and whether the bias is among the features.
    rest: Vec<(f64, f64, bool)>,
    /// One in so many of those that come is kept.
    stride: u64,
    come: u64,
    most: usize,
}

impl Default for HeldOut {
    fn default() -> Self {
        Self::of_most(MOST)
    }
}

impl HeldOut {
    /// Keeps about so many features at most.
    fn of_most(most: usize) -> Self {
        let (starts, indices, values, groups) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        Self { starts, indices, values, groups, rest: Vec::new(), stride: 1, come: 0, most }
    }

    /// Keeps an example, if it has a label and its turn has come.
    pub fn add(&mut self, example: &Example<'_>) {
        let Some(label) = example.label.filter(|_| example.weight > 0.0) else { return };
        self.come += 1;
        if !(self.come - 1).is_multiple_of(self.stride) {
            return;
        }
        self.keep(example.features, (label, example.weight, example.bias));
        while self.values.len() > self.most && self.rest.len() > 1 {
            self.thin();
        }
    }

    fn keep(&mut self, x: Features<'_>, rest: (f64, f64, bool)) {
        self.indices.extend_from_slice(x.indices());
        self.values.extend_from_slice(x.values());
        self.groups.extend_from_slice(x.groups());
        self.starts.push(self.indices.len());
        self.rest.push(rest);
    }

    /// Gives up every second one.
    fn thin(&mut self) {
        let mut thinner = Self::of_most(self.most);
        for k in (0..self.len()).step_by(2) {
            thinner.keep(self.features(k), self.rest[k]);
        }
        (thinner.stride, thinner.come) = (2 * self.stride, self.come);
        *self = thinner;
    }

    fn features(&self, k: usize) -> Features<'_> {
        let range = self.starts[k]..self.starts[k + 1];
        // All of a run's examples have groups, or none has.
        let groups = self.groups.get(range.clone()).unwrap_or_default();
        Features::trusted(&self.indices[range.clone()], &self.values[range], groups)
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// What a learner loses on them as it is now; none if a prediction is no finite number.
    pub fn measure(&self, core: &Core) -> Option<Counts> {
        let mut counts = Counts::default();
        self.each(core, |_, _, seen| counts.add(seen)).then_some(counts)
    }

    /// Gives every example with its margins by a learner as it is now, and what it would add to the counts, until a prediction is no finite number; whether all were.
    pub fn each(&self, core: &Core, mut give: impl FnMut(&Example<'_>, &[f64], &Counts)) -> bool {
        let (mut margins, file) = (Vec::new(), "held out".into());
        for (k, &(label, weight, bias)) in self.rest.iter().enumerate() {
            let features = self.features(k);
            let example =
                Example { features, label: Some(label), weight, tag: b"", line: 0, file: &file, bias };
            let Ok(seen) = core.measure(&example, &mut margins) else { return false };
            give(&example, &margins, &seen);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of twice as much as fits every second one is left, in order, whatever came when.
    #[test]
    fn memory_is_bounded() {
        let mut held = HeldOut::of_most(100);
        let file = "f".into();
        for k in 0..1000_u32 {
            let (indices, values) = ([k, k + 1], [1.0, f64::from(k) + 1.0]);
            let features = Features::trusted(&indices, &values, &[]);
            let (label, bias) = (Some(f64::from(k)), false);
            held.add(&Example { features, label, weight: 1.0, tag: b"", line: 0, file: &file, bias });
            held.add(&Example { features, label: None, weight: 1.0, tag: b"", line: 0, file: &file, bias });
            assert!(held.values.len() <= 100 && !held.is_empty());
        }
        assert_eq!(held.stride, 32);
        let labels: Vec<f64> = held.rest.iter().map(|rest| rest.0).collect();
        let want: Vec<f64> = (0..1000).step_by(32).map(f64::from).collect();
        assert_eq!(labels, want);
        for k in 0..held.len() {
            let first = held.rest[k].0 as u32;
            assert_eq!(held.features(k).indices(), [first, first + 1]);
        }
    }
}
