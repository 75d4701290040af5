//! What a fresh engine is, from a dict that Python's side made of keyword arguments.

use crate::error::{Failure, made};
use noregret::{Group, Interval, Parameters, Value};
use noregret_engine::{Engine, EngineError, EngineOptions};
use noregret_io::{ColumnKind, Crosses};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

/// The options of a fresh engine.
pub fn options(given: &Bound<'_, PyDict>) -> Result<EngineOptions, Failure> {
    let mut options = Engine::options();
    for (name, value) in given.iter() {
        let name: String = name.extract()?;
        options =
            match name.as_str() {
                "algorithm" => options.algorithm(value.extract::<String>()?),
                "loss" => {
                    let loss: String = value.extract()?;
                    options.loss(loss.parse().map_err(|why: noregret::loss::ParseLossError| {
                        EngineError::Options(why.to_string())
                    })?)
                }
                "parameters" => options.parameters(parameters(value.cast::<PyDict>().map_err(PyErr::from)?)?),
                "bias" => options.bias(value.extract()?),
                "bits" => options.bits(value.extract()?),
                "names" => options.names(value.extract()?),
                "labels" => {
                    let (negative, positive): (String, String) = value.extract()?;
                    options.labels(negative, positive)
                }
                "positive" => options.positive(value.extract::<String>()?),
                "classes" => {
                    if value.extract()? {
                        options.classes()
                    } else {
                        options
                    }
                }
                "label" => options.label(value.extract::<String>()?),
                "weight" => options.weight(value.extract::<String>()?),
                "tag" => options.tag(value.extract::<String>()?),
                "ignore" => value.extract::<Vec<String>>()?.into_iter().fold(options, EngineOptions::ignore),
                "keep" => value.extract::<Vec<String>>()?.into_iter().fold(options, EngineOptions::keep),
                "interactions" => options.crosses(crosses(&value.extract::<Vec<String>>()?)?),
                "columns" => {
                    let mut options = options;
                    for (column, kind) in value.cast::<PyDict>().map_err(PyErr::from)?.iter() {
                        options = options.column(column.extract::<String>()?, kind_of(&kind)?);
                    }
                    options
                }
                other => return Err(refused(given.py(), &format!("there is no option {other}"))),
            };
    }
    Ok(options)
}

fn refused(py: Python<'_>, message: &str) -> Failure {
    Failure::Python(made(py, "SpecError", message, None, None))
}

fn crosses(texts: &[String]) -> Result<Crosses, Failure> {
    let mut crosses = Crosses::default();
    for text in texts {
        crosses.add_list(text).map_err(|why| EngineError::Options(format!("interactions: {why}")))?;
    }
    Ok(crosses)
}

fn kind_of(kind: &Bound<'_, PyAny>) -> Result<ColumnKind, Failure> {
    let kind: String = kind.extract()?;
    Ok(match kind.as_str() {
        "number" => ColumnKind::Numeric,
        "category" => ColumnKind::Category,
        "mixed" => ColumnKind::Mixed,
        "text" => ColumnKind::Text,
        "date" => ColumnKind::Date(None),
        other => {
            return Err(Failure::data(format!(
                "{other} is no kind of column: number, category, mixed, text or date"
            )));
        }
    })
}

/// Parameters by name: numbers, words, truth values and pairs; feature groups under `groups`.
pub fn parameters(given: &Bound<'_, PyDict>) -> Result<Parameters, Failure> {
    let mut parameters = Parameters::new();
    for (name, value) in given.iter() {
        let name = name.extract::<String>()?.replace('_', "-");
        if value.is_none() {
            continue;
        }
        if name == "groups" {
            for (group, terms) in value.cast::<PyDict>().map_err(PyErr::from)?.iter() {
                let own = self::parameters(terms.cast::<PyDict>().map_err(PyErr::from)?)?;
                let name: String = group.extract()?;
                let (set, l1, l2) = (own.set(), own.get("l1"), own.get("l2"));
                parameters.groups.push(Group { name, set, l1, l2 });
            }
            continue;
        }
        let value = value_of(&value).ok_or_else(|| {
            refused(given.py(), &format!("{name} takes a number, a word or a pair of numbers"))
        })?;
        parameters.values.insert(name, value);
    }
    Ok(parameters)
}

fn value_of(value: &Bound<'_, PyAny>) -> Option<Value> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Some(Value::Word(if truth.is_true() { "yes" } else { "no" }.to_owned()));
    }
    if value.is_instance_of::<PyString>() {
        return value.extract().ok().map(Value::Word);
    }
    if let Ok(number) = value.extract() {
        return Some(Value::Number(number));
    }
    value.extract::<(f64, f64)>().ok().map(|(lo, hi)| Value::Box(Interval { lo, hi }))
}
