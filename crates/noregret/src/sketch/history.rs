//! The linear maps that cells still have to go through, so that a round touches its own cells alone.
//!
//! When directions are turned every cell changes, by one and the same linear map (v, u) -> (v + t'u, M u): v the cell's leading numbers, u its
//! entries in the directions. A cell that nobody reads need not go through it now. The maps are kept, and with them, in blocks of `radix`,
//! the products from every map to the end of its block, and from every map of the last, unfinished block to the end of all; the same again for the
//! blocks as if they were maps, and so on. So a cell that missed n maps comes up to date in at most log n + 1 steps, the
//! logarithm that of base `radix`, and always by the same ones.

use super::directions::combine_columns;
use crate::simd;
use pulp::{Simd, WithSimd};

/// What has happened since cells were last all brought up to date.
#[derive(Clone, Debug, Default)]
pub struct History {
    lead: usize,
    wide: usize,
    /// The maps, oldest first. A map is its columns, one after another: the image of every entry beyond the leading ones, which stay where they are.
    maps: Vec<f64>,
    levels: Vec<Level>,
}

/// Products of runs that begin at multiples of `radix`^k, the level's units.
#[derive(Clone, Debug, Default)]
struct Level {
    /// From every unit to the end of its block of `radix`, for the blocks that are complete.
    ends: Vec<f64>,
    /// From every unit of the last block to the last map.
    now: Vec<f64>,
}

/// Cells wider than this go through the units of the last blocks one by one: their products would cost more than they save.
const NOW_TO: usize = 128;

impl History {
    /// None; cells have `wide` numbers, `lead` of them leading ones.
    pub fn new(lead: usize, wide: usize) -> Self {
        Self { lead, wide, maps: Vec::new(), levels: Vec::new() }
    }

    /// The binary digits of the radix, the units in a block: more make fewer steps and more products.
    #[inline(always)]
    fn digits(&self) -> u32 {
        match self.wide {
            0..=32 => 5,
            33..=NOW_TO => 3,
            _ => 2,
        }
    }

    /// Numbers of a map.
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
        // What the level's new unit is, from its start to the last map.
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
                // Units so far: from the last but one backwards they are taken through what follows them.
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

    /// Takes cells, one after another, each of which has been through the first maps up to its stamp, through the rest of them.
    pub fn catch_up(&self, stamps: impl Iterator<Item = u32>, cells: &mut [f64]) {
        if !self.maps.is_empty() {
            simd::wide(CatchUp { history: self, stamps, cells });
        }
    }

    /// The map that leads a cell on from `at`, and where to.
    #[inline(always)]
    fn next(&self, at: usize, end: usize) -> (&[f64], usize) {
        let (size, digits) = (self.size(), self.digits());
        // The highest level that has a complete unit beginning here; a unit there is 2^shift maps.
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

/// target = the image of the cell.
#[inline(always)]
fn apply(lead: usize, map: &[f64], cell: &[f64], target: &mut [f64]) {
    let (start, values) = cell.split_at(lead);
    combine_columns(target, start, values, map, cell.len());
}

/// Takes columns through a map.
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

/// Takes cells through the maps they missed.
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
