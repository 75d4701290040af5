//! A step under a matrix with penalties or a box: the nearest point, in the metric of H, once R has its say.
//!
//! b = argmin_b R(b) + 1/2 |b - v|_H^2,   H = h I + U U',   R = l1|b|_1 + l2/2 |b|^2 over a box.
//!
//! With a = U'(b - v), of as many numbers as there are directions, b = prox_{R/h}(v - U a/h) coordinate by coordinate: one equation in a,
//! F(a) = a - U'(b(a) - v) = 0, strongly monotone and piecewise linear, with the Jacobian I + U'P U/h, P the derivative of the prox. Newton's
//! method on its pieces, with a line search (F is the gradient of a convex function); at the root the pieces are right and the last step is exact.
//! Where U/h is so large that rounding hides the root along some direction, the point is found face by face ([`faces`](super::faces)).
//! Reference: semismooth Newton for composite metrics, Milzarek and Ulbrich 2014; the use for sketches is this project's.

use super::faces::Step;
use crate::rule::interval::Interval;
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
    /// Newton's steps, and faces tried.
    #[cfg_attr(not(test), allow(dead_code, reason = "asked by tests"))]
    pub steps: usize,
}

/// The most steps of Newton's method, and the most points looked at along one.
const MOST_STEPS: usize = 60;
const MOST_LOOKS: usize = 60;

/// The point b; `None` if it cannot be told to its last digits.
pub fn solve(step: Step<'_>) -> Option<Solution> {
    let (point, steps, settled) = newton(step);
    if settled {
        return Some(Solution { point, steps });
    }
    // From a point that is not a number there is nothing to learn.
    let start = if point.iter().all(|b| b.is_finite()) { &point } else { step.target };
    step.by_faces(start).map(|Solution { point, steps: faces }| Solution { point, steps: steps + faces })
}

