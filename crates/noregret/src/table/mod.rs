//! Where cells live: memory read at random, one cell for each feature.
//!
//! * [`Flat`] is indexed by the feature itself. It is for cells of a few f64: every learner made of a
//!   rule uses it.
//! * [`Compact`] stores cells in the order of first use, and moves them into the order of their indices
//!   once most indices have one. It is for wide cells and large tables: `auto` and plain `ada-diag` use it.
//! * [`Strided`] does the same for rows of a width that grows: learners of classes use it.
//! * [`Ranked`] is read only: cells in the order of their indices, for what no longer learns.
//! * [`Slots`] numbers features in the order of first use, for learners that keep more than one array by
//!   feature.
//! * [`Columns`] are cells as a state has them.
//! * [`Pages`] is the memory under all of them. [`prefetch()`] asks for a cell before it is needed.
//!
//! A *cell* is the numbers kept for one feature. A *slot* is a feature's number in the order of first
//! use, from 0; a *place* is where a cell stands in a table, from 1, as place 0 is for no feature.

mod columns;
mod compact;
mod flat;
mod pages;
mod prefetch;
mod ranked;
mod slots;
mod strided;

pub use columns::Columns;
pub use compact::Compact;
pub use flat::{Flat, MAX_INDEX};
pub use pages::Pages;
pub use prefetch::prefetch;
pub use ranked::{Lookup, Ranked};
pub use slots::Slots;
pub use strided::Strided;
