//! The second group in a file.

use super::super::mixture::Mixing;
use super::belief::Belief;
use super::experts::{self, BELIEFS, KINDS, Outer};
use super::square::Square;
use super::{Constant, Second};
use crate::loss::Loss;
use crate::state::{Save, State, StateError};
use crate::table::Slots;

impl Second {
    /// Writes it.
    pub fn save(&self, state: &mut dyn Save) {
        self.outer.save(state);
        state.all("constant", &[self.constant.sum, self.constant.weight]);
        state.put_count("total", self.total);
        state.all("index", self.slots.indices());
        state.all("scale", &self.scales);
        for (k, belief) in self.beliefs.iter().enumerate() {
            if let Some(belief) = belief {
                state.all(&format!("{k}.mean"), &belief.mean);
                let half = Square::half(belief.mean.len());
                state.each(&format!("{k}.covariance"), half, belief.covariance.lower());
            }
        }
    }

    /// Reads it back.
    pub fn restore(loss: Loss, state: &State) -> Result<Self, StateError> {
        let impossible =
            |name: &str, reason: &str| StateError::Value { name: name.to_owned(), reason: reason.to_owned() };
        let slots = Slots::restore(state.indices("index")?)?;
        let scales = state.reals_of("scale", slots.len())?.to_vec();
        if !scales.iter().all(|scale| *scale > 0.0) {
            return Err(impossible("scale", "scales are positive"));
        }
        let mut beliefs = [const { None::<Belief> }; BELIEFS];
        for (k, kind) in KINDS.iter().enumerate() {
            let name = format!("{k}.mean");
            if !state.has(&name) {
                continue;
            }
            if slots.len() > kind.features {
                return Err(impossible(&name, "more features than a belief is kept for"));
            }
            let mean = state.reals_of(&name, slots.len())?.to_vec();
            let name = format!("{k}.covariance");
            let lower = state.reals_of(&name, Square::half(slots.len()))?;
            let belief =
                Belief { lambda: kind.lambda, mean, covariance: Square::from_lower(slots.len(), lower) };
            if !belief.is_sound() {
                return Err(impossible(&name, "variances are positive, and all numbers finite"));
            }
            beliefs[k] = Some(belief);
        }
        let prior = experts::awake(|k| beliefs[k].is_some());
        let outer = Outer::restore(Mixing::of(loss), prior, state)?;
        let constant = state.reals_of("constant", 2)?;
        let constant = Constant { sum: constant[0], weight: constant[1] };
        if constant.weight < 0.0 {
            return Err(impossible("constant", "weights are not negative"));
        }
        Ok(Self { outer, constant, slots, scales, beliefs, total: state.count("total")? })
    }
}
