//! Lanes under a box or penalties as a serving model: of every feature the weights, up to date, and the scale; of the mixture the shares.

use super::line::Line;
use super::{LANES, add, counted, grown, mixed, predictable, shared_out, shown};
use crate::features::Features;
use crate::learners::auto::grid;
use crate::learners::auto::mixture::{Mixture, Seen};
use crate::loss::{Labels, Loss};
use crate::online::{Predict, Weight};
use crate::rule::interval::Interval;
use crate::state::{Save, State, StateError};
use crate::table::{Lookup, Ranked};

/// The lanes' weights and the scale.
type Row = [f64; LANES + 1];

/// Weights that shrink stay in any box with a 0 in it, and no other is served.
const EVERYWHERE: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

/// A serving model: the lanes, their mixture and the interval of labels seen.
#[derive(Debug)]
pub struct CompositeLanes {
    loss: Loss,
    rounds: u64,
    seen: Seen,
    mixture: Mixture<LANES>,
    table: Ranked<Row>,
}

/// The lanes' weights of a row.
fn weights(row: &Row) -> [f64; LANES] {
    std::array::from_fn(|k| row[k])
}

impl CompositeLanes {
    /// The serving model of a learner with these lines, in order of index.
    pub(super) fn new(
        (loss, rounds, seen, mixture): (Loss, u64, Seen, Mixture<LANES>),
        lines: impl Iterator<Item = (u32, Line)>,
    ) -> Result<Self, StateError> {
        let row = |line: Line| std::array::from_fn(|k| line.weights.get(k).copied().unwrap_or(line.scale));
        let (indices, rows): (Vec<u32>, Vec<Row>) = lines.map(|(index, line)| (index, row(line))).unzip();
        Ok(Self { loss, rounds, seen, mixture, table: Ranked::new(&indices, rows)? })
    }

    /// The interval that margins are brought into: that of the labels, where they are numbers.
    pub(crate) fn clip(&self) -> Option<[f64; 2]> {
        (self.loss.labels() == Labels::Real).then_some([self.seen.low, self.seen.high])
    }

    /// Rounds that were learned from.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The means of the lanes' weights, by posterior, over the lanes that count.
    pub fn weights(&self) -> Vec<Weight> {
        let shares = counted(&self.mixture.shares);
        let rows = self.table.iter();
        rows.map(|(index, row)| Weight { index, value: shown(&shares, &weights(row)) }).collect()
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Writes everything that predicting needs.
    pub fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        state.all("labels", &[self.seen.low, self.seen.high]);
        state.all("lanes.posterior", &self.mixture.shares);
        let rows = self.table.cells();
        state.each("index", rows.len(), self.table.indices());
        state.rows("cells", rows.len(), rows.iter().copied());
    }

    /// Reads back what [`save`](Self::save) wrote.
    pub fn restore(loss: Loss, state: &mut State) -> Result<Self, StateError> {
        let labels = state.reals_of("labels", 2)?.to_vec();
        let shares = state.reals_of("lanes.posterior", LANES)?;
        let total: f64 = shares.iter().sum();
        if (total - 1.0).abs() > 1e-9 || shares.iter().any(|share| *share < 0.0) || labels[0] > labels[1] {
            return Err(StateError::impossible("lanes.posterior", "shares are positive and sum to 1"));
        }
        let mixture = Mixture { shares: std::array::from_fn(|k| shares[k]), ..Mixture::new(grid::prior()) };
        let indices = state.indices("index")?;
        let numbers = state.reals_of("cells", indices.len() * (LANES + 1))?;
        let rows: Vec<Row> =
            numbers.chunks_exact(LANES + 1).map(|row| std::array::from_fn(|k| row[k])).collect();
        if rows.iter().any(|row| row[LANES] <= 0.0) {
            return Err(StateError::impossible("cells", "scales are positive"));
        }
        let seen = Seen { low: labels[0], high: labels[1] };
        Ok(Self { loss, rounds: state.rounds()?, seen, mixture, table: Ranked::new(indices, rows)? })
    }

    /// The lanes' weights for every feature of x, under the scales that its values make, and the values.
    fn rows(&self, x: Features<'_>) -> impl Iterator<Item = ([f64; LANES], f64)> {
        let mut places = vec![0; x.len()];
        self.table.find(x.indices(), &mut places);
        places.into_iter().zip(x.values()).map(|(place, &value)| {
            let row = self.table.cells().get(place as usize).copied().unwrap_or_default();
            let mut weights = weights(&row);
            grown(&mut weights, row[LANES], value, EVERYWHERE);
            (weights, value)
        })
    }
}

impl Predict for CompositeLanes {
    fn margin(&self, x: Features<'_>) -> f64 {
        if predictable::<f64>(x).is_err() {
            return f64::NAN;
        }
        let mut margins = [0.0; LANES];
        self.rows(x).for_each(|(weights, value)| add(&mut margins, &weights, value));
        mixed(self.loss, self.seen, &self.mixture, &margins)
    }

    fn contributions(&self, x: Features<'_>) -> Vec<f64> {
        shared_out(self.loss, self.seen, &self.mixture, self.rows(x))
    }
}
