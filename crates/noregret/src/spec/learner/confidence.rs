//! `cw` and `arow`: classifiers with a variance for each weight. They go alone.

use super::{NEEDS_LABELS, Recipe, check_alone, no_player};
use crate::classes::Classifier;
use crate::learners::confidence::{Confidence, ConfidenceRule};
use crate::loss::Labels;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::Terms;
use crate::rule::interval::Interval;
use crate::spec::check::{illegal, positive};
use crate::spec::{Checked, CheckedClasses, Spec, SpecError};
use serde::{Deserialize, Serialize};

/// Confidence-weighted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cw {
    /// The confidence asked of every example.
    pub phi: f64,
    /// The variance every weight starts with.
    pub variance: f64,
}

/// Adaptive regularization of weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arow {
    /// The regularizer.
    pub r: f64,
    /// The variance every weight starts with.
    pub variance: f64,
}

fn check_company(spec: &Spec) -> Result<(), SpecError> {
    if spec.loss.labels() != Labels::Binary {
        return illegal(format!("cw and arow classify: they take a binary loss, not {}", spec.loss));
    }
    check_alone(spec, "cw and arow take no box, no penalties and no feature groups")
}

fn check_softmax() -> Result<(), SpecError> {
    illegal("cw and arow take a step of their own, not that of a loss: one against the rest alone")
}

impl Recipe for Cw {
    fn check_numbers(&self) -> Result<(), SpecError> {
        positive("phi", self.phi)?;
        positive("variance", self.variance)
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        check_company(spec)
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        let rule = ConfidenceRule::Cw { phi: self.phi };
        Box::new(Confidence::new(spec.spec().loss, rule, self.variance))
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        check_softmax()
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        spec.each()
    }

    fn player(&self, _spec: &Checked) -> Result<Player, SpecError> {
        no_player(NEEDS_LABELS)
    }
}

impl Recipe for Arow {
    fn check_numbers(&self) -> Result<(), SpecError> {
        positive("r", self.r)?;
        positive("variance", self.variance)
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        check_company(spec)
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        let rule = ConfidenceRule::Arow { r: self.r };
        Box::new(Confidence::new(spec.spec().loss, rule, self.variance))
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        check_softmax()
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        spec.each()
    }

    fn player(&self, _spec: &Checked) -> Result<Player, SpecError> {
        no_player(NEEDS_LABELS)
    }
}
