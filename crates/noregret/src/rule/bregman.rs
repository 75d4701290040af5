//! The gradient-descent family: a potential, a metric and a memory.
//!
//! | potential | metric | memory | known as |
//! |---|---|---|---|
//! | euclidean | uniform, fixed | mirror | online gradient descent (Zinkevich); implicit: passive-aggressive |
//! | euclidean | uniform, diameter | mirror | `global` |
//! | euclidean | diagonal, eta_i = scale D_i / sqrt 2 | mirror | `per-coord` |
//! | euclidean | diagonal | mirror / averaging / proximal | `ada-diag` cmd / `ada-diag` pds / `ftrl` |
//! | entropy, Burg | uniform, fixed | mirror | exponentiated gradient, Itakura-Saito; `mirror` |

use super::{At, Gradient, Join, Round, Rule, Shared};
use crate::merge::{Joined, Portrait};
use crate::rule::memory::Memory;
use crate::rule::metric::Metric;
use crate::rule::potential::Potential;
use crate::step::root::Form;

/// A rule from its three parts.
#[derive(Clone, Copy, Debug)]
pub struct Bregman<P, M, Y> {
    /// How steps are measured.
    pub potential: P,
    /// Where curvature comes from.
    pub metric: M,
    /// What is remembered.
    pub memory: Y,
    /// Whether an implicit step is solved without the box and then projected onto it (mirror descent as Kulis and Bartlett
    /// have it), instead of within the box.
    pub project_after: bool,
}

impl<P: Potential, M: Metric, Y: Memory<N>, const N: usize> Rule<N> for Bregman<P, M, Y> {
    const COLUMNS: [&'static str; N] = Y::COLUMNS;

    fn fresh(&self, at: At<'_>) -> [f64; N] {
        self.memory.fresh(self.potential, at)
    }

    #[inline]
    fn catch_up(&self, cell: [f64; N], at: At<'_>) -> [f64; N] {
        self.memory.catch_up(self.potential, self.metric, cell, at)
    }

    #[inline]
    fn weight(&self, cell: &[f64; N], at: At<'_>) -> f64 {
        at.terms.set.clip(self.memory.weight(self.potential, self.metric, cell, at))
    }

    fn observe(&self, shared: &mut Shared, round: Round<'_>) {
        self.metric.observe(shared, round);
    }

    fn probe(&self, cell: &[f64; N], g: Gradient, at: At<'_>) -> Option<(f64, f64)> {
        let (w, give) = self.memory.probe(self.potential, self.metric, cell, g, at);
        if self.project_after {
            return Some((w, give));
        }
        let inside = at.terms.set.clip(w);
        Some((inside, if inside == w { give } else { 0.0 }))
    }

    #[inline]
    fn lean(&self, w: f64) -> Option<f64> {
        let told = P::POSITIVE && M::SHARED && self.project_after && self.memory.unpenalized();
        told.then(|| -1.0 / self.potential.bend(w))
    }

    fn form(&self) -> Form {
        P::FORM
    }

    fn contains(&self, cell: &[f64; N]) -> bool {
        self.memory.contains(self.potential, cell)
    }

    fn possible(&self, cell: &[f64; N], at: At<'_>) -> bool {
        self.contains(cell)
            && self.memory.possible(self.metric, cell, at)
            && self.weight(&self.catch_up(*cell, at), at).is_finite()
    }

    fn curvature(&self, cell: &[f64; N], seen: f64, at: At<'_>) -> Option<f64> {
        let free = self.project_after || !at.terms.bounded();
        let quadratic = !P::POSITIVE && self.memory.unpenalized() && free;
        quadratic.then(|| self.metric.curvature(self.metric.accrue(self.memory.accumulator(cell), seen), at))
    }

    #[inline]
    fn step(&self, cell: [f64; N], w: f64, g: Gradient, at: At<'_>) -> [f64; N] {
        self.memory.fold(self.potential, self.metric, cell, w, g, at)
    }

    fn bound(&self, cell: &[f64; N], at: At<'_>) -> f64 {
        self.memory.bound(self.metric, cell, at)
    }

    fn joins(&self) -> Result<&dyn Join<N>, &'static str> {
        Ok(self)
    }

    fn shared_bound(&self, shared: &Shared) -> f64 {
        self.metric.shared_bound(shared)
    }
}

impl<P: Potential, M: Metric, Y: Memory<N>, const N: usize> Join<N> for Bregman<P, M, Y> {
    fn portrait(&self, cell: &[f64; N], at: At<'_>) -> Portrait<N> {
        let [value, dual] = [self.weight(cell, at), self.memory.dual(cell)];
        Portrait { value, dual, sums: self.memory.sums(cell) }
    }

    fn mass(&self, cell: &[f64; N], _at: At<'_>) -> Option<f64> {
        self.metric.mass(self.memory.accumulator(cell))
    }

    fn join(&self, joined: &Joined<N>, at: At<'_>) -> [f64; N] {
        self.memory.join(self.potential, self.metric, joined, at)
    }
}
