//! The cell of a feature: the weights and accumulators of all lanes, and the feature's scale.
//!
//! `[v_0 .. v_6, s, G_0 .. G_6, 0]`: sixteen f32 are 64 bytes, which is what a processor fetches from
//! memory at once. s is the largest magnitude seen, above 0 once touched. v_k = w_k s is the weight on
//! x / s, and G_k the sum of squared gradients in the same unit, for raw lanes too: so no number leaves
//! the range of an f32 because its column has an odd unit.

use super::grid::LANES;
use crate::table::Compact;

/// Numbers in half a cell: one for each lane, and the scale or a 0.
pub const WIDTH: usize = LANES + 1;
/// Where in a cell the scale is.
pub const SCALE: usize = LANES;
/// How many numbers of a cell are kept in a file: all but the last, which stays 0.
pub const KEPT: usize = 2 * WIDTH - 1;
/// The numbers of one feature: weights and scale, then accumulators and a 0.
pub type Cell<F> = [F; 2 * WIDTH];
/// The cells of all features.
pub type Cells<F> = Compact<Cell<F>>;
