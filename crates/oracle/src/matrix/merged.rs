//! Learners under a sketch whose parts become one.
//!
//! `w <- w - rate H^-1 g`, `H` of the sketch's values `s`, directions `V` and lost mass `rho`, or, in coordinates scaled by `D = diag(G)^(1/2)`, `w <- w - rate D^(-1/2) H^-1 D^(-1/2) g`
//! with `D^(-1/2) g` sketched.
//!
//! Merged: `S'S = mean_k S_k'S_k`, by stacking all `S_k` over the root of their number, and one shrink if there are more than `tau - 1` values; `rho = mean_k rho_k`
//! and what that shrink loses. In scaled coordinates `G_i` grows by the mean and `w_i` goes by what was added to it; else `w_i` goes by rounds, among the parts that have seen the
//! coordinate. Where nothing was added it goes by rounds too.
use crate::matrix::frequent::Frequent;
use crate::matrix::spectrum::Spectrum;
use crate::merge::{Merge, Say, all_grown, weighed};
use crate::{Loss, Twin};

/// What `H` is made of.
#[derive(Clone, Copy, Debug)]
pub enum SketchKind {
    /// `delta + s`, rate `eta`: `ada-fd`.
    Ada {
        /// The rate.
        eta: f64,
        /// Curvature before any gradient.
        delta: f64,
    },
    /// `(s^2 + rho + delta)^(1/2)`, rate `eta`: `s-ada`.
    Sketchy {
        /// The rate.
        eta: f64,
        /// Squared curvature before any gradient.
        delta: f64,
    },
    /// `alpha + eta (s^2 + share rho)`, rate 1: `fd-son` with the share 0, `rfd-son` with 1/2.
    Newton {
        /// How much a gradient counts.
        eta: f64,
        /// Curvature before any gradient.
        alpha: f64,
        /// The share of the lost mass that is given back.
        share: f64,
    },
}

impl SketchKind {
    fn along(self, s: f64, rho: f64) -> f64 {
        match self {
            SketchKind::Ada { delta, .. } => delta + s,
            SketchKind::Sketchy { delta, .. } => (s * s + rho + delta).sqrt(),
            SketchKind::Newton { eta, alpha, share } => alpha + eta * (s * s + share * rho),
        }
    }

    fn rate(self) -> f64 {
        match self {
            SketchKind::Ada { eta, .. } | SketchKind::Sketchy { eta, .. } => eta,
            SketchKind::Newton { .. } => 1.0,
        }
    }
}

/// A learner under a sketch.
#[derive(Clone)]
pub struct SketchTwin {
    loss: Loss,
    kind: SketchKind,
    scaled: bool,
    sketch: Frequent,
    squares: Vec<f64>,
    seen: Vec<bool>,
    t: u64,
    w: Vec<f64>,
}

/// A sketch of `tau` rows, in scaled coordinates or not.
pub fn sketch_twin(dim: usize, loss: Loss, kind: SketchKind, tau: usize, scaled: bool) -> SketchTwin {
    let (zeros, seen) = (vec![0.0; dim], vec![false; dim]);
    let sketch = Frequent::new(dim, tau);
    SketchTwin { loss, kind, scaled, sketch, squares: zeros.clone(), seen, t: 0, w: zeros }
}

impl SketchTwin {
    fn scale(&self, u: &[f64]) -> Vec<f64> {
        let root = |square: f64| match square {
            _ if !self.scaled => 1.0,
            0.0 => 0.0,
            square => 1.0 / square.sqrt().sqrt(),
        };
        u.iter().zip(&self.squares).map(|(u, &square)| u * root(square)).collect()
    }
}

impl Twin for SketchTwin {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h == 0.0 {
            return;
        }
        self.t += 1;
        let g = self.loss.gradient(self.margin(x), x, y, h);
        self.seen.iter_mut().zip(x).for_each(|(seen, x)| *seen |= *x != 0.0);
        self.squares.iter_mut().zip(&g).for_each(|(sum, g)| *sum += g * g);
        let u = self.scale(&g);
        self.sketch.see(&u);
        let Frequent { s, v, rho, .. } = &self.sketch;
        let base = self.kind.along(0.0, *rho);
        let extra = s.iter().map(|&s| self.kind.along(s, *rho) - base).collect();
        let step = self.scale(&Spectrum { base, extra, v: v.clone() }.inverse(&u));
        self.w.iter_mut().zip(step).for_each(|(w, step)| *w -= self.kind.rate() * step);
    }
}

