//! The loops over features: gather and predict, adapt, step. All lanes of a feature move together.
//!
//! In the unit of x / s a lane of either kind is one formula, with the rate eta for normalised lanes and eta s for raw ones:
//! G += (slope x/s)^2;  r = rate (x/s) / (delta + sqrt G);  c += r x/s;  v <- v - step r. When s grows to s', the weight on x/s stays for
//! normalised lanes (so w is scaled by s/s'), and w stays for raw ones: v grows by s'/s, G falls by its square.
//!
//! An f32 sum stops growing once its increments fall below half its last place: after 2^24 equal ones. Here they are dithered: before
//! rounding, an offset is added, uniform over one last place and the same for all features of a round. So the sum is right on average,
//! however small the increments. The offsets are the multiples of the golden ratio: any stride of rounds meets them evenly.

use super::cell::{Cell, Cells, SCALE, WIDTH};
use super::float::Float;
use super::grid::{GRID, LANES, Lane};
use crate::features::Features;
use crate::simd::{Loop, wide};
use crate::table::Lookup;

/// One number for each lane, and one to spare.
pub type Row<F> = [F; WIDTH];

/// A round in the making.
#[derive(Debug, Default)]
pub struct Open<F> {
    /// Where the lines x touches stand; 0 for a new one.
    pub places: Vec<u32>,
    /// Copies of them.
    pub lines: Vec<Cell<F>>,
    values: Vec<F>,
    steps: Vec<Row<F>>,
}

/// What an example's slopes make of the grid.
#[derive(Clone, Copy, Debug)]
pub struct Rates<F> {
    slope: Row<F>,
    plain: Row<F>,
    scaled: Row<F>,
    dither: Row<F>,
}

impl<F: Float> Rates<F> {
    /// The rates of a round, in units of `unit`, for lanes that have these slopes. A lane without a slope has no rate.
    pub fn new(slopes: &[f64; LANES], unit: f64, round: u64) -> Self {
        let turn = (round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        let zero = [F::default(); WIDTH];
        let mut rates = Self { slope: zero, plain: zero, scaled: zero, dither: zero };
        for (k, lane) in GRID.iter().enumerate() {
            if slopes[k] != 0.0 {
                rates.slope[k] = F::from_f64(slopes[k]);
                let rate = F::from_f64(lane.eta * unit);
                *(if lane.normalised { &mut rates.plain[k] } else { &mut rates.scaled[k] }) = rate;
                rates.dither[k] = F::from_f64(turn * F::EPSILON);
            }
        }
        rates
    }
}

/// The line once its scale covers the value, and the value in units of the scale.
#[inline(always)]
fn settle<F: Float>(line: &mut Cell<F>, value: f64) -> F {
    let x = F::from_f64(value);
    let (size, smallest) = (x.abs(), F::from_f64(F::SMALLEST));
    let size = if size > smallest { size } else { smallest };
    if size > line[SCALE] {
        grow(line, size);
    }
    x / line[SCALE]
}

#[cold]
fn grow<F: Float>(line: &mut Cell<F>, size: F) {
    let (weights, sums) = line.split_at_mut(WIDTH);
    if weights[SCALE] > F::default() {
        let down = weights[SCALE] / size;
        for (k, _) in raw_lanes() {
            sums[k] = sums[k] * down * down;
        }
    }
    grow_weights(weights, size);
}

/// The raw lanes and their places.
fn raw_lanes() -> impl Iterator<Item = (usize, &'static Lane)> {
    GRID.iter().enumerate().filter(|(_, lane)| !lane.normalised)
}

/// A cell's weights once its scale has this size.
fn grow_weights<F: Float>(weights: &mut [F], size: F) {
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

/// A row by lane.
#[inline(always)]
fn row<F: Float>(number: impl Fn(usize) -> F) -> Row<F> {
    std::array::from_fn(number)
}

/// The row of a line that starts at a place.
#[inline(always)]
fn half<F: Float>(line: &Cell<F>, start: usize) -> Row<F> {
    row(|k| line[start + k])
}

#[inline(always)]
fn add_margins<F: Float>(margins: &mut Row<F>, line: &Cell<F>, x: F) {
    let now = *margins;
    *margins = row(|k| now[k] + line[k] * x);
}

fn lanes<F: Float>(row: &Row<F>) -> [f64; LANES] {
    std::array::from_fn(|k| row[k].to_f64())
}

/// How many features are looked up before the first of them is used.
const AT_ONCE: usize = 64;

/// The lanes' margins; changes nothing. Only the weights and the scale of a cell are read: its first half.
///
/// The same operations in the same order as [`Open::gather`], so the same bits: these change together.
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

/// Adds features to the lanes' margins.
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

/// Values in units of the scale, and the lanes' margins.
struct Predict<'a, F> {
    lines: &'a mut [Cell<F>],
    given: &'a [f64],
    values: &'a mut [F],
}

impl<F: Float> Loop for Predict<'_, F> {
    type Output = Row<F>;

