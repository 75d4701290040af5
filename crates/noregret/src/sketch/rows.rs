//! The raw rows of the basis, stored by feature.
//!
//! Every feature has a cell: some leading numbers of its own, then its entry in every row. The rows are
//! the directions as they were when the epoch began, and the vectors appended since. An epoch ends after
//! `room` appended rows. Then all cells are folded: the directions of now become the rows, by a linear map
//! that is the same for every cell.
//!
//! Folding every cell at once would cost O(features). So the cells that an epoch touches are copied into
//! one block, its working set, and only these go through the map at once. All others go through it when
//! they are next read ([`History`]). A round costs O(rows nnz), whatever the number of features.

use super::cells::Cells;
use super::directions::{add_scaled, combine_columns};
use super::history::History;
use crate::features::Features;
use crate::online::LearnError;
use crate::simd;
use crate::state::{Array, Save, State, StateError};
use crate::table::Slots;
use pulp::{Simd, WithSimd};

/// Cells by feature, and those of the present epoch in a block of their own.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Leading numbers of a cell.
    lead: usize,
    /// Numbers of a stored cell: the leading ones, and room for the directions.
    wide: usize,
    slots: Slots,
    /// The stored cells by slot, each as of its stamp.
    cells: Cells,
    /// By slot: where the current cell is.
    marks: Vec<Mark>,
    history: History,
    /// Rows when the epoch began.
    base: usize,
    /// Rows appended since.
    recent: usize,
    /// The most rows that are appended in an epoch.
    room: usize,
    /// The working set: cells of `lead + base + room` numbers, one after another.
    local: Vec<f64>,
    /// The slots of the working set, in its order.
    members: Vec<u32>,
}

/// Where the current cell of a slot is.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Its place in the working set + 1; 0 if it is not there.
    place: u32,
    /// How many maps of the history the stored cell has been through.
    stamp: u32,
}

/// The cells that a round reads: those in the working set by place, the others as up-to-date copies.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// The place of every feature of x. Places beyond the working set are those of `fresh`.
    pub places: Vec<u32>,
    /// Copies of the cells that are not in the working set, without the rows appended in this epoch, in
    /// which they are 0.
    fresh: Vec<f64>,
    /// The slots of the copies; features without a slot count on from the last one.
    slots: Vec<u32>,
    /// The indices without a slot.
    unseen: Vec<u32>,
    /// Scratch: the slots of x.
    found: Vec<Option<u32>>,
    /// Scratch: cells as they are stored.
    stale: Vec<f64>,
}

impl Gathered {
    /// How many features get a new slot.
    pub fn unseen(&self) -> usize {
        self.unseen.len()
    }
}

impl Rows {
    /// No features yet; cells of `lead` leading numbers and up to `directions` others, epochs of `room`
    /// rows.
    pub fn new(lead: usize, directions: usize, room: usize) -> Self {
        let wide = lead + directions;
        Self {
            lead,
            wide,
            room,
            cells: Cells::new(wide),
            history: History::new(lead, wide),
            ..Self::default()
        }
    }

    /// How many features were seen.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// How many rows the basis has.
    pub fn rows(&self) -> usize {
        self.base + self.recent
    }

    /// Whether the epoch is over: it has no room for another row.
    pub fn full(&self) -> bool {
        self.recent == self.room
    }

    /// The slots of the features.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Numbers of a cell in the working set.
    fn width(&self) -> usize {
        self.lead + self.base + self.room
    }

    /// Numbers of a cell that are in use by now.
    pub fn used(&self) -> usize {
        self.lead + self.base + self.recent
    }

    /// Appends the up-to-date cell of a slot to `target`: [`used`](Self::used) numbers.
    fn read(&self, slot: usize, target: &mut Vec<f64>) {
        let start = target.len();
        let mark = self.marks[slot];
        if let Some(place) = (mark.place as usize).checked_sub(1) {
            target.extend_from_slice(&self.local[place * self.width()..][..self.used()]);
            return;
        }
        target.extend_from_slice(self.cells.get(slot));
        self.history.catch_up(std::iter::once(mark.stamp), &mut target[start..]);
        target.resize(start + self.lead + self.base, 0.0);
        target.resize(start + self.used(), 0.0);
    }

