//! The problem of the best fixed point: some rounds of a transcript, a loss, and every coordinate's interval and penalty.
//!
//!   P(w) = sum_t h_t l(w . x_t, y_t) + T (l1 |w|_1 + l2/2 |w|^2)   over the box,   T the rounds.
//!
//! Where the box is open a penalty holds the best point: P(w*) <= P(v) for any v, and no loss is below its least value, so l1 |w*_i| and l2/2 w*_i^2 are
//! at most (P(v) - sum of least values)/T, and the box is closed there. Nothing is lost by it.

use super::rivals::Rivals;
use super::sum::Sum;
use super::transcript::{Row, Transcript};
use crate::loss::Loss;
use std::ops::Range;

/// A coordinate's interval, and its penalties over all rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coordinate {
    pub lo: f64,
    pub hi: f64,
    pub l1: f64,
    pub l2: f64,
}

impl Coordinate {
    #[inline]
    pub fn clip(&self, w: f64) -> f64 {
        w.max(self.lo).min(self.hi)
    }

    /// The largest magnitude of a weight.
    pub fn reach(&self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    #[inline]
    pub fn penalty(&self, w: f64) -> f64 {
        self.l1 * w.abs() + 0.5 * self.l2 * w * w
    }

    /// The w that minimises u w + l1 |w| + l2/2 w^2 on the interval, one of four places.
    pub fn minimiser(&self, u: f64) -> f64 {
        let price = |w: f64| u * w + self.penalty(w);
        let mut best = self.clip(0.0);
        let flat = if self.l2 > 0.0 { self.clip(soft(-u, self.l1) / self.l2) } else { best };
        for w in [flat, self.lo, self.hi] {
            if price(w) < price(best) {
                best = w;
            }
        }
        best
    }
}

/// sign(v) max(0, |v| - k).
pub(super) fn soft(v: f64, k: f64) -> f64 {
    if v > k {
        v - k
    } else if v < -k {
        v + k
    } else {
        0.0
    }
}

/// Some rounds of a transcript with what a fixed point pays and may not leave.
pub(super) struct Problem<'a> {
    pub transcript: &'a Transcript,
    pub rounds: Range<usize>,
    pub loss: Loss,
    pub coordinates: Vec<Coordinate>,
}

impl<'a> Problem<'a> {
    /// The problem, with every coordinate's interval bounded.
    pub fn new(transcript: &'a Transcript, rounds: Range<usize>, loss: Loss, rivals: &Rivals) -> Self {
        let length = rounds.len() as f64;
        let coordinate = |id: usize| {
            let terms = rivals.terms(transcript.group(id));
            Coordinate { lo: terms.set.lo, hi: terms.set.hi, l1: length * terms.l1, l2: length * terms.l2 }
        };
        let coordinates = (0..transcript.features()).map(coordinate).collect();
        let mut problem = Self { transcript, rounds, loss, coordinates };
        if problem.coordinates.iter().any(|c| !(c.hi - c.lo).is_finite()) {
            problem.close();
        }
        problem
    }

    fn close(&mut self) {
        let spare = (self.upper(&self.origin()) - self.least()).max(0.0);
        for c in &mut self.coordinates {
            let by_l1 = if c.l1 > 0.0 { spare / c.l1 } else { f64::INFINITY };
            let by_l2 = if c.l2 > 0.0 { (2.0 * spare / c.l2).sqrt() } else { f64::INFINITY };
            // Wider by far than any rounding above.
            let reach = (1.0 + 1e-9) * by_l1.min(by_l2) + f64::MIN_POSITIVE;
            c.lo = c.lo.max(-reach);
            c.hi = c.hi.min(reach);
        }
    }

    /// The point of the box nearest zero.
    pub fn origin(&self) -> Vec<f64> {
        self.coordinates.iter().map(|c| c.clip(0.0)).collect()
    }

    /// A number no point's total loss is below.
    pub fn least(&self) -> f64 {
        let mut sum = Sum::default();
        for row in self.rows() {
            let least = row.h * self.loss.least(row.y);
            sum.add_within(least, f64::EPSILON * least.abs());
        }
        if sum.value() == 0.0 { 0.0 } else { sum.low() }
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let transcript = self.transcript;
        self.rounds.clone().map(move |t| transcript.row(t))
    }

    /// The margins of a point.
    pub fn margins(&self, w: &[f64]) -> Vec<f64> {
        self.rows().map(|row| row.dot(w)).collect()
    }

    /// P(w) as nearly as plain sums have it, from w's margins.
    pub fn value(&self, w: &[f64], margins: &[f64]) -> f64 {
        let losses: f64 = self.rows().zip(margins).map(|(row, &p)| row.h * self.loss.value(p, row.y)).sum();
        losses + self.penalty(w)
    }

    /// T R(w).
    pub fn penalty(&self, w: &[f64]) -> f64 {
        self.coordinates.iter().zip(w).map(|(c, &w)| c.penalty(w)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimiser_minimises() {
        for (l1, l2) in [(0.0, 0.0), (0.5, 0.0), (0.0, 2.0), (0.7, 1.5)] {
            for (lo, hi) in [(-1.0, 2.0), (0.25, 0.5), (-3.0, -1.0)] {
                let c = Coordinate { lo, hi, l1, l2 };
                for u in [-5.0, -0.6, 0.0, 0.1, 0.9, 4.0] {
                    let price = |w: f64| u * w + c.penalty(w);
                    let best = price(c.minimiser(u));
                    for k in 0..=1000 {
                        assert!(best <= price(lo + (hi - lo) * f64::from(k) / 1000.0) + 1e-15, "{c:?} {u}");
                    }
                }
            }
        }
    }
}
