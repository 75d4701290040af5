//! AdaGrad's diagonal for several outputs on its own: the most common path (Euclidean, diagonal, mirror, no penalty, no box) as tight loops over classes.
//!
//! For class j, G_ji += g_ji^2;  h_ji = (delta + sqrt G_ji)/eta;  w_ji <- w_ji - g_ji/h_ji. A feature's row is the weights of all classes and then their sums of
//! squares, in blocks of four numbers, so that roots and divisions go four at a time whatever K is. Places of classes that never showed are zeros and
//! stay so: that is also what a fresh class is. The same operations in the same order as [`Wide`](super::Wide) takes for it, and as
//! [`Adagrad`](crate::geometry::Adagrad) for one class, so the same bits: tests compare.
//! Weakness: one path only; a penalty, a box or a feature group needs the general one. Reference: Duchi, Hazan and Singer 2011.

use super::{Outputs, scalars};
use crate::classes::ByClass;
use crate::features::Features;
use crate::geometry::{Adagrad, Geometry};
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::rule::Shared;
use crate::simd::{Loop, wide};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::Strided;
use std::collections::BTreeMap;

/// The numbers of several classes.
type Block = [f64; WIDTH];
const WIDTH: usize = 4;

const COLUMNS: [&str; 2] = ["cell.mirror", "cell.accumulator"];

/// Weights and sums of squares, without a box or penalties.
#[derive(Debug)]
pub struct WideAdagrad {
    eta: f64,
    delta: f64,
    table: Strided<Block, 2>,
    shared: Vec<Shared>,
    round: Open,
}

/// A round in the making.
#[derive(Debug, Default)]
struct Open {
    outputs: usize,
    /// Blocks of one part of a row.
    blocks: usize,
    places: Vec<u32>,
    /// Copies of the rows x touches: weights, then sums of squares.
    rows: Vec<Block>,
    /// Their curvatures, once the sums have seen the gradient, and then what is not 0 if a sum is not finite.
    curvatures: Vec<Block>,
    curved: Option<Block>,
    slopes: Vec<Block>,
    /// Margins, then c, then the slopes of the step.
    half: Vec<Block>,
}

/// How many blocks hold so many classes.
fn blocks(outputs: usize) -> usize {
    outputs.div_ceil(WIDTH)
}

/// Numbers of classes in blocks; the last one is filled up with zeros.
fn fill(blocks: &mut Vec<Block>, numbers: &[f64]) {
    blocks.clear();
    blocks.extend(numbers.chunks(WIDTH).map(|chunk| {
        let mut block = [0.0; WIDTH];
        block[..chunk.len()].copy_from_slice(chunk);
        block
    }));
}

/// A block by class.
#[inline(always)]
fn block(number: impl Fn(usize) -> f64) -> Block {
    std::array::from_fn(number)
}

/// Adds a feature to margins.
#[inline(always)]
fn add(margins: &mut [Block], weights: &[Block], value: f64) {
    for (margin, w) in margins.as_flattened_mut().iter_mut().zip(weights.as_flattened()) {
        *margin += w * value;
    }
}

/// The margins of copied rows.
struct Predict<'a> {
    blocks: usize,
    rows: &'a [Block],
    values: &'a [f64],
    margins: &'a mut [Block],
}

impl Loop for Predict<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for (row, &value) in self.rows.chunks_exact(2 * self.blocks).zip(self.values) {
            add(self.margins, &row[..self.blocks], value);
        }
    }
}

/// Shows the gradient to a sum of squares; gives the curvature.
#[inline(always)]
fn curve(sum: &mut Block, slope: &Block, value: f64, eta: f64, delta: f64) -> Block {
    let seen = block(|k| slope[k] * value);
    let grown = block(|k| sum[k] + seen[k] * seen[k]);
    *sum = grown;
    block(|k| (delta + grown[k].sqrt()) / eta)
}

/// Takes a step; a coordinate without curvature has seen no gradient and stays.
#[inline(always)]
fn take(w: &mut Block, step: &Block, h: &Block, value: f64) {
    let moved = block(|k| w[k] - step[k] * value / h[k]);
    *w = block(|k| if h[k] == 0.0 { w[k] } else { moved[k] });
}

