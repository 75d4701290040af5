//! The learning step over K outputs: open, slopes, adapt, explicit or implicit, stage, commit.
//!
//! Under one against the rest every class takes the step a binary learner of its own would take, to the bit. Under softmax the slopes are those of the joint
//! loss: explicit, or by the one root of `step/root/softmax.rs` where every output answers a step by a multiple of its slope.

use super::merge;
use super::{
    ClassParts, Classifier, Classify, FrozenClasses, Objective, check, check_margins, check_outputs, in_full,
    objective::label, read_outputs,
};
use crate::features::{Features, Kept};
use crate::geometry::Outputs;
use crate::loss::Loss;
use crate::merge::MergeError;
use crate::online::{LearnError, Weight};
use crate::spec::{Coupling, Update};
use crate::state::{Save, State, StateError};
use crate::step::root::{self, Softmax};

/// A linear learner of classes over any geometry of several outputs.
pub struct Coupled<G> {
    objective: Objective,
    /// What steps are taken on: another loss than the one suffered for learners that do so.
    stepped: Objective,
    update: Update,
    geometry: G,
    rounds: u64,
    staged: bool,
    /// The example a round was prepared for.
    prepared: Kept,
    slopes: Vec<f64>,
    steps: Vec<f64>,
    curvatures: Vec<f64>,
    root: Softmax<1>,
}

impl<G: Outputs> Coupled<G> {
    /// Learns `loss`, with steps on `step_loss`.
    pub(crate) fn new(coupling: Coupling, loss: Loss, step_loss: Loss, update: Update, geometry: G) -> Self {
        Self {
            objective: Objective::new(coupling, loss),
            stepped: Objective::new(coupling, step_loss),
            update,
            geometry,
            rounds: 0,
            staged: false,
            prepared: Kept::default(),
            slopes: Vec::new(),
            steps: Vec::new(),
            curvatures: Vec::new(),
            root: Softmax::new(f64::EPSILON),
        }
    }

    /// Works out the step and leaves it staged.
    fn stage(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.staged = false;
        check(class, weight)?;
        let outputs = self.geometry.outputs().max(class + 1);
        margins.clear();
        margins.resize(outputs, 0.0);
        if weight == 0.0 {
            self.geometry.margins(x, margins);
            return check_margins(margins);
        }
        self.geometry.open(x, margins)?;
        check_margins(margins)?;
        self.stepped.slopes(margins, class, weight, &mut self.slopes);
        check_margins(&self.slopes)?;
        self.geometry.adapt(x, &self.slopes);
        match self.update {
            Update::Explicit => self.steps.clone_from(&self.slopes),
            Update::Implicit => self.implicit(x, class, weight, margins)?,
        }
        self.geometry.stage(x, &self.steps).map_err(|error| match error {
            // An implicit step stays inside: only rounding at the far end of the floats can carry it out.
            LearnError::LeftDomain { index, .. } if self.update == Update::Implicit => {
                LearnError::Overflow { index: Some(index) }
            }
            other => other,
        })?;
        self.staged = true;
        Ok(())
    }

    /// The slopes of the implicit step.
    fn implicit(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &[f64],
    ) -> Result<(), LearnError> {
        let Self { geometry, curvatures, steps, root, .. } = self;
        curvatures.clear();
        curvatures.resize(margins.len(), 0.0);
        let affine = geometry.affine(x, curvatures);
        steps.clear();
        match (self.stepped.coupling(), affine) {
            (Coupling::Softmax, true) => {
                root.solve(margins.iter().zip(&*curvatures).map(|(z, c)| ([*z], [weight * c])), class);
                steps.extend(root.shares().iter().map(|[share]| weight * share));
                steps[class] = -steps[class];
            }
            (Coupling::Softmax, false) => return Err(LearnError::NoImplicitStep),
            (Coupling::Rest, affine) => {
                let loss = self.stepped.binary();
                for (j, (&p, c)) in margins.iter().zip(&*curvatures).enumerate() {
                    let y = label(j, class);
                    steps.push(if affine {
                        weight * loss.implicit_slope(p, y, weight * c)
                    } else {
                        let here = geometry.here(x, j).ok_or(LearnError::NoImplicitStep)?;
                        let probe = |s: f64| geometry.probe(x, j, s).unwrap_or_default();
                        root::implicit(loss, p, y, weight, geometry.form(), here, probe).s
                    });
                }
            }
        }
        Ok(())
    }

    /// Takes the staged step, which was worked out for this x.
    fn take(&mut self, x: Features<'_>) {
        if std::mem::take(&mut self.staged) {
            self.geometry.commit(x);
            self.rounds += 1;
        }
    }

    fn all_weights(&self) -> Vec<Vec<Weight>> {
        (0..self.geometry.outputs()).map(|class| self.geometry.weights(class)).collect()
    }
}

impl<G: Outputs> Classify for Coupled<G> {
    fn objective(&self) -> Objective {
        self.objective
    }

    fn outputs(&self) -> usize {
        self.geometry.outputs()
    }

    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        in_full(self.outputs(), margins, |margins| self.geometry.margins(x, margins));
    }
}

impl<G: Outputs> Classifier for Coupled<G> {
    fn prepare(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.stage(x, class, weight, margins)?;
        self.prepared.keep(x);
        Ok(())
    }

    fn commit(&mut self) {
        let prepared = std::mem::take(&mut self.prepared);
        self.take(prepared.lend());
        self.prepared = prepared;
    }

    fn learn(
        &mut self,
        x: Features<'_>,
        class: usize,
        weight: f64,
        margins: &mut Vec<f64>,
    ) -> Result<(), LearnError> {
        self.stage(x, class, weight, margins)?;
        self.take(x);
        Ok(())
    }

    fn grow(&mut self, outputs: usize) -> Result<(), LearnError> {
        self.staged = false;
        check_outputs(outputs)?;
        self.geometry.grow(outputs)
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self, class: usize) -> Vec<Weight> {
        self.geometry.weights(class)
    }

    fn active(&self) -> usize {
        self.geometry.active()
    }

    fn bound(&self) -> Option<f64> {
        self.geometry.bound()
    }

    fn bytes(&self) -> u64 {
        self.geometry.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put_count("classes", self.geometry.outputs() as u64);
        self.geometry.save(state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let (rounds, outputs) = (state.rounds()?, read_outputs(state)?);
        self.geometry.restore(outputs, state)?;
        (self.rounds, self.staged) = (rounds, false);
        Ok(())
    }

    fn merge(&mut self, parts: &mut ClassParts<'_>) -> Result<(), MergeError> {
        let merged = merge::merge(&self.geometry, &self.state(), self.outputs(), self.rounds, parts)?;
        self.restore(&merged).map_err(|error| MergeError::Memory { reason: error.to_string() })
    }

    fn freeze(&self) -> Option<FrozenClasses> {
        let weights = || FrozenClasses::weights(self.objective, self.rounds, &self.all_weights());
        self.geometry.is_sum_of_weights().then(weights).flatten()
    }
}
