//! One weight for each feature and class; a feature without a row counts nothing.

use crate::features::Features;
use crate::online::Weight;
use crate::state::{Number, Save, State, StateError};
use crate::table::Strided;

/// Rows of weights, one number a class.
#[derive(Debug)]
pub struct ClassTable<T> {
    outputs: usize,
    rows: Strided<T, 1>,
}

impl<T: Number + Into<f64>> ClassTable<T> {
    /// From the classes' weights, each in order of index.
    pub(super) fn new(classes: &[Vec<Weight>], number: impl Fn(f64) -> T) -> Result<Self, StateError> {
        let mut indices: Vec<u32> = classes.iter().flatten().map(|weight| weight.index).collect();
        indices.sort_unstable();
        indices.dedup();
        let outputs = classes.len();
        let mut rows = Strided::restore(&indices, outputs)?;
        for (class, weights) in classes.iter().enumerate() {
            let mut place = 0;
            for weight in weights {
                while indices[place] < weight.index {
                    place += 1;
                }
                rows.part_mut(place, 0, outputs)[class] = number(weight.value);
            }
        }
        Ok(Self { outputs, rows })
    }

    /// How many classes.
    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The margins of as many classes as there are places.
    pub(super) fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        margins.fill(0.0);
        for (index, value) in x.iter() {
            let place = self.rows.place(index);
            if place == 0 {
                continue;
            }
            for (margin, weight) in margins.iter_mut().zip(self.rows.part(place, 0, self.outputs)) {
                let weight: f64 = (*weight).into();
                *margin += weight * value;
            }
        }
    }

    /// A class's weights, in order of index.
    pub(super) fn weights(&self, class: usize) -> Vec<Weight> {
        if class >= self.outputs {
            return Vec::new();
        }
        let weight = |(index, place): (u32, u32)| Weight {
            index,
            value: self.rows.part(place, 0, self.outputs)[class].into(),
        };
        self.rows.sorted().into_iter().map(weight).collect()
    }

    /// How many weights are not 0.
    pub(super) fn active(&self) -> usize {
        let row = |&(_, place): &(u32, u32)| self.rows.part(place, 0, self.outputs).iter();
        self.rows.sorted().iter().flat_map(row).filter(|weight| (**weight).into() != 0.0).count()
    }

    /// Bytes of memory held.
    pub(super) fn bytes(&self) -> u64 {
        self.rows.bytes()
    }

    /// Writes the rows.
    pub(super) fn save(&self, state: &mut dyn Save) {
        let sorted = self.rows.sorted();
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        let rows =
            sorted.iter().flat_map(|(_, place)| self.rows.part(*place, 0, self.outputs).iter().copied());
        state.each("weight", sorted.len() * self.outputs, rows);
    }

    /// Reads them back.
    pub(super) fn restore(outputs: usize, state: &State) -> Result<Self, StateError> {
        let indices = state.indices("index")?;
        let weights = state.numbers::<T>("weight")?;
        if weights.len() != indices.len() * outputs {
            let (expected, found) = (indices.len() * outputs, weights.len());
            return Err(StateError::Length { name: "weight".to_owned(), expected, found });
        }
        if let Some(weight) = weights.iter().map(|weight| (*weight).into()).find(|w: &f64| !w.is_finite()) {
            let reason = format!("{weight} is not finite");
            return Err(StateError::Value { name: "weight".to_owned(), reason });
        }
        let mut rows = Strided::restore(indices, outputs)?;
        for (k, row) in weights.chunks_exact(outputs.max(1)).enumerate() {
            rows.part_mut(k, 0, outputs).copy_from_slice(row);
        }
        Ok(Self { outputs, rows })
    }
}
