//! `auto`: nothing to tune. Seven implicit AdaGrad learners side by side, mixed by how well each did.
//!
//! Lane k of the [`grid`] has the rate eta_k:
//!
//! G_i += g_i^2,   H_i = sqrt(G_i)/eta_k,   w <- argmin_u h l(u.x, y) + 1/2 |u - w|_H^2,
//!
//! closed form through c = sum_i x_i^2/H_i and the loss's implicit slope; under the hinge loss the lowest rates step
//! by the whole slope. Raw lanes take x as it is,
//! normalised ones x_i/s_i, s_i the largest magnitude seen. The [`mixture`] makes one prediction of
//! theirs. All lanes of a feature share one [`cell`] of 64 bytes and the loops of the [`kernel`]: a large
//! table costs memory traffic, not arithmetic, so seven learners cost little more than one.
//!
//! That is the first-order group, [`Auto`]. [`Whole`] is what the name `auto` builds: it and, while features are few, the
//! [`second`] group.
//!
//! [`Composite`] is what it builds under a box or penalties.
//!
//! Known relatives: VW's adaptive, normalised, invariant updates are one such lane with one rate.
//! Weakness: rates never rise again, so drift is followed slowly; 64 bytes a feature.
//! References: Duchi, Hazan and Singer 2011; Kulis and Bartlett 2010; Ross, Mineiro and Langford 2013;
//! Vovk 1990.

mod cell;
mod classes;
mod composite;
mod contributions;
mod float;
mod grid;
mod kernel;
mod lanes;
mod merge;
mod mixture;
mod second;
pub(crate) mod steady;
mod strides;
#[cfg(test)]
mod tests;
mod weights;
mod whole;

use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::{Labels, Loss, logistic};
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Online, Predict, Standing, Weight};
use crate::simd::wide;
use crate::state::{Array, Save, State, StateError};
use crate::step::{check_label, held_out};
use crate::table::Lookup;
use cell::{Cell, Cells, KEPT, SCALE, WIDTH};
use float::Float;
use grid::LANES;
use kernel::{Open, Rates};
use mixture::{Mixing, Mixture, Seen};
use strides::Strides;

pub use classes::{AutoClasses, ClassLanes};
pub use composite::{Composite, CompositeLanes};
pub use lanes::Lanes;
pub use whole::Whole;

/// The lanes, their mixture and what is known of the labels.
#[derive(Debug)]
pub struct Auto<F> {
    loss: Loss,
    rule: Mixing,
    /// Those of the grid, or of the grid that an older file began with.
    strides: Strides,
    rounds: u64,
    seen: Seen,
    mixture: Mixture<LANES>,
    table: Cells<F>,
    open: Open<F>,
    /// What a commit writes: the mixture and the labels as the round leaves them.
    staged: Option<(Mixture<LANES>, Seen)>,
    /// The indices of the example that a round was prepared for.
    prepared: Vec<u32>,
}

/// The refusal of a number that is too large; `index` is the feature it belongs to.
fn overflow(index: Option<u32>) -> LearnError {
    LearnError::Overflow { index }
}

/// The lanes' numbers times a factor, and a spare 0.
#[inline(always)]
fn padded(lanes: &[f64; LANES], factor: f64) -> [f64; WIDTH] {
    std::array::from_fn(|k| if k < LANES { lanes[k] * factor } else { 0.0 })
}

/// Refuses values too large for a lane's float.
fn predictable<F: Float>(x: Features<'_>) -> Result<(), LearnError> {
    match x.iter().find(|(_, value)| value.abs() > F::LARGEST) {
        Some((index, _)) => Err(overflow(Some(index))),
        None => Ok(()),
    }
}

/// The numbers of all cells of a file of version 3, which has a column of f64 for each of them. Empty for
/// later files.
fn columns<F: Float>(state: &State, cells: usize) -> Result<Vec<F>, StateError> {
    if state.reals("cell.scale").is_err() {
        return Ok(Vec::new());
    }
    let mut numbers = vec![F::default(); cells * KEPT];
    let lanes = (0..LANES)
        .flat_map(|k| [(format!("cell.{k}.weight"), k), (format!("cell.{k}.accumulator"), WIDTH + k)]);
    for (name, number) in lanes.chain([("cell.scale".to_owned(), SCALE)]) {
        let column = state.reals_of(&name, cells)?;
        numbers.iter_mut().skip(number).step_by(KEPT).zip(column).for_each(|(v, &c)| *v = F::from_f64(c));
    }
    Ok(numbers)
}

/// How lanes stand that step like this.
fn standings(mixture: &Mixture<LANES>, rule: Mixing, strides: &Strides) -> Vec<Standing> {
    let standing = |k: usize| Standing {
        name: strides.name(k),
        prior: grid::prior()[k],
        posterior: mixture.shares[k],
        loss: mixture.losses[k],
        price: mixture.price(rule, k),
        unit: mixture.unit(rule),
    };
    (0..LANES).map(standing).collect()
}

