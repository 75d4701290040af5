//! A table that keeps cells in the order in which features first appear.
//!
//! Memory then grows with the number of features, not with the largest index, and frequent features,
//! which come early, are close together. The price is a second lookup for every cell: index to place.
//!
//! (But for up to 128 MB where a whole matrix of so many columns is told of before.)
//!
//! Once most indices have a cell that order gains nothing. When a quarter of the indices have one (an
//! eighth, where cells are small), and the lookups so far have cost about as much as moving would, all cells
//! move into the order of their indices. From then on the place follows from the index and the second lookup is gone.
//!
//! Place 0 belongs to no feature and stays zero: a feature without a cell reads it. A cell of zeros
//! counts as no cell. Memory is zeroed lazily, on huge pages where the system gives them.

use crate::features::Features;
use crate::online::LearnError;
use crate::state::StateError;
use crate::table::Lookup;
use crate::table::MAX_INDEX;
use crate::table::Pages;
use crate::table::Slots;
use crate::table::prefetch;
use bytemuck::Pod;
use std::cell::OnceCell;

/// The most cells that the first allocation has room for. It reserves address space, not memory.
const ROOM: usize = 1 << 26;
/// Cells are moved into the order of their indices only if there are at least this many features...
const MANY: usize = 1 << 16;
/// ...and at least one index in this many has a cell; of small cells one in twice as many, for a table of them is
/// not much larger than that of their places.
const DENSE: usize = 4;
/// The cell size, in bytes, at which a move pays off after half a lookup per place.
///
/// Larger cells wait longer, by the square of their size: a cell k times as large waits for k^2 lookups
/// per place. Moving larger cells touches more fresh memory (0.1 ns a byte, up to 3 in a virtual machine
/// whose host has to provide it first), and the lookup is a smaller part of what a large cell costs.
const SMALL: usize = 16;

/// Cells by feature.
#[derive(Debug)]
pub struct Compact<T> {
    order: Order,
    /// Lookups so far, while cells are in the order of arrival.
    lookups: u64,
    /// The cells at their places; place 0 is all zeros.
    cells: Pages<T>,
}

/// The features that have a cell, in the order of their indices. Who asks only how many there are waits for no order.
#[derive(Debug)]
pub struct Walk<'a, T> {
    table: &'a Compact<T>,
    count: usize,
    /// The index of each feature, and the place of its cell.
    places: OnceCell<Vec<(u32, u32)>>,
}

/// The most bytes that a table has in the order of indices before it is known how many of them have a cell.
const FORESEEN: usize = 128 << 20;

/// How far ahead of a cell that is needed others are prefetched: about as far as the memory is away.
const EARLY: usize = 64;

/// How far ahead a walk prefetches, in cells.
const AHEAD: usize = 16;

impl<T: Pod> Walk<'_, T> {
    /// How many features have a cell.
    pub fn len(&self) -> usize {
        self.count
    }

    fn places(&self) -> &[(u32, u32)] {
        self.places.get_or_init(|| self.table.places(self.count))
    }

    /// Their indices, increasing, and the places of their cells.
    pub fn placed(&self) -> impl Iterator<Item = (u32, u32)> {
        std::iter::once(self).flat_map(|walk| walk.places().iter().copied())
    }

    /// Their indices, increasing.
    pub fn indices(&self) -> impl Iterator<Item = u32> {
        self.placed().map(|(index, _)| index)
    }

    /// Their cells, in the same order.
    pub fn cells(&self) -> impl Iterator<Item = &T> {
        std::iter::once(self).flat_map(|walk| {
            let (cells, places) = (&walk.table.cells[..], walk.places());
            places.iter().enumerate().map(move |(k, &(_, place))| {
                if let Some(&(_, next)) = places.get(k + AHEAD) {
                    prefetch(&cells[next as usize]);
                }
                &cells[place as usize]
            })
        })
    }
}

