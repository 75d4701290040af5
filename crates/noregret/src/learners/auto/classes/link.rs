//! How margins of a lane become probabilities: softmax of b z. A softmax lane has b = 1. The hinge lane's margins lie near +1 and -1, whatever
//! the data, and say which class, not how sure; how sure that is, b learns: Newton's steps under the log loss, with the curvature of all rounds so far,
//!
//! g = sum_j p_j z_j - z_y,   B += sum_j p_j z_j^2 - (sum_j p_j z_j)^2,   b -= g / B,   from b = 4 and B = 1.

use super::grid::{ALONE, LANES};
use super::kernel::Class;
use crate::merge::toward;
use crate::state::{Save, State, StateError};

/// The factors of all lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Links {
    factors: [f64; LANES],
    bends: [f64; LANES],
}

/// What a factor may be.
const RANGE: (f64, f64) = (0.5, 64.0);

impl Links {
    /// Before anything is seen.
    pub fn new() -> Self {
        Self { factors: std::array::from_fn(|k| if k == ALONE { 4.0 } else { 1.0 }), bends: [1.0; LANES] }
    }

    /// By what a lane's margins are multiplied.
    pub fn factors(&self) -> &[f64; LANES] {
        &self.factors
    }

    /// After a round of this importance, in which lanes gave classes these probabilities.
    #[must_use]
    pub fn after(&self, margins: &[Class], probabilities: &[Class], class: usize, weight: f64) -> Self {
        let mut next = *self;
        let (mut mean, mut square) = (0.0, 0.0);
        for (z, p) in margins.iter().zip(probabilities) {
            mean += p[ALONE] * z[ALONE];
            square += p[ALONE] * z[ALONE] * z[ALONE];
        }
        next.bends[ALONE] += weight * (square - mean * mean).max(0.0);
        let factor = next.factors[ALONE] - weight * (mean - margins[class][ALONE]) / next.bends[ALONE];
        next.factors[ALONE] = if factor > RANGE.0 { factor.min(RANGE.1) } else { RANGE.0 };
        next
    }

    /// The factors of parts that went on from this one: each by the curvature it saw.
    pub fn merged<'a>(&self, parts: impl Iterator<Item = &'a Self>) -> Self {
        let (mut next, mut first) = (*self, true);
        let mut added = [0.0; LANES];
        for part in parts {
            for (k, added) in added.iter_mut().enumerate() {
                let more = (part.bends[k] - self.bends[k]).max(0.0);
                next.bends[k] += more;
                *added += more;
                if first {
                    next.factors[k] = part.factors[k];
                } else if more > 0.0 {
                    next.factors[k] = toward(next.factors[k], part.factors[k], more / *added);
                }
            }
            first = false;
        }
        next
    }

    /// Writes them.
    pub fn save(&self, state: &mut dyn Save) {
        state.all("lanes.factor", &self.factors);
        state.all("lanes.bend", &self.bends);
    }

    /// Reads them back.
    pub fn restore(state: &State) -> Result<Self, StateError> {
        let numbers = |name: &str| -> Result<[f64; LANES], StateError> {
            let values = state.reals_of(name, LANES)?;
            Ok(std::array::from_fn(|k| values[k]))
        };
        let (factors, bends) = (numbers("lanes.factor")?, numbers("lanes.bend")?);
        let fits =
            |k: usize| if k == ALONE { (RANGE.0..=RANGE.1).contains(&factors[k]) } else { factors[k] == 1.0 };
        if !(0..LANES).all(|k| fits(k) && bends[k] >= 1.0) {
            let reason = "a lane's factor or its curvature is out of range".to_owned();
            return Err(StateError::Value { name: "lanes.factor".to_owned(), reason });
        }
        Ok(Self { factors, bends })
    }

    /// Multiplies margins.
    pub fn apply(&self, margins: &[Class], says: &mut Vec<Class>) {
        says.clear();
        says.extend(margins.iter().map(|z| {
            let mut says = *z;
            says.iter_mut().zip(&self.factors).for_each(|(z, factor)| *z *= factor);
            says
        }));
    }
}