/// Writes what lanes have beside their cells and their rounds.
fn save_head(state: &mut dyn Save, seen: Seen, mixture: &Mixture<LANES>, strides: &Strides) {
    state.put("labels", Array::F64(vec![seen.low, seen.high]));
    mixture.save(state);
    strides.save(state);
}

/// The labels seen, of a state.
fn seen(state: &State) -> Result<Seen, StateError> {
    let labels = state.reals_of("labels", 2)?;
    if labels[0] > labels[1] {
        return Err(StateError::impossible("labels", "no interval"));
    }
    Ok(Seen { low: labels[0], high: labels[1] })
}

/// Refuses numbers that are not finite.
fn finite(values: &[f64; LANES]) -> Result<(), LearnError> {
    if values.iter().all(|v| v.is_finite()) { Ok(()) } else { Err(overflow(None)) }
}

impl<F: Float> Auto<F> {
    /// A learner that has seen nothing.
    pub fn new(loss: Loss) -> Self {
        Self {
            loss,
            rule: Mixing::of(loss),
            strides: Strides::new(loss),
            rounds: 0,
            seen: Seen::default(),
            mixture: Mixture::new(grid::prior()),
            table: Cells::default(),
            open: Open::default(),
            staged: None,
            prepared: Vec::new(),
        }
    }

    /// Works out the round and leaves it staged; gives the margin.
    fn stage(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged = None;
        check_label(self.loss, y, weight)?;
        if weight == 0.0 {
            return held_out(self.margin(x));
        }
        predictable::<F>(x)?;
        self.table.reserve(x)?;
        let margins = self.open.gather(&self.table, x);
        finite(&margins)?;
        let says = self.seen.clip(self.loss, &margins);
        let p = self.mixture.margin(self.rule, &says);
        let round = self.rounds + 1;
        let weights = self.mixture.weights.with(weight, round);
        let in_lanes = weight / weights.base;
        let (lost, slopes) = self.judge(&says, &margins, y, in_lanes);
        let own = self.loss.value(p, y);
        let mixture = self.mixture.after(self.rule, round, (weights, weight), own, &lost);
        let seen = self.seen.with(y, self.rounds == 0);
        if !(p.is_finite() && mixture.is_finite()) {
            return Err(overflow(None));
        }
        finite(&slopes)?;
        let rates = Rates::new(&slopes, &self.strides.rates, seen.unit(self.loss), x.growth(), round);
        let c = self.open.adapt(&rates);
        finite(&c)?;
        let steps = self.steps(&margins, y, in_lanes, &slopes, &c);
        finite(&steps)?;
        if let Some(position) = self.open.step(&steps) {
            return Err(overflow(Some(x.indices()[position])));
        }
        self.staged = Some((mixture, seen));
        Ok(p)
    }

    /// Remembers which features a round was prepared for.
    fn keep(&mut self, x: Features<'_>) {
        self.prepared.clear();
        self.prepared.extend_from_slice(x.indices());
    }

    /// Writes the staged round, which was worked out for an example of these indices.
    fn take(&mut self, indices: &[u32]) {
        if let Some((mixture, seen)) = self.staged.take() {
            self.table.write(indices, &self.open.places, self.open.cells.iter().copied());
            (self.mixture, self.seen) = (mixture, seen);
            self.rounds += 1;
        }
    }

    /// The lanes' losses, importance aside, and their slopes, importance included.
    fn judge(
        &self,
        says: &[f64; LANES],
        margins: &[f64; LANES],
        y: f64,
        weight: f64,
    ) -> ([f64; LANES], [f64; LANES]) {
        match self.loss {
            Loss::Logistic(_) => {
                let (lost, sizes) = wide(logistic::At(padded(margins, y)));
                (std::array::from_fn(|k| lost[k]), std::array::from_fn(|k| -y * weight * sizes[k]))
            }
            loss => (says.map(|p| loss.value(p, y)), margins.map(|p| weight * loss.slope(p, y))),
        }
    }

    /// The slopes of the lanes' steps, implicit ones but for those that are explicit; a lane without a slope takes none.
    fn steps(
        &self,
        margins: &[f64; LANES],
        y: f64,
        weight: f64,
        slopes: &[f64; LANES],
        c: &[f64; LANES],
    ) -> [f64; LANES] {
        match self.loss {
            Loss::Logistic(_) => {
                let sizes = wide(logistic::Implicit((padded(margins, y), padded(c, weight))));
                std::array::from_fn(|k| if slopes[k] == 0.0 { 0.0 } else { -y * weight * sizes[k] })
            }
            loss => std::array::from_fn(|k| match slopes[k] {
                0.0 => 0.0,
                slope if self.strides.explicit[k] => slope,
                _ => weight * loss.implicit_slope(margins[k], y, weight * c[k]),
            }),
        }
    }

    /// The mean of the lanes' weights on the plain value of a feature, by posterior.
    fn mean(&self, cell: &Cell<F>) -> f64 {
        (0..LANES).fold(0.0, |sum, k| sum + self.mixture.shares[k] * Self::weight(cell, k))
    }

    /// Lane k's weight on the plain value of a feature.
    fn weight(cell: &Cell<F>, k: usize) -> f64 {
        cell[k].to_f64() / cell[SCALE].to_f64()
    }
}

