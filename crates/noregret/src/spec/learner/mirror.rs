//! Mirror descent under a potential, with a rate that depends on the round alone; over a box, the simplex or a ball.

use super::{Recipe, check_explicit, no_closed_form, no_player};
use crate::classes::Classifier;
use crate::geometry::{self, Geometry, Separable, Signed};
use crate::oco::Player;
use crate::online::Online;
use crate::regret::{Missing, RivalTerms};
use crate::rule::interval::Interval;
use crate::rule::memory;
use crate::rule::metric::{Schedule, Uniform};
use crate::rule::potential::{self, Burg, Entropy, Euclidean};
use crate::rule::schedule::Rate;
use crate::rule::{Bregman, Rule, Terms, Visitor};
use crate::spec::build::{AsClasses, AsPlayer, linear};
use crate::spec::check::{illegal, positive};
use crate::spec::{Checked, CheckedClasses, Joint, Potential, Spec, SpecError, Update};
use serde::{Deserialize, Serialize};

/// Mirror descent under a potential, with a rate that depends on the round alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mirror {
    /// How steps are measured.
    pub potential: Potential,
    /// How the rate falls.
    pub rate: Rate,
    /// The rate.
    pub eta: f64,
    /// Which step is taken.
    pub update: Update,
    /// The weight every coordinate begins with.
    pub start: f64,
    /// Whether weights are differences of two positive ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
    /// A set that ties the coordinates together, instead of a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<Joint>,
}

/// Builds the learner once the rule's type is known.
struct AsMirror<'a> {
    mirror: &'a Mirror,
    spec: &'a Checked,
}

impl Visitor for AsMirror<'_> {
    type Out = Box<dyn Online>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Online> {
        self.mirror.over(self.spec, Separable::new(rule, self.spec.terms()))
    }
}

/// Builds the learner of classes whose weights are pairs.
struct AsPairs<'a> {
    mirror: &'a Mirror,
    spec: &'a CheckedClasses,
}

impl Visitor for AsPairs<'_> {
    type Out = Box<dyn Classifier>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Classifier> {
        let terms = self.spec.one().terms();
        let pairs = move || Signed::new(Separable::new(rule.clone(), terms.clone()));
        self.spec.copies(self.mirror.update, pairs)
    }
}

impl Mirror {
    /// The learner of classes over a set that ties coordinates together: one for each class.
    fn joint_classes<P: potential::Potential>(
        &self,
        spec: &CheckedClasses,
        potential: P,
        set: Joint,
    ) -> Box<dyn Classifier> {
        let (schedule, start) = (self.schedule(), self.start);
        let make = move || geometry::Joint::new(potential, set, schedule, start);
        if self.signed {
            spec.copies(self.update, move || Signed::new(make()))
        } else {
            spec.copies(self.update, make)
        }
    }

    fn schedule(&self) -> Schedule {
        Schedule::Fixed { rate: self.rate, eta: self.eta }
    }

    /// The learner over a geometry, or over pairs of its weights.
    fn over<G: Geometry + 'static>(&self, spec: &Checked, geometry: G) -> Box<dyn Online> {
        if self.signed {
            linear(spec, self.update, Signed::new(geometry))
        } else {
            linear(spec, self.update, geometry)
        }
    }

    /// Shows the rule of a coordinate under a potential.
    fn under<P: potential::Potential, V: Visitor>(&self, spec: &Checked, potential: P, visitor: V) -> V::Out {
        let metric = Uniform { schedule: self.schedule() };
        if spec.penalized() {
            visitor.visit(Bregman { potential, metric, memory: memory::Penalized, project_after: true })
        } else {
            visitor.visit(Bregman { potential, metric, memory: memory::Mirror, project_after: true })
        }
    }

    /// Shows the rule of a coordinate.
    fn visited<V: Visitor>(&self, spec: &Checked, visitor: V) -> V::Out {
        match self.potential {
            Potential::Euclidean => self.under(spec, Euclidean, visitor),
            Potential::Entropy => self.under(spec, Entropy, visitor),
            Potential::Burg => self.under(spec, Burg, visitor),
        }
    }

    /// Refuses what positive weights do not go with.
    fn check_positive(&self, spec: &Spec) -> Result<(), SpecError> {
        let potential = self.potential;
        if self.start <= 0.0 {
            return illegal(format!("under {potential} weights are positive: start must be above 0"));
        }
        if spec.l2 > 0.0 || spec.groups.iter().any(|g| g.l2.is_some()) {
            return illegal(format!(
                "l2 has no closed form under {potential}; use l1, or the euclidean potential"
            ));
        }
        if spec.sets().any(|set| set.hi <= 0.0) {
            return illegal(format!("under {potential} weights are positive: the box must reach above 0"));
        }
        Ok(())
    }
}

