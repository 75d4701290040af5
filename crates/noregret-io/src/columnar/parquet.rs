//! Parquet, one row group after the other, a few thousand rows at a time.
//!
//! Pages are decoded as rows are asked for, so that memory does not grow with the file or with its row groups.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::statistics::StatisticsConverter;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;

use super::numbers::numbers;
use super::reading::{Columns, damaged, guarded, rows_of};
use crate::error::ReadError;
use crate::format::Format;
use crate::schema::filter::Condition;

/// A Parquet file.
pub(crate) struct Groups {
    name: Arc<str>,
    file: File,
    metadata: ArrowReaderMetadata,
    places: Vec<usize>,
    /// How many bytes are decoded at a time.
    bytes: usize,
    /// The row group that is read, and its rows.
    group: usize,
    reader: Option<ParquetRecordBatchReader>,
    /// What rows must meet to be read.
    conditions: Vec<(usize, Condition)>,
    /// How many rows came before, in all and in this group.
    row: u64,
    of_group: u64,
    /// Told about how many bytes were read.
    count: Option<Arc<AtomicU64>>,
}

impl Groups {
    /// Reads what the file says of itself.
    pub(crate) fn open(name: Arc<str>, file: File, count: Option<Arc<AtomicU64>>) -> Result<Self, ReadError> {
        let load = || Ok(ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())?);
        let metadata =
            guarded(load).map_err(|error| damaged(&name, Format::Parquet, String::new(), error))?;
        Ok(Self {
            name,
            file,
            metadata,
            places: Vec::new(),
            bytes: 1 << 19,
            group: 0,
            reader: None,
            conditions: Vec::new(),
            row: 0,
            of_group: 0,
            count,
        })
    }

    fn groups(&self) -> &[RowGroupMetaData] {
        self.metadata.metadata().row_groups()
    }

    /// Starts to read columns of the present row group.
    fn start(&self, places: &[usize]) -> Result<ParquetRecordBatchReader, ArrowError> {
        let mask = ProjectionMask::roots(self.metadata.parquet_schema(), places.iter().copied());
        let group = &self.groups()[self.group];
        let columns = group.columns().iter().enumerate();
        let stored = columns
            .filter(|(leaf, _)| mask.leaf_included(*leaf))
            .map(|(_, column)| column.uncompressed_size());
        let row = stored.sum::<i64>() / group.num_rows().max(1);
        let row = usize::try_from(row).unwrap_or(0).max(8 * places.len());
        let file = self.file.try_clone()?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
            .with_projection(mask)
            .with_row_groups(vec![self.group])
            .with_batch_size(rows_of(self.bytes, row));
        Ok(builder.build()?)
    }

    /// Where rows of the present group cannot be read: the group, its rows, and the first column that cannot be read alone.
    fn place(&self) -> String {
        let fails = |place: &&usize| {
            let read = || self.start(&[**place])?.try_for_each(|batch| batch.map(drop));
            guarded(read).is_err()
        };
        let table = self.metadata.schema();
        let column =
            self.places.iter().find(fails).map(|place| format!(", column {:?}", table.field(*place).name()));
        let last = self.row - self.of_group + self.groups()[self.group].num_rows() as u64;
        let first = self.row + 1;
        format!("row group {}, rows {first} to {last}{}: ", self.group + 1, column.unwrap_or_default())
    }

    /// Whether some row of the present group may meet all conditions, by the least and the largest value that the file
    /// says of it.
    fn may_hold(&self) -> bool {
        let group = &self.groups()[self.group];
        let table = self.metadata.schema();
        self.conditions.iter().all(|(place, condition)| {
            let bounds = || {
                let name = table.field(*place).name();
                let said = StatisticsConverter::try_new(name, table, self.metadata.parquet_schema()).ok()?;
                let least = numbers(&said.row_group_mins([group]).ok()?, &[])?;
                let most = numbers(&said.row_group_maxes([group]).ok()?, &[])?;
                Some((*least.first()?, *most.first()?))
            };
            bounds().is_none_or(|(least, most)| condition.may_hold(least, most))
        })
    }

    fn step(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        loop {
            if self.group == self.groups().len() {
                return Ok(None);
            }
            if self.reader.is_none() && !self.may_hold() {
                let rows = self.groups()[self.group].num_rows() as u64;
                self.tell(rows);
                (self.group, self.row) = (self.group + 1, self.row + rows);
                continue;
            }
            let mut reader = match self.reader.take() {
                Some(reader) => reader,
                None => self.start(&self.places)?,
            };
            if let Some(batch) = reader.next().transpose()? {
                self.reader = Some(reader);
                return Ok(Some(batch));
            }
            (self.group, self.of_group) = (self.group + 1, 0);
        }
    }

    /// Counts the bytes that so many rows of the present group take.
    fn tell(&self, rows: u64) {
        let group = &self.groups()[self.group];
        let bytes = |rows: u64| {
            let whole = group.compressed_size().max(0) as u128;
            (whole * u128::from(rows) / u128::from(group.num_rows().max(1) as u64)) as u64
        };
        if let Some(count) = &self.count {
            count.fetch_add(bytes(self.of_group + rows) - bytes(self.of_group), Ordering::Relaxed);
        }
    }
}

impl Columns for Groups {
    fn table(&self) -> SchemaRef {
        self.metadata.schema().clone()
    }

    fn choose(&mut self, places: &[usize], bytes: usize) -> Result<(), ReadError> {
        (self.places, self.bytes) = (places.to_vec(), bytes);
        Ok(())
    }

    fn pass_over(&mut self, conditions: &[(usize, Condition)]) {
        self.conditions = conditions.to_vec();
    }

    fn next(&mut self) -> Result<Option<(u64, RecordBatch)>, ReadError> {
        match guarded(|| self.step()) {
            Ok(None) => Ok(None),
            Ok(Some(batch)) => {
                let (before, rows) = (self.row, batch.num_rows() as u64);
                self.tell(rows);
                (self.row, self.of_group) = (before + rows, self.of_group + rows);
                Ok(Some((before, batch)))
            }
            Err(error) => {
                let place = self.place();
                self.group = self.groups().len();
                Err(damaged(&self.name, Format::Parquet, place, error))
            }
        }
    }
}
