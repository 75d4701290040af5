//! Tables that are stored by columns: Parquet, Arrow files and Arrow streams, and record batches in memory.
//!
//! A [`Frame`](frame::Frame) knows the columns and makes drafts of rows, as [`table`](crate::format::table) does of text; the rest is what
//! record batches come from. A cell is read as what it is, not by way of its text, and gives the features that the same cell
//! of a CSV file gives. Columns that are left out are not decoded. Memory: a few thousand rows of Parquet at a time; a record
//! batch of Arrow as it was written.

pub(crate) mod batches;
mod chosen;
mod frame;
mod ipc;
mod items;
pub(crate) mod kind;
mod lane;
mod numbers;
mod parquet;
mod reading;
mod texts;
mod times;

pub(crate) use reading::{announced, columns, read};
pub(crate) use texts::write;
