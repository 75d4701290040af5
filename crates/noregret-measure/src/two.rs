//! Two classes: what a margin and its sign are worth against labels -1 and +1.
//!
//! The class predicted is +1 where the margin is above 0, else -1. Where the loss makes margins probabilities (logistic), p = 1/(1 + e^-margin), and
//!   log loss = mean of log(1 + e^(-y margin)),  Brier = mean of (p - [y = 1])^2,
//! from the margin itself, so that p is never 0 or 1. Precision, recall and F1 are those of +1. Beside each the best constant's: the share of +1 as the probability of
//! all examples, or the larger class.

use crate::calibration::{Calibration, Reliability};
use crate::certain::Certain;
use crate::entropy::entropy;
use crate::ranking::{Ranking, Threshold};
use crate::reasons::{NO_EXAMPLES, NO_PROBABILITIES, Reasons};
use crate::spread::Detail;
use crate::sum::Sum;
use serde::Serialize;

/// Measures of two classes.
#[derive(Clone, Debug)]
pub struct Two {
    probabilities: bool,
    rows: u64,
    /// Weights by label and class predicted: right and wrong positives, right and wrong negatives.
    table: Table,
    log_loss: Sum,
    brier: Sum,
    calibration: Calibration,
    ranking: Ranking,
    mistake: Certain,
    square: Certain,
}

#[derive(Clone, Copy, Debug, Default)]
struct Table {
    hits: Sum,
    misses: Sum,
    alarms: Sum,
    rejections: Sum,
}

/// Weights of examples by their label and the class predicted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Confusion {
    /// +1, predicted +1.
    pub true_positive: f64,
    /// +1, predicted -1.
    pub false_negative: f64,
    /// -1, predicted +1.
    pub false_positive: f64,
    /// -1, predicted -1.
    pub true_negative: f64,
}

/// What the best constant comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TwoBaseline {
    /// The entropy of the labels.
    pub log_loss: Option<f64>,
    /// p (1 - p) of the share p of +1.
    pub brier: Option<f64>,
    /// The share of the larger class.
    pub accuracy: Option<f64>,
    /// Of equal margins.
    pub auc: Option<f64>,
    /// The share of +1.
    pub pr_auc: Option<f64>,
}

/// The share of the baseline's loss that is not lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TwoExplained {
    /// 1 - log loss / baseline.
    pub log_loss: Option<f64>,
    /// 1 - Brier / baseline.
    pub brier: Option<f64>,
}

/// Intervals that hold at all times at once, with 95 % confidence, for examples of equal weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TwoIntervals {
    /// Of the accuracy.
    pub accuracy: Option<[f64; 2]>,
    /// Of the Brier score.
    pub brier: Option<[f64; 2]>,
}

/// The measures as they are told. What is undefined is none, and `undefined` says why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TwoReport {
    /// Labelled examples of positive weight.
    pub rows: u64,
    /// Their weight.
    pub weight: Option<f64>,
    /// The share of +1.
    pub positive_rate: Option<f64>,
    /// Mean of log(1 + e^(-y margin)).
    pub log_loss: Option<f64>,
    /// The chance that a positive stands above a negative.
    pub auc: Option<f64>,
    /// The most by which it is wrong.
    pub auc_error: Option<f64>,
    /// The average precision.
    pub pr_auc: Option<f64>,
    /// The most by which it is wrong.
    pub pr_auc_error: Option<f64>,
    /// The share of examples whose class was predicted.
    pub accuracy: Option<f64>,
    /// Of those predicted +1, the share that are.
    pub precision: Option<f64>,
    /// Of those that are +1, the share predicted so.
    pub recall: Option<f64>,
    /// The harmonic mean of the two.
    pub f1: Option<f64>,
    /// Mean of (p - [y = 1])^2.
    pub brier: Option<f64>,
    /// The mean probability of +1.
    pub mean_prediction: Option<f64>,
    /// The expected calibration error over ten bins.
    pub calibration_error: Option<f64>,
    /// These bins.
    pub reliability: Vec<Reliability>,
    /// Labels against classes predicted.
    pub confusion: Option<Confusion>,
    /// The best constant's.
    pub baseline: TwoBaseline,
    /// What is explained of it.
    pub explained: TwoExplained,
    /// Intervals.
    pub intervals: TwoIntervals,
    /// Why something is not there.
    pub undefined: Reasons,
}

