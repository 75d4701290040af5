//! A predictor made from a learner: its margins, to the bit, without what only learning needs.
//!
//! Most learners predict by one weight a feature: [`Frozen::Weights`]; behind scales a feature has its scale beside it: [`Frozen::Scaled`]. `auto` predicts by a weight for each lane, the feature's
//! scale and the mixture: [`Frozen::Lanes`], under a box or penalties [`Frozen::Composite`]. [`Frozen::Compact`] keeps one f32 a feature whatever the learner was: smaller, and
//! near the learner's margins instead of equal to them. Learners under a sketched matrix have no such form: their margins are made of
//! everything they remember.

use crate::features::Features;
use crate::learners::auto::{CompositeLanes, Lanes};
use crate::online::{Predict, Weight, active, scale_to};
use crate::state::{Number, Save, State, StateError};
use crate::table::{Lookup, Pages, Ranked};

/// A predictor that no longer learns.
#[derive(Debug)]
pub enum Frozen {
    /// One weight a feature.
    Weights(Table<f64>),
    /// One weight a feature, for values divided by the feature's scale.
    Scaled(Scaled),
    /// The lanes of `auto`.
    Lanes(Box<Lanes>),
    /// The lanes of `auto` under a box or penalties.
    Composite(Box<CompositeLanes>),
    /// One weight a feature at half the width, near the learner's own.
    Compact(Table<f32>),
}

/// One weight for each feature; a feature without one counts nothing.
#[derive(Debug)]
pub struct Table<T> {
    rounds: u64,
    /// Margins are brought into this interval.
    clip: Option<[f64; 2]>,
    weights: Ranked<T>,
}

/// How many features are looked up before the first of them is used.
const AT_ONCE: usize = 64;

impl<T: Number + Into<f64> + PartialEq> Table<T> {
    fn new(
        rounds: u64,
        clip: Option<[f64; 2]>,
        indices: &[u32],
        weights: impl Into<Pages<T>>,
    ) -> Result<Self, StateError> {
        Ok(Self { rounds, clip, weights: Ranked::new(indices, weights)? })
    }

    /// What each feature adds; where the margin is brought into the interval they are scaled, if that is a small change.
    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let mut parts: Vec<f64> = x.singles().map(|one| self.product(one)).collect();
        scale_to(&mut parts, self.margin(x));
        parts
    }

    fn margin(&self, x: Features<'_>) -> f64 {
        let margin = self.product(x);
        // Not by min and max, which would make a label of what is no number.
        match self.clip {
            Some([low, _]) if margin < low => low,
            Some([_, high]) if margin > high => high,
            _ => margin,
        }
    }

    /// w . x
    fn product(&self, x: Features<'_>) -> f64 {
        let cells = self.weights.cells();
        let mut places = [0; AT_ONCE];
        let mut margin = 0.0;
        for (indices, values) in x.indices().chunks(AT_ONCE).zip(x.values().chunks(AT_ONCE)) {
            self.weights.find(indices, &mut places);
            for (&place, value) in places.iter().zip(values) {
                let weight: f64 = cells.get(place as usize).map_or(0.0, |&w| w.into());
                margin += weight * value;
            }
        }
        margin
    }

    fn save(&self, state: &mut dyn Save) {
        let weights = self.weights.cells();
        state.put_count("rounds", self.rounds);
        state.all("clip", self.clip.as_ref().map_or(&[][..], |clip| &clip[..]));
        state.each("index", weights.len(), self.weights.indices());
        state.all("weight", weights);
    }

    fn restore(state: &mut State) -> Result<Self, StateError> {
        let indices = state.take_numbers::<u32>("index")?;
        let weights = state.take_numbers::<T>("weight")?;
        if weights.len() != indices.len() {
            let (expected, found) = (indices.len(), weights.len());
            return Err(StateError::Length { name: "weight".to_owned(), expected, found });
        }
        let clip = match *state.reals("clip")? {
            [] => None,
            [low, high] if low <= high => Some([low, high]),
            _ => return Err(StateError::impossible("clip", "no interval")),
        };
        if !weights.iter().fold(true, |finite, &w| finite & w.into().is_finite()) {
            return Err(StateError::impossible("weight", "not every weight is finite"));
        }
        Self::new(state.rounds()?, clip, &indices, weights)
    }

    fn list(&self) -> Vec<Weight> {
        self.weights.iter().map(|(index, &w)| Weight { index, value: w.into() }).collect()
    }

    fn active(&self) -> usize {
        self.weights.cells().iter().filter(|&&w| w.into() != 0.0).count()
    }
}

