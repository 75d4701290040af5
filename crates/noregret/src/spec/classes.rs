//! Specs of learners of classes: how classes share a loss, which combinations make sense, and the learner.
//!
//! A spec with [`Spec::classes`] is checked by [`Spec::check_classes`] and builds a [`Classifier`]; one without by [`Spec::check`], which builds a
//! binary learner. What holds of one class holds of each: the spec without `classes` is checked first.

use super::build::{self, Visitor, stepped, with_rule};
use super::{Checked, Joint as JointSet, Learner, Memory, Metric, Potential, Spec, SpecError, Update};
use crate::classes::{Classifier, Coupled, Each, Objective};
use crate::geometry::{
    Copies, Geometry, Joint, LowRank, Newton, Outputs, Separable, Signed, Wide, WideAdagrad,
};
use crate::learners::auto::AutoClasses;
use crate::loss::{Labels, Loss};
use crate::rule::Rule;
use crate::rule::metric::Schedule;
use crate::rule::potential::{self, Burg, Entropy, Euclidean};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How the classes of a learner share a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coupling {
    /// One loss over all margins: log sum_j exp(z_j) - z_y, the logistic loss of K classes.
    Softmax,
    /// One against the rest: every class is a binary learner, +1 its own examples and -1 all others.
    Rest,
}

impl Coupling {
    /// Every coupling.
    pub const ALL: [Coupling; 2] = [Coupling::Softmax, Coupling::Rest];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Coupling::Softmax => "softmax",
            Coupling::Rest => "rest",
        }
    }
}

impl fmt::Display for Coupling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Coupling {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let known = Coupling::ALL.into_iter().find(|coupling| coupling.name() == text);
        known.ok_or_else(|| SpecError::Text(format!("unknown coupling {text:?}: softmax or rest")))
    }
}

fn illegal(reason: impl Into<String>) -> Result<(), SpecError> {
    Err(SpecError::Illegal(reason.into()))
}

/// A spec of classes that makes sense.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedClasses {
    spec: Spec,
    coupling: Coupling,
    /// The spec of one class.
    one: Checked,
}

impl Spec {
    /// Refuses what makes no sense of classes, with the reason.
    pub fn check_classes(self) -> Result<CheckedClasses, SpecError> {
        let Some(coupling) = self.classes else {
            return Err(SpecError::Illegal("this spec has one output: check it with `check`".to_owned()));
        };
        let one = Spec { classes: None, ..self.clone() }.check()?;
        match coupling {
            Coupling::Softmax => self.check_softmax()?,
            Coupling::Rest if self.loss.labels() != Labels::Binary => {
                illegal(format!("one against the rest takes a binary loss, not {}", self.loss))?;
            }
            Coupling::Rest => {}
        }
        Ok(CheckedClasses { spec: self, coupling, one })
    }

    fn check_softmax(&self) -> Result<(), SpecError> {
        if !matches!(self.loss, Loss::Logistic(_)) {
            illegal(format!(
                "softmax is the logistic loss of several classes, not {}: take logistic, or one against the rest",
                self.loss
            ))?;
        }
        if self.flh.is_some() {
            illegal(
                "flh mixes margins, and softmax takes probabilities: copy learners of one against the rest",
            )?;
        }
        match self.learner {
            Learner::Cw { .. } | Learner::Arow { .. } => illegal(
                "cw and arow take a step of their own, not that of a loss: one against the rest alone",
            ),
            Learner::Descent { step_loss: Some(step), .. } if !matches!(step, Loss::Logistic(_)) => {
                illegal(format!("softmax takes its own step, not that of {step}"))
            }
            _ if stepped(self).0 == Update::Implicit => self.check_affine(),
            _ => Ok(()),
        }
    }

    /// The implicit softmax step is one root only where every margin answers a step by a multiple of its slope.
    fn check_affine(&self) -> Result<(), SpecError> {
        let terms = |group: &super::Group| group.set.is_some() || group.l1.is_some() || group.l2.is_some();
        let penalized = self.l1 > 0.0 || self.l2 > 0.0 || self.groups.iter().any(terms);
        let instead = "; take the explicit update, or one against the rest";
        let refuse =
            |what: &str| illegal(format!("the implicit softmax step has no closed form {what}{instead}"));
        match self.learner {
            Learner::Descent { memory: Memory::Averaging | Memory::Proximal, .. } => {
                refuse("under dual averaging and proximal memories")
            }
            Learner::Descent { .. } if self.set.is_some() => refuse("within a box"),
            Learner::Mirror { potential: Potential::Entropy | Potential::Burg, .. } => {
                refuse("under entropy and burg")
            }
            Learner::Sketched { method: super::Method::Pds, .. } => refuse("under pds"),
            Learner::Descent { .. } | Learner::Mirror { .. } if penalized => refuse("with penalties"),
            _ => Ok(()),
        }
    }
}

