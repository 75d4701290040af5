//! `auto` with a box or penalties: the same lanes and the same mixture, where every lane is held by the same terms.
//!
//! Lane k minimises, round by round,
//!
//! h l(u.x, y) + l1 |u|_1 + l2/2 |u|^2 + 1/2 |u - w|_H^2   over u in the box,   H_i = sqrt(G_i)/eta_k, or s_i^2 sqrt(G_i)/eta_k where it is normalised,
//!
//! G_i the sum of its squared gradients on x_i, or on x_i/s_i. Weights, box and penalties are in plain units: those of x, whatever a lane divides it by. So all lanes are held to one
//! problem, that of `ada-diag` with the same terms, and differ in their rates. Coordinates that a round does not touch have the penalty alone, under the H they had; they are
//! brought up to date when they are touched next, or looked at. Importance weights count as they are: h l against l1 |w|.
//!
//! Under the hinge loss two lanes step by the whole slope instead, as in plain `auto` ([grid](super::grid)).
//!
//! Lanes are judged and mixed by their losses, as without terms; penalties are not in them. What is proven is the price against the best lane, whatever the terms.
//! [`Whole`](super::Whole) is `auto` without terms: none of its loops know of this.
//!
//! Weakness: 144 bytes a feature and a root for every lane; no beliefs, no averages; under l1 a weight that a gradient disturbs every round never rests at 0.
//! References: those of `auto`; Duchi and Singer 2009.

mod lanes;
mod line;
mod merge;

pub use lanes::CompositeLanes;

use super::contributions::factors;
use super::float::Float;
use super::grid::{self, GRID, LANES};
use super::mixture::{Mixing, Mixture, Seen};
use super::strides::Strides;
use super::{finite, overflow, predictable, save_head, seen, standings};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::{Labels, Loss};
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Online, Predict, Standing, Weight};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::rule::memory::give;
use crate::rule::potential::{Euclidean, Potential};
use crate::state::{Save, State, StateError};
use crate::step::root::{self, Form, Probe};
use crate::step::{check_label, held_out};
use crate::table::Compact;
use line::{Cell, Line, grown};

/// A lane with a smaller share of the prediction does not count for the weights that are shown.
const COUNTS: f64 = 0.01;

/// Lanes under a box or penalties, and their mixture.
#[derive(Debug)]
pub struct Composite {
    loss: Loss,
    terms: Terms,
    rule: Mixing,
    strides: Strides,
    /// The round that penalties have come to.
    clock: u64,
    /// Rounds learned from beyond those, by parts side by side. None in a learner that was never merged.
    merged: Option<u64>,
    seen: Seen,
    mixture: Mixture<LANES>,
    table: Compact<Cell>,
    open: Open,
    /// What a commit writes: the mixture and the labels as the round leaves them.
    staged: Option<(Mixture<LANES>, Seen)>,
}

/// A round in the making.
#[derive(Debug, Default)]
struct Open {
    indices: Vec<u32>,
    places: Vec<u32>,
    values: Vec<f64>,
    lines: Vec<Line>,
    /// Of the lane at hand, by feature.
    curvatures: Vec<f64>,
}

impl Open {
    /// The margin that a step of slope s leaves in lane k.
    fn probe(&self, k: usize, s: f64, terms: &Terms) -> Probe {
        let mut probe = Probe::default();
        for ((line, &x), &h) in self.lines.iter().zip(&self.values).zip(&self.curvatures) {
            let w = Euclidean.step(line.weights[k], s * x, h, terms.l1, terms.l2);
            let inside = terms.set.clip(w);
            let give = if inside == w { give(Euclidean, w, h, terms.l1, terms.l2) } else { 0.0 };
            probe.add(inside * x, give * x * x);
        }
        probe
    }

