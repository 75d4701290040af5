//! Follow the leading history, one working set a coordinate: each drifts at its own pace.
//!
//! Copy j of coordinate i suffers g_i w_j, the linearized loss. A coordinate's rounds are those in
//! which its gradient is not 0.
//! Reference: Streeter and McMahan 2010, section 4.3.

use crate::features::Features;
use crate::learners::flh::ensemble::Ensemble;
use crate::oco::Play;
use crate::online::{LearnError, Weight};
use crate::state::{Array, Part, Save, State, StateError};
use std::collections::BTreeMap;

/// Builds a fresh one-dimensional base player.
pub(crate) type MakePlayer = Box<dyn Fn() -> Box<dyn Play> + Send>;

/// A working set of one-dimensional players for every coordinate touched.
pub(crate) struct CoordinateFlh {
    alpha: f64,
    make: MakePlayer,
    fresh: Box<dyn Play>,
    coordinates: BTreeMap<u32, Ensemble<Box<dyn Play>>>,
    /// The working sets of coordinates the open round meets for the first time.
    newcomers: BTreeMap<u32, Ensemble<Box<dyn Play>>>,
}

impl CoordinateFlh {
    pub(crate) fn new(alpha: f64, make: MakePlayer) -> Self {
        Self { alpha, fresh: make(), make, coordinates: BTreeMap::new(), newcomers: BTreeMap::new() }
    }
}

/// What a gradient costs the whole set and each copy, at the points they play.
fn suffered(set: &Ensemble<Box<dyn Play>>, g: f64) -> (f64, Vec<f64>) {
    let losses = set.members.iter().map(|member| g * member.base.at(0)).collect();
    (g * set.mean(|base| base.at(0)), losses)
}

impl Play for CoordinateFlh {
    fn at(&self, index: u32) -> f64 {
        self.coordinates.get(&index).map_or_else(|| self.fresh.at(0), |set| set.mean(|base| base.at(0)))
    }

    fn prepare(&mut self, gradient: Features<'_>, _curvature: &[f64]) -> Result<(), LearnError> {
        self.newcomers.clear();
        for (index, g) in gradient.iter() {
            let set = match self.coordinates.get_mut(&index) {
                Some(set) => set,
                None => self.newcomers.entry(index).or_insert(Ensemble::new(self.alpha, (self.make)())),
            };
            for member in &mut set.members {
                member.base.prepare(Features::trusted(&[0], &[g], &[]), &[])?;
            }
            let (own, losses) = suffered(set, g);
            if !set.countable(own, &losses) {
                return Err(LearnError::Overflow { index: Some(index) });
            }
        }
        Ok(())
    }

    fn commit(&mut self, gradient: Features<'_>) {
        self.coordinates.append(&mut self.newcomers);
        for (index, g) in gradient.iter() {
            let Some(set) = self.coordinates.get_mut(&index) else { continue };
            let (own, losses) = suffered(set, g);
            for member in &mut set.members {
                member.base.commit(Features::trusted(&[0], &[g], &[]));
            }
            set.end_round(own, &losses, (self.make)(), |base| base.bound());
        }
    }

    fn weights(&self) -> Vec<Weight> {
        self.coordinates.keys().map(|&index| Weight { index, value: self.at(index) }).collect()
    }

    fn bound(&self) -> Option<f64> {
        let total: Option<f64> = self.coordinates.values().map(|set| set.bound(|base| base.bound())).sum();
        total.filter(|total| total.is_finite())
    }

    fn save(&self, state: &mut dyn Save) {
        state.put("coordinates", Array::U32(self.coordinates.keys().copied().collect()));
        for (index, set) in &self.coordinates {
            let mut part = Part::new(state, &format!("coordinate.{index}"));
            set.save(&mut part, |base, part| base.save(part));
        }
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
