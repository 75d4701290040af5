//! The coordinates of several tables, in order of index, and what is gathered of each.

/// Coordinates with something of each.
#[derive(Clone, Debug)]
pub struct Union<T> {
    entries: Vec<(u32, T)>,
}

impl<T> Union<T> {
    /// Of these coordinates, in order of index.
    pub fn new(entries: Vec<(u32, T)>) -> Self {
        Self { entries }
    }

    /// How many coordinates.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Lets in those of a sorted list that are not there yet: with their index and their place in the list.
    pub fn admit(&mut self, indices: &[u32], mut fresh: impl FnMut(u32, usize) -> T) {
        let mut known = 0;
        let mut unknown = 0;
        for &index in indices {
            known += self.entries[known..].iter().take_while(|entry| entry.0 < index).count();
            unknown += usize::from(self.entries.get(known).is_none_or(|entry| entry.0 != index));
        }
        if unknown == 0 {
            return;
        }
        let mut all = Vec::with_capacity(self.entries.len() + unknown);
        let mut old = std::mem::take(&mut self.entries).into_iter().peekable();
        for (place, &index) in indices.iter().enumerate() {
            while let Some(entry) = old.next_if(|entry| entry.0 < index) {
                all.push(entry);
            }
            all.push(old.next_if(|entry| entry.0 == index).unwrap_or_else(|| (index, fresh(index, place))));
        }
        all.extend(old);
        self.entries = all;
    }

    /// Goes through all coordinates beside a sorted list, each with its place in the list, if it has one.
    pub fn beside<E>(
        &mut self,
        indices: &[u32],
        mut act: impl FnMut(u32, &mut T, Option<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut place = 0;
        for (index, entry) in &mut self.entries {
            let found = indices.get(place) == Some(index);
            act(*index, entry, found.then_some(place))?;
            place += usize::from(found);
        }
        Ok(())
    }

    /// The coordinates and what was gathered of them, in order of index.
    pub fn into_iter(self) -> impl ExactSizeIterator<Item = (u32, T)> {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn is_the_union_in_order(lists in prop::collection::vec(prop::collection::btree_set(0u32..40, 0..20), 0..6)) {
            let mut union = Union::new(Vec::new());
            let mut wanted = BTreeMap::new();
            for (k, list) in lists.iter().enumerate() {
                let indices: Vec<u32> = list.iter().copied().collect();
                union.admit(&indices, |index, place| {
                    assert_eq!(indices[place], index);
                    vec![k]
                });
                list.iter().for_each(|&index| { wanted.entry(index).or_insert_with(|| vec![k]); });
                let mut seen = BTreeSet::new();
                union.beside(&indices, |index, entry: &mut Vec<usize>, place| {
                    prop_assert_eq!(place.map(|place| indices[place]), list.get(&index).copied());
                    entry.push(usize::from(place.is_some()));
                    seen.insert(index);
                    Ok(())
                })?;
                wanted.iter_mut().for_each(|(index, entry)| entry.push(usize::from(list.contains(index))));
                prop_assert_eq!(seen.len(), union.len());
            }
            prop_assert!(union.into_iter().eq(wanted));
        }
    }
}
