//! Specs of learners of classes: how classes share a loss, which combinations make sense, and the learner.
//!
//! A spec with [`Spec::classes`] is checked by [`Spec::check_classes`] and builds a [`Classifier`]; one without by [`Spec::check`], which builds a
//! binary learner. What holds of one class holds of each: the spec without `classes` is checked first.

use super::{Checked, Spec, SpecError, Update};
use crate::classes::{Classifier, Coupled, Each, Objective};
use crate::geometry::{Copies, Geometry, Outputs};
use crate::loss::{Labels, Loss};
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
        known.ok_or_else(|| SpecError::Illegal(format!("unknown coupling {text:?}: softmax or rest")))
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
        if self.average {
            illegal(
                "averages are kept beside a learner of two classes or of numbers, not of several classes",
            )?;
        }
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
        if self.normalize {
            illegal(
                "scales stand in front of a learner for each class: normalize learners of one against the rest",
            )?;
        }
        self.learner.recipe().check_softmax(self)
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

    /// A learner of all classes over a geometry of theirs.
    pub(super) fn coupled<G: Outputs + 'static>(
        &self,
        update: Update,
        step_loss: Loss,
        geometry: G,
    ) -> Box<dyn Classifier> {
        Box::new(Coupled::new(self.coupling, self.spec.loss, step_loss, update, geometry))
    }

    /// A learner with a geometry of its own for each class.
    pub(super) fn copies<G: Geometry + 'static>(
        &self,
        update: Update,
        make: impl Fn() -> G + Send + Sync + 'static,
    ) -> Box<dyn Classifier> {
        self.coupled(update, self.spec.loss, Copies::new(Box::new(make)))
    }

    /// A binary learner of its own for each class.
    pub(super) fn each(&self) -> Box<dyn Classifier> {
        let one = self.one.clone();
        Box::new(Each::new(self.spec.loss, Box::new(move || one.build())))
    }

    /// A learner that has seen no class.
    pub fn build(&self) -> Box<dyn Classifier> {
        if self.spec.flh.is_some() || self.spec.normalize {
            return self.each();
        }
        self.spec.learner.recipe().classes(self)
    }
}
