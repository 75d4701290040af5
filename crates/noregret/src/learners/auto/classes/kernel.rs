//! The loops over features for K classes: gather and predict, adapt, step. All lanes of all classes of a feature move together.
//!
//! The formulas are those of normalised lanes in the binary [kernel](super::super::kernel). A feature's row is `[s, v_00, v_01, v_02, v_10 ..]` and then the
//! sums of squares likewise: s the largest magnitude seen, v_jk the weight of lane k for class j on x / s. Both halves are blocks of eight numbers, whatever K: so
//! every operation is a wide one, and a class that shows up late takes the next places. Places nobody has are zeros and stay so, since
//! they have no slope and no rate.
//!
//! A class that a lane holds all but impossible has a slope so small that a step for a slope of 1 may be too long for a float. Such a
//! weight stays where it is: refusing the example for a probability of 1e-20 would be wrong. A [faint] slope counts as none.

use super::super::cell::WIDTH;
use super::super::float::Float;
use super::grid::{GRID, LANES, WIDE};
use crate::features::Features;
use crate::online::LearnError;
use crate::simd::{Loop, wide};
use crate::table::Strided;

/// Eight numbers of a row.
pub type Block<F> = [F; WIDTH];

/// Numbers of one class in all lanes.
pub type Class = [f64; WIDE];

/// The least slope that counts. Squares of smaller ones leave the range in which processors are fast (a product below 1e-38 takes a hundred times
/// as long), and what is not learned of them is nothing: the loss of a round changes by less than this.
const FAINT: f64 = 1e-9;

/// A slope, or none if it is too small to count.
#[inline(always)]
pub fn faint(slope: f64) -> f64 {
    if slope.abs() < FAINT { 0.0 } else { slope }
}

/// How many blocks half a row of so many classes has.
pub fn blocks(outputs: usize) -> usize {
    (1 + LANES * outputs).div_ceil(WIDTH)
}

/// Where a number of a class and lane stands in half a row: its block and its place there.
#[inline(always)]
pub fn spot(class: usize, lane: usize) -> (usize, usize) {
    let place = 1 + LANES * class + lane;
    (place / WIDTH, place % WIDTH)
}

/// A block by place.
#[inline(always)]
fn block<F: Float>(number: impl Fn(usize) -> F) -> Block<F> {
    std::array::from_fn(number)
}

/// Half a row as numbers of classes.
pub fn classes<F: Float>(half: &[Block<F>], outputs: usize, classes: &mut Vec<Class>) {
    classes.clear();
    classes.extend((0..outputs).map(|j| {
        let mut class = [0.0; WIDE];
        for (k, number) in class.iter_mut().take(LANES).enumerate() {
            let (block, place) = spot(j, k);
            *number = half[block][place].to_f64();
        }
        class
    }));
}

/// What an example's slopes make of the grid, place by place.
#[derive(Debug, Default)]
pub struct Rates<F> {
    slope: Vec<Block<F>>,
    eta: Vec<Block<F>>,
    dither: Vec<Block<F>>,
}

impl<F: Float> Rates<F> {
    /// The rates of a round. Where there is no slope there is no rate.
    pub fn set(&mut self, slopes: &[Class], round: u64) {
        let turn = (round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        let dither = F::from_f64(turn * F::EPSILON);
        let zero = [F::default(); WIDTH];
        for all in [&mut self.slope, &mut self.eta, &mut self.dither] {
            all.clear();
            all.resize(blocks(slopes.len()), zero);
        }
        for (j, slopes) in slopes.iter().enumerate() {
            for (k, lane) in GRID.iter().enumerate() {
                let slope = F::from_f64(faint(slopes[k]));
                if slope != F::default() {
                    let (block, place) = spot(j, k);
                    self.slope[block][place] = slope;
                    self.eta[block][place] = F::from_f64(lane.eta);
                    self.dither[block][place] = dither;
                }
            }
        }
    }
}

/// A round in the making.
#[derive(Debug, Default)]
pub struct Open<F> {
    blocks: usize,
    places: Vec<u32>,
    /// Copies of the rows x touches.
    rows: Vec<Block<F>>,
    values: Vec<F>,
    /// What a slope of 1 would take from each weight.
    steps: Vec<Block<F>>,
    /// Half a row: margins, then c, then slopes.
    half: Vec<Block<F>>,
    /// Not 0 if a sum of squares is not finite.
    faults: Block<F>,
    /// What the round's slopes make of the grid.
    pub rates: Rates<F>,
}

/// The value in units of the scale, once that covers it. Weights on x / s stay as they are when s grows.
#[inline(always)]
fn settle<F: Float>(scale: &mut F, value: f64) -> F {
    let x = F::from_f64(value);
    let (size, smallest) = (x.abs(), F::from_f64(F::SMALLEST));
    let size = if size > smallest { size } else { smallest };
    if size > *scale {
        *scale = size;
    }
    x / *scale
}

/// Adds copied rows to margins.
struct Predict<'a, F> {
    blocks: usize,
    /// Blocks from one row to the next.
    stride: usize,
    rows: &'a mut [Block<F>],
    given: &'a [f64],
    values: &'a mut [F],
    margins: &'a mut [Block<F>],
}

