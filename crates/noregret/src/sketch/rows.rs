//! Rows over features, stored by feature: for every feature a cell with some leading numbers of its own and its entry in every row.
//!
//! The rows of the basis are those that were directions when the epoch began, and the vectors appended since. An epoch lasts for `room` of those; then the cells are folded: the directions of now become the rows,
//! in every cell by the same linear map. Only the cells that the epoch touched (its working set, held aside in one block) go through it at
//! once, the others when they are next read ([`History`]). So a round costs O(rows nnz), whatever the number of features.

use super::directions::{add_columns, add_scaled};
use super::history::History;
use super::slots::Slots;
use crate::features::Features;
use crate::online::LearnError;
use crate::state::{Array, State, StateError};

/// Cells are stored in blocks of this many, so that growth moves nothing.
const BLOCK: usize = 1 << 12;

/// Cells by feature, and those of the present epoch in a block of their own.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    lead: usize,
    wide: usize,
    slots: Slots,
    cells: Vec<Box<[f64]>>,
    marks: Vec<Mark>,
    history: History,
    /// Rows at the epoch's start, and appended since.
    base: usize,
    recent: usize,
    room: usize,
    /// The epoch's cells: `lead`, `base` and `room` numbers each.
    local: Vec<f64>,
    members: Vec<u32>,
}

/// Where a slot's cell stands.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Its place in the working set + 1; 0 without one.
    place: u32,
    /// The maps it has been through.
    stamp: u32,
}

/// What a round reads: where the cells of x are, and those that are not in the working set yet.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The place of every feature, those beyond the members among `fresh`.
    pub places: Vec<u32>,
    /// The fresh cells without the epoch's own rows, in which they are 0.
    fresh: Vec<f64>,
    /// The slots of the fresh ones; those that have none get the next.
    slots: Vec<u32>,
    /// The indices that get a new slot.
    unseen: Vec<u32>,
    /// Slots of x, and cells as they are stored.
    found: Vec<Option<u32>>,
    stale: Vec<f64>,
    scratch: Vec<f64>,
}

impl Reading {
    /// Features that get a new slot.
    pub fn unseen(&self) -> usize {
        self.unseen.len()
    }
}

impl Rows {
    /// No features; cells with `lead` leading numbers and up to `directions` others, epochs of `room` rows.
    pub fn new(lead: usize, directions: usize, room: usize) -> Self {
        let wide = lead + directions;
        Self { lead, wide, room, history: History::new(lead, wide), ..Self::default() }
    }

    /// How many features were seen.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Rows of the basis.
    pub fn rows(&self) -> usize {
        self.base + self.recent
    }

    /// Whether the epoch has no room for another row.
    pub fn full(&self) -> bool {
        self.recent == self.room
    }

