//! The separable geometry: one rule at every coordinate, a table of cells, a few shared scalars.
//!
//! A round copies the cells of x's features and catches them up (`open`), shows the rule the gradient's
//! norm (`adapt`), steps the copies one by one (`stage`) and writes them back (`commit`).
//!
//! These change together: this file with the rule of `ada-diag`, and [`Adagrad`](super::Adagrad), its fast
//! twin.

use super::Geometry;
use super::merge::{Merged, Start};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::rule::{At, Gradient, Round, Rule, Shared, Terms};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::Flat;

/// A rule, its terms for each feature group, and the cells.
#[derive(Debug)]
pub struct Separable<R, const N: usize> {
    rule: R,
    terms: Vec<Terms>,
    table: Flat<N>,
    shared: Shared,
    round: Open<N>,
}

/// A round in the making: caught-up copies of the cells of x, and the shared scalars after the round.
#[derive(Clone, Debug, Default)]
struct Open<const N: usize> {
    cells: Vec<[f64; N]>,
    groups: Vec<u8>,
    weights: Vec<f64>,
    slope: f64,
    /// The squared widths of the sets of coordinates seen for the first time, summed.
    fresh_diameter2: f64,
    shared: Shared,
    curvature: Vec<f64>,
    /// The probe at 0 for a rate of 1, where the rule knows it from the weights alone.
    here: Option<Probe>,
}

impl<const N: usize> Open<N> {
    /// The group of x's k-th feature.
    fn group(&self, k: usize) -> usize {
        usize::from(self.groups[k])
    }
}

/// A coordinate as it is read.
struct Known<const N: usize> {
    cell: [f64; N],
    weight: f64,
    group: usize,
    seen: bool,
}

impl<R: Rule<N>, const N: usize> Separable<R, N> {
    /// A learner that has seen nothing. `terms[0]` is for features of no named group.
    pub fn new(rule: R, terms: Vec<Terms>) -> Self {
        let shared = Shared { decay: vec![0.0; terms.len()], ..Shared::default() };
        Self { rule, terms, table: Flat::default(), shared, round: Open::default() }
    }

    /// What the rule is told at a coordinate of a group.
    fn at<'a>(&'a self, shared: &'a Shared, group: usize) -> At<'a> {
        At { terms: &self.terms[group], shared, group }
    }

    /// The refusal of a feature whose group has no terms, if there is one.
    fn stray(&self, x: Features<'_>) -> Option<LearnError> {
        let groups = self.terms.len();
        let k = x.groups().iter().position(|&group| usize::from(group) >= groups)?;
        Some(LearnError::Group { index: x.indices()[k], group: x.groups()[k], groups })
    }

    /// The caught-up cell of a coordinate, its weight and its group. Where hashing lets features of
    /// several groups share a coordinate, its group is that of the first, and so are its penalties.
    #[inline]
    fn read(&self, index: u32, group: usize) -> Known<N> {
        let known = self.table.get(index);
        let group = if known.is_some() { self.table.group(index) } else { group };
        let at = self.at(&self.shared, group);
        let cell = self.rule.catch_up(known.copied().unwrap_or_else(|| self.rule.fresh(at)), at);
        Known { cell, weight: self.rule.weight(&cell, at), group, seen: known.is_some() }
    }
}

impl<R: Rule<N>, const N: usize> Geometry for Separable<R, N> {
    fn margin(&self, x: Features<'_>) -> f64 {
        if self.stray(x).is_some() {
            return f64::NAN;
        }
        let terms = x.iter().enumerate();
        terms.fold(0.0, |sum, (k, (index, value))| sum + self.read(index, x.group(k)).weight * value)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.stray(x).map_or(Ok(()), Err)?;
        self.table.reserve(x)?;
        let mut round = std::mem::take(&mut self.round);
        round.cells.clear();
        round.groups.clear();
        round.weights.clear();
        round.slope = 0.0;
        round.fresh_diameter2 = 0.0;
        let mut margin = 0.0;
        let mut here = Some(Probe::default());
        for (k, (index, value)) in x.iter().enumerate() {
            let Known { cell, weight: w, group, seen } = self.read(index, x.group(k));
            if !seen {
                let width = self.terms[group].set.width();
                round.fresh_diameter2 += width * width;
            }
            margin += w * value;
            here = here.zip(self.rule.lean(w)).map(|(mut here, lean)| {
                here.add(w * value, lean * value * value);
                here
            });
            round.cells.push(cell);
            round.groups.push(group as u8);
            round.weights.push(w);
        }
        if !self.terms.iter().all(Terms::bounded) {
            round.fresh_diameter2 = 0.0;
        }
        round.here = here;
        self.round = round;
        Ok(margin)
    }

    fn curve(&mut self, curvature: &[f64]) {
        self.round.curvature.clear();
        self.round.curvature.extend_from_slice(curvature);
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        self.round.slope = slope;
        self.round.shared.clone_from(&self.shared);
        let norm2: f64 = x.values().iter().map(|v| v * v).sum();
        let squares = slope * slope * norm2;
        let round = Round { squares, fresh_diameter2: self.round.fresh_diameter2, terms: &self.terms };
        self.rule.observe(&mut self.round.shared, round);
    }

