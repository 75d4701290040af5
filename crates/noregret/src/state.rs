//! The state of a learner as named arrays: what is saved, restored, inspected and compared.
//!
//! A learner writes everything it needs to go on, bit for bit, and reads it back. Scalars are arrays of length one.
//! Learners made of learners nest: the arrays of a part carry its name and a dot before their own.
//!
//! A learner writes to any [`Save`]: a file takes its numbers one piece at a time, so that a large table is never copied as
//! a whole; a [`State`] keeps them all, for tests, merging and a look inside. Numbers keep the width they have in memory.

use crate::table::Pages;
use bytemuck::Pod;
use std::collections::BTreeMap;
use thiserror::Error;

/// The type of an array's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Real numbers, as f64.
    F64,
    /// Feature indices and other small whole numbers.
    U32,
    /// Counts, such as rounds.
    U64,
    /// Groups, text, packed numbers.
    U8,
    /// Real numbers of half the width.
    F32,
}

impl Kind {
    /// Bytes of one number.
    pub fn width(self) -> usize {
        match self {
            Kind::F64 | Kind::U64 => 8,
            Kind::U32 | Kind::F32 => 4,
            Kind::U8 => 1,
        }
    }
}

/// A number that arrays are made of.
pub trait Number: Pod {
    /// The type of arrays made of it.
    const KIND: Kind;
    /// With its bytes in little-endian order, as files have them.
    fn little_endian(self) -> Self;
    /// The numbers of an array of this type.
    fn of(array: &Array) -> Option<&[Self]>;
    /// The same, with their memory.
    fn taken(array: Array) -> Option<Pages<Self>>;
}

macro_rules! number {
    ($($number:ident $kind:ident $fix:expr;)*) => {$(
        impl Number for $number {
            const KIND: Kind = Kind::$kind;

            #[inline]
            fn little_endian(self) -> Self {
                let fix: fn($number) -> $number = $fix;
                fix(self)
            }

            fn of(array: &Array) -> Option<&[Self]> {
                if let Array::$kind(numbers) = array { Some(numbers) } else { None }
            }

            fn taken(array: Array) -> Option<Pages<Self>> {
                if let Array::$kind(numbers) = array { Some(numbers.into()) } else { None }
            }
        }
    )*};
}

number! {
    f64 F64 |v| f64::from_bits(v.to_bits().to_le());
    f32 F32 |v| f32::from_bits(v.to_bits().to_le());
    u32 U32 u32::to_le;
    u64 U64 u64::to_le;
    u8 U8 |v| v;
}

/// Where a learner writes its state.
pub trait Save {
    /// Begins an array of so many numbers. False if only its size was wanted: then no numbers follow.
    fn begin(&mut self, name: &str, kind: Kind, count: usize) -> bool;

    /// Takes the next numbers of the array begun last, as little-endian bytes.
    fn bytes(&mut self, bytes: &[u8]);
}

/// How many bytes are handed over at a time.
const PIECE: usize = 1 << 16;

impl dyn Save + '_ {
    /// Writes an array of so many rows of numbers, as they come.
    pub fn rows<T: Number, const N: usize>(
        &mut self,
        name: &str,
        count: usize,
        rows: impl Iterator<Item = [T; N]>,
    ) {
        if !self.begin(name, T::KIND, count * N) {
            return;
        }
        let most = (PIECE / size_of::<T>()).saturating_sub(N);
        let mut piece: Vec<T> = Vec::with_capacity(most + N);
        rows.for_each(|row| {
            piece.extend_from_slice(&row.map(T::little_endian));
            if piece.len() >= most {
                self.bytes(bytemuck::cast_slice(&piece));
                piece.clear();
            }
        });
        self.bytes(bytemuck::cast_slice(&piece));
    }

    /// Writes an array of so many numbers, as they come.
    pub fn each<T: Number>(&mut self, name: &str, count: usize, numbers: impl Iterator<Item = T>) {
        self.rows(name, count, numbers.map(|number| [number]));
    }

    /// Writes an array.
    pub fn all<T: Number>(&mut self, name: &str, numbers: &[T]) {
        self.each(name, numbers.len(), numbers.iter().copied());
    }

    /// Writes an array that was made for it.
    pub fn put(&mut self, name: impl AsRef<str>, array: impl std::borrow::Borrow<Array>) {
        let name = name.as_ref();
        match array.borrow() {
            Array::F64(numbers) => self.all(name, numbers),
            Array::U32(numbers) => self.all(name, numbers),
            Array::U64(numbers) => self.all(name, numbers),
            Array::U8(numbers) => self.all(name, numbers),
            Array::F32(numbers) => self.all(name, numbers),
        }
    }

    /// Writes a real scalar.
    pub fn put_real(&mut self, name: impl AsRef<str>, value: f64) {
        self.all(name.as_ref(), &[value]);
    }

    /// Writes a count.
    pub fn put_count(&mut self, name: impl AsRef<str>, value: u64) {
        self.all(name.as_ref(), &[value]);
    }
}

