//! Names of hashed features: for each slot, the first name that fell into it.
//!
//! Names arrive in the order of the data and are asked for by index, so they are appended to one text and sorted
//! only when someone looks. A name is kept as shown, with the length of its namespace, from which its hash can be
//! computed again; saved as three parallel lists, sorted by index.

use std::sync::OnceLock;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The names of features, by index.
#[derive(Clone, Debug, Default)]
pub struct Names {
    text: String,
    entries: Vec<Entry>,
    order: OnceLock<Vec<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    index: u32,
    /// How many bytes of the shown name are its namespace; a separator follows unless it is 0.
    cut: u32,
    /// Where the shown name ends in the text; it starts where the one before ends.
    end: usize,
}

impl Names {
    /// How many slots have a name.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no slot has a name.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The name of a feature, as shown to users.
    pub fn get(&self, index: u32) -> Option<&str> {
        let order = self.order();
        let place = order.binary_search_by_key(&index, |&k| self.entries[k as usize].index).ok()?;
        Some(self.shown(order[place] as usize))
    }

    /// Every index and name, sorted by index.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.order().iter().map(|&k| (self.entries[k as usize].index, self.shown(k as usize)))
    }

    /// The name that came at a place.
    fn shown(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.entries[before].end);
        &self.text[start..self.entries[place].end]
    }

    fn order(&self) -> &[u32] {
        self.order.get_or_init(|| {
            let mut order: Vec<u32> = (0..self.entries.len() as u32).collect();
            order.sort_by_key(|&k| self.entries[k as usize].index);
            order
        })
    }

    fn sorted(&self) -> impl Iterator<Item = &Entry> {
        self.order().iter().map(|&k| &self.entries[k as usize])
    }

    /// Adds a name for a slot that has none.
    pub(crate) fn push(&mut self, index: u32, namespace: &[u8], separator: char, name: &[u8]) {
        self.order.take();
        let start = self.text.len();
        let mut cut = 0;
        if !namespace.is_empty() {
            self.text.push_str(&String::from_utf8_lossy(namespace));
            cut = self.text.len() - start;
            self.text.push(separator);
        }
        self.text.push_str(&String::from_utf8_lossy(name));
        self.entries.push(Entry { index, cut: cut as u32, end: self.text.len() });
    }

    /// Adds all names of another table, for slots that have none.
    pub(crate) fn append(&mut self, other: &Self) {
        if other.is_empty() {
            return;
        }
        self.order.take();
        let shift = self.text.len();
        self.text.push_str(&other.text);
        let moved = other.entries.iter().map(|e| Entry { end: e.end + shift, ..*e });
        self.entries.extend(moved);
    }

    /// Every index with the length of its namespace and its shown name, in order of arrival.
    pub(crate) fn shown_parts(&self) -> impl Iterator<Item = (u32, u32, &str)> {
        self.entries.iter().zip(0..).map(|(entry, place)| (entry.index, entry.cut, self.shown(place)))
    }

    /// Adds a name as it is shown, unless its namespace cannot be that long.
    pub(crate) fn push_shown(&mut self, index: u32, cut: u32, shown: &str) -> Result<(), String> {
        let place = cut as usize;
        let fits = cut == 0
            || (shown.is_char_boundary(place) && matches!(shown.as_bytes().get(place), Some(b'^' | b'=')));
        if !fits {
            return Err(format!("the feature name {shown:?} has no namespace of {cut} bytes"));
        }
        self.order.take();
        self.text.push_str(shown);
        self.entries.push(Entry { index, cut, end: self.text.len() });
        Ok(())
    }

    /// Every index with its namespace and name apart, in order of arrival.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (u32, &str, &str)> {
        self.shown_parts().map(|(index, cut, shown)| match cut as usize {
            0 => (index, "", shown),
            cut => (index, &shown[..cut], &shown[cut + 1..]),
        })
    }
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.iter().eq(other.iter())
            && self.sorted().zip(other.sorted()).all(|(a, b)| a.cut == b.cut)
    }
}

#[derive(Serialize)]
struct Lists<'a> {
    index: Vec<u32>,
    cut: Vec<u32>,
    name: Vec<&'a str>,
}

#[derive(Deserialize)]
struct OwnedLists {
    index: Vec<u32>,
    cut: Vec<u32>,
    name: Vec<String>,
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let index = self.sorted().map(|e| e.index).collect();
        let cut = self.sorted().map(|e| e.cut).collect();
        let name = self.iter().map(|(_, shown)| shown).collect();
        Lists { index, cut, name }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let OwnedLists { index, cut, name } = OwnedLists::deserialize(deserializer)?;
        if index.len() != name.len() || cut.len() != name.len() {
            return Err(D::Error::custom("the lists of feature names differ in length"));
        }
        if !index.windows(2).all(|w| w[0] < w[1]) {
            return Err(D::Error::custom("the feature names are not sorted by index"));
        }
        let mut names = Self::default();
        for ((index, cut), name) in index.into_iter().zip(cut).zip(name) {
            names.push_shown(index, cut, &name).map_err(D::Error::custom)?;
        }
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Names {
        let mut names = Names::default();
        names.push(9, b"city", '=', b"Oslo");
        names.push(2, b"", '^', b"age");
        let mut more = Names::default();
        more.push(5, "größe".as_bytes(), '^', b"x^y\xff");
        names.append(&more);
        names
    }

    #[test]
    fn are_found_by_index() {
        let names = sample();
        assert_eq!(names.get(9), Some("city=Oslo"));
        assert_eq!(names.get(2), Some("age"));
        assert_eq!(names.get(3), None);
        assert_eq!(names.iter().map(|(index, _)| index).collect::<Vec<_>>(), [2, 5, 9]);
        assert!(names.parts().any(|p| p == (5, "größe", "x^y\u{fffd}")));
    }

    #[test]
    fn survive_json() {
        let names = sample();
        let text = serde_json::to_string(&names).unwrap();
        assert_eq!(text, r#"{"index":[2,5,9],"cut":[0,7,4],"name":["age","größe^x^y�","city=Oslo"]}"#);
        assert_eq!(serde_json::from_str::<Names>(&text).unwrap(), names);
    }

    #[test]
    fn damaged_lists_are_refused() {
        for text in [
            r#"{"index":[2],"cut":[],"name":["a"]}"#,
            r#"{"index":[2,2],"cut":[0,0],"name":["a","b"]}"#,
            r#"{"index":[2],"cut":[9],"name":["a"]}"#,
            r#"{"index":[2],"cut":[1],"name":["ab"]}"#,
            r#"{"index":[2],"cut":[1],"name":["é^"]}"#,
        ] {
            assert!(serde_json::from_str::<Names>(text).is_err(), "{text}");
        }
    }
}