impl Recipe for Mirror {
    fn check_numbers(&self) -> Result<(), SpecError> {
        if !self.start.is_finite() {
            return illegal("start must be a finite number");
        }
        if let Some(Joint::Ball { radius }) = self.joint {
            positive("radius of the ball", radius)?;
            if self.start.abs() > 0.0 {
                return illegal("in a ball weights start at 0");
            }
        }
        positive("eta", self.eta)
    }

    fn check_company(&self, spec: &Spec) -> Result<(), SpecError> {
        let Self { potential, signed, joint, .. } = *self;
        if potential != Potential::Euclidean {
            self.check_positive(spec)?;
        }
        if signed && potential != Potential::Entropy {
            return illegal(
                "signed weights are for the entropy potential: euclidean ones have signs, burg has no such pair",
            );
        }
        if signed && (spec.set.is_some() || !spec.groups.is_empty()) {
            return illegal("signed weights take no box and no feature groups");
        }
        if joint.is_some() {
            super::check_alone(
                spec,
                "the simplex and the ball take no box, no penalties and no feature groups beside them",
            )?;
        }
        if matches!(joint, Some(Joint::Ball { .. })) && potential != Potential::Euclidean {
            return illegal(format!(
                "the projection onto a ball under {potential} has no closed form; use the euclidean potential"
            ));
        }
        Ok(())
    }

    fn terms(&self, terms: Terms) -> Terms {
        Terms { start: self.start, ..terms }
    }

    /// Without a sign weights are positive under entropy and Burg.
    fn rivals(&self, terms: &Terms, instead: Option<Interval>) -> Result<RivalTerms, Missing> {
        let mut rivals = RivalTerms::of(terms, instead);
        if instead.is_some() {
            return Ok(rivals);
        }
        match self.joint {
            Some(Joint::Simplex) => return Err(Missing::Joint("simplex")),
            Some(Joint::Ball { .. }) => return Err(Missing::Joint("ball")),
            None => {}
        }
        if self.potential != Potential::Euclidean && !self.signed {
            rivals.set.lo = rivals.set.lo.max(0.0);
        }
        Ok(rivals)
    }

    fn build(&self, spec: &Checked) -> Box<dyn Online> {
        let Some(joint) = self.joint else { return self.visited(spec, AsMirror { mirror: self, spec }) };
        let (schedule, start) = (self.schedule(), self.start);
        match self.potential {
            Potential::Euclidean => self.over(spec, geometry::Joint::new(Euclidean, joint, schedule, start)),
            Potential::Entropy => self.over(spec, geometry::Joint::new(Entropy, joint, schedule, start)),
            Potential::Burg => self.over(spec, geometry::Joint::new(Burg, joint, schedule, start)),
        }
    }

    fn check_softmax(&self, spec: &Spec) -> Result<(), SpecError> {
        match (self.update, self.potential) {
            (Update::Explicit, _) => Ok(()),
            (Update::Implicit, Potential::Entropy | Potential::Burg) => {
                no_closed_form("under entropy and burg")
            }
            (Update::Implicit, Potential::Euclidean) if spec.penalties_given() => {
                no_closed_form("with penalties")
            }
            (Update::Implicit, Potential::Euclidean) => Ok(()),
        }
    }

    fn classes(&self, spec: &CheckedClasses) -> Box<dyn Classifier> {
        match (self.joint, self.potential) {
            (Some(set), Potential::Euclidean) => self.joint_classes(spec, Euclidean, set),
            (Some(set), Potential::Entropy) => self.joint_classes(spec, Entropy, set),
            (Some(set), Potential::Burg) => self.joint_classes(spec, Burg, set),
            (None, _) if self.signed => self.visited(spec.one(), AsPairs { mirror: self, spec }),
            (None, _) => {
                let (step_loss, update) = (spec.spec().loss, self.update);
                self.visited(spec.one(), AsClasses { spec, step_loss, update })
            }
        }
    }

    fn player(&self, spec: &Checked) -> Result<Player, SpecError> {
        check_explicit(self.update)?;
        if self.signed || self.joint.is_some() {
            return no_player("players move over a box, with plain weights");
        }
        Ok(Player { inner: self.visited(spec, AsPlayer { spec }), curved: false })
    }
}
