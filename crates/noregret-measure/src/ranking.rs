//! How well margins put positives above negatives: AUC, the area under precision and recall, and the curve itself.
//!
//! AUC is the chance that a positive, drawn by weight, has a larger margin than a negative, ties counting half. PR-AUC is the average precision,
//! sum over thresholds of (recall gained) x (precision there). Both are as scikit-learn's `roc_auc_score` and `average_precision_score`.
//!
//! Beyond the limit of rows kept, margins stand in bins (`spread.rs`). Pairs within a bin of several keys may stand either way: AUC counts them half and is wrong by at most
//! half their share. A positive within a bin has at best the precision with all positives of the bin and none of its negatives, and together they have at least
//! integral of t/(t + all negatives) dt: PR-AUC is the middle of these two, and wrong by at most half their distance.

use crate::spread::{Detail, Place, Shape, Spread};
use crate::sum::Sum;

/// A number that lies within `error` of what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// The number.
    pub value: f64,
    /// The most by which it is wrong, rounding aside; 0 where it is exact.
    pub error: f64,
}

/// Margins of positives and negatives.
#[derive(Clone, Debug)]
pub struct Ranking {
    spread: Spread,
    positive: Sum,
    negative: Sum,
}

/// A point of the curve: the shares of negatives and positives at or above a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The margin.
    pub margin: f64,
    /// The weight of positives there and above.
    pub hits: f64,
    /// The weight of negatives there and above.
    pub alarms: f64,
}

impl Ranking {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        Self {
            spread: Spread::new(Shape::margins(detail.bits), detail.rows),
            positive: Sum::default(),
            negative: Sum::default(),
        }
    }

    /// Adds a finite margin.
    #[inline]
    pub fn add(&mut self, margin: f64, positive: bool, weight: f64) {
        if positive {
            self.positive.add(weight);
            self.spread.add(margin, weight, 0.0);
        } else {
            self.negative.add(weight);
            self.spread.add(margin, 0.0, weight);
        }
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Ranking) {
        self.spread.merge(&other.spread);
        self.positive.merge(&other.positive);
        self.negative.merge(&other.negative);
    }

    /// The weights of positives and negatives, if both are finite.
    pub fn weights(&self) -> Option<(f64, f64)> {
        self.positive.value().zip(self.negative.value())
    }

    /// What stands at each margin, in order; `first` are positives.
    pub fn places(&self) -> Vec<Place> {
        self.spread.places()
    }

    /// The area under the ROC curve; none for one class alone.
    pub fn auc(&self, places: &[Place]) -> Option<Near> {
        let (positive, negative) = self.weights().filter(|(p, n)| *p > 0.0 && *n > 0.0)?;
        let (mut below, mut won, mut open) = (0.0, Sum::default(), Sum::default());
        // Shares of either class: the product of their weights may be too large for a number, or too small.
        for place in places {
            let (hits, alarms) = (place.first / positive, 0.5 * (place.second / negative));
            won.add(hits * (below / negative + alarms));
            if !place.is_tie() {
                open.add(hits * alarms);
            }
            below += place.second;
        }
        let (value, error) = (won.value()?, open.value()?);
        near(value, error)
    }

    /// The average precision; none without positives.
    pub fn average_precision(&self, places: &[Place]) -> Option<Near> {
        let (positive, _) = self.weights()?;
        let (mut hits, mut alarms) = (0.0, 0.0);
        let (mut least, mut most) = (Sum::default(), Sum::default());
        for place in places.iter().rev().filter(|place| place.first > 0.0 || place.second > 0.0) {
            let (p, n) = (place.first, place.second);
            if place.is_tie() {
                let gained = p * ((hits + p) / (hits + p + alarms + n));
                least.add(gained);
                most.add(gained);
            } else if p > 0.0 {
                let all = alarms + n;
                least.add((p - all * libm::log1p(p / (hits + all).max(f64::MIN_POSITIVE))).max(0.0));
                most.add(p * ((hits + p) / (hits + p + alarms)));
            }
            (hits, alarms) = (hits + p, alarms + n);
        }
        let (least, most) = (least.value()? / positive, most.value()? / positive);
        near(0.5 * (least + most), 0.5 * (most - least))
    }

    /// The curve from the largest margin down.
    pub fn curve(places: &[Place]) -> Vec<Threshold> {
        let (mut hits, mut alarms) = (0.0, 0.0);
        let points = places.iter().rev().map(|place| {
            (hits, alarms) = (hits + place.first, alarms + place.second);
            Threshold { margin: place.key(), hits, alarms }
        });
        points.collect()
    }
}

fn near(value: f64, error: f64) -> Option<Near> {
    let error = if error > 0.0 { error } else { 0.0 };
    value.is_finite().then(|| Near { value: value.clamp(0.0, 1.0), error: error.min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_of_weights_does_not_matter() {
        let rows =
            [(2.0, true, 1.0), (1.0, false, 3.0), (1.0, true, 2.0), (0.5, false, 1.0), (-1.0, true, 1.5)];
        let auc = |unit: f64| {
            let mut ranking = Ranking::new(Detail::FULL);
            rows.iter().for_each(|(margin, positive, weight)| ranking.add(*margin, *positive, unit * weight));
            ranking.auc(&ranking.places()).unwrap().value
        };
        let want = (1.0 * 4.0 + 2.0 * (1.0 + 0.5 * 3.0)) / (4.5 * 4.0);
        for unit in [1.0, 1e-300, 1e-200, 1e200, 1e300] {
            assert!((auc(unit) - want).abs() < 1e-15, "{unit}");
        }
    }
}
