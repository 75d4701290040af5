//! Online Newton step: the inverse of A = alpha I + eta sum g g' kept whole.
//!
//! w <- w - A^-1 g with A that has seen g. By Sherman and Morrison, with u = A^-1 x before and c = x'u,
//! A^-1 <- A^-1 - k u u', k = eta slope^2 / (1 + eta slope^2 c), after which A^-1 x = u / (1 + eta
//! slope^2 c): O(d^2) a round, and x'A^-1 x = c / (1 + eta slope^2 c) makes the implicit step closed
//! form.
//! Weakness: d^2 numbers; a sketch of it is `fd-son`. Reference: Hazan, Agarwal and Kale 2007.

use super::super::Geometry;
use super::{FULL_LIMIT, HUGE};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::sketch::add_scaled;
use crate::state::{Array, Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::Slots;

/// `ons`: the inverse matrix and the weights.
pub struct Newton {
    eta: f64,
    alpha: f64,
    slots: Slots,
    /// The rows of A^-1.
    inverse: Vec<Vec<f64>>,
    weights: Vec<f64>,
    rounds: u64,
    round: Open,
}

/// A round in the making.
#[derive(Default)]
struct Open {
    /// The slots of x, the unseen ones beyond those there are.
    of_x: Vec<usize>,
    unseen: Vec<u32>,
    /// A^-1 x, and x'A^-1 x, before the round.
    image: Vec<f64>,
    norm2: f64,
    /// eta slope^2: the weight of x x' in A.
    weight: f64,
    step: f64,
}

impl Newton {
    /// A learner that has seen nothing.
    pub fn new(eta: f64, alpha: f64) -> Self {
        let (slots, round) = (Slots::default(), Open::default());
        Self { eta, alpha, slots, inverse: Vec::new(), weights: Vec::new(), rounds: 0, round }
    }

    fn after(&self) -> f64 {
        1.0 + self.round.weight * self.round.norm2
    }
}

impl Geometry for Newton {
    fn margin(&self, x: Features<'_>) -> f64 {
        x.iter().fold(0.0, |sum, (index, v)| {
            sum + self.slots.get(index).map_or(0.0, |slot| self.weights[slot]) * v
        })
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.slots.reserve(x)?;
        let Open { of_x, unseen, image, norm2, .. } = &mut self.round;
        of_x.clear();
        unseen.clear();
        let known = self.slots.len();
        for &index in x.indices() {
            of_x.push(self.slots.get(index).unwrap_or_else(|| {
                unseen.push(index);
                known + unseen.len() - 1
            }));
        }
        let features = known + unseen.len();
        if features > FULL_LIMIT {
            return Err(LearnError::TooWide { features, limit: FULL_LIMIT, instead: "fd-son" });
        }
        image.clear();
        image.resize(features, 0.0);
        for (&slot, &v) in of_x.iter().zip(x.values()) {
            match self.inverse.get(slot) {
                Some(row) => add_scaled(image, v, row),
                None => image[slot] = v / self.alpha,
            }
        }
        let product = of_x.iter().zip(x.values()).fold(0.0, |sum, (&slot, v)| sum + v * image[slot]);
        // Rounding may leave less than nothing.
        *norm2 = product.max(0.0);
        Ok(self.margin(x))
    }

    fn adapt(&mut self, _x: Features<'_>, slope: f64) {
        self.round.weight = self.eta * slope * slope;
    }

    fn probe(&self, _x: Features<'_>, _s: f64) -> Option<Probe> {
        None
    }

    fn form(&self) -> Form {
        Form::Plain
    }

    fn affine(&self, _x: Features<'_>) -> Option<f64> {
        Some(self.round.norm2 / self.after())
    }

    fn stage(&mut self, _x: Features<'_>, s: f64) -> Result<(), LearnError> {
        self.round.step = -s / self.after();
        let k = self.round.weight / self.after();
        let huge = |v: f64| v.is_nan() || v.abs() > HUGE;
        let moved = |(slot, u): (usize, &f64)| {
            huge(*u)
                || huge(self.weights.get(slot).copied().unwrap_or(0.0) + self.round.step * u)
                || huge(k * (u * u))
        };
        if huge(k) || self.round.image.iter().enumerate().any(moved) {
            return Err(LearnError::Overflow { index: None });
        }
        Ok(())
    }

    fn commit(&mut self, _x: Features<'_>) {
        let Open { unseen, image, weight, norm2, step, .. } = &self.round;
        for &index in unseen {
            self.slots.push(index);
        }
        let d = self.slots.len();
        self.weights.resize(d, 0.0);
        self.inverse.iter_mut().for_each(|row| row.resize(d, 0.0));
        while self.inverse.len() < d {
            let mut row = vec![0.0; d];
            row[self.inverse.len()] = 1.0 / self.alpha;
            self.inverse.push(row);
        }
        let k = weight / (1.0 + weight * norm2);
        for (row, &u) in self.inverse.iter_mut().zip(image) {
            if u != 0.0 {
                // (k u) v and (k v) u differ in the last bit; the matrix stays symmetric when the
                // product comes first.
                row.iter_mut().zip(image).for_each(|(entry, v)| *entry -= k * (u * v));
            }
        }
        add_scaled(&mut self.weights, *step, image);
        self.rounds += 1;
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self) -> Vec<Weight> {
        self.slots.weights(|slot| self.weights[slot])
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        self.slots.get(index).map_or(0.0, |slot| self.weights[slot])
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        let d = self.weights.len() as u64;
        8 * (d * d + d) + self.slots.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.put("index", Array::U32(self.slots.indices().to_vec()));
        state.put("weight", Array::F64(self.weights.clone()));
        state.put("inverse", Array::F64(self.inverse.concat()));
    }

    fn freeze(&self) -> Option<Frozen> {
        Frozen::weights(self.rounds, &self.weights())
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.rounds()?;
        let slots = Slots::restore(state.indices("index")?)?;
        let d = slots.len();
        let weights = state.reals_of("weight", d)?;
        let inverse = state.reals_of("inverse", d * d)?;
        if (0..d).any(|i| (0..i).any(|j| inverse[i * d + j] != inverse[j * d + i])) {
            return Err(StateError::Value { name: "inverse".into(), reason: "it is not symmetric".into() });
        }
        self.inverse = inverse.chunks_exact(d.max(1)).map(<[f64]>::to_vec).collect();
        (self.rounds, self.slots, self.weights) = (rounds, slots, weights.to_vec());
        Ok(())
    }

    /// The mean of the matrices is the inverse of no mean of the inverses.
    fn merge(&mut self, _parts: &mut Parts<'_>) -> Result<(), MergeError> {
        Err(MergeError::Refused {
            reason: "ons keeps the inverse of its matrix, from which what a part added cannot be had without loss; use fd-son, or ada-diag, which keep what was added",
        })
    }
}
