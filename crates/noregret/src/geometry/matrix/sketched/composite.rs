//! A step under a matrix with penalties or a box: the nearest point, in the metric of H, once R has its say.
//!
//! b = argmin_b R(b) + 1/2 |b - v|_H^2,   H = h I + U U',   R = l1|b|_1 + l2/2 |b|^2 over a box.
//!
//! With a = U'(b - v), of as many numbers as there are directions, b = prox_{R/h}(v - U a/h) coordinate by coordinate: one equation in a,
//! F(a) = a - U'(b(a) - v) = 0, strongly monotone and piecewise linear, with the Jacobian I + U'P U/h, P the derivative of the prox. Newton's
//! method on its pieces, with a line search (F is the gradient of a convex function); at the root the pieces are right and the last step is exact.
//! Reference: semismooth Newton for composite metrics, Milzarek and Ulbrich 2014; the use for sketches is this project's.

use crate::set::Interval;
use crate::sketch::{add_scaled, cholesky, dot};

/// R over a box, already multiplied with the rate.
#[derive(Clone, Copy, Debug)]
pub struct Penalty {
    /// The box.
    pub set: Interval,
    /// The factor of |b|_1.
    pub l1: f64,
    /// The factor of |b|^2/2.
    pub l2: f64,
}

impl Penalty {
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
    /// Columns.
    pub width: usize,
}

/// A point, and what finding it took.
pub struct Solution {
    /// b.
    pub point: Vec<f64>,
    /// Newton's steps.
    #[cfg_attr(not(test), allow(dead_code, reason = "asked by tests"))]
    pub steps: usize,
}

/// More steps than any case was seen to take.
const MOST_STEPS: usize = 100;

