//! The state of a learner as named arrays: what is saved, restored, inspected and compared.
//!
//! A learner writes everything it needs to go on, bit for bit, and reads it back. Scalars are arrays of length one.
//! Learners made of learners nest: the arrays of a part carry its name and a dot before their own.

use std::collections::BTreeMap;
use thiserror::Error;

/// One named array.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// Real numbers; always finite.
    F64(Vec<f64>),
    /// Feature indices and other small whole numbers.
    U32(Vec<u32>),
    /// Counts.
    U64(Vec<u64>),
    /// Groups.
    U8(Vec<u8>),
}

impl Array {
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        match self {
            Array::F64(v) => v.len(),
            Array::U32(v) => v.len(),
            Array::U64(v) => v.len(),
            Array::U8(v) => v.len(),
        }
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why a state does not fit the learner it is given to.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StateError {
    /// An array is missing or of another type.
    #[error("the state has no array {name:?} of type {kind}")]
    Missing {
        /// Its name.
        name: String,
        /// Its type.
        kind: &'static str,
    },
    /// An array has another length than it should.
    #[error("the array {name:?} has {found} entries instead of {expected}")]
    Length {
        /// Its name.
        name: String,
        /// What it should be.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// A value that the learner could never have written.
    #[error("the array {name:?} holds an impossible value: {reason}")]
    Value {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// A learner's whole memory, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    arrays: BTreeMap<String, Array>,
}

impl State {
    /// An empty state.
    pub fn new() -> Self {
        Self::default()
    }

    /// The arrays in order of name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.arrays.iter().map(|(name, array)| (name.as_str(), array))
    }

    /// Adds an array.
    pub fn put(&mut self, name: impl Into<String>, array: Array) {
        self.arrays.insert(name.into(), array);
    }

    /// Adds a real scalar.
    pub fn put_real(&mut self, name: impl Into<String>, value: f64) {
        self.put(name, Array::F64(vec![value]));
    }

    /// Adds a count.
    pub fn put_count(&mut self, name: impl Into<String>, value: u64) {
        self.put(name, Array::U64(vec![value]));
    }

    /// Adds the arrays of a part under its name.
    pub fn put_part(&mut self, part: &str, state: State) {
        for (name, array) in state.arrays {
            self.arrays.insert(format!("{part}.{name}"), array);
        }
    }

    /// The arrays of a part, without its name before theirs.
    pub fn part(&self, part: &str) -> State {
        let prefix = format!("{part}.");
        let inside = self.arrays.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        State {
            arrays: inside.map(|(name, array)| (name[prefix.len()..].to_owned(), array.clone())).collect(),
        }
    }

    /// Whether there is an array of this name.
    pub fn has(&self, name: &str) -> bool {
        self.arrays.contains_key(name)
    }

    fn missing(name: &str, kind: &'static str) -> StateError {
        StateError::Missing { name: name.to_owned(), kind }
    }

    /// An array of finite reals.
    pub fn reals(&self, name: &str) -> Result<&[f64], StateError> {
        match self.arrays.get(name) {
            Some(Array::F64(values)) => match values.iter().find(|v| !v.is_finite()) {
                Some(v) => {
                    Err(StateError::Value { name: name.to_owned(), reason: format!("{v} is not finite") })
                }
                None => Ok(values),
            },
            _ => Err(Self::missing(name, "f64")),
        }
    }

    /// An array of finite reals of a known length.
    pub fn reals_of(&self, name: &str, expected: usize) -> Result<&[f64], StateError> {
        let values = self.reals(name)?;
        if values.len() == expected {
            Ok(values)
        } else {
            Err(StateError::Length { name: name.to_owned(), expected, found: values.len() })
        }
    }

    /// A real scalar.
    pub fn real(&self, name: &str) -> Result<f64, StateError> {
        Ok(self.reals_of(name, 1)?[0])
    }

    /// Feature indices.
    pub fn indices(&self, name: &str) -> Result<&[u32], StateError> {
        match self.arrays.get(name) {
            Some(Array::U32(values)) => Ok(values),
            _ => Err(Self::missing(name, "u32")),
        }
    }

    /// Counts.
    pub fn counts(&self, name: &str) -> Result<&[u64], StateError> {
        match self.arrays.get(name) {
            Some(Array::U64(values)) => Ok(values),
            _ => Err(Self::missing(name, "u64")),
        }
    }

    /// A count.
    pub fn count(&self, name: &str) -> Result<u64, StateError> {
        match self.counts(name)? {
            [value] => Ok(*value),
            other => Err(StateError::Length { name: name.to_owned(), expected: 1, found: other.len() }),
        }
    }

    /// The rounds learned from, which a float must be able to count.
    pub fn rounds(&self) -> Result<u64, StateError> {
        let rounds = self.count("rounds")?;
        if rounds < 1 << 53 {
            return Ok(rounds);
        }
        Err(StateError::Value { name: "rounds".into(), reason: format!("{rounds} rounds cannot be counted") })
    }

    /// Groups.
    pub fn groups(&self, name: &str) -> Result<&[u8], StateError> {
        match self.arrays.get(name) {
            Some(Array::U8(values)) => Ok(values),
            _ => Err(Self::missing(name, "u8")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_nest_and_come_back() {
        let mut inner = State::new();
        inner.put_real("w", 1.5);
        let mut outer = State::new();
        outer.put_part("copy.1", inner.clone());
        outer.put_part("copy.10", State::new());
        outer.put_count("t", 3);
        assert_eq!(outer.part("copy.1"), inner);
        assert_eq!(outer.part("copy.1").real("w"), Ok(1.5));
        assert_eq!(outer.count("t"), Ok(3));
    }

    #[test]
    fn refuses_what_does_not_fit() {
        let mut state = State::new();
        state.put("w", Array::F64(vec![f64::NAN]));
        assert!(matches!(state.reals("w"), Err(StateError::Value { .. })));
        assert!(matches!(state.real("v"), Err(StateError::Missing { .. })));
        state.put("w", Array::F64(vec![1.0, 2.0]));
        assert!(matches!(state.real("w"), Err(StateError::Length { expected: 1, found: 2, .. })));
    }
}
