//! Merging cells under a rule: every part's are brought up to date by its own clock, shown as the rule shows them, and joined by the rule.

use crate::merge::{Gather, MergeError, Parts, Told, next};
use crate::rule::{At, Join, Rule, Shared, SharedMean, Terms};
use crate::state::State;
use crate::table::Columns;

/// The start of a merge: a rule, its terms, its shared scalars, and its cells, as a state would have them, by index.
pub struct Start<'a, R, const N: usize> {
    /// The rule.
    pub rule: &'a R,
    /// The terms of every group.
    pub terms: &'a [Terms],
    /// The shared scalars.
    pub shared: &'a Shared,
    /// The group and cell of a coordinate, if it was touched.
    pub cell: &'a dyn Fn(u32) -> Option<(usize, [f64; N])>,
}

/// What parts become.
pub struct Merged<const N: usize> {
    /// The shared scalars.
    pub shared: Shared,
    /// Index, group and cell of every coordinate, in order of index.
    pub cells: Vec<(u32, usize, [f64; N])>,
}

impl<R: Rule<N>, const N: usize> Start<'_, R, N> {
    /// Merges parts that went on from coordinates of these indices, in order.
    pub fn merge(
        &self,
        indices: impl Iterator<Item = u32>,
        parts: &mut Parts<'_>,
    ) -> Result<Merged<N>, MergeError> {
        let join = self.rule.joins().map_err(|reason| MergeError::Refused { reason })?;
        let group = |index: u32| (self.cell)(index).map_or(0, |(group, _)| group);
        let mut gather = Gather::new(indices.map(|index| (index, group(index))));
        let mut scalars = SharedMean::new(self.shared);
        let (mut place, mut fewest) = (0, usize::MAX);
        while let Some(part) = next(parts, place)? {
            fewest = fewest.min(self.take(join, place, &part, &mut gather, &mut scalars)?);
            place += 1;
        }
        let mut shared = scalars.finish()?;
        let alike = fewest == gather.len();
        let mut cells = Vec::with_capacity(gather.len());
        for joined in gather.finish() {
            let at = At { terms: &self.terms[joined.group], shared: &shared, group: joined.group };
            let cell = join.join(&joined, at);
            let sound = cell.iter().all(|v| v.is_finite()) && self.rule.possible(&cell, at);
            if !sound {
                return Err(MergeError::Overflow { index: Some(joined.index) });
            }
            cells.push((joined.index, joined.group, cell));
        }
        // Where parts saw different coordinates, all of them were seen.
        if !alike && self.terms.iter().all(Terms::bounded) {
            let width = |group: usize| self.terms[group].set.width();
            shared.diameter2 = cells.iter().map(|&(_, group, _)| width(group) * width(group)).sum();
        }
        Ok(Merged { shared, cells })
    }

    /// Takes a part; gives how many coordinates it has.
    fn take(
        &self,
        join: &dyn Join<N>,
        place: usize,
        part: &State,
        gather: &mut Gather<N>,
        scalars: &mut SharedMean,
    ) -> Result<usize, MergeError> {
        let unfit = MergeError::state(place);
        let shared = Shared::restore(self.terms.len(), part).map_err(&unfit)?;
        let columns = Columns::<N>::read(&R::COLUMNS, self.terms.len(), part).map_err(&unfit)?;
        let rounds = scalars.add(&shared)?;
        let at = |group: usize| At { terms: &self.terms[group], shared: &shared, group };
        let fresh = |group: usize| {
            join.portrait(&self.rule.catch_up(self.rule.fresh(at(group)), at(group)), at(group))
        };
        let tell = |k: usize| {
            let (index, group, cell) = (columns.indices[k], columns.group(k), columns.cell(k));
            if !self.rule.possible(&cell, at(group)) {
                let reason = format!("no learner could have written the cell of coordinate {index}");
                return Err(unfit(crate::state::StateError::Value { name: "index".into(), reason }));
            }
            let now = self.rule.catch_up(cell, at(group));
            let portrait = join.portrait(&now, at(group));
            let known = (self.cell)(index);
            if known.is_some_and(|(_, start)| start == cell) {
                return Ok(Told { portrait, added: 0.0 });
            }
            let added = match join.mass(&now, at(group)) {
                Some(mass) => mass - self.mass(join, known, group),
                None => rounds as f64,
            };
            if added < 0.0 || rounds == 0 {
                let reason = if rounds == 0 {
                    "it differs without a round"
                } else {
                    "it has seen less than the start"
                };
                return Err(MergeError::stranger(place, Some(index), reason));
            }
            Ok(Told { portrait, added })
        };
        gather.add(columns.indices, |k| columns.group(k), rounds, fresh, tell)?;
        Ok(columns.indices.len())
    }

    /// G of a coordinate in the start; of a fresh one if it was not touched.
    fn mass(&self, join: &dyn Join<N>, known: Option<(usize, [f64; N])>, group: usize) -> f64 {
        let group = known.map_or(group, |(group, _)| group);
        let at = At { terms: &self.terms[group], shared: self.shared, group };
        let cell = known.map_or_else(|| self.rule.fresh(at), |(_, cell)| cell);
        join.mass(&self.rule.catch_up(cell, at), at).unwrap_or(0.0)
    }
}
