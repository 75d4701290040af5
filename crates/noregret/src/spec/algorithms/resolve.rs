//! From what a user gave to the spec an algorithm names.

use super::matrix::{PUBLISHED, SCALED_RATES};
use super::parameters::need;
use super::{Algorithm, Losses, Makes, find};
use crate::loss::{Absolute, Hinge, Labels, Loss};
use crate::spec::{Parameter, Parameters, Spec, SpecError, Value};

impl Algorithm {
    /// The loss it learns unless told otherwise.
    pub fn default_loss(&self) -> Loss {
        match self.losses {
            Losses::Any => Loss::Logistic(crate::loss::Logistic {}),
            Losses::Binary | Losses::Margin => Loss::Hinge(Hinge {}),
        }
    }

    /// Its parameters with these given: flh takes its base's too.
    pub fn parameters_with(&self, given: &Parameters) -> Result<Vec<&'static Parameter>, SpecError> {
        let mut all: Vec<_> = self.parameters.iter().collect();
        if let Some(base) = self.base(given)? {
            let own: Vec<_> = all.iter().map(|p| p.name).collect();
            all.extend(base.parameters.iter().filter(|p| !own.contains(&p.name)));
        }
        Ok(all)
    }

    /// The algorithm it copies, if it is made of copies.
    pub fn base(&self, given: &Parameters) -> Result<Option<&'static Algorithm>, SpecError> {
        let (Makes::Copies, Some(parameter)) =
            (self.makes, self.parameters.iter().find(|p| p.name == "base"))
        else {
            return Ok(None);
        };
        let value = given.values.get("base").cloned().or_else(|| parameter.default());
        let value = value.unwrap_or(Value::Word(String::new()));
        parameter.check(&value)?;
        find(&value.to_string()).map(Some)
    }

    /// What was given, checked, and the defaults of the rest.
    pub fn resolve(&self, given: &Parameters) -> Result<Parameters, SpecError> {
        let all = self.parameters_with(given)?;
        for (name, value) in &given.values {
            match all.iter().find(|p| p.name == name) {
                Some(parameter) => parameter.check(value)?,
                None => {
                    let takes = all.iter().map(|p| p.name).collect();
                    return Err(SpecError::NotTaken {
                        algorithm: self.name.to_owned(),
                        name: name.clone(),
                        takes,
                    });
                }
            }
        }
        if given.values.contains_key("box") && given.values.contains_key("radius") {
            return Err(SpecError::Illegal("give a radius or a box, not both".to_owned()));
        }
        for group in &given.groups {
            let taken =
                [("box", group.set.is_some()), ("l1", group.l1.is_some()), ("l2", group.l2.is_some())];
            for (name, given) in taken {
                if given && !all.iter().any(|p| p.name == name) {
                    let takes = all.iter().map(|p| p.name).collect();
                    return Err(SpecError::NotTaken {
                        algorithm: self.name.to_owned(),
                        name: name.to_owned(),
                        takes,
                    });
                }
            }
        }
        let mut resolved = given.clone();
        if all.iter().any(|p| p.name == "precondition") {
            let published = PUBLISHED.iter().any(|name| given.values.contains_key(*name));
            let word = Value::Word(if published { "none" } else { "diag" }.to_owned());
            resolved.values.entry("precondition".to_owned()).or_insert(word);
            // Copies have the rates of what they are copies of.
            let named = self.base(given)?.unwrap_or(self).name;
            let rates = SCALED_RATES.iter().find(|(name, _)| *name == named).map(|(_, rates)| rates);
            for (name, rate) in
                rates.filter(|_| resolved.get_word("precondition") == "diag").into_iter().flatten()
            {
                resolved.values.entry((*name).to_owned()).or_insert(Value::Number(*rate));
            }
        }
        for parameter in all {
            let boxed = parameter.name == "radius" && given.values.contains_key("box");
            // Written down only where it is asked for: a learner as published is written as it ever was.
            let unasked = ["normalize", "average"].contains(&parameter.name);
            if let (false, Some(value)) = (boxed || unasked, parameter.default()) {
                resolved.values.entry(parameter.name.to_owned()).or_insert(value);
            }
        }
        Ok(resolved)
    }

    /// The spec it names, with these parameters and loss, or its own defaults.
    pub fn spec(&self, loss: Option<Loss>, given: &Parameters) -> Result<Spec, SpecError> {
        Ok(self.resolved_spec(loss, given)?.0)
    }

    /// The same, and the parameters it was made of: what was given, and the defaults of the rest.
    pub fn resolved_spec(
        &self,
        loss: Option<Loss>,
        given: &Parameters,
    ) -> Result<(Spec, Parameters), SpecError> {
        let resolved = self.resolve(given)?;
        let base = self.base(given)?;
        let inner = base.unwrap_or(self);
        let loss = loss.unwrap_or_else(|| inner.default_loss());
        inner.check_loss(loss)?;
        let Makes::Learner(learner) = inner.makes else {
            return Err(SpecError::Illegal(format!("{} copies learners, not copies of them", self.name)));
        };
        let spec = |p: &Parameters, flh| Spec {
            loss,
            learner: learner(p, loss),
            set: p.set(),
            l1: p.get("l1").unwrap_or(0.0),
            l2: p.get("l2").unwrap_or(0.0),
            groups: p.groups.clone(),
            flh,
            normalize: p.get_word("normalize") == "yes",
            average: p.get_word("average") == "yes",
            classes: None,
        };
        let spec = match base {
            None => spec(&resolved, None),
            Some(base) => {
                let own: Vec<_> = self.parameters.iter().map(|p| p.name).collect();
                let mut left = given.clone();
                left.values.retain(|name, _| !own.contains(&name.as_str()));
                spec(&base.resolve(&left)?, Some(need(&resolved, "alpha")))
            }
        };
        Ok((spec, resolved))
    }

    /// Refuses a loss it does not learn.
    fn check_loss(&self, loss: Loss) -> Result<(), SpecError> {
        let (fits, wanted) = match self.losses {
            Losses::Any => return Ok(()),
            Losses::Binary => (loss.labels() == Labels::Binary, "a binary loss"),
            Losses::Margin => (
                matches!(loss, Loss::Hinge(Hinge {}) | Loss::Absolute(Absolute {})),
                "hinge, or absolute for regression",
            ),
        };
        if fits {
            return Ok(());
        }
        Err(SpecError::Illegal(format!("{} learns {wanted}, not {loss}", self.name)))
    }
}
