//! Names of hashed features: for each slot, the first name that fell into it.
//!
//! Names arrive in the order of the data and are asked for by index, so they are appended to one text and sorted
//! only when someone looks. A name is kept as shown, with the length of its namespace, from which its hash can be
//! computed again. A plain number that is its own slot needs no text: the index tells it.
//!
//! In a model file names are arrays, sorted by index: `names.plain` the slots of plain numbers; for any other name its index,
//! the length of its namespace, its length and its text. Whole numbers there are [packed](crate::cache::varint), indices as
//! distances to the one before. Files of version 3 have lists in their header.

use std::borrow::Cow;
use std::sync::OnceLock;

use noregret::{Array, ArrayKind, Save, State};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cache::varint;
use crate::schema::index::number_of;

/// The names of features, by index.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The names that are no plain numbers, one after the other.
    text: String,
    entries: Vec<Entry>,
    /// The slots of plain numbers, in the order they came.
    plain: Vec<u32>,
    order: OnceLock<Order>,
}

/// Everything by index.
#[derive(Clone, Debug)]
struct Order {
    /// The index and the place among the entries.
    entries: Vec<(u32, u32)>,
    plain: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    index: u32,
    /// How many bytes of the shown name are its namespace; a separator follows unless it is 0.
    cut: u32,
    /// Where the shown name ends in the text; it starts where the one before ends.
    end: usize,
}

/// A name as it is shown: its slot, the length of its namespace, its text.
type Shown<'a> = (u32, u32, Cow<'a, str>);

/// The name of a plain number's slot.
fn number(index: u32) -> Cow<'static, str> {
    Cow::Owned(number_of(index).unwrap_or(0).to_string())
}

impl Names {
    /// How many slots have a name.
    pub fn len(&self) -> usize {
        self.entries.len() + self.plain.len()
    }

    /// Whether no slot has a name.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a feature, as shown to users.
    pub fn get(&self, index: u32) -> Option<Cow<'_, str>> {
        let order = self.order();
        if let Ok(place) = order.entries.binary_search_by_key(&index, |entry| entry.0) {
            return Some(Cow::Borrowed(self.shown(order.entries[place].1 as usize)));
        }
        order.plain.binary_search(&index).ok().map(|_| number(index))
    }

    /// The namespace or column of a feature; none where its name has none.
    pub fn namespace(&self, index: u32) -> Option<&str> {
        let order = self.order();
        let place = order.entries.binary_search_by_key(&index, |entry| entry.0).ok()?;
        let place = order.entries[place].1 as usize;
        self.shown(place).get(..self.entries[place].cut as usize).filter(|namespace| !namespace.is_empty())
    }

    /// Every index and name, sorted by index.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Cow<'_, str>)> {
        self.sorted().map(|(index, _, shown)| (index, shown))
    }

    /// Every name, sorted by index.
    fn sorted(&self) -> impl Iterator<Item = Shown<'_>> {
        let order = self.order();
        let (mut entries, mut plain) = (order.entries.iter().peekable(), order.plain.iter().peekable());
        std::iter::from_fn(move || match (entries.peek(), plain.peek()) {
            (Some(&&(index, place)), other) if other.is_none_or(|&&other| index < other) => {
                entries.next();
                let place = place as usize;
                Some((index, self.entries[place].cut, Cow::Borrowed(self.shown(place))))
            }
            _ => plain.next().map(|&index| (index, 0, number(index))),
        })
    }

    /// The name with a text that came at a place.
    fn shown(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.entries[before].end);
        &self.text[start..self.entries[place].end]
    }

    fn order(&self) -> &Order {
        self.order.get_or_init(|| {
            let places = self.entries.iter().map(|entry| entry.index).zip(0..);
            let (mut entries, mut plain): (Vec<_>, _) = (places.collect(), self.plain.clone());
            entries.sort_unstable();
            plain.sort_unstable();
            Order { entries, plain }
        })
    }

    /// Adds a name for a slot that has none.
    pub(crate) fn push(&mut self, index: u32, namespace: &[u8], separator: char, name: &[u8]) {
        self.order.take();
        if namespace.is_empty() && plain(index, name) {
            self.plain.push(index);
            return;
        }
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
        self.plain.extend_from_slice(&other.plain);
    }

    /// Adds the names of another table for slots that have none; gives how many slots have another name there.
    pub(crate) fn merge(&mut self, other: &Self) -> u64 {
        let (mut more, mut differ) = (Self::default(), 0);
        let mut ours = self.sorted().peekable();
        for (index, cut, shown) in other.sorted() {
            while ours.next_if(|name| name.0 < index).is_some() {}
            match ours.next_if(|name| name.0 == index) {
                Some((_, known, name)) => differ += u64::from((known, name) != (cut, shown)),
                None => more.add_shown(index, cut, &shown),
            }
        }
        drop(ours);
        self.append(&more);
        differ
    }

    /// Every index that has a name.
    pub(crate) fn indices(&self) -> impl Iterator<Item = u32> {
        self.entries.iter().map(|entry| entry.index).chain(self.plain.iter().copied())
    }

    /// Whether a name was no valid text.
    pub(crate) fn lossy(&self) -> bool {
        self.text.contains('\u{fffd}')
    }

    /// Every name: those with a text in the order they came, then the plain numbers in the order they came.
    pub(crate) fn shown_parts(&self) -> impl Iterator<Item = Shown<'_>> {
        let entries = self.entries.iter().zip(0..);
        let texts = entries.map(|(entry, place)| (entry.index, entry.cut, Cow::Borrowed(self.shown(place))));
        texts.chain(self.plain.iter().map(|&index| (index, 0, number(index))))
    }

    /// Adds a name as it is shown, unless its namespace cannot be that long.
    pub(crate) fn push_shown(&mut self, index: u32, cut: u32, shown: &str) -> Result<(), String> {
        let place = cut as usize;
        let fits = cut == 0
            || (shown.is_char_boundary(place) && matches!(shown.as_bytes().get(place), Some(b'^' | b'=')));
        if !fits {
            return Err(format!("the feature name {shown:?} has no namespace of {cut} bytes"));
        }
        self.add_shown(index, cut, shown);
        Ok(())
    }

    fn add_shown(&mut self, index: u32, cut: u32, shown: &str) {
        self.order.take();
        if cut == 0 && plain(index, shown.as_bytes()) {
            self.plain.push(index);
            return;
        }
        self.text.push_str(shown);
        self.entries.push(Entry { index, cut, end: self.text.len() });
    }

    /// Hands over every index with its namespace and name apart.
    pub(crate) fn parts(&self, mut each: impl FnMut(u32, &str, &str)) {
        self.shown_parts().for_each(|(index, cut, shown)| match cut as usize {
            0 => each(index, "", &shown),
            cut => each(index, &shown[..cut], &shown[cut + 1..]),
        });
    }
}

