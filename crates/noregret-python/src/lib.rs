//! The native half of the Python package: models, data as Python has it, and nothing that prints.
//!
//! Python's side (`python/noregret`) turns what users give into a few plain forms; here they become rows for the one
//! engine that the command has too. The interpreter is let go while anything long runs.

mod block;
mod catalogue;
mod curve;
mod data;
mod dense;
mod dicts;
mod engine;
mod error;
mod labels;
mod learning;
mod metric;
mod options;
mod player;
mod predicting;
mod sparse;
mod streaming;
mod ticker;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<metric::PyMetric>()?;
    module.add_class::<player::PyPlayer>()?;
    module.add_class::<player::PyDirections>()?;
    module.add_function(wrap_pyfunction!(catalogue::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::losses, module)?)?;
    Ok(())
}