/// What is not 0 if any number so far was not finite: 0 times a number is 0 unless it is not.
///
/// It also ties each block to the one before: compilers would otherwise work on several at once, and spend more time on turning rows into
/// columns than on the work.
#[inline(always)]
fn tie(faults: Block, numbers: &Block) -> Block {
    block(|k| faults[k] + numbers[k] * 0.0)
}

/// Shows the gradient to the sums of squares; gives curvatures, c, and the [faults](tie) of the sums.
struct Curve<'a> {
    eta: f64,
    delta: f64,
    blocks: usize,
    rows: &'a mut [Block],
    values: &'a [f64],
    slopes: &'a [Block],
    curvatures: &'a mut [Block],
    c: &'a mut [Block],
}

impl Loop for Curve<'_> {
    type Output = Block;

    #[inline(always)]
    fn call(self) -> Block {
        let Self { eta, delta, blocks, .. } = self;
        let mut faults = [0.0; WIDTH];
        let features = self.rows.chunks_exact_mut(2 * blocks).zip(self.curvatures.chunks_exact_mut(blocks));
        for ((row, curvatures), &value) in features.zip(self.values) {
            let sums = row[blocks..].iter_mut().zip(self.slopes);
            for (((sum, slope), to), c) in sums.zip(curvatures).zip(self.c.iter_mut()) {
                let h = curve(sum, slope, value, eta, delta);
                faults = tie(faults, sum);
                *c = block(|k| c[k] + value * value / h[k]);
                *to = h;
            }
        }
        faults
    }
}

/// The steps once curvatures are known; gives the [faults](tie) of the weights.
struct Step<'a> {
    blocks: usize,
    rows: &'a mut [Block],
    values: &'a [f64],
    steps: &'a [Block],
    curvatures: &'a [Block],
}

impl Loop for Step<'_> {
    type Output = Block;

    #[inline(always)]
    fn call(self) -> Block {
        let Self { blocks, .. } = self;
        let mut faults = [0.0; WIDTH];
        let features = self.rows.chunks_exact_mut(2 * blocks).zip(self.curvatures.chunks_exact(blocks));
        for ((row, curvatures), &value) in features.zip(self.values) {
            for ((w, step), h) in row[..blocks].iter_mut().zip(self.steps).zip(curvatures) {
                take(w, step, h, value);
                faults = tie(faults, w);
            }
        }
        faults
    }
}

/// Curvatures and steps in one go; gives the [faults](tie) of both.
struct Explicit<'a> {
    eta: f64,
    delta: f64,
    blocks: usize,
    rows: &'a mut [Block],
    values: &'a [f64],
    slopes: &'a [Block],
    steps: &'a [Block],
}

impl Loop for Explicit<'_> {
    type Output = Block;

    #[inline(always)]
    fn call(self) -> Block {
        let Self { eta, delta, blocks, .. } = self;
        let mut faults = [0.0; WIDTH];
        for (row, &value) in self.rows.chunks_exact_mut(2 * blocks).zip(self.values) {
            let (weights, sums) = row.split_at_mut(blocks);
            let cells = weights.iter_mut().zip(sums);
            for (((w, sum), slope), step) in cells.zip(self.slopes).zip(self.steps) {
                let h = curve(sum, slope, value, eta, delta);
                take(w, step, &h, value);
                faults = tie(tie(faults, w), sum);
            }
        }
        faults
    }
}

impl WideAdagrad {
    /// A learner that has seen no class.
    pub fn new(eta: f64, delta: f64) -> Self {
        Self { eta, delta, table: Strided::default(), shared: Vec::new(), round: Open::default() }
    }

    /// A number of a class in a part of the row at a place.
    fn number(&self, place: u32, part: usize, class: usize) -> f64 {
        self.table.part(place, part, blocks(self.outputs()))[class / WIDTH][class % WIDTH]
    }
}

impl ByClass for WideAdagrad {
    fn class_state(&self, outputs: usize, state: &State, class: usize) -> Result<State, StateError> {
        let shared = scalars::restore(1, outputs, state)?;
        let indices = state.indices("index")?;
        let column = |name: &str| state.reals_of(name, indices.len() * outputs);
        let (weights, sums) = (column(COLUMNS[0])?, column(COLUMNS[1])?);
        let at = |k: usize| k * outputs + class;
        // What is two zeros was never touched by the class.
        let touched: Vec<usize> =
            (0..indices.len()).filter(|&k| weights[at(k)] != 0.0 || sums[at(k)] != 0.0).collect();
        Ok(State::of(|out| {
            shared[class].save(out);
            out.each("index", touched.len(), touched.iter().map(|&k| indices[k]));
            out.each(COLUMNS[0], touched.len(), touched.iter().map(|&k| weights[at(k)]));
            out.each(COLUMNS[1], touched.len(), touched.iter().map(|&k| sums[at(k)]));
        }))
    }

