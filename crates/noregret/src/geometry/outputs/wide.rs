//! The separable geometry of several outputs: one rule at every coordinate and class, one row of cells for a feature.
//!
//! A feature's row is K cells side by side: one look-up and one gather for all classes. Every class has its own shared scalars, as a learner of its own
//! would, so that late ones start from nothing; a row knows how many classes have touched it. What a class plays and learns is, to the bit, what
//! [`Separable`](crate::geometry::Separable) does for it alone. Features have one group for all classes: that of their first touch.
//! Weakness: a row has a cell for every class, also for those that never had a say about the feature.

use super::{Outputs, scalars};
use crate::classes::ByClass;
use crate::features::Features;
use crate::geometry::{Geometry, Separable};
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::rule::{At, Gradient, Round, Rule, Shared, Terms};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::{Columns, Strided};
use std::collections::BTreeMap;

/// A feature's group, and its numbers for every class that has met it.
type Assembled<const N: usize> = (usize, Vec<Option<[f64; N]>>);

/// A rule, its terms for each feature group, and rows of cells.
#[derive(Debug)]
pub struct Wide<R, const N: usize> {
    rule: R,
    terms: Vec<Terms>,
    table: Strided<[f64; N], 1>,
    /// Of the row at a place, from 1: how many classes touched it, and the feature's group.
    rows: Vec<Row>,
    /// The scalars of each class.
    shared: Vec<Shared>,
    /// Those of a class that never showed.
    unseen: Shared,
    round: Open<N>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    classes: u32,
    group: u8,
}

/// A round in the making: caught-up copies of what x touches, feature by feature and class by class, and the scalars to be.
#[derive(Clone, Debug, Default)]
struct Open<const N: usize> {
    outputs: usize,
    places: Vec<u32>,
    groups: Vec<u8>,
    cells: Vec<[f64; N]>,
    weights: Vec<f64>,
    slopes: Vec<f64>,
    fresh_diameter2: Vec<f64>,
    shared: Vec<Shared>,
    /// The probes at 0 of a unit rate, where the rule tells them from the weights.
    here: Vec<Option<Probe>>,
}

impl<const N: usize> Open<N> {
    /// The group of the feature at a place of x.
    fn group(&self, place: usize) -> usize {
        usize::from(self.groups[place])
    }

    /// The cell of the feature at a place of x, for a class.
    fn cell(&self, place: usize, class: usize) -> &[f64; N] {
        &self.cells[place * self.outputs + class]
    }
}

impl<R: Rule<N>, const N: usize> Wide<R, N> {
    /// A learner that has seen no class. `terms[0]` is for features of no named group.
    pub fn new(rule: R, terms: Vec<Terms>) -> Self {
        let unseen = scalars::unseen(terms.len());
        Self {
            rule,
            terms,
            table: Strided::default(),
            rows: Vec::new(),
            shared: Vec::new(),
            unseen,
            round: Open::default(),
        }
    }

    fn at<'a>(&'a self, shared: &'a Shared, group: usize) -> At<'a> {
        At { terms: &self.terms[group], shared, group }
    }

    /// The scalars of a class, whether it showed or not.
    fn scalars(&self, class: usize) -> &Shared {
        self.shared.get(class).unwrap_or(&self.unseen)
    }

    /// A feature whose group has no terms, if there is one.
    fn stray(&self, x: Features<'_>) -> Option<LearnError> {
        let groups = self.terms.len();
        let place = x.groups().iter().position(|&group| usize::from(group) >= groups)?;
        Some(LearnError::Group { index: x.indices()[place], group: x.groups()[place], groups })
    }

    /// How many classes touched the row at a place, and its group; a feature without a row has the one it shows.
    fn row(&self, place: u32, group: usize) -> (usize, usize) {
        let row = (place as usize).checked_sub(1).map(|row| self.rows[row]);
        row.map_or((0, group), |row| (row.classes as usize, usize::from(row.group)))
    }

    /// The caught-up cell of a class at a place, and its weight.
    #[inline]
    fn read(&self, cell: Option<&[f64; N]>, class: usize, group: usize) -> ([f64; N], f64) {
        let at = self.at(self.scalars(class), group);
        let cell = self.rule.catch_up(cell.copied().unwrap_or_else(|| self.rule.fresh(at)), at);
        (cell, self.rule.weight(&cell, at))
    }

    /// The rows' cells of a class, in order of index.
    fn cells(&self, class: usize) -> impl Iterator<Item = (u32, usize, &[f64; N])> {
        let known = move |(index, place): (u32, u32)| {
            let (classes, group) = self.row(place, 0);
            (class < classes).then(|| (index, group, &self.table.part(place, 0, classes)[class]))
        };
        self.table.sorted().into_iter().filter_map(known)
    }
}

