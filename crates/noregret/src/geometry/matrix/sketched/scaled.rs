//! Descent under H in scaled coordinates: every feature in units of its own gradients.
//!
//! u_i = w_i G_i^(1/4),   x_i / G_i^(1/4),   G_i the sum of feature i's squared gradients.
//!
//! A round first lets G see the gradient. Then x is divided by the root of the scale, and u is multiplied
//! by the growth of that root, so that w stays where it is. The step is that of [`Cmd`] on the scaled x.
//! It costs one more number a feature; outside the directions every feature has a rate of its own.
//! Yields `ada-fd`, `fd-son`, `rfd-son` and `s-ada` with `--precondition diag`.
//! Weakness: no box, no penalties, no `pds`, and no bound: H need not grow when the scales do.
//! Reference: docs/sketch.md; a diagonal beside a sketch is this project's.

use super::super::super::Geometry;
use super::super::curvature::Curvature;
use super::cmd::Cmd;
use super::merge::{Memory, Spectrum, merge};
use super::metric::{Metric, Open, huge};
use crate::features::Features;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::sketch::Write;
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};

/// The root of a feature's scale, from the sum of its squared gradients.
#[inline]
fn root_of_scale(squares: f64) -> f64 {
    squares.sqrt().sqrt()
}

/// The weight of a feature, from u and the sum of its squared gradients.
#[inline]
fn unscaled([u, squares]: [f64; 2]) -> f64 {
    if squares > 0.0 { u / root_of_scale(squares) } else { 0.0 }
}

/// The leading vectors: u and G.
const LEADS: usize = 2;

/// A learner under H, in scaled coordinates.
pub struct Scaled {
    metric: Metric,
    open: Open,
    /// u and G of every feature of x.
    own: Vec<[f64; 2]>,
    /// x in the scaled coordinates.
    scaled: Vec<f64>,
    /// What is added to u, and G after the round, of every feature of x.
    written: Vec<[f64; 2]>,
    /// How u moves beside that.
    moves: Vec<Vec<f64>>,
}

impl Scaled {
    /// A learner that has seen nothing.
    pub fn new(curvature: Curvature, tau: Option<usize>) -> Self {
        Self::over(Metric::new(curvature, tau, LEADS))
    }

    fn over(metric: Metric) -> Self {
        let (own, scaled, written, moves) = Default::default();
        Self { metric, open: Open::default(), own, scaled, written, moves }
    }

    /// Lets G see the gradient slope x, and takes x into the scaled coordinates.
    fn rescale(&mut self, x: Features<'_>, slope: f64) {
        self.scaled.clear();
        self.written.clear();
        for (v, &[u, squares]) in x.values().iter().zip(self.own.iter()) {
            let g = slope * v;
            let after = squares + g * g;
            let (old, new) = (root_of_scale(squares), root_of_scale(after));
            let unit = if new > 0.0 { v / new } else { 0.0 };
            let moved = if old > 0.0 { u * (new / old) - u } else { 0.0 };
            // What no float holds is refused when the step is staged.
            let (unit, after) = if unit.is_finite() { (unit, after) } else { (0.0, f64::INFINITY) };
            self.scaled.push(unit);
            self.written.push([moved, after]);
        }
    }

    /// The weight of a feature.
    fn value(&self, slot: usize) -> f64 {
        let basis = &self.metric.basis;
        let cell = basis.slot_cell(slot);
        unscaled([basis.lead(0, &cell), basis.lead(1, &cell)])
    }
}

impl Geometry for Scaled {
    fn margin(&self, x: Features<'_>) -> f64 {
        x.iter().fold(0.0, |sum, (index, v)| sum + self.weight(index, 0) * v)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.metric.basis.open_apart(x, &mut self.open.sketch, &mut self.own)?;
        Ok(x.values().iter().zip(&self.own).fold(0.0, |sum, (v, own)| sum + unscaled(*own) * v))
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        self.rescale(x, slope);
        let x = Features::trusted(x.indices(), &self.scaled, &[]);
        self.metric.basis.take(x, &mut self.open.sketch);
        self.metric.receive(x, slope, &mut self.open);
    }

    fn probe(&self, _x: Features<'_>, _s: f64) -> Option<Probe> {
        None
    }

    fn form(&self) -> Form {
        Form::Piecewise
    }

    fn affine(&self, _x: Features<'_>) -> Option<f64> {
        Some(Cmd::give(&self.metric, &self.open))
    }

    fn stage(&mut self, _x: Features<'_>, s: f64) -> Result<(), LearnError> {
        self.moves = vec![Cmd::step(&self.metric, &self.open, s)];
        let fine = |([more, squares], v): (&[f64; 2], &f64)| !huge(*more) && !huge(*v) && squares.is_finite();
        if self.written.iter().zip(&self.scaled).all(fine) && self.metric.sound(&self.open, &self.moves) {
            return Ok(());
        }
        Err(LearnError::Overflow { index: None })
    }

    fn commit(&mut self, x: Features<'_>) {
        let x = Features::trusted(x.indices(), &self.scaled, &[]);
        self.metric.commit(x, &self.open, &self.moves, Write::Own(&self.written));
    }

    fn rounds(&self) -> u64 {
        self.metric.rounds()
    }

    fn weights(&self) -> Vec<Weight> {
        self.metric.basis.slots().weights(|slot| self.value(slot))
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        self.metric.basis.slots().get(index).map_or(0.0, |slot| self.value(slot))
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        self.metric.basis.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        self.metric.save(Cmd::SUM, [0.0; 2], state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        *self = self.read(state)?;
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        merge(self, parts)
    }
}

impl Memory for Scaled {
    const LEADS: usize = LEADS;

    fn metric(&self) -> &Metric {
        &self.metric
    }

    fn metric_mut(&mut self) -> &mut Metric {
        &mut self.metric
    }

    fn read(&self, state: &State) -> Result<Self, StateError> {
        let (metric, _) = self.metric.restored(state)?;
        state.reals_of(Cmd::SUM.0, 0)?;
        let (mut squares, own) = metric.basis.second_leads();
        if !own || squares.any(|v| v < 0.0) {
            return Err(StateError::impossible("cells", "sums of squares are not negative"));
        }
        drop(squares);
        Ok(Self::over(metric))
    }

    fn sum_name(&self) -> &'static str {
        Cmd::SUM.0
    }

    fn by_slot(&self) -> Vec<f64> {
        (0..self.metric.basis.len()).map(|slot| self.value(slot)).collect()
    }

    fn squares(&self, slot: usize) -> Option<f64> {
        let basis = &self.metric.basis;
        Some(basis.lead(1, &basis.slot_cell(slot)))
    }

    fn split(
        &self,
        weights: &[f64],
        squares: &[f64],
        _spectrum: &Spectrum,
    ) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
        let scaled = weights.iter().zip(squares).map(|(w, squares)| w * root_of_scale(*squares)).collect();
        Some((Vec::new(), vec![scaled, squares.to_vec()]))
    }
}
