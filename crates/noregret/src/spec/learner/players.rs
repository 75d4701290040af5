//! Rules that are learners of their own at each coordinate: explicit steps over a box.
//!
//! What is particular to one of them is said in its rule's file, by [`CoordinatePlayer`].

use super::Recipe;
use crate::classes::Classifier;
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::interval::Interval;
use crate::rule::{CoordinatePlayer, Terms};
use crate::spec::build::{AsClasses, AsLearner, AsPlayer};
use crate::spec::check::{illegal, positive};
use crate::spec::{Checked, CheckedClasses, Spec, SpecError, Update};

impl<P: CoordinatePlayer> Recipe for P {
    fn check_numbers(&self) -> Result<(), SpecError> {
        self.numbers().iter().try_for_each(|(name, value)| positive(name, *value))
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        spec.need_box(P::WHO)?;
        let l1 = spec.l1 > 0.0 || spec.groups.iter().any(|group| group.l1.is_some());
        let l2 = spec.l2 > 0.0 || spec.groups.iter().any(|group| group.l2.is_some());
        self.refuses(l1, l2).map_or(Ok(()), illegal)
    }

    fn terms(&self, terms: Terms) -> Terms {
        terms
    }

    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        Ok(RivalTerms::of(terms, instead))
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        self.visited(AsLearner { spec, step_loss: spec.spec().loss, update: Update::Explicit })
    }

    fn check_softmax(&self, _spec: &Spec) -> Result<(), SpecError> {
        Ok(())
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        self.visited(AsClasses { spec, step_loss: spec.spec().loss, update: Update::Explicit })
    }

    fn player(&self, spec: &Checked) -> Result<Player, SpecError> {
        Ok(Player { inner: self.visited(AsPlayer { spec }), curved: P::CURVED })
    }
}
