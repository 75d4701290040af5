//! The native half of the Python package: models, data as Python has it, and nothing that prints.
//!
//! Python's side (`python/noregret`) turns what users give into a few plain forms; here they become rows for the one
//! engine that the command has too. The interpreter is let go while anything long runs.

mod audit;
mod block;
mod catalogue;
mod columns;
mod curve;
mod data;
mod dense;
mod dicts;
mod engine;
mod error;
mod labels;
mod learning;
mod lock;
mod metric;
mod one;
mod options;
mod part;
mod passed;
mod player;
mod predicting;
mod pupil;
mod race;
mod sparse;
mod streaming;
mod tables;
mod text;
mod ticker;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("LINE_UP", PyTuple::new(module.py(), noregret_engine::race::LINE_UP)?)?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<metric::PyMetric>()?;
    module.add_class::<player::PyPlayer>()?;
    module.add_class::<player::PyDirections>()?;
    module.add_class::<pupil::Pupil>()?;
    module.add_class::<race::PyRace>()?;
    module.add_class::<part::Part>()?;
    module.add_function(wrap_pyfunction!(part::look, module)?)?;
    module.add_function(wrap_pyfunction!(part::merge_parts, module)?)?;
    module.add_function(wrap_pyfunction!(part::score, module)?)?;
    module.add_function(wrap_pyfunction!(race::race, module)?)?;
    module.add_function(wrap_pyfunction!(race::usual_grids, module)?)?;
    module.add_function(wrap_pyfunction!(audit::regret, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::losses, module)?)?;
    Ok(())
}
