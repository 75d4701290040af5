//! Rows of a table whose columns were hashed before any row was read.
//!
//! A column of numbers is one feature, whose index is known: such features are put in order once for all rows. The other features of a row are of
//! value 1 (categories, and what is missing), and have to be put among them. What a row meets twice is left to who sums repeats. Names are looked up
//! together, in the order of the columns, so that the same names are fresh as if every cell had been named.

use super::{Drafter, Hashed};
use crate::schema::index::BIAS;
use xxhash_rust::xxh3::xxh3_64;

/// The features of a row whose names have to be looked up, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting {
    indices: Vec<u32>,
    prints: Vec<u8>,
    /// Their columns, and where their names stand in the line.
    names: Vec<(u32, (u32, u32))>,
}

impl Waiting {
    /// Forgets them.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.indices.clear();
        self.prints.clear();
        self.names.clear();
    }

    /// Adds one.
    #[inline(always)]
    pub(crate) fn push(&mut self, (index, print): (u32, u8), column: usize, name: (u32, u32)) {
        self.indices.push(index);
        self.prints.push(print);
        self.names.push((column as u32, name));
    }
}

/// The namespace of a column, hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space(u64);

impl Space {
    /// Of a column.
    pub(crate) fn of(column: &str) -> Self {
        Self(xxh3_64(column.as_bytes()))
    }
}

impl Hashed {
    /// Its index.
    pub(crate) fn index(&self) -> u32 {
        self.index
    }

    /// Whether it is left out.
    pub(crate) fn is_left_out(&self) -> bool {
        self.group.is_none()
    }

    /// Its index and its fingerprint.
    #[inline(always)]
    pub(crate) fn both(&self) -> (u32, u8) {
        (self.index, self.print)
    }
}

impl Drafter {
    /// Whether features have groups.
    pub(crate) fn is_grouped(&self) -> bool {
        self.grouped
    }

    /// Whether the name of a feature is known, and need not be looked up any more.
    pub(crate) fn is_known(&self, feature: &Hashed) -> bool {
        self.indexer.knows(feature.index, feature.print)
    }

    /// The index and the fingerprint of a category.
    #[inline(always)]
    pub(crate) fn category(&self, space: Space, text: &[u8]) -> (u32, u8) {
        self.indexer.hashed_in(space.0, text)
    }

    /// Begins an example and adds its features: those with values, in order, and those of value 1. Nothing is added, and false is said, if a feature is there
    /// twice.
    #[inline]
    pub(crate) fn begin_with(&mut self, indices: &[u32], values: &[f64], ones: &mut [u32]) -> bool {
        if ones.is_empty() && values.iter().fold(true, |full, value| full & (*value != 0.0)) {
            self.begin();
            self.draft.arena.indices.extend_from_slice(indices);
            self.draft.arena.values.extend_from_slice(values);
            return true;
        }
        let most = indices.len() + ones.len();
        match most {
            ..=16 => self.rank::<16>(indices, values, ones),
            17..=32 => self.rank::<32>(indices, values, ones),
            _ => self.weave(indices, values, ones),
        }
    }

    /// As [`begin_with`](Self::begin_with), of at most N features: each goes to the place that the number of smaller ones is. There is no branch to be foretold, and a processor counts
    /// several at once.
    #[inline(always)]
    fn rank<const N: usize>(&mut self, indices: &[u32], values: &[f64], ones: &[u32]) -> bool {
        let (mut keys, mut numbers, mut count) = ([i32::MAX; N], [1.0; N], 0);
        for (&index, &value) in indices.iter().zip(values) {
            (keys[count], numbers[count]) = (index as i32, value);
            count += usize::from(value != 0.0);
        }
        let end = count + ones.len();
        for (key, &one) in keys[count..end].iter_mut().zip(ones) {
            *key = one as i32;
        }
        numbers[count..end].fill(1.0);
        keys[end..].fill(i32::MAX);
        let mut ranks = [0i32; N];
        for &key in &keys[..end] {
            for (rank, &other) in ranks.iter_mut().zip(&keys) {
                *rank += i32::from(key < other);
            }
        }
        // Two that are alike are not below each other.
        if ranks[..end].iter().sum::<i32>() as usize != end * end.saturating_sub(1) / 2 {
            return false;
        }
        self.begin();
        let arena = &mut self.draft.arena;
        let start = arena.indices.len();
        arena.indices.resize(start + end, BIAS);
        arena.values.resize(start + end, 1.0);
        let (to, weights) = (&mut arena.indices[start..], &mut arena.values[start..]);
        for ((&rank, &key), &number) in ranks[..end].iter().zip(&keys).zip(&numbers) {
            (to[rank as usize], weights[rank as usize]) = (key as u32, number);
        }
        true
    }

