//! The linear maps that cells still have to go through, so that a round touches its own cells alone.
//!
//! When directions are turned every cell changes, by one and the same linear map (v, u) -> (v + t'u, M u): v the cell's leading numbers, u its
//! entries in the directions. A cell that nobody reads need not go through it now. The maps are kept, with the products of every
//! aligned 2^k of them, so that a cell comes up to date in at most 2 log2 E steps of E, and always by the same ones.

use super::directions::add_scaled;

/// A map as its columns, one after another: the image of every entry beyond the leading ones, which stay where they are.
pub type Map = Vec<f64>;

/// What has happened since cells were last all brought up to date.
#[derive(Clone, Debug, Default)]
pub struct History {
    lead: usize,
    wide: usize,
    /// `levels[k][i]` is the product of the maps i 2^k .. (i + 1) 2^k.
    levels: Vec<Vec<Map>>,
}

impl History {
    /// None; cells have `wide` numbers, `lead` of them leading ones.
    pub fn new(lead: usize, wide: usize) -> Self {
        Self { lead, wide, levels: Vec::new() }
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
        for (value, column) in cell[self.lead..].iter().zip(map.chunks_exact(self.wide)) {
            if *value != 0.0 {
                add_scaled(target, *value, column);
            }
        }
    }

    /// Adds a map of `wide - lead` columns of `wide` numbers.
    pub fn push(&mut self, map: Map) {
        let mut map = map;
        for level in 0.. {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(map);
            let [.., before, last] = self.levels[level].as_slice() else { return };
            if !self.levels[level].len().is_multiple_of(2) {
                return;
            }
            let mut product = vec![0.0; before.len()];
            for (source, target) in before.chunks_exact(self.wide).zip(product.chunks_exact_mut(self.wide)) {
                self.apply(last, source, target);
            }
            map = product;
        }
    }

    /// Takes a cell that has been through the first `from` maps through the rest of them.
    pub fn catch_up(&self, from: usize, cell: &mut [f64], scratch: &mut Vec<f64>) {
        let end = self.len();
        let mut at = from;
        while at < end {
            let aligned = if at == 0 { usize::BITS } else { at.trailing_zeros() };
            let level = aligned.min((end - at).ilog2()) as usize;
            scratch.clear();
            scratch.extend_from_slice(cell);
            self.apply(&self.levels[level][at >> level], scratch, cell);
            at += 1 << level;
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.levels.iter().flatten().map(|map| 8 * map.len() as u64).sum()
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
