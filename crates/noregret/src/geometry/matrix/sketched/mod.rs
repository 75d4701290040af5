//! Descent under a full matrix, known by a few directions: H = h I + V' diag(h_j - h) V.
//!
//! The gradient slope x goes into the sketch (or, without a limit, into the full spectrum); then, with y = V x and every h_j from
//! [`Curvature`],
//!
//! cmd: w <- w - rate s sum_j (y_j / h_j) V_j;   pds: u <- u + s x, w = -rate H^-1 u,
//!
//! where x lies in the span of the directions, the one about to be dropped included (its h_j is h): so nothing is subtracted that is nearly
//! equal. For the same reason pds keeps u in two parts, its components c along the directions and the rest r outside of them, a leading vector of its own:
//! H^-1 u = V'(c_j / h_j) + r / h. A direction that is added takes its component from r, one that is dropped leaves it there; without a limit r stays 0. x'H^-1 x = sum_j y_j^2 / h_j makes implicit steps closed form. With penalties or a box every coordinate moves every
//! round ([`penalized`](penalized)). With [`Scale::Diagonal`] all this is done in coordinates u_i = w_i G_i^(1/4), G_i the sum of feature i's squared gradients: x is divided by
//! that root before it is received, and u_i multiplied by its growth, so that w stays where it is. Yields `ada-full`, `ada-fd`, `fd-son`, `rfd-son`, `s-ada`; and, with gradients mixed at random into tau rows before they are kept,
//! C += r g', `ada-dp` (r ~ N(0, 1/tau)^tau: C'C is G on average) and `radagrad` (r = Pi g: the values of C are near those of G).
//! Weakness: outside its directions a sketch has the one rate 1/h for all.
//! Reference: Duchi, Hazan and Singer 2011; Wan, Wei and Zhang 2018; Luo et al. 2016, 2019; Feinberg et al. 2023; Krummenacher et al. 2016.

mod composite;
#[cfg(test)]
mod exact;
mod faces;
mod growth;
mod merge;
mod penalized;
mod ridge;

use super::super::Geometry;
use super::HUGE;
use super::curvature::Curvature;
use super::mix::Mix;
use crate::features::Features;
use crate::merge::{MergeError, Parts};
use crate::online::{LearnError, Weight};
use crate::rule::interval::Interval;
use crate::sketch::{Basis, Mixture, Round, Sum, Write, add_scaled, dot};
use crate::spec::{Method, Scale};
use crate::state::{Array, Save, State, StateError};
use crate::step::root::{Form, Probe};

/// Penalties and a box, the same for every coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Composite {
    /// The box, perhaps all numbers.
    pub set: Interval,
    /// The l1 penalty, once a round.
    pub l1: f64,
    /// The l2 penalty, once a round.
    pub l2: f64,
}

impl Composite {
    /// No box and no penalties.
    const NONE: Self =
        Self { set: Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY }, l1: 0.0, l2: 0.0 };

    fn trivial(&self) -> bool {
        self.l1 == 0.0 && self.l2 == 0.0 && !self.set.lo.is_finite() && !self.set.hi.is_finite()
    }
}

/// A learner under a matrix.
pub struct Sketched {
    mix: Option<Mix>,
    curvature: Curvature,
    method: Method,
    tau: Option<usize>,
    composite: Option<Composite>,
    /// Whether steps are taken in coordinates scaled by every feature's own gradients.
    scale: Scale,
    basis: Basis,
    /// pds: the sum of gradients along the directions; what is outside of them is the last leading vector.
    sum_along: Vec<f64>,
    rounds: u64,
    /// Whether it is made of parts that learned side by side.
    merged: bool,
    /// The sum of the largest eigenvalues of H's growth since the start, and of rate/2 g'H^-1 g: the two parts of the bound.
    growth: f64,
    paid: f64,
    round: Open,
}

/// A round in the making.
#[derive(Default)]
struct Open {
    round: Round,
    /// The products of x with the leading vectors.
    leads: Vec<f64>,
    /// The curvature along every turned direction.
    curvature: Vec<f64>,
    /// pds: the sum of gradients along the turned directions, before this round's; of that, what was outside the old ones, along the rest of x.
    sum_along: Vec<f64>,
    from_outside: f64,
    moves: Vec<Vec<f64>>,
    whole: Option<Vec<f64>>,
    growth: f64,
    paid: f64,
    /// With scaled coordinates, for every feature of x: its weight in them and the sum of its squared gradients; x in them; what is written.
    own: Vec<[f64; 2]>,
    scaled: Vec<f64>,
    written: Vec<[f64; 2]>,
}

