//! The loops over features for K classes: predict, adapt, step. All lanes of four classes of a feature move together.
//!
//! The formulas are those of normalised lanes in the binary [kernel](super::super::kernel), over the [rows](super::rows). Three walks over the features: the first reads weights
//! and adds up margins; the second shows the slopes to the sums of squares and keeps the steps that a slope of 1 would take; the third writes weights and sums
//! where they stand. Nothing is written before the third, and that cannot fail: once all sums are finite, a weight moves by
//! at most its slope over the root of its own square, times the rate: 1e9 at most where slopes count from 1e-9, which no float is led astray by.
//!
//! The hinge lane has one sum for all classes, of the mean of their squared slopes. Classes that a lane holds all but impossible have slopes so small that they count as
//! [none](faint); four classes without any are passed over.

use super::super::cell::WIDTH;
use super::super::float::Float;
use super::grid::{ALONE, GRID, JOINT, LANES, WIDE};
use super::rows::{FOUR, Quad, Rows, WHOLE, groups};
use crate::features::Features;
use crate::online::LearnError;
use crate::simd::{Loop, wide};

/// Numbers of one class in all lanes.
pub type Class = [f64; WIDE];

/// Numbers of four classes in the lanes by softmax.
type Pair<F> = [F; PAIR];
const PAIR: usize = JOINT * FOUR;

/// The least slope that counts. Squares of smaller ones leave the range in which processors are fast (a product below 1e-38 takes a hundred times
/// as long), and what is not learned of them is nothing: the loss of a round changes by less than this.
const FAINT: f64 = 1e-9;

/// A slope, or none if it is too small to count.
#[inline(always)]
pub fn faint(slope: f64) -> f64 {
    if slope.abs() < FAINT { 0.0 } else { slope }
}

/// Numbers of four classes: in the lanes by softmax, and in the one by hinges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums<F> {
    joint: Pair<F>,
    alone: Quad<F>,
}

impl<F: Float> Sums<F> {
    /// The number of a class of the four in a lane.
    fn number(&self, class: usize, lane: usize) -> F {
        if lane == ALONE { self.alone[class] } else { self.joint[lane * FOUR + class] }
    }
}

/// Sums over features as numbers of classes.
fn classes<F: Float>(sums: &[Sums<F>], outputs: usize, classes: &mut Vec<Class>) {
    classes.clear();
    classes.extend((0..outputs).map(|j| {
        let mut class = Class::default();
        for (k, number) in class.iter_mut().enumerate().take(LANES) {
            *number = sums[j / FOUR].number(j % FOUR, k).to_f64();
        }
        class
    }));
}

/// Two quads of a row as one block.
///
/// Blocks are read, computed and written as values: a compiler that has to fear that one place is the other computes number by number.
#[inline(always)]
fn pair<F: Float>(quads: &[Quad<F>]) -> Pair<F> {
    quads.as_flattened().first_chunk().copied().unwrap_or_default()
}

/// A block by place.
#[inline(always)]
fn block<F: Float, const N: usize>(number: impl Fn(usize) -> F) -> [F; N] {
    std::array::from_fn(number)
}

/// The slopes of four classes: in the lanes by softmax, and in the one by hinges.
#[derive(Clone, Copy, Debug, Default)]
struct Group<F> {
    joint: Pair<F>,
    alone: Quad<F>,
    /// Whether none of them slopes: by softmax, and by hinges.
    idle: bool,
    alone_idle: bool,
}

/// The slopes of a round, group by group; faint ones are none.
fn grouped<F: Float>(slopes: &[Class], to: &mut Vec<Group<F>>) {
    to.clear();
    to.resize_with(groups(slopes.len()), Group::default);
    for (j, slopes) in slopes.iter().enumerate() {
        let group = &mut to[j / FOUR];
        for (k, slope) in slopes.iter().enumerate().take(JOINT) {
            group.joint[k * FOUR + j % FOUR] = F::from_f64(faint(*slope));
        }
        group.alone[j % FOUR] = F::from_f64(faint(slopes[ALONE]));
    }
    for group in to {
        group.idle = group.joint == [F::default(); PAIR];
        group.alone_idle = group.alone == [F::default(); FOUR];
    }
}

