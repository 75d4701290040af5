//! One curvature for all coordinates: h = 1 / eta_t.
//!
//! `Fixed` rates are Zinkevich's; `Diameter` is the better global rate of Streeter and McMahan, section 3.1:
//! eta_t = scale D / sqrt(2 sum |g|^2), D^2 the sum of D_i^2 over the coordinates seen so far, the current ones included; where it is known
//! beforehand how many there will be, D^2 is theirs from the first round on, and grows only if more are seen.
//! `Unlimited` is for implicit steps that the loss alone limits (`pa`).
//! Missed rounds had different rates: the shared scalars keep, for each group, the running sum a lazy penalty needs.
//!
//! Bound, accumulated live, with a_t = 1/(2 eta_t) and D_t^2 the squared diameter seen:
//! sum_t [ max(0, a_t - a_{t-1}) D_{t-1}^2 + a_t (D_t^2 - D_{t-1}^2) + eta_t |g_t|^2 / 2 ]. Where D does not grow it is at
//! most the theorem's D sqrt(2 sum |g|^2) (scale 1); where D is discovered on the way, the theorem's proof needs this form.
//! What is reported is the larger of the two.
//! Weakness: one rate for frequent and rare coordinates alike, hence regret of order T^(2/3) where a rate per coordinate
//! pays sqrt T (Theorem 1).

use super::Metric;
use crate::rule::schedule::Rate;
use crate::rule::{At, Round, Shared};

/// Where the global rate comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// eta, eta/sqrt t or eta/t.
    Fixed {
        /// How the rate falls with the rounds.
        rate: Rate,
        /// The rate of round 1.
        eta: f64,
    },
    /// scale D / sqrt(2 sum |g|^2).
    Diameter {
        /// The factor on the theorem's rate.
        scale: f64,
        /// D^2 as far as it is known beforehand.
        known2: f64,
    },
    /// So large that only the loss limits an implicit step.
    Unlimited,
}

/// A rate without limit: a power of two, so that multiplying and dividing by it rounds nothing.
const UNLIMITED: f64 = (1u128 << 100) as f64;

/// The same curvature h = 1 / eta_t at every coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// Where eta_t comes from.
    pub schedule: Schedule,
}

impl Uniform {
    /// The rate of round t where it depends on the round alone.
    pub fn fixed(self, t: u64) -> f64 {
        match self.schedule {
            Schedule::Fixed { rate, eta } => rate.at(eta, t),
            Schedule::Unlimited => UNLIMITED,
            Schedule::Diameter { .. } => 0.0,
        }
    }

    fn rate(self, shared: &Shared) -> f64 {
        match self.schedule {
            Schedule::Fixed { .. } | Schedule::Unlimited => self.fixed(shared.rounds),
            Schedule::Diameter { .. } if shared.squares == 0.0 => 0.0,
            Schedule::Diameter { scale, .. } => {
                scale * self.diameter2(shared).sqrt() / (2.0 * shared.squares).sqrt()
            }
        }
    }

    /// D^2: of the coordinates seen, or what was known of it if that is more.
    fn diameter2(self, shared: &Shared) -> f64 {
        let known2 = if let Schedule::Diameter { known2, .. } = self.schedule { known2 } else { 0.0 };
        shared.diameter2.max(known2)
    }
}

impl Metric for Uniform {
    const SHARED: bool = true;

    #[inline]
    fn curvature(self, _acc: f64, at: At<'_>) -> f64 {
        if at.shared.rate == 0.0 { 0.0 } else { 1.0 / at.shared.rate }
    }

    fn mass(self, _acc: f64) -> Option<f64> {
        None
    }

    #[inline]
    fn accrue(self, acc: f64, _g: f64) -> f64 {
        acc
    }

    fn observe(self, shared: &mut Shared, round: Round<'_>) {
        let (before, diameter2) = (shared.rate, self.diameter2(shared));
        shared.rounds += 1;
        shared.squares += round.squares;
        shared.diameter2 += round.fresh_diameter2;
        shared.rate = self.rate(shared);
        for (sum, terms) in shared.decay.iter_mut().zip(round.terms) {
            *sum += if terms.l2 > 0.0 { libm::log1p(shared.rate * terms.l2) } else { shared.rate };
        }
        let inverse = |rate: f64| if rate == 0.0 { 0.0 } else { 0.5 / rate };
        let (a, was) = (inverse(shared.rate), inverse(before));
        let grown = self.diameter2(shared) - diameter2;
        shared.paid += (a - was).max(0.0) * diameter2 + a * grown + 0.5 * shared.rate * round.squares;
    }

    fn now(self, at: At<'_>) -> f64 {
        at.shared.decay[at.group]
    }

    fn elapsed(self, since: f64, _acc: f64, at: At<'_>) -> f64 {
        at.shared.decay[at.group] - since
    }

    fn bound(self, _acc: f64, _at: At<'_>) -> f64 {
        0.0
    }

    fn shared_bound(self, shared: &Shared) -> f64 {
        match self.schedule {
            Schedule::Diameter { scale, .. } => {
                let theorem =
                    (2.0 * shared.squares * self.diameter2(shared)).sqrt() * 0.5 * (scale + 1.0 / scale);
                shared.paid.max(theorem)
            }
            _ => shared.paid,
        }
    }
}