impl<R: Rule<N>, const N: usize> ByClass for Wide<R, N> {
    fn class_state(&self, outputs: usize, state: &State, class: usize) -> Result<State, StateError> {
        let mut wide = Self::new(self.rule.clone(), self.terms.clone());
        wide.restore(outputs, state)?;
        Ok(State::of(|out| {
            wide.shared[class].save(out);
            let cells: Vec<_> = wide.cells(class).collect();
            let grouped = cells.iter().any(|(_, group, _)| *group != 0);
            out.each("index", cells.len(), cells.iter().map(|(index, _, _)| *index));
            for (k, column) in R::COLUMNS.iter().enumerate() {
                out.each(&format!("cell.{column}"), cells.len(), cells.iter().map(|(_, _, cell)| cell[k]));
            }
            if grouped {
                out.each("group", cells.len(), cells.iter().map(|(_, group, _)| *group as u8));
            }
        }))
    }

    fn merge_class(&self, start: Option<&State>, parts: &mut Parts<'_>) -> Result<State, MergeError> {
        let mut one = Separable::new(self.rule.clone(), self.terms.clone());
        if let Some(start) = start {
            one.restore(start).map_err(MergeError::state(0))?;
        }
        one.merge(parts)?;
        Ok(State::of(|out| one.save(out)))
    }

    fn unseen_state(&self) -> State {
        State::of(|out| Separable::new(self.rule.clone(), self.terms.clone()).save(out))
    }

    fn assemble(&self, classes: &[State]) -> Result<State, StateError> {
        let (groups, outputs) = (self.terms.len(), classes.len());
        let mut rows: BTreeMap<u32, Assembled<N>> = BTreeMap::new();
        let mut shared = Vec::new();
        for (class, state) in classes.iter().enumerate() {
            shared.push(Shared::restore(groups, state)?);
            let columns = Columns::<N>::read(&R::COLUMNS, groups, state)?;
            for (k, &index) in columns.indices.iter().enumerate() {
                let row = rows.entry(index).or_insert_with(|| (columns.group(k), vec![None; outputs]));
                row.1[class] = Some(columns.cell(k));
            }
        }
        // A class that never had a say about a feature of others has a fresh cell there, and its width counts.
        for (group, cells) in rows.values_mut() {
            for (class, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| cell.is_none()) {
                let at = At { terms: &self.terms[*group], shared: &shared[class], group: *group };
                *cell = Some(self.rule.catch_up(self.rule.fresh(at), at));
                let width = self.terms[*group].set.width();
                if width.is_finite() {
                    shared[class].diameter2 += width * width;
                }
            }
        }
        Ok(State::of(|out| {
            scalars::save(&shared, out);
            out.each("index", rows.len(), rows.keys().copied());
            for (k, column) in R::COLUMNS.iter().enumerate() {
                let numbers =
                    rows.values().flat_map(|(_, cells)| cells.iter().flatten().map(move |cell| cell[k]));
                out.each(&format!("cell.{column}"), rows.len() * outputs, numbers);
            }
            if rows.values().any(|(group, _)| *group != 0) {
                out.each("group", rows.len(), rows.values().map(|(group, _)| *group as u8));
            }
        }))
    }
}

