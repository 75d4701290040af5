//! How bytes become numbers, fields and JSON values, and numbers text.
//!
//! [`number`] is the exact reader of one number. [`pair`] reads `index:value` in one go where both are short, [`scan`] finds the
//! separators that tell whether they are, and [`pairs`] collects what they found. These four change together: whatever the
//! fast ones accept, [`number`] must read to the same bits, and their tests compare them.

pub(crate) mod date;
pub(crate) mod json;
mod month;
pub(crate) mod number;
pub(crate) mod pair;
pub(crate) mod pairs;
pub(crate) mod record;
pub(crate) mod scan;
pub(crate) mod shortest;
pub(crate) mod words;
