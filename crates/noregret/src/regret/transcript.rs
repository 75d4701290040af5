//! What was played: every round's example, the margin it was given and the penalty paid, kept in memory.
//!
//! Rows are stored one after the other (offsets, then indices and values in parallel), features numbered in the order they first appear:
//! 12 bytes a non-zero feature, 40 a round. Values are kept as they came: nothing certified rests on a rounded copy.
//! Weakness: a stream larger than memory has no transcript, and so no comparator.

use super::Rivals;
use crate::features::Features;
use crate::online::Weight;
use std::collections::HashMap;
use thiserror::Error;

/// Why a round cannot be judged.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum TranscriptError {
    /// One index stands for features of two groups, so it has no terms of its own.
    #[error(
        "feature index {index} is used by two feature groups, so a fixed weight has no box and penalty of its own there"
    )]
    TwoGroups {
        /// The index that they share.
        index: u32,
    },
    /// More features than can be numbered.
    #[error("there are more than 4294967295 features")]
    TooManyFeatures,
    /// A label, a weight or a margin that is no finite number, or a penalty that is none: nothing can be certified of it.
    #[error("a round with a label, weight or margin that is not a finite number cannot be recorded")]
    NotFinite,
}

/// The rounds of a run.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    offsets: Vec<usize>,
    ids: Vec<u32>,
    values: Vec<f64>,
    labels: Vec<f64>,
    weights: Vec<f64>,
    margins: Vec<f64>,
    penalties: Vec<f64>,
    names: Vec<u32>,
    groups: Vec<u8>,
    id_of: HashMap<u32, u32>,
}

impl Transcript {
    /// A transcript of no rounds.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a round: the example, the margin w_t . x_t it was given before learning, and R(w_t), 0 without penalties.
    /// A round of weight 0 is no round.
    pub fn record(
        &mut self,
        x: Features<'_>,
        y: f64,
        weight: f64,
        margin: f64,
        penalty: f64,
    ) -> Result<(), TranscriptError> {
        if weight == 0.0 {
            return Ok(());
        }
        // A penalty too large for a float leaves an interval without ends.
        if ![y, weight, margin].iter().all(|v| v.is_finite()) || penalty.is_nan() {
            return Err(TranscriptError::NotFinite);
        }
        let start = self.ids.len();
        for k in 0..x.len() {
            let (index, group) = (x.indices()[k], x.group(k) as u8);
            match self.id(index, group) {
                Ok(id) => self.ids.push(id),
                Err(error) => {
                    self.ids.truncate(start);
                    return Err(error);
                }
            }
        }
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        self.values.extend_from_slice(x.values());
        self.offsets.push(self.ids.len());
        self.labels.push(y);
        self.weights.push(weight);
        self.margins.push(margin);
        self.penalties.push(penalty);
        Ok(())
    }

    fn id(&mut self, index: u32, group: u8) -> Result<u32, TranscriptError> {
        if let Some(&id) = self.id_of.get(&index) {
            let same = self.groups[id as usize] == group;
            return if same { Ok(id) } else { Err(TranscriptError::TwoGroups { index }) };
        }
        let id = u32::try_from(self.names.len()).map_err(|_| TranscriptError::TooManyFeatures)?;
        self.names.push(index);
        self.groups.push(group);
        self.id_of.insert(index, id);
        Ok(id)
    }

    /// How many rounds were recorded.
    pub fn rounds(&self) -> usize {
        self.labels.len()
    }

    /// How many features were seen.
    pub fn features(&self) -> usize {
        self.names.len()
    }

    /// Non-zero features over all rounds.
    pub fn entries(&self) -> usize {
        self.ids.len()
    }

    /// Bytes of memory it holds, what was set aside for growth included.
    pub fn bytes(&self) -> u64 {
        let reals = [&self.values, &self.labels, &self.weights, &self.margins, &self.penalties];
        let wide = reals.iter().map(|v| v.capacity()).sum::<usize>() + self.offsets.capacity();
        let narrow = self.ids.capacity() + self.names.capacity();
        (8 * wide + 4 * narrow + self.groups.capacity() + 9 * self.id_of.capacity()) as u64
    }

    /// The index a feature number stands for, in order of first appearance.
    pub fn names(&self) -> &[u32] {
        &self.names
    }

