//! Objects of JSON as they were written: taken apart by key and put together again, with every value left as it is.
//!
//! The server's own key is `id`: what the label of an example will come under. It is never a feature.

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::cell::Cell;
use std::fmt;

/// The keys and values of an object, in order, repetitions and all.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Limit::new(usize::MAX).one().deserialize(deserializer)
    }
}

/// How many bytes an example may have, and whether one had more.
struct Limit {
    most: usize,
    passed: Cell<bool>,
}

impl Limit {
    fn new(most: usize) -> Self {
        Self { most, passed: Cell::new(false) }
    }

    fn one(&self) -> One<'_> {
        One(self)
    }

    /// Why something is no example, or too large for one.
    fn told(&self, why: String) -> Fault {
        if self.passed.get() { Fault::Large(why) } else { Fault::Nonsense(why) }
    }

    fn pass<E: Error>(&self, why: String) -> E {
        self.passed.set(true);
        E::custom(why)
    }
}

/// Reads an object of so many bytes at most. It takes many times its text, so that it is not read to its end first.
#[derive(Clone, Copy)]
struct One<'l>(&'l Limit);

impl<'de> DeserializeSeed<'de> for One<'_> {
    type Value = Object<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Object<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for One<'_> {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an example: an object with a key for each feature")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let (mut entries, mut bytes): (Vec<(String, &RawValue)>, usize) = (Vec::new(), 2);
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            bytes += key.len() + value.get().len() + 4;
            entries.push((key, value));
            // A list of examples is none itself.
            if bytes > self.0.most && !matches!(&entries[..], [only] if is_list(only)) {
                return Err(self.0.pass(too_long(self.0.most)));
            }
        }
        Ok(Object(entries))
    }
}

/// Whether a key and its value are a list of examples, if nothing stands beside them.
fn is_list((key, value): &(String, &RawValue)) -> bool {
    key == "examples" && value.get().starts_with('[')
}

/// Why a body has no examples.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// It makes no sense.
    Nonsense(String),
    /// It is too large, or an example in it is.
    Large(String),
}

/// What is said of a line or an example that is too long.
pub fn too_long(most: usize) -> String {
    format!("an example may have {most} bytes (noregret serve --line)")
}

impl Object<'_> {
    fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    fn nested(&self) -> bool {
        self.get("features").is_some_and(|value| value.get().starts_with('{'))
    }
}

/// An example of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// What its label will come under, if it is to come later.
    pub id: Option<String>,
    /// The example on one line.
    pub line: Vec<u8>,
    /// Why it is none: then its line is one that nothing is learned from.
    pub wrong: Option<String>,
}

/// The examples of a body of JSON: one object, a list of them, or an object whose only key `examples` holds one.
pub fn examples(body: &[u8], most: usize) -> Result<Vec<Sent>, Fault> {
    let limit = Limit::new(most);
    let told = |error: serde_json::Error| limit.told(format!("the body is not what it should be: {error}"));
    let text = std::str::from_utf8(body)
        .map_err(|error| Fault::Nonsense(format!("the body is no UTF-8: {error}")))?;
    let list = |text: &str| whole(text, All(&limit)).map_err(told);
    if text.trim_start().starts_with('[') {
        return list(text);
    }
    let object = whole(text, limit.one()).map_err(told)?;
    match &object.0[..] {
        [only] if is_list(only) => list(only.1.get()),
        _ => Ok(vec![taken(&object).map_err(Fault::Nonsense)?]),
    }
}

/// Reads a text to its end.
fn whole<'t, S: DeserializeSeed<'t>>(text: &'t str, seed: S) -> Result<S::Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = seed.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// The bytes of the longest line of a text.
pub fn longest_line(text: &[u8]) -> usize {
    let mut from = 0;
    let ends = memchr::memchr_iter(b'\n', text).chain([text.len()]);
    ends.map(|end| end - std::mem::replace(&mut from, end + 1)).max().unwrap_or(0)
}

/// The most examples of one request: each takes many times the bytes of the shortest.
pub const MOST: usize = 250_000;

/// What is said of more.
pub fn too_many() -> String {
    format!("a request may have {MOST} examples: send the rest in others")
}

/// A list of examples, which ends at the first that is one too many.
struct All<'l>(&'l Limit);

