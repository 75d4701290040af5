//! From the flags that name the data to a learner that has seen it: inputs, one pass, progress.

pub mod batches;
pub mod crosses;
pub mod explain;
pub mod input;
pub mod meter;
pub mod order;
pub mod prediction;
pub mod progress;
pub mod run;
pub mod serving;
pub mod tables;
