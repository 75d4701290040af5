//! Merging `auto`: every lane like the AdaGrad learner it is, the mixture by adding up losses.
//!
//! **Lanes.** A feature's scale becomes the largest of the parts', to which their cells are brought first: of raw lanes w = v/s and G s^2 stay,
//! of normalised ones v and G, as when a scale grows. Then lane by lane w goes by what each part added to G, and G by the mean.
//!
//! **Mixture.** What lanes lost adds up, L_k = L0_k + sum over parts of (L_k of the part - L0_k), and so do the whole's losses and the gaps. The posterior is
//! the one of those losses: prior_k exp(-eta L_k), under Bayes with the usual share given back to the prior. Labels lie in the union of the intervals.
//!
//! **The price** of not knowing the best lane remains a theorem, by what was really lost. Let M be the mix -1/eta ln sum_k prior_k exp(-eta L_k) of the added
//! losses, and A what the whole lost in all parts together. From a posterior of those losses the rounds that follow cost at most what they always do, so that at
//! any later time the whole has lost no more than lane k by more than (A - M) beyond the usual price. Therefore after a merge
//! * Bayes: the gaps are A - M, if that is positive, and the switching begins anew;
//! * AdaHedge: the gaps are the sum D of the parts' or A - M at eta = ln K / D, whichever is more: raising D lowers eta and raises M, so A - M <= D holds.
//!
//! **Weights.** Under Bayes a part's losses are in units of its mean weight; they are brought to the mean of all rounds together. Sums of squares are
//! in units of the square of a power of two, that of the first part, to which the others' are brought.
//!
//! The lane that the price is held against is the lane as it ran: alone in every part, merged in between.
//! Weakness: a posterior of added losses knows nothing of which lane was best of late.

use super::Auto;
use super::cell::{Cell, Cells, KEPT, SCALE, WIDTH};
use super::float::Float;
use super::grid::{GRID, LANES};
use super::mixture::{Mixing, Mixture, Seen, exp, mix_loss};
use super::weights::Weights;
use crate::merge::{Clock, MergeError, Parts, Union, next, toward};
use crate::online::Online;
use crate::state::State;

/// f32 sums are rounded up and down, so that one that grew little may have fallen by this share.
const ROUNDING: f64 = 1e-4;

/// A feature's lanes, in units that a growing scale leaves alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<const N: usize> {
    pub(super) scale: f64,
    pub(super) values: [f64; N],
    pub(super) masses: [f64; N],
    /// The sums of what was added.
    added: [f64; N],
}

impl<const N: usize> Default for Line<N> {
    fn default() -> Self {
        Self { scale: 0.0, values: [0.0; N], masses: [0.0; N], added: [0.0; N] }
    }
}

impl Line<LANES> {
    /// Of a cell whose sums are to be multiplied by `factor`, for another unit of weights.
    pub(super) fn new<F: Float>(cell: &Cell<F>, factor: f64) -> Self {
        let scale = cell[SCALE].to_f64();
        let mut line = Self { scale, ..Self::default() };
        for (k, lane) in GRID.iter().enumerate() {
            let (v, mass) = (cell[k].to_f64(), cell[WIDTH + k].to_f64() * factor);
            let raw = !lane.normalised && scale > 0.0;
            (line.values[k], line.masses[k]) =
                if raw { (v / scale, mass * scale * scale) } else { (v, mass) };
        }
        line
    }

    pub(super) fn cell<F: Float>(&self) -> Cell<F> {
        let mut cell = Cell::<F>::default();
        cell[SCALE] = F::from_f64(self.scale);
        for (k, lane) in GRID.iter().enumerate() {
            let (value, mass) = (self.values[k], self.masses[k]);
            let (v, sum) = if lane.normalised {
                (value, mass)
            } else {
                (value * self.scale, mass / (self.scale * self.scale))
            };
            (cell[k], cell[WIDTH + k]) = (F::from_f64(v), F::from_f64(sum));
        }
        cell
    }
}

