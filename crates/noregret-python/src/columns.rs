//! The names of features, by the objects that Python has for them.
//!
//! The dicts of a program mostly have the same keys in the same order, and not only equal ones but the very same strings. Of the k-th key the last one is held with its hash,
//! so that a look at an address tells its name. A place whose keys differ again and again is given up: then holding them would cost more than it saves.

use noregret_engine::Column;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The most places.
const MOST: usize = 256;

/// How often the key at a place may change.
const PATIENCE: u8 = 8;

/// Names by place.
#[derive(Default)]
pub struct Columns(Vec<Held>);

struct Held {
    name: Py<PyString>,
    column: Column,
    changes: u8,
}

impl Columns {
    /// The name at a place, if it is worth holding. Places come in order.
    #[inline]
    pub fn get(
        &mut self,
        place: usize,
        name: &Bound<'_, PyString>,
        text: impl FnOnce() -> Option<String>,
    ) -> Option<&Column> {
        // Twice looked up, as no reference may leave that something is written after.
        if self.0.get(place).is_some_and(|held| held.name.is(name)) {
            return self.0.get(place).map(|held| &held.column);
        }
        self.hold(place, name, text)
    }

    #[cold]
    fn hold(
        &mut self,
        place: usize,
        name: &Bound<'_, PyString>,
        text: impl FnOnce() -> Option<String>,
    ) -> Option<&Column> {
        let changes = self.0.get(place).map_or(0, |held| held.changes + 1);
        if place >= MOST || place > self.0.len() || changes > PATIENCE {
            return None;
        }
        let held = Held { name: name.clone().unbind(), column: Column::new(&text()?), changes };
        if place < self.0.len() {
            self.0[place] = held;
        } else {
            self.0.push(held);
        }
        self.0.get(place).map(|held| &held.column)
    }
}