/// Whether the name of a slot is the number that is its own slot.
fn plain(index: u32, name: &[u8]) -> bool {
    if !(1..=10).contains(&name.len()) || (name.len() > 1 && name[0] == b'0') {
        return false;
    }
    let digit = |number: Option<u64>, &byte: &u8| {
        Some(number? * 10 + u64::from(byte.is_ascii_digit().then(|| byte - b'0')?))
    };
    name.iter()
        .fold(Some(0), digit)
        .is_some_and(|number| number_of(index).is_some_and(|slot| u64::from(slot) == number))
}

impl Names {
    /// Writes all names.
    pub(crate) fn save(&self, out: &mut dyn Save) {
        if self.is_empty() {
            return;
        }
        let order = self.order();
        let distances = |indices: &mut dyn Iterator<Item = u32>| {
            let (mut packed, mut last) = (Vec::new(), 0);
            for index in indices {
                varint::put(u64::from(index - last), &mut packed);
                last = index;
            }
            packed
        };
        let packed = |number: &dyn Fn(usize) -> u64| {
            let mut packed = Vec::new();
            order.entries.iter().for_each(|&(_, place)| varint::put(number(place as usize), &mut packed));
            packed
        };
        out.all("names.plain", &distances(&mut order.plain.iter().copied()));
        out.all("names.index", &distances(&mut order.entries.iter().map(|entry| entry.0)));
        out.all("names.cut", &packed(&|place| u64::from(self.entries[place].cut)));
        out.all("names.length", &packed(&|place| self.shown(place).len() as u64));
        if out.begin("names.text", ArrayKind::U8, self.text.len()) {
            order.entries.iter().for_each(|&(_, place)| out.bytes(self.shown(place as usize).as_bytes()));
        }
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
                    names.plain.push(number);
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
        self.len() == other.len() && self.sorted().eq(other.sorted())
    }
}

#[derive(Serialize)]
struct Lists<'a> {
    index: Vec<u32>,
    cut: Vec<u32>,
    name: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct OwnedLists {
    index: Vec<u32>,
    cut: Vec<u32>,
    name: Vec<String>,
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut index, mut cut, mut name) = (Vec::new(), Vec::new(), Vec::new());
        for (at, length, shown) in self.sorted() {
            index.push(at);
            cut.push(length);
            name.push(shown);
        }
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
        assert_eq!(names.get(9).as_deref(), Some("city=Oslo"));
        assert_eq!(names.get(2).as_deref(), Some("age"));
        assert_eq!(names.get(3), None);
        assert_eq!(names.iter().map(|(index, _)| index).collect::<Vec<_>>(), [2, 5, 9]);
        let mut found = false;
        names.parts(|index, space, name| found |= (index, space, name) == (5, "größe", "x^y\u{fffd}"));
        assert!(found && names.lossy());
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
