//! The linear maps that stored cells still have to go through.
//!
//! At the end of an epoch every cell changes, by one and the same linear map (v, u) -> (v + t'u, M u): v
//! the cell's leading numbers, u its entries in the rows. A cell that nobody reads need not go through it
//! now. The maps are kept, and a cell catches up when it is read.
//!
//! A cell that missed many maps must not go through them one by one. So products of maps are kept too. On
//! the lowest level a unit is one map, and `radix` units make a block. For every unit there is the product
//! from it to the end of its block, or, in the last, unfinished block, to the last map of all. On the next
//! level a block counts as one unit, and so on. A cell that missed n maps then catches up in at most
//! log n + 1 steps, to the base `radix`. Which products it takes depends on its stamp and on n alone, so
//! the bits do not depend on when it is read.

use super::directions::combine_columns;
use crate::simd;
use pulp::{Simd, WithSimd};

/// The maps since all cells were last up to date, and products of them.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Leading numbers of a cell.
    lead: usize,
    /// All numbers of a cell.
    wide: usize,
    /// The maps, oldest first. A map is a list of columns: the image of every entry beyond the leading
    /// ones, which map to themselves.
    maps: Vec<f64>,
    /// The products, level by level.
    levels: Vec<Level>,
}

/// Products of runs of maps. On level k a unit is `radix`^k maps, and runs begin with a unit.
#[derive(Clone, Debug, Default)]
struct Level {
    /// From every unit to the end of its block, for the blocks that are complete.
    ends: Vec<f64>,
    /// From every unit of the last block to the last map; for wide cells, the units themselves.
    now: Vec<f64>,
}

/// Cells wider than this go through the units of the last block one by one. Keeping the products of these
/// up to date would cost more than it saves.
const NOW_TO: usize = 128;

impl History {
    /// No maps yet; cells have `wide` numbers, `lead` of them leading ones.
    pub fn new(lead: usize, wide: usize) -> Self {
        Self { lead, wide, maps: Vec::new(), levels: Vec::new() }
    }

    /// log2 of the radix, the units in a block. A larger radix means fewer steps and more products to keep.
    #[inline(always)]
    fn digits(&self) -> u32 {
        match self.wide {
            0..=32 => 5,
            33..=NOW_TO => 3,
            _ => 2,
        }
    }

    /// How many numbers a map has.
    fn size(&self) -> usize {
        (self.wide - self.lead) * self.wide
    }

    /// How many maps there are.
    pub fn len(&self) -> usize {
        self.maps.len() / self.size().max(1)
    }

    /// The maps themselves, oldest first, one after another.
    pub fn maps(&self) -> &[f64] {
        &self.maps
    }

    /// Adds a map of `wide - lead` columns of `wide` numbers.
    pub fn push(&mut self, map: &[f64]) {
        let (lead, wide, size, radix) = (self.lead, self.wide, self.size(), 1 << self.digits());
        self.maps.extend_from_slice(map);
        if wide <= NOW_TO {
            let runs = self.levels.iter_mut().flat_map(|level| level.now.chunks_exact_mut(wide));
            simd::wide(Compose { lead, map, runs });
        }
        // The new unit of the level at hand: a map, and above that a block that has just become complete.
        let mut unit = map.to_vec();
        for level in 0.. {
            if self.levels.len() == level {
                self.levels.push(Level::default());
            }
            let Level { ends, now } = &mut self.levels[level];
            now.extend_from_slice(&unit);
            if now.len() < radix * size {
                break;
            }
            if wide > NOW_TO {
                // These are single units so far. From the last but one backwards, each becomes the product
                // with all that follow.
                for k in (0..radix - 1).rev() {
                    let (first, after) = now[k * size..].split_at_mut(size);
                    let runs = first.chunks_exact_mut(wide);
                    simd::wide(Compose { lead, map: &after[..size], runs });
                }
            }
            unit.copy_from_slice(&now[..size]);
            ends.append(now);
        }
    }

    /// Brings cells up to date. They stand one after another, each with a stamp: how many maps it has been
    /// through.
    pub fn catch_up(&self, stamps: impl Iterator<Item = u32>, cells: &mut [f64]) {
        if !self.maps.is_empty() {
            simd::wide(CatchUp { history: self, stamps, cells });
        }
    }

