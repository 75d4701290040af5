//! Numbers: how far predictions are from labels.
//!
//! With residuals r = y - p, weighted means:
//!   RMSE = sqrt(mean r^2),  MAE = mean |r|,  R2 = 1 - sum r^2 / sum (y - mean y)^2,
//!   pinball_q = mean of (q r for r >= 0, (q - 1) r else),
//!   Poisson deviance = 2 mean of (y log(y/p) - y + p), for labels of at least 0 and predictions above 0.
//! Beside each the best constant's: the mean of the labels for squares and deviance, a quantile for the others (the median for MAE).
//! Labels are taken relative to the first one, so that a large mean costs no digits.

use crate::constant::{Constants, pinball};
use crate::deviance::Deviance;
use crate::reasons::{NO_EXAMPLES, Reasons, TOO_LARGE};
use crate::spread::Detail;
use crate::sum::Sum;
use serde::Serialize;

/// Measures of numbers.
#[derive(Clone, Debug)]
pub struct Numbers {
    quantile: f64,
    rows: u64,
    weight: Sum,
    squares: Sum,
    sizes: Sum,
    residuals: Sum,
    pinball: Sum,
    /// The first label, and the sums of differences from it.
    origin: f64,
    /// The weighted square of the first residual.
    first: f64,
    labels: Sum,
    label_squares: Sum,
    deviance: Deviance,
    constants: Constants,
}

/// A value for each measure of numbers that a constant has too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct NumberValues {
    /// Root of the mean square.
    pub rmse: Option<f64>,
    /// Mean size.
    pub mae: Option<f64>,
    /// Pinball loss.
    pub pinball: Option<f64>,
    /// Poisson deviance.
    pub poisson_deviance: Option<f64>,
}

/// The measures as they are told. What is undefined is none, and `undefined` says why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NumberReport {
    /// Labelled examples of positive weight.
    pub rows: u64,
    /// Their weight.
    pub weight: Option<f64>,
    /// The mean label.
    pub mean_label: Option<f64>,
    /// The mean prediction.
    pub mean_prediction: Option<f64>,
    /// The mean of squared residuals: not halved.
    pub mse: Option<f64>,
    /// Its root.
    pub rmse: Option<f64>,
    /// The share of all squares that the first row has, which a learner predicts before it knows any label.
    pub first_share: Option<f64>,
    /// The mean size of residuals.
    pub mae: Option<f64>,
    /// The share of the labels' variance that is explained.
    pub r2: Option<f64>,
    /// The pinball loss.
    pub pinball: Option<f64>,
    /// At this quantile.
    pub quantile: f64,
    /// The Poisson deviance.
    pub poisson_deviance: Option<f64>,
    /// The best constant's.
    pub baseline: NumberValues,
    /// The most by which the baselines of MAE and pinball are wrong.
    pub baseline_error: NumberValues,
    /// What is explained of it: of the squares for RMSE.
    pub explained: NumberValues,
    /// Why something is not there.
    pub undefined: Reasons,
}

impl Numbers {
    /// For a quantile, 1/2 where none is asked for.
    pub fn new(quantile: f64, detail: Detail) -> Self {
        let zero = Sum::default();
        Self {
            quantile,
            rows: 0,
            weight: zero,
            squares: zero,
            sizes: zero,
            residuals: zero,
            pinball: zero,
            origin: 0.0,
            first: 0.0,
            labels: zero,
            label_squares: zero,
            deviance: Deviance::default(),
            constants: Constants::new(detail),
        }
    }

    /// Adds a finite prediction, on the labels' scale, and its label.
    #[inline]
    pub fn add(&mut self, prediction: f64, label: f64, weight: f64) {
        let residual = label - prediction;
        if self.rows == 0 {
            (self.origin, self.first) = (label, weight * (residual * residual));
        }
        self.rows += 1;
        self.weight.add(weight);
        self.residuals.add(weight * residual);
        self.squares.add(weight * (residual * residual));
        self.sizes.add(weight * residual.abs());
        self.pinball.add(weight * pinball(residual, self.quantile));
        let d = label - self.origin;
        self.labels.add(weight * d);
        self.label_squares.add(weight * (d * d));
        self.constants.add(label, weight);
        self.deviance.add(prediction, label, weight);
    }