    /// The up-to-date cell of a slot: [`used`](Self::used) numbers. Pure.
    pub fn current_slot(&self, slot: usize) -> Vec<f64> {
        let mut cell = Vec::with_capacity(self.wide + self.room);
        self.read(slot, &mut cell);
        cell.truncate(self.used());
        cell
    }

    /// Calls `take` with the value and the up-to-date cell of every feature of x that was seen. Pure.
    pub fn each(&self, x: Features<'_>, mut take: impl FnMut(f64, &[f64])) {
        let mut cell = Vec::new();
        for (index, value) in x.iter() {
            if let Some(slot) = self.slots.get(index) {
                cell.clear();
                self.read(slot, &mut cell);
                take(value, &cell);
            }
        }
    }

    /// factor sum_i x_i cell_i over the features seen. Pure.
    pub fn products(&self, x: Features<'_>, factor: f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.used()];
        self.each(x, |value, cell| add_scaled(&mut sums, value * factor, cell));
        sums
    }

    /// Gathers the cells of x, with up-to-date copies of those outside the working set. With `all`, it
    /// gathers the cells of all features.
    ///
    /// It reads first all slots, then all marks, then all cells, so that cache misses overlap.
    pub fn open(&self, x: Features<'_>, all: bool, gathered: &mut Gathered) {
        let Gathered { places, fresh, slots, unseen, found, stale } = gathered;
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
        // While there are few directions, stored cells have room to spare and are wider than what is read.
        let cells = if wide == thin { &mut *fresh } else { &mut *stale };
        for &slot in slots.iter() {
            if (slot as usize) < self.len() {
                cells.extend_from_slice(self.cells.get(slot as usize));
            } else {
                cells.resize(cells.len() + wide, 0.0);
            }
        }
        // New cells are 0 and every map leaves them so: u32::MAX stands for all maps.
        let stamps =
            slots.iter().map(|&slot| self.marks.get(slot as usize).map_or(u32::MAX, |mark| mark.stamp));
        self.history.catch_up(stamps, cells);
        if wide != thin {
            stale.chunks_exact(wide.max(1)).for_each(|cell| fresh.extend_from_slice(&cell[..thin]));
        }
    }

    /// The cell at a place. Outside the working set it ends before the rows appended in this epoch, in
    /// which it is 0.
    #[inline]
    pub fn at<'a>(&'a self, gathered: &'a Gathered, place: usize) -> &'a [f64] {
        let (width, thin) = (self.width(), self.lead + self.base);
        match place.checked_sub(self.members.len()) {
            None => &self.local[place * width..][..self.used()],
            Some(fresh) => &gathered.fresh[fresh * thin..][..thin],
        }
    }

    /// How many places there are: the working set, and the copies.
    pub fn places(&self, gathered: &Gathered) -> usize {
        self.members.len() + gathered.slots.len()
    }

    /// sum_i x_i cell_i, over the places of x.
    pub fn gather(&self, gathered: &Gathered, values: impl Iterator<Item = f64>, sums: &mut Vec<f64>) {
        let used = self.used();
        sums.clear();
        sums.resize(used, 0.0);
        let mut terms = gathered.places.iter().zip(values).map(|(&p, v)| (self.at(gathered, p as usize), v));
        // Four cells at a time, added in order: the sums are then read and written once for all four.
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

    /// Makes room for the indices of x, or refuses it. No cell is given or changed.
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        self.slots.reserve(x)
    }

