//! Signed weights under a potential that only has positive ones: the pair w = w+ - w- (EG+-).
//!
//! Feature i becomes two, 2i with value x and 2i + 1 with value -x, in whatever geometry is inside.
//! Weakness: twice the memory; both halves grow with the rate on noise. Reference: Kivinen and Warmuth 1997.

use super::Geometry;
use crate::features::Features;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::MAX_INDEX;

/// A geometry on the doubled features.
pub struct Signed<G> {
    inner: G,
    indices: Vec<u32>,
    values: Vec<f64>,
}

fn double(x: Features<'_>, indices: &mut Vec<u32>, values: &mut Vec<f64>) {
    indices.clear();
    values.clear();
    for (index, value) in x.iter() {
        indices.extend([2 * index, 2 * index + 1]);
        values.extend([value, -value]);
    }
}

impl<G: Geometry> Signed<G> {
    /// Around a geometry of positive weights.
    pub fn new(inner: G) -> Self {
        Self { inner, indices: Vec::new(), values: Vec::new() }
    }

    /// Lends the doubled example of the open round.
    fn doubled<T>(&mut self, act: impl FnOnce(&mut G, Features<'_>) -> T) -> T {
        let x = Features::new(&self.indices, &self.values).unwrap_or_default();
        act(&mut self.inner, x)
    }

    fn doubled_ref<T>(&self, act: impl FnOnce(&G, Features<'_>) -> T) -> T {
        let x = Features::new(&self.indices, &self.values).unwrap_or_default();
        act(&self.inner, x)
    }
}

impl<G: Geometry> Geometry for Signed<G> {
    fn margin(&self, x: Features<'_>) -> f64 {
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        if x.last_index().is_some_and(|last| last > MAX_INDEX / 2 - 1) {
            return f64::NAN;
        }
        double(x, &mut indices, &mut values);
        self.inner.margin(Features::new(&indices, &values).unwrap_or_default())
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        if let Some(index) = x.last_index().filter(|last| *last > MAX_INDEX / 2 - 1) {
            return Err(LearnError::TableFull { index, bytes: 32 * u64::from(index) });
        }
        double(x, &mut self.indices, &mut self.values);
        self.doubled(|inner, x| inner.open(x))
    }

    fn adapt(&mut self, _x: Features<'_>, slope: f64) {
        self.doubled(|inner, x| inner.adapt(x, slope));
    }

    fn probe(&self, _x: Features<'_>, s: f64) -> Option<Probe> {
        self.doubled_ref(|inner, x| inner.probe(x, s))
    }

    fn here(&self, _x: Features<'_>) -> Option<Probe> {
        self.doubled_ref(|inner, x| inner.here(x))
    }

    fn form(&self) -> Form {
        self.inner.form()
    }

    fn affine(&self, _x: Features<'_>) -> Option<f64> {
        self.doubled_ref(|inner, x| inner.affine(x))
    }

    fn stage(&mut self, _x: Features<'_>, s: f64) -> Result<(), LearnError> {
        self.doubled(|inner, x| inner.stage(x, s)).map_err(|error| match error {
            LearnError::Overflow { index } => LearnError::Overflow { index: index.map(|index| index / 2) },
            LearnError::LeftDomain { round, index } => LearnError::LeftDomain { round, index: index / 2 },
            other => other,
        })
    }

    fn commit(&mut self, _x: Features<'_>) {
        self.doubled(|inner, x| inner.commit(x));
    }

    fn rounds(&self) -> u64 {
        self.inner.rounds()
    }

    fn weights(&self) -> Vec<Weight> {
        let both = self.inner.weights();
        let pairs = both.chunks_exact(2);
        pairs.map(|pair| Weight { index: pair[0].index / 2, value: pair[0].value - pair[1].value }).collect()
    }

    fn weight(&self, index: u32, group: usize) -> f64 {
        self.inner.weight(2 * index, group) - self.inner.weight(2 * index + 1, group)
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        self.inner.save(state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        self.inner.restore(state)
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.inner.merge(parts).map_err(|error| error.renamed(|index| index / 2))
    }
}
