//! Several classes: what K probabilities are worth against the class that was true.
//!
//! The class predicted is the likeliest, the first of equals. Log loss is -log of the true class's probability: from the margins themselves, or of a probability that counts as at least 2.2e-16 (as in scikit-learn). The
//! true class is among the first k where fewer than k classes are likelier (of equals the later ones come first, as in `top_k_accuracy_score`). Classes may show up late.
//! The best constant gives every class its share: it loses the entropy of the labels, and is right for the largest class.
//! Memory: a table of K^2 numbers up to 256 classes; beyond that there is no confusion matrix.

use crate::certain::Certain;
use crate::entropy::entropy;
use crate::reasons::{NO_EXAMPLES, NO_PROBABILITIES, Reasons, TOO_LARGE};
use crate::sum::Sum;
use noregret::Objective;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most classes with a confusion matrix.
pub const MOST: usize = 256;

/// The largest k of the top-k accuracies.
pub const TOP: usize = 5;

/// What a class's examples came to.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    weight: Sum,
    right: Sum,
    predicted: Sum,
}

/// Measures of several classes.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    probabilities: bool,
    rows: u64,
    weight: Sum,
    log_loss: Sum,
    top: [Sum; TOP],
    classes: Vec<Class>,
    /// By true class, then predicted; empty beyond [`MOST`].
    table: Vec<f64>,
    mistake: Certain,
    /// Rows of classes that had no probability, by class.
    unlearned: BTreeMap<usize, u64>,
}

/// What the best constant comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ClassBaseline {
    /// The entropy of the labels.
    pub log_loss: Option<f64>,
    /// The share of the largest class.
    pub accuracy: Option<f64>,
}

/// The measures as they are told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassReport {
    /// Labelled examples of positive weight.
    pub rows: u64,
    /// Their weight.
    pub weight: Option<f64>,
    /// The share whose class was predicted.
    pub accuracy: Option<f64>,
    /// An interval for it that holds at all times, with 95 % confidence, for equal weights.
    pub accuracy_interval: Option<[f64; 2]>,
    /// Mean of -log of the true class's probability.
    pub log_loss: Option<f64>,
    /// The share whose class was among the k likeliest, from k = 1 on.
    pub top_k: Vec<f64>,
    /// The share of each class's examples.
    pub share_by_class: Vec<f64>,
    /// Of each class's examples, the share predicted so.
    pub recall_by_class: Vec<Option<f64>>,
    /// Of those predicted to be of a class, the share that are.
    pub precision_by_class: Vec<Option<f64>>,
    /// Weights by true class (rows) and class predicted; none for more than 256 classes.
    pub confusion: Option<Vec<Vec<f64>>>,
    /// The best constant's.
    pub baseline: ClassBaseline,
    /// 1 - log loss / baseline.
    pub explained: Option<f64>,
    /// How many rows are of classes that the model has not learned, by the class's place.
    pub unlearned: BTreeMap<usize, u64>,
    /// Why something is not there.
    pub undefined: Reasons,
}