    /// The longest product that begins with map number `at`, and the number of the map after it. There are
    /// `end` maps.
    #[inline(always)]
    fn next(&self, at: usize, end: usize) -> (&[f64], usize) {
        let (size, digits) = (self.size(), self.digits());
        // The highest level on which a complete unit begins here. A unit there is 2^shift maps.
        let mut level = 0;
        loop {
            let shift = (level as u32 + 1) * digits;
            let unit = 1_usize.checked_shl(shift).unwrap_or(0);
            if unit == 0 || at & (unit - 1) != 0 || end - at < unit {
                break;
            }
            level += 1;
        }
        let shift = level as u32 * digits;
        let index = at >> shift;
        let Level { ends, now } = &self.levels[level];
        match ends.get(index * size..index * size + size) {
            Some(map) => (map, ((index >> digits) + 1) << (shift + digits)),
            None => {
                let map = &now[index * size - ends.len()..][..size];
                (map, if self.wide <= NOW_TO { end } else { at + (1 << shift) })
            }
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        let products: usize = self.levels.iter().map(|level| level.ends.len() + level.now.len()).sum();
        8 * (self.maps.len() + products) as u64
    }
}

/// Writes the image of a cell under a map to `target`.
#[inline(always)]
fn apply(lead: usize, map: &[f64], cell: &[f64], target: &mut [f64]) {
    let (start, values) = cell.split_at(lead);
    combine_columns(target, start, values, map, cell.len());
}

/// Takes the columns of maps through another map: products with it.
struct Compose<'a, R> {
    lead: usize,
    map: &'a [f64],
    runs: R,
}

impl<'a, R: Iterator<Item = &'a mut [f64]>> WithSimd for Compose<'_, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let mut image = Vec::new();
        for column in self.runs {
            image.resize(column.len(), 0.0);
            apply(self.lead, self.map, column, &mut image);
            column.copy_from_slice(&image);
        }
    }
}

/// Takes cells through the maps they have missed.
struct CatchUp<'a, I> {
    history: &'a History,
    stamps: I,
    cells: &'a mut [f64],
}

impl<I: Iterator<Item = u32>> WithSimd for CatchUp<'_, I> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let History { lead, wide, .. } = *self.history;
        let end = self.history.len();
        let mut image = vec![0.0; wide];
        for (stamp, cell) in self.stamps.zip(self.cells.chunks_exact_mut(wide)) {
            let mut at = stamp as usize;
            if at >= end || cell[lead..].iter().all(|v| *v == 0.0) {
                continue;
            }
            let (mut source, mut target) = (cell, &mut image[..]);
            let mut turns = 0;
            while at < end {
                let (map, next) = self.history.next(at, end);
                apply(lead, map, source, target);
                (source, target) = (target, source);
                (at, turns) = (next, turns + 1);
            }
            if turns % 2 == 1 {
                target.copy_from_slice(source);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catching_up_late_is_catching_up_in_time() {
        // Integer maps, kept small: products are exact.
        for wide in [3, 40, 130] {
            late_is_in_time(wide);
        }
    }

    fn late_is_in_time(wide: usize) {
        let mut history = History::new(1, wide);
        let mut seed = 1_u64;
        let mut draw = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % most
        };
        let (mut cells, mut eager): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        let rounds = if wide > 100 { 70 } else { 1100 };
        for t in 0..rounds {
            let cell: Vec<f64> = (0..wide).map(|_| draw(7) as f64).collect();
            cells.extend(&cell);
            eager.extend(&cell);
            // Entries change places and signs, and add to the leading number.
            let (mut map, shift, sign) = (vec![0.0; (wide - 1) * wide], draw(wide as u64) as usize, draw(2));
            for j in 0..wide - 1 {
                map[j * wide] = draw(3) as f64 - 1.0;
                map[j * wide + 1 + (j + shift) % (wide - 1)] = if sign == 0 { 1.0 } else { -1.0 };
            }
            for cell in eager.chunks_exact_mut(wide) {
                let before = cell.to_vec();
                apply(1, &map, &before, cell);
            }
            history.push(&map);
            if t % 31 == 0 || t + 40 > rounds {
                let mut late = cells.clone();
                history.catch_up(0.., &mut late);
                assert_eq!(late, eager, "{wide} {t}");
            }
        }
        assert_eq!(history.len(), rounds);
    }
}