impl<const N: usize> Line<N> {
    /// Takes a part's line as the `count`-th, which went on from a start.
    pub(super) fn take(&mut self, part: &Self, start: &Self, count: u64) -> Result<(), &'static str> {
        if part.scale < start.scale {
            return Err("its scale is below the start's");
        }
        self.scale = self.scale.max(part.scale);
        let share = 1.0 / count as f64;
        for k in 0..N {
            let added = part.masses[k] - start.masses[k];
            if added < -ROUNDING * start.masses[k] {
                return Err("it has seen less than the start");
            }
            self.masses[k] = toward(self.masses[k], part.masses[k], share);
            if added > 0.0 {
                self.added[k] += added;
                self.values[k] = toward(self.values[k], part.values[k], added / self.added[k]);
            } else if count == 1 {
                self.values[k] = part.values[k];
            }
        }
        Ok(())
    }
}

/// What is added up over the parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum<const N: usize> {
    rule: Mixing,
    parts: u64,
    /// The first part, which is the result if it is the only one.
    first: Mixture<N>,
    /// What was lost: by the start once, and by each part since. In the plain unit of weights, so that the order of the
    /// parts does not matter.
    total: Mixture<N>,
    seen: Option<Seen>,
    /// The weights of all rounds, and how many these are; none until there is one.
    weights: Option<(Weights, u64)>,
}

impl<const N: usize> Sum<N> {
    /// Of parts that started with this one.
    pub(super) fn new(rule: Mixing, start: Mixture<N>) -> Self {
        let total = start.in_unit(rule, Weights::PLAIN);
        Self { rule, parts: 0, first: start, total, seen: None, weights: None }
    }

    /// Takes a part after `rounds`, which went on from a start after `before`.
    pub(super) fn add(
        &mut self,
        (start, before): (&Mixture<N>, u64),
        (part, rounds): (&Mixture<N>, u64),
        seen: Option<Seen>,
    ) {
        self.parts += 1;
        if self.parts == 1 {
            self.first = *part;
        }
        let (total, unit) = (&mut self.total, part.unit(self.rule));
        for (sum, (part, start)) in total.losses.iter_mut().zip(part.losses.iter().zip(&start.losses)) {
            *sum += (part - start) * unit;
        }
        total.own += (part.own - start.own) * unit;
        total.gaps += (part.gaps - start.gaps) * unit;
        let more = rounds - before;
        match &mut self.weights {
            Some((weights, known)) if more > 0 => {
                *known += more;
                let added = part.weights.added(start.weights, before, more);
                weights.mean = toward(weights.mean, added, more as f64 / *known as f64);
            }
            none @ None if rounds > 0 => *none = Some((part.weights, rounds)),
            _ => {}
        }
        self.seen = match (self.seen, seen) {
            (Some(a), Some(b)) => Some(Seen { low: a.low.min(b.low), high: a.high.max(b.high) }),
            (one, other) => one.or(other),
        };
    }

    /// The interval of all labels; none if there was no round.
    pub(super) fn seen(&self) -> Option<Seen> {
        self.seen
    }

    /// By what sums of squares in these weights are multiplied to be in those of the first part.
    pub(super) fn factor(&self, weights: Weights) -> f64 {
        let base = self.weights.map_or(1.0, |(weights, _)| weights.base);
        (weights.base / base) * (weights.base / base)
    }

    /// The mixture of all parts, after `rounds`.
    pub(super) fn mixture(&self, rounds: u64) -> Result<Mixture<N>, MergeError> {
        let mixture = if self.parts == 1 {
            self.first
        } else {
            let weights = self.weights.map_or(Weights::PLAIN, |(weights, _)| weights);
            self.total.in_unit(self.rule, weights).by_losses(self.rule, rounds)
        };
        if mixture.is_finite() { Ok(mixture) } else { Err(MergeError::Overflow { index: None }) }
    }
}

impl<const N: usize> Mixture<N> {
    /// The same losses in the unit of these weights.
    fn in_unit(mut self, rule: Mixing, weights: Weights) -> Self {
        let before = self.unit(rule);
        self.weights = weights;
        let factor = before / self.unit(rule);
        self.losses = self.losses.map(|loss| loss * factor);
        (self.own, self.gaps) = (self.own * factor, self.gaps * factor);
        self
    }

