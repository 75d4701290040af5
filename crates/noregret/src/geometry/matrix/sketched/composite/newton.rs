//! Newton's method for the point of a step under penalties, in as many numbers as there are directions.
//!
//! F(a) = a - U'(b(a) - v) = 0,   b(a) = prox_{R/h}(v - U a/h).
//!
//! F is strongly monotone and piecewise linear, with the Jacobian I + U'P U/h, P the derivative of the
//! prox. It is the gradient of a convex function, so a line search along Newton's direction makes the
//! method converge from anywhere; at the root the pieces are right and the last step is exact.
//! Weakness: where U/h is so large that rounding hides the root along some direction, it stops short.
//! Reference: semismooth Newton for composite metrics, Milzarek and Ulbrich 2014.

use super::Step;
use crate::sketch::{add_scaled, cholesky, dot};

/// The most steps, and the most points looked at along one.
pub const MOST_STEPS: usize = 60;
const MOST_LOOKS: usize = 60;

/// An a, and what it gives.
struct Trial {
    a: Vec<f64>,
    /// F(a), which is sought to be 0.
    f: Vec<f64>,
    /// b(a), the point that goes with a.
    point: Vec<f64>,
}

impl Step<'_> {
    /// The point, the steps to it, and whether F is 0 there but for rounding, along every direction by
    /// itself.
    pub fn by_newton(&self) -> (Vec<f64>, usize, bool) {
        let mut now = self.at(vec![0.0; self.factor.width]);
        let mut off = self.excess(&now);
        for steps in 0..MOST_STEPS {
            if off <= 1.0 {
                return (now.point, steps, true);
            }
            let lower = cholesky::factor(&self.jacobian(&now.a), 0.5);
            let direction = cholesky::solve(&lower, &now.f);
            let (next, whole) = self.search(&now, &direction);
            let closer = self.excess(&next);
            // On the right pieces a whole step is exact: if it comes no closer, what is left is rounding.
            if !closer.is_finite() || next.a == now.a || (whole && closer >= off) {
                return (now.point, steps, false);
            }
            (now, off) = (next, closer);
        }
        (now.point, MOST_STEPS, off <= 1.0)
    }

    fn at(&self, a: Vec<f64>) -> Trial {
        let mut f = a.clone();
        let mut point = Vec::with_capacity(self.target.len());
        for (i, &target) in self.target.iter().enumerate() {
            let (b, _) = self.penalty.prox(target - dot(self.row(i), &a) / self.base, self.base);
            point.push(b);
            add_scaled(&mut f, target - b, self.row(i));
        }
        Trial { a, f, point }
    }

    /// The lower triangle of the Jacobian of F, row by row.
    fn jacobian(&self, a: &[f64]) -> Vec<Vec<f64>> {
        let h = self.base;
        let mut lower: Vec<Vec<f64>> = (0..a.len()).map(|i| vec![0.0; i + 1]).collect();
        for (i, &target) in self.target.iter().enumerate() {
            let u = self.row(i);
            let (_, slope) = self.penalty.prox(target - dot(u, a) / h, h);
            if slope > 0.0 {
                lower.iter_mut().zip(u).for_each(|(row, v)| add_scaled(row, slope / h * v, u));
            }
        }
        lower.iter_mut().enumerate().for_each(|(p, row)| row[p] += 1.0);
        lower
    }

    /// How many times the rounding of its terms F is, along the worst direction.
    fn excess(&self, Trial { a, f, point }: &Trial) -> f64 {
        let mut noise: Vec<f64> = a.iter().map(|a| a.abs()).collect();
        for (i, (b, t)) in point.iter().zip(self.target).enumerate() {
            let size = b.abs() + t.abs();
            noise.iter_mut().zip(self.row(i)).for_each(|(sum, u)| *sum += size * u.abs());
        }
        let ratio =
            |(f, noise): (&f64, &f64)| if *f == 0.0 { 0.0 } else { f.abs() / (4.0 * f64::EPSILON * noise) };
        f.iter().zip(&noise).map(ratio).fold(0.0, |most, ratio| if ratio <= most { most } else { ratio })
    }

    /// A point down a direction, and whether it is a whole step away.
    ///
    /// The product of F with the direction rises from below 0 along it. The search ends where that is
    /// well on its way to 0, or beyond by no more than it began before.
    fn search(&self, from: &Trial, direction: &[f64]) -> (Trial, bool) {
        let start = dot(&from.f, direction);
        let (mut before, mut beyond) = ((0.0, -start), None);
        let mut length = 1.0;
        let mut looks = 0;
        loop {
            looks += 1;
            let mut a = from.a.clone();
            add_scaled(&mut a, -length, direction);
            let next = self.at(a);
            let found = (next, length == 1.0);
            let slope = -dot(&found.0.f, direction);
            if slope <= 0.5 * start && (slope >= -0.5 * start || beyond.is_none()) {
                return found;
            }
            if slope < 0.0 {
                before = (length, slope)
            } else {
                beyond = Some((length, slope))
            }
            let Some((far, above)) = beyond else { return found };
            let (near, below) = before;
            // Not a number is no reason to go on either.
            if (far - near).is_nan() || far - near <= 1e-14 || looks == MOST_LOOKS {
                return found;
            }
            let share = (-below / (above - below)).clamp(0.05, 0.95);
            length = near + share * (far - near);
        }
    }
}
