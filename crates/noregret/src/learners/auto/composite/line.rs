//! The numbers of a feature: of every lane the weight and the sum of squares, and what all lanes share.
//!
//! Weights are those of the plain value, in raw and normalised lanes alike, so that box and penalties mean the same in all of them. A normalised lane differs by its curvature alone: on x/s a step of
//! curvature sqrt(G)/eta is one of s^2 sqrt(G)/eta on x.

use super::super::float::Float;
use super::super::grid::{GRID, LANES};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::rule::potential::{Euclidean, Potential};

/// How many numbers a cell has.
const SIZE: usize = 2 * LANES + 4;

/// The numbers of a feature as a table holds them; all zeros where it was never seen.
pub type Cell = [f64; SIZE];

/// The numbers of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The lanes' weights, on the plain value.
    pub weights: [f64; LANES],
    /// The lanes' sums of squared gradients: of the plain value, or of the one by its scale.
    pub masses: [f64; LANES],
    /// The largest magnitude of its value so far; 0 before there was one.
    pub scale: f64,
    /// The reading of the clock when it was last touched.
    pub clock: f64,
    /// The unit of rates then.
    pub unit: f64,
    /// How many times as many features crossing made of that example.
    pub growth: f64,
}

impl Line {
    /// That of a feature that never came.
    pub fn fresh(terms: &Terms) -> Self {
        let start = [terms.start(); LANES];
        Self { weights: start, masses: [0.0; LANES], scale: 0.0, clock: 0.0, unit: 1.0, growth: 1.0 }
    }

    /// Of a cell.
    pub fn of(cell: &Cell, terms: &Terms) -> Self {
        let [scale, clock, unit, growth] = std::array::from_fn(|k| cell[2 * LANES + k]);
        if scale == 0.0 {
            return Self::fresh(terms);
        }
        let (weights, masses) = (std::array::from_fn(|k| cell[k]), std::array::from_fn(|k| cell[LANES + k]));
        Self { weights, masses, scale, clock, unit, growth }
    }

    /// As a table holds it.
    pub fn cell(&self) -> Cell {
        let shared = [self.scale, self.clock, self.unit, self.growth];
        std::array::from_fn(|k| match k {
            k if k < LANES => self.weights[k],
            k if k < 2 * LANES => self.masses[k - LANES],
            k => shared[k - 2 * LANES],
        })
    }

    /// The curvature of lane k, of this rate, along the feature.
    pub fn curvature(&self, k: usize, eta: f64) -> f64 {
        let (root, eta) = (self.masses[k].sqrt(), eta * self.unit);
        if GRID[k].normalised { self.scale * (self.scale * root) * self.growth / eta } else { root / eta }
    }

    /// Brings the rounds that did not touch it into its weights: the penalty alone, under the curvature that the last touch left.
    pub fn catch_up(&mut self, now: f64, rates: &[f64; LANES], terms: &Terms) {
        let missed = now - self.clock;
        if missed > 0.0 && (terms.l1 > 0.0 || terms.l2 > 0.0) {
            for (k, eta) in rates.iter().enumerate() {
                let h = self.curvature(k, *eta);
                let elapsed = match h {
                    0.0 => 0.0,
                    h if terms.l2 > 0.0 => missed * libm::log1p(terms.l2 / h),
                    h => missed / h,
                };
                let left = Euclidean.decay(self.weights[k], elapsed, terms.l1, terms.l2);
                self.weights[k] = terms.set.clip(left);
            }
        }
        self.clock = now;
    }

    /// Lets the scale grow to a value's.
    pub fn grow(&mut self, value: f64, set: Interval) {
        self.scale = grown(&mut self.weights, self.scale, value, set);
    }
}

/// The weights under a scale that grows to a value's, which is given: a normalised lane's weight on x/s stays where it is, so that the one on x falls.
pub fn grown(weights: &mut [f64; LANES], scale: f64, value: f64, set: Interval) -> f64 {
    let size = value.abs().max(f64::SMALLEST);
    if size <= scale {
        return scale;
    }
    if scale > 0.0 {
        let down = scale / size;
        for (weight, _) in weights.iter_mut().zip(GRID).filter(|(_, lane)| lane.normalised) {
            *weight = set.clip(*weight * down);
        }
    }
    size
}
