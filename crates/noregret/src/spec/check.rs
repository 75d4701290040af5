//! Which specs make sense, and why the others do not.

use super::{Group, Learner, Spec};
use crate::features::Features;
use crate::rule::Terms;
use crate::rule::interval::Interval;
use serde::Serialize;
use std::ops::Deref;
use thiserror::Error;

/// Why a spec was refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SpecError {
    /// A combination that makes no sense.
    #[error("{0}")]
    Illegal(String),
    /// A parameter out of its range.
    #[error("{name} = {value} is out of range: {wanted}")]
    Range {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// A parameter the algorithm does not take.
    #[error("{algorithm} takes no --{name}{}; it takes {}", has_its_own(.algorithm, .name), list_flags(.takes))]
    NotTaken {
        /// The algorithm.
        algorithm: String,
        /// The parameter.
        name: String,
        /// What it takes.
        takes: Vec<&'static str>,
    },
    /// There is no such algorithm.
    #[error("there is no algorithm {name:?}{}; the algorithms are {}", suggest(.near), .known.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name.
        near: Option<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
}

/// What an algorithm does by itself.
fn has_its_own(algorithm: &str, name: &str) -> &'static str {
    match (algorithm, name) {
        ("auto", "normalize") => ": it has normalised lanes of its own",
        ("auto", "average") => ": it keeps averages by itself where it has no box and no penalties",
        _ => "",
    }
}

fn list_flags(names: &[&'static str]) -> String {
    names.iter().map(|name| format!("--{name}")).collect::<Vec<_>>().join(" ")
}

fn suggest(name: &Option<&'static str>) -> String {
    name.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

/// A spec that makes sense.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Checked(Spec);

impl Deref for Checked {
    type Target = Spec;

    fn deref(&self) -> &Spec {
        &self.0
    }
}

impl Checked {
    /// The spec.
    pub fn spec(&self) -> &Spec {
        &self.0
    }

    /// Refuses averages where weights do not tell the margin.
    fn check_average(&self) -> Result<(), SpecError> {
        if matches!(self.0.learner, Learner::Auto(_)) {
            return illegal(
                "averages are kept of learners whose margin is w.x, and auto mixes several; without a box or penalties it keeps averages of its own",
            );
        }
        if self.0.flh.is_some() && self.0.normalize {
            return illegal(
                "copies in flh have scales of their own, each since it began, so that their weights have no average: take --normalize=no, or leave out --average",
            );
        }
        // A feature that never came counts nothing, or there is no average of its weight.
        let alone = Self(Spec { average: false, ..self.0.clone() }).build();
        let mut groups = 0..=self.0.groups.len() as u8;
        if groups.all(|group| alone.margin(Features::trusted(&[1], &[1.0], &[group])) == 0.0) {
            return Ok(());
        }
        illegal(
            "averages are kept of weights that begin at 0: not under a simplex, another start or a box without 0",
        )
    }

    /// Whether any group has a penalty.
    pub(crate) fn penalized(&self) -> bool {
        self.terms().iter().any(|terms| terms.l1 > 0.0 || terms.l2 > 0.0)
    }

    /// The terms of every group, the nameless one first.
    pub(crate) fn terms(&self) -> Vec<Terms> {
        let spec = &self.0;
        let everywhere = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
        let term = |set: Option<Interval>, l1: Option<f64>, l2: Option<f64>| {
            let set = set.or(spec.set).unwrap_or(everywhere);
            let (l1, l2) = (l1.unwrap_or(spec.l1), l2.unwrap_or(spec.l2));
            spec.learner.recipe().terms(Terms { set, l1, l2, eta: 1.0, start: 0.0 })
        };
        let groups = spec.groups.iter().map(|group| term(group.set, group.l1, group.l2));
        std::iter::once(term(None, None, None)).chain(groups).collect()
    }
}

pub(super) fn illegal(reason: impl Into<String>) -> Result<(), SpecError> {
    Err(SpecError::Illegal(reason.into()))
}

pub(super) fn positive(name: &str, value: f64) -> Result<(), SpecError> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    let wanted = "a finite number above 0".to_owned();
    Err(SpecError::Range { name: name.to_owned(), value: value.to_string(), wanted })
}

pub(super) fn not_negative(name: &str, value: f64) -> Result<(), SpecError> {
    if value >= 0.0 && value.is_finite() {
        return Ok(());
    }
    let wanted = "a finite number, 0 or more".to_owned();
    Err(SpecError::Range { name: name.to_owned(), value: value.to_string(), wanted })
}

impl Spec {
    /// Refuses what makes no sense, with the reason.
    pub fn check(self) -> Result<Checked, SpecError> {
        if let Some(coupling) = self.classes {
            illegal(format!("this spec learns classes ({coupling}): check it with `check_classes`"))?;
        }
        self.check_numbers()?;
        self.learner.recipe().check_company(&self)?;
        if self.groups.iter().any(|g| g.set.is_some()) && self.set.is_none() {
            illegal("a box for a feature group needs one for the other features too")?;
        }
        let checked = Checked(self);
        if checked.0.average {
            checked.check_average()?;
        }
        Ok(checked)
    }

    fn check_numbers(&self) -> Result<(), SpecError> {
        not_negative("l1", self.l1)?;
        not_negative("l2", self.l2)?;
        if self.groups.len() > 254 {
            illegal(format!("{} feature groups are too many: at most 254", self.groups.len()))?;
        }
        let mut names: Vec<&str> = self.groups.iter().map(|g| g.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            illegal(format!("the feature group {:?} is given twice", twice[0]))?;
        }
        for group in &self.groups {
            group.l1.map_or(Ok(()), |l1| not_negative("l1", l1))?;
            group.l2.map_or(Ok(()), |l2| not_negative("l2", l2))?;
        }
        for set in self.sets() {
            if let Some(fault) = set.fault() {
                illegal(fault)?;
            }
        }
        self.flh.map_or(Ok(()), |alpha| positive("alpha", alpha))?;
        self.learner.recipe().check_numbers()
    }

    /// Whether any penalty is given; for a group also one of 0.
    pub(crate) fn penalties_given(&self) -> bool {
        let given = |group: &Group| group.l1.is_some() || group.l2.is_some();
        self.l1 > 0.0 || self.l2 > 0.0 || self.groups.iter().any(given)
    }

    /// Whether anything holds the weights: a box, or a penalty; for a group also one of 0.
    pub fn held(&self) -> bool {
        self.sets().next().is_some() || self.penalties_given()
    }

    /// The boxes of all features and of groups.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &Interval> {
        self.set.iter().chain(self.groups.iter().filter_map(|group| group.set.as_ref()))
    }

    /// Refuses a learner without the box it needs.
    pub(crate) fn need_box(&self, who: &str) -> Result<(), SpecError> {
        if self.set.is_some() {
            return Ok(());
        }
        illegal(format!("{who} takes its rate from the width of the box: give a radius or a box"))
    }
}
