//! Mirror descent over sets that tie the coordinates together: the simplex and the l2 ball.
//!
//! A step is taken as if the set were not there, then the Bregman projection follows. For entropy on
//! the simplex that is to normalise, and for the Euclidean ball to shrink: one factor common to all
//! weights, so a round costs what it touches. The Euclidean and Burg projections onto the simplex move
//! every coordinate: such a round costs O(coordinates seen).
//!
//! The simplex is over the coordinates seen so far. Those that appear enter with equal shares, 1/n of
//! n, and the others give up theirs in proportion; when all appear in the first example the start is
//! the uniform point.
//! Weakness: no regret bound is reported here. Reference: Kivinen and Warmuth 1997 (simplex); Kulis and
//! Bartlett 2010.

mod merge;

use super::Geometry;
use crate::features::Features;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::rule::metric::{Schedule, Uniform};
use crate::rule::potential::Potential;
use crate::spec::Joint as JointSet;
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::Flat;

/// Weights are `factor` times what their cells stand for.
pub struct Joint<P> {
    potential: P,
    set: JointSet,
    schedule: Schedule,
    start: f64,
    table: Flat<1>,
    seen: u64,
    factor: f64,
    squares: f64,
    /// Rounds learned from; after a merge, the round the rate has come to.
    rounds: u64,
    /// Rounds learned from beyond those, by parts side by side.
    merged: Option<u64>,
    round: Open,
}

/// A round in the making.
#[derive(Default)]
struct Open {
    duals: Vec<f64>,
    weights: Vec<f64>,
    stepped: Vec<f64>,
    fresh: u64,
    entering: f64,
    factor: f64,
    squares: f64,
    here: Probe,
    everywhere: Option<Vec<(u32, f64)>>,
}

/// How often the sum of squares is computed afresh, so that rounding does not pile up in it.
const REFRESH: u64 = 1024;

impl<P: Potential> Joint<P> {
    /// A learner that has seen nothing.
    pub fn new(potential: P, set: JointSet, schedule: Schedule, start: f64) -> Self {
        Self {
            potential,
            set,
            schedule,
            start,
            table: Flat::default(),
            seen: 0,
            factor: 1.0,
            squares: 0.0,
            rounds: 0,
            merged: None,
            round: Open::default(),
        }
    }

    /// What is left of the old weights when `fresh` coordinates enter, and the weight of each that does.
    fn entering(&self, fresh: u64) -> (f64, f64) {
        match self.set {
            JointSet::Ball { .. } => (1.0, self.start),
            JointSet::Simplex => {
                let all = (self.seen + fresh) as f64;
                (if fresh == 0 { 1.0 } else { self.seen as f64 / all }, 1.0 / all)
            }
        }
    }

    fn curvature(&self) -> f64 {
        1.0 / Uniform { schedule: self.schedule }.fixed(self.rounds + 1)
    }

    fn old(&self, cell: &[f64; 1]) -> f64 {
        self.factor * self.potential.primal(cell[0])
    }

    /// The dual of a weight, given what the old ones keep and the new ones enter with.
    fn read(&self, index: u32, (kept, entering): (f64, f64)) -> f64 {
        let p = self.potential;
        self.table.get(index).map_or_else(|| p.dual(entering), |cell| p.scaled(cell[0], kept * self.factor))
    }

    fn fresh(&self, x: Features<'_>) -> u64 {
        x.indices().iter().filter(|&&index| self.table.get(index).is_none()).count() as u64
    }

    /// Takes the factor into the cells, in the dual: a weight too small for a float stays one.
    fn refresh(&mut self) {
        let p = self.potential;
        let all: Vec<(u32, f64)> =
            self.table.touched().map(|(index, _, cell)| (index, p.scaled(cell[0], self.factor))).collect();
        self.factor = 1.0;
        self.squares = all.iter().map(|(_, dual)| p.primal(*dual) * p.primal(*dual)).sum();
        all.iter().for_each(|&(index, dual)| self.table.set(index, 0, [dual]));
    }

    /// Whether the projection is one factor for all.
    fn scales(&self) -> bool {
        matches!(self.set, JointSet::Ball { .. }) || self.potential.scales_onto_simplex()
    }