impl Sketched {
    /// A learner that has seen nothing; tau `None` keeps the whole matrix.
    pub fn new(
        curvature: Curvature,
        method: Method,
        scale: Scale,
        tau: Option<usize>,
        composite: Composite,
    ) -> Self {
        let composite = (!composite.trivial()).then_some(composite);
        let lead = Self::leads(method, scale, composite);
        Self {
            mix: None,
            curvature,
            method,
            tau,
            composite,
            scale,
            basis: Basis::new(lead, tau),
            sum_along: Vec::new(),
            rounds: 0,
            merged: false,
            growth: 0.0,
            paid: 0.0,
            round: Open::default(),
        }
    }

    /// The same for a random projection of the gradients: C += r g', of which the directions and the spectrum are kept.
    pub fn mixed(curvature: Curvature, mix: Mix) -> Self {
        let tau = mix.rows() + 1;
        Self { mix: Some(mix), ..Self::new(curvature, Method::Cmd, Scale::None, Some(tau), Composite::NONE) }
    }

    /// Vectors over the features: the weights, or the sum of gradients outside the directions, or both where the weights are no function of the sum alone.
    fn leads(method: Method, scale: Scale, composite: Option<Composite>) -> usize {
        if (method == Method::Pds && composite.is_some()) || scale == Scale::Diagonal { 2 } else { 1 }
    }

    /// The weight of a coordinate no example touched.
    fn origin(&self) -> f64 {
        self.composite.map_or(0.0, |composite| composite.set.clip(0.0))
    }

    /// Where plain steps are taken outside the range, what is outside must be told from rounding.
    fn rounding(&self) -> f64 {
        if matches!(self.mix, Some(Mix::Hadamard(..))) { 1e-13 } else { 0.0 }
    }

    fn base(&self) -> f64 {
        self.curvature.along(0.0, self.basis.directions().lost())
    }

    /// pds: the leading vector that is the sum of gradients outside the directions.
    fn outside(&self) -> usize {
        Self::leads(self.method, self.scale, self.composite) - 1
    }

    /// pds: the weights -rate H^-1 u.
    fn averaged(&self) -> Sum {
        let directions = self.basis.directions();
        let rate = self.curvature.rate();
        let along = self.sum_along.iter().zip(directions.spectrum());
        let along: Vec<f64> =
            along.map(|(c, &s)| -rate * (c / self.curvature.along(s, directions.lost()))).collect();
        self.basis.sum(self.outside(), -rate / self.base(), &along)
    }

    /// Whether the first leading vector is the weights.
    fn has_weights(&self) -> bool {
        self.method == Method::Cmd || self.composite.is_some()
    }

    /// The margin, from x's product with the weights beyond the origin.
    fn past_origin(&self, x: Features<'_>, product: f64) -> f64 {
        let origin = self.origin();
        let shift = if origin == 0.0 { 0.0 } else { x.values().iter().fold(0.0, |sum, v| sum + origin * v) };
        product + shift
    }

    /// x'H^-1 x, in x's own unit.
    fn inverse_norm2(&self) -> f64 {
        let Some(turned) = &self.round.round.turned else { return 0.0 };
        let unit = self.round.round.unit;
        unit * unit
            * turned.along.iter().zip(&self.round.curvature).fold(0.0, |sum, (y, h)| sum + y * (y / h))
    }

    /// Lets the scale of every feature of x see its gradient, and gives x in the scaled coordinates.
    fn rescale(&mut self, x: Features<'_>, slope: f64, round: &mut Round, mut scaled: Vec<f64>) -> Vec<f64> {
        if self.scale == Scale::None {
            return scaled;
        }
        let Open { own, written, .. } = &mut self.round;
        scaled.clear();
        written.clear();
        for (v, &[u, squares]) in x.values().iter().zip(own.iter()) {
            let g = slope * v;
            let after = squares + g * g;
            let (old, new) = (root_of_scale(squares), root_of_scale(after));
            let unit = if new > 0.0 { v / new } else { 0.0 };
            let moved = if old > 0.0 { u * (new / old) - u } else { 0.0 };
            // What no float holds is refused when the step is staged.
            let (unit, after) = if unit.is_finite() { (unit, after) } else { (0.0, f64::INFINITY) };
            scaled.push(unit);
            written.push([moved, after]);
        }
        self.basis.take(Features::trusted(x.indices(), &scaled, &[]), round);
        scaled
    }

