//! Looks up from long work now and then: for signals, and to say how far it is.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How long nobody looks up.
const PATIENCE: Duration = Duration::from_millis(50);

/// Asks Python whether to go on.
pub struct Ticker {
    told: Option<Py<PyAny>>,
    last: Instant,
}

impl Ticker {
    /// With a function that is told how many examples are done, if anybody wants to know.
    pub fn new(told: Option<Py<PyAny>>) -> Self {
        Self { told, last: Instant::now() }
    }

    /// Looks up if it is time to.
    pub fn tick(&mut self, done: usize) -> PyResult<()> {
        if self.last.elapsed() < PATIENCE { Ok(()) } else { self.look(done) }
    }

    /// Looks up.
    pub fn look(&mut self, done: usize) -> PyResult<()> {
        let answer = Python::attach(|py| {
            py.check_signals()?;
            self.told.as_ref().map_or(Ok(()), |told| told.call1(py, (done,)).map(drop))
        });
        self.last = Instant::now();
        answer
    }
}
