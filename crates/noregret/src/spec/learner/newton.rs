//! The online Newton step with the whole matrix: `ons`.

use super::{NEEDS_LABELS, Recipe, check_alone, no_player};
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

/// The online Newton step with the whole matrix.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newton {
    /// How much a gradient counts.
    pub eta: f64,
    /// Curvature before any gradient.
    pub alpha: f64,
    /// Which step is taken.
    pub update: Update,
}

impl Recipe for Newton {
    fn check_numbers(&self) -> Result<(), SpecError> {
        positive("eta", self.eta)?;
        positive("alpha", self.alpha)
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
        linear(spec, self.update, geometry::Newton::new(self.eta, self.alpha))
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        Ok(())
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        let Self { eta, alpha, update } = *self;
        spec.copies(update, move || geometry::Newton::new(eta, alpha))
    }

    fn player(&self, _spec: &Checked) -> Result<Player, SpecError> {
        no_player(NEEDS_LABELS)
    }
}