impl<R: Rule<N>, const N: usize> Outputs for Wide<R, N> {
    fn outputs(&self) -> usize {
        self.shared.len()
    }

    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        if self.stray(x).is_some() {
            return margins.fill(f64::NAN);
        }
        margins.fill(0.0);
        for (at, (index, value)) in x.iter().enumerate() {
            let place = self.table.place(index);
            let (classes, group) = self.row(place, x.group(at));
            let row = self.table.part(place, 0, classes);
            for (class, margin) in margins.iter_mut().enumerate() {
                *margin += self.read(row.get(class), class, group).1 * value;
            }
        }
    }

    fn open(&mut self, x: Features<'_>, margins: &mut [f64]) -> Result<(), LearnError> {
        self.stray(x).map_or(Ok(()), Err)?;
        let outputs = margins.len();
        self.table.reserve(x, outputs)?;
        let mut round = std::mem::take(&mut self.round);
        self.table.locate(x.indices(), &mut round.places);
        round.outputs = outputs;
        round.groups.clear();
        round.cells.clear();
        round.weights.clear();
        round.fresh_diameter2.clear();
        round.fresh_diameter2.resize(outputs, 0.0);
        round.here.clear();
        round.here.resize(outputs, Some(Probe::default()));
        margins.fill(0.0);
        for (at, (&place, &value)) in round.places.iter().zip(x.values()).enumerate() {
            let (classes, group) = self.row(place, x.group(at));
            let width = self.terms[group].set.width();
            let row = self.table.part(place, 0, classes);
            for (class, margin) in margins.iter_mut().enumerate().take(outputs) {
                let (cell, w) = self.read(row.get(class), class, group);
                if class >= classes {
                    round.fresh_diameter2[class] += width * width;
                }
                *margin += w * value;
                let told = round.here[class].zip(self.rule.lean(w));
                round.here[class] = told.map(|(mut here, lean)| {
                    here.add(w * value, lean * value * value);
                    here
                });
                round.cells.push(cell);
                round.weights.push(w);
            }
            round.groups.push(group as u8);
        }
        if !self.terms.iter().all(Terms::bounded) {
            round.fresh_diameter2.fill(0.0);
        }
        self.round = round;
        Ok(())
    }

    fn adapt(&mut self, x: Features<'_>, slopes: &[f64]) {
        self.round.slopes.clear();
        self.round.slopes.extend_from_slice(slopes);
        let mut shared = std::mem::take(&mut self.round.shared);
        shared.resize_with(slopes.len(), Shared::default);
        let norm2: f64 = x.values().iter().map(|v| v * v).sum();
        for (class, (next, slope)) in shared.iter_mut().zip(slopes).enumerate() {
            next.clone_from(self.scalars(class));
            let squares = slope * slope * norm2;
            let fresh_diameter2 = self.round.fresh_diameter2[class];
            self.rule.observe(next, Round { squares, fresh_diameter2, terms: &self.terms });
        }
        self.round.shared = shared;
    }

    fn affine(&mut self, x: Features<'_>, c: &mut [f64]) -> bool {
        c.fill(0.0);
        for (place, &value) in x.values().iter().enumerate() {
            for (class, c) in c.iter_mut().enumerate() {
                let at = self.at(&self.round.shared[class], self.round.group(place));
                let seen = self.round.slopes[class] * value;
                let Some(h) = self.rule.curvature(self.round.cell(place, class), seen, at) else {
                    return false;
                };
                *c += value * value / h;
            }
        }
        true
    }

    fn probe(&self, x: Features<'_>, class: usize, s: f64) -> Option<Probe> {
        let mut probe = Probe::default();
        for (place, &value) in x.values().iter().enumerate() {
            let at = self.at(&self.round.shared[class], self.round.group(place));
            let g = Gradient { seen: self.round.slopes[class] * value, step: s * value, curvature: 0.0 };
            let (w, slope) = self.rule.probe(self.round.cell(place, class), g, at)?;
            probe.add(w * value, slope * value * value);
        }
        Some(probe)
    }

    fn here(&self, x: Features<'_>, class: usize) -> Option<Probe> {
        let told = self.round.here[class].filter(|_| !x.is_empty());
        let rate = self.round.shared[class].rate;
        told.map(|here| here.at_rate(rate)).or_else(|| self.probe(x, class, 0.0))
    }

    fn form(&self) -> Form {
        self.rule.form()
    }

    fn stage(&mut self, x: Features<'_>, s: &[f64]) -> Result<(), LearnError> {
        let mut cells = std::mem::take(&mut self.round.cells);
        let mut refused = None;
        for (place, row) in cells.chunks_exact_mut(s.len()).enumerate() {
            let (index, value) = (x.indices()[place], x.values()[place]);
            for (class, cell) in row.iter_mut().enumerate() {
                let at = self.at(&self.round.shared[class], self.round.group(place));
                let g = Gradient {
                    seen: self.round.slopes[class] * value,
                    step: s[class] * value,
                    curvature: 0.0,
                };
                *cell = self.rule.step(*cell, self.round.weights[place * s.len() + class], g, at);
                if !cell.iter().all(|v| v.is_finite()) {
                    refused = refused.or(Some(LearnError::Overflow { index: Some(index) }));
                } else if !self.rule.contains(cell) {
                    let round = self.round.shared[class].rounds;
                    refused = refused.or(Some(LearnError::LeftDomain { round, index }));
                } else if !self.rule.weight(cell, at).is_finite() {
                    refused = refused.or(Some(LearnError::Overflow { index: Some(index) }));
                }
            }
        }
        self.round.cells = cells;
        if !self.round.shared.iter().all(Shared::is_finite) {
            refused = refused.or(Some(LearnError::Overflow { index: None }));
        }
        refused.map_or(Ok(()), Err)
    }

    fn commit(&mut self, x: Features<'_>) {
        let Open { outputs, places, groups, cells, shared, .. } = &mut self.round;
        self.table.write(x.indices(), places, *outputs, cells);
        for (&place, &group) in places.iter().zip(&*groups) {
            let row = Row { classes: *outputs as u32, group };
            match (place as usize).checked_sub(1) {
                Some(known) => self.rows[known] = row,
                None => self.rows.push(row),
            }
        }
        std::mem::swap(&mut self.shared, shared);
    }

    fn grow(&mut self, outputs: usize) -> Result<(), LearnError> {
        self.shared.resize(self.shared.len().max(outputs), self.unseen.clone());
        Ok(())
    }

    fn weights(&self, class: usize) -> Vec<Weight> {
        let weight = |(index, group, cell)| Weight { index, value: self.read(Some(cell), class, group).1 };
        self.cells(class).map(weight).collect()
    }

    fn active(&self) -> usize {
        let active = |class| {
            let weights = self.cells(class).map(|(_, group, cell)| self.read(Some(cell), class, group).1);
            weights.filter(|weight| *weight != 0.0).count()
        };
        (0..self.outputs()).map(active).sum()
    }

    fn bound(&self) -> Option<f64> {
        // No theorem holds for what was learned side by side.
        let merged = self.shared.iter().any(|shared| shared.merged.is_some());
        if merged || !self.terms.iter().all(Terms::bounded) {
            return None;
        }
        let class = |class: usize| {
            let shared = &self.shared[class];
            let owed =
                self.cells(class).map(|(_, group, cell)| self.rule.bound(cell, self.at(shared, group)));
            owed.sum::<f64>() + self.rule.shared_bound(shared)
        };
        let total: f64 = (0..self.outputs()).map(class).sum();
        total.is_finite().then_some(total)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + (self.rows.len() * size_of::<Row>()) as u64
    }

    fn save(&self, state: &mut dyn Save) {
        scalars::save(&self.shared, state);
        let (sorted, outputs) = (self.table.sorted(), self.outputs());
        let row = |place: u32| self.rows[place as usize - 1];
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        if self.rows.iter().any(|row| (row.classes as usize) < outputs) {
            state.each("known", sorted.len(), sorted.iter().map(|(_, place)| row(*place).classes));
        }
        for (k, column) in R::COLUMNS.iter().enumerate() {
            let numbers = sorted.iter().flat_map(|(_, place)| {
                let known = self.table.part(*place, 0, row(*place).classes as usize);
                (0..outputs).map(move |class| known.get(class).map_or(0.0, |cell| cell[k]))
            });
            state.each(&format!("cell.{column}"), sorted.len() * outputs, numbers);
        }
        if self.rows.iter().any(|row| row.group != 0) {
            state.each("group", sorted.len(), sorted.iter().map(|(_, place)| row(*place).group));
        }
    }

    fn restore(&mut self, outputs: usize, state: &State) -> Result<(), StateError> {
        let shared = scalars::restore(self.terms.len(), outputs, state)?;
        let indices = state.indices("index")?;
        let of_each = |name: &str, found: usize| match found == indices.len() {
            true => Ok(()),
            false => Err(StateError::Length { name: name.to_owned(), expected: indices.len(), found }),
        };
        let known = if state.has("known") {
            state.indices("known")?.to_vec()
        } else {
            vec![outputs as u32; indices.len()]
        };
        of_each("known", known.len())?;
        if let Some(classes) = known.iter().find(|known| **known as usize > outputs || **known == 0) {
            return Err(StateError::impossible(
                "known",
                format!("{classes} classes, of {outputs}, cannot have met a feature"),
            ));
        }
        let groups =
            if state.has("group") { state.groups("group")?.to_vec() } else { vec![0; indices.len()] };
        of_each("group", groups.len())?;
        if let Some(&group) = groups.iter().find(|group| usize::from(**group) >= self.terms.len()) {
            return Err(StateError::impossible("group", format!("there is no group {group}")));
        }
        let mut columns = Vec::new();
        for column in R::COLUMNS {
            columns.push(state.reals_of(&format!("cell.{column}"), indices.len() * outputs)?);
        }
        let mut table = Strided::<[f64; N], 1>::restore(indices, outputs)?;
        let mut rows = Vec::new();
        for (k, (&classes, &group)) in known.iter().zip(&groups).enumerate() {
            for (class, cell) in table.part_mut(k, 0, classes as usize).iter_mut().enumerate() {
                *cell = std::array::from_fn(|column| columns[column][k * outputs + class]);
                if !self.rule.possible(cell, self.at(&shared[class], usize::from(group))) {
                    let reason =
                        format!("no learner could have written the cell of coordinate {}", indices[k]);
                    return Err(StateError::impossible("index", reason));
                }
            }
            rows.push(Row { classes, group });
        }
        (self.table, self.rows, self.shared) = (table, rows, shared);
        Ok(())
    }

    fn is_sum_of_weights(&self) -> bool {
        // A coordinate no example touched must count nothing, as in a table of weights.
        let zero = |class: usize| (0..self.terms.len()).all(|group| self.read(None, class, group).1 == 0.0);
        (0..=self.outputs()).all(zero)
    }
}
