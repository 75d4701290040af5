//! Things kept by a name in the order they came, the oldest of which go first.
//!
//! They lie in pieces. Who saves them shares the pieces, which takes as long as there are pieces, and a piece that changes meanwhile is
//! copied first: so whoever goes on with them waits for neither.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A piece has the values of so many arrivals.
const PIECE: u64 = 64;

/// The number of an arrival, the name, the value.
type Item<V> = (u64, String, V);

/// Values by name, in order of their arrival.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Listed<V>", bound(deserialize = "V: Clone + Deserialize<'de>"))]
pub struct Aging<V> {
    next: u64,
    count: usize,
    /// None of them is empty, and each is in order.
    pieces: BTreeMap<u64, Arc<Vec<Item<V>>>>,
    places: HashMap<String, u64>,
}

/// As it is saved: in order.
#[derive(Deserialize)]
#[serde(bound(deserialize = "V: Deserialize<'de>"))]
struct Listed<V>(Vec<(String, V)>);

impl<V: Clone> From<Listed<V>> for Aging<V> {
    fn from(listed: Listed<V>) -> Self {
        let mut aging = Self::default();
        for (name, value) in listed.0 {
            aging.insert(name, value);
        }
        aging
    }
}

impl<V: Serialize> Serialize for Aging<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.count))?;
        for (_, name, value) in self.pieces.values().flat_map(|piece| piece.iter()) {
            list.serialize_element(&(name, value))?;
        }
        list.end()
    }
}

impl<V> Default for Aging<V> {
    fn default() -> Self {
        Self { next: 0, count: 0, pieces: BTreeMap::new(), places: HashMap::new() }
    }
}

impl<V: Clone> Aging<V> {
    /// As it is now, to be saved by another thread: nothing is found in it by name.
    pub fn frozen(&self) -> Self {
        Self { next: self.next, count: self.count, pieces: self.pieces.clone(), places: HashMap::new() }
    }

    /// Keeps a value as the youngest one; the one of the same name that was there.
    pub fn insert(&mut self, name: String, value: V) -> Option<V> {
        let before = self.take(&name);
        self.places.insert(name.clone(), self.next);
        Arc::make_mut(self.pieces.entry(self.next / PIECE).or_default()).push((self.next, name, value));
        (self.next, self.count) = (self.next + 1, self.count + 1);
        before
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        let place = *self.places.get(name)?;
        let piece = self.pieces.get(&(place / PIECE))?;
        let at = piece.binary_search_by_key(&place, |item| item.0).ok()?;
        Some(&piece[at].2)
    }

    /// Takes the value of a name away.
    pub fn take(&mut self, name: &str) -> Option<V> {
        let place = self.places.remove(name)?;
        self.remove(place).map(|(_, _, value)| value)
    }

    fn remove(&mut self, place: u64) -> Option<Item<V>> {
        let piece = self.pieces.get_mut(&(place / PIECE))?;
        let at = piece.binary_search_by_key(&place, |item| item.0).ok()?;
        let own = Arc::make_mut(piece);
        let item = own.remove(at);
        self.count -= 1;
        if own.is_empty() {
            self.pieces.remove(&(place / PIECE));
        } else if own.capacity() >= 4 * own.len() {
            own.shrink_to(2 * own.len());
        }
        Some(item)
    }

    /// The oldest one.
    pub fn oldest(&self) -> Option<&V> {
        self.first().map(|item| &item.2)
    }

    fn first(&self) -> Option<&Item<V>> {
        self.pieces.first_key_value()?.1.first()
    }

    /// Takes the oldest one away.
    pub fn pop_oldest(&mut self) -> Option<(String, V)> {
        let place = self.first()?.0;
        let (_, name, value) = self.remove(place)?;
        self.places.remove(&name);
        Some((name, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_first() {
        let mut aging = Aging::default();
        for (name, value) in [("a", 1), ("b", 2), ("a", 3), ("c", 4)] {
            aging.insert(name.to_owned(), value);
        }
        let saved = postcard::to_extend(&aging, Vec::new()).unwrap();
        let mut again: Aging<i32> = postcard::from_bytes(&saved).unwrap();
        for aging in [&mut aging, &mut again] {
            assert_eq!((aging.len(), aging.get("a"), aging.oldest()), (3, Some(&3), Some(&2)));
            assert_eq!(aging.pop_oldest(), Some(("b".to_owned(), 2)));
            assert_eq!((aging.take("a"), aging.take("a")), (Some(3), None));
            assert_eq!(aging.pop_oldest(), Some(("c".to_owned(), 4)));
            assert_eq!(aging.pop_oldest(), None);
        }
    }

    /// What is frozen stays as it was, and shares all pieces but those that changed since.
    #[test]
    fn what_is_frozen_is_neither_changed_nor_copied() {
        let mut aging = Aging::default();
        (0..1000).for_each(|k| assert_eq!(aging.insert(format!("n{k}"), k), None));
        (0..1000).filter(|k| k % 7 == 0).for_each(|k| assert_eq!(aging.take(&format!("n{k}")), Some(k)));
        let saved = |aging: &Aging<u32>| postcard::to_extend(aging, Vec::new()).unwrap();
        let (frozen, before) = (aging.frozen(), saved(&aging));
        assert_eq!(aging.insert("n500".to_owned(), 1), Some(500));
        assert_eq!(aging.pop_oldest(), Some(("n1".to_owned(), 1)));
        let shared = |aging: &Aging<u32>| {
            aging
                .pieces
                .iter()
                .filter(|(at, piece)| frozen.pieces.get(at).is_some_and(|own| Arc::ptr_eq(own, piece)))
                .count()
        };
        assert_eq!((shared(&aging), frozen.pieces.len()), (13, 16));
        assert_eq!((saved(&frozen), frozen.len()), (before.clone(), aging.len() + 1));
        // It is read back in order, as a list of pairs.
        let again: Aging<u32> = postcard::from_bytes(&before).unwrap();
        assert_eq!(saved(&again), before);
        let listed: Vec<(String, u32)> = postcard::from_bytes(&before).unwrap();
        assert!(listed.len() == again.len() && listed.is_sorted_by_key(|(_, k)| *k));
        let kept = |aging: &Aging<u32>| aging.pieces.values().map(|piece| piece.capacity()).sum::<usize>();
        for k in (0..1000).filter(|k| k % 50 != 3) {
            aging.take(&format!("n{k}"));
        }
        assert!(kept(&aging) <= 4 * aging.len(), "{} for {}", kept(&aging), aging.len());
    }
}
