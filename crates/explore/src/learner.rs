//! Random learners: an algorithm of the library's table, a loss, and parameters within their documented ranges.

use crate::random::Random;
use crate::stream::SPACES;
use noregret::algorithms::{self, Algorithm};
use noregret::{
    Checked, FeaturesBuf, Group, Interval, Kind, Labels, Loss, Parameter, Parameters, SpecError, Value,
};
use serde::{Deserialize, Serialize};

/// Learners under a matrix over all features.
const MATRICES: [&str; 9] =
    ["ada-full", "ada-fd", "s-ada", "ada-lr", "radagrad", "ada-dp", "ons", "fd-son", "rfd-son"];

/// A learner, and what the command is told of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learner {
    /// The algorithm's name.
    pub algorithm: String,
    /// The loss.
    pub loss: Loss,
    /// Whether the command is told the loss, or finds it from the labels.
    pub told: bool,
    /// Whether the command is told which two labels there are, if there are two.
    pub labelled: bool,
    /// The parameters given.
    pub parameters: Parameters,
    /// Whether there is a constant feature.
    pub bias: bool,
    /// The bits of the hash, where it is not the usual one.
    pub bits: Option<u32>,
}

/// Whether sizes stay within a few powers of ten, or go far beyond.
#[derive(Clone, Copy, PartialEq)]
enum Range {
    Modest,
    Wide,
}

fn positive(random: &mut Random, default: f64, range: Range) -> f64 {
    match range {
        Range::Modest => default * random.sized(-2, 1),
        Range::Wide => random.sized(-9, 9),
    }
}

fn interval(random: &mut Random, range: Range) -> Interval {
    let size = positive(random, 1.0, range);
    let interval = match random.below(4) {
        0 => Interval { lo: 0.0, hi: size },
        1 => Interval { lo: -0.1 * size, hi: 3.0 * size },
        2 => Interval { lo: 0.5 * size, hi: size },
        _ => Interval { lo: -size, hi: size },
    };
    if random.chance(0.2) { Interval { lo: -interval.hi, hi: -interval.lo } } else { interval }
}

fn value(random: &mut Random, parameter: &Parameter, range: Range) -> Value {
    match parameter.kind {
        Kind::Positive(default) => Value::Number(positive(random, default, range)),
        Kind::NotNegative(_) | Kind::Strength if random.chance(0.2) => Value::Number(0.0),
        Kind::NotNegative(_) | Kind::Strength if range == Range::Modest => {
            Value::Number(random.sized(-5, -1))
        }
        Kind::NotNegative(_) | Kind::Strength => Value::Number(random.sized(-9, 3)),
        Kind::Whole(_, least) => {
            Value::Number(f64::from(least) + random.pick(&[0, 1, 2, 3, 5, 9, 19, 64]) as f64)
        }
        Kind::Radius(_) => Value::Number(positive(random, 1.0, range)),
        Kind::Box => Value::Box(interval(random, range)),
        Kind::Choice(words) => Value::Word(random.pick(words).to_owned()),
        Kind::Real => Value::Number(random.sized(-3, 0)),
        Kind::Joint => {
            let radius = positive(random, 1.0, range);
            Value::Word(if random.chance(0.5) { "simplex".to_owned() } else { format!("ball:{radius:?}") })
        }
    }
}

fn group(random: &mut Random, name: &str, range: Range) -> Group {
    let set = random.chance(0.6).then(|| interval(random, range));
    let l1 = random.chance(0.4).then(|| random.sized(-4, 0));
    let l2 = (random.chance(0.4) || (set.is_none() && l1.is_none())).then(|| random.sized(-4, 0));
    Group { name: name.to_owned(), set, l1, l2 }
}

fn parameters(random: &mut Random, algorithm: &Algorithm, range: Range) -> Parameters {
    let mut given = Parameters::new();
    if let Some(base) = algorithm.parameters.iter().find(|p| p.name == "base") {
        given.values.insert(base.name.to_owned(), value(random, base, range));
    }
    let share = random.pick(&[0.0, 0.2, 0.5]);
    for parameter in algorithm.parameters_with(&given).unwrap_or_default() {
        // Scales in front of a learner and averages beside it have tests of their own (`noregret/tests/normalized.rs`, `averaged.rs`).
        if !["base", "normalize", "average"].contains(&parameter.name) && random.chance(share) {
            given.values.insert(parameter.name.to_owned(), value(random, parameter, range));
        }
    }
    // A radius or a box, not both.
    let drop = random.pick(&["radius", "box"]);
    if given.values.contains_key("radius") && given.values.contains_key("box") {
        given.values.remove(drop);
    }
    if random.chance(0.15) {
        let groups = SPACES[1..].iter().filter(|_| random.chance(0.7)).collect::<Vec<_>>();
        given.groups = groups.into_iter().map(|name| group(random, name, range)).collect();
    }
    given
}