/// What an example's slopes make of the grid.
#[derive(Debug, Default)]
pub struct Rates<F> {
    slopes: Vec<Group<F>>,
    /// Rates and dither of the lanes by softmax: where there is no slope there is no rate.
    eta: Vec<Pair<F>>,
    dither: Vec<Pair<F>>,
    /// The root of the mean squared slope of the lane by hinges, its rate and its dither.
    alone: [F; 3],
}

impl<F: Float> Rates<F> {
    /// The rates of a round: an r-th of the grid's where crossing has made r times as many features.
    pub fn set(&mut self, slopes: &[Class], growth: f64, round: u64) {
        let turn = (round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        let (zero, dither) = (F::default(), F::from_f64(turn * F::EPSILON));
        grouped(slopes, &mut self.slopes);
        let eta: Pair<F> = block(|k| F::from_f64(GRID[k / FOUR].eta / growth));
        let sloping = |group: &Group<F>, of: &Pair<F>| -> Pair<F> {
            block(|k| if group.joint[k] == zero { zero } else { of[k] })
        };
        self.eta.clear();
        self.eta.extend(self.slopes.iter().map(|group| sloping(group, &eta)));
        self.dither.clear();
        self.dither.extend(self.slopes.iter().map(|group| sloping(group, &[dither; PAIR])));
        let square = slopes.iter().fold(0.0, |sum, slopes| sum + faint(slopes[ALONE]) * faint(slopes[ALONE]));
        self.alone = if square > 0.0 {
            let root = (square / slopes.len() as f64).sqrt();
            [F::from_f64(root), F::from_f64(GRID[ALONE].eta / growth), dither]
        } else {
            [zero; 3]
        };
    }
}

/// A round in the making.
#[derive(Debug, Default)]
pub struct Open<F> {
    outputs: usize,
    places: Vec<u32>,
    /// The features' scales, with this example; filled up with nothing to whole blocks, as the next two are.
    scales: Vec<F>,
    /// The values in units of the scales.
    values: Vec<F>,
    /// The sums of squares for all classes, before and then after.
    sums: Vec<F>,
    /// What a slope of 1 would take from each weight: by group, and for all classes alike.
    steps: Vec<Pair<F>>,
    alike: Vec<F>,
    /// Margins, then c.
    totals: Vec<Sums<F>>,
    /// Not 0 where a sum would not be finite.
    faults: Vec<Pair<F>>,
    /// The slopes that are stepped by.
    stepped: Vec<Group<F>>,
    /// What the round's slopes make of the grid.
    pub rates: Rates<F>,
}

/// Numbers of features side by side.
type Block<F> = [F; WIDTH];

/// The scale once it covers a value. Weights on x / s stay as they are when s grows.
#[inline(always)]
fn settled<F: Float>(scale: F, x: F) -> F {
    let (size, smallest) = (x.abs(), F::from_f64(F::SMALLEST));
    let size = if size > smallest { size } else { smallest };
    if size > scale { size } else { scale }
}

/// Adds a feature's weights to margins.
#[inline(always)]
fn add<F: Float, const PARTS: usize>(margins: &mut [Sums<F>], row: &[Quad<F>], x: F) {
    for (margins, group) in margins.iter_mut().zip(row[1..].as_chunks::<PARTS>().0) {
        let (joint, alone) = (pair(&group[..JOINT]), group[ALONE]);
        let so_far = *margins;
        *margins = Sums {
            joint: block(|k| so_far.joint[k] + joint[k] * x),
            alone: block(|k| so_far.alone[k] + alone[k] * x),
        };
    }
}

/// Margins over the rows at some places.
struct Predict<'a, F, const PARTS: usize> {
    rows: &'a Rows<F, PARTS>,
    width: usize,
    places: &'a [u32],
    given: &'a [f64],
    scales: &'a mut [F],
    values: &'a mut [F],
    sums: &'a mut [F],
    margins: &'a mut [Sums<F>],
}