impl<'de> DeserializeSeed<'de> for All<'_> {
    type Value = Vec<Sent>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Sent>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for All<'_> {
    type Value = Vec<Sent>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of examples")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Sent>, A::Error> {
        let mut all = Vec::new();
        while let Some(object) = list.next_element_seed(self.0.one())? {
            if all.len() == MOST {
                return Err(self.0.pass(too_many()));
            }
            all.push(taken(&object).map_err(A::Error::custom)?);
        }
        Ok(all)
    }
}

/// An example of many, by its line. One that is none does not keep others from being learned.
pub fn example(line: &[u8]) -> Sent {
    // No line of the log is empty, and none of JSON begins so.
    let none = |why: String| Sent { id: None, line: b"!".to_vec(), wrong: Some(why) };
    match serde_json::from_slice::<Object<'_>>(line) {
        Ok(object) => taken(&object).unwrap_or_else(none),
        Err(error) => none(error.to_string()),
    }
}

/// Whether the key `id` may be in a text: as it is, or with letters written as their numbers.
pub fn may_have_id(text: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(text, part).is_some();
    has(b"\"id\"") || has(b"\\u0069") || has(b"\\u0064")
}

fn taken(object: &Object<'_>) -> Result<Sent, String> {
    let id = match object.get("id") {
        None => None,
        Some(value) => Some(name(value)?),
    };
    let others = object.0.iter().filter(|(key, _)| key != "id").map(|(key, value)| (&**key, value.get()));
    Ok(Sent { id, line: written(others), wrong: None })
}

/// An id: a text or a number.
pub fn name(value: &RawValue) -> Result<String, String> {
    let text = value.get();
    let name = match serde_json::from_str(text) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Number(_)) => text.to_owned(),
        _ => return Err("an id is a text or a number".to_owned()),
    };
    if name.is_empty() || name.len() > 256 {
        return Err("an id has 1 to 256 bytes".to_owned());
    }
    Ok(name)
}

/// An object of such keys and values, on one line.
fn written<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
    let mut line = vec![b'{'];
    for (key, value) in entries {
        if line.len() > 1 {
            line.push(b',');
        }
        line.extend_from_slice(serde_json::Value::from(key).to_string().as_bytes());
        line.push(b':');
        // Ends of lines stand between values alone: within a text they would be no JSON.
        line.extend(value.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }));
    }
    line.push(b'}');
    line
}

/// Which keys of an object are no features.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The key of the label, if it was named.
    pub label: Option<String>,
    /// That of the weight.
    pub weight: Option<String>,
    /// That of the tag.
    pub tag: Option<String>,
}

impl Keys {
    fn label_key(&self) -> &str {
        self.label.as_deref().unwrap_or("label")
    }

    /// Whether an example has a label.
    pub fn labelled(&self, line: &[u8]) -> bool {
        let object: Result<Object<'_>, _> = serde_json::from_slice(line);
        object.is_ok_and(|object| object.get(self.label_key()).is_some_and(|value| value.get() != "null"))
    }

