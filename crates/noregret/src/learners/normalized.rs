//! Columns in their own units: every feature divided by the largest magnitude it has had, in front of any learner (`--normalize`).
//!
//! x_i' = x_i / s_i, s_i = max over the rounds so far, the one at hand included, of |x_i|. The learner sees x', all of whose values are in [-1, 1]; a feature that is 0 or 1 (words
//! that are there or not, clicks, categories) stays as it is, to the bit. What depends on a scale (rates, boxes, penalties, the first matrix) then means the same for every column.
//!
//! The learner's weights are those of x'; shown are w_i / s_i, in the units of the data. A bound of the learner is one for the examples x', against fixed weights of x': since s grows that is no fixed weight
//! of x, so none is told. A box holds the weights of x'.
//! Weakness: one large value makes a feature small for good, and when s grows, what was learned of the feature shrinks with it; features that were scaled with care (texts of unit length) lose that.
//! Averages beside the learner are of its own weights, those of x': an average of w/s over a time in which s grew would be an average of other units. What serves divides by the s of now.
//! Merged, s is the largest of the parts', and weights are those that merging the learners gives, each part's under its own s.
//! Reference: the normalized updates of Ross, Mineiro and Langford 2013 divide by the same s, and rescale the weights when it grows.

use crate::features::Features;
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::online::{Iterate, LearnError, Online, Predict, Standing, Weight};
use crate::state::{Part, Save, State, StateError};
use crate::table::Slots;
use std::collections::BTreeMap;

/// The learner's part of a state.
const INNER: &str = "learner";

/// A learner behind scales.
pub struct Normalized {
    inner: Box<dyn Online>,
    slots: Slots,
    /// By slot: the largest magnitude.
    scales: Vec<f64>,
    /// The values of the example at hand, scaled.
    values: Vec<f64>,
    /// Features whose scale is to grow, with the new one.
    staged: Vec<(u32, f64)>,
}

impl Normalized {
    /// Scales in front of a learner that has seen nothing.
    pub(crate) fn new(inner: Box<dyn Online>) -> Self {
        Self { inner, slots: Slots::default(), scales: Vec::new(), values: Vec::new(), staged: Vec::new() }
    }

    /// The largest magnitude of a feature so far; 0 before there is any.
    fn scale(&self, index: u32) -> f64 {
        self.slots.get(index).map_or(0.0, |slot| self.scales[slot])
    }

    /// The values of x, scaled.
    fn scaled(&self, x: Features<'_>) -> Vec<f64> {
        let all = x.indices().iter().zip(x.values());
        all.map(|(&index, &value)| value / self.scale(index).max(value.abs())).collect()
    }

    fn set(&mut self, scales: &BTreeMap<u32, f64>, slots: Slots) {
        self.slots = slots;
        self.scales = scales.values().copied().collect();
        self.staged.clear();
    }
}

/// A slot for each of these features.
fn slots_of(scales: &BTreeMap<u32, f64>) -> Result<Slots, StateError> {
    Slots::restore(&scales.keys().copied().collect::<Vec<_>>())
}

/// The scales of a state.
fn scales_of(state: &State) -> Result<BTreeMap<u32, f64>, StateError> {
    let (indices, scales) = (state.numbers::<u32>("scaled")?, state.reals("scale")?);
    let wrong = |reason: &str| StateError::Value { name: "scale".to_owned(), reason: reason.to_owned() };
    if indices.len() != scales.len() || !indices.windows(2).all(|pair| pair[0] < pair[1]) {
        return Err(wrong("not one scale for each feature, in order"));
    }
    if !scales.iter().all(|scale| *scale > 0.0 && scale.is_finite()) {
        return Err(wrong("not every scale is a finite number above 0"));
    }
    Ok(indices.iter().copied().zip(scales.iter().copied()).collect())
}

/// What predicts behind the scales of a learner.
struct Served<'a> {
    scales: &'a Normalized,
    inner: Box<dyn Predict + 'a>,
}

