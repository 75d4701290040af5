//! What is written of a prediction: a class, probabilities or margins.
//!
//! Of one output a line is one number (or the name of a class); of several classes probabilities and margins stand behind the names,
//! `name:number`, because more classes may show up from line to line.

use crate::voice::failure::Failure;
use clap::ValueEnum;
use noregret::{Labels as LossLabels, Loss};
use noregret_engine::Core;
use noregret_io::{Labels, shortest};
use std::io::{self, Write};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The class, as the labels call it
    Class,
    /// The probability of the positive class, or of every class
    Probabilities,
    /// The margin, or that of every class
    Margins,
    /// What `--link` asks for: probabilities, expected counts
    #[value(skip)]
    Link,
}

impl Form {
    /// Of what was asked for; else of several classes the class, and of one output the margin.
    pub fn of(asked: Option<Self>, core: &Core) -> Result<Self, Failure> {
        let classes = core.objective().is_some();
        let form = asked.unwrap_or(if classes { Self::Class } else { Self::Margins });
        let refuse = |message: String, help: &str| Err(Failure { message, help: Some(help.to_owned()) });
        let loss = core.loss();
        match form {
            Self::Margins => Ok(form),
            Self::Class | Self::Probabilities if loss.labels() != LossLabels::Binary => refuse(
                format!("the {loss} loss predicts numbers, which have neither classes nor probabilities"),
                "--output margins writes them; --link writes expected counts under poisson",
            ),
            Self::Probabilities if !matches!(loss, Loss::Logistic(_)) => refuse(
                format!("margins of the {loss} loss stand for no probabilities"),
                "--output margins or class writes what there is; --loss logistic learns probabilities",
            ),
            Self::Link if classes => Self::of(Some(Self::Probabilities), core),
            Self::Class | Self::Probabilities | Self::Link => Ok(form),
        }
    }

    /// Writes what was predicted for the last example.
    pub fn write(self, out: &mut impl Write, core: &Core, labels: &Labels, predicted: f64) -> io::Result<()> {
        let Some(objective) = core.objective() else {
            return match self {
                Self::Margins => number(out, predicted),
                Self::Link | Self::Probabilities => number(out, core.loss().link(predicted)),
                Self::Class => class(out, labels, if predicted > 0.0 { 1.0 } else { -1.0 }),
            };
        };
        if self == Self::Class || core.margins().is_empty() {
            return class(out, labels, predicted);
        }
        let mut values = core.margins().to_vec();
        if self != Self::Margins {
            objective.probabilities(&mut values);
        }
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                out.write_all(b" ")?;
            }
            class(out, labels, place as f64)?;
            write!(out, ":{}", shortest(*value))?;
        }
        Ok(())
    }
}

/// A number; `nan` for none.
pub fn number(out: &mut impl Write, value: f64) -> io::Result<()> {
    if value.is_nan() { write!(out, "nan") } else { write!(out, "{}", shortest(value)) }
}

/// A tag or a name that ends a line, in quotes as JSON has them where it would break the line, or where it begins with a quote.
pub fn last(out: &mut impl Write, name: &[u8]) -> io::Result<()> {
    if name.starts_with(b"\"") || name.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t') {
        return write!(out, "{}", serde_json::Value::from(&*String::from_utf8_lossy(name)));
    }
    out.write_all(name)
}

/// The name of a class, in quotes where it would be taken apart; `nan` for none.
fn class(out: &mut impl Write, labels: &Labels, class: f64) -> io::Result<()> {
    match labels.class_name(class) {
        None => write!(out, "nan"),
        Some(name)
            if name.contains(|c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '"')
                || name.is_empty() =>
        {
            write!(out, "{}", serde_json::Value::from(name))
        }
        Some(name) => write!(out, "{name}"),
    }
}
