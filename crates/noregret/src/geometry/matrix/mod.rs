//! Learners under a full matrix, known by a few directions: H = h I + V' diag(h_j - h) V.
//!
//! The gradient slope x goes into the sketch (or, without a limit, into the full spectrum); then, with y = V x and every h_j from
//! [`Matrix::curvature`],
//!
//! cmd: w <- w - rate s sum_j (y_j / h_j) V_j;   pds: u <- u + s x, w = -rate H^-1 u,
//!
//! where x lies in the span of the directions, the one about to be dropped included (its h_j is h): so nothing is subtracted that is nearly
//! equal. x'H^-1 x = sum_j y_j^2 / h_j makes implicit steps closed form. With penalties or a box every coordinate moves every
//! round ([`composite`]). Yields `ada-full`, `ada-fd`, `fd-son`, `rfd-son`, `s-ada`; and, with gradients mixed at random into tau rows before they are kept,
//! C += r g', `ada-dp` (r ~ N(0, 1/tau)^tau: C'C is G on average) and `radagrad` (r = Pi g: the values of C are near those of G).
//! Weakness: outside its directions a sketch has the one rate 1/h for all.
//! Reference: Duchi, Hazan and Singer 2011; Wan, Wei and Zhang 2018; Luo et al. 2016, 2019; Feinberg et al. 2023; Krummenacher et al. 2016.

mod composite;
mod curvature;
mod low_rank;
mod newton;

pub use low_rank::LowRank;
pub use newton::Newton;

use super::Geometry;
use crate::features::Features;
use crate::oco::Play;
use crate::online::{LearnError, Weight};
use crate::root::{Form, Probe};
use crate::set::Interval;
use crate::sketch::{Basis, Hadamard, Mixture, Round, Turned, add_scaled, dot, gaussian_row};
use crate::spec::{Matrix, Method};
use crate::state::{Array, State, StateError};
use composite::{Factor, Penalty};
use faer::{Mat, Side};

/// The most features a full matrix is kept for.
pub const FULL_LIMIT: usize = 4096;

/// Numbers beyond this never enter: their products would leave the finite ones.
const HUGE: f64 = 1e150;

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
    fn trivial(&self) -> bool {
        self.l1 == 0.0 && self.l2 == 0.0 && !self.set.lo.is_finite() && !self.set.hi.is_finite()
    }
}

/// How gradients are mixed before they are kept: random projections.
#[derive(Clone, Debug)]
pub enum Mix {
    /// r ~ N(0, 1/tau)^tau for every gradient.
    Gaussian {
        /// Which draws.
        seed: u64,
        /// How many rows.
        tau: usize,
    },
    /// r = Pi g, Pi a fixed Hadamard transform.
    Hadamard(Hadamard, usize),
}

impl Mix {
    fn rows(&self) -> usize {
        match self {
            Mix::Gaussian { tau, .. } | Mix::Hadamard(_, tau) => *tau,
        }
    }

    /// The numbers that slope x is mixed with in a round.
    fn row(&self, x: Features<'_>, slope: f64, round: u64) -> Vec<f64> {
        match self {
            Mix::Gaussian { seed, tau } => gaussian_row(*seed, *tau, round),
            Mix::Hadamard(transform, tau) => {
                let mut image = vec![0.0; *tau];
                x.iter().for_each(|(index, value)| transform.add_column(index, slope * value, &mut image));
                image
            }
        }
    }
}

/// A learner under a matrix.
pub struct Sketched {
    mix: Option<Mix>,
    matrix: Matrix,
    method: Method,
    tau: Option<usize>,
    composite: Option<Composite>,
    basis: Basis,
    /// pds: the sum of gradients along the directions.
    sum_along: Vec<f64>,
    rounds: u64,
    /// The sum of the largest eigenvalues of H's growth, and of rate/2 g'H^-1 g: the two parts of the bound.
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
    /// pds: the sum of gradients along the turned directions, before this round's.
    sum_along: Vec<f64>,
    moves: Vec<Vec<f64>>,
    whole: Option<Vec<f64>>,
    growth: f64,
    paid: f64,
}

