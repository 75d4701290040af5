//! The table of lines: for each feature the weights and accumulators of all lanes and the feature's scale, in one line of the cache.
//!
//! `[v_0 .. v_6, s, G_0 .. G_6, 0]`: sixteen f32 are 64 bytes. s is the largest magnitude seen, above 0 once touched. v_k = w_k s is the
//! weight on x / s and G_k the sum of squared gradients in the same unit, for raw lanes too: so no value leaves the range of an f32 because its
//! column has an odd unit.
//!
//! Lines stand in the order in which features first showed, so memory follows the features there are, wherever their indices lie, and the frequent ones
//! stand together; `slots` says which line is whose. Line 0 is nobody's and stays zero: it is what a feature without a line reads. The memory is zeroed lazily by the
//! system and read from the first 64-byte boundary on.

use super::float::Float;
use super::grid::LANES;
use crate::online::LearnError;
use crate::pages::Pages;
use crate::table::MAX_INDEX;

/// Lanes and the scale: half a line.
pub const WIDTH: usize = LANES + 1;
/// The scale's place.
pub const SCALE: usize = LANES;
/// A feature's line.
pub type Line<F> = [F; 2 * WIDTH];

/// Slots whose use is remembered together: a page of memory.
const BLOCK: usize = 1024;

/// Lines there is room for at first, if there are as many slots: address space, not memory.
const ROOM: usize = 1 << 26;

/// Lines by feature.
#[derive(Debug, Default)]
pub struct Lines<F> {
    /// By feature the place of its line; 0 for none.
    slots: Pages<u32>,
    /// Blocks of slots of which any is in use.
    touched: Vec<bool>,
    data: Pages<F>,
    offset: usize,
    /// Lines in use, the empty one among them.
    used: usize,
}

impl<F: Float> Lines<F> {
    /// All lines, in the order in which features came.
    #[inline]
    pub fn all(&self) -> &[Line<F>] {
        self.data[self.offset..].as_chunks().0
    }

    /// Makes room for so many more features, up to the last. Asks the allocator first: too large a table is an error, not an abort.
    #[inline]
    pub fn reserve(&mut self, last: u32, more: usize) -> Result<(), LearnError> {
        let need = self.used.max(1) + more;
        if (last as usize) < self.slots.len() && (need + 1) * 2 * WIDTH <= self.data.len() {
            return Ok(());
        }
        self.grow(last, need)
    }

    #[cold]
    fn grow(&mut self, last: u32, need: usize) -> Result<(), LearnError> {
        let bytes = (u64::from(last) + 1) * 4 + (need * size_of::<Line<F>>()) as u64;
        let refuse = || LearnError::TableFull { index: last, bytes };
        if last > MAX_INDEX {
            return Err(refuse());
        }
        // A power of two and a little, as in the table of cells.
        let length =
            (last.next_power_of_two() as usize + BLOCK).next_multiple_of(BLOCK).max(self.slots.len());
        if length > self.slots.len() {
            let mut slots = Pages::<u32>::zeroed(length, false).ok_or_else(refuse)?;
            for (block, _) in self.touched.iter().enumerate().filter(|(_, touched)| **touched) {
                let here = block * BLOCK..(block + 1) * BLOCK;
                slots[here.clone()].copy_from_slice(&self.slots[here]);
            }
            self.slots = slots;
            self.touched.resize(length / BLOCK, false);
        }
        let room = length.min(ROOM).max(need.next_power_of_two()) + 2;
        if (room + 1) * 2 * WIDTH > self.data.len() {
            let data = Pages::<F>::zeroed((room + 1) * 2 * WIDTH, true).ok_or_else(refuse)?;
            // Only where lines begin depends on the address, never a number in them.
            let past = data.as_ptr().addr() % size_of::<Line<F>>();
            let offset = (size_of::<Line<F>>() - past) % size_of::<Line<F>>() / size_of::<F>();
            let old = std::mem::replace(&mut self.data, data);
            let from = std::mem::replace(&mut self.offset, offset);
            let floats = self.used * 2 * WIDTH;
            self.data[offset..][..floats].copy_from_slice(&old[from..][..floats]);
        }
        self.used = self.used.max(1);
        Ok(())
    }

    /// The places of features' lines; 0 for a feature that has none.
    #[inline]
    pub fn places(&self, indices: &[u32]) -> impl Iterator<Item = u32> {
        let slots = &self.slots[..];
        indices.iter().map(|&index| slots.get(index as usize).copied().unwrap_or(0))
    }

    /// Writes the lines of an example that [`reserve`](Self::reserve) made room for, at the places they were read from.
    pub fn write(&mut self, indices: &[u32], places: &[u32], lines: &[Line<F>]) {
        let all: &mut [Line<F>] = self.data[self.offset..].as_chunks_mut().0;
        for ((&index, &place), line) in indices.iter().zip(places).zip(lines) {
            let place = if place > 0 {
                place as usize
            } else {
                self.slots[index as usize] = self.used as u32;
                self.touched[index as usize / BLOCK] = true;
                self.used += 1;
                self.used - 1
            };
            all[place] = *line;
        }
    }

    /// The features that have a line, in order.
    pub fn touched(&self) -> impl Iterator<Item = (u32, &Line<F>)> {
        let (slots, all) = (&self.slots[..], self.all());
        let blocks = self.touched.iter().enumerate().filter(|(_, touched)| **touched);
        blocks.flat_map(move |(block, _)| {
            let here = slots[block * BLOCK..][..BLOCK].iter().enumerate().filter(|(_, place)| **place > 0);
            here.map(move |(k, &place)| ((block * BLOCK + k) as u32, &all[place as usize]))
        })
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let blocks = self.touched.iter().filter(|touched| **touched).count();
        (self.used * size_of::<Line<F>>() + blocks * BLOCK * 4 + self.touched.len()) as u64
    }
}
