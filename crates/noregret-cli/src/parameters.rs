//! The parameters of all algorithms as flags, made from the table of algorithms: a new row there needs no line here.

use crate::voice::failure::usage;
use anyhow::Result;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use noregret::{Group, Interval, Kind, Loss, Parameter, Parameters, Value, algorithms};
use std::collections::BTreeMap;

/// What the user gave, as text, by parameter.
#[derive(Clone, Debug, Default)]
pub struct ParameterFlags {
    given: BTreeMap<&'static str, Vec<String>>,
}

/// Every parameter of any algorithm, once, with who takes it.
fn all() -> Vec<(&'static Parameter, Vec<&'static str>)> {
    let mut all: Vec<(&'static Parameter, Vec<&'static str>)> = Vec::new();
    for algorithm in algorithms::ALL {
        for parameter in algorithm.parameters {
            match all.iter_mut().find(|(known, _)| known.name == parameter.name) {
                Some((_, takers)) => takers.push(algorithm.name),
                None => all.push((parameter, vec![algorithm.name])),
            }
        }
    }
    all
}

/// What `--loss` is, with all losses there are and which one it is unless given.
pub fn loss_help(what: &str, default: &str) -> String {
    format!("{what}: {} [default: {default}]", Loss::forms().join(", "))
}

/// Parameters a feature group can have of its own.
fn grouped(name: &str) -> bool {
    matches!(name, "box" | "radius" | "l1" | "l2")
}

impl Args for ParameterFlags {
    fn augment_args(command: Command) -> Command {
        let mut command = command;
        for (parameter, takers) in all() {
            let value = match parameter.kind {
                Kind::Choice(_) => "NAME",
                Kind::Box => "LO,HI",
                Kind::Radius(_) => "R",
                Kind::Joint => "simplex|ball:R",
                Kind::Whole(..) => "N",
                Kind::Positive(_) | Kind::NotNegative(_) | Kind::Strength | Kind::Real => "V",
            };
            let words = if let Kind::Choice(words) = parameter.kind {
                format!(": {}", words.join(", "))
            } else {
                String::new()
            };
            let groups = if grouped(parameter.name) { "; or GROUP=… for a feature group" } else { "" };
            // A yes-or-no parameter reads as a plain flag too.
            let switch = parameter.kind == Kind::Choice(&["no", "yes"]);
            command = command.arg(
                Arg::new(parameter.name)
                    .num_args(if switch { 0..=1 } else { 1..=1 })
                    .default_missing_value("yes")
                    .require_equals(switch)
                    .long(parameter.name)
                    .value_name(value)
                    .help(format!("{}{words}{groups} [{}]", parameter.about, takers.join(", ")))
                    .action(if grouped(parameter.name) { ArgAction::Append } else { ArgAction::Set })
                    .allow_hyphen_values(true)
                    .help_heading("Parameters of algorithms (see `noregret algorithms NAME` for defaults)"),
            );
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParameterFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for name in all().iter().map(|(parameter, _)| parameter.name) {
            if let Some(values) = matches.get_many::<String>(name) {
                self.given.insert(name, values.cloned().collect());
            }
        }
        Ok(())
    }
}

fn number(name: &str, text: &str) -> Result<f64> {
    let value: f64 =
        text.trim().parse().map_err(|_| usage(format!("--{name} takes a number, not {text:?}")))?;
    if value.is_finite() {
        Ok(value)
    } else {
        Err(usage(format!("--{name} takes a finite number, not {text:?}")))
    }
}

fn interval(name: &str, text: &str) -> Result<Interval> {
    let (lo, hi) =
        text.split_once(',').ok_or_else(|| usage(format!("--{name} takes LO,HI, not {text:?}")))?;
    Ok(Interval { lo: number(name, lo)?, hi: number(name, hi)? })
}

impl ParameterFlags {
    /// Whether none was given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Whether one was given.
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Gives one, in place of what was given; nothing if no algorithm has it.
    pub fn set(&mut self, name: &str, value: &str) {
        if let Some((parameter, _)) = all().iter().find(|(parameter, _)| parameter.name == name) {
            self.given.insert(parameter.name, vec![value.to_owned()]);
        }
    }

    /// What was given, as the words of a command.
    pub fn words(&self) -> Vec<String> {
        let kinds = all();
        let switch =
            |name| kinds.iter().any(|(p, _)| p.name == name && p.kind == Kind::Choice(&["no", "yes"]));
        let mut words = Vec::new();
        for (&name, texts) in &self.given {
            for text in texts {
                if switch(name) {
                    words.push(format!("--{name}={text}"));
                } else {
                    words.extend([format!("--{name}"), text.clone()]);
                }
            }
        }
        words
    }

    /// The parameters given, in order of the formulas' names.
    pub fn parse(&self) -> Result<Parameters> {
        let mut parameters = Parameters::new();
        let kinds = all();
        for (&name, texts) in &self.given {
            let kind = kinds
                .iter()
                .find(|(parameter, _)| parameter.name == name)
                .map(|(parameter, _)| parameter.kind);
            for text in texts {
                match text.rsplit_once('=').filter(|_| grouped(name)) {
                    Some((group, text)) => Self::group(&mut parameters.groups, group, name, text)?,
                    None => {
                        let value = match kind {
                            Some(Kind::Choice(_) | Kind::Joint) => Value::Word(text.clone()),
                            Some(Kind::Box) => Value::Box(interval(name, text)?),
                            _ => Value::Number(number(name, text)?),
                        };
                        if parameters.values.insert(name.to_owned(), value).is_some() {
                            return Err(usage(format!("--{name} is given twice")));
                        }
                    }
                }
            }
        }
        Ok(parameters)
    }

    fn group(groups: &mut Vec<Group>, group: &str, name: &str, text: &str) -> Result<()> {
        let place = groups.iter().position(|known| known.name == group).unwrap_or_else(|| {
            groups.push(Group { name: group.to_owned(), set: None, l1: None, l2: None });
            groups.len() - 1
        });
        let entry = &mut groups[place];
        let twice = match name {
            "box" => entry.set.replace(interval(name, text)?).is_some(),
            "radius" => entry.set.replace(Interval::radius(number(name, text)?)).is_some(),
            "l1" => entry.l1.replace(number(name, text)?).is_some(),
            _ => entry.l2.replace(number(name, text)?).is_some(),
        };
        if twice { Err(usage(format!("--{name} is given twice for the group {group:?}"))) } else { Ok(()) }
    }
}