/// One weight and one scale for each feature: w.x', x_i' = x_i / max(s_i, |x_i|).
#[derive(Debug)]
pub struct Scaled {
    rounds: u64,
    /// Weights and scales; a feature without them counts nothing.
    rows: Ranked<[f64; 2]>,
}

impl Scaled {
    /// What each feature adds.
    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        let mut places = vec![0; x.len()];
        self.rows.find(x.indices(), &mut places);
        let row = |place: u32| self.rows.cells().get(place as usize).copied().unwrap_or_default();
        let products = places.into_iter().zip(x.values()).map(|(place, value)| {
            let [weight, scale] = row(place);
            weight * (value / scale.max(value.abs()))
        });
        products.collect()
    }

    fn margin(&self, x: Features<'_>) -> f64 {
        // From 0, as learners add: a sum of nothing is no -0.
        self.contributions(x).into_iter().fold(0.0, |sum, product| sum + product)
    }

    /// In the units of the data.
    fn list(&self) -> Vec<Weight> {
        let shown = |[weight, scale]: [f64; 2]| match scale {
            0.0 => weight,
            scale => (weight / scale).clamp(-f64::MAX, f64::MAX),
        };
        self.rows.iter().map(|(index, row)| Weight { index, value: shown(*row) }).collect()
    }

    fn save(&self, state: &mut dyn Save) {
        let rows = self.rows.cells();
        state.put_count("rounds", self.rounds);
        state.each("index", rows.len(), self.rows.indices());
        state.each("weight", rows.len(), rows.iter().map(|row| row[0]));
        state.each("scale", rows.len(), rows.iter().map(|row| row[1]));
    }

    fn restore(state: &State) -> Result<Self, StateError> {
        let indices = state.indices("index")?;
        let (weights, scales) =
            (state.reals_of("weight", indices.len())?, state.reals_of("scale", indices.len())?);
        if !weights.iter().chain(scales).all(|number| number.is_finite()) || scales.iter().any(|s| *s < 0.0) {
            return Err(StateError::impossible(
                "scale",
                "weights and scales are finite, and no scale is below 0",
            ));
        }
        let rows: Vec<[f64; 2]> = weights.iter().zip(scales).map(|(w, s)| [*w, *s]).collect();
        Ok(Self { rounds: state.rounds()?, rows: Ranked::new(indices, rows)? })
    }
}

impl Frozen {
    /// One weight for each feature, in order of index; none if they do not fit into memory.
    pub(crate) fn weights(rounds: u64, weights: &[Weight]) -> Option<Self> {
        let indices: Vec<u32> = weights.iter().map(|w| w.index).collect();
        Table::new(rounds, None, &indices, weights.iter().map(|w| w.value).collect::<Vec<_>>())
            .ok()
            .map(Self::Weights)
    }

    /// The same behind scales, where it has one weight a feature.
    pub(crate) fn scaled(self, scale: impl Fn(u32) -> f64) -> Option<Self> {
        let Self::Weights(Table { rounds, clip: None, weights }) = self else { return None };
        let (indices, rows): (Vec<u32>, Vec<[f64; 2]>) =
            weights.iter().map(|(index, weight)| (index, [*weight, scale(index)])).unzip();
        Some(Self::Scaled(Scaled { rounds, rows: Ranked::new(&indices, rows).ok()? }))
    }

    /// One f32 for each feature that has a weight, with margins inside an interval if there is one.
    pub(crate) fn compact(
        rounds: u64,
        clip: Option<[f64; 2]>,
        weights: &[Weight],
    ) -> Result<Self, StateError> {
        let kept: Vec<&Weight> = weights.iter().filter(|w| w.value as f32 != 0.0).collect();
        let indices: Vec<u32> = kept.iter().map(|w| w.index).collect();
        if let Some(w) = kept.iter().find(|w| !(w.value as f32).is_finite()) {
            let reason = format!("the weight {} of feature {} is too large for 4 bytes", w.value, w.index);
            return Err(StateError::Value { name: "weight".to_owned(), reason });
        }
        Ok(Self::Compact(Table::new(
            rounds,
            clip,
            &indices,
            kept.iter().map(|w| w.value as f32).collect::<Vec<_>>(),
        )?))
    }