/// The order of the cells.
#[derive(Debug)]
enum Order {
    /// By first use: the cell of slot k is at place k + 1.
    Arrival(Slots),
    /// By index: the cell of index i is at place i + 1. Holds the number of features at the move.
    Index(usize),
}

impl<T> Default for Compact<T> {
    fn default() -> Self {
        Self { order: Order::Arrival(Slots::default()), lookups: 0, cells: Pages::default() }
    }
}

/// Whether a cell holds anything but zeros.
fn used<T: Pod>(cell: &T) -> bool {
    bytemuck::bytes_of(cell).iter().any(|&byte| byte != 0)
}

impl<T: Pod> Compact<T> {
    /// Cells are in the order of their indices only if one index in so many has one.
    const SPREAD: usize = if size_of::<T>() <= SMALL { 2 * DENSE } else { DENSE };
    /// How many lookups for every two places a move waits for.
    const PATIENCE: usize = {
        let times = size_of::<T>() / SMALL;
        if times <= 1 { 1 } else { 2 * times * times }
    };

    /// Makes room for every index of x. A table that is too large is an error, not an abort.
    #[inline]
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        let Some(last) = x.last_index() else { return Ok(()) };
        if let Order::Arrival(slots) = &mut self.order {
            slots.reserve(x)?;
            self.lookups += x.indices().len() as u64;
            let (count, span) = (slots.len(), slots.span());
            let dense = count >= MANY && count * Self::SPREAD >= span;
            if dense && self.lookups >= (span / 2 * Self::PATIENCE) as u64 {
                self.sort(last)?;
            }
        }
        let need = match &self.order {
            Order::Arrival(slots) => 1 + slots.len() + x.indices().len(),
            Order::Index(_) => last as usize + 2,
        };
        if need <= self.cells.len() { Ok(()) } else { self.grow(x, last, need) }
    }

    /// Allocates room for `need` places, the last index being `last`.
    #[cold]
    fn grow(&mut self, x: Features<'_>, last: u32, need: usize) -> Result<(), LearnError> {
        let (known, first) = match &self.order {
            Order::Index(count) if count * Self::SPREAD < last as usize => {
                // The new index is so high that fewer than one index in SPREAD would have a cell.
                *self = self.by_arrival(x, last)?;
                return self.reserve(x);
            }
            Order::Index(_) => (self.cells.len(), 0),
            Order::Arrival(slots) => (1 + slots.len(), (last as usize + 1).next_power_of_two().min(ROOM)),
        };
        let mut cells = Self::room(last, first.max(need.next_power_of_two()) + 64)?;
        let known = known.min(self.cells.len());
        cells[..known].copy_from_slice(&self.cells[..known]);
        self.cells = cells;
        Ok(())
    }

    /// So many zeroed cells; the error names the index that asked for them.
    fn room(last: u32, length: usize) -> Result<Pages<T>, LearnError> {
        let bytes = (length * size_of::<T>()) as u64;
        Pages::<T>::mapped(length).ok_or(LearnError::TableFull { index: last, bytes })
    }

    /// Puts the cells of an empty table into the order of their indices, where so many lookups of indices up to `last` are about to come. How many different features they ask for is not
    /// known yet, so a large table waits until that has shown, as [`sort`](Self::sort) does. Without the memory nothing changes.
    pub fn prepare(&mut self, last: u32, lookups: u64) {
        let span = last as usize + 1;
        let few = span < MANY || lookups < 2 * span as u64;
        let large = span * size_of::<T>() > FORESEEN;
        if few || large || !self.cells.is_empty() || last > MAX_INDEX {
            return;
        }
        if let Ok(cells) = Self::room(last, span + 64) {
            // As if so many features had come, and no more: an index far beyond them brings the order of arrival back.
            (self.order, self.cells) = (Order::Index(span / Self::SPREAD), cells);
        }
    }

    /// Moves the cells into the order of their indices.
    #[cold]
    fn sort(&mut self, last: u32) -> Result<(), LearnError> {
        if let Order::Arrival(slots) = &self.order {
            let mut cells = Self::room(last, slots.span() + 64)?;
            for (&index, &cell) in slots.indices().iter().zip(&self.cells[1..]) {
                cells[index as usize + 1] = cell;
            }
            (self.order, self.cells) = (Order::Index(slots.len()), cells);
        }
        Ok(())
    }

    /// A copy in the order of arrival, with room for x, whose last index is above all of theirs.
    fn by_arrival(&self, x: Features<'_>, last: u32) -> Result<Self, LearnError> {
        let mut slots = Slots::default();
        slots.reserve(x)?;
        for (index, _) in self.touched() {
            slots.push(index);
        }
        let need = 1 + slots.len() + x.indices().len();
        let mut table = Self { order: Order::Arrival(slots), ..Self::default() };
        table.grow(x, last, need)?;
        let targets = table.cells[1..].iter_mut();
        targets.zip(self.touched()).for_each(|(target, (_, cell))| *target = *cell);
        Ok(table)
    }

    /// All cells; a cell's position here is its place.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Looks up the places of features (0 for one without a cell) and prefetches the cells.
    #[inline]
    pub fn locate(&self, indices: &[u32], places: &mut Vec<u32>) {
        let cells = &self.cells[..];
        places.clear();
        places.reserve(indices.len());
        let found = |place: u32| {
            if let Some(cell) = cells.get(place as usize) {
                prefetch(cell);
            }
            place
        };
        match &self.order {
            Order::Arrival(slots) => slots.places(indices, |place| places.push(found(place))),
            Order::Index(_) => places.extend(indices.iter().map(|&index| found(index + 1))),
        }
    }

    /// Looks up the places of features (0 for one without a cell).
    #[inline]
    pub fn find_places(&self, indices: &[u32], places: &mut Vec<u32>) {
        places.clear();
        match &self.order {
            Order::Arrival(slots) => {
                places.reserve(indices.len());
                slots.places(indices, |place| places.push(place));
            }
            Order::Index(_) => places.extend(indices.iter().map(|&index| index + 1)),
        }
    }

    /// Calls `found` with the cell of each place in turn, while those further on are on their way.
    #[inline]
    pub fn each(&self, places: &[u32], mut found: impl FnMut(&T)) {
        let cells = &self.cells[..];
        let (first, later) = places.split_at(places.len().min(EARLY));
        self.ask(first);
        let (steady, last) = places.split_at(later.len());
        for (&place, later) in steady.iter().zip(later) {
            self.ask(std::slice::from_ref(later));
            found(&cells[place as usize]);
        }
        last.iter().for_each(|&place| found(&cells[place as usize]));
    }

    /// Prefetches the cells at some places.
    #[inline(always)]
    pub fn ask(&self, places: &[u32]) {
        let cells = &self.cells[..];
        places.iter().filter_map(|&place| cells.get(place as usize)).for_each(prefetch);
    }

    /// As [`expect`](Self::expect), but the cells themselves are left to be [asked for](Self::ask): their places are added to `soon`.
    pub fn expect_places(&self, indices: &[u32], next: bool, soon: &mut Vec<u32>) {
        match &self.order {
            Order::Arrival(slots) if next => slots.each(indices, |place| soon.push(place)),
            Order::Arrival(slots) => slots.expect(indices),
            Order::Index(_) if next => soon.extend(indices.iter().map(|&index| index.wrapping_add(1))),
            Order::Index(_) => {}
        }
    }

    /// Prefetches for features that come soon: what tells their places or, by then known, the cells themselves.
    pub fn expect(&self, indices: &[u32], next: bool) {
        let cells = &self.cells[..];
        let cell = |place: usize| {
            if let Some(cell) = cells.get(place) {
                prefetch(cell);
            }
        };
        match &self.order {
            Order::Arrival(slots) if next => slots.each(indices, |place| cell(place as usize)),
            Order::Arrival(slots) => slots.expect(indices),
            Order::Index(_) if next => {}
            Order::Index(_) => indices.iter().for_each(|&index| cell(index as usize + 1)),
        }
    }

    /// The cell of a feature; zeros if it has none.
    #[inline]
    pub fn get(&self, index: u32) -> T {
        let place = match &self.order {
            Order::Arrival(slots) => slots.get(index).map_or(0, |slot| slot + 1),
            Order::Index(_) => index as usize + 1,
        };
        self.cells.get(place).copied().unwrap_or_else(T::zeroed)
    }

    /// Writes cells at the places that [`locate`](Self::locate) gave; a feature at place 0 gets a new
    /// one, for which [`reserve`](Self::reserve) made room.
    #[inline]
    pub fn write(&mut self, indices: &[u32], places: &[u32], cells: impl Iterator<Item = T>) {
        let all = &mut self.cells[..];
        match &mut self.order {
            Order::Index(_) => places.iter().zip(cells).for_each(|(&place, cell)| all[place as usize] = cell),
            Order::Arrival(slots) => {
                for ((&index, &place), cell) in indices.iter().zip(places).zip(cells) {
                    let place = if place == 0 { 1 + slots.push(index) } else { place as usize };
                    all[place] = cell;
                }
            }
        }
    }

    /// The features that have a cell, in the order of their indices.
    pub fn touched(&self) -> impl Iterator<Item = (u32, &T)> {
        let places: Box<dyn Iterator<Item = (u32, usize)>> = match &self.order {
            Order::Arrival(slots) => {
                Box::new(slots.sorted().into_iter().map(|(index, slot)| (index, slot as usize + 1)))
            }
            Order::Index(_) => Box::new((0u32..).zip(1..self.cells.len())),
        };
        places.map(|(index, place)| (index, &self.cells[place])).filter(|(_, cell)| used(*cell))
    }

    /// The same for callers that go through it more than once.
    pub fn walk(&self) -> Walk<'_, T> {
        let count = self.used().iter().filter(|cell| used(*cell)).count();
        Walk { table: self, count, places: OnceCell::new() }
    }

    /// Index and place of the `count` features that have a cell, in the order of their indices.
    fn places(&self, count: usize) -> Vec<(u32, u32)> {
        let mut places: Vec<(u32, u32)> = match &self.order {
            Order::Arrival(slots) => {
                slots.sorted().into_iter().map(|(index, slot)| (index, slot + 1)).collect()
            }
            Order::Index(_) => {
                (0..self.cells.len().saturating_sub(1) as u32).map(|index| (index, index + 1)).collect()
            }
        };
        // To look at the cells in this order costs a miss of the cache each: only where some are unused.
        if places.len() > count {
            places.retain(|&(_, place)| used(&self.cells[place as usize]));
        }
        places
    }

    /// The cells in the order they are stored, place 0 left out; some may be zeros.
    pub fn used(&self) -> &[T] {
        let length = match &self.order {
            Order::Arrival(slots) => slots.len() + 1,
            Order::Index(_) => self.cells.len(),
        };
        self.cells.get(1..length).unwrap_or_default()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let slots = if let Order::Arrival(slots) = &self.order { slots.bytes() } else { 0 };
        (1 + self.used().len()) as u64 * size_of::<T>() as u64 + slots
    }

    /// A table with one cell for each of these indices, which must strictly increase.
    pub fn restore(indices: &[u32], cells: impl Iterator<Item = T>) -> Result<Self, StateError> {
        if !indices.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(StateError::impossible("index", "indices are not strictly increasing"));
        }
        let mut table = Self { order: Order::Arrival(Slots::restore(indices)?), ..Self::default() };
        if let Some(&last) = indices.last() {
            let nothing = Features::new(&[], &[])
                .map_err(|error| StateError::impossible("index", error.to_string()))?;
            table
                .grow(nothing, last, 1 + indices.len())
                .map_err(|error| StateError::impossible("index", error.to_string()))?;
            table.cells[1..].iter_mut().zip(cells).for_each(|(target, cell)| *target = cell);
        }
        Ok(table)
    }
}

