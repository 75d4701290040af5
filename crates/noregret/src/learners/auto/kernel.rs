//! The loops over features: gather and predict, adapt, step. All lanes of a feature move together.
//!
//! In the unit of x / s both kinds of lanes have one formula, with the rate eta for normalised lanes and
//! eta s for raw ones:
//!
//! G += (slope x/s)^2;   r = rate (x/s) / (delta + sqrt G);   c += r x/s;   v <- v - step r.
//!
//! When s grows to s', a normalised lane keeps its weight on x/s (so w is scaled by s/s'). A raw lane
//! keeps w: v grows by s'/s, and G falls by the square of that.
//!
//! An f32 sum stops growing once its increments fall below half a unit in the last place: after 2^24
//! equal ones. Here sums are dithered: before rounding, an offset is added that is uniform over one unit
//! in the last place and the same for all features of a round. So the sum is right on average, however
//! small the increments. The offsets are the multiples of the golden ratio, which any regular choice of
//! rounds meets evenly.
//!
//! These change together: [`Open::gather`] (learning) and [`margins`] (predicting). They do the same
//! operations in the same order, so that a prediction is the margin learning would start from, to the
//! bit. `settle` and `Look` are the same division, `grow` and `grow_weights` the same growth.

use super::cell::{Cell, Cells, SCALE, WIDTH};
use super::float::Float;
use super::grid::{GRID, LANES, Lane};
use crate::features::Features;
use crate::simd::{Loop, wide};
use crate::table::Lookup;

/// One number for each lane, and one to spare: half a cell, one or two registers.
pub type Row<F> = [F; WIDTH];

/// A round in the making.
#[derive(Debug, Default)]
pub struct Open<F> {
    /// Where the cells of x's features are in the table; 0 for a feature that has none yet.
    pub places: Vec<u32>,
    /// Copies of those cells, changed in place until they are written back.
    pub cells: Vec<Cell<F>>,
    /// x in units of the features' scales.
    values: Vec<F>,
    /// By feature: the step of each lane for a slope of 1.
    steps: Vec<Row<F>>,
}

/// The numbers of a round that are the same for all features, by lane.
#[derive(Clone, Copy, Debug)]
pub struct Rates<F> {
    slope: Row<F>,
    /// The rate of a normalised lane; 0 for a raw one.
    plain: Row<F>,
    /// The rate of a raw lane, to be multiplied with the scale; 0 for a normalised one.
    scaled: Row<F>,
    /// What is added before rounding, in units of the power of two below the sum.
    dither: Row<F>,
}

