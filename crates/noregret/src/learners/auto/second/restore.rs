//! The second group in a file.

use super::super::mixture::{Mixing, Mixture};
use super::belief::Belief;
use super::centred::{Centred, Column, MOST, RATES};
use super::experts::{self, BELIEFS, EXPERTS, KINDS, Outer};
use super::square::Square;
use super::{Constant, Second};
use crate::loss::Loss;
use crate::state::{Array, Part, Save, State, StateError};
use crate::table::Slots;

/// The outer mixture of a file from before there were centred lanes: they have no share and lost nothing. None for later files.
fn former(state: &State) -> Result<Option<State>, StateError> {
    if state.reals("lanes.posterior")?.len() != EXPERTS - 1 {
        return Ok(None);
    }
    let mut padded = State::new();
    for name in ["lanes.posterior", "lanes.loss"] {
        padded.put(name, Array::F64([state.reals(name)?, &[0.0]].concat()));
    }
    for name in ["mixture", "weights"].into_iter().filter(|name| state.has(name)) {
        padded.put(name, Array::F64(state.reals(name)?.to_vec()));
    }
    Ok(Some(padded))
}

impl Centred {
    fn save(&self, state: &mut dyn Save) {
        let Self { rounds, columns, inner } = self;
        state.put_count("rounds", *rounds);
        inner.save(state);
        state.each("mean", columns.len(), columns.iter().map(|column| column.mean));
        state.each("reach", columns.len(), columns.iter().map(|column| column.reach));
        state.rows("weight", columns.len(), columns.iter().map(|column| column.weights));
        state.rows("sums", columns.len(), columns.iter().map(|column| column.sums));
    }

    fn restore(loss: Loss, features: usize, state: &State) -> Result<Self, StateError> {
        let count = 1 + features;
        let (means, reaches) = (state.reals_of("mean", count)?, state.reals_of("reach", count)?);
        let weights = state.reals_of("weight", count * RATES)?;
        let sums = state.reals_of("sums", count * RATES)?;
        let column = |i: usize| Column {
            mean: means[i],
            reach: reaches[i],
            weights: std::array::from_fn(|k| weights[i * RATES + k]),
            sums: std::array::from_fn(|k| sums[i * RATES + k]),
        };
        let inner = Mixture::restore(Mixing::of(loss), Self::new().inner.prior, state)?;
        let centred = Self { rounds: state.rounds()?, columns: (0..count).map(column).collect(), inner };
        if features <= MOST && centred.is_sound() {
            return Ok(centred);
        }
        let reason = "few features, all numbers finite, reaches and sums not negative".to_owned();
        Err(StateError::Value { name: "mean".to_owned(), reason })
    }
}

impl Second {
    /// Writes it.
    pub fn save(&self, state: &mut dyn Save) {
        self.outer.save(state);
        state.all("constant", &[self.constant.sum, self.constant.weight]);
        state.put_count("total", self.total);
        state.all("index", self.slots.indices());
        state.all("scale", &self.scales);
        if let Some(centred) = &self.centred {
            centred.save(&mut Part::new(state, "centred"));
        }
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
        let slots = Slots::restore(state.indices("index")?)?;
        let scales = state.reals_of("scale", slots.len())?.to_vec();
        if !scales.iter().all(|scale| *scale > 0.0) {
            return Err(StateError::impossible("scale", "scales are positive"));
        }
        let mut beliefs = [const { None::<Belief> }; BELIEFS];
        for (k, kind) in KINDS.iter().enumerate() {
            let name = format!("{k}.mean");
            if !state.has(&name) {
                continue;
            }
            if slots.len() > kind.features {
                return Err(StateError::impossible(&name, "more features than a belief is kept for"));
            }
            let mean = state.reals_of(&name, slots.len())?.to_vec();
            let name = format!("{k}.covariance");
            let lower = state.reals_of(&name, Square::half(slots.len()))?;
            let belief =
                Belief { lambda: kind.lambda, mean, covariance: Square::from_lower(slots.len(), lower) };
            if !belief.is_sound() {
                return Err(StateError::impossible(&name, "variances are positive, and all numbers finite"));
            }
            beliefs[k] = Some(belief);
        }
        let centred = match state.has("centred.mean") {
            true => Some(Centred::restore(loss, slots.len(), &state.part("centred"))?),
            false => None,
        };
        let prior = experts::awake(|k| beliefs[k].is_some(), centred.is_some());
        let outer = match former(state)? {
            Some(state) => Outer::restore(Mixing::of(loss), prior, &state)?,
            None => Outer::restore(Mixing::of(loss), prior, state)?,
        };
        let constant = state.reals_of("constant", 2)?;
        let constant = Constant { sum: constant[0], weight: constant[1] };
        if constant.weight < 0.0 {
            return Err(StateError::impossible("constant", "weights are not negative"));
        }
        let total = state.count("total")?;
        if total >= 1 << 53 {
            return Err(StateError::impossible("total", "features that cannot be counted"));
        }
        Ok(Self { outer, constant, slots, scales, beliefs, centred, total })
    }
}
