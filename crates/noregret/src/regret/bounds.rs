//! The certificate: two numbers between which the least value of P lies, whatever solver found the points they are made of.
//!
//! *Above*: P(v) at any v of the box. A margin v . x computed in floats is within e = (n + 2) u sum |v_i x_i| of the true one, and a convex loss on [p - e, p + e]
//! is at most its larger value at the two ends.
//!
//! *Below*: a line under every loss (`lines.rs`), h l(p) >= h value + b (p - at) with b = h slope rounded, gives for every w of the box
//!   P(w) >= sum_t ( h value - b at ) + sum_i min over [lo_i, hi_i] of ( u_i w + l1 |w| + l2/2 w^2 ),   u = sum_t b_t x_t,
//! and the last minimum is in closed form, coordinate by coordinate. The errors counted: of value, slope and b (times the farthest p can be from the line's own
//! point: |at| + sum |x_i| reach_i), of each u_i (times reach_i), of every product, and of the sums. `at` itself has none: any number may be touched.
//! Penalties are rounded up above and down below. Everything is added by `sum.rs` and ends rounded outwards.
//!
//! Assumed and not proved: IEEE arithmetic, and `libm` within an ulp (8 times less than what is allowed for).
//! Weakness: a box so wide that u sum h |slope| |x| reach nears P leaves no digit to certify; the interval then is wide, never wrong.

use super::lines::line;
use super::problem::{Coordinate, Problem};
use super::sum::{Sum, U, two_sum};

/// The next number below, but zero stays: an absent penalty is exact.
fn down(v: f64) -> f64 {
    if v > 0.0 { v.next_down() } else { v }
}

/// The next number above, but zero stays.
fn up(v: f64) -> f64 {
    if v > 0.0 { v.next_up() } else { v }
}

impl Problem<'_> {
    /// A number P(w) is not above; w must lie in the box.
    pub fn upper(&self, w: &[f64]) -> f64 {
        let mut sum = Sum::default();
        for row in self.rows() {
            let (mut p, mut size) = (0.0, 0.0);
            for (&i, &x) in row.ids.iter().zip(row.values) {
                let part = w[i as usize] * x;
                p += part;
                size += part.abs();
            }
            let e = 1.01 * (row.ids.len() + 2) as f64 * (U * size + f64::MIN_POSITIVE);
            let worst = |p: f64| self.loss.value(p, row.y) + self.loss.value_error(p, row.y);
            let worst = match size {
                0.0 => worst(0.0),
                // Where the margin leaves the finite numbers nothing is known of it.
                _ if e.is_finite() => worst(p - e).max(worst(p + e)),
                _ => f64::INFINITY,
            };
            let part = row.h * worst;
            sum.add_within(part, 4.0 * U * part.abs());
        }
        for (c, &w) in self.coordinates.iter().zip(w) {
            let part = up(c.l1) * w.abs() + 0.5 * up(c.l2) * w * w;
            if part > 0.0 {
                sum.add_within(part, 8.0 * U * part);
            }
        }
        if sum.value() == 0.0 && sum.error() < 1e-290 { 0.0 } else { sum.high() }
    }

    /// A number no point of the box has a smaller P than, from the lines the anchors name.
    pub fn lower(&self, anchors: &[f64]) -> f64 {
        let reach: Vec<f64> = self.coordinates.iter().map(Coordinate::reach).collect();
        let mut sum = Sum::default();
        let mut gradient = Gradient::new(self.coordinates.len());
        for (row, &anchor) in self.rows().zip(anchors) {
            let line = line(self.loss, row.y, anchor);
            let b = row.h * line.slope;
            let far = row.ids.iter().zip(row.values).map(|(&i, x)| x.abs() * reach[i as usize]).sum::<f64>();
            let b_error = row.h * line.slope_error + U * b.abs();
            let value = row.h * line.value;
            sum.add_within(value, row.h * line.value_error + U * value.abs());
            let offset = b * line.at;
            sum.add_within(-offset, U * offset.abs() + 1.01 * b_error * (far + line.at.abs()));
            for (&i, &x) in row.ids.iter().zip(row.values) {
                gradient.add(i as usize, b * x);
            }
        }
        for (i, c) in self.coordinates.iter().enumerate() {
            let (u, u_error) = gradient.get(i);
            let c = Coordinate { l1: down(c.l1), l2: down(c.l2), ..*c };
            let w = c.minimiser(u);
            let parts = [u * w, c.l1 * w.abs(), 0.5 * c.l2 * w * w];
            let size: f64 = parts.iter().map(|p| p.abs()).sum();
            sum.add_within(parts.iter().sum(), 16.0 * U * size + 1.01 * u_error * reach[i]);
        }
        // No loss is below its least value, and no penalty below 0.
        sum.low().max(self.least())
    }
}

/// u = sum b x by compensated sums, a coordinate at a time.
struct Gradient {
    high: Vec<f64>,
    low: Vec<f64>,
    size: Vec<f64>,
    terms: Vec<u32>,
}

impl Gradient {
    fn new(features: usize) -> Self {
        let zero = vec![0.0; features];
        Self { high: zero.clone(), low: zero.clone(), size: zero, terms: vec![0; features] }
    }

    #[inline]
    fn add(&mut self, i: usize, term: f64) {
        let (sum, lost) = two_sum(self.high[i], term);
        self.high[i] = sum;
        self.low[i] += lost;
        self.size[i] += term.abs();
        self.terms[i] = self.terms[i].saturating_add(1);
    }

    /// u_i and its error: each product rounded once, then added.
    fn get(&self, i: usize) -> (f64, f64) {
        let u = self.high[i] + self.low[i];
        let n = f64::from(self.terms[i]) + 2.0;
        let error = U * u.abs() + (U + n * U * n * U) * self.size[i];
        (u, 1.01 * error + n * f64::MIN_POSITIVE)
    }
}
