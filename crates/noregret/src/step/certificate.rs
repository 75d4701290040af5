//! A certificate of implicit learning: an upper bound on the regret against one comparator u, summed up
//! round by round.
//!
//!   Regret(u) <= sum_t (1/eta_t) [ (1 - alpha_t) eta_t h l_t(w_t) + D(u, w_t) - D(u, w_{t+1}) ],
//!
//! for any alpha_t at most f_t(w')/f_t(w_t), f_t(w) = D(w, w_t) + eta_t h l_t(w), w' the implicit step.
//!
//! [`Certificate::round`] takes the largest such alpha_t, which makes the first part
//! h l_t(w_t) - h l_t(w') - D(w', w_t)/eta_t: what the step gained, less what it cost. For the squared
//! loss the paper (Lemma 4.1) has the closed form 1/(1 + eta_t h gamma_t), gamma_t = x' [phi''(w')]^-1 x:
//! [`Certificate::squared_round`]. Under the Euclidean potential the two are equal. Under Burg's the
//! closed form can exceed f_t(w')/f_t(w_t) (a test shows it), and then proves nothing: use `round`.
//! Weakness: u has to be named, and the bound is against it alone.
//! Reference: Kulis and Bartlett 2010, Lemma 3.1 and Theorem 3.2.

use crate::features::Features;
use crate::loss::Loss;
use crate::rule::potential::{Burg, Entropy, Euclidean, Potential as Phi};
use crate::spec::Potential;

/// The certificate against one comparator.
#[derive(Clone, Debug)]
pub struct Certificate {
    potential: Potential,
    loss: Loss,
    comparator: Vec<f64>,
    total: f64,
}

/// One round of implicit learning, as a certificate needs it.
#[derive(Clone, Copy, Debug)]
pub struct ImplicitRound<'a> {
    /// The rate of this round.
    pub eta: f64,
    /// The features of the example.
    pub x: Features<'a>,
    /// The label of the example.
    pub y: f64,
    /// The importance weight of the example.
    pub weight: f64,
    /// The weights before the step, by coordinate.
    pub before: &'a [f64],
    /// The weights after the step, before any projection.
    pub after: &'a [f64],
    /// The weights after the projection: the same where there is no set.
    pub projected: &'a [f64],
}

fn margin(w: &[f64], x: Features<'_>) -> f64 {
    x.iter().fold(0.0, |sum, (index, value)| sum + w[index as usize] * value)
}

impl Certificate {
    /// A certificate against a comparator, given by coordinate. It must have every index of every
    /// example.
    pub fn new(potential: Potential, loss: Loss, comparator: Vec<f64>) -> Self {
        Self { potential, loss, comparator, total: 0.0 }
    }

    /// D(u, w), summed over coordinates.
    pub fn divergence(&self, u: &[f64], w: &[f64]) -> f64 {
        let sum = |one: &dyn Fn(f64, f64) -> f64| u.iter().zip(w).map(|(&u, &w)| one(u, w)).sum();
        match self.potential {
            Potential::Euclidean => sum(&|u, w| Euclidean.divergence(u, w)),
            Potential::Entropy => sum(&|u, w| Entropy.divergence(u, w)),
            Potential::Burg => sum(&|u, w| Burg.divergence(u, w)),
        }
    }

    /// (D(u, w_t) - D(u, w_{t+1})) / eta_t.
    fn approach(&self, round: &ImplicitRound<'_>) -> f64 {
        let (before, after) = (
            self.divergence(&self.comparator, round.before),
            self.divergence(&self.comparator, round.projected),
        );
        (before - after) / round.eta
    }

    /// Adds a round of any loss; gives the sum so far.
    pub fn round(&mut self, round: &ImplicitRound<'_>) -> f64 {
        let suffered = |w: &[f64]| round.weight * self.loss.value(margin(w, round.x), round.y);
        let gained = suffered(round.before) - suffered(round.after);
        let moved = self.divergence(round.after, round.before) / round.eta;
        self.total += gained - moved + self.approach(round);
        self.total
    }

    /// Adds a round of the squared loss by the closed form of alpha, which is exact under the Euclidean
    /// potential; gives the sum so far.
    pub fn squared_round(&mut self, round: &ImplicitRound<'_>) -> f64 {
        let bend = |w: f64| match self.potential {
            Potential::Euclidean => Euclidean.bend(w),
            Potential::Entropy => Entropy.bend(w),
            Potential::Burg => Burg.bend(w),
        };
        let gamma: f64 =
            round.x.iter().map(|(index, value)| value * value / bend(round.after[index as usize])).sum();
        let alpha = 1.0 / (1.0 + round.eta * round.weight * gamma);
        let suffered = round.weight * self.loss.value(margin(round.before, round.x), round.y);
        self.total += (1.0 - alpha) * suffered + self.approach(round);
        self.total
    }

    /// The bound on the regret against the comparator.
    pub fn total(&self) -> f64 {
        self.total
    }
}
