//! Mirror descent under a potential: implicit and explicit steps, projections by bisection.
//!
//! Step: `phi'(w_i) <- phi'(w_i) - s x_i`, `s = eta_t h l'(w_t . x)` explicit, or the root of `s in eta_t h dl(w(s) . x)` implicit, found by
//! bisection between 0 and the explicit slope. Then the Bregman projection onto the set: a clip for a box; for the simplex the mu with
//! `sum_i phi'^-1(phi'(w_i) - mu) = 1` (Euclidean: not below 0), by bisection; for the ball a scaling.
//!
//! Kulis and Bartlett 2010.
use crate::merge::{Merge, Say, clock, weighed};
use crate::{Loss, Rate, Twin, dot};

/// What steps are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Potential {
    /// 1/2 w^2.
    Euclidean,
    /// w log w - w.
    Entropy,
    /// -log w.
    Burg,
}

impl Potential {
    /// phi'(w).
    pub fn dual(self, w: f64) -> f64 {
        match self {
            Potential::Euclidean => w,
            Potential::Entropy => w.ln(),
            Potential::Burg => -1.0 / w,
        }
    }

    /// The w with phi'(w) = theta; infinite where there is none.
    pub fn primal(self, theta: f64) -> f64 {
        match self {
            Potential::Euclidean => theta,
            Potential::Entropy => theta.exp(),
            Potential::Burg if theta >= 0.0 => f64::INFINITY,
            Potential::Burg => -1.0 / theta,
        }
    }

    /// D_phi(u, w).
    pub fn divergence(self, u: f64, w: f64) -> f64 {
        match self {
            Potential::Euclidean => 0.5 * (u - w) * (u - w),
            Potential::Entropy => u * (u / w).ln() - u + w,
            Potential::Burg => u / w - (u / w).ln() - 1.0,
        }
    }
}

/// Where weights must lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MirrorSet {
    /// Anywhere.
    Free,
    /// In an interval each.
    Box(f64, f64),
    /// Not negative, sum 1.
    Simplex,
    /// Within this distance of 0.
    Ball(f64),
}

/// The twin of mirror descent.
#[derive(Clone)]
pub struct Mirror {
    /// The loss.
    pub loss: Loss,
    /// The potential.
    pub potential: Potential,
    /// The rate.
    pub eta: f64,
    /// How it falls.
    pub rate: Rate,
    /// Implicit or explicit steps.
    pub implicit: bool,
    /// The set.
    pub set: MirrorSet,
    /// The point.
    pub w: Vec<f64>,
    /// Rounds so far.
    pub t: u64,
}

impl Mirror {
    fn left(&self, x: &[f64], s: f64) -> Vec<f64> {
        let p = self.potential;
        self.w.iter().zip(x).map(|(&w, &x)| if x == 0.0 { w } else { p.primal(p.dual(w) - s * x) }).collect()
    }

    fn slope(&self, x: &[f64], y: f64, eta: f64) -> f64 {
        let full = eta * self.loss.slope(dot(&self.w, x), y);
        if !self.implicit {
            return full;
        }
        let (mut low, mut high) = (full.min(0.0), full.max(0.0));
        for _ in 0..2000 {
            let s = low + 0.5 * (high - low);
            if s <= low || s >= high {
                break;
            }
            let z = dot(&self.left(x, s), x);
            if s < eta * self.loss.slope(z, y) { low = s } else { high = s }
        }
        low + 0.5 * (high - low)
    }

    fn project(&self, w: Vec<f64>) -> Vec<f64> {
        let p = self.potential;
        match self.set {
            MirrorSet::Free => w,
            MirrorSet::Box(lo, hi) => w.into_iter().map(|w| w.clamp(lo, hi)).collect(),
            MirrorSet::Ball(radius) => {
                let norm = dot(&w, &w).sqrt();
                let shrink = if norm > radius { radius / norm } else { 1.0 };
                w.into_iter().map(|w| w * shrink).collect()
            }
            MirrorSet::Simplex => {
                let at = |mu: f64| -> Vec<f64> {
                    w.iter()
                        .map(|&w| {
                            if p == Potential::Euclidean {
                                (w - mu).max(0.0)
                            } else {
                                p.primal(p.dual(w) - mu)
                            }
                        })
                        .collect()
                };
                let (mut low, mut high) = (-1e9, 1e9);
                for _ in 0..300 {
                    let mu = 0.5 * (low + high);
                    if at(mu).iter().sum::<f64>() > 1.0 { low = mu } else { high = mu }
                }
                at(0.5 * (low + high))
            }
        }
    }
}

impl Twin for Mirror {
    fn point(&self) -> Vec<f64> {
        self.w.clone()
    }

    fn learn(&mut self, x: &[f64], y: f64, h: f64) {
        if h == 0.0 {
            return;
        }
        self.t += 1;
        let s = self.slope(x, y, h * self.rate.at(self.eta, self.t));
        self.w = self.project(self.left(x, s));
    }

    fn play(&mut self, _g: &[f64]) {
        panic!("this twin learns from labels");
    }
}

/// Over the simplex and the ball every coordinate moves in every round: the mean of the points by rounds, which stays inside.
impl Merge for Mirror {
    fn merged(start: &Self, parts: &[&Self]) -> Self {
        let joint = matches!(start.set, MirrorSet::Simplex | MirrorSet::Ball(_));
        let say = |part: &Self, i: usize| {
            let rounds = (part.t - start.t) as f64;
            let moved = joint || part.w[i] != start.w[i];
            Say { w: part.w[i], added: if moved { rounds } else { 0.0 }, rounds }
        };
        let says = |i: usize| parts.iter().map(|part| say(part, i)).collect::<Vec<_>>();
        let w = (0..start.w.len()).map(|i| weighed(start.w[i], &says(i))).collect();
        Self { w, t: clock(start.t, parts.iter().map(|part| part.t)), ..start.clone() }
    }
}
