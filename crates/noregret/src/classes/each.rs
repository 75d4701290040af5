//! One against the rest as K binary learners of any kind side by side, each with its own memory: K gathers.
//!
//! What has no geometry learns classes so: `cw`, `arow`, `flh`, and `auto` under other couplings than softmax. There every class has lanes and a
//! mixture of its own, and the price against the best lane holds class by class.
//! Weakness: K times the look-ups of one learner.

use super::merge::{self, ByClass};
use super::{
    ClassParts, Classifier, Classify, FrozenClasses, Objective, check, check_margins, check_outputs,
    objective::label, read_outputs,
};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::Loss;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Online, Standing, Weight};
use crate::spec::Coupling;
use crate::state::{Part, Save, State, StateError};

/// Builds a fresh binary learner.
pub(crate) type MakeBinary = Box<dyn Fn() -> Box<dyn Online> + Send + Sync>;

/// A binary learner for each class.
pub struct Each {
    objective: Objective,
    make: MakeBinary,
    /// One that never learns: what a class that has not shown says.
    unseen: Box<dyn Online>,
    /// The classes' learners; those of a class that a prepared round would bring stand behind the others.
    learners: Vec<Box<dyn Online>>,
    outputs: usize,
    rounds: u64,
    staged: bool,
}

impl Each {
    pub(crate) fn new(loss: Loss, make: MakeBinary) -> Self {
        let (objective, unseen) = (Objective::new(Coupling::Rest, loss), make());
        Self { objective, make, unseen, learners: Vec::new(), outputs: 0, rounds: 0, staged: false }
    }

    /// The learners of the classes there are.
    fn known(&self) -> &[Box<dyn Online>] {
        &self.learners[..self.outputs]
    }

    fn part(class: usize) -> String {
        format!("class.{class}")
    }
}

impl ByClass for Each {
    fn class_state(&self, _outputs: usize, state: &State, class: usize) -> Result<State, StateError> {
        Ok(state.part(&Self::part(class)))
    }

    fn merge_class(&self, start: Option<&State>, parts: &mut Parts<'_>) -> Result<State, MergeError> {
        let mut learner = (self.make)();
        if let Some(start) = start {
            learner.restore(start).map_err(MergeError::state(0))?;
        }
        learner.merge(parts)?;
        Ok(learner.state())
    }

    fn unseen_state(&self) -> State {
        self.unseen.state()
    }

    fn assemble(&self, classes: &[State]) -> Result<State, StateError> {
        Ok(State::of(|out| {
            for (class, state) in classes.iter().enumerate() {
                state.save(&mut Part::new(out, &Self::part(class)));
            }
        }))
    }
}

impl Classify for Each {
    fn objective(&self) -> Objective {
        self.objective
    }

    fn outputs(&self) -> usize {
        self.outputs
    }

    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        let unseen = std::iter::repeat(&self.unseen);
        let all = self.known().iter().chain(unseen);
        margins.iter_mut().zip(all).for_each(|(margin, learner)| *margin = learner.margin(x));
    }

    fn contributions(&self, x: Features<'_>) -> Vec<Vec<f64>> {
        by_feature(x, self.known().iter().map(|learner| learner.contributions(x)))
    }
}

/// What features add, of several learners, as one number a learner for each feature.
pub(super) fn by_feature(x: Features<'_>, learners: impl Iterator<Item = Vec<f64>>) -> Vec<Vec<f64>> {
    let mut all = vec![Vec::new(); x.len()];
    for parts in learners {
        all.iter_mut().zip(parts).for_each(|(feature, part)| feature.push(part));
    }
    all
}

impl Classifier for Each {
    fn prepare(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.staged = false;
        self.learners.truncate(self.outputs);
        check(class, weight)?;
        margins.clear();
        if weight == 0.0 {
            margins.resize(self.outputs.max(class + 1), 0.0);
            self.margins(x, margins);
            return check_margins(margins);
        }
        self.learners.resize_with(self.outputs.max(class + 1), &self.make);
        for (j, learner) in self.learners.iter_mut().enumerate() {
            margins.push(learner.prepare(x, label(j, class), weight)?);
        }
        self.staged = true;
        Ok(())
    }

    fn commit(&mut self) {
        if std::mem::take(&mut self.staged) {
            self.learners.iter_mut().for_each(|learner| learner.commit());
            self.outputs = self.learners.len();
            self.rounds += 1;
        }
    }

    fn grow(&mut self, outputs: usize) -> Result<(), LearnError> {
        self.staged = false;
        self.learners.truncate(self.outputs);
        check_outputs(outputs)?;
        self.learners.resize_with(self.outputs.max(outputs), &self.make);
        self.outputs = self.learners.len();
        Ok(())
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self, class: usize) -> Vec<Weight> {
        self.known().get(class).map_or_else(Vec::new, |learner| learner.weights())
    }

    fn active(&self) -> usize {
        self.known().iter().map(|learner| learner.active()).sum()
    }

    fn bound(&self) -> Option<f64> {
        self.known().iter().map(|learner| learner.bound()).sum()
    }

    /// The lanes of every class, class by class.
    fn lanes(&self) -> Vec<Standing> {
        let known = self.known().iter().enumerate();
        let lanes = known.flat_map(|(class, learner)| {
            let named =
                move |lane: Standing| Standing { name: format!("class {class}: {}", lane.name), ..lane };
            learner.lanes().into_iter().map(named).collect::<Vec<_>>()
        });
        lanes.collect()
    }

    fn bytes(&self) -> u64 {
        self.known().iter().map(|learner| learner.bytes()).sum()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put_count("classes", self.outputs as u64);
        for (class, learner) in self.known().iter().enumerate() {
            learner.save(&mut Part::new(state, &Self::part(class)));
        }
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let (rounds, outputs) = (state.rounds()?, read_outputs(state)?);
        let mut learners = Vec::new();
        for class in 0..outputs {
            let mut learner = (self.make)();
            learner.restore(&state.part(&Self::part(class)))?;
            learners.push(learner);
        }
        (self.learners, self.outputs, self.rounds, self.staged) = (learners, outputs, rounds, false);
        Ok(())
    }

    fn merge(&mut self, parts: &mut ClassParts<'_>) -> Result<(), MergeError> {
        let merged = merge::merge(self, &self.state(), self.outputs, self.rounds, parts)?;
        self.restore(&merged).map_err(|error| MergeError::Memory { reason: error.to_string() })
    }

    fn freeze(&self) -> Option<FrozenClasses> {
        let frozen: Vec<Frozen> =
            self.known().iter().map(|learner| learner.freeze()).collect::<Option<_>>()?;
        FrozenClasses::each(self.objective, self.rounds, frozen)
    }
}
