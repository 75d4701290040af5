//! Follow the leading history, one working set a coordinate: each drifts at its own pace.
//!
//! Copy j of coordinate i suffers g_i w_j, the linearized loss. A coordinate's rounds are those in which its gradient is not 0.
//! Reference: Streeter and McMahan 2010, section 4.3.

use super::Play;
use crate::ensemble::Ensemble;
use crate::features::Features;
use crate::online::{LearnError, Weight};
use crate::state::{Array, State, StateError};
use std::collections::BTreeMap;

/// Builds a fresh one-dimensional base player.
pub(crate) type MakePlayer = Box<dyn Fn() -> Box<dyn Play> + Send>;

/// A working set of one-dimensional players for every coordinate touched.
pub(crate) struct CoordinateFlh {
    alpha: f64,
    make: MakePlayer,
    fresh: Box<dyn Play>,
    coordinates: BTreeMap<u32, Ensemble<Box<dyn Play>>>,
}

impl CoordinateFlh {
    pub(crate) fn new(alpha: f64, make: MakePlayer) -> Self {
        Self { alpha, fresh: make(), make, coordinates: BTreeMap::new() }
    }
}

impl Play for CoordinateFlh {
    fn at(&self, index: u32) -> f64 {
        self.coordinates.get(&index).map_or_else(|| self.fresh.at(0), |set| set.mean(|base| base.at(0)))
    }

    fn learn(&mut self, gradient: Features<'_>, _curvature: &[f64]) -> Result<(), LearnError> {
        // A bounded weight times a gradient this large could overflow a copy's sums: refuse before anything moves.
        if let Some((index, _)) = gradient.iter().find(|(_, g)| g.abs() > 1e100) {
            return Err(LearnError::Overflow { index: Some(index) });
        }
        for (index, g) in gradient.iter() {
            let set =
                self.coordinates.entry(index).or_insert_with(|| Ensemble::new(self.alpha, (self.make)()));
            let own = g * set.mean(|base| base.at(0));
            let losses: Vec<f64> = set.members.iter().map(|member| g * member.base.at(0)).collect();
            let one = [g];
            let along = Features::new(&[0], &one).map_err(|e| LearnError::Label(e.to_string()))?;
            for member in &mut set.members {
                member.base.learn(along, &[])?;
            }
            set.end_round(own, &losses, (self.make)(), |base| base.bound());
        }
        Ok(())
    }

    fn weights(&self) -> Vec<Weight> {
        self.coordinates.keys().map(|&index| Weight { index, value: self.at(index) }).collect()
    }

    fn bound(&self) -> Option<f64> {
        self.coordinates.values().map(|set| set.bound(|base| base.bound())).sum()
    }

    fn state(&self) -> State {
        let mut state = State::new();
        state.put("coordinates", Array::U32(self.coordinates.keys().copied().collect()));
        for (index, set) in &self.coordinates {
            let mut part = State::new();
            set.save(&mut part, |base| base.state());
            state.put_part(&format!("coordinate.{index}"), part);
        }
        state
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let mut coordinates = BTreeMap::new();
        for &index in state.indices("coordinates")? {
            let set = Ensemble::restore(self.alpha, &state.part(&format!("coordinate.{index}")), |state| {
                let mut base = (self.make)();
                base.restore(state)?;
                Ok(base)
            })?;
            coordinates.insert(index, set);
        }
        self.coordinates = coordinates;
        Ok(())
    }
}
