//! What the command says and how it ends: answers, remarks, failures, the summary, signals.

pub mod answer;
pub mod failure;
pub mod interrupt;
pub mod measured;
pub mod remarks;
pub mod report;
pub mod table;
pub mod talk;