impl Sketched {
    /// A learner that has seen nothing; tau `None` keeps the whole matrix.
    pub fn new(matrix: Matrix, method: Method, tau: Option<usize>, composite: Composite) -> Self {
        let composite = (!composite.trivial()).then_some(composite);
        let lead = Self::leads(method, composite);
        Self {
            mix: None,
            matrix,
            method,
            tau,
            composite,
            basis: Basis::new(lead, tau),
            sum_along: Vec::new(),
            rounds: 0,
            growth: 0.0,
            paid: 0.0,
            round: Open::default(),
        }
    }

    /// The same for a random projection of the gradients: C += r g', of which the directions and the spectrum are kept.
    pub fn mixed(matrix: Matrix, mix: Mix) -> Self {
        let everywhere =
            Composite { set: Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY }, l1: 0.0, l2: 0.0 };
        let tau = mix.rows() + 1;
        Self { mix: Some(mix), ..Self::new(matrix, Method::Cmd, Some(tau), everywhere) }
    }

    /// Vectors over the features: the weights, or the sum of gradients, or both where the weights are no function of it alone.
    fn leads(method: Method, composite: Option<Composite>) -> usize {
        if method == Method::Pds && composite.is_some() { 2 } else { 1 }
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
        self.matrix.curvature(0.0, self.basis.directions().lost())
    }

    /// -rate H^-1 u in the direction of a vector, from the products of u and its components with the vector's.
    fn averaged(&self, product: f64, along: &[f64]) -> f64 {
        let directions = self.basis.directions();
        let mut inside = 0.0;
        let mut bent = 0.0;
        for ((&u, &v), &s) in self.sum_along.iter().zip(along).zip(directions.spectrum()) {
            inside += u * v;
            bent += u * v / self.matrix.curvature(s, directions.lost());
        }
        -self.matrix.rate() * ((product - inside) / self.base() + bent)
    }

    /// Whether the first leading vector is the weights.
    fn has_weights(&self) -> bool {
        self.method == Method::Cmd || self.composite.is_some()
    }

    fn margin_of(&self, x: Features<'_>, leads: &[f64], along: impl FnOnce() -> Vec<f64>) -> f64 {
        if self.has_weights() {
            let origin = self.origin();
            let shift =
                if origin == 0.0 { 0.0 } else { x.values().iter().fold(0.0, |sum, v| sum + origin * v) };
            leads[0] + shift
        } else {
            self.averaged(leads[0], &along())
        }
    }

    /// x'H^-1 x, in x's own unit.
    fn inverse_norm2(&self) -> f64 {
        let Some(turned) = &self.round.round.turned else { return 0.0 };
        let unit = self.round.round.unit;
        unit * unit
            * turned.along.iter().zip(&self.round.curvature).fold(0.0, |sum, (y, h)| sum + y * (y / h))
    }

    /// The largest eigenvalue of H_t - H_{t-1}, at least 0.
    fn growth(&self, turned: &Turned) -> f64 {
        let n = turned.spectrum.len();
        let h = &self.round.curvature;
        let directions = self.basis.directions();
        let base = self.matrix.curvature(0.0, libm::hypot(directions.lost(), turned.shed));
        let outside = if self.rounds == 0 { base } else { base - self.base() };
        let before = |i: usize| {
            if self.rounds == 0 {
                0.0
            } else {
                self.matrix.curvature(directions.spectrum().get(i).copied().unwrap_or(0.0), directions.lost())
            }
        };
        let change = Mat::from_fn(n, n, |i, k| {
            let sum = (0..n)
                .fold(0.0, |sum, j| sum + turned.rotation[j * n + i] * h[j] * turned.rotation[j * n + k]);
            if i == k { sum - before(i) } else { sum }
        });
        let values = change.self_adjoint_eigenvalues(Side::Lower).unwrap_or_default();
        values.last().copied().unwrap_or(0.0).max(outside).max(0.0)
    }

    /// The step that stays in the raw rows: weights, or the sum of gradients.
    fn moves(&self, s: f64) -> Vec<f64> {
        let Some(turned) = &self.round.round.turned else { return Vec::new() };
        let unit = self.round.round.unit;
        let mut sum = vec![0.0; turned.raw];
        for (j, (&y, &h)) in turned.along.iter().zip(&self.round.curvature).enumerate() {
            let factor = match self.method {
                Method::Cmd => -self.matrix.rate() * s * unit * (y / h),
                Method::Pds => s * unit * y,
            };
            add_scaled(&mut sum, factor, &turned.coefficients[j * turned.raw..][..turned.raw]);
        }
        sum
    }

    /// The weights after a step with penalties or a box, less the origin, at every place.
    fn composite_step(&self, composite: Composite, x: Features<'_>, moves: &[f64]) -> Vec<f64> {
        let Open { round, curvature, sum_along, .. } = &self.round;
        let directions = self.basis.directions();
        let lead = Self::leads(self.method, self.composite);
        // The directions of now, with their curvature: turned, or as they were.
        let (coefficients, raw, h): (&[f64], usize, Vec<f64>);
        let old: Vec<f64>;
        let lost;
        match &round.turned {
            Some(turned) => {
                lost = libm::hypot(directions.lost(), turned.shed);
                (coefficients, raw, h) = (&turned.coefficients, turned.raw, curvature.clone());
            }
            None => {
                lost = directions.lost();
                old = (0..directions.len()).flat_map(|j| directions.coefficients(j).to_vec()).collect();
                let spectrum = directions.spectrum().iter();
                h = spectrum.map(|&s| self.matrix.curvature(s, lost)).collect();
                (coefficients, raw) = (&old, directions.raw());
            }
        }
        let base = self.matrix.curvature(0.0, lost);
        let k = h.len();
        let places = self.basis.places(round);
        let new_row = self.basis.new_row(x, round);
        let roots: Vec<f64> = h.iter().map(|h| (h - base).max(0.0).sqrt()).collect();
        let mut factor = Factor { entries: vec![0.0; places * k], width: k };
        let mut target = Vec::with_capacity(places);
        let (origin, rate) = (self.origin(), self.matrix.rate());
        let mut cell = vec![0.0; raw];
        for place in 0..places {
            let numbers = self.basis.cell(round, place);
            let old_raw = &numbers[lead..];
            cell[..old_raw.len()].copy_from_slice(old_raw);
            if let Some(entry) = new_row.get(place) {
                cell[old_raw.len()] = *entry;
            }
            let row = &mut factor.entries[place * k..][..k];
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = dot(&coefficients[j * raw..][..raw], &cell);
            }
            target.push(match self.method {
                Method::Cmd => origin + self.basis.lead(0, numbers) + dot(moves, &cell),
                Method::Pds => {
                    let u = self.basis.lead(1, numbers) + dot(moves, &cell);
                    let inside = dot(sum_along, row);
                    let bent =
                        row.iter().zip(sum_along).zip(&h).fold(0.0, |sum, ((v, u), h)| sum + u * v / h);
                    -rate * ((u - inside) / base + bent)
                }
            });
            row.iter_mut().zip(&roots).for_each(|(entry, root)| *entry *= root);
        }
        let times = if self.method == Method::Pds { rate * (self.rounds + 1) as f64 } else { rate };
        let penalty = Penalty { set: composite.set, l1: times * composite.l1, l2: times * composite.l2 };
        composite::solve(&target, &factor, base, penalty).point.iter().map(|w| w - origin).collect()
    }
}