    /// R(w) of these weights: what a learner with penalties pays in a round.
    pub fn penalty(&self, rivals: &Rivals, weights: &[Weight]) -> f64 {
        let cost = |w: &Weight| {
            let group = self.id_of.get(&w.index).map_or(0, |&id| self.groups[id as usize]);
            let terms = rivals.terms(group);
            terms.l1 * w.value.abs() + 0.5 * terms.l2 * w.value * w.value
        };
        weights.iter().map(cost).sum()
    }

    /// Weights by feature number; 0 for features they do not name.
    pub fn dense(&self, weights: &[Weight]) -> Vec<f64> {
        let mut dense = vec![0.0; self.names.len()];
        for w in weights {
            if let Some(&id) = self.id_of.get(&w.index) {
                dense[id as usize] = w.value;
            }
        }
        dense
    }

    pub(super) fn group(&self, id: usize) -> u8 {
        self.groups[id]
    }

    pub(super) fn row(&self, t: usize) -> Row<'_> {
        let entries = self.offsets[t]..self.offsets[t + 1];
        Row {
            ids: &self.ids[entries.clone()],
            values: &self.values[entries],
            y: self.labels[t],
            h: self.weights[t],
        }
    }

    /// The margin and the penalty of a round.
    pub(super) fn played(&self, t: usize) -> (f64, f64) {
        (self.margins[t], self.penalties[t])
    }
}

/// A round's example.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub ids: &'a [u32],
    pub values: &'a [f64],
    pub y: f64,
    pub h: f64,
}

impl Row<'_> {
    /// w . x, in order of index.
    #[inline]
    pub fn dot(self, w: &[f64]) -> f64 {
        self.ids.iter().zip(self.values).fold(0.0, |sum, (&i, &x)| sum + w[i as usize] * x)
    }

    /// w += c x.
    #[inline]
    pub fn add_to(self, w: &mut [f64], c: f64) {
        for (&i, &x) in self.ids.iter().zip(self.values) {
            w[i as usize] += c * x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_it_is_told() {
        let mut t = Transcript::new();
        t.record(Features::new(&[5, 9], &[1.0, 2.0]).unwrap(), 1.0, 2.0, 0.25, 0.0).unwrap();
        t.record(Features::new(&[7], &[4.0]).unwrap(), -1.0, 0.0, 0.0, 0.0).unwrap();
        t.record(Features::new(&[3, 9], &[0.5, 3.0]).unwrap(), -1.0, 1.0, 0.5, 0.1).unwrap();
        assert_eq!((t.rounds(), t.features(), t.entries(), t.names()), (2, 3, 4, &[5, 9, 3][..]));
        let row = t.row(1);
        assert_eq!((row.ids, row.values, row.y, row.h), (&[2, 1][..], &[0.5, 3.0][..], -1.0, 1.0));
        assert_eq!(row.dot(&[1.0, 10.0, 100.0]), 80.0);
        assert_eq!(
            t.dense(&[Weight { index: 9, value: 7.0 }, Weight { index: 8, value: 1.0 }]),
            [0.0, 7.0, 0.0]
        );
        assert!(t.bytes() > 0);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let mut t = Transcript::new();
        let x = Features::new(&[5], &[1.0]).unwrap();
        for (y, h, margin, penalty) in [
            (f64::NAN, 1.0, 0.0, 0.0),
            (1.0, f64::INFINITY, 0.0, 0.0),
            (1.0, 1.0, f64::NAN, 0.0),
            (1.0, 1.0, 0.0, f64::NAN),
        ] {
            assert_eq!(t.record(x, y, h, margin, penalty), Err(TranscriptError::NotFinite));
        }
        assert_eq!((t.rounds(), t.features()), (0, 0));
    }

    #[test]
    fn one_index_in_two_groups_is_refused() {
        let mut t = Transcript::new();
        t.record(Features::grouped(&[5], &[1.0], &[1]).unwrap(), 1.0, 1.0, 0.0, 0.0).unwrap();
        let again = t.record(Features::grouped(&[4, 5], &[1.0, 1.0], &[0, 2]).unwrap(), 1.0, 1.0, 0.0, 0.0);
        assert_eq!(again, Err(TranscriptError::TwoGroups { index: 5 }));
        assert_eq!((t.rounds(), t.entries()), (1, 1));
    }
}