/// Where nothing is predicted +1, and the like.
const ONE_CLASS: &str = "all labels are of one class";
const NO_POSITIVES: &str = "no label is positive";
const NONE_PREDICTED: &str = "nothing was predicted positive";
const UNEVEN: &str = "examples have different weights";

impl Two {
    /// Of margins that are logits, or only scores.
    pub fn new(probabilities: bool, detail: Detail) -> Self {
        Self {
            probabilities,
            rows: 0,
            table: Table::default(),
            log_loss: Sum::default(),
            brier: Sum::default(),
            calibration: Calibration::default(),
            ranking: Ranking::new(detail),
            mistake: Certain::default(),
            square: Certain::default(),
        }
    }

    /// Adds a finite margin and its label, above 0 for +1.
    #[inline]
    pub fn add(&mut self, margin: f64, label: f64, weight: f64) {
        let (happened, said) = (label > 0.0, margin > 0.0);
        self.rows += 1;
        let cell = match (happened, said) {
            (true, true) => &mut self.table.hits,
            (true, false) => &mut self.table.misses,
            (false, true) => &mut self.table.alarms,
            (false, false) => &mut self.table.rejections,
        };
        cell.add(weight);
        self.mistake.add(if happened == said { 0.0 } else { 1.0 }, weight);
        self.ranking.add(margin, happened, weight);
        if self.probabilities {
            self.score(margin, happened, weight);
        }
    }

    #[inline]
    fn score(&mut self, margin: f64, happened: bool, weight: f64) {
        let small = libm::exp(-margin.abs());
        // The probability of what the margin says is the more likely, and that of the other.
        let (likely, unlikely) = (1.0 / (1.0 + small), small / (1.0 + small));
        let right = (margin >= 0.0) == happened;
        let miss = if right { unlikely } else { likely };
        self.log_loss.add(weight * (libm::log1p(small) + if right { 0.0 } else { margin.abs() }));
        self.brier.add(weight * (miss * miss));
        self.square.add(miss * miss, weight);
        self.calibration.add(if margin >= 0.0 { likely } else { unlikely }, happened, weight);
    }