impl Classes {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::of(true)
    }

    /// Of margins that stand for probabilities, or only for an order.
    pub(crate) fn of(probabilities: bool) -> Self {
        Self { probabilities, ..Self::default() }
    }

    fn grow(&mut self, classes: usize) {
        let old = self.classes.len();
        if classes <= old {
            return;
        }
        self.classes.resize(classes, Class::default());
        let table = if classes <= MOST { vec![0.0; classes * classes] } else { Vec::new() };
        let former = std::mem::replace(&mut self.table, table);
        if classes <= MOST {
            for (k, row) in former.chunks(old.max(1)).enumerate() {
                self.table[k * classes..k * classes + old].copy_from_slice(row);
            }
        }
    }

    /// Adds the probabilities of the classes and which was true, counted from 0; a class beyond them had the probability 0.
    pub fn add(&mut self, probabilities: &[f64], class: usize, weight: f64) {
        let Some(own) = probabilities.get(class) else {
            return self.rank_unlearned(probabilities, class, weight);
        };
        let lost = -libm::log(own.clamp(f64::EPSILON, 1.0));
        self.rank(probabilities, probabilities.len(), class, lost, weight);
    }

    /// Adds scores, none of which is of the true class: whoever was asked does not have it.
    pub(crate) fn rank_unlearned(&mut self, scores: &[f64], class: usize, weight: f64) {
        *self.unlearned.entry(class).or_default() += 1;
        self.rank(scores, scores.len(), class, Objective::unlearned(), weight);
    }

    /// Adds scores that are in the order of the probabilities, of which the first so many are of classes that could be predicted, and the log loss. A class that could not be was
    /// foreseen by nobody.
    pub(crate) fn rank(&mut self, scores: &[f64], known: usize, class: usize, log_loss: f64, weight: f64) {
        self.grow(scores.len().max(class + 1));
        let likelier = |a: (usize, f64), b: (usize, f64)| if b.1 > a.1 { b } else { a };
        let all = scores[..known].iter().copied().enumerate();
        let said = all.clone().reduce(likelier).map(|(k, _)| k);
        self.rows += 1;
        self.weight.add(weight);
        self.log_loss.add(weight * log_loss);
        if let Some(own) = scores[..known].get(class) {
            let above = all.filter(|&(k, p)| p > *own || (p == *own && k > class)).count();
            self.top.iter_mut().skip(above).for_each(|sum| sum.add(weight));
        }
        self.classes[class].weight.add(weight);
        if let Some(said) = said {
            self.classes[said].predicted.add(weight);
            let classes = self.classes.len();
            if let Some(cell) = self.table.get_mut(class * classes + said) {
                *cell += weight;
            }
        }
        let right = said == Some(class);
        if right {
            self.classes[class].right.add(weight);
        }
        self.mistake.add(if right { 0.0 } else { 1.0 }, weight);
    }

    /// How many were added.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Classes) {
        self.grow(other.classes.len());
        self.rows += other.rows;
        self.weight.merge(&other.weight);
        self.log_loss.merge(&other.log_loss);
        self.top.iter_mut().zip(&other.top).for_each(|(mine, more)| mine.merge(more));
        for (mine, more) in self.classes.iter_mut().zip(&other.classes) {
            mine.weight.merge(&more.weight);
            mine.right.merge(&more.right);
            mine.predicted.merge(&more.predicted);
        }
        let (classes, theirs) = (self.classes.len(), other.classes.len());
        if !self.table.is_empty() {
            for (k, row) in other.table.chunks(theirs.max(1)).enumerate() {
                self.table[k * classes..].iter_mut().zip(row).for_each(|(mine, more)| *mine += more);
            }
        }
        self.mistake.merge(&other.mistake);
        for (class, rows) in &other.unlearned {
            *self.unlearned.entry(*class).or_default() += rows;
        }
    }

    /// All of it.
    pub fn report(&self) -> ClassReport {
        let share = |sum: &Sum| sum.over(&self.weight);
        let mut right = Sum::default();
        self.classes.iter().for_each(|class| right.merge(&class.right));
        let accuracy = share(&right);
        let log_loss = share(&self.log_loss).filter(|_| self.probabilities);
        let shares: Option<Vec<f64>> = self.classes.iter().map(|class| share(&class.weight)).collect();
        let shares = shares.unwrap_or_default();
        let baseline = ClassBaseline {
            log_loss: (!shares.is_empty() && self.probabilities).then(|| entropy(&shares)),
            accuracy: shares.iter().copied().reduce(f64::max),
        };
        let mut undefined = Reasons::default();
        let of = |why| if self.rows == 0 { NO_EXAMPLES } else { why };
        undefined.note("accuracy", accuracy, of(TOO_LARGE));
        undefined.note(
            "log_loss",
            log_loss,
            of(if self.probabilities { TOO_LARGE } else { NO_PROBABILITIES }),
        );
        let told = !self.table.is_empty();
        undefined.note("confusion", told.then_some(0.0), of("there are more than 256 classes"));
        let rows = || self.table.chunks(self.classes.len().max(1)).map(<[f64]>::to_vec).collect();
        ClassReport {
            rows: self.rows,
            weight: self.weight.value(),
            accuracy,
            accuracy_interval: self.mistake.interval().map(|[low, high]| [1.0 - high, 1.0 - low]),
            log_loss,
            top_k: self.top.iter().take(self.classes.len()).filter_map(share).collect(),
            share_by_class: shares,
            recall_by_class: self.classes.iter().map(|class| class.right.over(&class.weight)).collect(),
            precision_by_class: self.classes.iter().map(|class| class.right.over(&class.predicted)).collect(),
            confusion: told.then(rows),
            baseline,
            explained: crate::explained(log_loss, baseline.log_loss),
            unlearned: self.unlearned.clone(),
            undefined,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_nobody_learned_has_the_least_probability() {
        let mut whole = Classes::new();
        whole.add(&[0.25, 0.75], 1, 1.0);
        let mut part = Classes::new();
        (0..3).for_each(|_| part.add(&[0.25, 0.75], 4, 1.0));
        whole.merge(&part);
        let report = whole.report();
        let want = (52.0 * 3.0 * libm::log(2.0) - libm::log(0.75)) / 4.0;
        assert!((report.log_loss.unwrap() - want).abs() < 1e-12);
        assert_eq!((report.accuracy, report.unlearned), (Some(0.25), BTreeMap::from([(4, 3)])));
    }
}