    /// Takes the copies into the working set. [`reserve`](Self::reserve) must have made room for them.
    pub fn admit(&mut self, gathered: &Gathered) {
        for &index in &gathered.unseen {
            self.slots.push(index);
            self.marks.push(Mark::default());
        }
        self.cells.grow(self.len());
        let (width, thin) = (self.width(), self.lead + self.base);
        let before = self.members.len();
        self.local.resize((before + gathered.slots.len()) * width, 0.0);
        for (k, &slot) in gathered.slots.iter().enumerate() {
            let fresh = &gathered.fresh[k * thin..][..thin];
            self.local[(before + k) * width..][..thin].copy_from_slice(fresh);
            self.members.push(slot);
            self.marks[slot as usize].place = self.members.len() as u32;
        }
    }

    /// Appends a row, given by its entries at some places. [`admit`](Self::admit) must have taken these
    /// into the working set.
    pub fn append(&mut self, entries: impl Iterator<Item = (usize, f64)>) {
        let (width, column) = (self.width(), self.used());
        for (place, value) in entries {
            self.local[place * width + column] = value;
        }
        self.recent += 1;
    }

    /// Writes one leading number of the cell at a place of the working set.
    pub fn set_lead(&mut self, place: usize, which: usize, value: f64) {
        let width = self.width();
        self.local[place * width + which] = value;
    }

    /// Makes one leading number 0 in every cell.
    pub fn clear_lead(&mut self, which: usize) {
        self.sweep();
        (0..self.len()).for_each(|slot| self.cells.get_mut(slot)[which] = 0.0);
        (0..self.members.len()).for_each(|place| self.set_lead(place, which, 0.0));
    }

    /// Adds to one leading number of the cell at a place of the working set.
    pub fn add_lead(&mut self, place: usize, which: usize, more: f64) {
        let width = self.width();
        self.local[place * width + which] += more;
    }

    /// Ends the epoch: all cells go through a linear map. Its column j is the image of row j: `lead`
    /// numbers that are added to the leading ones, then `directions` entries in the new rows.
    pub fn fold(&mut self, columns: &[Vec<f64>], directions: usize) {
        if self.lead + directions > self.wide {
            self.widen(directions);
        }
        let thin = self.lead + directions;
        simd::wide(Fold { rows: self, columns, thin });
        let (lead, wide) = (self.lead, self.wide);
        let mut map = vec![0.0; (wide - lead) * wide];
        for (column, target) in columns[..self.base].iter().zip(map.chunks_exact_mut(wide)) {
            target[..column.len()].copy_from_slice(column);
        }
        self.history.push(&map);
        let now = self.history.len() as u32;
        self.members.iter().for_each(|&slot| self.marks[slot as usize] = Mark { place: 0, stamp: now });
        self.local.clear();
        self.members.clear();
        (self.base, self.recent) = (directions, 0);
        // Once the maps take about as much memory as the cells, bring all cells up to date and drop them.
        if self.history.len() >= (self.len() / (2 * wide)).max(64) {
            self.sweep();
        }
    }

    /// Brings every stored cell up to date and forgets the maps.
    fn sweep(&mut self) {
        for (slot, mark) in self.marks.iter_mut().enumerate() {
            self.history.catch_up(std::iter::once(mark.stamp), self.cells.get_mut(slot));
            mark.stamp = 0;
        }
        self.history = History::new(self.lead, self.wide);
    }

    /// Makes stored cells wider, for more directions.
    fn widen(&mut self, directions: usize) {
        self.sweep();
        self.wide = self.lead + directions.next_power_of_two().max(16);
        let mut cells = Cells::new(self.wide);
        cells.grow(self.len());
        for slot in 0..self.len() {
            let old = self.cells.get(slot);
            cells.get_mut(slot)[..old.len()].copy_from_slice(old);
        }
        self.cells = cells;
        self.history = History::new(self.lead, self.wide);
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let local = 8 * (self.local.len() + self.marks.len()) as u64;
        self.cells.bytes() + local + self.slots.bytes() + self.history.bytes()
    }