impl Geometry for Sketched {
    fn margin(&self, x: Features<'_>) -> f64 {
        let (leads, along) = self.basis.products(x);
        self.margin_of(x, &leads, || along)
    }

    fn open(&mut self, x: Features<'_>) -> Result<f64, LearnError> {
        let mut round = std::mem::take(&mut self.round.round);
        let opened = self.basis.open(x, self.composite.is_some(), &mut round);
        let limit = self.tau.is_none().then_some(FULL_LIMIT);
        let features = self.basis.len() + round.unseen();
        self.round.round = round;
        self.round.leads = opened?;
        if let Some(limit) = limit
            && features > limit
        {
            return Err(LearnError::TooWide { features, limit, instead: "ada-fd" });
        }
        Ok(self.margin_of(x, &self.round.leads, || self.basis.along(&self.round.round)))
    }

    fn adapt(&mut self, x: Features<'_>, slope: f64) {
        let mut round = std::mem::take(&mut self.round.round);
        let mix = self.mix.as_ref().map(|mix| mix.row(x, slope, self.rounds + 1));
        let mix = mix.as_deref().map(|row| Mixture { row, rounding: self.rounding() });
        self.basis.receive(x, slope, mix, &mut round);
        let directions = self.basis.directions();
        self.round.curvature.clear();
        self.round.sum_along.clear();
        (self.round.growth, self.round.paid) = (self.growth, self.paid);
        if let Some(turned) = &round.turned {
            let lost = libm::hypot(directions.lost(), turned.shed);
            self.round.curvature.extend(turned.spectrum.iter().map(|&s| self.matrix.curvature(s, lost)));
            if self.method == Method::Pds {
                // The sum along the rest of x is what the directions do not have of it.
                let mut before = self.sum_along.clone();
                if before.len() < turned.spectrum.len() {
                    before.push(self.basis.rest_of(
                        &round,
                        self.round.leads[self.round.leads.len() - 1],
                        &self.sum_along,
                    ));
                }
                let n = turned.spectrum.len();
                self.round.sum_along.extend((0..n).map(|j| dot(&turned.rotation[j * n..][..n], &before)));
            }
        } else {
            self.round.sum_along.clone_from(&self.sum_along);
        }
        self.round.round = round;
        if let Some(composite) = self.composite
            && self.method == Method::Cmd
            && composite.set.width().is_finite()
            && let Some(turned) = &self.round.round.turned
        {
            self.round.growth += self.growth(turned);
            self.round.paid += 0.5 * self.matrix.rate() * (slope * slope * self.inverse_norm2());
        }
    }

