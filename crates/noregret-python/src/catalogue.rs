//! What can be learned with.

use noregret::{Kind, Loss, Parameter, Value, algorithms as table};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Every algorithm, as a list of dicts.
#[pyfunction]
pub fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let all = PyList::empty(py);
    for algorithm in table::ALL {
        let row = PyDict::new(py);
        let texts = [
            ("name", algorithm.name),
            ("summary", algorithm.summary),
            ("formula", algorithm.formula),
            ("bound", algorithm.bound),
            ("weakness", algorithm.weakness),
            ("cost", algorithm.cost),
            ("reference", algorithm.reference),
        ];
        for (name, text) in texts {
            row.set_item(name, text)?;
        }
        row.set_item("loss", algorithm.default_loss().to_string())?;
        row.set_item("player", algorithm.player)?;
        let parameters = PyList::empty(py);
        for parameter in algorithm.parameters {
            parameters.append(described(py, parameter)?)?;
        }
        row.set_item("parameters", parameters)?;
        all.append(row)?;
    }
    Ok(all)
}

fn described<'py>(py: Python<'py>, parameter: &Parameter) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    row.set_item("name", parameter.name)?;
    match parameter.default() {
        Some(Value::Number(number)) => row.set_item("default", number)?,
        Some(other) => row.set_item("default", other.to_string())?,
        None => row.set_item("default", py.None())?,
    }
    row.set_item("about", parameter.about)?;
    let choices = if let Kind::Choice(words) = parameter.kind { Some(words.to_vec()) } else { None };
    row.set_item("choices", choices)?;
    Ok(row)
}

/// The names of all losses; a parameter stands in parentheses.
#[pyfunction]
pub fn losses() -> Vec<String> {
    Loss::forms()
}