/// Builds the learner of classes over the rule of one.
struct AsClasses<'a>(&'a CheckedClasses);

impl Visitor for AsClasses<'_> {
    type Out = Box<dyn Classifier>;

    fn visit<R: Rule<N>, const N: usize>(self, rule: R) -> Box<dyn Classifier> {
        let terms = self.0.one.terms();
        if let Learner::Mirror { signed: true, .. } = self.0.spec.learner {
            let separable = move || Signed::new(Separable::new(rule.clone(), terms.clone()));
            return self.0.coupled(Copies::new(Box::new(separable)));
        }
        self.0.coupled(Wide::new(rule, terms))
    }
}

impl CheckedClasses {
    /// The spec.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How classes share the loss.
    pub fn coupling(&self) -> Coupling {
        self.coupling
    }

    /// What margins of its learner cost, and which probabilities they stand for.
    pub fn objective(&self) -> Objective {
        Objective::new(self.coupling, self.spec.loss)
    }

    /// The spec of one class, as a binary learner.
    pub fn one(&self) -> &Checked {
        &self.one
    }

    fn coupled<G: Outputs + 'static>(&self, geometry: G) -> Box<dyn Classifier> {
        let (update, step_loss) = stepped(&self.spec);
        Box::new(Coupled::new(self.coupling, self.spec.loss, step_loss, update, geometry))
    }

    fn copies<G: Geometry + 'static>(
        &self,
        make: impl Fn() -> G + Send + Sync + 'static,
    ) -> Box<dyn Classifier> {
        self.coupled(Copies::new(Box::new(make)))
    }

    /// Mirror descent over a joint set.
    fn joint<P: potential::Potential>(&self, potential: P, set: JointSet) -> Option<Box<dyn Classifier>> {
        let Learner::Mirror { rate, eta, start, signed, .. } = self.spec.learner else { return None };
        let make = move || Joint::new(potential, set, Schedule::Fixed { rate, eta }, start);
        Some(if signed { self.copies(move || Signed::new(make())) } else { self.copies(make) })
    }

    /// Learners under a matrix, or over a set that ties coordinates together: a geometry of its own for each class.
    fn apart(&self) -> Option<Box<dyn Classifier>> {
        match self.spec.learner {
            Learner::Sketched { .. } | Learner::Projected { .. } => {
                let one = self.one.clone();
                build::sketched(&one)?;
                let make =
                    move || build::sketched(&one).unwrap_or_else(|| unreachable!("built once already"));
                Some(self.copies(make))
            }
            Learner::Newton { eta, alpha, .. } => Some(self.copies(move || Newton::new(eta, alpha))),
            Learner::LowRank { eta, delta, tau, seed, .. } => {
                Some(self.copies(move || LowRank::new(eta, delta, tau as usize, u64::from(seed))))
            }
            Learner::Mirror { potential, joint: Some(set), .. } => match potential {
                Potential::Euclidean => self.joint(Euclidean, set),
                Potential::Entropy => self.joint(Entropy, set),
                Potential::Burg => self.joint(Burg, set),
            },
            _ => None,
        }
    }

    /// Whether every class is a binary learner of its own.
    fn is_each(&self) -> bool {
        let rest = self.coupling == Coupling::Rest && self.spec.learner == Learner::Auto;
        let alone = matches!(self.spec.learner, Learner::Cw { .. } | Learner::Arow { .. });
        rest || alone || self.spec.flh.is_some()
    }

    /// A learner that has seen no class.
    pub fn build(&self) -> Box<dyn Classifier> {
        if self.is_each() {
            let one = self.one.clone();
            return Box::new(Each::new(self.spec.loss, Box::new(move || one.build())));
        }
        if self.spec.learner == Learner::Auto {
            return Box::new(AutoClasses::<f32>::new());
        }
        if let Learner::Descent { metric: Metric::Diagonal { eta, delta }, memory: Memory::Mirror, .. } =
            self.spec.learner
            && build::is_plain(&self.one)
        {
            return self.coupled(WideAdagrad::new(eta, delta));
        }
        let ruled = || with_rule(&self.one, AsClasses(self));
        self.apart().or_else(ruled).unwrap_or_else(|| unreachable!("every other learner has a rule"))
    }
}