    /// The projection of all weights onto the simplex: phi'(w) = phi'(v) - mu, with mu by Newton from
    /// the left of its root, where the convex, decreasing sum is above 1.
    fn onto_simplex(&self, weights: &mut [(u32, f64)]) {
        let n = weights.len() as f64;
        let (sum, most) = weights.iter().fold((0.0, 0.0_f64), |(sum, most), &(_, w)| (sum + w, most.max(w)));
        let mut mu = if P::POSITIVE { 1.0 - 1.0 / most } else { (sum - 1.0) / n };
        let at = |w: f64, mu: f64| {
            if P::POSITIVE { self.potential.primal(self.potential.dual(w) - mu) } else { (w - mu).max(0.0) }
        };
        for _ in 0..100 {
            let (mut total, mut give) = (0.0, 0.0);
            for &(_, w) in weights.iter() {
                let moved = at(w, mu);
                total += moved;
                give += if moved > 0.0 { 1.0 / self.potential.bend(moved) } else { 0.0 };
            }
            let step = (total - 1.0) / give;
            mu += step;
            if step.abs() <= 1e-16 * (mu.abs() + 1.0) || step <= 0.0 {
                break;
            }
        }
        weights.iter_mut().for_each(|(_, w)| *w = at(*w, mu));
    }
}

impl<P: Potential> Geometry for Joint<P> {
    fn margin(&self, x: Features<'_>) -> f64 {
        let entering = self.entering(self.fresh(x));
        x.iter()
            .fold(0.0, |sum, (index, value)| sum + self.potential.primal(self.read(index, entering)) * value)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.table.reserve(x)?;
        let fresh = self.fresh(x);
        let (kept, entering) = self.entering(fresh);
        let mut round = std::mem::take(&mut self.round);
        round.duals.clear();
        round.duals.extend(x.indices().iter().map(|&index| self.read(index, (kept, entering))));
        round.weights.clear();
        round.weights.extend(round.duals.iter().map(|&dual| self.potential.primal(dual)));
        let (mut margin, mut here) = (0.0, Probe::default());
        for (&w, &value) in round.weights.iter().zip(x.values()) {
            margin += w * value;
            if P::POSITIVE {
                here.add(w * value, -value * value / self.potential.bend(w));
            }
        }
        round.here = here;
        self.round = round;
        self.round.fresh = fresh;
        self.round.entering = kept;
        Ok(margin)
    }

    fn adapt(&mut self, _x: Features<'_>, _slope: f64) {}

    fn probe(&self, x: Features<'_>, s: f64) -> Option<Probe> {
        let (p, h) = (self.potential, self.curvature());
        let mut probe = Probe::default();
        for (&dual, &value) in self.round.duals.iter().zip(x.values()) {
            let dual = p.step(dual, s * value, h, 0.0, 0.0);
            let (w, give) = if p.contains(dual) {
                let w = p.primal(dual);
                (w, -1.0 / (h * p.bend(w)))
            } else {
                (f64::INFINITY, 0.0)
            };
            probe.add(w * value, give * value * value);
        }
        Some(probe)
    }

    fn here(&self, x: Features<'_>) -> Option<Probe> {
        if P::POSITIVE { Some(self.round.here.at_rate(1.0 / self.curvature())) } else { self.probe(x, 0.0) }
    }

    fn form(&self) -> Form {
        P::FORM
    }

    fn affine(&self, x: Features<'_>) -> Option<f64> {
        let norm2: f64 = x.values().iter().map(|v| v * v).sum();
        (!P::POSITIVE).then(|| norm2 / self.curvature())
    }

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        let (p, h) = (self.potential, self.curvature());
        let mut stepped = std::mem::take(&mut self.round.stepped);
        stepped.clear();
        let mut refused = None;
        for (k, (&dual, &value)) in self.round.duals.iter().zip(x.values()).enumerate() {
            let dual = p.step(dual, s * value, h, 0.0, 0.0);
            let index = x.indices()[k];
            if !dual.is_finite() || (p.contains(dual) && !p.primal(dual).is_finite()) {
                refused = refused.or(Some(LearnError::Overflow { index: Some(index) }));
            } else if !p.contains(dual) {
                refused = refused.or(Some(LearnError::LeftDomain { round: self.rounds + 1, index }));
            }
            stepped.push(dual);
        }
        let moved: Vec<f64> = stepped.iter().map(|&dual| p.primal(dual)).collect();
        let change = |f: fn(f64) -> f64| -> f64 {
            moved.iter().zip(&self.round.weights).fold(0.0, |sum, (new, old)| sum + (f(*new) - f(*old)))
        };
        self.round.everywhere = None;
        let mut shrink = 1.0;
        match self.set {
            JointSet::Ball { radius } => {
                let entered = self.round.fresh as f64 * self.start * self.start;
                let squares = self.squares + entered + change(|w| w * w);
                if !squares.is_finite() {
                    refused = refused.or(Some(LearnError::Overflow { index: None }));
                }
                // Rounding can leave a little less than nothing.
                let squares = squares.max(0.0);
                let norm = squares.sqrt();
                shrink = if norm > radius { radius / norm } else { 1.0 };
                self.round.squares = squares.min(radius * radius);
            }
            JointSet::Simplex if self.scales() => shrink = 1.0 / (1.0 + change(|w| w)),
            JointSet::Simplex => {
                let kept = self.round.entering;
                let mut all: std::collections::BTreeMap<u32, f64> =
                    self.table.touched().map(|(index, _, cell)| (index, kept * self.old(cell))).collect();
                all.extend(x.indices().iter().copied().zip(moved.iter().copied()));
                let mut all: Vec<_> = all.into_iter().collect();
                if refused.is_none() {
                    self.onto_simplex(&mut all);
                }
                self.round.everywhere = Some(all);
            }
        }
        // When nothing was there before, nothing makes way.
        let kept = if self.seen == 0 { 1.0 } else { self.round.entering };
        let factor = self.factor * (kept * shrink);
        stepped.iter_mut().for_each(|dual| *dual = p.scaled(*dual, shrink / factor));
        let fine = match &self.round.everywhere {
            Some(all) => all.iter().all(|&(_, w)| p.dual(w).is_finite() && (w > 0.0 || !P::POSITIVE)),
            None => factor > 0.0 && factor.is_finite() && stepped.iter().all(|dual| dual.is_finite()),
        };
        if !fine {
            refused = refused.or(Some(LearnError::Overflow { index: None }));
        }
        self.round.factor = factor;
        self.round.stepped = stepped;
        refused.map_or(Ok(()), Err)
    }