    fn merge_class(&self, start: Option<&State>, parts: &mut Parts<'_>) -> Result<State, MergeError> {
        let mut one = Adagrad::new(self.eta, self.delta);
        if let Some(start) = start {
            one.restore(start).map_err(MergeError::state(0))?;
        }
        one.merge(parts)?;
        Ok(State::of(|out| one.save(out)))
    }

    fn unseen_state(&self) -> State {
        State::of(|out| Adagrad::new(self.eta, self.delta).save(out))
    }

    fn assemble(&self, classes: &[State]) -> Result<State, StateError> {
        let mut rows: BTreeMap<u32, Vec<[f64; 2]>> = BTreeMap::new();
        let mut shared = Vec::new();
        for (class, state) in classes.iter().enumerate() {
            shared.push(Shared::restore(1, state)?);
            let indices = state.indices("index")?;
            let column = |name: &str| state.reals_of(name, indices.len());
            let (weights, sums) = (column(COLUMNS[0])?, column(COLUMNS[1])?);
            for (k, &index) in indices.iter().enumerate() {
                rows.entry(index).or_insert_with(|| vec![[0.0; 2]; classes.len()])[class] =
                    [weights[k], sums[k]];
            }
        }
        Ok(State::of(|out| {
            scalars::save(&shared, out);
            out.each("index", rows.len(), rows.keys().copied());
            for (part, name) in COLUMNS.iter().enumerate() {
                let numbers = rows.values().flat_map(|row| row.iter().map(move |cell| cell[part]));
                out.each(name, rows.len() * classes.len(), numbers);
            }
        }))
    }
}

impl Outputs for WideAdagrad {
    fn outputs(&self) -> usize {
        self.shared.len()
    }

    fn margins(&self, x: Features<'_>, margins: &mut [f64]) {
        let blocks = blocks(self.outputs());
        let mut sums = vec![[0.0; WIDTH]; blocks];
        for (index, value) in x.iter() {
            let place = self.table.place(index);
            if place > 0 {
                add(&mut sums, self.table.part(place, 0, blocks), value);
            }
        }
        let sums = sums.iter().flatten().copied().chain(std::iter::repeat(0.0));
        margins.iter_mut().zip(sums).for_each(|(margin, sum)| *margin = sum);
    }

    fn open(&mut self, x: Features<'_>, margins: &mut [f64]) -> Result<(), LearnError> {
        let Self { table, round, .. } = self;
        round.outputs = margins.len();
        round.blocks = blocks(round.outputs);
        table.reserve(x, round.blocks)?;
        // First the copies alone: nothing waits for a row but its own copy, so many are on their way at once.
        table.locate(x.indices(), &mut round.places);
        round.rows.clear();
        for &place in &round.places {
            round.rows.extend_from_slice(table.part(place, 0, round.blocks));
            round.rows.extend_from_slice(table.part(place, 1, round.blocks));
        }
        let Open { blocks, rows, half, .. } = round;
        half.clear();
        half.resize(*blocks, [0.0; WIDTH]);
        wide(Predict { blocks: *blocks, rows, values: x.values(), margins: half });
        margins.iter_mut().zip(half.iter().flatten()).for_each(|(margin, sum)| *margin = *sum);
        Ok(())
    }

    fn adapt(&mut self, _x: Features<'_>, slopes: &[f64]) {
        fill(&mut self.round.slopes, slopes);
        self.round.curved = None;
    }

    fn affine(&mut self, x: Features<'_>, c: &mut [f64]) -> bool {
        let Self { eta, delta, ref mut round, .. } = *self;
        round.curvatures.resize(x.len() * round.blocks, [0.0; WIDTH]);
        round.half.clear();
        round.half.resize(round.blocks, [0.0; WIDTH]);
        let Open { blocks, ref mut rows, ref slopes, ref mut curvatures, ref mut half, .. } = *round;
        let faults =
            wide(Curve { eta, delta, blocks, rows, values: x.values(), slopes, curvatures, c: half });
        round.curved = Some(faults);
        c.iter_mut().zip(round.half.iter().flatten()).for_each(|(c, sum)| *c = *sum);
        true
    }