    /// The features' slots.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    fn width(&self) -> usize {
        self.lead + self.base + self.room
    }

    /// The numbers of a cell that mean something.
    pub fn used(&self) -> usize {
        self.lead + self.base + self.recent
    }

    fn cell(&self, slot: usize) -> &[f64] {
        &self.cells[slot / BLOCK][slot % BLOCK * self.wide..][..self.wide]
    }

    /// Appends the cell of a slot, up to date, to `target`, `used` numbers.
    fn read(&self, slot: usize, target: &mut Vec<f64>, scratch: &mut Vec<f64>) {
        let start = target.len();
        let mark = self.marks[slot];
        if let Some(place) = (mark.place as usize).checked_sub(1) {
            target.extend_from_slice(&self.local[place * self.width()..][..self.used()]);
            return;
        }
        target.extend_from_slice(self.cell(slot));
        self.history.catch_up(mark.stamp as usize, &mut target[start..], scratch);
        target.resize(start + self.lead + self.base, 0.0);
        target.resize(start + self.used(), 0.0);
    }

    /// The cell of a feature, up to date: [`used`](Self::used) numbers; `None` if it was never seen. Pure.
    pub fn current(&self, index: u32) -> Option<Vec<f64>> {
        self.slots.get(index).map(|slot| self.current_slot(slot))
    }

    /// The same by slot.
    pub fn current_slot(&self, slot: usize) -> Vec<f64> {
        let mut cell = Vec::with_capacity(self.wide + self.room);
        self.read(slot, &mut cell, &mut Vec::new());
        cell.truncate(self.used());
        cell
    }

    /// factor sum_i x_i cell_i over the features seen. Pure.
    pub fn products(&self, x: Features<'_>, factor: f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.used()];
        let (mut cell, mut scratch) = (Vec::new(), Vec::new());
        for (index, value) in x.iter() {
            if let Some(slot) = self.slots.get(index) {
                cell.clear();
                self.read(slot, &mut cell, &mut scratch);
                add_scaled(&mut sums, value * factor, &cell);
            }
        }
        sums
    }

    /// Finds the cells of x, bringing those outside the working set up to date beside it; with `all`, every cell there is.
    ///
    /// One kind of memory after another, so that the many places that are not in cache are fetched at once.
    pub fn open(&self, x: Features<'_>, all: bool, reading: &mut Reading) {
        let Reading { places, fresh, slots, unseen, found, stale, scratch } = reading;
        places.clear();
        fresh.clear();
        slots.clear();
        unseen.clear();
        found.clear();
        stale.clear();
        let members = self.members.len();
        let add = |slot: usize, slots: &mut Vec<u32>| {
            slots.push(slot as u32);
            (members + slots.len() - 1) as u32
        };
        let mut taken: Vec<u32> = Vec::new();
        if all {
            let marks = self.marks.iter().enumerate();
            taken = marks
                .map(|(slot, mark)| mark.place.checked_sub(1).unwrap_or_else(|| add(slot, slots)))
                .collect();
        }
        found.extend(x.indices().iter().map(|&index| self.slots.get(index).map(|slot| slot as u32)));
        for (&index, slot) in x.indices().iter().zip(found.iter()) {
            places.push(match slot {
                Some(slot) if all => taken[*slot as usize],
                Some(slot) => {
                    let place = self.marks[*slot as usize].place.checked_sub(1);
                    place.unwrap_or_else(|| add(*slot as usize, slots))
                }
                None => {
                    unseen.push(index);
                    add(self.len() + unseen.len() - 1, slots)
                }
            });
        }
        let (wide, thin) = (self.wide, self.lead + self.base);
        stale.resize(slots.len() * wide, 0.0);
        for (&slot, target) in slots.iter().zip(stale.chunks_exact_mut(wide.max(1))) {
            if (slot as usize) < self.len() {
                target.copy_from_slice(self.cell(slot as usize));
            }
        }
        for (&slot, cell) in slots.iter().zip(stale.chunks_exact_mut(wide.max(1))) {
            if let Some(mark) = self.marks.get(slot as usize) {
                self.history.catch_up(mark.stamp as usize, cell, scratch);
            }
            fresh.extend_from_slice(&cell[..thin]);
        }
    }

    /// The cell at a place; without the epoch's own rows, in which it is 0, if it is not in the working set.
    #[inline]
    pub fn at<'a>(&'a self, reading: &'a Reading, place: usize) -> &'a [f64] {
        let (width, thin) = (self.width(), self.lead + self.base);
        match place.checked_sub(self.members.len()) {
            None => &self.local[place * width..][..self.used()],
            Some(fresh) => &reading.fresh[fresh * thin..][..thin],
        }
    }

    /// Places there are, the fresh ones included.
    pub fn places(&self, reading: &Reading) -> usize {
        self.members.len() + reading.slots.len()
    }

    /// sum_i x_i cell_i, over the places of x.
    pub fn gather(&self, reading: &Reading, values: impl Iterator<Item = f64>, sums: &mut Vec<f64>) {
        let used = self.used();
        sums.clear();
        sums.resize(used, 0.0);
        let mut terms = reading.places.iter().zip(values).map(|(&p, v)| (self.at(reading, p as usize), v));
        // Four cells at a time, added in order: the sums are read and written once for them.
        while let Some((a, x)) = terms.next() {
            if a.len() < used {
                add_scaled(sums, x, a);
                continue;
            }
            let more = [terms.next(), terms.next(), terms.next()];
            if let [Some((b, y)), Some((c, z)), Some((d, u))] = more
                && [b, c, d].iter().all(|cell| cell.len() == used)
            {
                let (a, b, c, d) = (&a[..used], &b[..used], &c[..used], &d[..used]);
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum = *sum + x * a[k] + y * b[k] + z * c[k] + u * d[k];
                }
            } else {
                add_scaled(sums, x, a);
                more.iter().flatten().for_each(|(cell, value)| add_scaled(sums, *value, cell));
            }
        }
    }

    fn block(&self) -> Box<[f64]> {
        vec![0.0; BLOCK * self.wide].into_boxed_slice()
    }

    /// Makes room for the indices of x, or refuses it; nothing shows.
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        self.slots.reserve(x)
    }

    /// Takes what was read into the working set. There must be [room](Self::reserve) for it.
    pub fn admit(&mut self, reading: &Reading) {
        for &index in &reading.unseen {
            let slot = self.slots.push(index);
            if slot.is_multiple_of(BLOCK) {
                self.cells.push(self.block());
            }
            self.marks.push(Mark::default());
        }
        let (width, thin) = (self.width(), self.lead + self.base);
        for (k, &slot) in reading.slots.iter().enumerate() {
            self.local.extend_from_slice(&reading.fresh[k * thin..][..thin]);
            self.members.push(slot);
            self.local.resize(self.members.len() * width, 0.0);
            self.marks[slot as usize].place = self.members.len() as u32;
        }
    }

    /// Appends a row: its entry at every place given. The places must be [admitted](Self::admit).
    pub fn append(&mut self, entries: impl Iterator<Item = (usize, f64)>) {
        let (width, column) = (self.width(), self.used());
        for (place, value) in entries {
            self.local[place * width + column] = value;
        }
        self.recent += 1;
    }

    /// Writes a leading number at a place of the working set.
    pub fn set_lead(&mut self, place: usize, which: usize, value: f64) {
        let width = self.width();
        self.local[place * width + which] = value;
    }

    /// Ends the epoch. Column j of the map is the image of row j: `lead` numbers that are added to the leading ones, then
    /// `directions` entries in the new rows.
    pub fn fold(&mut self, columns: &[Vec<f64>], directions: usize) {
        if self.lead + directions > self.wide {
            self.widen(directions);
        }
        let (lead, wide, width, used) = (self.lead, self.wide, self.width(), self.used());
        let (thin, flat) = (lead + directions, columns.concat());
        let mut image = vec![0.0; wide];
        for (place, &slot) in self.members.iter().enumerate() {
            let cell = &self.local[place * width..][..used];
            let target = &mut image[..thin];
            target.fill(0.0);
            target[..lead].copy_from_slice(&cell[..lead]);
            let (old, own) = cell[lead..].split_at(self.base);
            if own.iter().filter(|v| **v != 0.0).count() * 4 >= own.len() {
                add_columns(target, &cell[lead..], &flat, thin);
            } else {
                add_columns(target, old, &flat, thin);
                for (value, column) in own.iter().zip(&columns[self.base..]) {
                    if *value != 0.0 {
                        add_scaled(target, *value, column);
                    }
                }
            }
            let slot = slot as usize;
            self.cells[slot / BLOCK][slot % BLOCK * wide..][..wide].copy_from_slice(&image);
        }
        let mut map = vec![0.0; (wide - lead) * wide];
        for (column, target) in columns[..self.base].iter().zip(map.chunks_exact_mut(wide)) {
            target[..column.len()].copy_from_slice(column);
        }
        self.history.push(map);
        let now = self.history.len() as u32;
        self.members.iter().for_each(|&slot| self.marks[slot as usize] = Mark { place: 0, stamp: now });
        self.local.clear();
        self.members.clear();
        (self.base, self.recent) = (directions, 0);
        // The maps may take as much memory as the cells: then all cells go through them.
        if self.history.len() >= (self.len() / (2 * wide)).max(64) {
            self.sweep();
        }
    }

    /// Brings every cell up to date.
    fn sweep(&mut self) {
        let (wide, mut scratch) = (self.wide, Vec::new());
        for (slot, mark) in self.marks.iter_mut().enumerate() {
            let cell = &mut self.cells[slot / BLOCK][slot % BLOCK * wide..][..wide];
            self.history.catch_up(mark.stamp as usize, cell, &mut scratch);
            mark.stamp = 0;
        }
        self.history = History::new(self.lead, wide);
    }

    /// Makes room for more directions.
    fn widen(&mut self, directions: usize) {
        self.sweep();
        let wide = self.lead + directions.next_power_of_two().max(16);
        let cells = std::mem::take(&mut self.cells);
        self.cells = cells
            .iter()
            .map(|block| {
                let mut wider = vec![0.0; BLOCK * wide];
                for (old, new) in block.chunks_exact(self.wide.max(1)).zip(wider.chunks_exact_mut(wide)) {
                    new[..self.wide].copy_from_slice(old);
                }
                wider.into_boxed_slice()
            })
            .collect();
        self.wide = wide;
        self.history = History::new(self.lead, wide);
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let cells = 8 * self.cells.len() * BLOCK * self.wide + 8 * self.local.len();
        (cells + 8 * self.marks.len()) as u64 + self.slots.bytes() + self.history.bytes()
    }

    /// Adds everything to a state.
    pub fn save(&self, state: &mut State) {
        state.put_count("wide", self.wide as u64);
        state.put_count("base", self.base as u64);
        state.put_count("recent", self.recent as u64);
        state.put("index", Array::U32(self.slots.indices().to_vec()));
        state.put("stamp", Array::U32(self.marks.iter().map(|mark| mark.stamp).collect()));
        let cells = (0..self.len()).flat_map(|slot| self.cell(slot).iter().copied());
        state.put("cells", Array::F64(cells.collect()));
        state.put("maps", Array::F64(self.history.maps().concat()));
        state.put("members", Array::U32(self.members.clone()));
        state.put("local", Array::F64(self.local.clone()));
    }

    /// Reads back what [`save`](Self::save) wrote; `lead` and `room` are those of the spec.
    pub fn restore(lead: usize, room: usize, most: Option<usize>, state: &State) -> Result<Self, StateError> {
        let small = |name: &str| -> Result<usize, StateError> {
            let value = state.count(name)?;
            let limit = most.map_or(1 << 16, |most| lead + most) as u64;
            if value <= limit {
                return Ok(value as usize);
            }
            Err(StateError::Value { name: name.to_owned(), reason: format!("{value} is more than {limit}") })
        };
        let impossible =
            |name: &str, reason: &str| StateError::Value { name: name.to_owned(), reason: reason.to_owned() };
        let (wide, base) = (small("wide")?, small("base")?);
        let recent = state.count("recent")?;
        let fits = wide >= lead && base <= wide - lead && recent <= room as u64;
        if !fits || most.is_some_and(|most| wide != lead + most) {
            return Err(impossible("wide", "widths do not fit the learner"));
        }
        let index = state.indices("index")?;
        let stamps = state.indices("stamp")?;
        let cells = state.reals_of("cells", index.len() * wide)?;
        if stamps.len() != index.len() {
            return Err(StateError::Length {
                name: "stamp".into(),
                expected: index.len(),
                found: stamps.len(),
            });
        }
        let mut rows = Self::new(lead, wide - lead, room);
        rows.slots = Slots::restore(index)?;
        rows.cells = (0..index.len().div_ceil(BLOCK)).map(|_| rows.block()).collect();
        rows.marks = stamps.iter().map(|&stamp| Mark { place: 0, stamp }).collect();
        for (slot, cell) in cells.chunks_exact(wide.max(1)).enumerate() {
            rows.cells[slot / BLOCK][slot % BLOCK * wide..][..wide].copy_from_slice(cell);
        }
        let maps = state.reals("maps")?;
        let size = (wide - lead) * wide;
        if size > 0 {
            if !maps.len().is_multiple_of(size) {
                return Err(impossible("maps", "not a whole number of maps"));
            }
            maps.chunks_exact(size).for_each(|map| rows.history.push(map.to_vec()));
        }
        if stamps.iter().any(|&stamp| stamp as usize > rows.history.len()) {
            return Err(impossible("stamp", "a cell has been through maps that are not there"));
        }
        (rows.base, rows.recent) = (base, recent as usize);
        let members = state.indices("members")?;
        let local = state.reals_of("local", members.len() * rows.width())?;
        for (place, &slot) in members.iter().enumerate() {
            match rows.marks.get_mut(slot as usize) {
                Some(free) if free.place == 0 => free.place = place as u32 + 1,
                _ => return Err(impossible("members", "no such cell, or one twice")),
            }
        }
        rows.members = members.to_vec();
        rows.local = local.to_vec();
        Ok(rows)
    }
}