    /// How many were added.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Two) {
        self.rows += other.rows;
        self.table.hits.merge(&other.table.hits);
        self.table.misses.merge(&other.table.misses);
        self.table.alarms.merge(&other.table.alarms);
        self.table.rejections.merge(&other.table.rejections);
        self.log_loss.merge(&other.log_loss);
        self.brier.merge(&other.brier);
        self.calibration.merge(&other.calibration);
        self.ranking.merge(&other.ranking);
        self.mistake.merge(&other.mistake);
        self.square.merge(&other.square);
    }

    /// The ROC curve, from the largest margin down.
    pub fn curve(&self) -> Vec<Threshold> {
        Ranking::curve(&self.ranking.places())
    }

    /// The margins with the weights of positives and negatives, in order.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// Whether margins are logits.
    pub fn has_probabilities(&self) -> bool {
        self.probabilities
    }

    fn weight(&self) -> Sum {
        let mut all = Sum::default();
        let Table { hits, misses, alarms, rejections } = &self.table;
        [hits, misses, alarms, rejections].into_iter().for_each(|sum| all.merge(sum));
        all
    }

    fn confusion(&self) -> Option<Confusion> {
        Some(Confusion {
            true_positive: self.table.hits.value()?,
            false_negative: self.table.misses.value()?,
            false_positive: self.table.alarms.value()?,
            true_negative: self.table.rejections.value()?,
        })
    }

    fn intervals(&self) -> TwoIntervals {
        let accuracy = self.mistake.interval().map(|[low, high]| [1.0 - high, 1.0 - low]);
        TwoIntervals { accuracy, brier: self.square.interval().filter(|_| self.probabilities) }
    }

    /// All of it.
    pub fn report(&self) -> TwoReport {
        let (places, weight) = (self.ranking.places(), self.weight());
        let auc = self.ranking.auc(&places);
        let pr_auc = self.ranking.average_precision(&places);
        let confusion = self.confusion().filter(|_| self.rows > 0);
        let share = |f: fn(&Confusion) -> (f64, f64)| {
            let (part, all) = confusion.as_ref().map(f)?;
            Some(part / all).filter(|share| share.is_finite())
        };
        let rate = share(|c| {
            let positive = c.true_positive + c.false_negative;
            (positive, positive + c.false_positive + c.true_negative)
        });
        let proper = |sum: &Sum| sum.over(&weight).filter(|_| self.probabilities);
        let baseline = TwoBaseline {
            log_loss: rate.filter(|_| self.probabilities).map(|rate| entropy(&[rate, 1.0 - rate])),
            brier: rate.filter(|_| self.probabilities).map(|rate| rate * (1.0 - rate)),
            accuracy: share(|c| {
                let (positive, negative) =
                    (c.true_positive + c.false_negative, c.true_negative + c.false_positive);
                (positive.max(negative), positive + negative)
            }),
            auc: auc.map(|_| 0.5),
            pr_auc: rate.filter(|rate| *rate > 0.0),
        };
        let (log_loss, brier) = (proper(&self.log_loss), proper(&self.brier));
        let explained = TwoExplained {
            log_loss: crate::explained(log_loss, baseline.log_loss),
            brier: crate::explained(brier, baseline.brier),
        };
        let mut report = TwoReport {
            rows: self.rows,
            weight: weight.value(),
            positive_rate: rate,
            log_loss,
            auc: auc.map(|near| near.value),
            auc_error: auc.map(|near| near.error),
            pr_auc: pr_auc.map(|near| near.value),
            pr_auc_error: pr_auc.map(|near| near.error),
            accuracy: share(|c| {
                let right = c.true_positive + c.true_negative;
                (right, right + c.false_positive + c.false_negative)
            }),
            precision: share(|c| (c.true_positive, c.true_positive + c.false_positive)),
            recall: share(|c| (c.true_positive, c.true_positive + c.false_negative)),
            f1: share(|c| {
                (2.0 * c.true_positive, 2.0 * c.true_positive + c.false_positive + c.false_negative)
            }),
            brier,
            mean_prediction: self.calibration.mean(),
            calibration_error: self.calibration.error(),
            reliability: self.calibration.bins(),
            confusion,
            baseline,
            explained,
            intervals: self.intervals(),
            undefined: Reasons::default(),
        };
        report.undefined = report.reasons();
        report
    }
}

impl TwoReport {
    /// Why each measure that is not there is not.
    fn reasons(&self) -> Reasons {
        let mut reasons = Reasons::default();
        let rate = self.positive_rate;
        let none = self.rows == 0;
        let of = move |why| if none { NO_EXAMPLES } else { why };
        let one = rate.is_some_and(|rate| rate == 0.0 || rate == 1.0);
        let positives = if rate == Some(0.0) { NO_POSITIVES } else { crate::reasons::TOO_LARGE };
        let classes = if one { ONE_CLASS } else { crate::reasons::TOO_LARGE };
        let proper = if self.log_loss.is_none() && self.mean_prediction.is_none() {
            NO_PROBABILITIES
        } else {
            crate::reasons::TOO_LARGE
        };
        reasons.note("accuracy", self.accuracy, of(crate::reasons::TOO_LARGE));
        reasons.note("auc", self.auc, of(classes));
        reasons.note("pr_auc", self.pr_auc, of(positives));
        reasons.note("precision", self.precision, of(NONE_PREDICTED));
        reasons.note("recall", self.recall, of(positives));
        reasons.note("f1", self.f1, of("no label is positive, and nothing was predicted so"));
        for (name, value) in [
            ("log_loss", self.log_loss),
            ("brier", self.brier),
            ("calibration_error", self.calibration_error),
        ] {
            reasons.note(name, value, of(proper));
        }
        reasons.note("intervals", self.intervals.accuracy.map(|[low, _]| low), of(UNEVEN));
        reasons
    }
}