    /// Takes the step of lane k, at a margin of p with this slope; gives the feature whose numbers would leave the floats, if one does.
    fn step(
        &mut self,
        k: usize,
        strides: &Strides,
        (loss, p, y, weight): (Loss, f64, f64, f64),
        slope: f64,
        terms: &Terms,
    ) -> Result<(), LearnError> {
        self.curvatures.clear();
        for (line, &x) in self.lines.iter_mut().zip(&self.values) {
            let g = if GRID[k].normalised { slope * (x / line.scale) } else { slope * x };
            line.masses[k] += g * g;
            self.curvatures.push(line.curvature(k, strides.rates[k]));
        }
        let probe = |s: f64| self.probe(k, s, terms);
        let s = match strides.explicit[k] {
            true => slope,
            false => root::implicit(loss, p, y, weight, Form::Piecewise, probe(0.0), probe).s,
        };
        let steps = self.lines.iter_mut().zip(&self.values).zip(&self.curvatures).zip(&self.indices);
        for (((line, &x), &h), &index) in steps {
            let w = terms.set.clip(Euclidean.step(line.weights[k], s * x, h, terms.l1, terms.l2));
            if !(w.is_finite() && line.masses[k].is_finite()) {
                return Err(overflow(Some(index)));
            }
            line.weights[k] = w;
        }
        Ok(())
    }
}

/// The shares of the lanes that count.
fn counted(shares: &[f64; LANES]) -> [f64; LANES] {
    let kept = shares.map(|share| if share < COUNTS { 0.0 } else { share });
    let total: f64 = kept.iter().sum();
    kept.map(|share| share / total)
}

/// The mean of the weights of lanes with a share.
fn mean(shares: &[f64; LANES], weights: &[f64; LANES]) -> f64 {
    let held = shares.iter().zip(weights).filter(|(share, _)| **share > 0.0);
    held.fold(0.0, |sum, (share, weight)| sum + share * weight)
}

/// The weight that is shown: the mean of the lanes that count, and never beyond theirs, as rounding could have it.
fn shown(shares: &[f64; LANES], weights: &[f64; LANES]) -> f64 {
    let held = shares.iter().zip(weights).filter(|(share, _)| **share > 0.0).map(|(_, weight)| *weight);
    let (lo, hi) = held.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), w| (w.min(lo), w.max(hi)));
    Interval { lo, hi }.clip(mean(shares, weights))
}

/// Adds what a feature of this value adds to every lane's margin.
fn add(margins: &mut [f64; LANES], weights: &[f64; LANES], value: f64) {
    margins.iter_mut().zip(weights).for_each(|(margin, weight)| *margin += weight * value);
}

/// The mixed margin of what lanes say; NaN where that is no number.
fn mixed(loss: Loss, seen: Seen, mixture: &Mixture<LANES>, margins: &[f64; LANES]) -> f64 {
    match finite(margins) {
        Ok(()) => mixture.margin(Mixing::of(loss), &seen.clip(loss, margins)),
        Err(_) => f64::NAN,
    }
}

/// What features add to the mixed margin, by their weights in every lane.
fn shared_out(
    loss: Loss,
    seen: Seen,
    mixture: &Mixture<LANES>,
    rows: impl Iterator<Item = ([f64; LANES], f64)>,
) -> Vec<f64> {
    let rows: Vec<_> = rows.collect();
    let mut margins = [0.0; LANES];
    rows.iter().for_each(|(weights, value)| add(&mut margins, weights, *value));
    let factors = factors(loss, seen, mixture, &margins);
    rows.iter().map(|(weights, value)| mean(&factors, &weights.map(|weight| weight * value))).collect()
}

impl Composite {
    /// A learner that has seen nothing.
    pub fn new(loss: Loss, terms: Terms) -> Self {
        Self {
            loss,
            terms,
            rule: Mixing::of(loss),
            strides: Strides::new(loss),
            clock: 0,
            merged: None,
            seen: Seen::default(),
            mixture: Mixture::new(grid::prior()),
            table: Compact::default(),
            open: Open::default(),
            staged: None,
        }
    }

    /// The line of a cell, up to date.
    fn line(&self, cell: &Cell) -> Line {
        let mut line = Line::of(cell, &self.terms);
        line.catch_up(self.clock as f64, &self.strides.rates, &self.terms);
        line
    }

    /// The lanes' weights for a feature of this value, and the value.
    fn row(&self, index: u32, value: f64) -> ([f64; LANES], f64) {
        let mut line = self.line(&self.table.get(index));
        line.grow(value, self.terms.set);
        (line.weights, value)
    }