    fn probe(&self, _x: Features<'_>, s: f64) -> Option<Probe> {
        if self.composite.is_some() {
            return None;
        }
        let c = self.matrix.rate() * self.inverse_norm2();
        let turned = self.round.round.turned.as_ref();
        let along = turned.map_or(&[][..], |turned| &turned.along);
        let sums = along.iter().zip(&self.round.sum_along).zip(&self.round.curvature);
        let start = -self.matrix.rate()
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
        plain.then(|| self.matrix.rate() * self.inverse_norm2())
    }

    fn stage(&mut self, x: Features<'_>, s: f64) -> Result<(), LearnError> {
        let step = self.moves(s);
        if self.method == Method::Pds
            && let Some(turned) = &self.round.round.turned
        {
            let unit = self.round.round.unit;
            self.round.sum_along.iter_mut().zip(&turned.along).for_each(|(u, y)| *u += s * unit * y);
        }
        self.round.whole = self.composite.map(|composite| self.composite_step(composite, x, &step));
        self.round.moves = match (self.method, self.composite) {
            (Method::Cmd, Some(_)) => vec![Vec::new()],
            (Method::Pds, Some(_)) => vec![Vec::new(), step],
            (_, None) => vec![step],
        };
        let open = &self.round;
        let turned = open.round.turned.as_ref();
        let numbers = turned.iter().flat_map(|t| t.spectrum.iter().chain(&t.coefficients).chain([&t.shed]));
        let numbers = numbers.chain(&open.sum_along).chain(open.whole.iter().flatten());
        let numbers = numbers.chain([&open.growth, &open.paid]).copied();
        let lost = turned.map_or(0.0, |t| libm::hypot(self.basis.directions().lost(), t.shed));
        let huge = |v: f64| v.is_nan() || v.abs() > HUGE;
        let fine = numbers.chain([lost]).all(|v| !huge(v))
            && open.curvature.iter().all(|h| h.is_finite())
            && self.basis.tilts_after(&open.moves).all(|v| !huge(v));
        if fine { Ok(()) } else { Err(LearnError::Overflow { index: None }) }
    }

