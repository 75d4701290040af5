//! The stored cells of a sketch: equally many numbers for every slot.
//!
//! They are kept in blocks, so that growing moves nothing. The first blocks are small. Later ones, by
//! which time the table is too large for any cache, are on huge pages where the system gives them.

use crate::table::Pages;

/// Cells in a small block.
const SMALL: usize = 1 << 12;
/// Slots below this are in small blocks.
const SMALL_TO: usize = 1 << 16;
/// Cells in a large block.
const LARGE: usize = 1 << 16;

/// The cells of all slots.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    wide: usize,
    small: Vec<Box<[f64]>>,
    large: Vec<Pages<f64>>,
}

impl Cells {
    /// No cells yet; each will have `wide` numbers.
    pub fn new(wide: usize) -> Self {
        Self { wide, small: Vec::new(), large: Vec::new() }
    }

    /// Makes room for this many slots; new cells are 0.
    pub fn grow(&mut self, slots: usize) {
        while self.small.len() * SMALL < slots.min(SMALL_TO) {
            self.small.push(vec![0.0; SMALL * self.wide].into_boxed_slice());
        }
        while SMALL_TO + self.large.len() * LARGE < slots {
            let block = Pages::zeroed(LARGE * self.wide, true);
            self.large.push(block.unwrap_or_else(|| Pages::Heap(vec![0.0; LARGE * self.wide])));
        }
    }

    /// The stored cell of a slot.
    #[inline]
    pub fn get(&self, slot: usize) -> &[f64] {
        let wide = self.wide;
        match slot.checked_sub(SMALL_TO) {
            None => &self.small[slot / SMALL][slot % SMALL * wide..][..wide],
            Some(slot) => &self.large[slot / LARGE][slot % LARGE * wide..][..wide],
        }
    }

    /// The same, to write.
    #[inline]
    pub fn get_mut(&mut self, slot: usize) -> &mut [f64] {
        let wide = self.wide;
        match slot.checked_sub(SMALL_TO) {
            None => &mut self.small[slot / SMALL][slot % SMALL * wide..][..wide],
            Some(slot) => &mut self.large[slot / LARGE][slot % LARGE * wide..][..wide],
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        8 * (self.wide * (self.small.len() * SMALL + self.large.len() * LARGE)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_what_is_written_when_they_grow() {
        let mut cells = Cells::new(3);
        let slots = [0, SMALL - 1, SMALL, SMALL_TO - 1, SMALL_TO, SMALL_TO + LARGE - 1, SMALL_TO + LARGE];
        for (k, &slot) in slots.iter().enumerate() {
            cells.grow(slot + 1);
            assert_eq!(cells.get(slot), [0.0; 3]);
            cells.get_mut(slot).fill(k as f64 + 1.0);
        }
        for (k, &slot) in slots.iter().enumerate() {
            assert_eq!(cells.get(slot), [k as f64 + 1.0; 3]);
        }
    }
}
