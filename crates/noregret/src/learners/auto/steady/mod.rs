//! The averaged iterate beside the last: what a model predicts by once it no longer learns.
//!
//! A learner that goes along follows its stream: on data that drift, or come sorted, its last weights know the last rows best. As long as it learns that is a virtue. Saved and asked
//! about other rows it may lose more than a constant. So now and then, after rounds 32, 40, 50, ..., each a quarter later than the one before and at least a round later for 16 features, a *picture* of all first-order lanes is taken:
//!
//! average_k <- average_k + (w_k - average_k) (t - t')/t,   t' the round of the picture before;
//!
//! the mean over all rounds so far, as far as pictures tell. Until the next picture rows are predicted by both, the picture and the averages, and what each loses is summed: this is what a model
//! saved at that time would have lost on what came after. The averages have a mixture of their own, by what they lost; the beliefs and the constant of the [`second`](super::second) group stand beside both.
//! Sums fade by a fifth at a picture, so that they speak of the last two thirds of the stream. The averages are served where the picture lost a fifth more than they did. Where labels come sorted no later row can
//! tell what was forgotten: then what [knows no order](super::second::Second::unordered) is served.
//!
//! Learning does not depend on any of it. Costs: 64 bytes a feature while there are at most [`MOST`], then it leaves; after 1,024 rounds one in eight is judged, of more than 1,024 features one in sixteen.
//! Weakness: one that is asked in between rounds is served better by the last weights, which is what a learner says.
//! Known relatives: averaging (Polyak and Juditsky 1992), of snapshots (Izmailov and others 2018).

mod judge;
mod restore;
mod served;

pub use judge::Asked;
pub use served::Served;

use super::Auto;
use super::cell::{Cells, SCALE, WIDTH};
use super::float::Float;
use super::grid::{self, LANES};
use super::kernel::{self, Row};
use super::mixture::Mixture;
use super::second::{Outer, Second};
use crate::online::Iterate;
use crate::simd::{Loop, wide};
use crate::table::Lookup;

/// The most features it is kept for.
pub const MOST: usize = (1 << 15) - 1;
/// The round of the first picture.
const FIRST: u64 = 32;
/// A picture is due when a `PART`-th as many rounds have passed as were learned before the last one.
const PART: u64 = 4;
/// It waits until there was a round for so many features. A picture walks over all of them, so that a round pays for no more than so many, however fast they grow.
const EACH: u64 = 16;
/// What sums keep at a picture.
pub(crate) const FADE: f64 = 0.8;
/// Up to this round all are judged, then one in `SELDOM`; of more than `MANY` features, for which nothing else is asked, one in `RARELY` from the start.
const OFTEN: u64 = 1024;
const SELDOM: u64 = 8;
const MANY: usize = 1024;
const RARELY: u64 = 16;
/// The fewest rounds, of those that have not faded, that say something.
const LEAST: f64 = 24.0;
/// The picture must have lost so many times what the averages did.
const CLEARLY: f64 = 1.2;
/// Labels come sorted where they change less often than once in so many times that are to be expected of random order, of which there must be `SOME`.
const SORTED: f64 = 10.0;
const SOME: f64 = 20.0;

/// Whether a picture is due after so many rounds, of so many features; the last one was taken after `taken`, 0 if there was none.
pub(crate) fn due(taken: u64, rounds: u64, features: u64) -> bool {
    let since = rounds - taken;
    let part = if taken == 0 { FIRST } else { taken.div_ceil(PART) };
    since >= part && since.saturating_mul(EACH) >= features
}

/// Whether a round is judged, where there are so many features.
pub(crate) fn judged(round: u64, features: usize) -> bool {
    match features {
        features if features > MANY => round.is_multiple_of(RARELY),
        _ => round <= OFTEN || round.is_multiple_of(SELDOM),
    }
}

/// The averages, the last picture, and how both do.
#[derive(Debug)]
pub struct Steady<F> {
    /// By place; place 0 is zeros.
    average: Vec<Row<F>>,
    picture: Vec<Row<F>>,
    /// The round of the last picture; 0 if there was none.
    taken: u64,
    /// The mixtures as they were then.
    then: Mixed,
    /// The mixtures of the averages, with what rounds judged made of them.
    judged: Judgement,
    /// What is known of the order of labels.
    order: Order,
}

/// The mixture of the first-order lanes, and the outer one while there is a second group.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mixed {
    inner: Mixture<LANES>,
    outer: Option<Outer>,
}

/// What rounds judged come to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Judgement {
    rounds: u64,
    mixed: Mixed,
    /// What was lost, fading: by the picture, by the averages, by the learner that goes along; and the rounds.
    lost: [f64; 4],
}

/// How often labels of two classes changed, and how many were positive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Order {
    pub(crate) changes: u64,
    pub(crate) positive: u64,
    pub(crate) last: f64,
}

impl Order {
    pub(crate) fn with(self, y: f64) -> Self {
        let changed = self.last != 0.0 && (y > 0.0) != (self.last > 0.0);
        Self {
            changes: self.changes + u64::from(changed),
            positive: self.positive + u64::from(y > 0.0),
            last: if y > 0.0 { 1.0 } else { -1.0 },
        }
    }