impl<F: Float, const PARTS: usize> Loop for Predict<'_, F, PARTS> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let out = self.scales.iter_mut().zip(self.values).zip(self.sums);
        for ((&place, &value), ((scale, x), sum)) in self.places.iter().zip(self.given).zip(out) {
            let row = self.rows.table.part(place, 0, self.width);
            let value = F::from_f64(value);
            *scale = settled(row[0][0], value);
            *x = value / *scale;
            *sum = row[0][1];
            add::<F, PARTS>(self.margins, row, *x);
        }
    }
}

/// A sum of squares that has seen a gradient.
#[inline(always)]
fn seen<F: Float>(old: F, gradient: F, dither: F) -> F {
    old + (gradient * gradient + old.binade() * dither)
}

/// The step for a slope of 1; too long a one is none.
///
/// A class all but impossible has a slope so small that such a step may be too long for a float. Its weight stays where it is: refusing the
/// example for a probability of 1e-20 would be wrong.
#[inline(always)]
fn length<F: Float>(reached: F, sum: F) -> F {
    let step = reached / (sum.sqrt() + F::from_f64(F::DELTA));
    if step.abs() < F::from_f64(F::LONGEST) { step } else { F::default() }
}

/// Steps for a slope of 1, and c; faults become what is not 0 if a sum would not be finite: 0 times a number is 0 unless the number is not finite.
///
/// c and faults are slices in memory. As values carried through the loop they were slower: the compiler kept them in registers of another shape than the rows', and
/// converting between the two took longer than the arithmetic.
struct Adapt<'a, F> {
    rows: &'a Rows<F, WHOLE>,
    width: usize,
    places: &'a [u32],
    values: &'a [F],
    rates: &'a Rates<F>,
    steps: &'a mut [Pair<F>],
    c: &'a mut [Sums<F>],
    faults: &'a mut [Pair<F>],
}

impl<F: Float> Loop for Adapt<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let zero = F::default();
        let Rates { slopes, eta, dither, .. } = self.rates;
        let count = self.c.len();
        let features = self.places.iter().zip(self.values).zip(self.steps.chunks_exact_mut(count.max(1)));
        for ((&place, &x), steps) in features {
            let row = self.rows.table.part(place, 0, self.width);
            let sums = self.c.iter_mut().zip(self.faults.iter_mut());
            let parts = row[1..].as_chunks::<WHOLE>().0.iter().zip(steps).zip(sums);
            let rates = slopes.iter().zip(eta).zip(dither);
            for (((group, to), (c, faults)), ((slope, eta), dither)) in parts.zip(rates) {
                if slope.idle {
                    *to = [zero; PAIR];
                    continue;
                }
                let (slope, old) = (slope.joint, pair(&group[LANES..]));
                let sum: Pair<F> = block(|k| seen(old[k], slope[k] * x, dither[k]));
                let step: Pair<F> = block(|k| length(eta[k] * x, sum[k]));
                let (so_far, found) = (c.joint, *faults);
                c.joint = block(|k| so_far[k] + step[k] * x);
                *faults = block(|k| found[k] + sum[k] * zero);
                *to = step;
            }
        }
    }
}

/// The same for the lane that has one sum for all classes: several features at a time.
struct Alike<'a, F> {
    values: &'a [F],
    sums: &'a mut [F],
    steps: &'a mut [F],
    rates: [F; 3],
}

