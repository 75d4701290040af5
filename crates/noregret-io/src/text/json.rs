//! A JSON value as written: the order of keys, repeated keys and whole numbers are kept.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::text::shortest::shortest;

/// A JSON value that borrows what it can.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Map(Entries<'a>),
}

/// The keys and values of an object, in order.
pub(crate) type Entries<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

/// A JSON number: whole ones keep their digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl Number {
    /// The nearest float.
    pub(crate) fn value(self) -> f64 {
        match self {
            Self::Unsigned(n) => n as f64,
            Self::Signed(n) => n as f64,
            Self::Float(x) => x,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(n) => write!(f, "{n}"),
            Self::Signed(n) => write!(f, "{n}"),
            Self::Float(x) => write!(f, "{}", shortest(*x)),
        }
    }
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

/// A text that borrows where the input has no escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Json::deserialize(deserializer)? {
            Json::Text(text) => Ok(Self(text)),
            _ => Err(serde::de::Error::custom("a key must be a text")),
        }
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(Number::Unsigned(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(Number::Signed(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number(Number::Float(value)))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = access.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(Key(key)) = access.next_key()? {
            entries.push((key, access.next_value()?));
        }
        Ok(Json::Map(entries))
    }
}

/// The first key that appears twice.
pub(crate) fn repeated<'a>(entries: &'a Entries<'_>) -> Option<&'a str> {
    let mut keys: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
    keys.sort_unstable();
    keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_repeats_and_digits_are_kept() {
        let text = r#"{"b": 1, "a": [true, null, -2, 1.50], "b": "x\n", "c": {"d": 18446744073709551615}}"#;
        let Json::Map(entries) = serde_json::from_str(text).unwrap() else { panic!("an object") };
        assert_eq!(repeated(&entries), Some("b"));
        assert_eq!(entries[1].1, {
            let numbers = [Json::Number(Number::Signed(-2)), Json::Number(Number::Float(1.5))];
            Json::List([vec![Json::Bool(true), Json::Null], numbers.to_vec()].concat())
        });
        assert_eq!(entries[2].1, Json::Text("x\n".into()));
        let Json::Map(inner) = &entries[3].1 else { panic!("an object") };
        assert_eq!(repeated(inner), None);
        assert!(matches!(inner[0].1, Json::Number(n) if n.to_string() == "18446744073709551615"));
    }
}