    /// Gathers the lines of x, up to date and under the scales that x makes; gives the lanes' margins.
    fn gather(&mut self, x: Features<'_>) -> [f64; LANES] {
        let mut open = std::mem::take(&mut self.open);
        self.table.locate(x.indices(), &mut open.places);
        open.indices.clear();
        open.indices.extend_from_slice(x.indices());
        open.values.clear();
        open.values.extend_from_slice(x.values());
        open.lines.clear();
        let mut margins = [0.0; LANES];
        for (&place, &value) in open.places.iter().zip(x.values()) {
            let mut line = self.line(&self.table.cells()[place as usize]);
            line.grow(value, self.terms.set);
            add(&mut margins, &line.weights, value);
            open.lines.push(line);
        }
        self.open = open;
        margins
    }

    /// Every feature's index and line, up to date, in order of index.
    fn lines(&self) -> impl Iterator<Item = (u32, Line)> {
        self.table.touched().map(|(index, cell)| (index, self.line(cell)))
    }

    /// The cells of a state, which the clock stands at.
    fn cells(&self, clock: u64, state: &State) -> Result<Vec<Cell>, StateError> {
        let count = state.indices("index")?.len();
        let (weights, masses) = (
            state.reals_of("cell.weight", count * LANES)?,
            state.reals_of("cell.accumulator", count * LANES)?,
        );
        let shared = ["cell.scale", "cell.clock", "cell.unit", "cell.growth"];
        let [scales, clocks, units, growths] = shared.map(|name| state.reals_of(name, count));
        let (scales, clocks, units, growths) = (scales?, clocks?, units?, growths?);
        let sizes = f64::SMALLEST..=f64::LARGEST;
        let wrong = [
            ("cell.weight", weights.iter().any(|w| !self.terms.set.contains(*w))),
            ("cell.accumulator", masses.iter().any(|mass| *mass < 0.0)),
            ("cell.scale", !scales.iter().all(|scale| sizes.contains(scale))),
            ("cell.clock", !clocks.iter().all(|then| (0.0..=clock as f64).contains(then))),
            ("cell.unit", units.iter().any(|unit| *unit <= 0.0)),
            ("cell.growth", growths.iter().any(|growth| *growth <= 0.0)),
        ];
        if let Some((name, _)) = wrong.iter().find(|(_, wrong)| *wrong) {
            return Err(StateError::impossible(name, "no learner could have written it"));
        }
        let cell = |i: usize| {
            let of = |all: &[f64]| std::array::from_fn(|k| all[i * LANES + k]);
            let (weights, masses) = (of(weights), of(masses));
            let (scale, clock, unit, growth) = (scales[i], clocks[i], units[i], growths[i]);
            Line { weights, masses, scale, clock, unit, growth }.cell()
        };
        Ok((0..count).map(cell).collect())
    }

    /// What a state says of the clock, the rounds beyond it, labels, mixture and strides.
    fn head(&self, state: &State) -> Result<Head, StateError> {
        Ok(Head {
            clock: state.rounds()?,
            merged: state.merged()?,
            seen: seen(state)?,
            mixture: Mixture::restore(self.rule, grid::prior(), state)?,
            strides: Strides::restore(self.loss, state)?,
        })
    }
}

/// What a state says beside its cells.
struct Head {
    clock: u64,
    merged: Option<u64>,
    seen: Seen,
    mixture: Mixture<LANES>,
    strides: Strides,
}

impl Head {
    /// Rounds learned from.
    fn rounds(&self) -> u64 {
        self.clock + self.merged.unwrap_or(0)
    }
}

impl Predict for Composite {
    fn margin(&self, x: Features<'_>) -> f64 {
        if predictable::<f64>(x).is_err() {
            return f64::NAN;
        }
        let mut margins = [0.0; LANES];
        for (index, value) in x.iter() {
            add(&mut margins, &self.row(index, value).0, value);
        }
        mixed(self.loss, self.seen, &self.mixture, &margins)
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let rows = x.iter().map(|(index, value)| self.row(index, value));
        shared_out(self.loss, self.seen, &self.mixture, rows)
    }
}

