//! `auto` as a whole: the first-order lanes, and the [`second`](super::second) group while it stays.
//!
//! p = the first-order lanes' mixture alone, or mixed with a constant and beliefs about all weights together.

use super::Auto;
use super::float::Float;
use super::lanes::Lanes;
use super::mixture::Mixing;
use super::second::{FIRST, Judged, Open, Second, Staged, takes};
use super::steady::{self, Asked, Served, Steady};
use super::strides::{RATES, Strides};
use super::weights::Weights;
use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::{Labels, Loss};
use crate::merge::{MergeError, Parts};
use crate::online::{Iterate, LearnError, Online, Predict, Standing, Weight, active};
use crate::state::{Part, Save, State, StateError};
use crate::step::held_out;

/// The name of the second group's arrays in a file.
pub(super) const SECOND: &str = "second";
/// The name of what it cost until it left.
const LEFT: &str = "left";
/// The name of the averages' arrays.
const STEADY: &str = "steady";

/// All lanes.
#[derive(Debug)]
pub struct Whole<F> {
    first: Auto<F>,
    /// None has left.
    second: Option<Box<Second>>,
    /// What the second group had cost the first when it left.
    left: f64,
    /// None has left.
    steady: Option<Box<Steady<F>>>,
    open: Open,
    staged: Option<Staged>,
    averaged: Option<steady::Staged>,
}

impl<F: Float> Whole<F> {
    /// A learner that has seen nothing.
    pub fn new(loss: Loss) -> Self {
        let second = takes(loss).then(|| Box::new(Second::new()));
        let steady = Some(Box::new(Steady::new(second.as_deref())));
        let (first, open) = (Auto::new(loss), Open::default());
        Self { first, second, left: 0.0, steady, open, staged: None, averaged: None }
    }

    /// Works out the round and leaves it staged; gives the margin.
    fn stage(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        (self.staged, self.averaged) = (None, None);
        let p = self.first.stage(x, y, weight)?;
        if weight == 0.0 {
            return held_out(self.margin(x));
        }
        let p = self.stage_second(p, x, y, weight);
        let beliefs = self.second.as_ref().and(self.open.says);
        let asked = Asked { x, y, weight, along: p };
        self.averaged = self.steady.as_ref().map(|steady| steady.stage(&self.first, beliefs, asked));
        Ok(p)
    }

    /// The round of the second group, where the first-order lanes say p; gives the margin.
    fn stage_second(&mut self, p: f64, x: Features<'_>, y: f64, weight: f64) -> f64 {
        let Self { first, second: Some(second), open, .. } = self else { return p };
        let round = first.rounds + 1;
        let counted = weight / first.mixture.weights.with(weight, round).mean;
        let unit = first.seen.with(y, first.rounds == 0).unit(first.loss);
        let judged = Judged { y, counted, unit, weight, round };
        let (p, staged) = second.stage::<F>((first.loss, first.seen), p, x, judged, open);
        self.staged = Some(staged);
        p
    }

    /// Writes what the second group and the averages have staged, once the first-order lanes are written.
    fn take(&mut self) {
        if let (Some(staged), Some(second)) = (self.staged.take(), &mut self.second)
            && !second.take(self.first.loss, staged, &mut self.open)
        {
            self.left = second.price(self.first.rule, FIRST);
            (self.second, self.open) = (None, Open::default());
        }
        if let (Some(staged), Some(steady)) = (self.averaged.take(), &mut self.steady)
            && !steady.take(staged, &self.first, self.second.as_deref())
        {
            self.steady = None;
        }
    }

    /// What the whole has lost beyond the first-order lanes; once the second group has left, at most that.
    fn beyond(second: Option<&Second>, left: f64) -> f64 {
        second.map_or(left, |second| second.outer.own - second.outer.losses[FIRST])
    }

    /// What a state says of the second group, and of what it cost until it left.
    fn read(loss: Loss, state: &State) -> Result<(Option<Box<Second>>, f64), StateError> {
        if !takes(loss) || !state.has(&format!("{SECOND}.index")) {
            let left = if state.has(LEFT) { state.real(LEFT)? } else { 0.0 };
            return Ok((None, left));
        }
        Ok((Some(Box::new(Second::restore(loss, &state.part(SECOND))?)), 0.0))
    }

