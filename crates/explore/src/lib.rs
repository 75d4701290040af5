//! Hostile random tests of the command and the library: random streams, random learners, and what must hold of all of them.
//!
//! [`Case::draw`] makes a case from a seed and a number, the same on every machine; [`checks::ALL`] lists what is held against it.
//! `cargo xtask explore` runs as many as one likes; a few are part of the tests.

pub mod bench;
pub mod case;
pub mod checks;
pub mod learner;
pub mod random;
pub mod report;
pub mod runner;
pub mod shrink;
pub mod stream;
pub mod worker;

pub use bench::{Bench, Finding};
pub use case::Case;
pub use checks::{Check, Said, Verdict};