impl<F: Float> Loop for Predict<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let rows = self.rows.chunks_exact_mut(self.stride);
        for ((row, &value), x) in rows.zip(self.given).zip(self.values) {
            *x = settle(&mut row[0][0], value);
            let x = *x;
            let weights = row[..self.blocks].as_flattened();
            for (margin, weight) in self.margins.as_flattened_mut().iter_mut().zip(weights) {
                *margin = *margin + *weight * x;
            }
        }
    }
}

/// Sums of squares, steps for a slope of 1, and c; gives what is not 0 if a sum would not be finite.
///
/// That number also ties each block to the one before: compilers would otherwise work on several at once, and spend more time on turning
/// rows into columns than on the work.
struct Adapt<'a, F> {
    blocks: usize,
    rows: &'a mut [Block<F>],
    values: &'a [F],
    steps: &'a mut [Block<F>],
    rates: &'a Rates<F>,
    c: &'a mut [Block<F>],
}

impl<F: Float> Loop for Adapt<'_, F> {
    type Output = Block<F>;

    #[inline(always)]
    fn call(self) -> Block<F> {
        let blocks = self.blocks;
        // 0 times a number is 0 unless the number is not finite.
        let zero = F::default();
        let mut faults = [zero; WIDTH];
        let (delta, longest) = (F::from_f64(F::DELTA), F::from_f64(F::LONGEST));
        let Rates { slope, eta, dither } = self.rates;
        let (slope, eta) = (&slope[..blocks], &eta[..blocks]);
        let (dither, c) = (&dither[..blocks], &mut self.c[..blocks]);
        let rows = self.rows.chunks_exact_mut(2 * blocks).zip(self.steps.chunks_exact_mut(blocks));
        for ((row, steps), &x) in rows.zip(self.values) {
            let sums = &mut row[blocks..];
            for j in 0..blocks {
                let (old, slope) = (sums[j], slope[j]);
                let squares: Block<F> = block(|k| slope[k] * x * (slope[k] * x));
                let sum: Block<F> = block(|k| old[k] + (squares[k] + old[k].binade() * dither[j][k]));
                let reached: Block<F> = block(|k| eta[j][k] * x);
                let step: Block<F> = block(|k| reached[k] / (sum[k].sqrt() + delta));
                let step: Block<F> = block(|k| if step[k].abs() < longest { step[k] } else { F::default() });
                let so_far = c[j];
                c[j] = block(|k| so_far[k] + step[k] * x);
                let found = faults;
                faults = block(|k| found[k] + sum[k] * zero);
                sums[j] = sum;
                steps[j] = step;
            }
        }
        faults
    }
}

/// The steps; gives what is not 0 if a weight would not be finite.
struct Step<'a, F> {
    blocks: usize,
    rows: &'a mut [Block<F>],
    steps: &'a [Block<F>],
    slopes: &'a [Block<F>],
}

impl<F: Float> Loop for Step<'_, F> {
    type Output = Block<F>;

    #[inline(always)]
    fn call(self) -> Block<F> {
        let zero = F::default();
        let mut faults = [zero; WIDTH];
        let (blocks, slopes) = (self.blocks, &self.slopes[..self.blocks]);
        let rows = self.rows.chunks_exact_mut(2 * blocks).zip(self.steps.chunks_exact(blocks));
        for (row, steps) in rows {
            for ((weights, step), slope) in row[..blocks].iter_mut().zip(steps).zip(slopes) {
                let old = *weights;
                let new: Block<F> = block(|k| old[k] - slope[k] * step[k]);
                let found = faults;
                faults = block(|k| found[k] + new[k] * zero);
                *weights = new;
            }
        }
        faults
    }
}