    /// The same example with a label, and with a weight if one is given.
    pub fn labelled_line(&self, line: &[u8], label: &str, weight: Option<f64>) -> Result<Vec<u8>, String> {
        let object: Object<'_> = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let weight = weight.map(|weight| weight.to_string());
        let nested = object.nested();
        let weight_key = self.weight.as_deref().unwrap_or("weight");
        let replaced = |key: &str| key == self.label_key() || (weight.is_some() && key == weight_key);
        let label = (self.label_key(), label);
        if weight.is_none() || nested || self.weight.is_some() {
            let beside = self.weight.is_some() || nested;
            let replaced = |key: &str| key == self.label_key() || (beside && replaced(key));
            let kept =
                object.0.iter().filter(|(key, _)| !replaced(key)).map(|(key, value)| (&**key, value.get()));
            let weight = weight.as_deref().map(|weight| (weight_key, weight));
            return Ok(written(std::iter::once(label).chain(weight).chain(kept)));
        }
        // A weight that no key was named for can only stand beside the features.
        let tag = self.tag.as_deref().unwrap_or_default();
        let beside = |key: &str| key == self.label_key() || key == tag;
        let inner = object.0.iter().filter(|(key, _)| !beside(key)).map(|(key, value)| (&**key, value.get()));
        let inner = String::from_utf8(written(inner)).map_err(|error| error.to_string())?;
        let tags = object.0.iter().filter(|(key, _)| key == tag).map(|(key, value)| (&**key, value.get()));
        let weight = weight.as_deref().map(|weight| (weight_key, weight));
        Ok(written(std::iter::once(label).chain(weight).chain(tags).chain([("features", &*inner)])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: Vec<u8>) -> String {
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn examples_come_in_three_ways() {
        let examples = |body: &[u8]| examples(body, 1 << 20);
        let one = examples(br#"{"a": 1.50, "id": 7, "b": "x\n"}"#).unwrap();
        assert_eq!(
            one,
            [Sent { id: Some("7".to_owned()), line: br#"{"a":1.50,"b":"x\n"}"#.to_vec(), wrong: None }]
        );
        let list = examples(b"[{\"a\": [1,\n 2]}, {}]").unwrap();
        assert_eq!((list.len(), text(list[0].line.clone())), (2, r#"{"a":[1,  2]}"#.to_owned()));
        assert_eq!(examples(br#"{"examples": [{"a": 1}, {"a": 2}]}"#).unwrap().len(), 2);
        // With another key beside it, it is a feature like any other.
        assert_eq!(examples(br#"{"examples": [1, 2], "b": 1}"#).unwrap().len(), 1);
        // A key that comes twice is left for the engine to refuse.
        assert_eq!(text(examples(br#"{"a":1,"a":2}"#).unwrap().remove(0).line), r#"{"a":1,"a":2}"#);
        for wrong in ["", "1", "[1]", "{\"a\":}", "{\"id\": [1]}", "{\"id\": \"\"}", "\u{0}"] {
            assert!(examples(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(examples(b"{\"a\": \"\xff\"}").is_err());
        let many = |count: usize| format!("[{}{{}}]", "{},".repeat(count - 1));
        assert_eq!(examples(many(MOST).as_bytes()).unwrap().len(), MOST);
        let Err(Fault::Large(why)) = examples(many(MOST + 1).as_bytes()) else { panic!("it is taken") };
        assert!(why.contains("may have"), "{why}");
    }

    #[test]
    fn examples_that_are_too_long_are_told_so() {
        let one = |bytes: usize| format!("{{\"a\":\"{}\"}}", "x".repeat(bytes));
        assert!(examples(one(900).as_bytes(), 1000).is_ok());
        let many = format!("{{\"examples\": [{}]}}", [one(900), one(900), one(900)].join(","));
        assert_eq!(examples(many.as_bytes(), 1000).map(|all| all.len()), Ok(3));
        let beside = format!("{{\"examples\": [{}], \"b\": 1}}", [one(900), one(900)].join(","));
        for wrong in [
            one(1000),
            format!("[{},{}]", one(1), one(1000)),
            many.replace("900", "1").replacen('x', &"x".repeat(200), 1),
            beside,
        ] {
            let Err(Fault::Large(why)) = examples(wrong.as_bytes(), 1000) else { panic!("it is taken") };
            assert!(why.contains("1000 bytes"), "{why}");
        }
        assert!(matches!(examples(b"{", 1000), Err(Fault::Nonsense(_))));
    }

    #[test]
    fn labels_find_their_place() {
        let keys = Keys::default();
        let flat = br#"{"a":1,"b":"x"}"#;
        assert_eq!(text(keys.labelled_line(flat, "1", None).unwrap()), r#"{"label":1,"a":1,"b":"x"}"#);
        assert_eq!(
            text(keys.labelled_line(flat, "\"no\"", Some(0.5)).unwrap()),
            r#"{"label":"no","weight":0.5,"features":{"a":1,"b":"x"}}"#
        );
        let nested = br#"{"features":{"a":1},"weight":2}"#;
        assert_eq!(
            text(keys.labelled_line(nested, "0", Some(3.0)).unwrap()),
            r#"{"label":0,"weight":3,"features":{"a":1}}"#
        );
        let named =
            Keys { label: Some("y".to_owned()), weight: Some("w".to_owned()), tag: Some("t".to_owned()) };
        assert_eq!(
            text(named.labelled_line(br#"{"a":1,"w":9,"label":3}"#, "0", Some(2.5)).unwrap()),
            r#"{"y":0,"w":2.5,"a":1,"label":3}"#
        );
        let tagged = Keys { tag: Some("t".to_owned()), ..Keys::default() };
        assert_eq!(
            text(tagged.labelled_line(br#"{"a":1,"t":"x"}"#, "0", Some(2.0)).unwrap()),
            r#"{"label":0,"weight":2,"t":"x","features":{"a":1}}"#
        );
        assert!(
            keys.labelled(br#"{"label":1}"#) && !keys.labelled(br#"{"label":null}"#) && !keys.labelled(flat)
        );
    }
}
