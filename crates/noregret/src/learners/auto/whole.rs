//! `auto` as a whole: the first-order lanes, and the [`second`](super::second) group while it stays.
//!
//! p = the first-order lanes' mixture alone, or mixed with a constant and beliefs about all weights together.

use super::Auto;
use super::float::Float;
use super::lanes::Lanes;
use super::mixture::Mixing;
use super::second::{FIRST, Judged, Open, Second, Staged, takes};
use super::weights::Weights;
use crate::features::Features;
use crate::frozen::Frozen;
use crate::loss::{Labels, Loss};
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Online, Predict, Standing, Weight, active};
use crate::state::{Part, Save, State, StateError};
use crate::step::held_out;

/// The name of the second group's arrays in a file.
pub(super) const SECOND: &str = "second";
/// The name of what it cost until it left.
const LEFT: &str = "left";

/// All lanes.
#[derive(Debug)]
pub struct Whole<F> {
    first: Auto<F>,
    /// None has left.
    second: Option<Box<Second>>,
    /// What the second group had cost the first when it left.
    left: f64,
    open: Open,
    staged: Option<Staged>,
}

impl<F: Float> Whole<F> {
    /// A learner that has seen nothing.
    pub fn new(loss: Loss) -> Self {
        let second = takes(loss).then(|| Box::new(Second::new()));
        Self { first: Auto::new(loss), second, left: 0.0, open: Open::default(), staged: None }
    }

    /// Works out the round and leaves it staged; gives the margin.
    fn stage(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged = None;
        let p = self.first.stage(x, y, weight)?;
        let Self { first, second: Some(second), open, .. } = self else { return Ok(p) };
        if weight == 0.0 {
            return held_out(self.margin(x));
        }
        let round = first.rounds + 1;
        let counted = weight / first.mixture.weights.with(weight, round).mean;
        let judged = Judged { y, counted, weight, round };
        let (p, staged) = second.stage::<F>((first.loss, first.seen), p, x, judged, open);
        self.staged = Some(staged);
        Ok(p)
    }

    /// Writes what the second group has staged.
    fn take(&mut self) {
        let (Some(staged), Some(second)) = (self.staged.take(), &mut self.second) else { return };
        if !second.take(self.first.loss, staged, &mut self.open) {
            self.left = second.price(self.first.rule, FIRST);
            (self.second, self.open) = (None, Open::default());
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
}

impl<F: Float> Predict for Whole<F> {
    fn margin(&self, x: Features<'_>) -> f64 {
        let p = self.first.margin(x);
        match &self.second {
            Some(second) if !p.is_nan() => second.margin::<F>(self.first.loss, self.first.seen, p, x),
            _ => p,
        }
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let parts = self.first.contributions(x);
        match &self.second {
            Some(second) => {
                let p = self.first.margin(x);
                second.contributions::<F>((self.first.loss, self.first.seen), p, parts, x)
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

    fn bytes(&self) -> u64 {
        self.first.bytes() + self.second.as_ref().map_or(0, |second| second.bytes())
    }

    fn save(&self, state: &mut dyn Save) {
        self.first.save(state);
        match &self.second {
            Some(second) => second.save(&mut Part::new(state, SECOND)),
            None if self.left > 0.0 => state.put_real(LEFT, self.left),
            None => {}
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
        self.first.restore(state)?;
        (self.second, self.left, self.staged) = (second, left, None);
        Ok(())
    }

    /// The first-order lanes as [`Auto::merge`] does. A single part's second group is taken as it is; of several it leaves: what their beliefs learned is in no common
    /// matrix. What the whole really lost beyond the first-order lanes is then the price.
    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let (loss, rule) = (self.first.loss, self.first.rule);
        let start = Self::beyond(self.second.as_deref(), self.left) * self.first.mixture.unit(rule);
        let (mut count, mut last, mut beyond) = (0, (None, 0.0), start);
        let mut read = |part: Result<State, MergeError>| {
            let state = part?;
            let (second, left) = Self::read(loss, &state).map_err(MergeError::state(count))?;
            let mean = Weights::restore(&state).map_err(MergeError::state(count))?.mean;
            let unit = if rule == Mixing::Bayes { mean } else { 1.0 };
            beyond += Self::beyond(second.as_deref(), left) * unit - start;
            (count, last) = (count + 1, (second, left));
            Ok(state)
        };
        self.first.merge(&mut parts.map(&mut read))?;
        let unit = self.first.mixture.unit(rule);
        (self.second, self.left) = if count == 1 { last } else { (None, (beyond / unit).max(0.0)) };
        self.staged = None;
        Ok(())
    }
}