impl<F: Float> Loop for Alike<'_, F> {
    /// c, and the faults.
    type Output = (F, Block<F>);

    #[inline(always)]
    fn call(self) -> (F, Block<F>) {
        let zero = F::default();
        let [slope, eta, dither] = self.rates;
        let (mut c, mut faults) = ([zero; WIDTH], [zero; WIDTH]);
        let blocks = self.sums.as_chunks_mut::<WIDTH>().0.iter_mut().zip(self.steps.as_chunks_mut().0);
        for ((sums, steps), x) in blocks.zip(self.values.as_chunks::<WIDTH>().0) {
            let old = *sums;
            let sum: Block<F> = block(|k| seen(old[k], slope * x[k], dither));
            let step: Block<F> = block(|k| length(eta * x[k], sum[k]));
            let (so_far, found) = (c, faults);
            c = block(|k| so_far[k] + step[k] * x[k]);
            faults = block(|k| found[k] + sum[k] * zero);
            (*sums, *steps) = (sum, step);
        }
        (c.into_iter().fold(zero, |sum, c| sum + c), faults)
    }
}

/// Moves a row; groups without a slope stay.
struct Step<'a, F> {
    row: &'a mut [Quad<F>],
    x: F,
    rates: &'a Rates<F>,
    steps: &'a [Pair<F>],
    alike: F,
    slopes: &'a [Group<F>],
}

impl<F: Float> Step<'_, F> {
    #[inline(always)]
    fn take(self) {
        let x = self.x;
        let groups = self.row[1..].as_chunks_mut::<WHOLE>().0.iter_mut().zip(self.steps).zip(self.slopes);
        let rates = self.rates.slopes.iter().zip(&self.rates.dither);
        for (((group, step), slope), (first, dither)) in groups.zip(rates) {
            if !first.idle {
                let (w, old) = (pair(&group[..JOINT]), pair(&group[LANES..]));
                let w: Pair<F> = block(|k| w[k] - slope.joint[k] * step[k]);
                let sum: Pair<F> = block(|k| seen(old[k], first.joint[k] * x, dither[k]));
                group[..JOINT].as_flattened_mut().copy_from_slice(&w);
                group[LANES..].as_flattened_mut().copy_from_slice(&sum);
            }
            if !slope.alone_idle {
                let w = group[ALONE];
                group[ALONE] = block(|k| w[k] - slope.alone[k] * self.alike);
            }
        }
    }
}

/// Moves all rows.
struct Write<'a, F> {
    rows: &'a mut Rows<F, WHOLE>,
    width: usize,
    open: &'a Open<F>,
}

impl<F: Float> Loop for Write<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Open { places, scales, values, sums, steps, alike, stepped, rates, .. } = self.open;
        let features = places.iter().zip(scales).zip(values).zip(sums).zip(alike);
        let count = stepped.len().max(1);
        for (((((&place, &scale), &x), &sum), &alike), steps) in features.zip(steps.chunks_exact(count)) {
            let row = self.rows.table.row_mut(place, self.width);
            (row[0][0], row[0][1]) = (scale, sum);
            Step { row, x, rates, steps, alike, slopes: stepped }.take();
        }
    }
}

impl<F: Float> Open<F> {
    /// The margins of x, for so many classes.
    pub fn predict(
        &mut self,
        rows: &mut Rows<F, WHOLE>,
        x: Features<'_>,
        outputs: usize,
        margins: &mut Vec<Class>,
    ) -> Result<(), LearnError> {
        let width = Rows::<F, WHOLE>::width(outputs);
        self.outputs = outputs;
        rows.table.reserve(x, width)?;
        rows.table.locate(x.indices(), &mut self.places);
        for numbers in [&mut self.scales, &mut self.values, &mut self.sums, &mut self.alike] {
            numbers.clear();
            numbers.resize(x.len().next_multiple_of(WIDTH), F::default());
        }
        self.clear();
        let Self { places, scales, values, sums, totals, .. } = self;
        wide(Predict { rows, width, places, given: x.values(), scales, values, sums, margins: totals });
        classes(&self.totals, outputs, margins);
        Ok(())
    }

