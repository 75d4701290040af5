//! AdaGrad's diagonal on its own: the most common separable learner (Euclidean, diagonal, mirror, no
//! penalty, no box) as tight loops.
//!
//! G_i += g_i^2;   h_i = (delta + sqrt G_i)/eta;   w_i <- w_i - g_i/h_i.
//!
//! An untouched cell is two zeros, and so is a fresh one: cells are read without asking which were
//! touched. What an example touches is copied by column, so that wide registers take several roots and
//! divisions at once. Meanwhile the memory is idle, and the cells of an example that comes soon are asked
//! for between them.
//!
//! These change together: this file and [`Separable`](super::Separable) with the rule of `ada-diag`
//! (`rule/bregman.rs`, `rule/metric/diagonal.rs`, `rule/memory/mirror.rs`), its slow twin. They do the same
//! operations in the same order, so the bits are the same; a test compares margins, refusals and states.
//! Weakness: one case only; a penalty, a box or a feature group needs the general one.
//! Reference: Duchi, Hazan and Singer 2011.

use super::Geometry;
use super::merge::{Merged, Start};
use crate::features::Features;
use crate::frozen::Frozen;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::rule::interval::Interval;
use crate::rule::memory::Mirror;
use crate::rule::metric::Diagonal;
use crate::rule::potential::Euclidean;
use crate::rule::{Bregman, Shared, Terms};
use crate::simd::{Loop, wide};
use crate::state::{Save, State, StateError};
use crate::step::root::{Form, Probe};
use crate::table::Compact;
use std::array::from_fn;

const COLUMNS: [&str; 2] = ["cell.mirror", "cell.accumulator"];

/// Weights and sums of squares, without a box or penalties.
#[derive(Debug)]
pub struct Adagrad {
    eta: f64,
    /// Its inverse, if that is exact.
    inverse: Option<f64>,
    delta: f64,
    table: Compact<[f64; 2]>,
    shared: Shared,
    places: Vec<u32>,
    weights: Vec<f64>,
    squares: Vec<f64>,
    slope: f64,
    /// Places of cells that come soon, to be asked for during the next step.
    soon: Vec<u32>,
}

impl Adagrad {
    /// A learner that has seen nothing.
    pub fn new(eta: f64, delta: f64) -> Self {
        let shared = Shared { decay: vec![0.0], ..Shared::default() };
        let (weights, squares) = (Vec::new(), Vec::new());
        Self {
            eta,
            inverse: inverse(eta),
            delta,
            table: Compact::default(),
            shared,
            places: Vec::new(),
            weights,
            squares,
            slope: 0.0,
            soon: Vec::new(),
        }
    }

    /// The rule and the terms by which the general path does the same.
    fn general(&self) -> (Bregman<Euclidean, Diagonal, Mirror>, Terms) {
        let metric = Diagonal { delta: self.delta };
        let set = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        (
            Bregman { potential: Euclidean, metric, memory: Mirror, project_after: false },
            Terms { set, l1: 0.0, l2: 0.0, eta: self.eta, start: 0.0 },
        )
    }

    /// Takes a step at the copies; says whether every number stays finite.
    fn steps<const INVERSE: bool>(&mut self, step: Step<INVERSE>, x: Features<'_>) -> bool {
        let Self { table, weights, squares, soon, .. } = self;
        let fine = wide(Steps { step, weights, squares, values: x.values(), table, soon });
        soon.clear();
        fine
    }

    /// The curvature of a coordinate once its metric has seen the gradient.
    #[inline]
    fn curvature(&self, squares: f64, g: f64) -> f64 {
        (self.delta + (squares + g * g).sqrt()) / self.eta
    }
}

/// How many cells are changed at once: as many as a wide register has numbers.
const GROUP: usize = 8;

/// A step of slope s.
#[derive(Clone, Copy)]
struct Step<const INVERSE: bool> {
    /// The rate, or its inverse: a product with an inverse that is exact is the quotient to the last bit, in less time.
    rate: f64,
    delta: f64,
    slope: f64,
    s: f64,
}