fn loss(random: &mut Random) -> Loss {
    let loss = random.pick(&Loss::all());
    let Some(default) = loss.parameter() else { return loss };
    let parameter = random.pick(&[default, 0.5 * default, 0.02 * default, 1.9 * default]);
    Loss::named(loss.name(), Some(parameter)).unwrap_or(loss)
}

impl Learner {
    /// A random learner that the library does not refuse, of this algorithm or any.
    pub fn draw(random: &mut Random, only: Option<&str>) -> Self {
        loop {
            let algorithm = match only {
                Some(name) => algorithms::find(name).unwrap_or(&algorithms::ALL[0]),
                None => &algorithms::ALL[random.below(algorithms::ALL.len())],
            };
            let range = random.pick(&[Range::Modest, Range::Modest, Range::Wide]);
            let loss = loss(random);
            // `auto` alone finds its loss: logistic for two labels, squared for more.
            let found = algorithm.name == "auto" && ["logistic", "squared"].contains(&loss.name());
            let learner = Self {
                algorithm: algorithm.name.to_owned(),
                loss,
                told: !(found && random.chance(0.7)),
                labelled: random.chance(0.5),
                parameters: parameters(random, algorithm, range),
                bias: random.chance(0.7),
                bits: random.chance(0.4).then(|| random.pick(&[3, 8, 12, 12, 16])),
            };
            if learner.checked().is_ok() {
                return learner;
            }
        }
    }

    /// Its spec.
    pub fn checked(&self) -> Result<Checked, SpecError> {
        algorithms::find(&self.algorithm)?.spec(Some(self.loss), &self.parameters)?.check()
    }

    /// The same over a box, if it has none and takes one; without what a box does not go with.
    pub fn boxed(&self, random: &mut Random) -> Self {
        let mut boxed = self.clone();
        let set = Value::Box(interval(random, Range::Modest));
        if boxed.checked().is_ok_and(|spec| spec.spec().set.is_none()) {
            boxed.parameters.values.insert("box".to_owned(), set);
        }
        if boxed.checked().is_err() {
            let apart = ["update", "precondition", "set", "signed", "potential", "start"];
            boxed.parameters.values.retain(|name, _| !apart.contains(&name.as_str()));
        }
        if boxed.checked().is_ok() { boxed } else { self.clone() }
    }

    /// The flags that name it.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec!["-a".to_owned(), self.algorithm.clone()];
        if self.told {
            flags.push(format!("--loss={}", self.loss));
        }
        let number = |value: f64| format!("{value:?}");
        for (name, value) in &self.parameters.values {
            flags.push(match value {
                // A whole number is written without its point.
                Value::Number(v) if v.fract() == 0.0 && v.abs() < 1e6 => format!("--{name}={v}"),
                Value::Number(v) => format!("--{name}={}", number(*v)),
                Value::Word(word) => format!("--{name}={word}"),
                Value::Box(set) => format!("--{name}={},{}", number(set.lo), number(set.hi)),
            });
        }
        for Group { name, set, l1, l2 } in &self.parameters.groups {
            flags.extend(set.map(|set| format!("--box={name}={},{}", number(set.lo), number(set.hi))));
            flags.extend(l1.map(|l1| format!("--l1={name}={}", number(l1))));
            flags.extend(l2.map(|l2| format!("--l2={name}={}", number(l2))));
        }
        if !self.bias {
            flags.push("--no-bias".to_owned());
        }
        flags
    }

    /// The name of the algorithm that makes the steps: the base's, under flh.
    pub fn inner(&self) -> &str {
        match algorithms::find(&self.algorithm).map(|algorithm| algorithm.base(&self.parameters)) {
            Ok(Ok(Some(base))) => base.name,
            _ => &self.algorithm,
        }
    }

    /// Whether its weights are its margin: not those of `auto`, which mixes predictions, and of `flh`, which mixes copies.
    pub fn is_linear(&self) -> bool {
        self.algorithm != "auto" && self.algorithm != "flh"
    }

    /// Whether it steps under a matrix over all features.
    pub fn is_matrix(&self) -> bool {
        MATRICES.contains(&self.inner())
    }

    /// Whether weights it never touched are 0.
    pub fn starts_at_zero(&self) -> bool {
        self.inner() != "mirror" && self.checked().is_ok_and(|spec| spec.spec().set.is_none())
    }

    /// Whether labels are one of two classes.
    pub fn is_binary(&self) -> bool {
        self.loss.labels() == Labels::Binary
    }
}

/// The features of an example, as the library takes them: the constant one first, groups by their place in the spec.
pub fn features(learner: &Learner, example: &crate::stream::Example) -> FeaturesBuf {
    let mut buffer = FeaturesBuf::new();
    if learner.bias {
        buffer.push(0, 1.0);
    }
    for feature in &example.features {
        let name = SPACES[feature.space as usize];
        let group = learner.parameters.groups.iter().position(|group| group.name == name);
        buffer.push_grouped(feature.index(), feature.value, group.map_or(0, |place| place as u8 + 1));
    }
    buffer
}