impl<T: Pod> Lookup<T> for Compact<T> {
    #[inline]
    fn cells(&self) -> &[T] {
        &self.cells
    }

    #[inline]
    fn find(&self, indices: &[u32], places: &mut [u32]) {
        let cells = &self.cells[..];
        let mut places = places.iter_mut();
        let mut found = |place: u32| {
            if let Some(cell) = cells.get(place as usize) {
                prefetch(cell);
            }
            if let Some(next) = places.next() {
                *next = place;
            }
        };
        match &self.order {
            Order::Arrival(slots) => slots.places(indices, found),
            Order::Index(_) => indices.iter().for_each(|&index| found(index + 1)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn grows_remembers_and_comes_back() {
        let mut table = Compact::<[f64; 2]>::default();
        let mut places = Vec::new();
        for indices in [vec![5, 1000], vec![64], vec![5, 64, 1 << 22], (0..5000).collect()] {
            let values = vec![1.0; indices.len()];
            let x = Features::new(&indices, &values).unwrap();
            table.reserve(x).unwrap();
            table.locate(&indices, &mut places);
            let cells: Vec<_> = indices.iter().map(|&i| [f64::from(i) + 1.0, -1.0]).collect();
            table.write(&indices, &places, cells.into_iter());
        }
        assert_eq!(table.cells()[0], [0.0; 2], "the empty cell");
        assert_eq!((table.get(6000), table.get(u32::MAX)), ([0.0; 2], [0.0; 2]));
        assert_eq!(table.get(1 << 22), [4_194_305.0, -1.0]);
        let list = |t: &Compact<[f64; 2]>| t.touched().map(|(i, c)| (i, *c)).collect::<Vec<_>>();
        let all = list(&table);
        assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0) && all.len() == 5001);
        assert!(all.iter().all(|(i, c)| *c == [f64::from(*i) + 1.0, -1.0]));
        let indices: Vec<u32> = all.iter().map(|(i, _)| *i).collect();
        let back = Compact::restore(&indices, all.iter().map(|(_, c)| *c)).unwrap();
        assert_eq!(list(&back), all);
        assert!(Compact::restore(&[3, 3], [[0.0; 2]; 2].into_iter()).is_err());
        assert!(Compact::<[f64; 2]>::default().touched().next().is_none());
    }

    #[test]
    fn dense_tables_are_in_the_order_of_indices_until_they_are_not() {
        let mut table = Compact::<[f64; 2]>::default();
        let mut places = Vec::new();
        let mut add = |table: &mut Compact<[f64; 2]>, indices: &[u32]| {
            for indices in indices.chunks(1000) {
                let x = Features::new(indices, &[1.0; 1000][..indices.len()]).unwrap();
                table.reserve(x).unwrap();
                table.locate(indices, &mut places);
                let cells = table.cells();
                let old: Vec<_> = places.iter().map(|&place| cells[place as usize]).collect();
                let cells = indices.iter().zip(old).map(|(&i, [a, b])| [a + f64::from(i) + 1.0, b + 1.0]);
                table.write(indices, &places, cells);
            }
        };
        let by_index = |table: &Compact<[f64; 2]>| matches!(table.order, Order::Index(_));
        let check = |table: &Compact<[f64; 2]>, wanted: &[(u32, f64)]| {
            let found: Vec<_> = table.touched().map(|(i, c)| (i, *c)).collect();
            assert_eq!(found.len(), wanted.len());
            for (&(index, cell), &(i, times)) in found.iter().zip(wanted) {
                assert_eq!((index, cell), (i, [times * (f64::from(i) + 1.0), times]));
                assert_eq!(table.get(i), cell);
            }
            assert_eq!((table.get(99), table.get(u32::MAX)), ([0.0; 2], [0.0; 2]));
        };
        let some: Vec<u32> = (50_000..110_000).map(|k| 2 * k).collect();
        add(&mut table, &some);
        assert!(!by_index(&table), "too few");
        let more: Vec<u32> = (110_000..120_000).map(|k| 2 * k).collect();
        add(&mut table, &more);
        assert!(!by_index(&table), "a quarter of the indices, but little used");
        (0..50).for_each(|_| add(&mut table, &more));
        assert!(by_index(&table), "often used");
        let mut wanted: Vec<(u32, f64)> =
            some.iter().map(|&i| (i, 1.0)).chain(more.iter().map(|&i| (i, 51.0))).collect();
        check(&table, &wanted);
        add(&mut table, &[263_000]);
        assert!(by_index(&table), "a little further");
        wanted.push((263_000, 1.0));
        check(&table, &wanted);
        let beyond = table.reserve(Features::new(&[u32::MAX], &[1.0]).unwrap());
        assert!(
            matches!(beyond, Err(LearnError::TableFull { bytes: 1.., .. })) && by_index(&table),
            "refused"
        );
        check(&table, &wanted);
        add(&mut table, &[1 << 29]);
        assert!(!by_index(&table), "far away");
        wanted.push((1 << 29, 1.0));
        check(&table, &wanted);
    }

    #[test]
    fn what_is_foreseen_is_in_the_order_of_indices_at_once() {
        let by_index = |table: &Compact<[f64; 2]>| matches!(table.order, Order::Index(_));
        let mut table = Compact::<[f64; 2]>::default();
        table.prepare(1 << 20, 1 << 20);
        assert!(!by_index(&table), "too few lookups");
        table.prepare(1 << 20, 1 << 22);
        assert!(by_index(&table));
        let add = |table: &mut Compact<[f64; 2]>, index: u32| {
            let x = Features::new(std::slice::from_ref(&index), &[1.0]).unwrap();
            table.reserve(x).unwrap();
            table.write(&[index], &[if by_index(table) { index + 1 } else { 0 }], [[2.0; 2]].into_iter());
        };
        [0, 7, 1 << 20, 1 << 29].into_iter().for_each(|index| add(&mut table, index));
        assert!(!by_index(&table), "far beyond");
        let found: Vec<_> = table.touched().map(|(index, cell)| (index, *cell)).collect();
        assert_eq!(found, [0, 7, 1 << 20, 1 << 29].map(|index| (index, [2.0; 2])));
        table.prepare(1 << 20, 1 << 22);
        assert!(!by_index(&table), "there are cells");
    }

    /// Cells of 8 MB, and more of them than addresses: what could not be had is told.
    #[test]
    fn a_table_that_cannot_go_back_says_what_it_asked_for() {
        let mut table = Compact::<[u8; 1 << 23]> { order: Order::Index(1), ..Compact::default() };
        let far = table.reserve(Features::new(&[1 << 26], &[1.0]).unwrap());
        let bytes = (ROOM as u64 + 64) << 23;
        assert_eq!(far, Err(LearnError::TableFull { index: 1 << 26, bytes }));
        assert!(matches!(table.order, Order::Index(1)), "as it was");
    }

    #[test]
    fn a_high_index_costs_no_memory_and_one_too_high_is_refused() {
        let mut table = Compact::<[f32; 16]>::default();
        let one = |index: &u32| table.reserve(Features::new(std::slice::from_ref(index), &[1.0]).unwrap());
        let mut one = one;
        one(&(1 << 30)).unwrap();
        assert!(matches!(one(&u32::MAX), Err(LearnError::TableFull { .. })));
        table.write(&[1 << 30], &[0], std::iter::once([1.0; 16]));
        assert_eq!(table.get(1 << 30), [1.0; 16]);
        assert!(table.cells().as_ptr().addr().is_multiple_of(64), "cells begin where lines of the cache do");
    }
}