impl<F: Float> Rates<F> {
    /// The rates of a round, in units of `unit`, for lanes with these slopes. A lane without a slope has
    /// no rate. Where crossing has made r times as many features, normalised lanes have an r-th of their rates.
    pub fn new(slopes: &[f64; LANES], etas: &[f64; LANES], unit: f64, growth: f64, round: u64) -> Self {
        let turn = (round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        let zero = [F::default(); WIDTH];
        let mut rates = Self { slope: zero, plain: zero, scaled: zero, dither: zero };
        for (k, lane) in GRID.iter().enumerate() {
            if slopes[k] != 0.0 {
                rates.slope[k] = F::from_f64(slopes[k]);
                if lane.normalised {
                    rates.plain[k] = F::from_f64(etas[k] * unit / growth);
                } else {
                    rates.scaled[k] = F::from_f64(etas[k] * unit);
                }
                rates.dither[k] = F::from_f64(turn * F::EPSILON);
            }
        }
        rates
    }
}

/// Grows the scale of a cell to cover the value; gives the value in units of the scale.
#[inline(always)]
fn settle<F: Float>(cell: &mut Cell<F>, value: f64) -> F {
    let x = F::from_f64(value);
    let (size, smallest) = (x.abs(), F::from_f64(F::SMALLEST));
    let size = if size > smallest { size } else { smallest };
    if size > cell[SCALE] {
        grow(cell, size);
    }
    x / cell[SCALE]
}

/// A cell whose scale becomes `size`.
#[cold]
fn grow<F: Float>(cell: &mut Cell<F>, size: F) {
    let (weights, sums) = cell.split_at_mut(WIDTH);
    if weights[SCALE] > F::default() {
        let down = weights[SCALE] / size;
        for (k, _) in raw_lanes() {
            sums[k] = sums[k] * down * down;
        }
    }
    grow_weights(weights, size);
}

/// The raw lanes and their numbers.
fn raw_lanes() -> impl Iterator<Item = (usize, &'static Lane)> {
    GRID.iter().enumerate().filter(|(_, lane)| !lane.normalised)
}

/// The weights of a cell whose scale becomes `size`.
pub fn grow_weights<F: Float>(weights: &mut [F], size: F) {
    if weights[SCALE] > F::default() {
        let up = size / weights[SCALE];
        for (k, _) in raw_lanes() {
            if weights[k] != F::default() {
                weights[k] = weights[k] * up;
            }
        }
    }
    weights[SCALE] = size;
}

/// A row, from the number of each lane.
#[inline(always)]
fn row<F: Float>(number: impl Fn(usize) -> F) -> Row<F> {
    std::array::from_fn(number)
}

/// The half of a cell that begins at `start`.
#[inline(always)]
fn half<F: Float>(cell: &Cell<F>, start: usize) -> Row<F> {
    row(|k| cell[start + k])
}

/// Adds a feature to the margins of all lanes.
#[inline(always)]
fn add_margins<F: Float>(margins: &mut Row<F>, cell: &Cell<F>, x: F) {
    let now = *margins;
    *margins = row(|k| now[k] + cell[k] * x);
}

/// The lanes' numbers of a row, without the spare one.
fn lanes<F: Float>(row: &Row<F>) -> [f64; LANES] {
    std::array::from_fn(|k| row[k].to_f64())
}

/// How many features are looked up, and prefetched, before the first of them is used.
const AT_ONCE: usize = 64;

/// The lanes' margins; changes nothing. Only the first half of a cell is read: weights and scale.
///
/// Changes together with [`Open::gather`]: the same operations in the same order, so the same bits.
pub fn margins<F: Float, const N: usize>(table: &impl Lookup<[F; N]>, x: Features<'_>) -> [f64; LANES] {
    let cells = table.cells();
    let mut margins = [F::default(); WIDTH];
    let mut places = [0; AT_ONCE];
    let mut rows = [[F::default(); WIDTH]; AT_ONCE];
    for (indices, values) in x.indices().chunks(AT_ONCE).zip(x.values().chunks(AT_ONCE)) {
        table.find(indices, &mut places);
        for (row, &place) in rows.iter_mut().zip(&places[..indices.len()]) {
            *row = cells
                .get(place as usize)
                .map_or_else(|| [F::default(); WIDTH], |cell| self::row(|k| cell[k]));
        }
        margins = wide(Look { margins, rows: &mut rows[..indices.len()], values });
    }
    lanes(&margins)
}

/// Adds features to the lanes' margins, without accumulators. The twin of [`Predict`].
struct Look<'a, F> {
    margins: Row<F>,
    rows: &'a mut [Row<F>],
    values: &'a [f64],
}

impl<F: Float> Loop for Look<'_, F> {
    type Output = Row<F>;

    #[inline(always)]
    fn call(self) -> Row<F> {
        let mut margins = self.margins;
        for (weights, &value) in self.rows.iter_mut().zip(self.values) {
            let x = F::from_f64(value);
            let (size, smallest) = (x.abs(), F::from_f64(F::SMALLEST));
            let size = if size > smallest { size } else { smallest };
            if size > weights[SCALE] {
                grow_weights(weights, size);
            }
            let x = x / weights[SCALE];
            let now = margins;
            margins = row(|k| now[k] + weights[k] * x);
        }
        margins
    }
}

/// Takes values into units of the scales and sums up the lanes' margins.
struct Predict<'a, F> {
    cells: &'a mut [Cell<F>],
    given: &'a [f64],
    values: &'a mut [F],
}

impl<F: Float> Loop for Predict<'_, F> {
    type Output = Row<F>;

    #[inline(always)]
    fn call(self) -> Row<F> {
        let mut margins = [F::default(); WIDTH];
        for ((cell, &value), x) in self.cells.iter_mut().zip(self.given).zip(self.values) {
            *x = settle(cell, value);
            add_margins(&mut margins, cell, *x);
        }
        margins
    }
}