impl Predict for Served<'_> {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.inner.margin(Features::trusted(x.indices(), &self.scales.scaled(x), x.groups()))
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        self.inner.contributions(Features::trusted(x.indices(), &self.scales.scaled(x), x.groups()))
    }
}

impl Predict for Normalized {
    fn margin(&self, x: Features<'_>) -> f64 {
        self.inner.margin(Features::trusted(x.indices(), &self.scaled(x), x.groups()))
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        self.inner.contributions(Features::trusted(x.indices(), &self.scaled(x), x.groups()))
    }
}

impl Online for Normalized {
    fn prepare(&mut self, x: Features<'_>, y: f64, weight: f64) -> Result<f64, LearnError> {
        self.staged.clear();
        self.slots.reserve(x)?;
        self.values.clear();
        let mut growing = std::mem::take(&mut self.staged);
        for (&index, &value) in x.indices().iter().zip(x.values()) {
            let (scale, size) = (self.scale(index), value.abs());
            if size > scale && weight > 0.0 {
                growing.push((index, size));
            }
            self.values.push(value / scale.max(size));
        }
        let p = self.inner.prepare(Features::trusted(x.indices(), &self.values, x.groups()), y, weight)?;
        self.staged = growing;
        Ok(p)
    }

    fn commit(&mut self) {
        for (index, size) in self.staged.drain(..) {
            match self.slots.get(index) {
                Some(slot) => self.scales[slot] = size,
                None => {
                    self.slots.push(index);
                    self.scales.push(size);
                }
            }
        }
        self.inner.commit();
    }

    fn rounds(&self) -> u64 {
        self.inner.rounds()
    }

    /// In the units of the data.
    fn weights(&self) -> Vec<Weight> {
        let mut weights = self.inner.weights();
        for weight in &mut weights {
            let scale = self.scale(weight.index);
            if scale > 0.0 {
                weight.value = (weight.value / scale).clamp(-f64::MAX, f64::MAX);
            }
        }
        weights
    }

    fn active(&self) -> usize {
        self.inner.active()
    }

    /// None: the learner's own is for the scaled examples.
    fn bound(&self) -> Option<f64> {
        None
    }

    fn lanes(&self) -> Vec<Standing> {
        self.inner.lanes()
    }

    fn iterate(&self) -> Option<Iterate> {
        self.inner.iterate()
    }

    fn serving(&self) -> Option<Box<dyn Predict + '_>> {
        self.inner.serving().map(|inner| Box::new(Served { scales: self, inner }) as _)
    }

    fn settled(&self) -> Option<Frozen> {
        self.inner.settled()?.scaled(|index| self.scale(index))
    }

    fn freeze(&self) -> Option<Frozen> {
        self.inner.freeze()?.scaled(|index| self.scale(index))
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes() + self.slots.bytes() + 8 * self.scales.len() as u64
    }

    fn save(&self, state: &mut dyn Save) {
        let sorted = self.slots.sorted();
        state.each("scaled", sorted.len(), sorted.iter().map(|(index, _)| *index));
        state.each("scale", sorted.len(), sorted.iter().map(|(_, slot)| self.scales[*slot as usize]));
        self.inner.save(&mut Part::new(state, INNER));
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let scales = scales_of(state)?;
        // First all that can fail without a change.
        let slots = slots_of(&scales)?;
        self.inner.restore(&state.part(INNER))?;
        self.set(&scales, slots);
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let mut scales: BTreeMap<u32, f64> = self
            .slots
            .sorted()
            .into_iter()
            .map(|(index, slot)| (index, self.scales[slot as usize]))
            .collect();
        let mut inner = parts.enumerate().map(|(place, part)| {
            let part = part?;
            for (index, scale) in scales_of(&part).map_err(MergeError::state(place))? {
                let known = scales.entry(index).or_insert(scale);
                *known = known.max(scale);
            }
            Ok(part.part(INNER))
        });
        self.inner.merge(&mut inner)?;
        let slots = slots_of(&scales).map_err(|error| MergeError::Memory { reason: error.to_string() })?;
        self.set(&scales, slots);
        Ok(())
    }
}
