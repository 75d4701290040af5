//! `auto`: implicit AdaGrad learners of several rates, mixed. It has no numbers; with a box or penalties it is built of learners that are held by them.

use super::{NEEDS_LABELS, Recipe, no_player};
use crate::classes::Classifier;
use crate::learners::auto;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::spec::check::illegal;
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
        if spec.groups.is_empty() {
            return Ok(());
        }
        illegal(
            "auto takes one box and one penalty for all features; for feature groups take ada-diag, per-coord or ftrl",
        )
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        let loss = spec.spec().loss;
        if spec.spec().held() {
            return Box::new(auto::Composite::new(loss, spec.terms()[0]));
        }
        Box::new(auto::Whole::<f32>::new(loss))
    }

    fn check_softmax(&self, spec: &Spec) -> Result<(), SpecError> {
        if spec.held() {
            return illegal(
                "auto learns classes by softmax without a box or penalties only; take one against the rest, or leave box and penalties out",
            );
        }
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
