//! One curvature a coordinate: h_i = (delta + sqrt(sum of g_i^2)) / eta_i, AdaGrad's diagonal.
//!
//! With delta = 0 and eta_i = scale D_i / sqrt 2 it is the per-coordinate rate of Streeter and McMahan,
//! scale D_i / sqrt(2 sum g_i^2); with a common eta, `ada-diag`; with a proximal memory, FTRL-proximal.
//! A coordinate without a gradient keeps its curvature, so missed rounds all had the same rate.
//! Bound on one coordinate of width D: D^2 h / 2 + eta sqrt(sum g^2); with scale = 1, D sqrt(2 sum g^2).
//! Weakness: the sum never forgets, so rates only fall.
//! References: Streeter and McMahan 2010; Duchi, Hazan and Singer 2011.

use super::Metric;
use crate::rule::{At, Round, Shared};

/// (delta + sqrt(sum g^2)) / eta; eta is the terms' own.
#[derive(Clone, Copy, Debug)]
pub struct Diagonal {
    /// Curvature before any gradient.
    pub delta: f64,
}

impl Metric for Diagonal {
    const SHARED: bool = false;

    #[inline]
    fn curvature(self, acc: f64, at: At<'_>) -> f64 {
        (self.delta + acc.sqrt()) / at.terms.eta
    }

    fn mass(self, acc: f64) -> Option<f64> {
        Some(acc)
    }

    #[inline]
    fn accrue(self, acc: f64, g: f64) -> f64 {
        acc + g * g
    }

    fn observe(self, shared: &mut Shared, _round: Round<'_>) {
        shared.rounds += 1;
    }

    fn now(self, at: At<'_>) -> f64 {
        at.shared.rounds as f64
    }

    fn elapsed(self, since: f64, acc: f64, at: At<'_>) -> f64 {
        let (missed, h) = (at.shared.rounds as f64 - since, self.curvature(acc, at));
        if missed == 0.0 || h == 0.0 {
            0.0
        } else if at.terms.l2 > 0.0 {
            missed * libm::log1p(at.terms.l2 / h)
        } else {
            missed / h
        }
    }

    fn bound(self, acc: f64, at: At<'_>) -> f64 {
        let d = at.terms.set.width();
        0.5 * d * d * self.curvature(acc, at) + at.terms.eta * acc.sqrt()
    }

    fn shared_bound(self, _shared: &Shared) -> f64 {
        0.0
    }
}
