//! A feature's line: the weights and accumulators of all lanes and the feature's scale, in one line of the cache.
//!
//! `[v_0 .. v_6, s, G_0 .. G_6, 0]`: sixteen f32 are 64 bytes. s is the largest magnitude seen, above 0 once touched. v_k = w_k s is the
//! weight on x / s and G_k the sum of squared gradients in the same unit, for raw lanes too: so no value leaves the range of an f32 because its
//! column has an odd unit.

use super::grid::LANES;
use crate::table::Compact;

/// Lanes and the scale: half a line.
pub const WIDTH: usize = LANES + 1;
/// The scale's place.
pub const SCALE: usize = LANES;
/// How many numbers of a cell are kept in a file: all but the last, which stays 0.
pub const KEPT: usize = 2 * WIDTH - 1;
/// A feature's cell.
pub type Cell<F> = [F; 2 * WIDTH];
/// Cells by feature.
pub type Cells<F> = Compact<Cell<F>>;
