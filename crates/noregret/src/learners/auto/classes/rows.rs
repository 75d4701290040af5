//! The row of a feature: weights and sums of squares of all lanes and classes, in groups of four classes.
//!
//! `[s, G, 0, 0]`, then for each group `[v_0 x 4, v_1 x 4, v_2 x 4, g_0 x 4, g_1 x 4]`: s is the largest magnitude seen, G the sum of squares that the hinge lane has
//! for all classes, v_k the weights of lane k for four classes on x / s, and g_k their sums of squares. A learner's groups have five parts; those of a
//! model that only predicts have the first three. So every operation is a wide one, a class that shows up late takes the next place, and a group the
//! next parts. Places nobody has are zeros and stay so. Ten classes are 256 bytes, four lines of memory.

use super::super::float::Float;
use super::grid::{JOINT, LANES};
use crate::state::StateError;
use crate::table::Strided;

/// Numbers of four classes.
pub type Quad<F> = [F; FOUR];
/// How many classes a group has.
pub const FOUR: usize = 4;

/// Parts of a group that has weights alone.
pub const WEIGHTS: usize = LANES;
/// Parts of a group that has sums too.
pub const WHOLE: usize = LANES + JOINT;

/// Rows by feature, in groups of so many parts.
#[derive(Debug)]
pub struct Rows<F, const PARTS: usize> {
    /// Where they stand.
    pub table: Strided<Quad<F>, 1>,
}

impl<F, const PARTS: usize> Default for Rows<F, PARTS> {
    fn default() -> Self {
        Self { table: Strided::default() }
    }
}

/// How many groups so many classes are.
#[inline(always)]
pub fn groups(outputs: usize) -> usize {
    outputs.div_ceil(FOUR)
}

impl<F: Float, const PARTS: usize> Rows<F, PARTS> {
    /// How wide a row of so many classes is.
    #[inline(always)]
    pub fn width(outputs: usize) -> usize {
        1 + PARTS * groups(outputs)
    }

    /// Where in a row a part of a class stands.
    fn spot(class: usize, part: usize) -> (usize, usize) {
        (1 + PARTS * (class / FOUR) + part, class % FOUR)
    }

    /// Empty rows for these features, which strictly increase.
    pub fn restore(indices: &[u32], outputs: usize) -> Result<Self, StateError> {
        Ok(Self { table: Strided::restore(indices, Self::width(outputs))? })
    }

    /// A number of a class at a place: lane k's weight is part k, its sum of squares part `LANES + k`.
    pub fn number(&self, place: u32, class: usize, part: usize) -> F {
        let (quad, at) = Self::spot(class, part);
        self.table.part(place, 0, quad + 1)[quad][at]
    }

    /// Sets that number of the k-th feature in the order they came.
    pub fn set(&mut self, k: usize, class: usize, part: usize, number: F) {
        let (quad, at) = Self::spot(class, part);
        self.table.part_mut(k, 0, quad + 1)[quad][at] = number;
    }

    /// The scale of a feature, and the sum of squares for all classes.
    pub fn head(&self, place: u32) -> (F, F) {
        let head = self.table.part(place, 0, 1)[0];
        (head[0], head[1])
    }

    /// Sets those of the k-th feature in the order they came.
    pub fn set_head(&mut self, k: usize, (scale, sum): (F, F)) {
        self.table.part_mut(k, 0, 1)[0] = [scale, sum, F::default(), F::default()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of a class has a place of its own, and the head has the first.
    #[test]
    fn rows_are_as_wide_as_their_classes() {
        assert_eq!([1, 4, 5, 10, 20].map(Rows::<f32, WHOLE>::width), [6, 6, 11, 16, 26]);
        assert_eq!([1, 4, 5, 10, 20].map(Rows::<f32, WEIGHTS>::width), [4, 4, 7, 10, 16]);
        let mut all: Vec<_> = (0..5)
            .flat_map(|class| (0..WHOLE).map(move |part| Rows::<f32, WHOLE>::spot(class, part)))
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((all.len(), all[0]), (count, (1, 0)));
    }
}
