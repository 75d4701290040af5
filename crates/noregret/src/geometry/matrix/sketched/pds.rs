//! Dual averaging under H: the sum u of all gradients is kept, and the weights follow from it.
//!
//! u <- u + s x,   w = -rate H^-1 u = -rate (sum_j (c_j / h_j) V_j + r / h).
//!
//! u is kept in two parts: c, its components along the directions, and r, the rest outside of them, a
//! leading vector. A round turns c with the directions. The new direction takes its component from r, a
//! dropped one leaves it there, and x adds V x to c. Computing r as u - V'V u instead would leave the
//! rounding of u, divided by h. With the whole matrix r stays 0.
//! H changes before the step, so the margin moves without one: [`probe`](Steps::probe) tells by how much.
//! Weakness: every gradient counts for ever, the first ones too, so drift is followed slowly.
//! Reference: Duchi, Hazan and Singer 2011 (primal-dual subgradient, hence `pds`); Wan, Wei and Zhang 2018.

use super::merge::Spectrum;
use super::metric::{Metric, Open, huge};
use super::penalized::{Aim, Coordinate, Shape};
use super::steps::{Point, Staged, Steps, Weights};
use crate::features::Features;
use crate::sketch::{Basis, add_scaled, dot};
use crate::state::{State, StateError};
use crate::step::root::Probe;

/// The sum of gradients.
#[derive(Clone, Debug)]
pub struct Pds {
    /// Which leading vector is r.
    outside: usize,
    /// c, the part along the directions.
    along: Vec<f64>,
    /// c along the turned directions, for the round in the making.
    turned: Vec<f64>,
    /// What r had along the rest of x and gives to the new direction.
    taken: f64,
}

impl Pds {
    /// Nothing yet; r is the leading vector of this number.
    fn new(outside: usize) -> Self {
        Self { outside, along: Vec::new(), turned: Vec::new(), taken: 0.0 }
    }
}

impl Default for Pds {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Steps for Pds {
    const LEADS: usize = 1;
    const EVERYWHERE: bool = false;

    fn weights(&self, metric: &Metric) -> Weights {
        let rate = metric.rate();
        let along = self.along.iter().zip(metric.basis.directions().spectrum());
        let along: Vec<f64> = along.map(|(c, &s)| -rate * (c / metric.along(s))).collect();
        Weights::Derived(metric.basis.sum(self.outside, -rate / metric.base(), &along))
    }

    fn adapt(&mut self, metric: &Metric, open: &Open, _slope: f64) {
        let Some(turned) = open.turned() else {
            self.turned.clone_from(&self.along);
            return;
        };
        let n = turned.spectrum.len();
        let mut before = self.along.clone();
        self.taken = 0.0;
        if before.len() < n {
            self.taken = metric.basis.along_rest(&open.sketch, self.outside, open.leads[self.outside]);
            before.push(self.taken);
        }
        self.turned.clear();
        self.turned.extend((0..n).map(|j| dot(&turned.rotation[j * n..][..n], &before)));
    }

    fn affine(&self, _metric: &Metric, _open: &Open) -> Option<f64> {
        None
    }

    fn probe(&self, metric: &Metric, open: &Open, s: f64) -> Option<Probe> {
        let c = metric.rate() * metric.inverse_norm2(open);
        let along = open.turned().map_or(&[][..], |turned| &turned.along);
        let sums = along.iter().zip(&self.turned).zip(&open.curvature);
        let start = -metric.rate() * open.sketch.unit * sums.fold(0.0, |sum, ((y, u), h)| sum + y * (u / h));
        let mut probe = Probe::default();
        probe.add(start - c * s, -c);
        Some(probe)
    }

    fn stage(&mut self, metric: &Metric, open: &Open, _x: Features<'_>, s: f64) -> Staged {
        Staged { moves: vec![Aim::step(self, metric, open, s)], point: Point::Moved }
    }

    fn sound(&self) -> bool {
        !self.turned.iter().any(|v| huge(*v))
    }

    fn commit(&mut self, metric: &Metric) {
        self.turned.truncate(metric.basis.directions().len());
        std::mem::swap(&mut self.along, &mut self.turned);
    }

    fn sum(&self) -> (&'static str, &[f64]) {
        ("inside", &self.along)
    }

    /// u = -H w / rate.
    fn split(&self, metric: &Metric, weights: &[f64], spectrum: &Spectrum) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut rest = weights.to_vec();
        let mut inside = Vec::new();
        for (direction, &s) in spectrum.directions.iter().zip(&spectrum.values) {
            let along = dot(direction, &rest);
            add_scaled(&mut rest, -along, direction);
            inside.push(-metric.along_after(s, spectrum.lost) * along / metric.rate());
        }
        let base = metric.along_after(0.0, spectrum.lost);
        rest.iter_mut().for_each(|w| *w *= -base / metric.rate());
        Some((inside, rest))
    }

    fn restored(&self, basis: &mut Basis, _paid: [f64; 2], state: &State) -> Result<Self, StateError> {
        let directions = basis.directions().len();
        let along = if state.has("inside") {
            state.reals_of("inside", directions)?
        } else {
            // As it was written before: the leading vector is the whole sum.
            let along = state.reals_of("sum", directions)?;
            basis.keep_outside(self.outside, along);
            along
        };
        if along.iter().any(|v| huge(*v)) {
            return Err(StateError::impossible("sum", "a number that large would have been refused"));
        }
        Ok(Self { along: along.to_vec(), ..Self::new(self.outside) })
    }
}

impl Aim for Pds {
    /// The weights, which penalties make more than a function of the sum, and r.
    const WITH_WEIGHTS: usize = 2;
    const BOUNDED: bool = false;
    const TOLD: bool = false;

    fn beside_weights() -> Self {
        Self::new(1)
    }

    /// Adds s x to c; gives the move of r.
    fn step(&mut self, _metric: &Metric, open: &Open, s: f64) -> Vec<f64> {
        let Some(turned) = open.turned() else { return Vec::new() };
        let unit = open.sketch.unit;
        self.turned.iter_mut().zip(&turned.along).for_each(|(u, y)| *u += s * unit * y);
        let mut step = vec![0.0; turned.raw];
        add_scaled(&mut step, -self.taken, open.sketch.rest_unit());
        if turned.drops
            && let Some(last) = turned.spectrum.len().checked_sub(1)
        {
            add_scaled(&mut step, self.turned[last], turned.direction(last));
        }
        step
    }

    /// -rate H^-1 u at the coordinate.
    fn target(&self, metric: &Metric, shape: &Shape, at: &Coordinate<'_>) -> f64 {
        let outside = metric.basis.lead(self.outside, at.cell) + dot(&shape.step, at.raw);
        // A dropped direction has left its component outside.
        let inside = at.directions[..shape.kept].iter().zip(&self.turned).zip(&shape.curvature);
        let bent = inside.fold(0.0, |sum, ((v, c), h)| sum + c * v / h);
        -metric.rate() * (outside / shape.base + bent)
    }

    /// The penalties of all rounds count, as the gradients do.
    fn times(&self, metric: &Metric) -> f64 {
        metric.rate() * (metric.rounds() + 1) as f64
    }

    fn moves(step: Vec<f64>) -> Vec<Vec<f64>> {
        vec![Vec::new(), step]
    }
}
