//! Labelled tables as dense vectors: what metric learning reads.
//!
//! A table is read whole. Its [`Layout`] is CSV, TSV, Orange's tab, ARFF, Parquet, Arrow or svmlight; every column but the label is a
//! feature, numeric or a category. A [`Dataset`] holds the typed cells; an [`Encoding`], fitted on some of its rows,
//! makes vectors of them and is saved with a model, so that other tables become vectors of the same space.
//! [`NumberRows`] reads rows of plain numbers, one at a time, for streams of constraints.
//!
//! Nothing malformed is guessed at: every refusal names file, line and field.

mod apply;
mod arff;
mod columnar;
mod delimited;
mod encoding;
mod error;
mod grid;
mod kinds;
mod layout;
mod numbers;
mod reading;
mod remarks;
mod rows;
mod sparse;

pub use encoding::{ColumnEncoding, Encoding};
pub use error::DatasetError;
pub use layout::Layout;
pub use numbers::NumberRows;
pub use reading::{Column, Dataset, Labelling, TableOptions, Values};
pub use rows::TextRows;