    /// As [`begin_with`](Self::begin_with), of any number of features: those of value 1 are sorted and put between the others.
    fn weave(&mut self, indices: &[u32], values: &[f64], ones: &mut [u32]) -> bool {
        ones.sort_unstable();
        if ones.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        self.begin();
        let arena = &mut self.draft.arena;
        let start = arena.indices.len();
        let most = start + indices.len() + ones.len();
        arena.indices.resize(most, BIAS);
        arena.values.resize(most, 1.0);
        let (to, numbers) = (&mut arena.indices[start..], &mut arena.values[start..]);
        let (mut kept, mut one) = (0, 0);
        let mut twice = false;
        for (&index, &value) in indices.iter().zip(values) {
            while let Some(&next) = ones.get(one).filter(|next| **next < index) {
                (to[kept], numbers[kept]) = (next, 1.0);
                (kept, one) = (kept + 1, one + 1);
            }
            twice |= ones.get(one) == Some(&index);
            (to[kept], numbers[kept]) = (index, value);
            kept += usize::from(value != 0.0);
        }
        let rest = &ones[one..];
        to[kept..kept + rest.len()].copy_from_slice(rest);
        numbers[kept..kept + rest.len()].fill(1.0);
        let end = if twice { self.start } else { start + kept + rest.len() };
        arena.indices.truncate(end);
        arena.values.truncate(end);
        !twice
    }

    /// Looks up names, in order; `named` says the namespace, the separator and the name of one that nobody has met, by its column and its place.
    #[inline]
    pub(crate) fn meet(
        &mut self,
        waiting: &Waiting,
        named: impl Fn(usize, (u32, u32), &mut dyn FnMut(&[u8], char, &[u8])),
    ) {
        let fresh = &mut self.draft.fresh;
        self.indexer.meet(&waiting.indices, &waiting.prints, |place| {
            let (column, name) = waiting.names[place];
            named(column as usize, name, &mut |namespace, separator, name| {
                fresh.push(waiting.indices[place], waiting.prints[place], namespace, separator, name);
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::context::Contexts;
    use crate::draw::Draw;
    use crate::{Format, Schema};
    use std::collections::BTreeMap;

    /// By a map: every feature at its index, none of value 0, none twice.
    #[test]
    fn features_come_in_order_however_many_they_are() {
        let schema = Schema { bits: Some(8), bias: true, ..Schema::default() };
        let context = Contexts::new(&schema).unwrap().start(&"f".into(), Format::Csv).unwrap();
        let mut rows = Drafter::new(context.into());
        let (mut draw, mut refused) = (Draw(9), 0);
        for round in 0..20_000 {
            let some = [4, 10, 16, 40][round % 4];
            let (numbers, others) = (draw.next(some), draw.next(some));
            let indices: BTreeMap<u32, f64> =
                (0..numbers).map(|_| (1 + draw.next(256) as u32, draw.next(4) as f64)).collect();
            let mut ones: Vec<u32> = (0..others).map(|_| 1 + draw.next(256) as u32).collect();
            let (keys, values): (Vec<u32>, Vec<f64>) = indices.iter().unzip();
            let mut wanted = BTreeMap::from([(BIAS, 1.0)]);
            wanted.extend(indices.iter().filter(|(_, value)| **value != 0.0));
            let length = wanted.len() + ones.len();
            wanted.extend(ones.iter().map(|&one| (one, 1.0)));
            // One that a number of value 0 has may be left to others, and need not be.
            let clear = ones.iter().all(|one| !indices.contains_key(one));
            rows.clear();
            let put = rows.begin_with(&keys, &values, &mut ones);
            assert!(put || wanted.len() < length || !clear, "{keys:?} {values:?} {ones:?}");
            let arena = &rows.draft.arena;
            if put {
                assert_eq!(wanted.len(), length);
                assert!(arena.indices.iter().eq(wanted.keys()) && arena.values.iter().eq(wanted.values()));
            } else {
                assert!(arena.indices.is_empty() && arena.values.is_empty());
                refused += 1;
            }
        }
        assert!((1000..15_000).contains(&refused), "{refused}");
    }
}