impl<F: Float> Open<F> {
    /// Gathers the rows x touches, for so many classes; gives their margins.
    pub fn gather(
        &mut self,
        table: &mut Strided<Block<F>, 2>,
        x: Features<'_>,
        outputs: usize,
        margins: &mut Vec<Class>,
    ) -> Result<(), LearnError> {
        let blocks = blocks(outputs);
        self.blocks = blocks;
        table.reserve(x, blocks)?;
        // First the copies alone: nothing waits for a row but its own copy, so many are on their way at once.
        table.locate(x.indices(), &mut self.places);
        self.rows.clear();
        for &place in &self.places {
            self.rows.extend_from_slice(table.part(place, 0, blocks));
            self.rows.extend_from_slice(table.part(place, 1, blocks));
        }
        self.values.resize(x.len(), F::default());
        self.clear();
        let Self { rows, values, half, .. } = self;
        wide(Predict { blocks, stride: 2 * blocks, rows, given: x.values(), values, margins: half });
        classes(&self.half, outputs, margins);
        Ok(())
    }

    fn clear(&mut self) {
        self.half.clear();
        self.half.resize(self.blocks, [F::default(); WIDTH]);
    }

    /// Lets the sums see the slopes that `rates` was set to; gives c: a step of slope s lowers a margin by c s.
    pub fn adapt(&mut self, c: &mut Vec<Class>) {
        self.clear();
        let outputs = c.len();
        let Self { blocks, rows, values, steps, half, rates, .. } = self;
        steps.resize(values.len() * *blocks, [F::default(); WIDTH]);
        self.faults = wide(Adapt { blocks: *blocks, rows, values, steps, rates, c: half });
        classes(&self.half, outputs, c);
    }

    /// Takes the steps; gives the place of a feature whose numbers would not be finite, if there is one.
    pub fn step(&mut self, slopes: &[Class]) -> Option<usize> {
        self.clear();
        for (j, slopes) in slopes.iter().enumerate() {
            for (k, slope) in slopes.iter().take(LANES).enumerate() {
                let (block, place) = spot(j, k);
                self.half[block][place] = F::from_f64(faint(*slope));
            }
        }
        let Self { blocks, rows, steps, half, .. } = self;
        let faults = wide(Step { blocks: *blocks, rows, steps, slopes: half });
        let nothing = [F::default(); WIDTH];
        if faults == nothing && self.faults == nothing {
            return None;
        }
        let finite = |row: &[Block<F>]| row.iter().flatten().all(|v| v.to_f64().is_finite());
        Some(rows.chunks_exact(2 * *blocks).position(|row| !finite(row)).unwrap_or(0))
    }

    /// Writes the rows of the example they were gathered for.
    pub fn write(&self, table: &mut Strided<Block<F>, 2>, indices: &[u32]) {
        table.write(indices, &self.places, self.blocks, &self.rows);
    }
}

/// How many rows are copied before the first of them is used.
const AT_ONCE: usize = 32;

/// The lanes' margins of all classes; changes nothing. Only the first half of a row is read.
///
/// The same operations in the same order as [`Open::gather`], so the same bits: these change together.
pub fn margins<F: Float, const PARTS: usize>(
    table: &Strided<Block<F>, PARTS>,
    x: Features<'_>,
    outputs: usize,
) -> Vec<Class> {
    let blocks = blocks(outputs);
    let mut margins = vec![[F::default(); WIDTH]; blocks];
    let mut values = [F::default(); AT_ONCE];
    let (mut places, mut rows) = (Vec::new(), Vec::new());
    if table.len() > 0 {
        for (indices, given) in x.indices().chunks(AT_ONCE).zip(x.values().chunks(AT_ONCE)) {
            table.locate(indices, &mut places);
            rows.clear();
            places.iter().for_each(|&place| rows.extend_from_slice(table.part(place, 0, blocks)));
            let (rows, margins) = (&mut rows[..], &mut margins[..]);
            wide(Predict { blocks, stride: blocks, rows, given, values: &mut values, margins });
        }
    }
    let mut all = Vec::new();
    classes(&margins, outputs, &mut all);
    all
}
