//! Merging lanes under a box or penalties: each like the AdaGrad learner it is, the mixture by adding up losses, as [`Auto`](super::super::Auto) merges.
//!
//! Lines are brought up to date by their own part's clock. A feature's scale becomes the largest of the parts', under which normalised weights are brought as when it grows. Then a
//! weight goes by what each part added to G, and where none added anything by rounds, for parts differ there by the penalties of theirs; G goes by the mean, and so does the clock.
//! The unit of rates becomes the largest, and so does what crossing made of an example.

use super::line::{Line, grown};
use super::{Composite, Head, LANES};
use crate::learners::auto::merge::Sum;
use crate::learners::auto::strides::Strides;
use crate::merge::{Clock, MergeError, Parts, Union, next, toward};
use crate::online::Online;
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::state::{State, StateError};
use crate::table::Compact;

/// No box.
const ANYWHERE: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

/// A merged line in the making.
#[derive(Clone, Copy, Debug)]
struct Mean {
    line: Line,
    /// The sums of what was added.
    added: [f64; LANES],
}

/// How a part counts.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// Which it is, from 1.
    count: u64,
    /// Its rounds since the start.
    rounds: u64,
    /// Their share of all rounds so far.
    idle: f64,
}

impl Mean {
    fn new(terms: &Terms) -> Self {
        let line = Line { unit: 0.0, growth: 0.0, ..Line::fresh(terms) };
        Self { line, added: [0.0; LANES] }
    }

    /// Takes a part's line, which went on from a start's. The box waits until all are taken: a mean of clipped weights would depend on the order.
    fn take(&mut self, part: &Line, start: &Line, share: Share) -> Result<(), &'static str> {
        if part.scale < start.scale {
            return Err("its scale is below the start's");
        }
        let (mut part, mean) = (*part, &mut self.line);
        // A part without the feature has the weights of the beginning, and nothing to say of the rest.
        if part.scale > 0.0 {
            mean.scale = grown(&mut mean.weights, mean.scale, part.scale, ANYWHERE);
            part.grow(mean.scale, ANYWHERE);
            (mean.unit, mean.growth) = (mean.unit.max(part.unit), mean.growth.max(part.growth));
        }
        for k in 0..LANES {
            let added = part.masses[k] - start.masses[k];
            if added < 0.0 {
                return Err("it has seen less than the start");
            }
            if added > 0.0 && share.rounds == 0 {
                return Err("it differs without a round");
            }
            // The first to add anything is the mean; until then those are that add nothing.
            let weight = match (added > 0.0, self.added[k] > 0.0) {
                (true, true) => added / (self.added[k] + added),
                (true, false) => 1.0,
                (false, true) => 0.0,
                (false, false) => share.idle,
            };
            self.added[k] += added;
            mean.weights[k] = toward(mean.weights[k], part.weights[k], weight);
            mean.masses[k] = toward(mean.masses[k], part.masses[k], 1.0 / share.count as f64);
        }
        Ok(())
    }
}

/// Everything that is added up over the parts.
struct Gathered {
    union: Union<Mean>,
    clock: Clock,
    sum: Sum<LANES>,
    /// Rounds of all parts since the start.
    rounds: u64,
    /// Those of whoever has learned something.
    strides: Option<Strides>,
    /// The first part's count beyond its clock, which is the result's if it is the only one.
    merged: Option<u64>,
}

impl Composite {
    pub(super) fn merge_parts(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let entries = self.table.touched().map(|(index, _)| (index, Mean::new(&self.terms))).collect();
        let rounds = self.rounds();
        let mut gathered = Gathered {
            union: Union::new(entries),
            clock: Clock::new(rounds, self.clock),
            sum: Sum::new(self.rule, self.mixture),
            rounds: 0,
            strides: (rounds > 0).then_some(self.strides),
            merged: None,
        };
        let mut place = 0;
        while let Some(part) = next(parts, place)? {
            self.take_part(&part, place, &mut gathered)?;
            place += 1;
        }
        if place == 0 {
            return Err(MergeError::NoParts);
        }
        let Gathered { union, clock, sum, strides, merged, .. } = gathered;
        let (rounds, reading) = (clock.rounds()?, clock.reading());
        let mixture = sum.mixture(rounds)?;
        let (mut indices, mut cells) = (Vec::with_capacity(union.len()), Vec::with_capacity(union.len()));
        for (index, Mean { mut line, .. }) in union.into_iter() {
            line.clock = reading as f64;
            line.weights = line.weights.map(|weight| self.terms.set.clip(weight));
            let cell = line.cell();
            if !cell.iter().all(|number| number.is_finite()) {
                return Err(MergeError::Overflow { index: Some(index) });
            }
            indices.push(index);
            cells.push(cell);
        }
        self.table = Compact::restore(&indices, cells.into_iter())
            .map_err(|error| MergeError::Memory { reason: error.to_string() })?;
        self.seen = sum.seen().unwrap_or_default();
        (self.mixture, self.clock, self.strides) = (mixture, reading, strides.unwrap_or(self.strides));
        self.merged = if place == 1 { merged } else { Some(rounds - reading) };
        self.staged = None;
        Ok(())
    }

    fn take_part(&self, state: &State, place: usize, gathered: &mut Gathered) -> Result<(), MergeError> {
        let unfit = MergeError::state(place);
        let head = self.head(state).map_err(&unfit)?;
        let cells = self.cells(head.clock, state).map_err(&unfit)?;
        let indices = state.indices("index").map_err(&unfit)?;
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(unfit(StateError::impossible("index", "indices are not strictly increasing")));
        }
        let Head { clock, merged, seen, mixture, strides } = head;
        let since = gathered.clock.add(head.rounds(), clock)?;
        let before = self.rounds();
        let stranger = |index: Option<u32>, reason: &str| MergeError::stranger(place, index, reason);
        if before > 0 && !(seen.low <= self.seen.low && self.seen.high <= seen.high) {
            return Err(stranger(None, "its labels do not reach as far as the start's"));
        }
        if head.rounds() > 0 && *gathered.strides.get_or_insert(strides) != strides {
            return Err(stranger(None, "its lanes step otherwise"));
        }
        gathered.rounds += since;
        let share = Share {
            count: place as u64 + 1,
            rounds: since,
            idle: match gathered.rounds {
                _ if place == 0 => 1.0,
                0 => 0.0,
                all => since as f64 / all as f64,
            },
        };
        if place == 0 {
            gathered.merged = merged;
        }
        let told = (head.rounds() > 0).then_some(seen);
        gathered.sum.add((&self.mixture, before), (&mixture, head.rounds()), told);
        // Parts before had none of it.
        gathered.union.admit(indices, |_, _| Mean::new(&self.terms));
        gathered.union.beside(indices, |index, mean, found| {
            let start = Line::of(&self.table.get(index), &self.terms);
            if found.is_none() && start.scale > 0.0 {
                return Err(stranger(Some(index), "it lacks a feature that the start has"));
            }
            let mut line =
                found.map_or_else(|| Line::fresh(&self.terms), |k| Line::of(&cells[k], &self.terms));
            line.catch_up(clock as f64, &strides.rates, &self.terms);
            mean.take(&line, &start, share).map_err(|reason| stranger(Some(index), reason))
        })
    }
}
