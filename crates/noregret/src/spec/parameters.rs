//! Parameters of named algorithms: names, kinds, defaults, and what a user gave.

use super::Group;
use super::check::{SpecError, not_negative, positive};
use crate::rule::interval::Interval;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number above 0, with its default.
    Positive(f64),
    /// A number, 0 or more, with its default.
    NotNegative(f64),
    /// A number, 0 or more. Where it is not given it is 0, and is not written with the model.
    Strength,
    /// A whole number, with its default if it has one; at least the second number.
    Whole(Option<u32>, u32),
    /// R of the box [-R, R]; without a default there is no box.
    Radius(Option<f64>),
    /// The box LO,HI, in place of a radius.
    Box,
    /// One of these words, the first by default.
    Choice(&'static [&'static str]),
    /// Any finite number; absent, the algorithm chooses.
    Real,
    /// `simplex` or `ball:R`; absent, none.
    Joint,
}

/// One parameter of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, as in the formulas.
    pub name: &'static str,
    /// Its values and default.
    pub kind: Kind,
    /// What it does.
    pub about: &'static str,
}

impl Parameter {
    /// Its default, where it has one.
    pub fn default(&self) -> Option<Value> {
        match self.kind {
            Kind::Positive(v) | Kind::NotNegative(v) => Some(Value::Number(v)),
            Kind::Whole(v, _) => v.map(|v| Value::Number(f64::from(v))),
            Kind::Radius(v) => v.map(Value::Number),
            Kind::Strength | Kind::Box | Kind::Real | Kind::Joint => None,
            Kind::Choice(words) => Some(Value::Word(words[0].to_owned())),
        }
    }

    /// Refuses a value it does not take.
    pub fn check(&self, value: &Value) -> Result<(), SpecError> {
        let refuse = |wanted: String| {
            Err(SpecError::Range { name: self.name.to_owned(), value: value.to_string(), wanted })
        };
        match (self.kind, value) {
            (Kind::Positive(_) | Kind::Radius(_), Value::Number(v)) => positive(self.name, *v),
            (Kind::NotNegative(_) | Kind::Strength, Value::Number(v)) => not_negative(self.name, *v),
            (Kind::Whole(_, least), Value::Number(v)) => {
                if v.fract() == 0.0 && *v >= f64::from(least) && *v <= f64::from(u32::MAX) {
                    return Ok(());
                }
                refuse(format!("a whole number, {least} or more"))
            }
            (Kind::Box, Value::Box(interval)) => match interval.fault() {
                Some(fault) => Err(SpecError::Illegal(fault)),
                None => Ok(()),
            },
            (Kind::Choice(words), Value::Word(word)) if words.contains(&word.as_str()) => Ok(()),
            (Kind::Real, Value::Number(v)) if v.is_finite() => Ok(()),
            (Kind::Joint, Value::Word(word)) => word.parse::<super::Joint>().map(drop),
            (Kind::Joint, _) => refuse("simplex or ball:R".to_owned()),
            (Kind::Choice(words), _) => refuse(format!("one of {}", words.join(", "))),
            (Kind::Box, _) => refuse("two numbers LO,HI".to_owned()),
            (_, _) => refuse("a number".to_owned()),
        }
    }
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
    /// An interval.
    Box(Interval),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(v) => write!(f, "{v}"),
            Value::Word(word) => f.write_str(word),
            Value::Box(Interval { lo, hi }) => write!(f, "{lo},{hi}"),
        }
    }
}

/// What a user gave, or what an algorithm resolved: values by name, and feature groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// Values by name.
    #[serde(flatten)]
    pub values: BTreeMap<String, Value>,
    /// Feature groups with terms of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
}

impl Parameters {
    /// None given.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a number.
    pub fn number(mut self, name: &str, value: f64) -> Self {
        self.values.insert(name.to_owned(), Value::Number(value));
        self
    }

    /// With a word.
    pub fn word(mut self, name: &str, value: &str) -> Self {
        self.values.insert(name.to_owned(), Value::Word(value.to_owned()));
        self
    }

    /// With an interval.
    pub fn interval(mut self, name: &str, lo: f64, hi: f64) -> Self {
        self.values.insert(name.to_owned(), Value::Box(Interval { lo, hi }));
        self
    }

    /// A resolved number; `None` where it is absent.
    pub fn get(&self, name: &str) -> Option<f64> {
        match self.values.get(name) {
            Some(Value::Number(v)) => Some(*v),
            _ => None,
        }
    }

    /// A resolved word; empty where it is absent.
    pub fn get_word(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// The feasible interval: the box, or [-R, R].
    pub fn set(&self) -> Option<Interval> {
        match self.values.get("box") {
            Some(Value::Box(interval)) => Some(*interval),
            _ => self.get("radius").map(Interval::radius),
        }
    }
}
