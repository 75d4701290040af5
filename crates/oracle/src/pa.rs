//! Passive-aggressive learning: the smallest move that repairs the hinge loss of the example.
//!
//! With `loss = max(0, 1 - y w.x)`:  `w += tau y x`, where
//! * `pa`: `tau = loss / |x|^2`;
//! * `pa1`: `tau = min(C, loss / |x|^2)`;
//! * `pa2`: `tau = loss / (|x|^2 + 1/(2C))`;
//!
//! then clip to the box. Importance multiplies `C`; `pa` has none to multiply and takes every `h > 0` alike.
//! An example without features teaches nothing.
//!
//! Crammer et al. 2006.
use crate::merge::{Merge, Say, weighed};
use crate::{Loss, Terms, Twin, dot};

#[derive(Clone, Copy)]
enum Kind {
    Pa,
    Pa1,
    Pa2,
}

/// The twin of `pa`, `pa1` and `pa2`.
#[derive(Clone)]
pub struct Pa {
    kind: Kind,
    c: f64,
    terms: Terms,
    t: u64,
    w: Vec<f64>,
}

fn new(dim: usize, terms: Terms, kind: Kind, c: f64) -> Pa {
    let terms = terms.of_dim(dim).unpenalised();
    Pa { kind, c, t: 0, w: terms.origin(), terms }
}

/// The full repair.
pub fn pa(dim: usize, terms: Terms) -> Pa {
    new(dim, terms, Kind::Pa, f64::INFINITY)
}

/// The repair with a step of at most `c`.
pub fn pa1(dim: usize, terms: Terms, c: f64) -> Pa {
    new(dim, terms, Kind::Pa1, c)
}

/// The repair with a squared slack of weight `c`.
pub fn pa2(dim: usize, terms: Terms, c: f64) -> Pa {
    new(dim, terms, Kind::Pa2, c)
}

impl Twin for Pa {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        let norm2 = dot(x, x);
        self.t += u64::from(h != 0.0);
        if h == 0.0 || norm2 == 0.0 {
            return;
        }
        let loss = Loss::Hinge.value(self.margin(x), y);
        let c = self.c * h;
        let tau = match self.kind {
            Kind::Pa => loss / norm2,
            Kind::Pa1 => c.min(loss / norm2),
            Kind::Pa2 => loss / (norm2 + 1.0 / (2.0 * c)),
        };
        for i in 0..x.len() {
            self.w[i] = self.terms.clip(i, self.w[i] + tau * y * x[i]);
        }
    }
}

impl Merge for Pa {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let say = |part: &Self, i: usize| {
            let rounds = (part.t - start.t) as f64;
            Say { w: part.w[i], added: if part.w[i] == start.w[i] { 0.0 } else { rounds }, rounds }
        };
        let says = |i: usize| parts.iter().map(|part| say(part, i)).collect::<Vec<_>>();
        Self { w: (0..start.w.len()).map(|i| weighed(start.w[i], &says(i))).collect(), ..start.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assert_close;

    fn two_rounds(mut twin: Pa, h: f64) -> Pa {
        twin.learn(&[1.0, 1.0], 1.0, h);
        twin.learn(&[0.0, 0.0], 1.0, h);
        twin.learn(&[1.0, 1.0], -1.0, 0.0);
        twin.learn(&[2.0, 0.0], -1.0, h);
        twin
    }

    #[test]
    fn two_rounds_by_hand() {
        // tau = 1/2, then loss 2 / 4 = 1/2
        assert_close(&two_rounds(pa(2, Terms::free(2)), 3.0).point(), &[-0.5, 0.5]);
        // tau = 1/4 twice: C binds both times
        assert_close(&two_rounds(pa1(2, Terms::free(2), 0.25), 1.0).point(), &[-0.25, 0.25]);
        assert_close(&two_rounds(pa1(2, Terms::free(2), 0.125), 2.0).point(), &[-0.25, 0.25]);
        // 1/(2C) = 1: tau = 1/3, then loss 5/3 / 5 = 1/3
        let third = 1.0 / 3.0;
        assert_close(&two_rounds(pa2(2, Terms::free(2), 0.5), 1.0).point(), &[-third, third]);
        assert_close(&two_rounds(pa2(2, Terms::free(2), 0.25), 2.0).point(), &[-third, third]);
    }

    #[test]
    fn box_clips() {
        assert_close(&two_rounds(pa(2, Terms::cube(2, -0.1, 0.4)), 1.0).point(), &[-0.1, 0.4]);
    }
}