    fn probe(&self, x: Features<'_>, s: f64) -> Option<Probe> {
        let mut probe = Probe::default();
        for (k, (cell, &value)) in self.round.cells.iter().zip(x.values()).enumerate() {
            let at = self.at(&self.round.shared, self.round.group(k));
            let g = Gradient { seen: self.round.slope * value, step: s * value, curvature: 0.0 };
            let (w, slope) = self.rule.probe(cell, g, at)?;
            probe.add(w * value, slope * value * value);
        }
        Some(probe)
    }

    fn here(&self, x: Features<'_>) -> Option<Probe> {
        let told = self.round.here.filter(|_| !x.is_empty());
        told.map(|here| here.at_rate(self.round.shared.rate)).or_else(|| self.probe(x, 0.0))
    }

    fn form(&self) -> Form {
        self.rule.form()
    }

    fn affine(&self, x: Features<'_>) -> Option<f64> {
        let mut c = 0.0;
        for (k, (cell, &value)) in self.round.cells.iter().zip(x.values()).enumerate() {
            let at = self.at(&self.round.shared, self.round.group(k));
            c += value * value / self.rule.curvature(cell, self.round.slope * value, at)?;
        }
        Some(c)
    }

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        let mut cells = std::mem::take(&mut self.round.cells);
        let mut refused = None;
        for (k, (cell, &value)) in cells.iter_mut().zip(x.values()).enumerate() {
            let at = self.at(&self.round.shared, self.round.group(k));
            let curvature = self.round.curvature.get(k).copied().unwrap_or(0.0);
            let g = Gradient { seen: self.round.slope * value, step: s * value, curvature };
            *cell = self.rule.step(*cell, self.round.weights[k], g, at);
            let index = x.indices()[k];
            if !cell.iter().all(|v| v.is_finite()) {
                refused = refused.or(Some(LearnError::Overflow { index: Some(index) }));
            } else if !self.rule.contains(cell) {
                refused = refused.or(Some(LearnError::LeftDomain { round: self.round.shared.rounds, index }));
            } else if !self.rule.weight(cell, at).is_finite() {
                refused = refused.or(Some(LearnError::Overflow { index: Some(index) }));
            }
        }
        if !self.round.shared.is_finite() {
            refused = refused.or(Some(LearnError::Overflow { index: None }));
        }
        self.round.cells = cells;
        self.round.curvature.clear();
        refused.map_or(Ok(()), Err)
    }

    fn commit(&mut self, x: Features<'_>) {
        for (k, (cell, &index)) in self.round.cells.iter().zip(x.indices()).enumerate() {
            self.table.set(index, self.round.group(k), *cell);
        }
        std::mem::swap(&mut self.shared, &mut self.round.shared);
    }

    fn rounds(&self) -> u64 {
        self.shared.learned()
    }

    fn weights(&self) -> Vec<Weight> {
        let touched = self.table.touched();
        touched.map(|(index, group, _)| Weight { index, value: self.weight(index, group) }).collect()
    }

    fn weight(&self, index: u32, group: usize) -> f64 {
        self.read(index, group).weight
    }

    fn bound(&self) -> Option<f64> {
        // No theorem holds for what was learned side by side.
        if self.shared.merged.is_some() || !self.terms.iter().all(Terms::bounded) {
            return None;
        }
        let owed =
            self.table.touched().map(|(_, group, cell)| self.rule.bound(cell, self.at(&self.shared, group)));
        let total = owed.sum::<f64>() + self.rule.shared_bound(&self.shared);
        total.is_finite().then_some(total)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        self.shared.save(state);
        self.table.save(&R::COLUMNS, state);
    }

    fn freeze(&self) -> Option<Frozen> {
        // A coordinate no example touched must count nothing, as in a table of weights.
        let fresh = |group: usize| {
            let at = self.at(&self.shared, group);
            self.rule.weight(&self.rule.catch_up(self.rule.fresh(at), at), at)
        };
        let zero = (0..self.terms.len()).all(|group| fresh(group) == 0.0);
        zero.then(|| Frozen::weights(self.rounds(), &self.weights())).flatten()
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let shared = Shared::restore(self.terms.len(), state)?;
        let table = Flat::restore(&R::COLUMNS, self.terms.len(), state)?;
        let impossible = |group: usize, cell: &[f64; N]| !self.rule.possible(cell, self.at(&shared, group));
        if let Some((index, _, _)) = table.touched().find(|(_, group, cell)| impossible(*group, cell)) {
            let reason = format!("no learner could have written the cell of coordinate {index}");
            return Err(StateError::Value { name: "index".into(), reason });
        }
        (self.table, self.shared) = (table, shared);
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let table = &self.table;
        let cell = |index: u32| table.get(index).map(|cell| (table.group(index), *cell));
        let start = Start { rule: &self.rule, terms: &self.terms, shared: &self.shared, cell: &cell };
        let Merged { shared, cells } = start.merge(table.touched().map(|(index, _, _)| index), parts)?;
        let grouped = cells.iter().any(|&(_, group, _)| group != 0);
        let last = cells.last().map(|&(index, _, _)| index);
        self.table = Flat::of(last, grouped, cells.into_iter())
            .map_err(|error| MergeError::Memory { reason: error.to_string() })?;
        self.shared = shared;
        Ok(())
    }
}