    fn clear(&mut self) {
        self.totals.clear();
        self.totals.resize_with(groups(self.outputs), Sums::default);
    }

    /// Lets the sums see the slopes that `rates` was set to; gives c: a step of slope s lowers a margin by c s. The place of a feature whose sum would
    /// not be finite is an error.
    pub fn adapt(&mut self, rows: &Rows<F, WHOLE>, c: &mut Vec<Class>) -> Result<(), usize> {
        self.clear();
        let Self { outputs, places, values, sums, steps, alike, totals, faults, rates, .. } = self;
        let nothing = [F::default(); PAIR];
        faults.clear();
        faults.resize(groups(*outputs), nothing);
        steps.resize(places.len() * groups(*outputs), [F::default(); PAIR]);
        let width = Rows::<F, WHOLE>::width(*outputs);
        wide(Adapt { rows, width, places, values, rates, steps, c: totals, faults });
        let (all, alone) = wide(Alike { values, sums, steps: alike, rates: rates.alone });
        totals.iter_mut().for_each(|c| c.alone = [all; FOUR]);
        classes(totals, *outputs, c);
        let fine = faults.iter().all(|faults| *faults == nothing) && alone == [F::default(); WIDTH];
        if fine { Ok(()) } else { Err(self.fault(rows)) }
    }

    /// The place of the first feature one of whose sums would not be finite.
    #[cold]
    fn fault(&self, rows: &Rows<F, WHOLE>) -> usize {
        let Rates { slopes, dither, .. } = &self.rates;
        let finite = |place: usize| {
            let number = |class: usize, k: usize| {
                let (group, at) = (class / FOUR, k * FOUR + class % FOUR);
                let old = rows.number(self.places[place], class, LANES + k);
                seen(old, slopes[group].joint[at] * self.values[place], dither[group][at])
            };
            let each = |class: usize| (0..JOINT).all(|k| number(class, k).to_f64().is_finite());
            self.sums[place].to_f64().is_finite() && (0..self.outputs).all(each)
        };
        (0..self.places.len()).position(|place| !finite(place)).unwrap_or(0)
    }

    /// The slopes to step by.
    pub fn step(&mut self, slopes: &[Class]) {
        grouped(slopes, &mut self.stepped);
    }

    /// Takes the steps, for the example of these indices.
    pub fn write(&mut self, rows: &mut Rows<F, WHOLE>, indices: &[u32]) {
        for (place, &index) in self.places.iter_mut().zip(indices) {
            *place = rows.table.place_for(index, *place);
        }
        let width = Rows::<F, WHOLE>::width(self.outputs);
        wide(Write { rows, width, open: self });
    }
}

/// How many rows are asked for before the first of them is used.
const AT_ONCE: usize = 32;

/// The lanes' margins of all classes; changes nothing.
///
/// The same operations in the same order as [`Open::predict`], so the same bits: these change together.
pub fn margins<F: Float, const PARTS: usize>(
    rows: &Rows<F, PARTS>,
    x: Features<'_>,
    outputs: usize,
) -> Vec<Class> {
    let width = Rows::<F, PARTS>::width(outputs);
    let mut margins = vec![Sums::default(); groups(outputs)];
    let [mut scales, mut values, mut sums] = [[F::default(); AT_ONCE]; 3];
    let mut places = Vec::new();
    if rows.table.len() > 0 {
        for (indices, given) in x.indices().chunks(AT_ONCE).zip(x.values().chunks(AT_ONCE)) {
            rows.table.locate(indices, &mut places);
            let (scales, values, sums) = (&mut scales[..], &mut values[..], &mut sums[..]);
            wide(Predict {
                rows,
                width,
                places: &places,
                given,
                scales,
                values,
                sums,
                margins: &mut margins,
            });
        }
    }
    let mut all = Vec::new();
    classes(&margins, outputs, &mut all);
    all
}