    /// How many were added.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Numbers) {
        if other.rows == 0 {
            return;
        }
        if self.rows == 0 {
            *self = Self { quantile: self.quantile, ..other.clone() };
            return;
        }
        let shift = other.origin - self.origin;
        let (weight, labels) =
            (other.weight.value().unwrap_or(f64::INFINITY), other.labels.value().unwrap_or(f64::INFINITY));
        self.labels.merge(&other.labels);
        self.label_squares.merge(&other.label_squares);
        if shift != 0.0 {
            self.labels.add(shift * weight);
            self.label_squares.add(2.0 * shift * labels);
            self.label_squares.add(shift * shift * weight);
        }
        self.rows += other.rows;
        for (mine, theirs) in [
            (&mut self.weight, &other.weight),
            (&mut self.squares, &other.squares),
            (&mut self.sizes, &other.sizes),
            (&mut self.residuals, &other.residuals),
            (&mut self.pinball, &other.pinball),
        ] {
            mine.merge(theirs);
        }
        self.deviance.merge(&other.deviance);
        self.constants.merge(&other.constants);
    }

    /// The sum of (y - mean y)^2 over the weight.
    fn variance(&self) -> Option<f64> {
        let mean = self.labels.over(&self.weight)?;
        let square = self.label_squares.over(&self.weight)?;
        Some((square - mean * mean).max(0.0)).filter(|variance| variance.is_finite())
    }

    fn baseline(&self) -> (NumberValues, NumberValues) {
        let median = self.constants.pinball(0.5);
        let quantile = self.constants.pinball(self.quantile);
        let values = NumberValues {
            rmse: self.variance().map(f64::sqrt),
            mae: median.map(|near| 2.0 * near.value),
            pinball: quantile.map(|near| near.value),
            poisson_deviance: self.deviance.constant(&self.weight),
        };
        let errors = NumberValues {
            mae: median.map(|near| 2.0 * near.error),
            pinball: quantile.map(|near| near.error),
            ..NumberValues::default()
        };
        (values, errors)
    }

    /// All of it.
    pub fn report(&self) -> NumberReport {
        let mean = |sum: &Sum| sum.over(&self.weight);
        let (baseline, baseline_error) = self.baseline();
        let mse = mean(&self.squares);
        let values = NumberValues {
            rmse: mse.map(f64::sqrt),
            mae: mean(&self.sizes),
            pinball: mean(&self.pinball),
            poisson_deviance: self.deviance.mean(&self.weight),
        };
        let r2 = crate::explained(mse, self.variance());
        let explained = NumberValues {
            rmse: r2,
            mae: crate::explained(values.mae, baseline.mae),
            pinball: crate::explained(values.pinball, baseline.pinball),
            poisson_deviance: crate::explained(values.poisson_deviance, baseline.poisson_deviance),
        };
        let mean_label = mean(&self.labels).map(|mean| self.origin + mean);
        let none = self.rows == 0;
        let of = |why| if none { NO_EXAMPLES } else { why };
        let mut undefined = Reasons::default();
        for (name, value) in [("rmse", values.rmse), ("mae", values.mae), ("pinball", values.pinball)] {
            undefined.note(name, value, of(TOO_LARGE));
        }
        let constant = self.variance() == Some(0.0);
        undefined.note("r2", r2, of(if constant { "all labels are the same" } else { TOO_LARGE }));
        let signs = "a label is below 0, or a prediction is not above it";
        let deviance = if self.deviance.is_defined() { TOO_LARGE } else { signs };
        undefined.note("poisson_deviance", values.poisson_deviance, of(deviance));
        NumberReport {
            rows: self.rows,
            weight: self.weight.value(),
            mean_label,
            mean_prediction: mean_label.zip(mean(&self.residuals)).map(|(y, r)| y - r),
            mse,
            rmse: values.rmse,
            first_share: self.squares.value().filter(|all| *all > 0.0).map(|all| self.first / all),
            mae: values.mae,
            r2,
            pinball: values.pinball,
            quantile: self.quantile,
            poisson_deviance: values.poisson_deviance,
            baseline,
            baseline_error,
            explained,
            undefined,
        }
    }
}
