//! The matrix H of a sketched learner, and what a round makes of it.
//!
//! H = h I + V' diag(h_j - h) V, with the directions V and the spectrum s from the basis, and with
//! h_j = c(s_j), h = c(0) for the function c of [`Curvature`]. A round goes in three steps:
//! [`open`](Metric::open) finds the cells of x, [`receive`](Metric::receive) turns the directions by the
//! gradient slope x, [`commit`](Metric::commit) writes. Then x lies in the span of the directions, the
//! one about to be dropped included (its h_j is h), so that with y = V x
//!
//! x'H^-1 x = sum_j y_j^2 / h_j
//!
//! without a difference of nearly equal numbers.
//! Weakness: outside its directions a sketch has the one rate 1/h for all.
//! Reference: Duchi, Hazan and Singer 2011; Ghashami, Liberty, Phillips and Woodruff 2016.

use super::super::curvature::Curvature;
use super::super::mix::Mix;
use super::super::{FULL_LIMIT, HUGE};
use crate::features::Features;
use crate::online::LearnError;
use crate::sketch::{self, Basis, Turned, Write};
use crate::state::{Array, Save, State, StateError};

/// H after some rounds, over a basis that also carries the learner's own vectors.
pub struct Metric {
    /// The directions, and the leading vectors.
    pub basis: Basis,
    curvature: Curvature,
    mix: Mix,
    /// The most features there may be.
    limit: usize,
    /// The most directions, one of them for the new gradient; none keeps all.
    tau: Option<usize>,
    rounds: u64,
    /// Whether it is made of parts that learned side by side.
    merged: bool,
}

/// A round in the making.
#[derive(Default)]
pub struct Open {
    /// x in the basis, and the directions as its gradient turns them.
    pub sketch: sketch::Open,
    /// The products of x with the leading vectors.
    pub leads: Vec<f64>,
    /// The curvature along every turned direction.
    pub curvature: Vec<f64>,
}

impl Open {
    /// The directions as the gradient turns them; `None` if it is 0.
    pub fn turned(&self) -> Option<&Turned> {
        self.sketch.turned.as_ref()
    }
}

/// Whether a number is too large to enter, or none.
pub fn huge(v: f64) -> bool {
    v.is_nan() || v.abs() > HUGE
}

impl Metric {
    /// Before the first round; `leads` vectors of the learner's own, and tau directions or, without
    /// a tau, all of them.
    pub fn new(curvature: Curvature, tau: Option<usize>, leads: usize) -> Self {
        let limit = if tau.is_some() { usize::MAX } else { FULL_LIMIT };
        let basis = Basis::new(leads, tau);
        Self { basis, curvature, mix: Mix::Nothing, limit, tau, rounds: 0, merged: false }
    }

    /// The same for gradients that are mixed into the rows of a random projection.
    pub fn mixed(curvature: Curvature, mix: Mix, leads: usize) -> Self {
        let tau = mix.rows() + 1;
        Self { mix, ..Self::new(curvature, Some(tau), leads) }
    }

    /// Rounds committed.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The most directions, one of them for the new gradient; none keeps all.
    pub fn tau(&self) -> Option<usize> {
        self.tau
    }

    /// Whether gradients enter through a random projection.
    pub fn is_mixed(&self) -> bool {
        !matches!(self.mix, Mix::Nothing)
    }

    /// Whether it is made of parts that learned side by side: no theorem bounds their regret.
    pub fn is_merged(&self) -> bool {
        self.merged
    }

    /// Is made of parts that learned from so many rounds, of several if `apart`.
    pub fn merged(&mut self, rounds: u64, apart: bool) {
        self.rounds = rounds;
        self.merged |= apart;
    }

    /// The curvature along a direction with this singular value, had so much been lost.
    pub fn along_after(&self, s: f64, lost: f64) -> f64 {
        self.curvature.along(s, lost)
    }

    /// The rate that H^-1 is multiplied with.
    pub fn rate(&self) -> f64 {
        self.curvature.rate()
    }

    /// The curvature along a direction with this singular value.
    pub fn along(&self, s: f64) -> f64 {
        self.curvature.along(s, self.basis.directions().lost())
    }

