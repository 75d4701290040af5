//! A Gaussian belief about the weights on normalised values: a mean v and a whole matrix P of covariances.
//!
//! Before anything is seen v = 0 and P = I/lambda. With u_i = x_i/s_i, z = v.u, a = P u and c = u.a a round with weight h is
//!
//! q = h l'(z - c q, y),   k = h l''(z - c q, y),   v <- v - q a,   P <- P - k/(1 + k c) a a'.
//!
//! That is Newton's step on the posterior: exact (ridge regression) under the squared loss, Laplace's approximation under the logistic one, where it
//! learns as Bayes does, with no rate. A belief is asked twice: what v says, and what all v together say, on average over the belief:
//! z/sqrt(1 + pi c/8) under the logistic loss, which says less where little is known, and z/(1 + c) under the squared one (Vovk, Azoury and Warmuth).
//!
//! When a scale grows by r, the weight on x stays what it was, but for at most a doubling of v_i: a value far beyond all before is no reason to
//! expect a margin far beyond all before. Row and column i of P grow by r, and no variance beyond the prior's.
//!
//! Weakness: d^2 numbers and O(d^2) a round; what was learned is never forgotten, so drift is left to other lanes.
//! References: MacKay 1992; Spiegelhalter and Lauritzen 1990; Vovk 2001; Jezequel, Gaillard and Rudi 2020.

use super::square::{Add, Square, Subtract};
use crate::loss::Loss;
use crate::simd::wide;

/// The most by which a mean grows with its scale.
const GROWTH: f64 = 2.0;

/// A mean and a covariance.
#[derive(Clone, Debug)]
pub struct Belief {
    /// The precision of the prior, lambda.
    pub lambda: f64,
    /// By slot.
    pub mean: Vec<f64>,
    /// By slots.
    pub covariance: Square,
}

/// An example as beliefs see it.
#[derive(Debug, Default)]
pub struct Seen {
    /// The slots of its features; the unseen ones follow those there are.
    pub slots: Vec<usize>,
    /// Its values in units of the scales, once these have grown.
    pub values: Vec<f64>,
    /// Its values as they are.
    pub plain: Vec<f64>,
    /// The places in `slots` of scales that grow, and by what factor.
    pub growth: Vec<(usize, f64)>,
    /// How many features there are with it.
    pub features: usize,
}

/// What a belief makes of an example.
#[derive(Debug, Default)]
pub struct Look {
    /// z: what the mean says.
    pub margin: f64,
    /// c: the variance of that.
    pub variance: f64,
    /// a: how the weights vary with it.
    pub image: Vec<f64>,
    /// u, with what grows grown.
    grown: Vec<f64>,
}

impl Belief {
    /// Before anything is seen.
    pub fn new(lambda: f64) -> Self {
        Self { lambda, mean: Vec::new(), covariance: Square::default() }
    }

    /// By what a mean and a deviation grow when the scale in `slot` grows by r.
    fn factors(&self, slot: usize, r: f64) -> (f64, f64) {
        let most = (1.0 / (self.lambda * self.covariance.row(slot)[slot]).max(f64::MIN_POSITIVE)).sqrt();
        (r.min(GROWTH), r.min(most.max(1.0)))
    }

    /// The mean weight in a slot, for the place it has in an example.
    pub fn weight(&self, slot: usize, place: usize, x: &Seen) -> f64 {
        let mean = self.mean.get(slot).copied().unwrap_or(0.0);
        let growth = x.growth.iter().find(|(grown, _)| *grown == place);
        growth.map_or(mean, |&(_, r)| mean * self.factors(slot, r).0)
    }

    /// What is thought of an example. Nothing changes by it.
    pub fn look(&self, x: &Seen, look: &mut Look) {
        let known = self.mean.len();
        let Look { image, grown, .. } = look;
        image.clear();
        image.resize(x.features, 0.0);
        grown.clear();
        grown.extend_from_slice(&x.values);
        let mut margin = 0.0;
        for (&slot, value) in x.slots.iter().zip(&x.values) {
            margin += self.mean.get(slot).map_or(0.0, |mean| mean * value);
        }
        for &(place, r) in &x.growth {
            let (mean, deviation) = self.factors(x.slots[place], r);
            margin += self.mean[x.slots[place]] * (mean - 1.0) * x.values[place];
            grown[place] *= deviation;
        }
        let (old, new) = image.split_at_mut(known);
        wide(Add { target: old, slots: &x.slots, values: grown, square: &self.covariance });
        for (&slot, value) in x.slots.iter().zip(&x.values) {
            if slot >= known {
                new[slot - known] = value / self.lambda;
            }
        }
        for &(place, r) in &x.growth {
            image[x.slots[place]] *= self.factors(x.slots[place], r).1;
        }
        let variance =
            x.slots.iter().zip(&x.values).fold(0.0, |sum, (&slot, value)| sum + value * image[slot]);
        // Rounding may leave less than nothing.
        (look.margin, look.variance) = (margin, variance.max(0.0));
    }

    /// Learns from an example that it has looked at, with these numbers q and k.
    pub fn learn(&mut self, x: &Seen, look: &mut Look, (step, bend): (f64, f64)) {
        for &(place, r) in &x.growth {
            let slot = x.slots[place];
            let (mean, deviation) = self.factors(slot, r);
            self.mean[slot] *= mean;
            self.covariance.scale(slot, deviation);
        }
        self.mean.resize(x.features, 0.0);
        self.covariance.resize(x.features, 1.0 / self.lambda);
        for (mean, a) in self.mean.iter_mut().zip(&look.image) {
            *mean -= step * a;
        }
        // 1/k + c instead of 1 + k c: k may be as large as any number.
        let less = (1.0 / (1.0 / bend + look.variance)).sqrt();
        if less > 0.0 {
            look.image.iter_mut().for_each(|a| *a *= less);
            wide(Subtract { vector: &look.image, square: &mut self.covariance });
        }
    }

    /// Whether every number is finite, and no variance negative beyond rounding.
    pub fn is_sound(&self) -> bool {
        let variances = (0..self.mean.len()).map(|slot| self.covariance.row(slot)[slot]);
        self.mean.iter().all(|v| v.is_finite())
            && self.covariance.is_finite()
            && variances.fold(true, |all, v| all && v * self.lambda > -1e-6 && v * self.lambda < 1.001)
    }
}

impl Look {
    /// What the belief says, on average over all it holds possible.
    pub fn averaged(&self, loss: Loss) -> f64 {
        match loss {
            Loss::Logistic(_) => self.margin / (1.0 + std::f64::consts::FRAC_PI_8 * self.variance).sqrt(),
            _ => self.margin / (1.0 + self.variance),
        }
    }

    /// The numbers q and k of a round.
    pub fn judge(&self, loss: Loss, y: f64, weight: f64) -> (f64, f64) {
        let step = weight * loss.implicit_slope(self.margin, y, weight * self.variance);
        (step, weight * loss.bend(self.margin - self.variance * step, y))
    }
}
