//! The loops over features: gather and predict, adapt, step. All lanes of a feature move together.
//!
//! In the unit of x / s a lane of either kind is one formula, with the rate eta for normalised lanes and eta s for raw ones:
//! G += (slope x/s)^2;  r = rate (x/s) / (delta + sqrt G);  c += r x/s;  v <- v - step r. When s grows to s', the weight on x/s stays for
//! normalised lanes (so w is scaled by s/s'), and w stays for raw ones: v grows by s'/s, G falls by its square.
//!
//! An f32 sum stops growing once its increments fall below half its last place: after 2^24 equal ones. Here they are dithered: before
//! rounding, an offset is added, uniform over one last place and the same for all features of a round. So the sum is right on average,
//! however small the increments. The offsets are the multiples of the golden ratio: any stride of rounds meets them evenly.

use super::float::Float;
use super::grid::{GRID, LANES};
use super::lines::{Line, Lines, SCALE, WIDTH};
use crate::features::Features;

/// One number for each lane, and one to spare.
pub type Row<F> = [F; WIDTH];

/// A round in the making.
#[derive(Debug, Default)]
pub struct Open<F> {
    /// Copies of the lines x touches.
    pub lines: Vec<Line<F>>,
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
#[inline]
fn settle<F: Float>(line: &mut Line<F>, value: f64) -> F {
    let x = F::from_f64(value);
    let (size, smallest) = (x.abs(), F::from_f64(F::SMALLEST));
    let size = if size > smallest { size } else { smallest };
    if size > line[SCALE] {
        grow(line, size);
    }
    x / line[SCALE]
}

#[cold]
fn grow<F: Float>(line: &mut Line<F>, size: F) {
    let zero = F::default();
    if line[SCALE] > zero {
        let (up, down) = (size / line[SCALE], line[SCALE] / size);
        for (k, _) in GRID.iter().enumerate().filter(|(_, lane)| !lane.normalised) {
            if line[k] != zero {
                line[k] = line[k] * up;
            }
            line[WIDTH + k] = line[WIDTH + k] * down * down;
        }
    }
    line[SCALE] = size;
}

#[inline]
fn add_margins<F: Float>(margins: &mut Row<F>, line: &Line<F>, x: F) {
    for k in 0..WIDTH {
        margins[k] = margins[k] + line[k] * x;
    }
}

fn lanes<F: Float>(row: &Row<F>) -> [f64; LANES] {
    std::array::from_fn(|k| row[k].to_f64())
}

/// The lanes' margins; changes nothing.
pub fn margins<F: Float>(table: &Lines<F>, x: Features<'_>) -> [f64; LANES] {
    let mut margins = [F::default(); WIDTH];
    for (index, value) in x.iter() {
        let mut line = table.get(index);
        let x = settle(&mut line, value);
        add_margins(&mut margins, &line, x);
    }
    lanes(&margins)
}

impl<F: Float> Open<F> {
    /// Gathers the lines x touches, of which there is room for all, and gives the lanes' margins.
    pub fn gather(&mut self, table: &Lines<F>, x: Features<'_>) -> [f64; LANES] {
        self.lines.clear();
        self.values.clear();
        // First the copies alone: nothing waits for a line but its own copy, so many are on their way at once.
        self.lines.extend(x.indices().iter().map(|&index| table.get(index)));
        let mut margins = [F::default(); WIDTH];
        self.values.extend(self.lines.iter_mut().zip(x.values()).map(|(line, &value)| {
            let x = settle(line, value);
            add_margins(&mut margins, line, x);
            x
        }));
        lanes(&margins)
    }

    /// Lets the accumulators see the slopes; gives c: a step of slope s lowers a lane's margin by c s.
    pub fn adapt(&mut self, rates: &Rates<F>) -> [f64; LANES] {
        let delta = F::from_f64(F::DELTA);
        let mut c = [F::default(); WIDTH];
        self.steps.clear();
        for (line, &x) in self.lines.iter_mut().zip(&self.values) {
            let scale = line[SCALE];
            let mut step = [F::default(); WIDTH];
            for k in 0..WIDTH {
                let g = rates.slope[k] * x;
                let sum = line[WIDTH + k];
                let sum = sum + (g * g + sum.binade() * rates.dither[k]);
                line[WIDTH + k] = sum;
                step[k] = (rates.plain[k] + rates.scaled[k] * scale) * x / (sum.sqrt() + delta);
                c[k] = c[k] + step[k] * x;
            }
            self.steps.push(step);
        }
        lanes(&c)
    }

    /// Takes the steps; gives the place of a line that would not be finite, if there is one.
    pub fn step(&mut self, slopes: &[f64; LANES]) -> Option<usize> {
        let mut s = [F::default(); WIDTH];
        for (s, slope) in s.iter_mut().zip(slopes) {
            *s = F::from_f64(*slope);
        }
        // 0 times a number is 0 unless the number is not finite.
        let zero = F::default();
        let mut faults = [zero; WIDTH];
        for (line, step) in self.lines.iter_mut().zip(&self.steps) {
            for k in 0..WIDTH {
                line[k] = line[k] - s[k] * step[k];
                faults[k] = faults[k] + (line[k] * zero + line[WIDTH + k] * zero);
            }
        }
        if faults == [zero; WIDTH] {
            return None;
        }
        let finite = |line: &Line<F>| line.iter().all(|v| v.to_f64().is_finite());
        Some(self.lines.iter().position(|line| !finite(line)).unwrap_or(0))
    }
}
