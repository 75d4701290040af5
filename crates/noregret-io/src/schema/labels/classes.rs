//! The names of classes, in the order they first came: a class is its place, from 0, and keeps it for ever.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The classes met.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub(super) struct Classes {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl PartialEq for Classes {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl From<Vec<String>> for Classes {
    fn from(names: Vec<String>) -> Self {
        let places = names.iter().cloned().zip(0..).collect();
        Self { names, places }
    }
}

impl From<Classes> for Vec<String> {
    fn from(classes: Classes) -> Self {
        classes.names
    }
}

impl Classes {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Their names.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of a name, if it was met.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The place of a name, met before or not.
    pub(super) fn place(&mut self, name: &str) -> usize {
        self.find(name).unwrap_or_else(|| {
            self.places.insert(name.to_owned(), self.names.len());
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Whether two have the same name: then no learner wrote them.
    pub(super) fn repeat(&self) -> bool {
        self.places.len() < self.names.len()
    }
}
