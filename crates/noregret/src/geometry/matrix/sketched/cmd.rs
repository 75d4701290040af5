//! Mirror descent under H: the weights are kept, and a step is taken from them.
//!
//! w <- w - rate s H^-1 x = w - rate s sum_j (y_j / h_j) V_j,   y = V x.
//!
//! The step is a combination of the directions, so it goes into the tilt of the weights and costs a few
//! numbers. The margin it leaves is p - c s with c = rate x'H^-1 x: implicit steps are closed form.
//! Yields `ada-full`, `ada-fd`, `fd-son`, `rfd-son`, `s-ada`; with mixed gradients `ada-dp`, `radagrad`.
//! Weakness: a weight that was once moved too far stays there until gradients bring it back.
//! Reference: Duchi, Hazan and Singer 2011 (composite mirror descent, hence `cmd`).

use super::merge::Spectrum;
use super::metric::{Metric, Open};
use super::penalized::{Aim, Coordinate, Shape};
use super::steps::{Point, Staged, Steps, Weights};
use crate::features::Features;
use crate::sketch::{Basis, add_scaled, dot};
use crate::state::{State, StateError};
use crate::step::root::Probe;

/// The weights in the first leading vector, and nothing beside.
#[derive(Clone, Copy, Debug)]
pub struct Cmd;

impl Cmd {
    /// The name of the sum it does not have: files hold an empty array.
    pub const SUM: (&'static str, &'static [f64]) = ("sum", &[]);

    /// -rate s H^-1 x as a combination of the raw rows.
    pub fn step(metric: &Metric, open: &Open, s: f64) -> Vec<f64> {
        let Some(turned) = open.turned() else { return Vec::new() };
        let unit = open.sketch.unit;
        let mut step = vec![0.0; turned.raw];
        for (j, (&y, &h)) in turned.along.iter().zip(&open.curvature).enumerate() {
            add_scaled(&mut step, -metric.rate() * s * unit * (y / h), turned.direction(j));
        }
        step
    }

    /// c, by which a step of slope 1 lowers the margin.
    pub fn give(metric: &Metric, open: &Open) -> f64 {
        metric.rate() * metric.inverse_norm2(open)
    }
}

impl Steps for Cmd {
    const LEADS: usize = 1;
    const EVERYWHERE: bool = false;

    fn weights(&self, _metric: &Metric) -> Weights {
        Weights::Kept { origin: 0.0 }
    }

    fn adapt(&mut self, _metric: &Metric, _open: &Open, _slope: f64) {}

    fn affine(&self, metric: &Metric, open: &Open) -> Option<f64> {
        Some(Self::give(metric, open))
    }

    fn probe(&self, _metric: &Metric, _open: &Open, _s: f64) -> Option<Probe> {
        None
    }

    fn stage(&mut self, metric: &Metric, open: &Open, _x: Features<'_>, s: f64) -> Staged {
        Staged { moves: vec![Self::step(metric, open, s)], point: Point::Moved }
    }

    fn sound(&self) -> bool {
        true
    }

    fn commit(&mut self, _metric: &Metric) {}

    fn sum(&self) -> (&'static str, &[f64]) {
        Self::SUM
    }

    fn split(&self, _metric: &Metric, weights: &[f64], _spectrum: &Spectrum) -> Option<(Vec<f64>, Vec<f64>)> {
        Some((Vec::new(), weights.to_vec()))
    }

    fn restored(&self, _basis: &mut Basis, _paid: [f64; 2], state: &State) -> Result<Self, StateError> {
        state.reals_of(Self::SUM.0, 0)?;
        Ok(*self)
    }
}

impl Aim for Cmd {
    const WITH_WEIGHTS: usize = 1;
    const BOUNDED: bool = true;
    const TOLD: bool = true;

    fn beside_weights() -> Self {
        Self
    }

    fn step(&mut self, metric: &Metric, open: &Open, s: f64) -> Vec<f64> {
        Cmd::step(metric, open, s)
    }

    /// w + step: where a step without penalties would end.
    fn target(&self, metric: &Metric, shape: &Shape, at: &Coordinate<'_>) -> f64 {
        shape.origin + metric.basis.lead(0, at.cell) + dot(&shape.step, at.raw)
    }

    fn times(&self, metric: &Metric) -> f64 {
        metric.rate()
    }

    /// The weights are all there is, and they are written whole.
    fn moves(_step: Vec<f64>) -> Vec<Vec<f64>> {
        vec![Vec::new()]
    }
}
