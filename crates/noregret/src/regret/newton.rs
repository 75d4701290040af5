//! Projected Newton steps over the box, with l1 by orthants.
//!
//! A coordinate at an end of its interval that the gradient presses against that end is held; so is one at 0 that l1 holds there. Within the orthant of the point (for l1) and
//! the box, the rest take Newton's direction and are clipped: w(a) = clip(w + a d), a = 1, 1/2, 1/4, ... until the value falls enough. Coordinates about to reach an end
//! go there by themselves, each scaled by its own curvature, so that the direction of the others is not spoilt by them. With few features the step goes instead
//! towards the minimum of the quadratic model over the whole box (`model.rs`), which finds all the ends at once.
//! Reference: Bertsekas 1982; Andrew and Gao 2007 for the orthants.

use super::direction::System;
use super::model::{Model, is_small};
use super::problem::{Coordinate, Problem};
use super::surrogate::Surrogate;
use super::transcript::Row;

/// A point and what is known there.
pub(super) struct State {
    pub w: Vec<f64>,
    pub margins: Vec<f64>,
    /// The slope of every round's loss (or surrogate).
    pub slopes: Vec<f64>,
    /// h times its second derivative.
    pub bends: Vec<f64>,
    /// sum_t h_t slope_t x_t.
    pub u: Vec<f64>,
    /// The surrogate's value, penalty included.
    pub value: f64,
    /// Passes over the data so far.
    pub passes: u64,
}

/// What keeps a step from being taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Taken,
    Stalled,
}

impl State {
    pub fn new(problem: &Problem<'_>, surrogate: &Surrogate, w: Vec<f64>) -> Self {
        let margins = problem.margins(&w);
        let (rounds, features) = (margins.len(), w.len());
        let mut state = Self {
            w,
            margins,
            slopes: vec![0.0; rounds],
            bends: vec![0.0; rounds],
            u: vec![0.0; features],
            value: 0.0,
            passes: 1,
        };
        state.refresh(problem, surrogate);
        state
    }

    /// Looks at the losses anew, after the point or the surrogate changed.
    pub fn refresh(&mut self, problem: &Problem<'_>, surrogate: &Surrogate) {
        self.u.fill(0.0);
        self.value = problem.penalty(&self.w);
        for (t, row) in problem.rows().enumerate() {
            let part = surrogate.part(problem.loss, t, self.margins[t], row.y);
            self.value += row.h * part.value;
            self.slopes[t] = part.slope;
            self.bends[t] = row.h * part.bend;
            if part.slope != 0.0 {
                row.add_to(&mut self.u, row.h * part.slope);
            }
        }
        self.passes += 1;
    }

    /// How much lower the linearized losses reach within the box: sum_i u_i w_i + R_i(w_i) - min_i. Zero at the best point alone.
    pub fn gap(&self, problem: &Problem<'_>) -> f64 {
        let price = |i: usize, w: f64| self.u[i] * w + problem.coordinates[i].penalty(w);
        let gap = |i: usize| price(i, self.w[i]) - price(i, problem.coordinates[i].minimiser(self.u[i]));
        (0..self.w.len()).map(gap).sum()
    }

    /// Takes one Newton step on the surrogate.
    pub fn step(&mut self, problem: &Problem<'_>, surrogate: &Surrogate, forcing: f64) -> Step {
        if is_small(problem) {
            let target = Model::new(problem, &self.w, &self.u, &self.bends).minimise(0.1 * forcing);
            self.passes += 1;
            if self.towards(problem, surrogate, target) {
                return Step::Taken;
            }
        }
        self.projected(problem, surrogate, forcing)
    }

    /// Goes towards a point of the box as far as the value falls by a part of what the gradient promises.
    fn towards(&mut self, problem: &Problem<'_>, surrogate: &Surrogate, target: Vec<f64>) -> bool {
        let promise = |(i, c): (usize, &Coordinate)| {
            let moved = target[i] - self.w[i];
            (self.u[i] + c.l2 * self.w[i]) * moved + c.l1 * (target[i].abs() - self.w[i].abs())
        };
        let promised: f64 = problem.coordinates.iter().enumerate().map(promise).sum();
        if !(promised < 0.0 && promised.is_finite()) {
            return false;
        }
        let there = problem.margins(&target);
        self.passes += 1;
        let mut length = 1.0;
        for _ in 0..20 {
            let between = |a: f64, b: f64| if length == 1.0 { b } else { a + length * (b - a) };
            let pairs = self.w.iter().zip(&target).zip(&problem.coordinates);
            let next: Vec<f64> = pairs.map(|((&a, &b), c)| c.clip(between(a, b))).collect();
            let margins: Vec<f64> = self.margins.iter().zip(&there).map(|(&a, &b)| between(a, b)).collect();
            let value = self.value_at(problem, surrogate, &next, &margins);
            if value <= self.value + 1e-4 * length * promised {
                // The margins of a shortened step are worked out anew, so that errors do not add up.
                self.margins = if length == 1.0 { margins } else { problem.margins(&next) };
                self.w = next;
                self.refresh(problem, surrogate);
                return true;
            }
            length *= 0.5;
        }
        false
    }

