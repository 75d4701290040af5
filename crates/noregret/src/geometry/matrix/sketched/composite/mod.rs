//! A step under H with penalties or a box: the nearest point in the norm of H, penalties counted in.
//!
//! b = argmin_b R(b) + 1/2 |b - v|_H^2,   H = h I + U U',   R = l1|b|_1 + l2/2 |b|^2 over a box.
//!
//! With a = U'(b - v), of as many numbers as there are directions, b = prox_{R/h}(v - U a/h) coordinate by
//! coordinate: so b is known once a is. Two methods find it, neither in closed form:
//!
//! * [`newton`] solves for a. It is fast, and ends where rounding hides the root along some direction.
//! * [`faces`] goes from there face by face, each of them a least-squares problem ([`ridge`]).
//!
//! What cannot be told to its last digits by either is refused.
//! Weakness: O(coordinates) a round, also where an example has few features.
//! Reference: semismooth Newton for composite metrics, Milzarek and Ulbrich 2014; Nocedal and Wright,
//! Numerical Optimization, 16.5 and 16.7; the use for sketches is this project's.

#[cfg(test)]
mod exact;
mod faces;
mod newton;
mod ridge;
#[cfg(test)]
mod tests;

use crate::rule::interval::Interval;

/// R: a box and penalties, the same for every coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Penalty {
    /// The box, perhaps all numbers.
    pub set: Interval,
    /// The factor of |b|_1.
    pub l1: f64,
    /// The factor of |b|^2/2.
    pub l2: f64,
}

impl Penalty {
    /// Whether it is 0 everywhere.
    pub fn trivial(&self) -> bool {
        !self.shrinks() && !self.set.lo.is_finite() && !self.set.hi.is_finite()
    }

    /// Whether it is more than a box.
    pub fn shrinks(&self) -> bool {
        self.l1 != 0.0 || self.l2 != 0.0
    }

    /// The same, so many times.
    pub fn times(self, k: f64) -> Self {
        Self { set: self.set, l1: k * self.l1, l2: k * self.l2 }
    }

    /// argmin_b l1|b| + l2/2 b^2 + h/2 (b - t)^2 in the box, and its derivative in t.
    fn prox(self, t: f64, h: f64) -> (f64, f64) {
        let shrunk = (t.abs() * h - self.l1).max(0.0) / (h + self.l2);
        let b = shrunk.copysign(t);
        let clipped = self.set.clip(b);
        (clipped, if shrunk > 0.0 && clipped == b { h / (h + self.l2) } else { 0.0 })
    }
}

/// Rows of U, one a coordinate.
pub struct Factor {
    /// The entries, `width` a coordinate.
    pub entries: Vec<f64>,
    /// How many columns U has.
    pub width: usize,
}

/// What is to be minimised.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// v: what the point would be without R.
    pub target: &'a [f64],
    /// U, a row for every coordinate.
    pub factor: &'a Factor,
    /// h, the curvature outside of U.
    pub base: f64,
    /// R, times the rate.
    pub penalty: Penalty,
}

impl Step<'_> {
    /// Row i of U.
    fn row(&self, i: usize) -> &[f64] {
        &self.factor.entries[i * self.factor.width..][..self.factor.width]
    }
}

/// A point, and what finding it took.
pub struct Solution {
    /// The minimum b.
    pub point: Vec<f64>,
    /// Newton's steps, and faces tried.
    #[cfg_attr(not(test), allow(dead_code, reason = "asked by tests"))]
    pub steps: usize,
}

/// The point b; `None` if it cannot be told to its last digits.
pub fn solve(step: Step<'_>) -> Option<Solution> {
    let (point, steps, settled) = step.by_newton();
    if settled {
        return Some(Solution { point, steps });
    }
    // From a point that is not a number there is nothing to learn.
    let start = if point.iter().all(|b| b.is_finite()) { &point } else { step.target };
    step.by_faces(start).map(|Solution { point, steps: faces }| Solution { point, steps: steps + faces })
}
