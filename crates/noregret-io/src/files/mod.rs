//! Files and standard input: opened, decompressed, and written whole or not at all.

mod ahead;
mod behind;
pub(crate) mod input;
pub(crate) mod magic;
pub(crate) mod output;
pub(crate) mod source;
pub(crate) mod utf16;
