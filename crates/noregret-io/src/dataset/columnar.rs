//! Parquet and Arrow as a table. Columns that are not read, and lists, are left out.

use super::error::DatasetError;
use super::grid::{Declared, Grid};
use crate::columnar::{announced, columns, kind, write};
use crate::error::ReadError;
use crate::files::source::Source;
use crate::format::Format;
use crate::text::record::Record;
use std::sync::Arc;

/// Reads a table.
pub(crate) fn read(file: Arc<str>, bytes: &[u8], format: Format) -> Result<Grid, DatasetError> {
    let mut source = Source::new(file.clone(), bytes)?;
    let magic = source.magic()?;
    announced(&source, Some(format), magic)?;
    let Some(magic) = magic else { return Err(ReadError::NotBinary { file, announced: format }.into()) };
    let mut columns = columns(&mut source, magic, None, None)?;
    let table = columns.table();
    let told = kind::told(&table);
    let mut grid = Grid::new(file, told.names.len());
    let names = told.names.iter().enumerate();
    let named =
        names.map(|(place, name)| if name.is_empty() { (place + 1).to_string() } else { name.clone() });
    grid.name(0, named.collect())?;
    let types = table.fields().iter().map(|field| field.data_type());
    let judged = types.zip(told.declared).zip(&told.names).map(|((kind, declared), name)| match declared {
        _ if name.is_empty() || kind::items(kind).is_some() => Declared::Ignored,
        Declared::Category(None) if !kind::is_coded(kind) => Declared::Nothing,
        Declared::Date => Declared::Category(None),
        declared => declared,
    });
    grid.declared = judged.collect();
    let places: Vec<usize> =
        (0..grid.width()).filter(|place| grid.declared[*place] != Declared::Ignored).collect();
    columns.choose(&places, 1 << 20)?;
    let (mut record, mut text) = (Record::default(), Vec::new());
    while let Some((before, batch)) = columns.next()? {
        for row in 0..batch.num_rows() {
            record.clear();
            let mut arrays = batch.columns().iter();
            for declared in &grid.declared {
                text.clear();
                if *declared != Declared::Ignored
                    && let Some(array) = arrays.next()
                {
                    write(array, row, &mut text);
                }
                record.push(&text);
            }
            grid.push(before + 1 + row as u64, record.iter())?;
        }
    }
    Ok(grid)
}
