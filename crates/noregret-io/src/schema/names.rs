//! Names of hashed features: for each slot, the first name that fell into it.
//!
//! Names arrive in the order of the data and are asked for by index, so they are appended to one text and sorted
//! only when someone looks. A name is kept as shown, with the length of its namespace, from which its hash can be
//! computed again.
//!
//! In a model file names are arrays, sorted by index. A plain number that is its own slot needs no text, only its place among
//! `names.plain`; any other name has an index, the length of its namespace, its length and its text. Whole numbers there are
//! [packed](crate::cache::varint), indices as distances to the one before. Files of version 3 have lists in their header.

use std::sync::OnceLock;

use noregret::{Array, Save, State};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cache::varint;

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

    /// Adds the names of another table for slots that have none; gives how many slots have another name there.
    pub(crate) fn merge(&mut self, other: &Self) -> u64 {
        let mut more = Self::default();
        let mut differ = 0;
        let ours = self.order();
        let mut next = 0;
        for &k in other.order() {
            let entry = other.entries[k as usize];
            let index = |place: &u32| self.entries[*place as usize].index;
            next += ours[next..].iter().take_while(|place| index(place) < entry.index).count();
            let shown = other.shown(k as usize);
            match ours.get(next).filter(|place| index(place) == entry.index) {
                Some(&place) => {
                    let same = self.entries[place as usize].cut == entry.cut && self.shown(place as usize) == shown;
                    differ += u64::from(!same);
                }
                None => {
                    more.text.push_str(shown);
                    more.entries.push(Entry { end: more.text.len(), ..entry });
                }
            }
        }
        self.append(&more);
        differ
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

/// Arrays of packed numbers and texts.
#[derive(Default)]
struct Packed {
    plain: Vec<u8>,
    index: Vec<u8>,
    cut: Vec<u8>,
    length: Vec<u8>,
    text: Vec<u8>,
}

/// Whether the name of a slot is the number that is its own slot.
fn plain(index: u32, cut: u32, shown: &str) -> bool {
    cut == 0
        && shown.len() <= 10
        && !(shown.len() > 1 && shown.starts_with('0'))
        && shown.bytes().all(|digit| digit.is_ascii_digit())
        && shown.parse::<u32>().is_ok_and(|number| number.checked_add(1) == Some(index))
}

impl Names {
    /// Writes all names.
    pub(crate) fn save(&self, out: &mut dyn Save) {
        if self.is_empty() {
            return;
        }
        let mut packed = Packed::default();
        let (mut last_plain, mut last) = (0, 0);
        for &k in self.order() {
            let (entry, shown) = (&self.entries[k as usize], self.shown(k as usize));
            if plain(entry.index, entry.cut, shown) {
                varint::put(u64::from(entry.index - last_plain), &mut packed.plain);
                last_plain = entry.index;
                continue;
            }
            varint::put(u64::from(entry.index - last), &mut packed.index);
            varint::put(u64::from(entry.cut), &mut packed.cut);
            varint::put(shown.len() as u64, &mut packed.length);
            packed.text.extend_from_slice(shown.as_bytes());
            last = entry.index;
        }
        out.all("names.plain", &packed.plain);
        out.all("names.index", &packed.index);
        out.all("names.cut", &packed.cut);
        out.all("names.length", &packed.length);
        out.all("names.text", &packed.text);
    }

    /// Takes out of a state what [`save`](Self::save) wrote, if it wrote anything.
    pub(crate) fn restore(state: &mut State) -> Result<Option<Self>, String> {
        let mut take = |name: &str| match state.take(name) {
            Some(Array::U8(bytes)) => Some(bytes),
            _ => None,
        };
        let parts = ["plain", "index", "cut", "length", "text"].map(|name| take(&format!("names.{name}")));
        let [Some(numbers), Some(index), Some(cut), Some(length), Some(text)] = parts else {
            return if parts.iter().all(Option::is_none) {
                Ok(None)
            } else {
                Err("a list of feature names is missing".to_owned())
            };
        };
        let text = String::from_utf8(text).map_err(|_| "a feature name is no text")?;
        let mut names = Self::default();
        let mut numbers = Distances { bytes: &numbers, last: 0 }.peekable();
        let mut others = Distances { bytes: &index, last: 0 }.peekable();
        let (mut cuts, mut lengths, mut rest) = (&cut[..], &length[..], &text[..]);
        let damaged = || "the lists of feature names do not fit each other".to_owned();
        // Both lists are in order; together they are, too, and no slot has two names.
        loop {
            let number = numbers.peek().copied().transpose().map_err(|()| damaged())?;
            let other = others.peek().copied().transpose().map_err(|()| damaged())?;
            match (number, other) {
                (None, None) => break,
                (Some(number), other) if other.is_none_or(|other| number < other) => {
                    names.push_shown(number, 0, &(number - 1).to_string())?;
                    numbers.next();
                }
                (number, Some(other)) if number != Some(other) => {
                    let cut = varint::take(&mut cuts).and_then(|cut| u32::try_from(cut).ok());
                    let length = varint::take(&mut lengths).and_then(|length| usize::try_from(length).ok());
                    let (cut, length) = cut.zip(length).ok_or_else(damaged)?;
                    let (shown, after) = rest.split_at_checked(length).ok_or_else(damaged)?;
                    names.push_shown(other, cut, shown)?;
                    rest = after;
                    others.next();
                }
                _ => return Err("a slot has two names".to_owned()),
            }
        }
        if cuts.is_empty() && lengths.is_empty() && rest.is_empty() {
            Ok(Some(names))
        } else {
            Err(damaged())
        }
    }
}

/// Strictly increasing numbers from packed distances; an error once they are none.
struct Distances<'a> {
    bytes: &'a [u8],
    last: u32,
}

impl Iterator for Distances<'_> {
    type Item = Result<u32, ()>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let distance = varint::take(&mut self.bytes).filter(|&distance| distance > 0);
        let next =
            distance.and_then(|distance| u32::try_from(u64::from(self.last).checked_add(distance)?).ok());
        Some(next.inspect(|&next| self.last = next).ok_or(()))
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
    fn survive_a_model_file() {
        let mut names = sample();
        for (index, name) in [(1, "0"), (3, "2"), (4, "4"), (12, "011"), (10, "9"), (u32::MAX, "4294967294")]
        {
            names.push(index, b"", '^', name.as_bytes());
        }
        let mut state = State::of(|out| names.save(out));
        let kept = Names::restore(&mut state).unwrap().unwrap();
        assert_eq!(kept, names);
        assert_eq!(state.iter().count(), 0);
        assert!(Names::restore(&mut state).unwrap().is_none());
        let whole = State::of(|out| names.save(out));
        // Fewer plain numbers would be another list, no damaged one.
        for (name, array) in whole.iter().filter(|(name, _)| *name != "names.plain") {
            let Array::U8(bytes) = array else { panic!("{name}") };
            for change in
                [vec![], [&bytes[..], &[1]].concat(), bytes[1..].to_vec(), bytes[..bytes.len() - 1].to_vec()]
            {
                let mut damaged = whole.clone();
                damaged.put(name, Array::U8(change));
                assert!(Names::restore(&mut damaged).is_err(), "{name}");
            }
        }
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
