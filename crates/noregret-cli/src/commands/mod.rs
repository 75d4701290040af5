//! The subcommands, one file or folder each.

pub mod algorithms;
pub mod compare;
pub mod convert;
pub mod evaluate;
pub mod export;
pub mod fetch;
pub mod generate;
pub mod inspect;
pub mod merge;
pub mod metric;
pub mod predict;
pub mod regret;
pub mod reproduce;
pub mod serve;
pub mod train;
pub mod tune;