impl<const INVERSE: bool> Step<INVERSE> {
    /// Takes it at some cells. What is added to `sound` is zeros, unless a number is not finite: nothing asks before the end.
    #[inline(always)]
    fn take<const N: usize>(
        self,
        weights: &mut [f64; N],
        squares: &mut [f64; N],
        values: &[f64; N],
        sound: &mut [f64; N],
    ) {
        // Read, computed and written as values, one operation after the other on all of them: a compiler that has to fear that one place is another computes number by number.
        let Self { rate, delta, slope, s } = self;
        let (w, old, x, so_far) = (*weights, *squares, *values, *sound);
        let grown: [f64; N] = from_fn(|k| old[k] + (slope * x[k]) * (slope * x[k]));
        // Where there is no metric yet there is no step: as a branch that would be asked number by number.
        let h: [f64; N] = from_fn(|k| {
            let metric = delta + grown[k].sqrt();
            let h = if INVERSE { metric * rate } else { metric / rate };
            if h == 0.0 { f64::INFINITY } else { h }
        });
        let moved: [f64; N] = from_fn(|k| w[k] - s * x[k] / h[k]);
        *sound = from_fn(|k| so_far[k] + (moved[k] * 0.0 + grown[k] * 0.0));
        (*weights, *squares) = (moved, grown);
    }
}

/// A step at all cells; after each group some of what is needed soon is asked for.
struct Steps<'a, const INVERSE: bool> {
    step: Step<INVERSE>,
    weights: &'a mut [f64],
    squares: &'a mut [f64],
    values: &'a [f64],
    table: &'a Compact<[f64; 2]>,
    soon: &'a [u32],
}

impl<const INVERSE: bool> Loop for Steps<'_, INVERSE> {
    type Output = bool;

    /// Says whether every number stays finite.
    #[inline(always)]
    fn call(self) -> bool {
        let Self { step, weights, squares, values, table, soon } = self;
        let (weights, last_weights) = weights.as_chunks_mut();
        let (squares, last_squares) = squares.as_chunks_mut();
        let (values, last_values) = values.as_chunks();
        let (mut sound, mut soon) = ([0.0; GROUP], soon.chunks(GROUP));
        for ((weights, squares), values) in weights.iter_mut().zip(squares).zip(values) {
            step.take(weights, squares, values, &mut sound);
            table.ask(soon.next().unwrap_or_default());
        }
        soon.for_each(|places| table.ask(places));
        let mut last_sound = [0.0];
        let last = last_weights.as_chunks_mut().0.iter_mut().zip(last_squares.as_chunks_mut().0);
        for ((weight, square), value) in last.zip(last_values.as_chunks().0) {
            step.take(weight, square, value, &mut last_sound);
        }
        sound == [0.0; GROUP] && last_sound == [0.0]
    }
}

/// The inverse of a rate if it is exact, as that of a power of two.
fn inverse(rate: f64) -> Option<f64> {
    Some(1.0 / rate).filter(|inverse| libm::frexp(rate).0 == 0.5 && inverse.is_normal())
}

impl Geometry for Adagrad {
    fn margin(&self, x: Features<'_>) -> f64 {
        x.iter().fold(0.0, |sum, (index, value)| sum + self.table.get(index)[0] * value)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.table.reserve(x)?;
        self.weights.resize(x.indices().len(), 0.0);
        self.squares.resize(x.indices().len(), 0.0);
        self.table.find_places(x.indices(), &mut self.places);
        let mut copies = self.weights.iter_mut().zip(&mut self.squares).zip(x.values());
        let mut sum = 0.0;
        self.table.each(&self.places, |cell| {
            if let Some(((w, squares), value)) = copies.next() {
                [*w, *squares] = *cell;
                sum += *w * value;
            }
        });
        Ok(sum)
    }

    fn foresee(&mut self, last: u32, lookups: u64) {
        self.table.prepare(last, lookups);
    }

    fn expect(&mut self, indices: &[u32], next: bool) {
        if !next {
            // Those of an example that took no step were not asked for, and are not needed any more.
            self.soon.clear();
        }
        self.table.expect_places(indices, next, &mut self.soon);
    }

    fn adapt(&mut self, _x: Features<'_>, slope: f64) {
        self.slope = slope;
    }

