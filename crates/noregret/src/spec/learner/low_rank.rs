//! Descent under the low-rank factors of a whole matrix: `ada-lr`.

use super::{NEEDS_LABELS, Recipe, check_alone, check_rows, no_player};
use crate::classes::Classifier;
use crate::geometry;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::spec::build::linear;
use crate::spec::check::positive;
use crate::spec::{Checked, CheckedClasses, Spec, SpecError, Update};
use serde::{Deserialize, Serialize};

/// Descent under the low-rank factors of a whole matrix.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LowRank {
    /// The rate.
    pub eta: f64,
    /// Curvature before any gradient.
    pub delta: f64,
    /// Rows of the projection.
    pub tau: u32,
    /// Which draws.
    pub seed: u32,
    /// Which step is taken.
    pub update: Update,
}

impl Recipe for LowRank {
    fn check_numbers(&self) -> Result<(), SpecError> {
        check_rows(self.tau)?;
        positive("eta", self.eta)?;
        positive("delta", self.delta)
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        check_alone(spec, super::TAKES_NOTHING)
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        let (tau, seed) = (self.tau as usize, u64::from(self.seed));
        linear(spec, self.update, geometry::LowRank::new(self.eta, self.delta, tau, seed))
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        Ok(())
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        let Self { eta, delta, .. } = *self;
        let (tau, seed) = (self.tau as usize, u64::from(self.seed));
        spec.copies(self.update, move || geometry::LowRank::new(eta, delta, tau, seed))
    }

    fn player(&self, _spec: &Checked) -> Result<Player, SpecError> {
        no_player(NEEDS_LABELS)
    }
}