    /// Nobody asks: every step is affine.
    fn probe(&self, _x: Features<'_>, _class: usize, _s: f64) -> Option<Probe> {
        None
    }

    fn here(&self, _x: Features<'_>, _class: usize) -> Option<Probe> {
        None
    }

    fn form(&self) -> Form {
        Form::Plain
    }

    fn stage(&mut self, x: Features<'_>, s: &[f64]) -> Result<(), LearnError> {
        let Self { eta, delta, ref mut round, .. } = *self;
        fill(&mut round.half, s);
        let Open { blocks, ref mut rows, ref curvatures, ref slopes, half: ref steps, .. } = *round;
        let (values, nothing) = (x.values(), [0.0; WIDTH]);
        let faults = match round.curved {
            Some(sums) => tie(wide(Step { blocks, rows, values, steps, curvatures }), &sums),
            None => wide(Explicit { eta, delta, blocks, rows, values, slopes, steps }),
        };
        if faults == nothing {
            return Ok(());
        }
        let finite = |row: &[Block]| row.iter().flatten().all(|v| v.is_finite());
        let place = round.rows.chunks_exact(2 * round.blocks).position(|row| !finite(row));
        Err(LearnError::Overflow { index: place.map(|place| x.indices()[place]) })
    }

    fn commit(&mut self, x: Features<'_>) {
        let Open { outputs, blocks, places, rows, .. } = &self.round;
        self.table.write(x.indices(), places, *blocks, rows);
        self.shared.resize(*outputs, scalars::unseen(1));
        self.shared.iter_mut().for_each(|shared| shared.rounds += 1);
    }

    fn grow(&mut self, outputs: usize) -> Result<(), LearnError> {
        let outputs = self.shared.len().max(outputs);
        self.table.reserve(Features::default(), blocks(outputs))?;
        self.shared.resize(outputs, scalars::unseen(1));
        Ok(())
    }

    fn weights(&self, class: usize) -> Vec<Weight> {
        if class >= self.outputs() {
            return Vec::new();
        }
        let weight = |(index, place): (u32, u32)| {
            let (value, sum) = (self.number(place, 0, class), self.number(place, 1, class));
            (value != 0.0 || sum != 0.0).then_some(Weight { index, value })
        };
        self.table.sorted().into_iter().filter_map(weight).collect()
    }

    fn active(&self) -> usize {
        let blocks = blocks(self.outputs());
        let row = |place: u32| self.table.part(place, 0, blocks).iter().flatten();
        self.table.places().flat_map(row).filter(|w| **w != 0.0).count()
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        scalars::save(&self.shared, state);
        let (sorted, outputs) = (self.table.sorted(), self.outputs());
        let blocks = blocks(outputs);
        state.each("index", sorted.len(), sorted.iter().map(|(index, _)| *index));
        for (part, name) in COLUMNS.iter().enumerate() {
            let row = |&(_, place): &(u32, u32)| {
                self.table.part(place, part, blocks).iter().flatten().copied().take(outputs)
            };
            state.each(name, sorted.len() * outputs, sorted.iter().flat_map(row));
        }
    }

    fn restore(&mut self, outputs: usize, state: &State) -> Result<(), StateError> {
        let shared = scalars::restore(1, outputs, state)?;
        let indices = state.indices("index")?;
        let column = |name: &str| state.reals_of(name, indices.len() * outputs);
        let columns = [column(COLUMNS[0])?, column(COLUMNS[1])?];
        if let Some(sum) = columns[1].iter().find(|sum| **sum < 0.0) {
            let reason = format!("{sum} is no sum of squares");
            return Err(StateError::Value { name: COLUMNS[1].to_owned(), reason });
        }
        let blocks = blocks(outputs);
        let mut table = Strided::<Block, 2>::restore(indices, blocks)?;
        let mut row = Vec::new();
        for (part, column) in columns.iter().enumerate() {
            for (k, numbers) in column.chunks_exact(outputs.max(1)).enumerate() {
                fill(&mut row, numbers);
                table.part_mut(k, part, blocks).copy_from_slice(&row);
            }
        }
        (self.table, self.shared) = (table, shared);
        Ok(())
    }

    fn is_sum_of_weights(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