    fn value_at(&self, problem: &Problem<'_>, surrogate: &Surrogate, w: &[f64], margins: &[f64]) -> f64 {
        let parts = problem.rows().zip(margins).enumerate();
        let loss = |(t, (row, &p)): (usize, (Row<'_>, &f64))| {
            row.h * surrogate.part(problem.loss, t, p, row.y).value
        };
        parts.map(loss).sum::<f64>() + problem.penalty(w)
    }

    /// A step along a clipped direction.
    fn projected(&mut self, problem: &Problem<'_>, surrogate: &Surrogate, forcing: f64) -> Step {
        let n = self.w.len();
        let mut diagonal = vec![0.0; n];
        for (row, &bend) in problem.rows().zip(&self.bends) {
            if bend != 0.0 {
                for (&i, &x) in row.ids.iter().zip(row.values) {
                    diagonal[i as usize] += bend * x * x;
                }
            }
        }
        self.passes += 1;
        let (mut gradient, mut extra, mut room) = (vec![0.0; n], vec![0.0; n], vec![(0.0, 0.0); n]);
        let (mut free, mut alone) = (Vec::new(), Vec::new());
        for (i, c) in problem.coordinates.iter().enumerate() {
            let w = self.w[i];
            let g = self.u[i] + c.l2 * w;
            let (g, lo, hi) = if c.l1 == 0.0 {
                (g, c.lo, c.hi)
            } else if w > 0.0 || (w == 0.0 && g + c.l1 < 0.0) {
                (g + c.l1, c.lo.max(0.0), c.hi)
            } else if w < 0.0 || (w == 0.0 && g - c.l1 > 0.0) {
                (g - c.l1, c.lo, c.hi.min(0.0))
            } else {
                (0.0, w, w)
            };
            if g == 0.0 || (w <= lo && g > 0.0) || (w >= hi && g < 0.0) {
                room[i] = (w, w);
                continue;
            }
            // Where the losses are straight only this keeps the step within the box's width.
            extra[i] = c.l2 + 1e-3 * g.abs() / (hi - lo) + f64::MIN_POSITIVE;
            diagonal[i] += extra[i];
            (gradient[i], room[i]) = (g, (lo, hi));
            let near = (g.abs() / diagonal[i]).min(1e-3 * (hi - lo));
            let beside = if g > 0.0 { w - lo <= near } else { hi - w <= near };
            if beside { alone.push(i as u32) } else { free.push(i as u32) }
        }
        let system = System {
            problem,
            bends: &self.bends,
            free: &free,
            extra: &extra,
            diagonal: &diagonal,
            gradient: &gradient,
        };
        let mut d = if free.is_empty() {
            vec![0.0; n]
        } else if system.is_small() {
            self.passes += 1;
            system.factored()
        } else {
            let (d, passes) = system.iterated(forcing, 200);
            self.passes += passes;
            d
        };
        for &i in &alone {
            let i = i as usize;
            d[i] = -gradient[i] / diagonal[i];
        }
        if self.search(problem, surrogate, &d, &gradient, &room, 25) {
            return Step::Taken;
        }
        for &i in &free {
            let i = i as usize;
            d[i] = -gradient[i] / diagonal[i];
        }
        let found = self.search(problem, surrogate, &d, &gradient, &room, 60);
        if found { Step::Taken } else { Step::Stalled }
    }

    /// Goes along the clipped direction as far as the value falls by a part of what the gradient promises.
    fn search(
        &mut self,
        problem: &Problem<'_>,
        surrogate: &Surrogate,
        d: &[f64],
        gradient: &[f64],
        room: &[(f64, f64)],
        trials: u32,
    ) -> bool {
        let mut length = 1.0;
        for _ in 0..trials {
            let mut promised = 0.0;
            let coordinate = |i: usize| {
                let w = self.w[i];
                let moved = (w + length * d[i]).max(room[i].0).min(room[i].1);
                if moved.is_finite() { moved } else { w }
            };
            let next: Vec<f64> = (0..d.len()).map(coordinate).collect();
            for i in 0..d.len() {
                promised += gradient[i] * (next[i] - self.w[i]);
            }
            if promised < 0.0 {
                let margins = problem.margins(&next);
                self.passes += 1;
                let value = self.value_at(problem, surrogate, &next, &margins);
                if value <= self.value + 1e-4 * promised {
                    (self.w, self.margins) = (next, margins);
                    self.refresh(problem, surrogate);
                    return true;
                }
            }
            length *= 0.5;
        }
        false
    }
}
