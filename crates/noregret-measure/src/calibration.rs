//! Whether probabilities mean what they say: of the examples given 0.3, do three in ten happen?
//!
//! Predictions stand in ten bins of equal width, an edge belonging to the bin below (as in scikit-learn's `calibration_curve`). The expected calibration error is
//!   sum over bins of (weight of the bin / all weight) |rate - mean prediction|.
//! It is exact for these bins; other bins give other numbers.

use crate::sum::Sum;
use serde::Serialize;

/// How many bins there are.
pub const BINS: usize = 10;

/// The upper edges of all bins but the last, as numpy's linspace has them.
const EDGES: [f64; BINS - 1] = [
    0.1,
    0.2,
    0.300_000_000_000_000_04,
    0.4,
    0.5,
    0.600_000_000_000_000_1,
    0.700_000_000_000_000_1,
    0.8,
    0.9,
];

#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    weight: Sum,
    predicted: Sum,
    happened: Sum,
}

/// Predictions and what happened, by bin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calibration {
    bins: [Bin; BINS],
}

/// A bin of the reliability diagram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reliability {
    /// Where the bin begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The weight of the examples in it.
    pub weight: f64,
    /// Their mean prediction.
    pub predicted: f64,
    /// The share of them that happened.
    pub rate: f64,
}

impl Calibration {
    /// Adds a probability and whether it happened.
    #[inline]
    pub fn add(&mut self, probability: f64, happened: bool, weight: f64) {
        let guess = ((BINS as f64 * probability) as usize).min(BINS - 1);
        let above = guess < BINS - 1 && probability > EDGES[guess];
        let below = guess > 0 && probability <= EDGES[guess - 1];
        let bin = &mut self.bins[guess + usize::from(above) - usize::from(below)];
        bin.weight.add(weight);
        bin.predicted.add(weight * probability);
        if happened {
            bin.happened.add(weight);
        }
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Calibration) {
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.weight.merge(&more.weight);
            bin.predicted.merge(&more.predicted);
            bin.happened.merge(&more.happened);
        }
    }

    /// The mean prediction; none before anything was added.
    pub fn mean(&self) -> Option<f64> {
        self.total(|bin| &bin.predicted).over(&self.total(|bin| &bin.weight))
    }

    fn total(&self, part: impl Fn(&Bin) -> &Sum) -> Sum {
        let mut total = Sum::default();
        self.bins.iter().for_each(|bin| total.merge(part(bin)));
        total
    }

    /// The bins that have anything in them.
    pub fn bins(&self) -> Vec<Reliability> {
        let told = |(k, bin): (usize, &Bin)| {
            let weight = bin.weight.value().filter(|weight| *weight > 0.0)?;
            let (predicted, rate) = (bin.predicted.over(&bin.weight)?, bin.happened.over(&bin.weight)?);
            Some(Reliability {
                from: k as f64 / BINS as f64,
                to: (k + 1) as f64 / BINS as f64,
                weight,
                predicted,
                rate,
            })
        };
        self.bins.iter().enumerate().filter_map(told).collect()
    }

    /// The expected calibration error; none before anything was added.
    pub fn error(&self) -> Option<f64> {
        let weight = self.total(|bin| &bin.weight);
        let gap = |bin: &Bin| bin.happened.value().zip(bin.predicted.value()).map(|(y, p)| (y - p).abs());
        let gaps: Option<Sum> =
            self.bins.iter().map(gap).collect::<Option<Vec<f64>>>().map(|all| all.into_iter().collect());
        gaps?.over(&weight)
    }
}
