//! Parquet, Arrow files, Arrow streams and record batches: the same examples as the CSV file of the same table, bit for bit.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

#[path = "columnar/damage.rs"]
mod damage;
#[path = "columnar/kinds.rs"]
mod kinds;
#[path = "columnar/same.rs"]
mod same;
#[path = "columnar/table.rs"]
mod table;