    /// Adds everything to a state.
    pub fn save(&self, state: &mut dyn Save) {
        state.put_count("wide", self.wide as u64);
        state.put_count("base", self.base as u64);
        state.put_count("recent", self.recent as u64);
        state.put("index", Array::U32(self.slots.indices().to_vec()));
        state.put("stamp", Array::U32(self.marks.iter().map(|mark| mark.stamp).collect()));
        let cells = (0..self.len()).flat_map(|slot| self.cells.get(slot).iter().copied());
        state.each("cells", self.len() * self.wide, cells);
        state.put("maps", Array::F64(self.history.maps().to_vec()));
        state.put("members", Array::U32(self.members.clone()));
        state.put("local", Array::F64(self.local.clone()));
    }

    /// Reads back what [`save`](Self::save) wrote; `lead`, `room` and the most directions come from the
    /// spec.
    pub fn restore(lead: usize, room: usize, most: Option<usize>, state: &State) -> Result<Self, StateError> {
        let small = |name: &str| -> Result<usize, StateError> {
            let value = state.count(name)?;
            let limit = most.map_or(1 << 16, |most| lead + most) as u64;
            if value <= limit {
                return Ok(value as usize);
            }
            Err(StateError::Value { name: name.to_owned(), reason: format!("{value} is more than {limit}") })
        };
        let (wide, base) = (small("wide")?, small("base")?);
        let recent = state.count("recent")?;
        let fits = wide >= lead && base <= wide - lead && recent <= room as u64;
        if !fits || most.is_some_and(|most| wide != lead + most) {
            return Err(StateError::impossible("wide", "widths do not fit the learner"));
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
        rows.cells.grow(index.len());
        rows.marks = stamps.iter().map(|&stamp| Mark { place: 0, stamp }).collect();
        for (slot, cell) in cells.chunks_exact(wide.max(1)).enumerate() {
            rows.cells.get_mut(slot).copy_from_slice(cell);
        }
        let maps = state.reals("maps")?;
        let size = (wide - lead) * wide;
        if size > 0 {
            if !maps.len().is_multiple_of(size) {
                return Err(StateError::impossible("maps", "not a whole number of maps"));
            }
            maps.chunks_exact(size).for_each(|map| rows.history.push(map));
        }
        if stamps.iter().any(|&stamp| stamp as usize > rows.history.len()) {
            return Err(StateError::impossible("stamp", "a cell has been through maps that are not there"));
        }
        (rows.base, rows.recent) = (base, recent as usize);
        let members = state.indices("members")?;
        let local = state.reals_of("local", members.len() * rows.width())?;
        for (place, &slot) in members.iter().enumerate() {
            match rows.marks.get_mut(slot as usize) {
                Some(free) if free.place == 0 => free.place = place as u32 + 1,
                _ => return Err(StateError::impossible("members", "no such cell, or one twice")),
            }
        }
        rows.members = members.to_vec();
        rows.local = local.to_vec();
        Ok(rows)
    }
}

/// Takes the cells of the working set through the map that ends an epoch, and stores them.
struct Fold<'a> {
    rows: &'a mut Rows,
    columns: &'a [Vec<f64>],
    thin: usize,
}

impl WithSimd for Fold<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Fold { rows, columns, thin } = self;
        let (lead, base, width, used) = (rows.lead, rows.base, rows.width(), rows.used());
        let flat = columns.concat();
        for (place, &slot) in rows.members.iter().enumerate() {
            let cell = &rows.local[place * width..][..used];
            let (target, beyond) = rows.cells.get_mut(slot as usize).split_at_mut(thin);
            beyond.iter_mut().for_each(|v| *v = 0.0);
            let (start, raw) = cell.split_at(lead);
            let (old, own) = raw.split_at(base);
            // Where most entries in the appended rows are 0, skip these.
            if own.iter().filter(|v| **v != 0.0).count() * 4 >= own.len() {
                combine_columns(target, start, raw, &flat, thin);
            } else {
                combine_columns(target, start, old, &flat, thin);
                for (value, column) in own.iter().zip(&columns[base..]) {
                    if *value != 0.0 {
                        target.iter_mut().zip(column).for_each(|(t, c)| *t += value * c);
                    }
                }
            }
        }
    }
}
