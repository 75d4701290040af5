//! The classes `_native.Player` and `_native.FrequentDirections`: gradients and rows instead of examples.

use crate::error::Failure;
use crate::options::parameters;
use noregret::{Features, FeaturesBuf, FrequentDirections, Player, algorithms};
use noregret_engine::EngineError;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard};

/// A vector without its zeros.
fn sparse<'a>(values: &[f64], buffer: &'a mut FeaturesBuf) -> Result<Features<'a>, Failure> {
    buffer.clear();
    (0..).zip(values).for_each(|(index, &value)| buffer.push(index, value));
    buffer.finish().map_err(|error| Failure::data(error.to_string()))
}

/// A player of online convex optimization.
#[pyclass(name = "Player", module = "noregret._native", frozen)]
pub struct PyPlayer {
    player: Mutex<Player>,
}

impl PyPlayer {
    fn lock(&self) -> Result<MutexGuard<'_, Player>, Failure> {
        self.player.lock().map_err(|_| Failure::Broken)
    }
}

#[pymethods]
impl PyPlayer {
    #[new]
    fn py_new(algorithm: &str, given: &Bound<'_, PyDict>) -> Result<Self, Failure> {
        let given = parameters(given)?;
        let made = algorithms::find(algorithm)
            .and_then(|algorithm| algorithm.spec(None, &given)?.check())
            .and_then(|checked| Player::new(&checked));
        Ok(Self { player: Mutex::new(made.map_err(EngineError::Spec)?) })
    }

    /// The first so many coordinates of the point it plays.
    fn point<'py>(&self, py: Python<'py>, coordinates: u32) -> Result<Bound<'py, PyArray1<f64>>, Failure> {
        Ok(PyArray1::from_vec(py, self.lock()?.point(coordinates)))
    }

    /// Takes the gradient at the point played.
    fn learn(&self, gradient: PyReadonlyArray1<'_, f64>) -> Result<(), Failure> {
        let (gradient, mut buffer) = (gradient.as_array().to_vec(), FeaturesBuf::new());
        let gradient = sparse(&gradient, &mut buffer)?;
        self.lock()?.learn(gradient).map_err(|error| Failure::data(error.to_string()))
    }

    /// The most that its regret can be, where a theorem says so.
    fn bound(&self) -> Result<Option<f64>, Failure> {
        Ok(self.lock()?.bound())
    }
}

/// A sketch of a stream of rows.
#[pyclass(name = "FrequentDirections", module = "noregret._native", frozen)]
pub struct PyDirections {
    sketch: Mutex<(FrequentDirections, usize)>,
}

impl PyDirections {
    fn lock(&self) -> Result<MutexGuard<'_, (FrequentDirections, usize)>, Failure> {
        self.sketch.lock().map_err(|_| Failure::Broken)
    }
}

#[pymethods]
impl PyDirections {
    #[new]
    fn py_new(tau: usize) -> Result<Self, Failure> {
        if tau < 2 {
            return Err(Failure::data("a sketch has at least 2 rows"));
        }
        Ok(Self { sketch: Mutex::new((FrequentDirections::new(tau), 0)) })
    }

    /// Adds rows.
    fn append(&self, py: Python<'_>, rows: PyReadonlyArray2<'_, f64>) -> Result<(), Failure> {
        let rows = rows.as_array();
        py.detach(|| {
            let mut held = self.lock()?;
            let mut next = held.0.clone();
            let mut buffer = FeaturesBuf::new();
            for (row, values) in rows.rows().into_iter().enumerate() {
                let values = values.to_vec();
                let features = sparse(&values, &mut buffer)?;
                next.append(features).map_err(|error| Failure::at(row, error.to_string()))?;
            }
            *held = (next, held.1.max(rows.ncols()));
            Ok(())
        })
    }

    /// The squared singular values of the sketch.
    fn spectrum<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray1<f64>>, Failure> {
        Ok(PyArray1::from_vec(py, self.lock()?.0.spectrum().to_vec()))
    }

    /// Its directions, a row for each.
    fn basis<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<f64>>, Failure> {
        let held = self.lock()?;
        let (rows, columns) = (held.0.basis(), held.1);
        let mut table = vec![0.0; rows.len() * columns];
        for (row, entries) in rows.iter().enumerate() {
            entries.iter().for_each(|&(index, value)| table[row * columns + index as usize] = value);
        }
        Ok(PyArray1::from_vec(py, table).reshape([rows.len(), columns])?)
    }

    /// The most by which A'A exceeds S'S.
    fn error_bound(&self) -> Result<f64, Failure> {
        Ok(self.lock()?.0.error_bound())
    }

    /// Rows received.
    fn rows(&self) -> Result<u64, Failure> {
        Ok(self.lock()?.0.rows())
    }

    /// The sum of squares of all entries received.
    fn total(&self) -> Result<f64, Failure> {
        Ok(self.lock()?.0.total())
    }

    /// Takes in what another sketch has seen.
    fn merge(&self, other: &Self) -> Result<(), Failure> {
        let (theirs, width) = { other.lock()?.clone() };
        let mut held = self.lock()?;
        held.0.merge(&theirs).map_err(|error| Failure::data(error.to_string()))?;
        held.1 = held.1.max(width);
        Ok(())
    }
}