    fn probe(&self, x: Features<'_>, s: f64) -> Option<Probe> {
        let mut probe = Probe::default();
        for ((&w, &squares), &value) in self.weights.iter().zip(&self.squares).zip(x.values()) {
            let h = self.curvature(squares, self.slope * value);
            let (moved, give) = if h == 0.0 { (w, 0.0) } else { (w - s * value / h, -1.0 / h) };
            probe.add(moved * value, give * value * value);
        }
        Some(probe)
    }

    fn form(&self) -> Form {
        Form::Piecewise
    }

    fn affine(&self, x: Features<'_>) -> Option<f64> {
        let terms = self.squares.iter().zip(x.values());
        Some(terms.fold(0.0, |c, (&squares, &value)| {
            c + value * value / self.curvature(squares, self.slope * value)
        }))
    }

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        let Self { eta, delta, slope, .. } = *self;
        let fine = match self.inverse {
            Some(rate) => self.steps(Step::<true> { rate, delta, slope, s }, x),
            None => self.steps(Step::<false> { rate: eta, delta, slope, s }, x),
        };
        if fine {
            return Ok(());
        }
        let cells = self.weights.iter().zip(&self.squares);
        let bad = cells.into_iter().position(|(w, squares)| !(w.is_finite() && squares.is_finite()));
        Err(LearnError::Overflow { index: bad.map(|position| x.indices()[position]) })
    }

    fn commit(&mut self, x: Features<'_>) {
        let cells = self.weights.iter().zip(&self.squares).map(|(&w, &squares)| [w, squares]);
        self.table.write(x.indices(), &self.places, cells);
        self.shared.rounds += 1;
    }

    fn rounds(&self) -> u64 {
        self.shared.learned()
    }

    fn weights(&self) -> Vec<Weight> {
        self.table.touched().map(|(index, cell)| Weight { index, value: cell[0] }).collect()
    }

    fn active(&self) -> usize {
        self.table.used().iter().filter(|cell| cell[0] != 0.0).count()
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        self.table.get(index)[0]
    }

    fn bound(&self) -> Option<f64> {
        None
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        self.shared.save(state);
        let walk = self.table.walk();
        state.each("index", walk.len(), walk.indices());
        for (k, name) in COLUMNS.iter().enumerate() {
            state.each(name, walk.len(), walk.cells().map(|cell| cell[k]));
        }
    }

    fn freeze(&self) -> Option<Frozen> {
        Frozen::weights(self.rounds(), &self.weights())
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let shared = Shared::restore(1, state)?;
        let indices = state.indices("index")?;
        let column = |name: &str| state.reals_of(name, indices.len());
        let (weights, squares) = (column(COLUMNS[0])?, column(COLUMNS[1])?);
        if let Some(sum) = squares.iter().find(|sum| **sum < 0.0) {
            let reason = format!("{sum} is no sum of squares");
            return Err(StateError::Value { name: COLUMNS[1].to_owned(), reason });
        }
        let cells = weights.iter().zip(squares).map(|(&w, &squares)| [w, squares]);
        (self.table, self.shared) = (Compact::restore(indices, cells)?, shared);
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        let (rule, terms) = self.general();
        let cell = |index: u32| Some((0, self.table.get(index))).filter(|(_, cell)| *cell != [0.0; 2]);
        let start = Start { rule: &rule, terms: &[terms], shared: &self.shared, cell: &cell };
        let Merged { shared, cells } = start.merge(self.table.touched().map(|(index, _)| index), parts)?;
        let indices: Vec<u32> = cells.iter().map(|&(index, _, _)| index).collect();
        self.table = Compact::restore(&indices, cells.into_iter().map(|(_, _, cell)| cell))
            .map_err(|error| MergeError::Memory { reason: error.to_string() })?;
        self.shared = shared;
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::geometry::Separable;
    use crate::loss::Loss;
    use crate::online::{Online, Predict};
    use crate::spec::Update;
    use crate::step::Linear;
    use oracle::streams;

    /// Bit for bit the general path: margins, refusals, states; every loss, explicit and implicit, odd
    /// numbers among the values.
    #[test]
    fn the_same_bits_as_the_general_path() {
        for loss in Loss::all() {
            for (update, delta, eta) in [
                (Update::Explicit, 1e-6, 0.3),
                (Update::Explicit, 0.0, 0.25),
                (Update::Implicit, 0.0, 0.3),
                (Update::Implicit, 0.5, 8.0),
            ] {
                let (rule, terms) = Adagrad::new(eta, delta).general();
                let mut general = Linear::new(loss, loss, update, Separable::new(rule, vec![terms]));
                let mut tight = Linear::new(loss, loss, update, Adagrad::new(eta, delta));
                let kind = crate::loss::tests::kind(loss);
                let examples = streams::with_importance(1, streams::random(1, 40, 500, 0.4, kind));
                let odd = [1e200, -1e308, 5e-324, 1e-170, -0.0, 3e10];
                for (t, mut example) in examples.into_iter().enumerate() {
                    if t % 23 == 11 {
                        example.x[t % 40] = odd[t / 23 % odd.len()];
                    }
                    let entries = example.x.iter().enumerate().filter(|(_, v)| **v != 0.0);
                    let (indices, values): (Vec<u32>, Vec<f64>) =
                        entries.map(|(i, v)| ((i * i * 3) as u32, *v)).unzip();
                    let x = Features::new(&indices, &values).unwrap();
                    assert_eq!(tight.margin(x).to_bits(), general.margin(x).to_bits());
                    // A hint, wrong or right, changes nothing.
                    tight.expect(&indices[t % 2..], t % 3 == 0);
                    let learned = tight.learn(x, example.y, example.h);
                    assert_eq!(
                        format!("{learned:?}"),
                        format!("{:?}", general.learn(x, example.y, example.h))
                    );
                }
                assert_eq!(
                    format!("{:?}", tight.state()),
                    format!("{:?}", general.state()),
                    "{loss} {update:?} {eta}"
                );
                assert_eq!(tight.weights(), general.weights());
                assert_eq!(tight.bound(), general.bound());
            }
        }
    }

    #[test]
    fn only_powers_of_two_have_exact_inverses() {
        assert_eq!([0.25, 1.0, 8.0].map(inverse), [Some(4.0), Some(1.0), Some(0.125)]);
        assert_eq!([0.3, 3.0, 1e308, 5e-324, f64::MAX].map(inverse), [None; 5]);
        let (inverse, numbers) =
            (inverse(0.25).unwrap(), [0.1, 1e-310, 5e-324, 1.7e308, 3.0, f64::INFINITY, 0.0]);
        assert!(numbers.iter().all(|x| (x * inverse).to_bits() == (x / 0.25).to_bits()));
    }

    /// Parts merge to the same bits as on the general path.
    #[test]
    fn merged_to_the_same_bits_as_the_general_path() {
        let loss: Loss = "logistic".parse().unwrap();
        let (rule, terms) = Adagrad::new(0.3, 0.1).general();
        let general = || Linear::new(loss, loss, Update::Implicit, Separable::new(rule, vec![terms]));
        let tight = || Linear::new(loss, loss, Update::Implicit, Adagrad::new(0.3, 0.1));
        let mut whole: (Box<dyn Online>, Box<dyn Online>) = (Box::new(general()), Box::new(tight()));
        for round in 0..3 {
            let (mut generals, mut tights) = (Vec::new(), Vec::new());
            for k in 0..4 {
                let (mut a, mut b) = (general(), tight());
                a.restore(&whole.0.state()).unwrap();
                b.restore(&whole.1.state()).unwrap();
                for example in
                    streams::random(9 * round + k, 30, 40 + 9 * k as usize, 0.2, streams::Labels::Binary)
                {
                    let entries = example.x.iter().enumerate().filter(|(_, v)| **v != 0.0);
                    let (indices, values): (Vec<u32>, Vec<f64>) =
                        entries.map(|(i, v)| (i as u32 * (k as u32 + 1), *v)).unzip();
                    let x = Features::new(&indices, &values).unwrap();
                    assert_eq!(a.learn(x, example.y, 1.0), b.learn(x, example.y, 1.0));
                }
                generals.push(Ok(a.state()));
                tights.push(Ok(b.state()));
            }
            whole.0.merge(&mut generals.into_iter()).unwrap();
            whole.1.merge(&mut tights.into_iter()).unwrap();
            assert_eq!(format!("{:?}", whole.0.state()), format!("{:?}", whole.1.state()));
        }
    }
}
