//! A spec that makes sense, of one output or of several: what a model file holds and an engine is made from.

use super::{Checked, CheckedClasses, Coupling, Spec, SpecError};
use crate::loss::Loss;
use crate::state::{State, StateError};
use std::ops::Deref;

/// A checked spec of either kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Of one output.
    One(Checked),
    /// Of several classes.
    Classes(Box<CheckedClasses>),
}

impl Plan {
    /// The spec.
    pub fn spec(&self) -> &Spec {
        match self {
            Self::One(checked) => checked.spec(),
            Self::Classes(checked) => checked.spec(),
        }
    }

    /// Refuses a state that no learner of this spec has written.
    pub fn check_state(&self, state: &State) -> Result<(), StateError> {
        match self {
            Self::One(checked) => checked.build().restore(state),
            Self::Classes(checked) => checked.build().restore(state),
        }
    }
}

impl Deref for Plan {
    type Target = Spec;

    fn deref(&self) -> &Spec {
        self.spec()
    }
}

impl From<Checked> for Plan {
    fn from(checked: Checked) -> Self {
        Self::One(checked)
    }
}

impl From<CheckedClasses> for Plan {
    fn from(checked: CheckedClasses) -> Self {
        Self::Classes(Box::new(checked))
    }
}

impl Spec {
    /// Refuses what makes no sense, of one output or of several classes as the spec says.
    pub fn plan(self) -> Result<Plan, SpecError> {
        match self.classes {
            None => self.check().map(Plan::from),
            Some(_) => self.check_classes().map(Plan::from),
        }
    }

    /// The same learner of several classes: softmax where the loss is logistic and the learner has a softmax step, else one against the rest.
    pub fn over_classes(&self) -> Result<CheckedClasses, SpecError> {
        let with = |coupling| Spec { classes: Some(coupling), ..self.clone() }.check_classes();
        match self.loss {
            Loss::Logistic(_) => with(Coupling::Softmax).or_else(|_| with(Coupling::Rest)),
            _ => with(Coupling::Rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Parameters, algorithms};

    #[test]
    fn every_binary_algorithm_learns_classes() {
        for algorithm in algorithms::ALL {
            let spec = algorithm.spec(None, &Parameters::new()).unwrap();
            let classes = spec.over_classes().unwrap();
            let softmax = matches!(spec.loss, Loss::Logistic(_)) && spec.flh.is_none();
            assert_eq!(classes.coupling() == Coupling::Softmax, softmax, "{}", algorithm.name);
            assert!(matches!(classes.spec().clone().plan(), Ok(Plan::Classes(_))));
            assert!(matches!(spec.plan(), Ok(Plan::One(_))));
        }
        let squared = algorithms::find("ada-diag").unwrap();
        let squared = squared.spec(Some("squared".parse().unwrap()), &Parameters::new()).unwrap();
        assert!(squared.over_classes().is_err(), "numbers are no classes");
    }
}