/// The arrays of a part: its name and a dot stand before theirs.
pub struct Part<'a> {
    whole: &'a mut dyn Save,
    prefix: String,
}

impl<'a> Part<'a> {
    /// A part of a whole.
    pub fn new(whole: &'a mut dyn Save, name: &str) -> Self {
        Self { whole, prefix: format!("{name}.") }
    }
}

impl Save for Part<'_> {
    fn begin(&mut self, name: &str, kind: Kind, count: usize) -> bool {
        self.whole.begin(&format!("{}{name}", self.prefix), kind, count)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.whole.bytes(bytes);
    }
}

/// One named array.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// Real numbers; always finite.
    F64(Vec<f64>),
    /// Feature indices and other small whole numbers.
    U32(Vec<u32>),
    /// Counts, such as rounds.
    U64(Vec<u64>),
    /// Groups, text, packed numbers.
    U8(Vec<u8>),
    /// Real numbers of half the width; always finite. Large tables are made of them: the memory is that of a table.
    F32(Pages<f32>),
}

impl Array {
    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        match self {
            Array::F64(v) => v.len(),
            Array::U32(v) => v.len(),
            Array::U64(v) => v.len(),
            Array::U8(v) => v.len(),
            Array::F32(v) => v.len(),
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
        /// The name of the array.
        name: String,
        /// The type it should have.
        kind: &'static str,
    },
    /// An array has another length than it should.
    #[error("the array {name:?} has {found} entries instead of {expected}")]
    Length {
        /// The name of the array.
        name: String,
        /// The length it should have.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// A value that the learner could never have written.
    #[error("the array {name:?} holds an impossible value: {reason}")]
    Value {
        /// The name of the array.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl StateError {
    /// A value in the array of this name that the learner could never have written.
    pub(crate) fn impossible(name: &str, reason: impl Into<String>) -> Self {
        Self::Value { name: name.to_owned(), reason: reason.into() }
    }
}

/// A learner's whole memory, by name.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The arrays in the order they were written.
    arrays: Vec<Array>,
    /// By name: the position in that order.
    positions: BTreeMap<String, usize>,
    /// The position of the array begun last.
    latest: usize,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Save for State {
    fn begin(&mut self, name: &str, kind: Kind, count: usize) -> bool {
        let array = match kind {
            Kind::F64 => Array::F64(Vec::with_capacity(count)),
            Kind::U32 => Array::U32(Vec::with_capacity(count)),
            Kind::U64 => Array::U64(Vec::with_capacity(count)),
            Kind::U8 => Array::U8(Vec::with_capacity(count)),
            Kind::F32 => Array::F32(Vec::with_capacity(count).into()),
        };
        self.latest = self.insert(name.to_owned(), array);
        true
    }

    fn bytes(&mut self, bytes: &[u8]) {
        fn add<T: Number>(numbers: &mut Vec<T>, bytes: &[u8]) {
            // Where the machine's order is another, the bytes turn back into the number they came from.
            numbers.extend(
                bytes
                    .chunks_exact(size_of::<T>())
                    .map(|chunk| bytemuck::pod_read_unaligned::<T>(chunk).little_endian()),
            );
        }
        match self.arrays.get_mut(self.latest) {
            Some(Array::F64(numbers)) => add(numbers, bytes),
            Some(Array::U32(numbers)) => add(numbers, bytes),
            Some(Array::U64(numbers)) => add(numbers, bytes),
            Some(Array::U8(numbers)) => add(numbers, bytes),
            Some(Array::F32(Pages::Heap(numbers))) => add(numbers, bytes),
            Some(Array::F32(_)) => {}
            None => {}
        }
    }
}

impl State {
    /// An empty state.
    pub fn new() -> Self {
        Self::default()
    }

    /// What something writes.
    pub fn of(write: impl FnOnce(&mut dyn Save)) -> Self {
        let mut state = Self::new();
        write(&mut state);
        state
    }

    /// The arrays in order of name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.positions.iter().map(|(name, &position)| (name.as_str(), &self.arrays[position]))
    }

    /// Adds an array, or replaces the one of that name.
    pub fn put(&mut self, name: impl Into<String>, array: Array) {
        self.insert(name.into(), array);
    }

    /// As [`put`](Self::put); gives the position in the order of writing.
    fn insert(&mut self, name: String, array: Array) -> usize {
        let position = *self.positions.entry(name).or_insert(self.arrays.len());
        match self.arrays.get_mut(position) {
            Some(old) => *old = array,
            None => self.arrays.push(array),
        }
        position
    }

    /// Takes an array out.
    pub fn take(&mut self, name: &str) -> Option<Array> {
        let position = self.positions.remove(name)?;
        Some(std::mem::replace(&mut self.arrays[position], Array::U8(Vec::new())))
    }

    fn get(&self, name: &str) -> Option<&Array> {
        self.positions.get(name).map(|&position| &self.arrays[position])
    }

    /// Writes every array.
    pub fn save(&self, out: &mut dyn Save) {
        let mut names: Vec<(usize, &str)> =
            self.positions.iter().map(|(name, &position)| (position, name.as_str())).collect();
        names.sort_unstable();
        names.iter().for_each(|&(position, name)| out.put(name, &self.arrays[position]));
    }

    /// Adds a real scalar.
    pub fn put_real(&mut self, name: impl Into<String>, value: f64) {
        self.put(name, Array::F64(vec![value]));
    }

    /// Adds one count, as an array of length 1.
    pub fn put_count(&mut self, name: impl Into<String>, value: u64) {
        self.put(name, Array::U64(vec![value]));
    }

    /// The arrays of a part, without its name before theirs.
    pub fn part(&self, part: &str) -> State {
        let prefix = format!("{part}.");
        let inside = self.positions.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        let mut inside: Vec<(usize, &str)> =
            inside.map(|(name, &position)| (position, &name[prefix.len()..])).collect();
        inside.sort_unstable();
        let mut part = State::new();
        inside.into_iter().for_each(|(position, name)| {
            part.put(name, self.arrays[position].clone());
        });
        part
    }

    /// Whether there is an array of this name.
    pub fn has(&self, name: &str) -> bool {
        self.positions.contains_key(name)
    }

    fn missing(name: &str, kind: &'static str) -> StateError {
        StateError::Missing { name: name.to_owned(), kind }
    }

    /// An array of finite reals.
    pub fn reals(&self, name: &str) -> Result<&[f64], StateError> {
        match self.get(name) {
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

    /// An array of numbers of a type. Whoever reads them refuses those that are not finite.
    pub fn numbers<T: Number>(&self, name: &str) -> Result<&[T], StateError> {
        let kind = match T::KIND {
            Kind::F64 => "f64",
            Kind::U32 => "u32",
            Kind::U64 => "u64",
            Kind::U8 => "u8",
            Kind::F32 => "f32",
        };
        self.get(name).and_then(T::of).ok_or_else(|| Self::missing(name, kind))
    }

    /// Takes an array of numbers of a type out, memory and all. Whoever reads them refuses those that are not finite.
    pub fn take_numbers<T: Number>(&mut self, name: &str) -> Result<Pages<T>, StateError> {
        self.numbers::<T>(name)?;
        Ok(self.take(name).and_then(T::taken).unwrap_or_default())
    }

    /// The one real number of an array of length 1.
    pub fn real(&self, name: &str) -> Result<f64, StateError> {
        Ok(self.reals_of(name, 1)?[0])
    }

    /// Feature indices.
    pub fn indices(&self, name: &str) -> Result<&[u32], StateError> {
        match self.get(name) {
            Some(Array::U32(values)) => Ok(values),
            _ => Err(Self::missing(name, "u32")),
        }
    }

    /// The array of this name, which must hold counts.
    pub fn counts(&self, name: &str) -> Result<&[u64], StateError> {
        match self.get(name) {
            Some(Array::U64(values)) => Ok(values),
            _ => Err(Self::missing(name, "u64")),
        }
    }

    /// The one count of an array of length 1.
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

    /// The rounds that a merged learner learned from beyond its clock; none of one that was never merged.
    pub fn merged(&self) -> Result<Option<u64>, StateError> {
        if !self.has("merged") {
            return Ok(None);
        }
        let (rounds, merged) = (self.rounds()?, self.count("merged")?);
        if rounds.checked_add(merged).is_some_and(|all| all < 1 << 53) {
            return Ok(Some(merged));
        }
        Err(StateError::Value { name: "merged".into(), reason: format!("{merged} rounds cannot be counted") })
    }

    /// The array of this name, which must hold groups.
    pub fn groups(&self, name: &str) -> Result<&[u8], StateError> {
        match self.get(name) {
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
        inner.save(&mut Part::new(&mut outer, "copy.1"));
        State::new().save(&mut Part::new(&mut outer, "copy.10"));
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
