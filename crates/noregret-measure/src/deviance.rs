//! The Poisson deviance: twice the mean of D(y, p) = y log(y/p) - y + p, for labels y of at least 0 and predictions p above it.
//!
//! D is taken as p ((1 + u) log(1 + u) - u), u = (y - p)/p, so that a label near its prediction costs no digits, however large both are. The best constant is the mean label m, and
//!   mean D(y, m) = mean D(y, c) - D(m, c)
//! for every c: c is the first label above 0, for the same reason. Labels of 0 have D(0, c) = c and wait until there is a c.

use crate::sum::Sum;

/// Sums of the deviance, while it is defined.
#[derive(Clone, Copy, Debug)]
pub struct Deviance {
    defined: bool,
    /// Of D(y, p).
    sum: Sum,
    /// The first label above 0; 0 while there is none.
    origin: f64,
    /// Of D(y, origin), the weights and the labels, where labels are above 0.
    own: Sum,
    weight: Sum,
    labels: Sum,
    /// The weight of labels of 0.
    zeros: Sum,
}

impl Default for Deviance {
    fn default() -> Self {
        let (sum, own, weight, labels, zeros) = Default::default();
        Self { defined: true, sum, origin: 0.0, own, weight, labels, zeros }
    }
}

/// D(y, p).
fn divergence(y: f64, p: f64) -> f64 {
    if y == 0.0 {
        return p;
    }
    let u = (y - p) / p;
    let near = p * ((1.0 + u) * libm::log1p(u) - u);
    if near.is_finite() { near } else { y * libm::log(y / p) - y + p }
}

impl Deviance {
    /// Adds a prediction and its label.
    pub fn add(&mut self, prediction: f64, label: f64, weight: f64) {
        self.defined &= label >= 0.0 && prediction > 0.0;
        if !self.defined {
            return;
        }
        self.sum.add(weight * divergence(label, prediction));
        if label == 0.0 {
            return self.zeros.add(weight);
        }
        if self.origin == 0.0 {
            self.origin = label;
        }
        self.own.add(weight * divergence(label, self.origin));
        self.weight.add(weight);
        self.labels.add(weight * label);
    }

    /// Whether every label and prediction could be taken.
    pub fn is_defined(&self) -> bool {
        self.defined
    }

    /// Adds what another part has seen.
    pub fn merge(&mut self, other: &Deviance) {
        self.defined &= other.defined;
        self.sum.merge(&other.sum);
        self.zeros.merge(&other.zeros);
        if self.origin == 0.0 {
            self.origin = other.origin;
        }
        self.own.merge(&other.own);
        if let (Some(mean), Some(weight)) = (other.labels.over(&other.weight), other.weight.value()) {
            self.own.add(weight * (divergence(mean, self.origin) - divergence(mean, other.origin)));
        }
        self.weight.merge(&other.weight);
        self.labels.merge(&other.labels);
    }

    /// The deviance, of all the weight; none where it is not defined.
    pub fn mean(&self, weight: &Sum) -> Option<f64> {
        self.sum.over(weight).filter(|_| self.defined).map(|mean| 2.0 * mean)
    }

    /// The deviance of the mean label.
    pub fn constant(&self, weight: &Sum) -> Option<f64> {
        let (mean, own, zeros) =
            (self.labels.over(weight)?, self.own.over(weight)?, self.zeros.over(weight)?);
        let best =
            if self.origin > 0.0 { own + zeros * self.origin - divergence(mean, self.origin) } else { 0.0 };
        Some(2.0 * best.max(0.0)).filter(|best| self.defined && best.is_finite())
    }
}