    /// h, the curvature outside the directions.
    pub fn base(&self) -> f64 {
        self.along(0.0)
    }

    /// h before anything was received.
    pub fn start(&self) -> f64 {
        self.curvature.along(0.0, 0.0)
    }

    /// h after the round.
    pub fn base_after(&self, open: &Open) -> f64 {
        self.curvature.along(0.0, self.lost_after(open))
    }

    /// The root of the mass lost, after the round.
    fn lost_after(&self, open: &Open) -> f64 {
        let lost = self.basis.directions().lost();
        open.turned().map_or(lost, |turned| libm::hypot(lost, turned.shed))
    }

    /// Starts a round; with `everywhere`, the cells of all features are at hand in it.
    pub fn open(&mut self, x: Features<'_>, everywhere: bool, open: &mut Open) -> Result<(), LearnError> {
        open.leads = self.basis.open(x, everywhere, &mut open.sketch)?;
        let features = self.basis.len() + open.sketch.unseen();
        if features > self.limit {
            return Err(LearnError::TooWide { features, limit: self.limit, instead: "ada-fd" });
        }
        Ok(())
    }

    /// Lets H see the gradient slope x.
    pub fn receive(&self, x: Features<'_>, slope: f64, open: &mut Open) {
        self.mix.receive(&self.basis, x, slope, self.rounds + 1, &mut open.sketch);
        open.curvature.clear();
        if let Some(turned) = &open.sketch.turned {
            let lost = self.lost_after(open);
            open.curvature.extend(turned.spectrum.iter().map(|&s| self.curvature.along(s, lost)));
        }
    }

    /// x'H^-1 x, H having seen the gradient.
    pub fn inverse_norm2(&self, open: &Open) -> f64 {
        let Some(turned) = open.turned() else { return 0.0 };
        let unit = open.sketch.unit;
        unit * unit * turned.along.iter().zip(&open.curvature).fold(0.0, |sum, (y, h)| sum + y * (y / h))
    }

    /// Whether the round leaves numbers that later rounds can work with, the moves of the leading
    /// vectors included.
    pub fn sound(&self, open: &Open, moves: &[Vec<f64>]) -> bool {
        let directions = open.turned().is_none_or(|turned| {
            !turned.spectrum.iter().chain([&turned.shed]).any(|v| huge(*v)) && turned.foldable()
        });
        directions
            && !huge(self.lost_after(open))
            && open.curvature.iter().all(|h| h.is_finite())
            && !self.basis.tilts_after(moves).any(huge)
    }

    /// Ends the round: the directions turn, the leading vectors move.
    pub fn commit(&mut self, x: Features<'_>, open: &Open, moves: &[Vec<f64>], write: Write<'_>) {
        self.basis.commit(x, &open.sketch, moves, write);
        self.rounds += 1;
    }

    /// Writes everything, with the learner's own sum under its name and what it paid.
    pub fn save(&self, (name, sum): (&str, &[f64]), paid: [f64; 2], state: &mut dyn Save) {
        state.put_count("rounds", self.rounds);
        if self.merged {
            // The clock is the count of rounds here, so none are beyond it.
            state.put_count("merged", 0);
        }
        state.put(name, Array::F64(sum.to_vec()));
        state.put("paid", Array::F64(paid.to_vec()));
        self.basis.save(state);
    }

    /// One of the same kind as it was written, and what was paid.
    pub fn restored(&self, state: &State) -> Result<(Self, [f64; 2]), StateError> {
        let rounds = state.rounds()?;
        let basis = self.basis.restored(self.mix.rows(), state)?;
        let paid = state.reals_of("paid", 2)?;
        if paid.iter().any(|v| *v < 0.0) {
            return Err(StateError::impossible("paid", "what was paid is not negative"));
        }
        let kept = basis.directions();
        if kept.spectrum().iter().chain([&kept.lost()]).any(|v| *v > HUGE) {
            return Err(StateError::impossible("spectrum", "a number that large would have been refused"));
        }
        let merged = state.merged()?.is_some();
        let metric = Self { basis, mix: self.mix.clone(), rounds, merged, ..*self };
        Ok((metric, [paid[0], paid[1]]))
    }
}