    pub(crate) fn sorted(self, rounds: u64) -> bool {
        let (n, positive) = (rounds as f64, self.positive as f64);
        let expected = 2.0 * positive * (n - positive) / n.max(1.0);
        expected >= SOME && self.changes as f64 * SORTED < expected
    }
}

/// Which weights serve better by what was lost: by the picture, by the averages, by the learner that goes along; and the rounds.
pub(crate) fn verdict([last, average, along, weight]: [f64; 4], sorted: bool) -> Iterate {
    let clear = weight >= LEAST && last > CLEARLY * average;
    let mean = |lost: f64| (weight > 0.0).then(|| lost / weight);
    Iterate {
        averaged: sorted || clear,
        sorted,
        last: mean(last),
        average: mean(average),
        along: mean(along),
    }
}

/// Cells of averages at the places of a table.
struct At<'a, F> {
    table: &'a Cells<F>,
    rows: &'a [Row<F>],
}

impl<F: Float> Lookup<Row<F>> for At<'_, F> {
    fn cells(&self) -> &[Row<F>] {
        self.rows
    }

    fn find(&self, indices: &[u32], places: &mut [u32]) {
        self.table.find(indices, places);
    }
}

/// Lets averages follow a picture. The result is not 0 if a number is not finite.
struct Blend<'a, F> {
    average: &'a mut [Row<F>],
    picture: &'a [Row<F>],
    part: F,
}

impl<F: Float> Loop for Blend<'_, F> {
    type Output = Row<F>;

    #[inline(always)]
    fn call(self) -> Row<F> {
        let Self { average, picture, part } = self;
        let mut faults = Row::default();
        for (average, now) in average.iter_mut().zip(picture) {
            if now[SCALE] > average[SCALE] {
                kernel::grow_weights(average, now[SCALE]);
            }
            // The scales are the same by now, and stay.
            let old = *average;
            let new: Row<F> = std::array::from_fn(|k| old[k] + (now[k] - old[k]) * part);
            let before: Row<F> = faults;
            // 0 times a number is 0 unless the number is not finite.
            faults = std::array::from_fn(|k| before[k] + new[k] * F::default());
            *average = new;
        }
        faults
    }
}

/// A round in the making.
#[derive(Clone, Copy, Debug)]
pub struct Staged {
    judged: Judgement,
    order: Order,
    /// Whether every number is finite.
    sound: bool,
}

impl<F: Float> Steady<F> {
    /// Before anything is seen.
    pub fn new(second: Option<&Second>) -> Self {
        let mixed = Mixed { inner: Mixture::new(grid::prior()), outer: second.map(|second| second.outer) };
        let judged = Judgement { rounds: 0, mixed, lost: [0.0; 4] };
        let (average, picture, order) = (Vec::new(), Vec::new(), Order::default());
        Self { average, picture, taken: 0, then: mixed, judged, order }
    }

    /// Writes a staged round, the learner having written its own. False if the averages leave by it.
    pub fn take(&mut self, staged: Staged, first: &Auto<F>, second: Option<&Second>) -> bool {
        (self.judged, self.order) = (staged.judged, staged.order);
        self.follow(first, second);
        let features = first.table.used().len();
        if features > MOST {
            return false;
        }
        staged.sound && (!due(self.taken, first.rounds, features as u64) || self.look(first, second))
    }

    /// Who has left the second group has left these mixtures too.
    fn follow(&mut self, first: &Auto<F>, second: Option<&Second>) {
        for outer in [&mut self.judged.mixed.outer, &mut self.then.outer] {
            match (second, outer.as_mut()) {
                (Some(second), Some(outer)) if outer.prior != second.outer.prior => {
                    outer.retire(first.rule, second.outer.prior);
                }
                (Some(_), _) => {}
                (None, _) => *outer = None,
            }
        }
    }

    /// Takes a picture. False if a number is not finite.
    fn look(&mut self, first: &Auto<F>, second: Option<&Second>) -> bool {
        let cells = first.table.used();
        let part = F::from_f64((first.rounds - self.taken) as f64 / first.rounds as f64);
        self.picture.clear();
        self.picture.push(Row::default());
        self.picture.extend(cells.iter().map(|cell| std::array::from_fn(|k| cell[k])));
        self.average.resize(self.picture.len(), Row::default());
        let faults = wide(Blend { average: &mut self.average, picture: &self.picture, part });
        self.then = Mixed { inner: first.mixture, outer: second.map(|second| second.outer) };
        self.taken = first.rounds;
        self.judged.lost.iter_mut().for_each(|lost| *lost *= FADE);
        faults == Row::default()
    }

    /// Which weights serve better, and why.
    pub fn verdict(&self, rounds: u64) -> Iterate {
        verdict(self.judged.lost, self.order.sorted(rounds) && self.taken > 0)
    }

    /// The averages: indices and rows of the features that have them, in the order of indices, and their mixture.
    pub fn served(&self, first: &Auto<F>) -> (Vec<u32>, Vec<Row<F>>, Mixture<LANES>) {
        let (mut indices, mut rows) = (Vec::new(), Vec::new());
        for (index, place) in first.table.walk().placed() {
            if let Some(row) = self.average.get(place as usize).filter(|row| row[SCALE] > F::default()) {
                indices.push(index);
                rows.push(*row);
            }
        }
        (indices, rows, self.judged.mixed.inner)
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        ((self.average.len() + self.picture.len()) * WIDTH * size_of::<F>()) as u64
    }
}
