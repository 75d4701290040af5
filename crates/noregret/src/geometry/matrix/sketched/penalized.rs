//! Steps under H with a box and penalties: every coordinate moves in every round.
//!
//! w <- argmin_b times R(b) + 1/2 |b - target|_H^2,   R = l1|b|_1 + l2/2 |b|^2 over a box,
//!
//! where the target is where a step without R would end, in all coordinates: w + step under `cmd`, the
//! weights of the sum under `pds`. Here H becomes h I + U U', U by coordinate; [`composite`] finds the
//! point. The weights are kept less the origin, the point of the box nearest 0, so that a coordinate no
//! example touched is a cell of zeros.
//! Weakness: O(features) a round, times the directions, and a solver that iterates.
//! Reference: Duchi, Hazan and Singer 2011.

use super::composite::{self, Factor, Penalty, Step};
use super::ledger::Ledger;
use super::merge::Spectrum;
use super::metric::{Metric, Open};
use super::steps::{Point, Staged, Steps, Weights};
use crate::features::Features;
use crate::sketch::{Basis, dot};
use crate::state::{State, StateError};
use crate::step::root::Probe;

/// Steps that penalties can be added to.
pub trait Aim: Steps {
    /// Leading vectors, once the weights are the first of them.
    const WITH_WEIGHTS: usize;

    /// Whether a theorem bounds the regret over a box.
    const BOUNDED: bool;

    /// Whether the weights tell all that is remembered.
    const TOLD: bool;

    /// Nothing yet, its own vectors beside the weights.
    fn beside_weights() -> Self;

    /// Works out the step of slope s; gives the move of its own vector, in raw rows.
    fn step(&mut self, metric: &Metric, open: &Open, s: f64) -> Vec<f64>;

    /// Where a coordinate would end without penalties.
    fn target(&self, metric: &Metric, shape: &Shape, at: &Coordinate<'_>) -> f64;

    /// How often penalties count in this round, times the rate.
    fn times(&self, metric: &Metric) -> f64;

    /// The moves of all leading vectors where the weights are written whole.
    fn moves(step: Vec<f64>) -> Vec<Vec<f64>>;
}

/// A round as every coordinate sees it.
pub struct Shape {
    /// The move that [`Aim::step`] gave.
    pub step: Vec<f64>,
    /// The curvature along every direction.
    pub curvature: Vec<f64>,
    /// The curvature outside of them.
    pub base: f64,
    /// Directions that are not dropped.
    pub kept: usize,
    /// The weight of an untouched coordinate.
    pub origin: f64,
}

/// One coordinate.
pub struct Coordinate<'a> {
    /// Its leading numbers and its entries in the raw rows, as they were.
    pub cell: &'a [f64],
    /// Its entries in the raw rows, the new one included.
    pub raw: &'a [f64],
    /// Its entries in the directions.
    pub directions: &'a [f64],
}

/// Steps of a kind, under a penalty.
pub struct Penalized<A> {
    steps: A,
    penalty: Penalty,
    /// What the bound is made of, where a theorem gives one.
    ledger: Option<Ledger>,
}

impl<A: Aim> Penalized<A> {
    /// Steps under a penalty, before the first.
    pub fn new(penalty: Penalty) -> Self {
        let ledger = (A::BOUNDED && penalty.set.width().is_finite()).then(Ledger::default);
        Self { steps: A::beside_weights(), penalty, ledger }
    }

    fn origin(&self) -> f64 {
        self.penalty.set.clip(0.0)
    }

