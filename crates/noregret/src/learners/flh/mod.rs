//! Follow the leading history around any learner (`flh`): adaptive regret, for drift.
//!
//! The whole-model form: every copy is a complete learner; the margin is the mean of the copies'
//! margins by share. See [`Ensemble`](crate::learners::flh::ensemble) for who lives how long.

pub mod coordinate;
pub mod ensemble;

use crate::features::Features;
use crate::learners::flh::ensemble::Ensemble;
use crate::loss::Loss;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Online, Predict, Weight, scale_to};
use crate::state::{Save, State, StateError};
use crate::step::{check_label, held_out};
use std::collections::{BTreeMap, BTreeSet};

/// Builds a fresh base learner.
pub(crate) type MakeLearner = Box<dyn Fn() -> Box<dyn Online> + Send + Sync>;

/// Copies of a base learner, started at different times.
pub struct Flh {
    loss: Loss,
    alpha: f64,
    make: MakeLearner,
    ensemble: Ensemble<Box<dyn Online>>,
    losses: Vec<f64>,
    own: Option<f64>,
}

impl Flh {
    pub(crate) fn new(loss: Loss, alpha: f64, make: MakeLearner) -> Self {
        let ensemble = Ensemble::new(alpha, make());
        Self { loss, alpha, make, ensemble, losses: Vec::new(), own: None }
    }
}

impl Predict for Flh {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.ensemble.mean(|base| base.margin(x))
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let mut parts = vec![0.0; x.len()];
        for member in &self.ensemble.members {
            let more = member.base.contributions(x);
            parts.iter_mut().zip(more).for_each(|(part, more)| *part += member.share * more);
        }
        scale_to(&mut parts, self.margin(x));
        parts
    }
}

impl Online for Flh {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.own = None;
        check_label(self.loss, y, weight)?;
        if weight == 0.0 {
            return held_out(self.margin(x));
        }
        self.losses.clear();
        let mut p = 0.0;
        for member in &mut self.ensemble.members {
            let q = member.base.prepare(x, y, weight)?;
            p += member.share * q;
            self.losses.push(weight * self.loss.value(q, y));
        }
        let own = weight * self.loss.value(p, y);
        if !(p.is_finite() && self.ensemble.countable(own, &self.losses)) {
            return Err(LearnError::Overflow { index: None });
        }
        self.own = Some(own);
        Ok(p)
    }

    fn commit(&mut self) {
        let Some(own) = self.own.take() else { return };
        self.ensemble.members.iter_mut().for_each(|member| member.base.commit());
        self.ensemble.end_round(own, &self.losses, (self.make)(), |base| base.bound());
    }

    fn rounds(&self) -> u64 {
        self.ensemble.rounds()
    }

    /// The mean of the copies' weights by share. A copy that has not met a feature plays the weight it
    /// starts with, which in a box without 0 is not 0: what the feature adds to the margin of nothing.
    fn weights(&self) -> Vec<Weight> {
        let members = &self.ensemble.members;
        // In the units of the data: behind scales a margin of the value 1 is not the weight.
        let of = |weights: Vec<Weight>| weights.into_iter().map(|weight| (weight.index, weight.value));
        let own: Vec<BTreeMap<u32, f64>> =
            members.iter().map(|member| of(member.base.weights()).collect()).collect();
        let met: BTreeSet<u32> = own.iter().flat_map(|weights| weights.keys().copied()).collect();
        let mean = |index: u32| {
            let start = || Features::trusted(std::slice::from_ref(&index), &[1.0], &[]);
            let sum = members.iter().zip(&own).fold(0.0, |sum, (member, weights)| {
                let weight = weights.get(&index).copied();
                let fresh = || member.base.margin(start()) - member.base.margin(Features::default());
                sum + member.share * weight.unwrap_or_else(fresh)
            });
            // Shares sum to 1 but for their last bits.
            sum.clamp(-f64::MAX, f64::MAX)
        };
        met.into_iter().map(|index| Weight { index, value: mean(index) }).collect()
    }

    fn bound(&self) -> Option<f64> {
        self.ensemble.bound(|base| base.bound())
    }

    fn bytes(&self) -> u64 {
        self.ensemble.members.iter().map(|member| member.base.bytes()).sum()
    }

    fn save(&self, state: &mut dyn Save) {
        self.ensemble.save(state, |base, part| base.save(part));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        self.ensemble = Ensemble::restore(self.alpha, state, |state| {
            let mut base = (self.make)();
            base.restore(state)?;
            Ok(base)
        })?;
        self.own = None;
        Ok(())
    }

    /// Copies are told apart by the round they started in and live by it; in parts that learned side by side the same round is another example.
    fn merge(&mut self, _parts: &mut Parts<'_>) -> Result<(), MergeError> {
        Err(MergeError::Refused {
            reason: "flh tells its copies apart by the rounds they started in, and rounds of parts that learned side by side are not the same; merge its base learner, or let one learner follow the drift",
        })
    }
}