    #[inline(always)]
    fn call(self) -> Row<F> {
        let mut margins = [F::default(); WIDTH];
        for ((line, &value), x) in self.lines.iter_mut().zip(self.given).zip(self.values) {
            *x = settle(line, value);
            add_margins(&mut margins, line, *x);
        }
        margins
    }
}

/// Accumulators, steps for a slope of 1, and c.
struct Adapt<'a, F> {
    lines: &'a mut [Cell<F>],
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
        for ((line, &x), step) in self.lines.iter_mut().zip(self.values).zip(self.steps) {
            // Whole rows, one operation after the other: so each is one instruction, or few.
            let (scale, old) = (line[SCALE], half(line, WIDTH));
            let squares = row(|k| rates.slope[k] * x * (rates.slope[k] * x));
            let sums = row(|k| old[k] + (squares[k] + old[k].binade() * rates.dither[k]));
            let reached = row(|k| (rates.plain[k] + rates.scaled[k] * scale) * x);
            let steps = row(|k| reached[k] / (sums[k].sqrt() + delta));
            c = row(|k| c[k] + steps[k] * x);
            line[WIDTH..].copy_from_slice(&sums);
            *step = steps;
        }
        c
    }
}

/// The steps, and what is not 0 if a number would not be finite.
struct Step<'a, F> {
    lines: &'a mut [Cell<F>],
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
        for (line, step) in self.lines.iter_mut().zip(self.steps) {
            let (old, sums) = (half(line, 0), half(line, WIDTH));
            let new = row(|k| old[k] - self.slopes[k] * step[k]);
            faults = row(|k| faults[k] + (new[k] * zero + sums[k] * zero));
            line[..WIDTH].copy_from_slice(&new);
        }
        faults
    }
}

impl<F: Float> Open<F> {
    /// Gathers the lines x touches, of which there is room for all, and gives the lanes' margins.
    pub fn gather(&mut self, table: &Cells<F>, x: Features<'_>) -> [f64; LANES] {
        self.lines.clear();
        self.values.resize(x.indices().len(), F::default());
        // First the copies alone: nothing waits for a line but its own copy, so many are on their way at once.
        table.locate(x.indices(), &mut self.places);
        let all = table.cells();
        self.lines.extend(self.places.iter().map(|&place| all[place as usize]));
        lanes(&wide(Predict { lines: &mut self.lines, given: x.values(), values: &mut self.values }))
    }

    /// Lets the accumulators see the slopes; gives c: a step of slope s lowers a lane's margin by c s.
    pub fn adapt(&mut self, rates: &Rates<F>) -> [f64; LANES] {
        self.steps.resize(self.lines.len(), [F::default(); WIDTH]);
        let Self { lines, values, steps, .. } = self;
        lanes(&wide(Adapt { lines, values, steps, rates }))
    }

    /// Takes the steps; gives the place of a line that would not be finite, if there is one.
    pub fn step(&mut self, slopes: &[f64; LANES]) -> Option<usize> {
        let mut s = [F::default(); WIDTH];
        for (s, slope) in s.iter_mut().zip(slopes) {
            *s = F::from_f64(*slope);
        }
        let faults = wide(Step { lines: &mut self.lines, steps: &self.steps, slopes: s });
        if faults == [F::default(); WIDTH] {
            return None;
        }
        let finite = |line: &Cell<F>| line.iter().all(|v| v.to_f64().is_finite());
        Some(self.lines.iter().position(|line| !finite(line)).unwrap_or(0))
    }
}