/// The point b.
pub fn solve(v: &[f64], u: &Factor, h: f64, penalty: Penalty) -> Solution {
    let k = u.width;
    let row = |i: usize| &u.entries[i * k..][..k];
    // F, the point and the Jacobian at a.
    let evaluate = |a: &[f64], point: &mut Vec<f64>| -> Vec<f64> {
        let mut f = a.to_vec();
        point.clear();
        for (i, &target) in v.iter().enumerate() {
            let (b, _) = penalty.prox(target - dot(row(i), a) / h, h);
            point.push(b);
            add_scaled(&mut f, target - b, row(i));
        }
        f
    };
    let jacobian = |a: &[f64]| -> Vec<Vec<f64>> {
        let mut j: Vec<Vec<f64>> = (0..k).map(|i| vec![0.0; i + 1]).collect();
        for (i, &target) in v.iter().enumerate() {
            let (_, slope) = penalty.prox(target - dot(row(i), a) / h, h);
            if slope > 0.0 {
                let r = row(i);
                j.iter_mut().enumerate().for_each(|(p, line)| add_scaled(line, slope / h * r[p], r));
            }
        }
        j.iter_mut().enumerate().for_each(|(p, line)| line[p] += 1.0);
        j
    };
    let size = |f: &[f64]| dot(f, f);
    let (mut a, mut point) = (vec![0.0; k], Vec::new());
    let mut f = evaluate(&a, &mut point);
    // F is known to the rounding of the terms it sums.
    let noise = |a: &[f64], point: &[f64]| -> f64 {
        let terms = point.iter().zip(v).enumerate();
        let squares = terms.map(|(i, (b, t))| {
            let shift = dot(row(i), a) / h;
            (b * b + t * t + shift * shift) * dot(row(i), row(i))
        });
        let squares = squares.sum::<f64>();
        4.0 * f64::EPSILON * (squares + size(a)).sqrt()
    };
    let mut steps = 0;
    while steps < MOST_STEPS && size(&f).sqrt() > noise(&a, &point) {
        steps += 1;
        let l = cholesky::factor(&jacobian(&a), 0.5);
        let direction = cholesky::solve(&l, &f);
        // F is the gradient of a convex function of a: along the direction its product with F rises from below 0, and the step ends where it
        // is well on its way to 0, or beyond by no more than it began before.
        let start = dot(&f, &direction);
        let (mut before, mut beyond) = ((0.0, -start), None);
        let mut length = 1.0;
        let (mut next, mut at_next, mut point_next);
        loop {
            next = a.clone();
            add_scaled(&mut next, -length, &direction);
            point_next = Vec::with_capacity(v.len());
            at_next = evaluate(&next, &mut point_next);
            let slope = -dot(&at_next, &direction);
            if slope <= 0.5 * start && (slope >= -0.5 * start || beyond.is_none()) {
                break;
            }
            if slope < 0.0 {
                before = (length, slope)
            } else {
                beyond = Some((length, slope))
            }
            let Some((far, above)) = beyond else { break };
            let (near, below) = before;
            if far - near <= 1e-14 {
                break;
            }
            let share = (-below / (above - below)).clamp(0.05, 0.95);
            length = near + share * (far - near);
        }
        // No progress: what is left is rounding.
        if next == a {
            break;
        }
        (a, f, point) = (next, at_next, point_next);
    }
    Solution { point, steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The optimality conditions: 0 in H(b - v) + dR(b) + the normal cone of the box.
    fn assert_optimal(v: &[f64], u: &Factor, h: f64, penalty: Penalty) -> usize {
        let Solution { point, steps } = solve(v, u, h, penalty);
        let k = u.width;
        let row = |i: usize| &u.entries[i * k..][..k];
        let mut a = vec![0.0; k];
        let mut size = 0.0_f64;
        for i in 0..v.len() {
            add_scaled(&mut a, point[i] - v[i], row(i));
            size = size.max(v[i].abs() * (h + dot(row(i), row(i))));
        }
        let tolerance = 1e-9 * (size + penalty.l1 + penalty.l2);
        for i in 0..v.len() {
            let b = point[i];
            let g = h * (b - v[i]) + dot(row(i), &a) + penalty.l2 * b;
            // -g must be in [low, high]: l1's subdifferential plus the normal cone.
            let (mut low, mut high) = if b == 0.0 {
                (-penalty.l1, penalty.l1)
            } else {
                (penalty.l1.copysign(b), penalty.l1.copysign(b))
            };
            if b == penalty.set.hi {
                high = f64::INFINITY;
            }
            if b == penalty.set.lo {
                low = f64::NEG_INFINITY;
            }
            assert!(
                -g >= low - tolerance && -g <= high + tolerance,
                "coordinate {i}: {g} of {v:?} in {steps} steps"
            );
        }
        steps
    }

    proptest! {
        #[test]
        fn the_point_is_optimal(
            v in prop::collection::vec(-3.0..3.0f64, 1..30),
            entries in prop::collection::vec(-2.0..2.0f64, 150),
            spread in prop::collection::vec(-3.0..2.0f64, 5),
            k in 0usize..6, h in -4.0..2.0f64, l1 in 0.0..1.0f64, l2 in 0.0..1.0f64, boxed in 0..3u8, strength in -3.0..2.0f64,
        ) {
            let h = libm::pow(10.0, h);
            let strength = libm::pow(10.0, strength);
            let entries = (0..v.len() * k).map(|i| entries[i] * libm::pow(10.0, spread[i % k])).collect();
            let set = match boxed {
                0 => Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY },
                1 => Interval { lo: -0.5, hi: 0.5 },
                _ => Interval { lo: 0.25, hi: 1.5 },
            };
            let steps = assert_optimal(&v, &Factor { entries, width: k }, h, Penalty { set, l1: l1 * strength, l2: l2 * strength });
            prop_assert!(steps <= 60, "{} steps", steps);
        }
    }

    #[test]
    fn l2_alone_takes_one_step() {
        let u = Factor { entries: vec![1.0, 2.0, -1.0, 0.5, 3.0, 1.0], width: 2 };
        let set = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        let steps = assert_optimal(&[1.0, -2.0, 0.5], &u, 0.3, Penalty { set, l1: 0.0, l2: 0.7 });
        assert!(steps <= 2, "{steps}");
    }
}