impl Online for Composite {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged = None;
        check_label(self.loss, y, weight)?;
        if weight == 0.0 {
            return held_out(self.margin(x));
        }
        predictable::<f64>(x)?;
        self.table.reserve(x)?;
        let margins = self.gather(x);
        finite(&margins)?;
        let says = self.seen.clip(self.loss, &margins);
        let p = self.mixture.margin(self.rule, &says);
        let round = self.rounds() + 1;
        let weights = self.mixture.weights.with(weight, round);
        let (own, lost) = (self.loss.value(p, y), says.map(|p| self.loss.value(p, y)));
        let mixture = self.mixture.after(self.rule, round, (weights, weight), own, &lost);
        let seen = self.seen.with(y, round == 1);
        let slopes = margins.map(|p| weight * self.loss.slope(p, y));
        if !(p.is_finite() && mixture.is_finite()) {
            return Err(overflow(None));
        }
        finite(&slopes)?;
        let (unit, growth) = (seen.unit(self.loss), x.growth());
        for line in &mut self.open.lines {
            (line.clock, line.unit, line.growth) = ((self.clock + 1) as f64, unit, growth);
        }
        for k in 0..LANES {
            let suffered = (self.loss, margins[k], y, weight);
            self.open.step(k, &self.strides, suffered, slopes[k], &self.terms)?;
        }
        self.staged = Some((mixture, seen));
        Ok(p)
    }

    fn commit(&mut self) {
        if let Some((mixture, seen)) = self.staged.take() {
            let cells = self.open.lines.iter().map(Line::cell);
            self.table.write(&self.open.indices, &self.open.places, cells);
            (self.mixture, self.seen) = (mixture, seen);
            self.clock += 1;
        }
    }

    fn expect(&mut self, indices: &[u32], next: bool) {
        self.table.expect(indices, next);
    }

    fn rounds(&self) -> u64 {
        self.clock + self.merged.unwrap_or(0)
    }

    /// The mean of the lanes' weights, by posterior, over the lanes that have a hundredth of the prediction or more: what others have not yet forgotten is no weight of the model.
    /// A weight is 0 where it is in all of those.
    fn weights(&self) -> Vec<Weight> {
        let shares = counted(&self.mixture.shares);
        self.lines().map(|(index, line)| Weight { index, value: shown(&shares, &line.weights) }).collect()
    }

    /// None: what is proven is the price against the best lane.
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
        state.put_count("rounds", self.clock);
        if let Some(merged) = self.merged {
            state.put_count("merged", merged);
        }
        save_head(state, self.seen, &self.mixture, &self.strides);
        let walk = self.table.walk();
        let lines = || walk.cells().map(|cell| Line::of(cell, &self.terms));
        state.each("index", walk.len(), walk.indices());
        state.rows("cell.weight", walk.len(), lines().map(|line| line.weights));
        state.rows("cell.accumulator", walk.len(), lines().map(|line| line.masses));
        state.each("cell.scale", walk.len(), lines().map(|line| line.scale));
        state.each("cell.clock", walk.len(), lines().map(|line| line.clock));
        state.each("cell.unit", walk.len(), lines().map(|line| line.unit));
        state.each("cell.growth", walk.len(), lines().map(|line| line.growth));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let head = self.head(state)?;
        let cells = self.cells(head.clock, state)?;
        self.table = Compact::restore(state.indices("index")?, cells.into_iter())?;
        let Head { clock, merged, seen, mixture, strides } = head;
        (self.clock, self.merged, self.seen, self.mixture, self.strides) =
            (clock, merged, seen, mixture, strides);
        self.staged = None;
        Ok(())
    }

    /// Lanes merge like the learners they are, and their losses add up, as without terms.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.merge_parts(parts)
    }

    fn freeze(&self) -> Option<Frozen> {
        // A feature that never came must count nothing, as in a table.
        if self.terms.start() != 0.0 {
            return None;
        }
        let head = (self.loss, self.rounds(), self.seen, self.mixture);
        let lanes = CompositeLanes::new(head, self.lines()).ok()?;
        Some(Frozen::Composite(Box::new(lanes)))
    }

    fn compact(&self) -> Result<Frozen, StateError> {
        let clip = (self.loss.labels() == Labels::Real).then_some([self.seen.low, self.seen.high]);
        Frozen::compact(self.rounds(), clip, &self.weights())
    }
}
