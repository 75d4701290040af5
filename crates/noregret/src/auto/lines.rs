//! The table of lines: for each feature the weights and accumulators of all lanes and the feature's scale, in one line of the cache.
//!
//! `[v_0 .. v_6, s, G_0 .. G_6, 0]`: sixteen f32 are 64 bytes. s is the largest magnitude seen, above 0 once touched. v_k = w_k s is the
//! weight on x / s and G_k the sum of squared gradients in the same unit, for raw lanes too: so no value leaves the range of an f32 because its
//! column has an odd unit. The memory is zeroed lazily by the system and read from the first 64-byte boundary on.

use super::float::Float;
use super::grid::LANES;
use crate::features::Features;
use crate::online::LearnError;
use crate::pages::Pages;
use crate::table::MAX_INDEX;

/// Lanes and the scale: half a line.
pub const WIDTH: usize = LANES + 1;
/// The scale's place.
pub const SCALE: usize = LANES;
/// A feature's line.
pub type Line<F> = [F; 2 * WIDTH];

/// Lines whose touch is remembered together: a page of memory.
const BLOCK: usize = 64;

/// Lines by feature.
#[derive(Debug, Default)]
pub struct Lines<F> {
    data: Pages<F>,
    offset: usize,
    touched: Vec<bool>,
}

impl<F: Float> Lines<F> {
    /// All lines.
    #[inline]
    pub fn all(&self) -> &[Line<F>] {
        self.data[self.offset..].as_chunks().0
    }

    /// Makes room for every index of x. Asks the allocator first: too large a table is an error, not an abort.
    pub fn reserve(&mut self, x: Features<'_>) -> Result<(), LearnError> {
        let Some(last) = x.last_index() else { return Ok(()) };
        if (last as usize) < self.touched.len() * BLOCK {
            return Ok(());
        }
        let bytes = (u64::from(last) + 1) * size_of::<Line<F>>() as u64;
        let refuse = || LearnError::TableFull { index: last, bytes };
        if last > MAX_INDEX {
            return Err(refuse());
        }
        // A power of two and a little, as in the table of cells.
        let length = last.next_power_of_two().max(BLOCK as u32) as usize + BLOCK;
        let floats = (length + 1) * 2 * WIDTH;
        let data = Pages::zeroed(floats, true).ok_or_else(refuse)?;
        let mut grown = Self { data, offset: 0, touched: vec![false; length / BLOCK] };
        // Only where lines begin depends on the address, never a number in them.
        let past = grown.data.as_ptr().addr() % size_of::<Line<F>>();
        grown.offset = (size_of::<Line<F>>() - past) % size_of::<Line<F>>() / size_of::<F>();
        let (old, new) = (self.all(), grown.data[grown.offset..].as_chunks_mut().0);
        for (block, _) in self.touched.iter().enumerate().filter(|(_, touched)| **touched) {
            new[block * BLOCK..][..BLOCK].copy_from_slice(&old[block * BLOCK..][..BLOCK]);
        }
        grown.touched[..self.touched.len()].copy_from_slice(&self.touched);
        *self = grown;
        Ok(())
    }

    /// The line of a feature. A page nobody wrote to is not read: reading it would cost a page fault, and writing it later another.
    #[inline]
    pub fn get(&self, index: u32) -> Line<F> {
        match self.touched.get(index as usize / BLOCK) {
            Some(true) => self.all()[index as usize],
            _ => Line::default(),
        }
    }

    /// Writes the lines of an example that [`reserve`](Self::reserve) made room for.
    pub fn write(&mut self, indices: &[u32], lines: &[Line<F>]) {
        let all: &mut [Line<F>] = self.data[self.offset..].as_chunks_mut().0;
        for (&index, line) in indices.iter().zip(lines) {
            self.touched[index as usize / BLOCK] = true;
            all[index as usize] = *line;
        }
    }

    /// Brings the lines of a coming example near: a plain read of each, kept alive.
    #[inline]
    pub fn expect(&self, indices: &[u32]) {
        let all = self.all();
        let written = |index: &&u32| self.touched.get(**index as usize / BLOCK) == Some(&true);
        let lines = indices.iter().filter(written).map(|&index| &all[index as usize]);
        std::hint::black_box(lines.fold(F::default(), |sum, line| sum + line[SCALE]));
    }

    /// The touched features in order.
    pub fn touched(&self) -> impl Iterator<Item = (u32, &Line<F>)> {
        let blocks = self.touched.iter().enumerate().filter(|(_, touched)| **touched);
        blocks.flat_map(|(block, _)| {
            let lines = self.all()[block * BLOCK..][..BLOCK].iter().enumerate();
            let here = lines.filter(|(_, line)| line[SCALE] > F::default());
            here.map(move |(place, line)| ((block * BLOCK + place) as u32, line))
        })
    }

    /// Bytes of memory asked for.
    pub fn bytes(&self) -> u64 {
        (self.data.len() * size_of::<F>() + self.touched.len()) as u64
    }
}