/// Lets the accumulators see the gradient; gives the steps for a slope of 1, and c.
struct Adapt<'a, F> {
    cells: &'a mut [Cell<F>],
    values: &'a [F],
    steps: &'a mut [Row<F>],
    rates: &'a Rates<F>,
}

impl<F: Float> Loop for Adapt<'_, F> {
    type Output = Row<F>;

    #[inline(always)]
    fn call(self) -> Row<F> {
        let delta = F::from_f64(F::DELTA);
        let rates = *self.rates;
        let mut c = [F::default(); WIDTH];
        for ((cell, &x), step) in self.cells.iter_mut().zip(self.values).zip(self.steps) {
            // Whole rows, one operation after the other, so that each is one or two wide instructions.
            let (scale, old) = (cell[SCALE], half(cell, WIDTH));
            let squares = row(|k| rates.slope[k] * x * (rates.slope[k] * x));
            let sums = row(|k| old[k] + (squares[k] + old[k].binade() * rates.dither[k]));
            let reached = row(|k| (rates.plain[k] + rates.scaled[k] * scale) * x);
            let steps = row(|k| reached[k] / (sums[k].sqrt() + delta));
            c = row(|k| c[k] + steps[k] * x);
            cell[WIDTH..].copy_from_slice(&sums);
            *step = steps;
        }
        c
    }
}

/// Takes the steps. The result is not 0 if a number is not finite.
struct Step<'a, F> {
    cells: &'a mut [Cell<F>],
    steps: &'a [Row<F>],
    slopes: Row<F>,
}

impl<F: Float> Loop for Step<'_, F> {
    type Output = Row<F>;

    #[inline(always)]
    fn call(self) -> Row<F> {
        // 0 times a number is 0 unless the number is not finite.
        let zero = F::default();
        let mut faults = [zero; WIDTH];
        for (cell, step) in self.cells.iter_mut().zip(self.steps) {
            let (old, sums) = (half(cell, 0), half(cell, WIDTH));
            let new = row(|k| old[k] - self.slopes[k] * step[k]);
            faults = row(|k| faults[k] + (new[k] * zero + sums[k] * zero));
            cell[..WIDTH].copy_from_slice(&new);
        }
        faults
    }
}

impl<F: Float> Open<F> {
    /// Copies the cells of x's features, for which there must be room, and gives the lanes' margins.
    ///
    /// Changes together with [`margins`]: the same operations in the same order, so the same bits.
    pub fn gather(&mut self, table: &Cells<F>, x: Features<'_>) -> [f64; LANES] {
        self.cells.clear();
        self.values.resize(x.indices().len(), F::default());
        // Copy first and compute later: a copy waits for its own cell alone, so the misses overlap.
        table.locate(x.indices(), &mut self.places);
        let all = table.cells();
        self.cells.extend(self.places.iter().map(|&place| all[place as usize]));
        lanes(&wide(Predict { cells: &mut self.cells, given: x.values(), values: &mut self.values }))
    }

    /// Lets the accumulators see the slopes; gives c: a step of slope s lowers a lane's margin by c s.
    pub fn adapt(&mut self, rates: &Rates<F>) -> [f64; LANES] {
        self.steps.resize(self.cells.len(), [F::default(); WIDTH]);
        let Self { cells, values, steps, .. } = self;
        lanes(&wide(Adapt { cells, values, steps, rates }))
    }

    /// Takes the steps; gives the position in x of a feature whose cell would not be finite, if any.
    pub fn step(&mut self, slopes: &[f64; LANES]) -> Option<usize> {
        let mut s = [F::default(); WIDTH];
        for (s, slope) in s.iter_mut().zip(slopes) {
            *s = F::from_f64(*slope);
        }
        let faults = wide(Step { cells: &mut self.cells, steps: &self.steps, slopes: s });
        if faults == [F::default(); WIDTH] {
            return None;
        }
        let finite = |cell: &Cell<F>| cell.iter().all(|v| v.to_f64().is_finite());
        Some(self.cells.iter().position(|cell| !finite(cell)).unwrap_or(0))
    }
}