    /// The step that stays in the raw rows: of the weights, or of the sum of gradients outside the directions.
    fn moves(&self, s: f64) -> Vec<f64> {
        let Some(turned) = &self.round.round.turned else { return Vec::new() };
        let unit = self.round.round.unit;
        let mut sum = vec![0.0; turned.raw];
        let direction = |j: usize| &turned.coefficients[j * turned.raw..][..turned.raw];
        match self.method {
            Method::Cmd => {
                for (j, (&y, &h)) in turned.along.iter().zip(&self.round.curvature).enumerate() {
                    add_scaled(&mut sum, -self.curvature.rate() * s * unit * (y / h), direction(j));
                }
            }
            Method::Pds => {
                // The new direction takes its component from what is outside, the dropped one leaves it there.
                add_scaled(&mut sum, -self.round.from_outside, self.round.round.rest_unit());
                if turned.drops
                    && let Some(j) = turned.spectrum.len().checked_sub(1)
                {
                    add_scaled(&mut sum, self.round.sum_along[j], direction(j));
                }
            }
        }
        sum
    }
}

impl Geometry for Sketched {
    fn margin(&self, x: Features<'_>) -> f64 {
        if self.scale == Scale::Diagonal {
            return x.iter().fold(0.0, |sum, (index, v)| sum + self.weight(index, 0) * v);
        }
        if !self.has_weights() {
            return self.basis.product(x, &self.averaged());
        }
        self.past_origin(x, self.basis.products(x).0[0])
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        if self.scale == Scale::Diagonal {
            let Open { round, own, .. } = &mut self.round;
            self.basis.open_apart(x, round, own)?;
            let terms = x.values().iter().zip(own);
            return Ok(terms.fold(0.0, |sum, (v, own)| sum + unscaled(*own) * v));
        }
        let mut round = std::mem::take(&mut self.round.round);
        let opened = self.basis.open(x, self.composite.is_some(), &mut round);
        let limit = self.tau.is_none().then_some(super::FULL_LIMIT);
        let features = self.basis.len() + round.unseen();
        self.round.round = round;
        self.round.leads = opened?;
        if let Some(limit) = limit
            && features > limit
        {
            return Err(LearnError::TooWide { features, limit, instead: "ada-fd" });
        }
        if !self.has_weights() {
            return Ok(self.basis.product_in(x, &self.round.round, &self.averaged()));
        }
        Ok(self.past_origin(x, self.round.leads[0]))
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        let mut round = std::mem::take(&mut self.round.round);
        let scaled = std::mem::take(&mut self.round.scaled);
        let scaled = self.rescale(x, slope, &mut round, scaled);
        let x = if self.scale == Scale::Diagonal { Features::trusted(x.indices(), &scaled, &[]) } else { x };
        let mix = self.mix.as_ref().map(|mix| mix.row(x, slope, self.rounds + 1));
        let mix = mix.as_deref().map(|row| Mixture { row, rounding: self.rounding() });
        self.basis.receive(x, slope, mix, &mut round);
        let directions = self.basis.directions();
        self.round.curvature.clear();
        self.round.sum_along.clear();
        (self.round.growth, self.round.paid) = (self.growth, self.paid);
        if let Some(turned) = &round.turned {
            let lost = libm::hypot(directions.lost(), turned.shed);
            self.round.curvature.extend(turned.spectrum.iter().map(|&s| self.curvature.along(s, lost)));
            if self.method == Method::Pds {
                let mut before = self.sum_along.clone();
                self.round.from_outside = 0.0;
                if before.len() < turned.spectrum.len() {
                    let product = self.round.leads[self.outside()];
                    self.round.from_outside = self.basis.along_rest(&round, self.outside(), product);
                    before.push(self.round.from_outside);
                }
                let n = turned.spectrum.len();
                self.round.sum_along.extend((0..n).map(|j| dot(&turned.rotation[j * n..][..n], &before)));
            }
        } else {
            self.round.sum_along.clone_from(&self.sum_along);
        }
        self.round.round = round;
        self.round.scaled = scaled;
        if let Some(composite) = self.composite
            && self.method == Method::Cmd
            && composite.set.width().is_finite()
            && let Some(turned) = &self.round.round.turned
        {
            self.round.growth += self.growth(turned);
            self.round.paid += 0.5 * self.curvature.rate() * (slope * slope * self.inverse_norm2());
        }
    }