/// Newton's method on F: a point, the steps to it, and whether F is 0 there but for rounding, along every direction by itself.
fn newton(Step { target: v, factor: u, base: h, penalty }: Step<'_>) -> (Vec<f64>, usize, bool) {
    let k = u.width;
    let row = |i: usize| &u.entries[i * k..][..k];
    // F and the point at a.
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
    // How many times the rounding of the terms it sums F is, along the worst direction.
    let excess = |a: &[f64], f: &[f64], point: &[f64]| -> f64 {
        let mut noise: Vec<f64> = a.iter().map(|a| a.abs()).collect();
        for (i, (b, t)) in point.iter().zip(v).enumerate() {
            let size = b.abs() + t.abs();
            noise.iter_mut().zip(row(i)).for_each(|(sum, u)| *sum += size * u.abs());
        }
        let ratio =
            |(f, noise): (&f64, &f64)| if *f == 0.0 { 0.0 } else { f.abs() / (4.0 * f64::EPSILON * noise) };
        f.iter().zip(&noise).map(ratio).fold(0.0, |most, ratio| if ratio <= most { most } else { ratio })
    };
    let (mut a, mut point) = (vec![0.0; k], Vec::new());
    let mut f = evaluate(&a, &mut point);
    let mut off = excess(&a, &f, &point);
    for steps in 0..MOST_STEPS {
        if off <= 1.0 {
            return (point, steps, true);
        }
        let l = cholesky::factor(&jacobian(&a), 0.5);
        let direction = cholesky::solve(&l, &f);
        // F is the gradient of a convex function of a: along the direction its product with F rises from below 0, and the step ends where it
        // is well on its way to 0, or beyond by no more than it began before.
        let start = dot(&f, &direction);
        let (mut before, mut beyond) = ((0.0, -start), None);
        let mut length = 1.0;
        let (mut next, mut at_next, mut point_next);
        let mut looks = 0;
        loop {
            looks += 1;
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
            // Not a number is no reason to go on either.
            if (far - near).is_nan() || far - near <= 1e-14 || looks == MOST_LOOKS {
                break;
            }
            let share = (-below / (above - below)).clamp(0.05, 0.95);
            length = near + share * (far - near);
        }
        let closer = excess(&next, &at_next, &point_next);
        // On the right pieces a whole step is exact: if it comes no closer, what is left is rounding.
        if !closer.is_finite() || next == a || (length == 1.0 && closer >= off) {
            return (point, steps, false);
        }
        (a, f, point, off) = (next, at_next, point_next, closer);
    }
    (point, MOST_STEPS, off <= 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::faces::MOST_FACES;
    use super::*;
    use oracle::streams::SplitMix64;
    use proptest::prelude::*;

    /// The optimality conditions: 0 in H(b - v) + dR(b) + the normal cone of the box.
    fn assert_optimal(v: &[f64], u: &Factor, h: f64, penalty: Penalty) -> usize {
        let Solution { point, steps } =
            solve(Step { target: v, factor: u, base: h, penalty }).expect("solved");
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

    /// A step with columns of U across `spread` orders of magnitude, half of them from the target's own units.
    fn hard(random: &mut SplitMix64, most: usize, spread: f64) -> (Vec<f64>, Factor, f64, Penalty) {
        let mut whole = |n: usize| (random.uniform() * n as f64) as usize;
        let (n, kind, boxed) = (1 + whole(most), whole(3), whole(4));
        let width = whole(n.min(12) + 2);
        let mut power = |low: f64, high: f64| libm::pow(10.0, low + (high - low) * random.uniform());
        let scales: Vec<f64> = (0..n).map(|_| power(-0.5 * spread, 0.5 * spread)).collect();
        let (base, strength) = (power(-3.0, 1.0), power(-3.0, 2.0));
        let mut entries = vec![0.0; n * width];
        for (i, entry) in entries.iter_mut().enumerate() {
            *entry = if random.uniform() < 0.7 { random.signed() * scales[i / width] } else { 0.0 };
        }
        let unit = |i: usize| [1.0, 1.0 / scales[i], 30.0][kind];
        let target = (0..n).map(|i| random.signed() * unit(i)).collect();
        let set = [
            Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY },
            Interval::radius(0.5),
            Interval { lo: 0.25, hi: 1.5 },
            Interval::radius(1e-3),
        ][boxed];
        let mut some = || if random.uniform() < 0.5 { 0.0 } else { strength * random.uniform() };
        let penalty = Penalty { set, l1: some(), l2: some() };
        (target, Factor { entries, width }, base, penalty)
    }

    /// Columns from 1e-12 to 1e12 are solved; whatever the columns, the search ends.
    #[test]
    fn steps_are_counted_however_hard_the_matrix() {
        let mut random = SplitMix64::new(5);
        for (spread, all_solved) in
            [(0.0, true), (8.0, true), (16.0, true), (24.0, true), (80.0, false), (250.0, false)]
        {
            for case in 0..600 {
                let (target, factor, base, penalty) = hard(&mut random, 40, spread);
                let step = Step { target: &target, factor: &factor, base, penalty };
                match solve(step) {
                    Some(Solution { point, steps }) => {
                        assert!(steps <= MOST_STEPS + MOST_FACES, "{steps}");
                        assert!(point.iter().all(|&b| penalty.set.clip(b) == b), "outside of the box");
                    }
                    None => assert!(!all_solved, "spread {spread}, case {case}"),
                }
            }
        }
    }

    /// Against all faces in twice the digits: conditions up to 1e16 leave ten digits of the sixteen, up to 1e11 twelve.
    #[test]
    fn ill_conditioned_steps_have_their_digits() {
        let mut random = SplitMix64::new(9);
        for (spread, digits) in [(0.0, 1e-12), (4.0, 1e-12), (8.0, 1e-11), (12.0, 1e-10), (16.0, 1e-9)] {
            for case in 0..800 {
                let (target, factor, base, penalty) = hard(&mut random, 4, spread);
                let step = Step { target: &target, factor: &factor, base, penalty };
                let Some(Solution { point, .. }) = solve(step) else {
                    panic!("spread {spread}, case {case}")
                };
                let Some(exact) = super::super::exact::minimum(step) else {
                    panic!("no face is the minimum")
                };
                let size = exact.iter().fold(0.0_f64, |most, b| most.max(b.abs()));
                let off = exact.iter().zip(&point).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
                assert!(off <= digits * size, "spread {spread}, case {case}: {point:?} instead of {exact:?}");
            }
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
