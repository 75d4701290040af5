//! Files and standard input: opened, decompressed, and written whole or not at all.

pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod source;
pub(crate) mod utf16;
