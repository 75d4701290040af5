//! A geometry of one output for each class: K gathers and K memories, for what no row of cells can hold.
//!
//! Sketched and full matrices, the simplex and the ball, signed weights: each class has a matrix or a set of its own.
//! Weakness: everything is done K times.

use super::Outputs;
use crate::classes::ByClass;
use crate::features::Features;
use crate::geometry::Geometry;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::state::{Part, Save, State, StateError};
use crate::step::root::{Form, Probe};

/// One geometry a class.
pub struct Copies<G> {
    make: Box<dyn Fn() -> G + Send + Sync>,
    /// One that never learns: what a class that has not shown says.
    unseen: G,
    /// The classes' geometries; those of classes that an open round would bring stand behind the others.
    classes: Vec<G>,
    outputs: usize,
}

impl<G: Geometry> Copies<G> {
    /// No class yet; `make` gives the geometry of one that has seen nothing.
    pub fn new(make: Box<dyn Fn() -> G + Send + Sync>) -> Self {
        let unseen = make();
        Self { make, unseen, classes: Vec::new(), outputs: 0 }
    }

    fn known(&self) -> &[G] {
        &self.classes[..self.outputs]
    }

    fn part(class: usize) -> String {
        format!("class.{class}")
    }
}

impl<G: Geometry> ByClass for Copies<G> {
    fn class_state(&self, _outputs: usize, state: &State, class: usize) -> Result<State, StateError> {
        Ok(state.part(&Self::part(class)))
    }

    fn merge_class(&self, start: Option<&State>, parts: &mut Parts<'_>) -> Result<State, MergeError> {
        let mut geometry = (self.make)();
        if let Some(start) = start {
            geometry.restore(start).map_err(MergeError::state(0))?;
        }
        geometry.merge(parts)?;
        Ok(State::of(|out| geometry.save(out)))
    }

    fn unseen_state(&self) -> State {
        State::of(|out| self.unseen.save(out))
    }

    fn assemble(&self, classes: &[State]) -> Result<State, StateError> {
        Ok(State::of(|out| {
            for (class, state) in classes.iter().enumerate() {
                state.save(&mut Part::new(out, &Self::part(class)));
            }
        }))
    }
}

impl<G: Geometry> Outputs for Copies<G> {
    fn outputs(&self) -> usize {
        self.outputs
    }

    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        let all = self.known().iter().chain(std::iter::repeat(&self.unseen));
        margins.iter_mut().zip(all).for_each(|(margin, class)| *margin = class.margin(x));
    }

    fn open(&mut self, x: Features<'_>, margins: &mut [f64]) -> Result<(), LearnError> {
        self.classes.truncate(self.outputs);
        self.classes.resize_with(margins.len(), &self.make);
        for (class, margin) in self.classes.iter_mut().zip(margins) {
            *margin = class.open(x)?;
        }
        Ok(())
    }

    fn adapt(&mut self, x: Features<'_>, slopes: &[f64]) {
        self.classes.iter_mut().zip(slopes).for_each(|(class, &slope)| class.adapt(x, slope));
    }

    fn affine(&mut self, x: Features<'_>, c: &mut [f64]) -> bool {
        for (class, c) in self.classes.iter().zip(c) {
            let Some(of) = class.affine(x) else { return false };
            *c = of;
        }
        true
    }

    fn probe(&self, x: Features<'_>, class: usize, s: f64) -> Option<Probe> {
        self.classes[class].probe(x, s)
    }

    fn here(&self, x: Features<'_>, class: usize) -> Option<Probe> {
        self.classes[class].here(x)
    }

    fn form(&self) -> Form {
        self.unseen.form()
    }

    fn stage(&mut self, x: Features<'_>, s: &[f64]) -> Result<(), LearnError> {
        self.classes.iter_mut().zip(s).try_for_each(|(class, &s)| class.stage(x, s))
    }

    fn commit(&mut self, x: Features<'_>) {
        self.classes.iter_mut().for_each(|class| class.commit(x));
        self.outputs = self.classes.len();
    }

    fn grow(&mut self, outputs: usize) -> Result<(), LearnError> {
        self.classes.truncate(self.outputs);
        self.classes.resize_with(self.outputs.max(outputs), &self.make);
        self.outputs = self.classes.len();
        Ok(())
    }

    fn weights(&self, class: usize) -> Vec<Weight> {
        self.known().get(class).map_or_else(Vec::new, Geometry::weights)
    }

    fn active(&self) -> usize {
        self.known().iter().map(Geometry::active).sum()
    }

    fn bound(&self) -> Option<f64> {
        self.known().iter().map(Geometry::bound).sum()
    }

    fn bytes(&self) -> u64 {
        self.known().iter().map(Geometry::bytes).sum()
    }

    fn save(&self, state: &mut dyn Save) {
        for (class, geometry) in self.known().iter().enumerate() {
            geometry.save(&mut Part::new(state, &Self::part(class)));
        }
    }

    fn restore(&mut self, outputs: usize, state: &State) -> Result<(), StateError> {
        let mut classes = Vec::new();
        for class in 0..outputs {
            let mut geometry = (self.make)();
            geometry.restore(&state.part(&Self::part(class)))?;
            classes.push(geometry);
        }
        (self.classes, self.outputs) = (classes, outputs);
        Ok(())
    }

    fn is_sum_of_weights(&self) -> bool {
        self.unseen.freeze().is_some() && self.known().iter().all(|class| class.freeze().is_some())
    }
}