/// The margin of the mixture over these cells; NaN for values too large for a lane's float. Learners and
/// serving models share it.
fn margin<F: Float, const N: usize>(
    loss: Loss,
    seen: Seen,
    mixture: &Mixture<LANES>,
    cells: &impl Lookup<[F; N]>,
    x: Features<'_>,
) -> f64 {
    if predictable::<F>(x).is_err() {
        return f64::NAN;
    }
    let margins = kernel::margins(cells, x);
    match finite(&margins) {
        Ok(()) => mixture.margin(Mixing::of(loss), &seen.clip(loss, &margins)),
        Err(_) => f64::NAN,
    }
}

impl<F: Float> Predict for Auto<F> {
    fn margin(&self, x: Features<'_>) -> f64 {
        margin(self.loss, self.seen, &self.mixture, &self.table, x)
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        contributions::contributions(self.loss, self.seen, &self.mixture, &self.table, x)
    }
}

impl<F: Float> Online for Auto<F> {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.stage(x, y, weight)?;
        self.keep(x);
        Ok(p)
    }

    fn commit(&mut self) {
        let prepared = std::mem::take(&mut self.prepared);
        self.take(&prepared);
        self.prepared = prepared;
    }

    fn learn(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.stage(x, y, weight)?;
        self.take(x.indices());
        Ok(p)
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The mean of the lanes' weights on plain values, by posterior. Where margins are mixed, and no
    /// interval of labels clips them, their product with x is the margin. Under the logistic loss, whose
    /// probabilities are mixed, it is close to the margin where the lanes agree. A normalised lane's
    /// weight holds until a larger value of its feature shows.
    fn weights(&self) -> Vec<Weight> {
        self.table.touched().map(|(index, cell)| Weight { index, value: self.mean(cell) }).collect()
    }

    fn active(&self) -> usize {
        let some = |cell: &&Cell<F>| cell[SCALE] > F::default() && self.mean(cell) != 0.0;
        self.table.used().iter().filter(some).count()
    }

    /// None: the weights are in no box, so there is no set of fixed points to compare with. What is
    /// proven is the price against the best lane.
    fn bound(&self) -> Option<f64> {
        None
    }

    fn lanes(&self) -> Vec<Standing> {
        standings(&self.mixture, self.rule, &self.strides)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        save_head(state, self.seen, &self.mixture, &self.strides);
        let walk = self.table.walk();
        state.each("index", walk.len(), walk.indices());
        // The last number of a cell is always 0.
        state.rows(
            "cells",
            walk.len(),
            walk.cells().map(|cell| std::array::from_fn::<F, KEPT, _>(|k| cell[k])),
        );
    }

    fn freeze(&self) -> Option<Frozen> {
        let lanes = Lanes::new(self.loss, self.rounds, self.seen, self.mixture, &self.table).ok()?;
        Some(Frozen::Lanes(Box::new(lanes)))
    }

    fn compact(&self) -> Result<Frozen, StateError> {
        let clip = (self.loss.labels() == Labels::Real).then_some([self.seen.low, self.seen.high]);
        Frozen::compact(self.rounds, clip, &self.weights())
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.rounds()?;
        let seen = seen(state)?;
        let mixture = Mixture::restore(self.rule, grid::prior(), state)?;
        let strides = Strides::restore(self.loss, state)?;
        let indices = state.indices("index")?;
        let old = columns(state, indices.len())?;
        let numbers = if old.is_empty() { state.numbers::<F>("cells")? } else { &old };
        if numbers.len() != indices.len() * KEPT {
            let (expected, found) = (indices.len() * KEPT, numbers.len());
            return Err(StateError::Length { name: "cells".to_owned(), expected, found });
        }
        let smallest = F::from_f64(F::SMALLEST);
        let largest = F::from_f64(F::LARGEST * 1.001);
        let mut sound = true;
        let cells = numbers.chunks_exact(KEPT).map(|kept| {
            let mut cell = Cell::<F>::default();
            cell[..KEPT].copy_from_slice(kept);
            // 0 times a number is 0 unless the number is not finite.
            let faults = cell.iter().fold(F::default(), |sum, &v| sum + v * F::default());
            sound &= faults == F::default()
                && cell[SCALE] >= smallest
                && cell[SCALE] <= largest
                && cell[WIDTH..].iter().all(|&sum| sum >= F::default());
            cell
        });
        let table = Cells::restore(indices, cells)?;
        if !sound {
            return Err(StateError::impossible(
                "cells",
                "scales and sums of squares are positive, and all numbers finite",
            ));
        }
        (self.mixture, self.strides) = (mixture, strides);
        (self.table, self.rounds) = (table, rounds);
        self.seen = seen;
        self.staged = None;
        Ok(())
    }

    /// Lanes merge like the learners they are, and their losses add up. The price told of a lane still holds: what was really lost until then takes
    /// the place of what the theorem would have allowed. The lane it is held against is the one that ran: alone in every part, merged in between.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.merge_parts(parts)
    }
}