    /// The same with one 4-byte weight a feature: near its margins, not equal to them.
    pub fn compacted(&self) -> Result<Self, StateError> {
        let clip = match self {
            Self::Weights(table) => table.clip,
            Self::Scaled(_) => None,
            Self::Lanes(lanes) => lanes.clip(),
            Self::Composite(lanes) => lanes.clip(),
            Self::Compact(table) => table.clip,
        };
        Self::compact(self.rounds(), clip, &self.list())
    }

    /// What it is called in a file.
    pub fn form(&self) -> &'static str {
        match self {
            Self::Weights(_) => "weights",
            Self::Scaled(_) => "scaled",
            Self::Lanes(_) => "lanes",
            Self::Composite(_) => "composite",
            Self::Compact(_) => "compact",
        }
    }

    /// Rounds that were learned from.
    pub fn rounds(&self) -> u64 {
        match self {
            Self::Weights(table) => table.rounds,
            Self::Scaled(scaled) => scaled.rounds,
            Self::Lanes(lanes) => lanes.rounds(),
            Self::Composite(lanes) => lanes.rounds(),
            Self::Compact(table) => table.rounds,
        }
    }

    /// The features' weights, in order of index; for lanes, the mean that [`Online::weights`](crate::Online::weights) gives.
    pub fn list(&self) -> Vec<Weight> {
        match self {
            Self::Weights(table) => table.list(),
            Self::Scaled(scaled) => scaled.list(),
            Self::Lanes(lanes) => lanes.weights(),
            Self::Composite(lanes) => lanes.weights(),
            Self::Compact(table) => table.list(),
        }
    }

    /// How many weights are not 0.
    pub fn active(&self) -> usize {
        match self {
            Self::Weights(table) => table.active(),
            Self::Scaled(scaled) => active(&scaled.list()),
            Self::Lanes(lanes) => lanes.active(),
            Self::Composite(lanes) => active(&lanes.weights()),
            Self::Compact(table) => table.active(),
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Weights(table) => table.weights.bytes(),
            Self::Scaled(scaled) => scaled.rows.bytes(),
            Self::Lanes(lanes) => lanes.bytes(),
            Self::Composite(lanes) => lanes.bytes(),
            Self::Compact(table) => table.weights.bytes(),
        }
    }

    /// Writes it.
    pub fn save(&self, state: &mut dyn Save) {
        match self {
            Self::Weights(table) => table.save(state),
            Self::Scaled(scaled) => scaled.save(state),
            Self::Lanes(lanes) => lanes.save(state),
            Self::Composite(lanes) => lanes.save(state),
            Self::Compact(table) => table.save(state),
        }
    }

    /// Reads back what [`save`](Self::save) wrote, of a [form](Self::form) and for a loss. Its arrays are taken out of the
    /// state, so that a large table is in memory once.
    pub fn restore(form: &str, loss: crate::Loss, state: &mut State) -> Result<Self, StateError> {
        match form {
            "weights" => Table::restore(state).map(Self::Weights),
            "scaled" => Scaled::restore(state).map(Self::Scaled),
            "lanes" => Lanes::restore(loss, state).map(|lanes| Self::Lanes(Box::new(lanes))),
            "composite" => CompositeLanes::restore(loss, state).map(|lanes| Self::Composite(Box::new(lanes))),
            "compact" => Table::restore(state).map(Self::Compact),
            other => {
                Err(StateError::Value { name: "form".to_owned(), reason: format!("{other:?} is unknown") })
            }
        }
    }
}

impl Predict for Frozen {
    fn margin(&self, x: Features<'_>) -> f64 {
        match self {
            Self::Weights(table) => table.margin(x),
            Self::Scaled(scaled) => scaled.margin(x),
            Self::Lanes(lanes) => lanes.margin(x),
            Self::Composite(lanes) => lanes.margin(x),
            Self::Compact(table) => table.margin(x),
        }
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        match self {
            Self::Weights(table) => table.contributions(x),
            Self::Scaled(scaled) => scaled.contributions(x),
            Self::Lanes(lanes) => lanes.contributions(x),
            Self::Composite(lanes) => lanes.contributions(x),
            Self::Compact(table) => table.contributions(x),
        }
    }
}