    fn commit(&mut self, x: Features<'_>) {
        let p = self.potential;
        self.rounds += 1;
        self.seen += self.round.fresh;
        if let Some(all) = self.round.everywhere.take() {
            self.factor = 1.0;
            all.iter().for_each(|&(index, w)| self.table.set(index, 0, [p.dual(w)]));
            return;
        }
        (self.squares, self.factor) = (self.round.squares, self.round.factor);
        for (&dual, &index) in self.round.stepped.iter().zip(x.indices()) {
            self.table.set(index, 0, [dual]);
        }
        if self.rounds.is_multiple_of(REFRESH) || !(1e-100..1e100).contains(&self.factor) {
            self.refresh();
        }
    }

    fn rounds(&self) -> u64 {
        self.rounds + self.merged.unwrap_or(0)
    }

    fn weights(&self) -> Vec<Weight> {
        self.table.touched().map(|(index, _, cell)| Weight { index, value: self.old(cell) }).collect()
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        let fresh = u64::from(self.table.get(index).is_none());
        self.potential.primal(self.read(index, self.entering(fresh)))
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        if let Some(merged) = self.merged {
            state.put_count("merged", merged);
        }
        state.put_count("seen", self.seen);
        state.put_real("factor", self.factor);
        state.put_real("squares", self.squares);
        self.table.save(&["joint"], state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let (rounds, merged, seen) = (state.rounds()?, state.merged()?, state.count("seen")?);
        let (factor, squares) = (state.real("factor")?, state.real("squares")?);
        let table = Flat::restore(&["joint"], 1, state)?;
        let impossible = |name: &str| StateError::impossible(name, "no learner could have written it");
        let (p, simplex) = (self.potential, self.set == JointSet::Simplex);
        let weight = |cell: &[f64; 1]| factor * p.primal(cell[0]);
        let fine = |cell: &[f64; 1]| {
            p.contains(cell[0]) && weight(cell).is_finite() && (weight(cell) >= 0.0 || !simplex)
        };
        if !(factor > 0.0 && squares >= 0.0) {
            return Err(impossible("factor"));
        }
        if table.touched().count() as u64 != seen {
            return Err(impossible("seen"));
        }
        if !table.touched().all(|(_, _, cell)| fine(cell)) {
            return Err(impossible("cell.joint"));
        }
        (self.table, self.rounds, self.merged, self.seen) = (table, rounds, merged, seen);
        (self.factor, self.squares) = (factor, squares);
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.merge_points(parts)
    }
}
