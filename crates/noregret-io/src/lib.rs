//! Bytes to examples: reads svmlight, VW text, delimited tables, ARFF and JSON lines, compressed or not, Parquet and Arrow,
//! from files or standard input, and hands over batches of sparse vectors with labels. [`RecordBatches`] and
//! [`Stream::of_batches`] take Arrow data that a program has in memory.
//!
//! Nothing malformed is learned from: a line that breaks its format becomes a [`LineError`] with file, line
//! and field, and a file that cannot be read at all becomes a [`ReadError`]. What decides how text becomes
//! indices and labels is a [`Schema`], which grows while reading and is saved with a model, so that a resumed
//! run sees the same features. The formats are described in `docs/formats.md`.

mod cache;
mod columnar;
pub mod convert;
mod cross;
pub mod dataset;
mod draft;
#[cfg(test)]
mod draw;
mod error;
mod files;
mod format;
mod model;
mod pipeline;
mod schema;
mod text;

/// Record batches of any origin, as Arrow's crates hand them over.
pub use arrow_array::RecordBatchReader;
pub use cache::Cache;
pub use columnar::batches::RecordBatches;
pub use convert::transcribe::{EachLine, Entry, Written, transcribe};
pub use error::fault::{LineFault, NumberFault};
pub use error::{Compression, Field, LineError, Position, ReadError, printable, printable_name};
pub use files::input::Input;
pub use files::output::{Complete, Output, abandon, resolve};
pub use format::named::{Column, Named, Value};
pub use format::{Format, UnknownFormat};
pub use model::metric::MetricModel;
pub use model::{Counts, Memory, Model, ModelError, ModelView};
pub use pipeline::batch::{Batch, Example, Item};
pub use pipeline::inline::parse_bytes;
pub use pipeline::intake::{Drafted, Intake, Naming, Ready, Waiting};
pub use pipeline::options::ReadOptions;
pub use pipeline::parser::{Block, Parser, Scratch};
pub use pipeline::rows::RowBatches;
pub use pipeline::stream::{Polled, Replay, Stream};
pub use schema::crosses::{Crosses, Interaction, NoInteraction, Part};
pub use schema::dialect::Dialect;
pub use schema::filter::{Filter, NoFilter};
pub use schema::index::{BIAS, LARGEST_NUMBER, index_of, number_of};
pub use schema::labels::{GivenLabel, LabelKind, Labels};
pub use schema::merge::SchemaMismatch;
pub use schema::names::Names;
pub use schema::products::Products;
pub use schema::{ColumnKind, Family, Schema};
pub use text::date::DateForm;
pub use text::shortest::shortest;