    /// The standing after `rounds`, by what was lost in them.
    fn by_losses(mut self, rule: Mixing, rounds: u64) -> Self {
        let prior = self.prior;
        let eta = if rule == Mixing::Bayes { 1.0 } else { self.eta() };
        let beyond = self.own - mix_loss(&prior, &self.losses, eta);
        self.gaps = match rule {
            Mixing::Bayes => beyond.max(0.0),
            Mixing::Hedge => self.gaps.max(beyond),
        };
        let eta = if rule == Mixing::Bayes { 1.0 } else { self.eta() };
        let least = self.losses.iter().copied().fold(f64::INFINITY, f64::min);
        let behind = self.losses.map(|loss| loss - least);
        let parts = match eta {
            f64::INFINITY => behind.map(|behind| f64::from(u8::from(behind == 0.0))),
            eta => exp(&behind.map(|behind| -eta * behind)),
        };
        let total: f64 = prior.iter().zip(parts).map(|(prior, part)| prior * part).sum();
        self.shares = std::array::from_fn(|k| prior[k] * parts[k] / total);
        self.switching = 0.0;
        if rule == Mixing::Bayes {
            let since = rounds as f64 + 10.0;
            let back = 1.0 / (since * since.sqrt());
            self.shares = std::array::from_fn(|k| (1.0 - back) * self.shares[k] + back * prior[k]);
            self.switching = -libm::log1p(-back);
        }
        self
    }
}

impl<F: Float> Auto<F> {
    pub(super) fn merge_parts(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let entries = self.table.touched().map(|(index, _)| (index, Line::default())).collect();
        let mut union = Union::new(entries);
        let mut clock = Clock::new(self.rounds, self.rounds);
        let mut sum = Sum::new(self.rule, self.mixture);
        let mut place = 0;
        while let Some(part) = next(parts, place)? {
            self.take_part(&part, place, &mut union, &mut clock, &mut sum)?;
            place += 1;
        }
        if place == 0 {
            return Err(MergeError::NoParts);
        }
        let rounds = clock.rounds()?;
        let mixture = sum.mixture(rounds)?;
        let table = table(union)?;
        (self.table, self.mixture, self.rounds) = (table, mixture, rounds);
        self.seen = sum.seen.unwrap_or_default();
        self.staged = None;
        Ok(())
    }

    fn take_part(
        &self,
        state: &State,
        place: usize,
        union: &mut Union<Line<LANES>>,
        clock: &mut Clock,
        sum: &mut Sum<LANES>,
    ) -> Result<(), MergeError> {
        let mut part = Self::new(self.loss);
        part.restore(state).map_err(MergeError::state(place))?;
        clock.add(part.rounds, part.rounds)?;
        let (low, high) = (part.seen.low <= self.seen.low, self.seen.high <= part.seen.high);
        if self.rounds > 0 && !(low && high) {
            let reason = "its labels do not reach as far as the start's";
            return Err(MergeError::stranger(place, None, reason));
        }
        let seen = (part.rounds > 0).then_some(part.seen);
        sum.add((&self.mixture, self.rounds), (&part.mixture, part.rounds), seen);
        let (of_start, of_part) = (sum.factor(self.mixture.weights), sum.factor(part.mixture.weights));
        let walk = part.table.walk();
        let indices: Vec<u32> = walk.indices().collect();
        let cells: Vec<&Cell<F>> = walk.cells().collect();
        // Parts before had none of it.
        union.admit(&indices, |_, _| Line::default());
        union.beside(&indices, |index, line, found| {
            let start = Line::new(&self.table.get(index), of_start);
            let stranger = |reason: &str| MergeError::stranger(place, Some(index), reason);
            if found.is_none() && start.scale > 0.0 {
                return Err(stranger("it lacks a feature that the start has"));
            }
            let part = found.map_or_else(Line::default, |k| Line::new(cells[k], of_part));
            line.take(&part, &start, sum.parts).map_err(stranger)
        })
    }
}

/// The cells of merged lines.
fn table<F: Float>(union: Union<Line<LANES>>) -> Result<Cells<F>, MergeError> {
    let (mut indices, mut cells) = (Vec::with_capacity(union.len()), Vec::with_capacity(union.len()));
    for (index, line) in union.into_iter() {
        let cell: Cell<F> = line.cell();
        if !cell[..KEPT].iter().all(|number| number.to_f64().is_finite()) {
            return Err(MergeError::Overflow { index: Some(index) });
        }
        indices.push(index);
        cells.push(cell);
    }
    Cells::restore(&indices, cells.into_iter())
        .map_err(|error| MergeError::Memory { reason: error.to_string() })
}
