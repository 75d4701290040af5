//! From a checked spec to a learner: what all recipes share, and the copies around them.

use super::{Checked, CheckedClasses, SpecError, Update};
use crate::classes::Classifier;
use crate::geometry::{Geometry, Separable, Wide};
use crate::learners::averaged::Averaged;
use crate::learners::flh::Flh;
use crate::learners::flh::coordinate::CoordinateFlh;
use crate::learners::normalized::Normalized;
use crate::loss::Loss;
use crate::oco::{Play, Player};
use crate::online::Online;
use crate::rule::{Rule, Visitor};
use crate::step::Linear;

/// The linear learner of a spec over a geometry, with steps on the loss suffered.
pub(super) fn linear<G: Geometry + 'static>(spec: &Checked, update: Update, geometry: G) -> Box<dyn Online> {
    let loss = spec.spec().loss;
    Box::new(Linear::new(loss, loss, update, geometry))
}

/// Puts a rule at every coordinate of a linear learner.
pub(super) struct AsLearner<'a> {
    pub spec: &'a Checked,
    /// The loss whose step is taken.
    pub step_loss: Loss,
    pub update: Update,
}

impl Visitor for AsLearner<'_> {
    type Out = Box<dyn Online>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Online> {
        let geometry = Separable::new(rule, self.spec.terms());
        Box::new(Linear::new(self.spec.spec().loss, self.step_loss, self.update, geometry))
    }
}

/// Puts a rule at every coordinate of every class.
pub(super) struct AsClasses<'a> {
    pub spec: &'a CheckedClasses,
    /// The loss whose step is taken.
    pub step_loss: Loss,
    pub update: Update,
}

impl Visitor for AsClasses<'_> {
    type Out = Box<dyn Classifier>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Classifier> {
        self.spec.coupled(self.update, self.step_loss, Wide::new(rule, self.spec.one().terms()))
    }
}

/// Puts a rule at every coordinate of a player.
pub(super) struct AsPlayer<'a> {
    pub spec: &'a Checked,
}

impl Visitor for AsPlayer<'_> {
    type Out = Box<dyn Play>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Play> {
        Box::new(Separable::new(rule, self.spec.terms()))
    }
}

impl Checked {
    /// The learner behind its scales, whatever wraps it.
    fn behind_scales(&self, learner: Box<dyn Online>) -> Box<dyn Online> {
        if self.spec().normalize { Box::new(Normalized::new(learner)) } else { learner }
    }

    /// The learner with averages beside it.
    fn beside_averages(&self, learner: Box<dyn Online>) -> Box<dyn Online> {
        if self.spec().average { Box::new(Averaged::new(self.spec().loss, learner)) } else { learner }
    }

    fn base_player(&self) -> Result<Player, SpecError> {
        if self.spec().normalize {
            return Err(SpecError::Illegal(
                "a player takes gradients, which have no features to normalize".to_owned(),
            ));
        }
        if self.spec().average {
            return Err(SpecError::Illegal(
                "a player takes gradients, and averages of its points are judged by a loss: leave out average".to_owned(),
            ));
        }
        self.spec().learner.recipe().player(self)
    }

    /// A learner that has seen nothing.
    pub fn build(&self) -> Box<dyn Online> {
        let make = |spec: &Self| spec.spec().learner.recipe().build(spec);
        let Some(alpha) = self.spec().flh else {
            // Averages are of weights in the learner's own units, which do not change when a scale grows.
            return self.behind_scales(self.beside_averages(make(self)));
        };
        let copy = self.clone();
        let copies = Flh::new(self.spec().loss, alpha, Box::new(move || copy.behind_scales(make(&copy))));
        self.beside_averages(Box::new(copies))
    }

    /// A player that has seen nothing, if the learner makes sense without labels.
    pub(crate) fn player(&self) -> Result<Player, SpecError> {
        let player = self.base_player()?;
        let Some(alpha) = self.spec().flh else { return Ok(player) };
        let copy = self.clone();
        let make = move || match copy.base_player() {
            Ok(player) => player.inner,
            Err(_) => unreachable!("built once already"),
        };
        Ok(Player { inner: Box::new(CoordinateFlh::new(alpha, Box::new(make))), ..player })
    }
}
