//! Descent under a full matrix, known by a few directions: H = h I + V' diag(h_j - h) V.
//!
//! The gradient slope x goes into a sketch of all gradients (or, without a limit, into their full
//! spectrum); the directions V and the curvature h_j along each make H; the step is taken under H. Two
//! geometries are made of the same parts:
//!
//! * [`Sketched`] steps in the coordinates of the features. What it remembers is a part of its own
//!   ([`steps`]): the weights ([`Cmd`]), the sum of gradients ([`Pds`]), or either of them under a box
//!   and penalties ([`Penalized`], whose point [`composite`] finds and whose bound [`ledger`] sums up).
//! * [`Scaled`] steps in coordinates that are scaled by every feature's own gradients.
//!
//! [`metric`] is H itself, and [`Mix`] how gradients enter it. x'H^-1 x = sum_j y_j^2 / h_j, y = V x,
//! makes implicit steps closed form.
//! Yields `ada-full`, `ada-fd`, `fd-son`, `rfd-son`, `s-ada`; with mixed gradients `ada-dp`, `radagrad`.
//! Weakness: outside its directions a sketch has the one rate 1/h for all.
//! Reference: Duchi, Hazan and Singer 2011; Wan, Wei and Zhang 2018; Luo et al. 2016, 2019; Feinberg et
//! al. 2023; Krummenacher et al. 2016.

mod cmd;
mod composite;
mod ledger;
mod merge;
mod metric;
mod pds;
mod penalized;
mod scaled;
mod steps;

pub use cmd::Cmd;
pub use composite::Penalty;
pub use pds::Pds;
pub use penalized::Penalized;
pub use scaled::Scaled;

use super::super::Geometry;
use super::curvature::Curvature;
use super::mix::Mix;
use crate::features::Features;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use merge::{Memory, Spectrum};
use metric::{Metric, Open};
use steps::{Point, Staged, Steps};

/// A learner under H, in the coordinates of the features.
pub struct Sketched<S> {
    metric: Metric,
    steps: S,
    open: Open,
    staged: Staged,
}

impl<S: Steps> Sketched<S> {
    /// A learner that has seen nothing; tau `None` keeps the whole matrix.
    pub fn new(curvature: Curvature, tau: Option<usize>, steps: S) -> Self {
        Self::over(Metric::new(curvature, tau, S::LEADS), steps)
    }

    fn over(metric: Metric, steps: S) -> Self {
        Self { metric, steps, open: Open::default(), staged: Staged::default() }
    }
}

impl Sketched<Cmd> {
    /// The same for a random projection of the gradients, of which directions and spectrum are kept.
    pub fn mixed(curvature: Curvature, mix: Mix) -> Self {
        Self::over(Metric::mixed(curvature, mix, Cmd::LEADS), Cmd)
    }
}

impl<S: Steps> Geometry for Sketched<S> {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.steps.weights(&self.metric).margin(&self.metric.basis, x)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.metric.open(x, S::EVERYWHERE, &mut self.open)?;
        Ok(self.steps.weights(&self.metric).margin_in(&self.metric.basis, x, &self.open))
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        self.metric.receive(x, slope, &mut self.open);
        self.steps.adapt(&self.metric, &self.open, slope);
    }

    fn probe(&self, _x: Features<'_>, s: f64) -> Option<Probe> {
        self.steps.probe(&self.metric, &self.open, s)
    }

    fn form(&self) -> Form {
        // The metric's change moves the margin before any step is taken.
        Form::Piecewise
    }

    fn affine(&self, _x: Features<'_>) -> Option<f64> {
        self.steps.affine(&self.metric, &self.open)
    }

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        self.staged = self.steps.stage(&self.metric, &self.open, x, s);
        let Staged { moves, point } = &self.staged;
        if !(point.sound() && self.steps.sound() && self.metric.sound(&self.open, moves)) {
            return Err(LearnError::Overflow { index: None });
        }
        if matches!(point, Point::Unresolved) { Err(LearnError::Unresolved) } else { Ok(()) }
    }

    fn commit(&mut self, x: Features<'_>) {
        let Staged { moves, point } = &self.staged;
        self.metric.commit(x, &self.open, moves, point.write());
        self.steps.commit(&self.metric);
    }

    fn rounds(&self) -> u64 {
        self.metric.rounds()
    }

    fn weights(&self) -> Vec<Weight> {
        let (weights, basis) = (self.steps.weights(&self.metric), &self.metric.basis);
        basis.slots().weights(|slot| weights.at(basis, slot))
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        let (weights, basis) = (self.steps.weights(&self.metric), &self.metric.basis);
        basis.slots().get(index).map_or_else(|| weights.untouched(), |slot| weights.at(basis, slot))
    }

    fn bound(&self) -> Option<f64> {
        // No theorem holds for what was learned side by side.
        if self.metric.is_merged() { None } else { self.steps.bound(&self.metric) }
    }

    fn bytes(&self) -> u64 {
        self.metric.basis.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        self.metric.save(self.steps.sum(), self.steps.paid(), state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        *self = self.read(state)?;
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        merge::merge(self, parts)
    }
}

impl<S: Steps> Memory for Sketched<S> {
    const LEADS: usize = S::LEADS;

    fn metric(&self) -> &Metric {
        &self.metric
    }

    fn metric_mut(&mut self) -> &mut Metric {
        &mut self.metric
    }

    fn read(&self, state: &State) -> Result<Self, StateError> {
        let (mut metric, paid) = self.metric.restored(state)?;
        let steps = self.steps.restored(&mut metric.basis, paid, state)?;
        Ok(Self::over(metric, steps))
    }

    fn sum_name(&self) -> &'static str {
        self.steps.sum().0
    }

    fn by_slot(&self) -> Vec<f64> {
        let (weights, basis) = (self.steps.weights(&self.metric), &self.metric.basis);
        (0..basis.len()).map(|slot| weights.at(basis, slot)).collect()
    }

    fn squares(&self, _slot: usize) -> Option<f64> {
        None
    }

    fn split(
        &self,
        weights: &[f64],
        _squares: &[f64],
        spectrum: &Spectrum,
    ) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
        let (sum, lead) = self.steps.split(&self.metric, weights, spectrum)?;
        Some((sum, vec![lead]))
    }
}
