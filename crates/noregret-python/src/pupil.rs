//! The class `_native.Pupil`: what River's models are made of, so that `learn_one` is one call.
//!
//! Once a subclass has an engine it says so by [`Pupil::study`]. From then on a dict of the usual kind, with a label of the usual kind, goes straight to that engine. Everything else
//! goes to the subclass's own `_learn_one`, which takes whatever there is.

use crate::engine::PyEngine;
use crate::error::Failure;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyTuple};

/// A model that learns one example at a time.
#[pyclass(name = "Pupil", module = "noregret._native", subclass, frozen)]
pub struct Pupil {
    study: PyOnceLock<Study>,
}

/// What is learned by.
struct Study {
    engine: Py<PyEngine>,
    /// Whether labels are True and False, which are 1 and -1 to the engine; else they are numbers.
    two: bool,
}

#[pymethods]
impl Pupil {
    /// One that has no engine yet; what a subclass is made of is its own.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Self { study: PyOnceLock::new() }
    }

    /// From now on it learns by this engine.
    #[pyo3(name = "_study")]
    fn study(&self, py: Python<'_>, engine: Py<PyEngine>, two: bool) {
        let _ = self.study.set(py, Study { engine, two });
    }

    /// Learns from one example: features by name, a label and perhaps an importance weight.
    #[pyo3(signature = (x, y, w=1.0))]
    fn learn_one(
        slf: &Bound<'_, Self>,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        w: f64,
    ) -> Result<(), Failure> {
        if let Some(study) = slf.get().study.get(slf.py())
            && let Some(label) = study.label(y)
            && let Ok(example) = x.cast::<PyDict>()
            && let Some(learned) = study.engine.get().at_once(example, label, w)
        {
            return learned.map(|_| ());
        }
        slf.call_method1("_learn_one", (x, y, w))?;
        Ok(())
    }
}

impl Study {
    /// A label of the usual kind.
    #[inline]
    fn label(&self, label: &Bound<'_, PyAny>) -> Option<f64> {
        if self.two {
            return label.cast_exact::<PyBool>().ok().map(|label| if label.is_true() { 1.0 } else { -1.0 });
        }
        label.cast_exact::<PyFloat>().ok().map(|label| label.value())
    }
}
