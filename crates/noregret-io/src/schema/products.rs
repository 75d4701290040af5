//! Names of products: for each slot, the parts of the first product that fell into it.
//!
//! A product is kept as the indices of its parts, whose names are the names of their slots: no text, twelve bytes a pair. Its hash can be computed
//! again from them. In a model file there are two arrays for each number of parts k: `products.k.index`, sorted, as [packed](crate::cache::varint) distances,
//! and `products.k.parts`, packed.

use std::sync::OnceLock;

use noregret::{Array, Save, State};
use serde::{Deserialize, Serialize};

use crate::cache::varint;
use crate::schema::crosses::Interaction;

/// The parts of products, by index.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Products {
    lists: Vec<List>,
    /// Every index, with its list and its place there.
    #[serde(skip)]
    order: OnceLock<Vec<(u32, u32, u32)>>,
}

/// Products of as many parts, in the order they came.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct List {
    arity: usize,
    indices: Vec<u32>,
    parts: Vec<u32>,
}

impl List {
    fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.indices.iter().copied().zip(self.parts.chunks_exact(self.arity.max(1)))
    }
}

impl Products {
    /// How many slots have a product.
    pub fn len(&self) -> usize {
        self.lists.iter().map(|list| list.indices.len()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of the parts of the product at an index.
    pub fn get(&self, index: u32) -> Option<&[u32]> {
        let order = self.order();
        let place = order.binary_search_by_key(&index, |entry| entry.0).ok()?;
        Some(self.at(order[place]))
    }

    fn at(&self, (_, list, place): (u32, u32, u32)) -> &[u32] {
        let List { arity, parts, .. } = &self.lists[list as usize];
        &parts[place as usize * arity..][..*arity]
    }

    fn order(&self) -> &[(u32, u32, u32)] {
        self.order.get_or_init(|| {
            let lists = self.lists.iter().zip(0..);
            let of = |(list, number): (&List, u32)| {
                list.indices.iter().zip(0..).map(|(&index, place)| (index, number, place)).collect::<Vec<_>>()
            };
            let mut order: Vec<(u32, u32, u32)> = lists.flat_map(of).collect();
            order.sort_unstable();
            order
        })
    }

    /// Every product in the order of the slots.
    fn sorted(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.order().iter().map(|&entry| (entry.0, self.at(entry)))
    }

    /// Every product, those of as many parts in the order they came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.lists.iter().flat_map(List::iter)
    }

    /// Adds a product for a slot that has none.
    pub(crate) fn push(&mut self, index: u32, parts: &[u32]) {
        self.order.take();
        let list = match self.lists.iter().position(|list| list.arity == parts.len()) {
            Some(place) => &mut self.lists[place],
            None => {
                self.lists.push(List { arity: parts.len(), ..List::default() });
                let last = self.lists.len() - 1;
                &mut self.lists[last]
            }
        };
        list.indices.push(index);
        list.parts.extend_from_slice(parts);
    }

    /// Adds all products of another table, for slots that have none.
    pub(crate) fn append(&mut self, other: &Self) {
        for theirs in &other.lists {
            self.order.take();
            match self.lists.iter_mut().find(|list| list.arity == theirs.arity) {
                Some(list) => {
                    list.indices.extend_from_slice(&theirs.indices);
                    list.parts.extend_from_slice(&theirs.parts);
                }
                None => self.lists.push(theirs.clone()),
            }
        }
    }

    /// Adds the products of another table for slots that have none; gives how many slots have another product there.
    pub(crate) fn merge(&mut self, other: &Self) -> u64 {
        let (mut more, mut differ) = (Self::default(), 0);
        for (index, parts) in other.sorted() {
            match self.get(index) {
                Some(known) => differ += u64::from(known != parts),
                None => more.push(index, parts),
            }
        }
        self.append(&more);
        differ
    }

    /// Writes all of them.
    pub(crate) fn save(&self, out: &mut dyn Save) {
        let mut arities: Vec<usize> = self.lists.iter().map(|list| list.arity).collect();
        arities.sort_unstable();
        for arity in arities {
            let (mut indices, mut parts, mut last) = (Vec::new(), Vec::new(), 0);
            for (index, of) in self.sorted().filter(|(_, of)| of.len() == arity) {
                varint::put(u64::from(index - last), &mut indices);
                last = index;
                of.iter().for_each(|&part| varint::put(u64::from(part), &mut parts));
            }
            if !indices.is_empty() {
                out.all(&format!("products.{arity}.index"), &indices);
                out.all(&format!("products.{arity}.parts"), &parts);
            }
        }
    }

    /// Takes out of a state what [`save`](Self::save) wrote.
    pub(crate) fn restore(state: &mut State) -> Result<Self, String> {
        let mut all = Self::default();
        for arity in 2..=Interaction::MOST_PARTS {
            let mut take = |what: &str| state.take(&format!("products.{arity}.{what}"));
            match (take("index"), take("parts")) {
                (None, None) => {}
                (Some(Array::U8(indices)), Some(Array::U8(parts))) => {
                    let list = unpacked(arity, &indices, &parts);
                    all.lists.push(list.ok_or("the lists of products do not fit each other")?);
                }
                _ => return Err("a list of products is missing".to_owned()),
            }
        }
        if all.order().windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err("a slot has two products".to_owned());
        }
        Ok(all)
    }
}

/// Reads a list; none if it is damaged.
fn unpacked(arity: usize, mut indices: &[u8], mut parts: &[u8]) -> Option<List> {
    let mut list = List { arity, ..List::default() };
    let mut last = 0u32;
    while !indices.is_empty() {
        let distance = varint::take(&mut indices).filter(|&distance| distance > 0)?;
        last = u32::try_from(u64::from(last).checked_add(distance)?).ok()?;
        list.indices.push(last);
        for _ in 0..arity {
            list.parts.push(u32::try_from(varint::take(&mut parts)?).ok()?);
        }
    }
    parts.is_empty().then_some(list)
}

impl PartialEq for Products {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.sorted().eq(other.sorted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Products {
        let mut products = Products::default();
        products.push(900, &[4, 7]);
        products.push(3, &[1, 1, 2]);
        products.push(70, &[5, 5]);
        products
    }

    #[test]
    fn parts_are_found_by_index() {
        let products = some();
        assert_eq!(products.get(900), Some(&[4, 7][..]));
        assert_eq!(products.get(3), Some(&[1, 1, 2][..]));
        assert_eq!((products.get(4), products.len()), (None, 3));
        let json = serde_json::to_string(&products).unwrap();
        assert_eq!(serde_json::from_str::<Products>(&json).unwrap(), products);
    }

    #[test]
    fn the_first_of_a_slot_stays() {
        let (mut ours, mut theirs) = (some(), Products::default());
        theirs.push(3, &[9, 9]);
        theirs.push(4, &[2, 3]);
        theirs.push(70, &[5, 5]);
        assert_eq!(ours.merge(&theirs), 1);
        assert_eq!((ours.get(3).unwrap().len(), ours.get(4)), (3, Some(&[2, 3][..])));
    }

    #[test]
    fn arrays_that_do_not_fit_are_refused() {
        let damaged = |index: &[u8], parts: &[u8]| unpacked(2, index, parts).is_none();
        assert!(!damaged(&[3, 1], &[1, 2, 3, 4]));
        assert!(damaged(&[3, 0], &[1, 2, 3, 4]) && damaged(&[3], &[1]) && damaged(&[3], &[1, 2, 3]));
    }
}