    /// The weights after the round, less the origin, at every place; `None` if they cannot be told.
    fn point(&self, metric: &Metric, open: &Open, x: Features<'_>, shape: &Shape) -> Option<Vec<f64>> {
        let directions = metric.basis.directions();
        // The directions of now: turned, or as they were.
        let unturned: Vec<f64>;
        let (coefficients, raw): (&[f64], usize) = match open.turned() {
            Some(turned) => (&turned.coefficients, turned.raw),
            None => {
                unturned = (0..directions.len()).flat_map(|j| directions.coefficients(j).to_vec()).collect();
                (&unturned, directions.raw())
            }
        };
        let width = shape.curvature.len();
        let roots: Vec<f64> = shape.curvature.iter().map(|h| (h - shape.base).max(0.0).sqrt()).collect();
        let places = metric.basis.places(&open.sketch);
        let new_row = metric.basis.new_row(x, &open.sketch);
        let mut factor = Factor { entries: vec![0.0; places * width], width };
        let mut target = Vec::with_capacity(places);
        let mut entries = vec![0.0; raw];
        for place in 0..places {
            let cell = metric.basis.cell(&open.sketch, place);
            let old = &cell[A::WITH_WEIGHTS..];
            entries.fill(0.0);
            entries[..old.len()].copy_from_slice(old);
            if let Some(entry) = new_row.get(place) {
                entries[directions.raw()] = *entry;
            }
            let row = &mut factor.entries[place * width..][..width];
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = dot(&coefficients[j * raw..][..raw], &entries);
            }
            let at = Coordinate { cell, raw: &entries, directions: row };
            target.push(self.steps.target(metric, shape, &at));
            row.iter_mut().zip(&roots).for_each(|(entry, root)| *entry *= root);
        }
        let penalty = self.penalty.times(self.steps.times(metric));
        let step = Step { target: &target, factor: &factor, base: shape.base, penalty };
        let solved = composite::solve(step)?;
        Some(solved.point.iter().map(|w| w - shape.origin).collect())
    }

    fn shape(&self, metric: &Metric, open: &Open, step: Vec<f64>) -> Shape {
        let curvature: Vec<f64> = match open.turned() {
            Some(_) => open.curvature.clone(),
            None => metric.basis.directions().spectrum().iter().map(|&s| metric.along(s)).collect(),
        };
        let dropped = open.turned().is_some_and(|turned| turned.drops);
        let kept = curvature.len() - usize::from(dropped);
        Shape { step, curvature, base: metric.base_after(open), kept, origin: self.origin() }
    }
}

impl<A: Aim> Steps for Penalized<A> {
    const LEADS: usize = A::WITH_WEIGHTS;
    const EVERYWHERE: bool = true;

    fn weights(&self, _metric: &Metric) -> Weights {
        Weights::Kept { origin: self.origin() }
    }

    fn adapt(&mut self, metric: &Metric, open: &Open, slope: f64) {
        self.steps.adapt(metric, open, slope);
        if let Some(ledger) = &mut self.ledger {
            ledger.adapt(metric, open, slope);
        }
    }

    fn affine(&self, _metric: &Metric, _open: &Open) -> Option<f64> {
        None
    }

    fn probe(&self, _metric: &Metric, _open: &Open, _s: f64) -> Option<Probe> {
        None
    }

    fn stage(&mut self, metric: &Metric, open: &Open, x: Features<'_>, s: f64) -> Staged {
        let step = self.steps.step(metric, open, s);
        let shape = self.shape(metric, open, step);
        let point = match self.point(metric, open, x, &shape) {
            Some(weights) => Point::Whole(weights),
            None => Point::Unresolved,
        };
        Staged { moves: A::moves(shape.step), point }
    }

    fn sound(&self) -> bool {
        self.steps.sound() && self.ledger.as_ref().is_none_or(Ledger::sound)
    }

    fn commit(&mut self, metric: &Metric) {
        self.steps.commit(metric);
        if let Some(ledger) = &mut self.ledger {
            ledger.commit();
        }
    }

    fn bound(&self, metric: &Metric) -> Option<f64> {
        let ledger = self.ledger.as_ref()?;
        // The theorem needs R = 0 at the first point.
        if self.penalty.shrinks() && self.origin() != 0.0 {
            return None;
        }
        ledger.bound(metric, self.penalty.set.width())
    }

    fn sum(&self) -> (&'static str, &[f64]) {
        self.steps.sum()
    }

    fn paid(&self) -> [f64; 2] {
        self.ledger.as_ref().map_or([0.0; 2], Ledger::paid)
    }

    fn split(&self, _metric: &Metric, weights: &[f64], _spectrum: &Spectrum) -> Option<(Vec<f64>, Vec<f64>)> {
        A::TOLD.then(|| (Vec::new(), weights.iter().map(|w| w - self.origin()).collect()))
    }

    fn restored(&self, basis: &mut Basis, paid: [f64; 2], state: &State) -> Result<Self, StateError> {
        let steps = self.steps.restored(basis, paid, state)?;
        let ledger = self.ledger.as_ref().map(|_| Ledger::of(paid));
        Ok(Self { steps, penalty: self.penalty, ledger })
    }
}
