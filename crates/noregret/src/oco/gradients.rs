//! Any geometry as a player: the gradient takes the place of the example, with slope 1.

use super::Play;
use crate::features::Features;
use crate::geometry::Geometry;
use crate::online::{LearnError, Weight};
use crate::state::{Save, State, StateError};

impl<G: Geometry> Play for G {
    fn at(&self, index: u32) -> f64 {
        self.weight(index, 0)
    }

    fn prepare(&mut self, gradient: Features<'_>, curvature: &[f64]) -> Result<(), LearnError> {
        self.open(gradient)?;
        self.curve(curvature);
        self.adapt(gradient, 1.0);
        self.stage(gradient, 1.0)
    }

    fn commit(&mut self, gradient: Features<'_>) {
        Geometry::commit(self, gradient);
    }

    fn weights(&self) -> Vec<Weight> {
        Geometry::weights(self)
    }

    fn bound(&self) -> Option<f64> {
        Geometry::bound(self)
    }

    fn save(&self, state: &mut dyn Save) {
        Geometry::save(self, state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        Geometry::restore(self, state)
    }
}
