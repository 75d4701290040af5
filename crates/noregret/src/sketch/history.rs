//! The linear maps that cells still have to go through, so that a round touches its own cells alone.
//!
//! When directions are turned every cell changes, by one and the same linear map (v, u) -> (v + t'u, M u): v the cell's leading numbers, u its
//! entries in the directions. A cell that nobody reads need not go through it now. The maps are kept, with the products of every
//! aligned 2^k of them, and those of the last runs together, so that a cell comes up to date in at most log2 E + 1 steps
//! of E, and always by the same ones.

use super::directions::add_columns;

/// A map as its columns, one after another: the image of every entry beyond the leading ones, which stay where they are.
pub type Map = Vec<f64>;

/// What has happened since cells were last all brought up to date.
#[derive(Clone, Debug, Default)]
pub struct History {
    lead: usize,
    wide: usize,
    /// `levels[k][i]` is the product of the maps i 2^k .. (i + 1) 2^k.
    levels: Vec<Vec<Map>>,
    /// The product of the last 1, 2, ... of the aligned runs that the binary digits of `len` stand for.
    tails: Vec<Map>,
}

/// Cells wider than this go through the last runs one by one: their products would cost more than they save.
const TAILS_TO: usize = 128;

impl History {
    /// None; cells have `wide` numbers, `lead` of them leading ones.
    pub fn new(lead: usize, wide: usize) -> Self {
        Self { lead, wide, levels: Vec::new(), tails: Vec::new() }
    }

    /// How many maps there are.
    pub fn len(&self) -> usize {
        self.levels.first().map_or(0, Vec::len)
    }

    /// The maps themselves, oldest first.
    pub fn maps(&self) -> &[Map] {
        self.levels.first().map_or(&[], Vec::as_slice)
    }

    /// target = the image of the cell.
    fn apply(&self, map: &[f64], cell: &[f64], target: &mut [f64]) {
        target.fill(0.0);
        target[..self.lead].copy_from_slice(&cell[..self.lead]);
        add_columns(target, &cell[self.lead..], map, self.wide);
    }

    /// First one map, then the other.
    fn product(&self, first: &[f64], second: &[f64]) -> Map {
        let mut product = vec![0.0; first.len()];
        for (source, target) in first.chunks_exact(self.wide).zip(product.chunks_exact_mut(self.wide)) {
            self.apply(second, source, target);
        }
        product
    }

    /// Adds a map of `wide - lead` columns of `wide` numbers.
    pub fn push(&mut self, map: Map) {
        let mut map = map;
        for level in 0.. {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(map);
            let [.., before, last] = self.levels[level].as_slice() else { break };
            if !self.levels[level].len().is_multiple_of(2) {
                break;
            }
            map = self.product(before, last);
        }
        self.tails.clear();
        if self.wide > TAILS_TO {
            return;
        }
        for (level, runs) in self.levels.iter().enumerate() {
            if let Some(run) = runs.last()
                && self.len() >> level & 1 == 1
            {
                let tail = self.tails.last().map_or_else(|| run.clone(), |tail| self.product(run, tail));
                self.tails.push(tail);
            }
        }
    }

    /// Takes a cell that has been through the first `from` maps through the rest of them.
    pub fn catch_up(&self, from: usize, cell: &mut [f64], scratch: &mut Vec<f64>) {
        let end = self.len();
        if from >= end || cell[self.lead..].iter().all(|v| *v == 0.0) {
            return;
        }
        scratch.resize(self.wide, 0.0);
        let (mut source, mut target) = (&mut *cell, &mut scratch[..]);
        let (mut at, mut steps) = (from, 0);
        while at < end {
            let aligned = if at == 0 { usize::BITS } else { at.trailing_zeros() };
            let level = aligned.min((end - at).ilog2()) as usize;
            // Where alignment is no limit any more, what is left are the last runs.
            let left = (end - at).count_ones() as usize;
            let (map, next) = match self.tails.get(left - 1) {
                Some(tail) if aligned > (end - at).ilog2() => (tail, end),
                _ => (&self.levels[level][at >> level], at + (1 << level)),
            };
            self.apply(map, source, target);
            (source, target) = (target, source);
            at = next;
            steps += 1;
        }
        if steps % 2 == 1 {
            target.copy_from_slice(source);
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.levels.iter().flatten().chain(&self.tails).map(|map| 8 * map.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catching_up_late_is_catching_up_in_time() {
        // Integer maps: products are exact.
        let mut history = History::new(1, 3);
        let mut seed = 1_u64;
        let mut draw = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            f64::from((seed >> 62) as u32) - 1.0
        };
        let mut cells: Vec<Vec<f64>> = Vec::new();
        let mut eager: Vec<Vec<f64>> = Vec::new();
        for _ in 0..21 {
            cells.push(vec![draw(), draw(), draw()]);
            eager.push(cells[cells.len() - 1].clone());
            let map: Map = (0..6).map(|_| draw()).collect();
            for cell in &mut eager {
                let (v, u) = (cell[0], [cell[1], cell[2]]);
                let image = |k: usize| map[k] * u[0] + map[3 + k] * u[1];
                cell.copy_from_slice(&[v + image(0), image(1), image(2)]);
            }
            history.push(map);
            for (from, (cell, wanted)) in cells.iter().zip(&eager).enumerate() {
                let mut late = cell.clone();
                history.catch_up(from, &mut late, &mut Vec::new());
                assert_eq!(&late, wanted);
            }
        }
    }
}
