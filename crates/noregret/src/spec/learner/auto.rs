//! `auto`: implicit AdaGrad learners of several rates, mixed. It has no numbers and goes alone.

use super::{NEEDS_LABELS, Recipe, check_alone, no_player};
use crate::classes::Classifier;
use crate::learners::auto;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::spec::{Checked, CheckedClasses, Coupling, Spec, SpecError};
use serde::{Deserialize, Serialize};

/// Implicit AdaGrad learners of several rates, mixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auto {}

impl Recipe for Auto {
    fn check_numbers(&self) -> Result<(), SpecError> {
        Ok(())
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        check_alone(spec, "auto takes no box, no penalties and no feature groups")
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        Box::new(auto::Whole::<f32>::new(spec.spec().loss))
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        Ok(())
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        match spec.coupling() {
            Coupling::Softmax => Box::new(auto::AutoClasses::<f32>::new()),
            Coupling::Rest => spec.each(),
        }
    }

    fn player(&self, _spec: &Checked) -> Result<Player, SpecError> {
        no_player(NEEDS_LABELS)
    }
}
