//! The averages in a file: rows in the order of the features' indices.

use super::super::Auto;
use super::super::cell::{SCALE, WIDTH};
use super::super::float::Float;
use super::super::grid::{self, LANES};
use super::super::kernel::Row;
use super::super::mixture::Mixture;
use super::super::second::{EXPERTS, Outer, Second};
use super::{Judgement, Mixed, Order, Steady};
use crate::state::{Part, Save, State, StateError};

/// A mixture of which only the shares are known.
fn with_shares<const N: usize>(
    name: &str,
    prior: [f64; N],
    shares: &[f64],
) -> Result<Mixture<N>, StateError> {
    let total: f64 = shares.iter().sum();
    if (total - 1.0).abs() > 1e-9 || shares.iter().any(|share| *share < 0.0) {
        return Err(StateError::impossible(name, "shares are positive and sum to 1"));
    }
    Ok(Mixture { shares: std::array::from_fn(|k| shares[k]), ..Mixture::new(prior) })
}

impl<F: Float> Steady<F> {
    /// Writes it, beside the learner that it belongs to.
    pub fn save(&self, first: &Auto<F>, state: &mut dyn Save) {
        let Judgement { rounds, mixed, lost } = &self.judged;
        state.all("rounds", &[self.taken, *rounds, self.order.changes, self.order.positive]);
        state.put_real("label", self.order.last);
        state.all("lost", lost);
        mixed.inner.save(&mut Part::new(state, "inner"));
        state.all("then.inner", &self.then.inner.shares);
        if let (Some(outer), Some(then)) = (&mixed.outer, &self.then.outer) {
            outer.save(&mut Part::new(state, "outer"));
            state.all("then.outer", &then.shares);
        }
        let walk = first.table.walk();
        let row = |rows: &[Row<F>], place: u32| rows.get(place as usize).copied().unwrap_or_default();
        state.rows("average", walk.len(), walk.placed().map(|(_, place)| row(&self.average, place)));
        state.rows("picture", walk.len(), walk.placed().map(|(_, place)| row(&self.picture, place)));
    }

    /// Reads it back, for a learner that was restored.
    pub fn restore(first: &Auto<F>, second: Option<&Second>, state: &State) -> Result<Self, StateError> {
        let counts: [u64; 4] = match *state.counts("rounds")? {
            [taken, rounds, changes, positive] => [taken, rounds, changes, positive],
            _ => return Err(StateError::impossible("rounds", "four counts")),
        };
        let [taken, rounds, changes, positive] = counts;
        if counts.iter().any(|count| *count > first.rounds) {
            return Err(StateError::impossible("rounds", "no more than the learner's"));
        }
        let lost: [f64; 4] = std::array::from_fn({
            let lost = state.reals_of("lost", 4)?.to_vec();
            move |k| lost[k]
        });
        let inner = Mixture::restore(first.rule, grid::prior(), &state.part("inner"))?;
        let then = with_shares("then.inner", grid::prior(), state.reals_of("then.inner", LANES)?)?;
        let (outer, before) = match second {
            Some(second) => {
                let prior = second.outer.prior;
                let outer = Outer::restore(first.rule, prior, &state.part("outer"))?;
                let before = with_shares("then.outer", prior, state.reals_of("then.outer", EXPERTS)?)?;
                (Some(outer), Some(before))
            }
            None => (None, None),
        };
        let walk = first.table.walk();
        let rows = |name: &str| -> Result<Vec<Row<F>>, StateError> {
            let numbers = state.numbers::<F>(name)?;
            let (expected, found) = (walk.len() * WIDTH, numbers.len());
            if expected != found {
                return Err(StateError::Length { name: name.to_owned(), expected, found });
            }
            let mut rows = vec![Row::default(); 1 + first.table.used().len()];
            for ((_, place), row) in walk.placed().zip(numbers.chunks_exact(WIDTH)) {
                rows[place as usize] = std::array::from_fn(|k| row[k]);
            }
            // 0 times a number is 0 unless the number is not finite.
            let faults = |row: &Row<F>| row.iter().fold(F::default(), |sum, &v| sum + v * F::default());
            let sound = |row: &Row<F>| row[SCALE] >= F::default() && faults(row) == F::default();
            if rows.iter().all(sound) {
                Ok(rows)
            } else {
                Err(StateError::impossible(name, "all numbers are finite"))
            }
        };
        let label = state.real("label")?;
        let order = Order { changes, positive, last: label };
        let judged = Judgement { rounds, mixed: Mixed { inner, outer }, lost };
        let then = Mixed { inner: then, outer: before };
        Ok(Self { average: rows("average")?, picture: rows("picture")?, taken, then, judged, order })
    }
}
