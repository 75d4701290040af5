//! AdaGrad's diagonal on its own: the most common separable learner (Euclidean, diagonal, mirror, no
//! penalty, no box) as tight loops.
//!
//! G_i += g_i^2;   h_i = (delta + sqrt G_i)/eta;   w_i <- w_i - g_i/h_i.
//!
//! An untouched cell is two zeros, and so is a fresh one: cells are read without asking which were
//! touched. What an example touches is copied by column, so that wide registers take several roots and
//! divisions at once.
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

const COLUMNS: [&str; 2] = ["cell.mirror", "cell.accumulator"];

/// Weights and sums of squares, without a box or penalties.
#[derive(Debug)]
pub struct Adagrad {
    eta: f64,
    delta: f64,
    table: Compact<[f64; 2]>,
    shared: Shared,
    places: Vec<u32>,
    weights: Vec<f64>,
    squares: Vec<f64>,
    slope: f64,
}

impl Adagrad {
    /// A learner that has seen nothing.
    pub fn new(eta: f64, delta: f64) -> Self {
        let shared = Shared { decay: vec![0.0], ..Shared::default() };
        let (weights, squares) = (Vec::new(), Vec::new());
        Self {
            eta,
            delta,
            table: Compact::default(),
            shared,
            places: Vec::new(),
            weights,
            squares,
            slope: 0.0,
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

    /// The curvature of a coordinate once its metric has seen the gradient.
    #[inline]
    fn curvature(&self, squares: f64, g: f64) -> f64 {
        (self.delta + (squares + g * g).sqrt()) / self.eta
    }
}

/// The step of slope s; says whether every number stays finite.
struct Step<'a> {
    eta: f64,
    delta: f64,
    slope: f64,
    s: f64,
    weights: &'a mut [f64],
    squares: &'a mut [f64],
    values: &'a [f64],
}

impl Loop for Step<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let Self { eta, delta, slope, s, weights, squares, values } = self;
        let mut fine = true;
        for ((w, squares), &value) in weights.iter_mut().zip(squares.iter_mut()).zip(values) {
            let (seen, step) = (slope * value, s * value);
            *squares += seen * seen;
            let h = (delta + squares.sqrt()) / eta;
            let moved = *w - step / h;
            *w = if h == 0.0 { *w } else { moved };
            // No early exit, so that wide registers check several cells at once.
            fine &= w.is_finite() & squares.is_finite();
        }
        fine
    }
}

impl Geometry for Adagrad {
    fn margin(&self, x: Features<'_>) -> f64 {
        x.iter().fold(0.0, |sum, (index, value)| sum + self.table.get(index)[0] * value)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        self.table.reserve(x)?;
        self.weights.resize(x.indices().len(), 0.0);
        self.squares.resize(x.indices().len(), 0.0);
        // A copy waits for its own cell alone, so the misses overlap.
        self.table.locate(x.indices(), &mut self.places);
        let cells = self.table.cells();
        let copies = self.weights.iter_mut().zip(&mut self.squares);
        let mut sum = 0.0;
        for ((&place, &value), (w, squares)) in self.places.iter().zip(x.values()).zip(copies) {
            [*w, *squares] = cells[place as usize];
            sum += *w * value;
        }
        Ok(sum)
    }

    fn expect(&self, indices: &[u32], next: bool) {
        self.table.expect(indices, next);
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
        let Self { eta, delta, slope, ref mut weights, ref mut squares, .. } = *self;
        if wide(Step { eta, delta, slope, s, weights, squares, values: x.values() }) {
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
            for (update, delta) in
                [(Update::Explicit, 1e-6), (Update::Implicit, 0.0), (Update::Implicit, 0.5)]
            {
                let eta = 0.3;
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
                    let learned = tight.learn(x, example.y, example.h);
                    assert_eq!(
                        format!("{learned:?}"),
                        format!("{:?}", general.learn(x, example.y, example.h))
                    );
                }
                assert_eq!(
                    format!("{:?}", tight.state()),
                    format!("{:?}", general.state()),
                    "{loss} {update:?}"
                );
                assert_eq!(tight.weights(), general.weights());
                assert_eq!(tight.bound(), general.bound());
            }
        }
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
