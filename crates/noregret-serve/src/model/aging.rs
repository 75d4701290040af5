//! Things kept by a name in the order they came, the oldest of which go first.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Values by name, in order of their arrival.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(
    from = "Listed<V>",
    into = "Listed<V>",
    bound(serialize = "V: Clone + Serialize", deserialize = "V: Deserialize<'de>")
)]
pub struct Aging<V> {
    next: u64,
    values: BTreeMap<u64, (String, V)>,
    places: HashMap<String, u64>,
}

/// As it is saved: in order.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "V: Serialize", deserialize = "V: Deserialize<'de>"))]
struct Listed<V>(Vec<(String, V)>);

impl<V> From<Listed<V>> for Aging<V> {
    fn from(listed: Listed<V>) -> Self {
        let mut aging = Self::default();
        for (name, value) in listed.0 {
            aging.insert(name, value);
        }
        aging
    }
}

impl<V> From<Aging<V>> for Listed<V> {
    fn from(aging: Aging<V>) -> Self {
        Self(aging.values.into_values().collect())
    }
}

impl<V> Default for Aging<V> {
    fn default() -> Self {
        Self { next: 0, values: BTreeMap::new(), places: HashMap::new() }
    }
}

impl<V> Aging<V> {
    /// Keeps a value as the youngest one; the one of the same name that was there.
    pub fn insert(&mut self, name: String, value: V) -> Option<V> {
        let before = self.take(&name);
        self.places.insert(name.clone(), self.next);
        self.values.insert(self.next, (name, value));
        self.next += 1;
        before
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.places.get(name).and_then(|place| self.values.get(place)).map(|(_, value)| value)
    }

    /// Takes the value of a name away.
    pub fn take(&mut self, name: &str) -> Option<V> {
        let place = self.places.remove(name)?;
        self.values.remove(&place).map(|(_, value)| value)
    }

    /// The oldest one.
    pub fn oldest(&self) -> Option<&V> {
        self.values.first_key_value().map(|(_, (_, value))| value)
    }

    /// Takes the oldest one away.
    pub fn pop_oldest(&mut self) -> Option<(String, V)> {
        let (_, (name, value)) = self.values.pop_first()?;
        self.places.remove(&name);
        Some((name, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
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
}
