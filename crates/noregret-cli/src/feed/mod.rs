//! From the flags that name the data to a learner that has seen it: inputs, one pass, progress.

pub mod batches;
pub mod explain;
pub mod input;
pub mod meter;
pub mod progress;
pub mod run;
