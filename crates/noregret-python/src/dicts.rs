//! Examples as dicts: a name and a number, a name and a text, or a namespace and a dict of these.

use crate::columns::Columns;
use crate::error::Failure;
use crate::text::text;
use noregret_engine::{Named, Naming, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use std::borrow::Cow;
use std::ops::Range;

/// Named features of many examples, in one piece of memory.
#[derive(Default)]
pub struct Bag {
    text: String,
    features: Vec<Feature>,
    ends: Vec<usize>,
    largest: f64,
}

/// A stretch of the text.
type Place = Range<usize>;

struct Feature {
    namespace: Place,
    name: Place,
    value: Held,
}

enum Held {
    Number(f64),
    Text(Place),
}

impl Bag {
    /// Of an iterable of dicts.
    pub fn of(examples: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let mut bag = Self::default();
        for (row, example) in examples.try_iter()?.enumerate() {
            let example = example?;
            let example = example.cast::<PyDict>().map_err(|_| {
                Failure::at(row, format!("an example is a dict of features, and this is {}", kind(&example)))
            })?;
            bag.push(example, row)?;
        }
        Ok(bag)
    }

    /// How many examples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The largest magnitude of a number.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// Adds an example.
    pub fn push(&mut self, example: &Bound<'_, PyDict>, row: usize) -> Result<(), Failure> {
        for (name, value) in example.iter() {
            let name = self.name(&name, row)?;
            // Texts and namespaces are told apart in the order of how common they are.
            if let Ok(text) = value.cast::<PyString>() {
                let value = Held::Text(self.keep(text, row)?);
                self.features.push(Feature { namespace: 0..0, name, value });
            } else if let Ok(inner) = value.cast::<PyDict>() {
                for (key, value) in inner.iter() {
                    let key = self.name(&key, row)?;
                    self.feature(name.clone(), key, &value, row)?;
                }
            } else {
                self.feature(0..0, name, &value, row)?;
            }
        }
        self.ends.push(self.features.len());
        Ok(())
    }

    fn name(&mut self, name: &Bound<'_, PyAny>, row: usize) -> Result<Place, Failure> {
        match name.cast::<PyString>() {
            Ok(name) => self.keep(name, row),
            Err(_) => self.keep(&name.str()?, row),
        }
    }

    fn keep(&mut self, string: &Bound<'_, PyString>, row: usize) -> Result<Place, Failure> {
        let start = self.text.len();
        let text = text(string).map_err(|why| Failure::at(row, format!("a text is no Unicode ({why})")))?;
        self.text.push_str(&text);
        Ok(start..self.text.len())
    }

    fn feature(
        &mut self,
        namespace: Place,
        name: Place,
        value: &Bound<'_, PyAny>,
        row: usize,
    ) -> Result<(), Failure> {
        let value = if let Ok(number) = value.cast_exact::<PyFloat>() {
            Held::Number(number.value())
        } else if let Ok(text) = value.cast::<PyString>() {
            Held::Text(self.keep(text, row)?)
        } else if value.is_none() {
            return Ok(());
        } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
            let large = |_| {
                Failure::cell(row, &self.text[name.clone()], "the value is too large for a number of 64 bits")
            };
            Held::Number(value.extract().map_err(large)?)
        } else {
            let wrong = || format!("the value is {}, and a feature is a number or a text", kind(value));
            Held::Number(value.extract().map_err(|_| Failure::cell(row, &self.text[name.clone()], wrong()))?)
        };
        if let Held::Number(number) = value {
            if !number.is_finite() {
                let column = &self.text[name];
                return Err(Failure::cell(row, column, crate::dense::not_finite(number)));
            }
            self.largest = self.largest.max(number.abs());
        }
        self.features.push(Feature { namespace, name, value });
        Ok(())
    }

    /// The features of the k-th example.
    pub fn example(&self, k: usize) -> impl Iterator<Item = Named<'_>> {
        let start = if k == 0 { 0 } else { self.ends[k - 1] };
        let text = |place: &Place| &self.text[place.clone()];
        self.features[start..self.ends[k]].iter().map(move |feature| Named {
            namespace: text(&feature.namespace),
            name: text(&feature.name),
            value: match &feature.value {
                Held::Number(number) => Value::Number(*number),
                Held::Text(place) => Value::Text(text(place)),
            },
        })
    }
}

/// The items of a dict.
pub type Items<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// The features of an example of the usual kind (names that are texts, values that are texts or finite numbers), as they lie in Python. None of any other, which a [`Bag`]
/// takes or refuses.
pub fn plain<'a>(items: &'a Items<'_>) -> Option<Vec<Named<'a>>> {
    let feature = |(name, value): &'a (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name = lent(name.cast_exact().ok()?)?;
        Some(Named { namespace: "", name, value: plain_value(value)? })
    };
    items.iter().map(feature).collect()
}

/// Names the features of an example of the usual kind, as they lie in Python. False of any other, of which some may have been named.
pub fn name(example: &Bound<'_, PyDict>, columns: &mut Columns, naming: &mut Naming<'_>) -> bool {
    for (place, (name, value)) in example.iter().enumerate() {
        let Ok(name) = name.cast_exact::<PyString>() else { return false };
        let Some(value) = plain_value(&value) else { return false };
        match columns.get(place, name, || lent(name).map(str::to_owned)) {
            Some(column) => naming.add_in(column, value),
            None => match lent(name) {
                Some(name) => naming.add(Named { namespace: "", name, value }),
                None => return false,
            },
        }
    }
    true
}

/// A text as it lies in Python.
#[inline]
fn lent<'a>(string: &'a Bound<'_, PyString>) -> Option<&'a str> {
    if let Ok(Cow::Borrowed(text)) = text(string) { Some(text) } else { None }
}

/// A value of the usual kind.
#[inline]
fn plain_value<'a>(value: &'a Bound<'_, PyAny>) -> Option<Value<'a>> {
    if let Ok(value) = value.cast_exact::<PyString>() {
        return lent(value).map(Value::Text);
    }
    let number = match value.cast_exact::<PyFloat>() {
        Ok(number) => number.value(),
        Err(_) if value.is_exact_instance_of::<PyInt>() => value.extract().ok()?,
        Err(_) => return None,
    };
    number.is_finite().then_some(Value::Number(number))
}

/// What a thing is, for a message.
fn kind(thing: &Bound<'_, PyAny>) -> String {
    thing.get_type().name().map_or_else(|_| "something else".to_owned(), |name| format!("of type {name}"))
}