impl Merge for SketchTwin {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let say = |part: &Self, i: usize| {
            let rounds = (part.t - start.t) as f64;
            let added = match (start.scaled, part.seen[i]) {
                (true, _) => part.squares[i] - start.squares[i],
                (false, true) => rounds,
                (false, false) => 0.0,
            };
            Say { w: part.w[i], added, rounds }
        };
        let says = |i: usize| parts.iter().map(|part| say(part, i)).collect::<Vec<_>>();
        Self {
            w: (0..start.w.len()).map(|i| weighed(start.w[i], &says(i))).collect(),
            squares: all_grown(&start.squares, parts.iter().map(|part| &part.squares)),
            seen: (0..start.w.len()).map(|i| parts.iter().any(|part| part.seen[i])).collect(),
            sketch: Frequent::merged(&parts.iter().map(|part| &part.sketch).collect::<Vec<_>>()),
            t: start.t + parts.iter().map(|part| part.t - start.t).sum::<u64>(),
            ..start.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{ada_fd, fd_son, preconditioned, rfd_son, s_ada};
    use crate::streams::{self, Labels};
    use crate::{Form, Terms, assert_close};

    /// Before any merge they are the other twins.
    #[test]
    fn unmerged_they_are_the_twins_of_the_sketches() {
        let (loss, tau) = (Loss::Logistic, 3);
        let newton = |share| SketchKind::Newton { eta: 0.5, alpha: 1.5, share };
        let pairs: Vec<(SketchTwin, Box<dyn Twin>)> = vec![
            (
                sketch_twin(5, loss, SketchKind::Ada { eta: 0.5, delta: 0.2 }, tau, false),
                Box::new(ada_fd(5, loss, Terms::free(5), 0.5, 0.2, tau, Form::Cmd)),
            ),
            (sketch_twin(5, loss, newton(0.0), tau, false), Box::new(fd_son(5, loss, 0.5, 1.5, tau))),
            (sketch_twin(5, loss, newton(0.5), tau, false), Box::new(rfd_son(5, loss, 0.5, 1.5, tau))),
            (
                sketch_twin(5, loss, newton(0.5), tau, true),
                Box::new(preconditioned(rfd_son(5, loss, 0.5, 1.5, tau))),
            ),
            (
                sketch_twin(5, loss, SketchKind::Sketchy { eta: 0.5, delta: 0.2 }, tau, false),
                Box::new(s_ada(5, loss, 0.5, 0.2, tau)),
            ),
        ];
        for (mut one, mut other) in pairs {
            for e in streams::random(4, 5, 60, 0.7, Labels::Binary) {
                one.learn(&e.x, e.y, e.h);
                other.learn(&e.x, e.y, e.h);
            }
            assert_close(&one.point(), &other.point());
        }
    }

    #[test]
    fn two_sketches_by_hand() {
        let one = |s: Vec<f64>, v: Vec<Vec<f64>>| {
            let mut sketch = Frequent::new(2, 2);
            s.iter().zip(&v).for_each(|(s, v)| sketch.see(&v.iter().map(|v| s * v).collect::<Vec<_>>()));
            sketch
        };
        // Means 8 and 2 of the squares; 2 is the second value and lost.
        let (a, b) = (one(vec![4.0], vec![vec![1.0, 0.0]]), one(vec![2.0], vec![vec![0.0, 1.0]]));
        let merged = Frequent::merged(&[&a, &b]);
        assert_close(&[merged.s[0] * merged.s[0], merged.rho, merged.v[0][0].abs()], &[6.0, 2.0, 1.0]);
        let same = Frequent::merged(&[&a, &a, &a]);
        assert_close(&[same.s[0], same.rho], &[4.0, 0.0]);
    }
}
