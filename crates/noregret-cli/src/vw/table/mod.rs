//! The flags of VW that are none here, by what they are about.

mod bandits;
mod features;
mod learning;
mod reductions;
mod running;

use super::Row;

/// All of them.
pub(super) const ALL: &[&[Row]] =
    &[running::ROWS, features::ROWS, learning::ROWS, reductions::ROWS, bandits::ROWS];