    fn probe(&self, _x: Features<'_>, s: f64) -> Option<Probe> {
        if self.composite.is_some() {
            return None;
        }
        let c = self.curvature.rate() * self.inverse_norm2();
        let turned = self.round.round.turned.as_ref();
        let along = turned.map_or(&[][..], |turned| &turned.along);
        let sums = along.iter().zip(&self.round.sum_along).zip(&self.round.curvature);
        let start = -self.curvature.rate()
            * self.round.round.unit
            * sums.fold(0.0, |sum, ((y, u), h)| sum + y * (u / h));
        let mut probe = Probe::default();
        probe.add(start - c * s, -c);
        Some(probe)
    }

    fn form(&self) -> Form {
        // The metric's change moves the margin before any step is taken.
        Form::Piecewise
    }

    fn affine(&self, _x: Features<'_>) -> Option<f64> {
        let plain = self.method == Method::Cmd && self.composite.is_none();
        plain.then(|| self.curvature.rate() * self.inverse_norm2())
    }

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        if self.method == Method::Pds
            && let Some(turned) = &self.round.round.turned
        {
            let unit = self.round.round.unit;
            self.round.sum_along.iter_mut().zip(&turned.along).for_each(|(u, y)| *u += s * unit * y);
        }
        let step = self.moves(s);
        let whole = self.composite.map(|composite| self.penalized_step(composite, x, &step));
        let unresolved = matches!(whole, Some(None));
        self.round.whole = whole.flatten();
        self.round.moves = match (self.method, self.composite) {
            (Method::Cmd, Some(_)) => vec![Vec::new()],
            (Method::Pds, Some(_)) => vec![Vec::new(), step],
            (_, None) => vec![step],
        };
        let open = &self.round;
        let turned = open.round.turned.as_ref();
        let numbers = turned.iter().flat_map(|t| t.spectrum.iter().chain([&t.shed]));
        let numbers = numbers.chain(&open.sum_along).chain(open.whole.iter().flatten());
        let numbers = numbers.chain([&open.growth, &open.paid]).copied();
        let own = open.written.iter().zip(&open.scaled);
        let lost = turned.map_or(0.0, |t| libm::hypot(self.basis.directions().lost(), t.shed));
        let huge = |v: f64| v.is_nan() || v.abs() > HUGE;
        let fine = numbers.chain([lost]).all(|v| !huge(v))
            && turned.is_none_or(|turned| turned.foldable())
            && open.curvature.iter().all(|h| h.is_finite())
            && own.into_iter().all(|([more, squares], v)| !huge(*more) && !huge(*v) && squares.is_finite())
            && self.basis.tilts_after(&open.moves).all(|v| !huge(v));
        match (fine, unresolved) {
            (true, false) => Ok(()),
            (true, true) => Err(LearnError::Unresolved),
            (false, _) => Err(LearnError::Overflow { index: None }),
        }
    }

    fn commit(&mut self, x: Features<'_>) {
        let open = &mut self.round;
        let write = match (self.scale, &open.whole) {
            (Scale::Diagonal, _) => Write::Own(&open.written),
            (Scale::None, Some(whole)) => Write::Whole(whole),
            (Scale::None, None) => Write::Nothing,
        };
        let x = match self.scale {
            Scale::Diagonal => Features::trusted(x.indices(), &open.scaled, &[]),
            Scale::None => x,
        };
        self.basis.commit(x, &open.round, &open.moves, write);
        if self.method == Method::Pds {
            open.sum_along.truncate(self.basis.directions().len());
            std::mem::swap(&mut self.sum_along, &mut open.sum_along);
        }
        (self.growth, self.paid) = (open.growth, open.paid);
        self.rounds += 1;
    }

    fn rounds(&self) -> u64 {
        self.rounds
    }

    fn weights(&self) -> Vec<Weight> {
        let averaged = (!self.has_weights()).then(|| self.averaged());
        self.basis.slots().weights(|slot| self.value(slot, averaged.as_ref()))
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        let averaged = (!self.has_weights()).then(|| self.averaged());
        let slot = self.basis.slots().get(index);
        slot.map_or(self.origin(), |slot| self.value(slot, averaged.as_ref()))
    }

    fn bound(&self) -> Option<f64> {
        // No theorem holds for what was learned side by side.
        let composite = self.composite.filter(|_| !self.merged)?;
        let penalized = composite.l1 > 0.0 || composite.l2 > 0.0;
        let width = composite.set.width();
        if self.method == Method::Pds || !width.is_finite() || (penalized && self.origin() != 0.0) {
            return None;
        }
        let diameter2 = self.basis.len() as f64 * width * width;
        let bound = diameter2 * (self.start() + self.growth) / (2.0 * self.curvature.rate()) + self.paid;
        bound.is_finite().then_some(bound)
    }

    fn bytes(&self) -> u64 {
        self.basis.bytes()
    }

    fn save(&self, state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        if self.merged {
            // The clock is the count of rounds here, so that none are beyond it.
            state.put_count("merged", 0);
        }
        let sum = if self.method == Method::Pds { "inside" } else { "sum" };
        state.put(sum, Array::F64(self.sum_along.clone()));
        state.put("paid", Array::F64(vec![self.growth, self.paid]));
        self.basis.save(state);
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let (rounds, merged) = (state.rounds()?, state.merged()?.is_some());
        let mut basis = Basis::restore(
            Self::leads(self.method, self.scale, self.composite),
            self.tau,
            self.mix.as_ref().map_or(0, Mix::rows),
            state,
        )?;
        let directions = basis.directions().len();
        let sum_along = match self.method {
            Method::Cmd => state.reals_of("sum", 0)?,
            Method::Pds if state.has("inside") => state.reals_of("inside", directions)?,
            Method::Pds => {
                // As it was written before: the leading vector is the whole sum.
                let along = state.reals_of("sum", directions)?;
                match self.tau {
                    Some(_) => basis.take_from(self.outside(), along),
                    None => basis.clear(self.outside()),
                }
                along
            }
        };
        let sum_along = sum_along.to_vec();
        let paid = state.reals_of("paid", 2)?;
        let impossible =
            |name: &str, reason: &str| StateError::Value { name: name.to_owned(), reason: reason.to_owned() };
        if paid.iter().any(|v| *v < 0.0) {
            return Err(impossible("paid", "what was paid is not negative"));
        }
        if sum_along.iter().any(|v| v.abs() > HUGE) {
            return Err(impossible("sum", "a number that large would have been refused"));
        }
        let kept = basis.directions();
        if kept.spectrum().iter().chain([&kept.lost()]).any(|v| *v > HUGE) {
            return Err(impossible("spectrum", "a number that large would have been refused"));
        }
        if self.scale == Scale::Diagonal {
            let (mut squares, own) = basis.second_leads();
            if !own || squares.any(|v| v < 0.0) {
                return Err(impossible("cells", "sums of squares are not negative"));
            }
        }
        (self.rounds, self.sum_along, self.basis) = (rounds, sum_along, basis);
        (self.growth, self.paid, self.merged) = (paid[0], paid[1], merged);
        Ok(())
    }

    fn merge(&mut self, parts: &mut Parts<'_>) -> Result<(), MergeError> {
        self.merge_sketches(parts)
    }
}

impl Sketched {
    /// The weight of a feature.
    fn value(&self, slot: usize, averaged: Option<&Sum>) -> f64 {
        let cell = self.basis.slot_cell(slot);
        match averaged {
            Some(weights) => weights.at(&cell),
            None if self.scale == Scale::Diagonal => {
                unscaled([self.basis.lead(0, &cell), self.basis.lead(1, &cell)])
            }
            None => self.origin() + self.basis.lead(0, &cell),
        }
    }
}

/// The root of a feature's scale.
#[inline]
fn root_of_scale(squares: f64) -> f64 {
    squares.sqrt().sqrt()
}

/// The weight of a feature, from that in its scaled coordinate and its squared gradients.
#[inline]
fn unscaled([u, squares]: [f64; 2]) -> f64 {
    if squares > 0.0 { u / root_of_scale(squares) } else { 0.0 }
}