    fn commit(&mut self, x: Features<'_>) {
        let open = &mut self.round;
        self.basis.commit(x, &open.round, &open.moves, open.whole.as_deref());
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
        let mut weights: Vec<Weight> = self
            .basis
            .indices()
            .iter()
            .enumerate()
            .map(|(slot, &index)| Weight { index, value: self.value(self.basis.entries(slot)) })
            .collect();
        weights.sort_unstable_by_key(|weight| weight.index);
        weights
    }

    fn weight(&self, index: u32, _group: usize) -> f64 {
        self.basis.entries_of(index).map_or(self.origin(), |entries| self.value(entries))
    }

    fn bound(&self) -> Option<f64> {
        let composite = self.composite?;
        let penalized = composite.l1 > 0.0 || composite.l2 > 0.0;
        let width = composite.set.width();
        if self.method == Method::Pds || !width.is_finite() || (penalized && self.origin() != 0.0) {
            return None;
        }
        let diameter2 = self.basis.len() as f64 * width * width;
        let bound = diameter2 * self.growth / (2.0 * self.matrix.rate()) + self.paid;
        bound.is_finite().then_some(bound)
    }

    fn bytes(&self) -> u64 {
        self.basis.bytes()
    }

    fn state(&self) -> State {
        let mut state = State::new();
        state.put_count("rounds", self.rounds);
        state.put("sum", Array::F64(self.sum_along.clone()));
        state.put("paid", Array::F64(vec![self.growth, self.paid]));
        self.basis.save(&mut state);
        state
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        let rounds = state.rounds()?;
        let basis = Basis::restore(Self::leads(self.method, self.composite), self.tau, state)?;
        let directions = if self.method == Method::Pds { basis.directions().len() } else { 0 };
        let sum_along = state.reals_of("sum", directions)?.to_vec();
        let paid = state.reals_of("paid", 2)?;
        (self.rounds, self.sum_along, self.basis) = (rounds, sum_along, basis);
        (self.growth, self.paid) = (paid[0], paid[1]);
        Ok(())
    }
}

impl Sketched {
    fn value(&self, (leads, along): (Vec<f64>, Vec<f64>)) -> f64 {
        if self.has_weights() { self.origin() + leads[0] } else { self.averaged(leads[0], &along) }
    }
}

impl Play for Sketched {
    fn at(&self, index: u32) -> f64 {
        self.weight(index, 0)
    }

    fn learn(&mut self, gradient: Features<'_>, _curvature: &[f64]) -> Result<(), LearnError> {
        self.open(gradient)?;
        self.adapt(gradient, 1.0);
        self.stage(gradient, 1.0)?;
        self.commit(gradient);
        Ok(())
    }

    fn weights(&self) -> Vec<Weight> {
        Geometry::weights(self)
    }

    fn bound(&self) -> Option<f64> {
        Geometry::bound(self)
    }

    fn state(&self) -> State {
        Geometry::state(self)
    }

    fn restore(&mut self, state: &State) -> Result<(), StateError> {
        Geometry::restore(self, state)
    }
}