    /// The averages, where they serve.
    fn averages_serving(&self) -> Option<&Steady<F>> {
        self.steady.as_deref().filter(|steady| steady.verdict(self.first.rounds).averaged)
    }

    /// The averages in a part of a state, beside the learner they belong to; none where there are none, as in older files.
    fn averages(
        first: &Auto<F>,
        second: Option<&Second>,
        state: &State,
    ) -> Result<Option<Box<Steady<F>>>, StateError> {
        let read = || Steady::restore(first, second, state).map(Box::new);
        state.has("rounds").then(read).transpose()
    }
}

impl<F: Float> Predict for Whole<F> {
    fn margin(&self, x: Features<'_>) -> f64 {
        let p = self.first.margin(x);
        match &self.second {
            Some(second) if !p.is_nan() => {
                second.margin::<F>(&second.outer, (self.first.loss, self.first.seen), p, x)
            }
            _ => p,
        }
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let parts = self.first.contributions(x);
        match &self.second {
            Some(second) => {
                let p = self.first.margin(x);
                second.contributions::<F>(&second.outer, (self.first.loss, self.first.seen), p, parts, x)
            }
            None => parts,
        }
    }
}

impl<F: Float> Online for Whole<F> {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.stage(x, y, weight)?;
        self.first.keep(x);
        Ok(p)
    }

    fn commit(&mut self) {
        self.first.commit();
        self.take();
    }

    fn learn(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        let p = self.stage(x, y, weight)?;
        self.first.take(x.indices());
        self.take();
        Ok(p)
    }

    fn rounds(&self) -> u64 {
        self.first.rounds()
    }

    /// The mean of all weights on plain values, by posterior; of the first-order lanes as [`Auto::weights`] has it.
    fn weights(&self) -> Vec<Weight> {
        let mut weights = self.first.weights();
        if let Some(second) = &self.second {
            weights.iter_mut().for_each(|w| w.value = second.mean(w.index, w.value));
        }
        weights
    }

    fn active(&self) -> usize {
        if self.second.is_some() { active(&self.weights()) } else { self.first.active() }
    }

    fn bound(&self) -> Option<f64> {
        self.first.bound()
    }

    fn lanes(&self) -> Vec<Standing> {
        let mut lanes = self.first.lanes();
        let Some(second) = &self.second else {
            lanes.iter_mut().for_each(|lane| lane.price += self.left);
            return lanes;
        };
        let rule = self.first.rule;
        let unit = second.outer.unit(rule);
        for lane in &mut lanes {
            lane.prior *= super::second::share_of_first();
            lane.posterior *= second.outer.shares[FIRST];
            lane.price += second.price(rule, FIRST);
        }
        lanes.extend(second.present().map(|(name, prior, expert)| {
            let (posterior, loss) = (second.outer.shares[expert], second.outer.losses[expert]);
            Standing { name, prior, posterior, loss, price: second.price(rule, expert), unit }
        }));
        lanes
    }

    fn iterate(&self) -> Option<Iterate> {
        self.steady.as_ref().map(|steady| steady.verdict(self.first.rounds))
    }

    fn serving(&self) -> Option<Box<dyn Predict + '_>> {
        let served = |steady| Served::new(&self.first, steady, self.second.as_deref());
        self.averages_serving().map(|steady| Box::new(served(steady)) as _)
    }

    fn settled(&self) -> Option<Frozen> {
        let steady = self.averages_serving()?;
        let (indices, rows, inner) = steady.served(&self.first);
        let Auto { loss, rounds, seen, .. } = self.first;
        let lanes = Lanes::of_rows((loss, rounds, seen, inner), &indices, &rows).ok()?;
        let second = steady.beside(&self.first, self.second.as_deref()).map(|(second, outer)| {
            let mut second = Box::new(second.into_owned());
            second.outer = outer;
            second
        });
        Some(Frozen::Lanes(Box::new(lanes.with(second))))
    }

    fn bytes(&self) -> u64 {
        let second = self.second.as_ref().map_or(0, |second| second.bytes());
        self.first.bytes() + second + self.steady.as_ref().map_or(0, |steady| steady.bytes())
    }

    fn save(&self, state: &mut dyn Save) {
        self.first.save(state);
        match &self.second {
            Some(second) => second.save(&mut Part::new(state, SECOND)),
            None if self.left > 0.0 => state.put_real(LEFT, self.left),
            None => {}
        }
        if let Some(steady) = &self.steady {
            steady.save(&self.first, &mut Part::new(state, STEADY));
        }
    }

    fn freeze(&self) -> Option<Frozen> {
        let Auto { loss, rounds, seen, mixture, table, .. } = &self.first;
        let lanes = Lanes::new(*loss, *rounds, *seen, *mixture, table).ok()?;
        Some(Frozen::Lanes(Box::new(lanes.with(self.second.clone()))))
    }

    fn compact(&self) -> Result<Frozen, StateError> {
        let (loss, seen) = (self.first.loss, self.first.seen);
        let clip = (loss.labels() == Labels::Real).then_some([seen.low, seen.high]);
        Frozen::compact(self.rounds(), clip, &self.weights())
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let (second, left) = Self::read(self.first.loss, state)?;
        // The averages are those of the learner that stands in the state, which is ours only once all of it is sound.
        let mut first = Auto::new(self.first.loss);
        first.restore(state)?;
        let steady = Self::averages(&first, second.as_deref(), &state.part(STEADY))?;
        (self.first, self.second, self.left, self.steady) = (first, second, left, steady);
        (self.staged, self.averaged) = (None, None);
        Ok(())
    }

    /// The first-order lanes as [`Auto::merge`] does. A single part's second group is taken as it is; of several, what their beliefs know adds up. Where one has left them, they leave: what the
    /// whole really lost beyond the first-order lanes is then the price. So do the averages, which speak of one stream.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let (loss, rule) = (self.first.loss, self.first.rule);
        let start = Self::beyond(self.second.as_deref(), self.left) * self.first.mixture.unit(rule);
        let (mut groups, mut left, mut beyond, mut averages) = (Vec::new(), 0.0, start, State::new());
        let before = self.first.rounds;
        // Who has learned nothing takes the strides of those who have.
        let mut strides = (self.first.rounds > 0).then_some(self.first.strides);
        let mut read = |part: Result<State, MergeError>| {
            let state = part?;
            let count = groups.len();
            let (second, price) = Self::read(loss, &state).map_err(MergeError::state(count))?;
            if count == 0 && state.has(&format!("{STEADY}.rounds")) {
                // Nothing has changed yet, should a single part's averages be broken.
                Self::new(loss).restore(&state).map_err(MergeError::state(count))?;
            }
            let told = Strides::restore(loss, &state).map_err(MergeError::state(count))?;
            if state.rounds().map_err(MergeError::state(count))? > 0 && *strides.get_or_insert(told) != told {
                let reason = "its lanes step otherwise: it was begun by an earlier version";
                return Err(MergeError::state(count)(StateError::impossible(RATES, reason)));
            }
            let mean = Weights::restore(&state).map_err(MergeError::state(count))?.mean;
            let unit = if rule == Mixing::Bayes { mean } else { 1.0 };
            beyond += Self::beyond(second.as_deref(), price) * unit - start;
            (left, averages) = (price, state.part(STEADY));
            groups.push((second, state.rounds().map_err(MergeError::state(count))?));
            Ok(state)
        };
        self.first.merge(&mut parts.map(&mut read))?;
        self.first.strides = strides.unwrap_or(self.first.strides);
        let unit = self.first.mixture.unit(rule);
        let alone = groups.len() == 1;
        if alone {
            (self.second, self.left) = (groups.pop().and_then(|(second, _)| second), left);
        } else {
            let part = |(second, rounds): (Option<Box<Second>>, u64)| Some((*second?, rounds));
            let start = self.second.take().map(|second| (*second, before));
            let parts: Option<Vec<_>> = groups.into_iter().map(part).collect();
            let merged = start.zip(parts);
            let merged =
                merged.and_then(|(start, parts)| Second::merged(loss, &start, &parts, self.first.rounds));
            self.left = if merged.is_some() { 0.0 } else { (beyond / unit).max(0.0) };
            self.second = merged.map(Box::new);
        }
        (self.staged, self.averaged, self.steady) = (None, None, None);
        if alone {
            let averages = Self::averages(&self.first, self.second.as_deref(), &averages);
            self.steady = averages.map_err(MergeError::state(0))?;
        }
        Ok(())
    }
}
