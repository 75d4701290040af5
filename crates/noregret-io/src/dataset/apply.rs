//! Applying an encoding: to rows of a table it was fitted on, to another table, to texts.

use super::encoding::{ColumnEncoding, Encoding};
use super::error::{DatasetError, width};
use super::kinds;
use super::layout::Layout;
use super::reading::{Column, Dataset, TableOptions, Values, from_grid, text};
use super::sparse;
use crate::files::input::Input;
use crate::format::header;
use crate::schema::ColumnKind;
use crate::schema::columns::one;
use std::sync::Arc;

impl ColumnEncoding {
    fn number(&self, value: Option<f64>) -> Option<f64> {
        let Self::Numeric { fill, centre, factor, .. } = self else { return None };
        Some((value.unwrap_or(*fill) - centre) * factor).filter(|x| x.is_finite())
    }

    /// Adds the dimensions of a category; whether it is known.
    fn category(&self, value: Option<&str>, out: &mut Vec<f64>) -> bool {
        let Self::Category { texts, factor, .. } = self else { return false };
        let start = out.len();
        out.resize(start + texts.len(), 0.0);
        let Some(value) = value else { return true };
        match texts.binary_search_by(|text| text.as_str().cmp(value)) {
            Ok(place) => {
                out[start + place] = *factor;
                true
            }
            Err(_) => false,
        }
    }
}

impl Encoding {
    /// The vectors of rows, one after the other.
    pub fn vectors(&self, data: &Dataset, rows: &[usize]) -> Result<Vec<f64>, DatasetError> {
        let mut out = Vec::with_capacity(rows.len() * self.dim());
        for &row in rows {
            for (encoding, column) in self.columns.iter().zip(&data.columns) {
                match &column.values {
                    Values::Numbers(cells) => out.push(encoding.number(cells[row]).ok_or_else(|| {
                        let text = cells[row].map_or_else(String::new, |x| x.to_string());
                        let line = data.lines[row];
                        DatasetError::cell(&data.file, line, &column.name, text.as_bytes(), "it is too large")
                    })?),
                    Values::Categories(texts, cells) => {
                        let value = cells[row].map(|class| texts[class as usize].as_str());
                        encoding.category(value, &mut out);
                    }
                }
            }
        }
        Ok(out)
    }

    /// How many cells of a table hold a category that has no dimension.
    pub fn unknown(&self, data: &Dataset) -> usize {
        let count = |(encoding, column): (&ColumnEncoding, &Column)| match (encoding, &column.values) {
            (ColumnEncoding::Category { texts: known, .. }, Values::Categories(texts, cells)) => {
                let new: Vec<bool> = texts.iter().map(|text| known.binary_search(text).is_err()).collect();
                cells.iter().flatten().filter(|&&class| new[class as usize]).count()
            }
            _ => 0,
        };
        self.columns.iter().zip(&data.columns).map(count).sum()
    }

    /// The vector of one cell for each column, given as texts; field numbers start at `first`.
    pub fn vector(
        &self,
        file: &Arc<str>,
        line: u64,
        first: usize,
        texts: &[String],
    ) -> Result<Vec<f64>, DatasetError> {
        let mut out = Vec::with_capacity(self.dim());
        for (place, (encoding, text)) in self.columns.iter().zip(texts).enumerate() {
            let wrong =
                |problem: String| DatasetError::field(file, line, first + place, text.as_bytes(), problem);
            match encoding {
                ColumnEncoding::Numeric { .. } => {
                    let value = kinds::number(text).map_err(|fault| wrong(format!("the value {fault}")))?;
                    out.push(encoding.number(value).ok_or_else(|| wrong("it is too large".to_owned()))?);
                }
                ColumnEncoding::Category { .. } => {
                    let value = Some(text.as_str()).filter(|text| !kinds::missing(text));
                    encoding.category(value, &mut out);
                }
            }
        }
        Ok(out)
    }

    /// Reads another table as the columns of this encoding; a label is not asked for.
    pub fn read(&self, input: &Input, reading: &TableOptions) -> Result<Dataset, DatasetError> {
        let (file, bytes) = text(input)?;
        if reading.layout_of(&file, &bytes) == Layout::Svmlight {
            return self.read_sparse(sparse::read(file, &bytes)?);
        }
        let names: Vec<&str> = self.columns.iter().map(ColumnEncoding::name).collect();
        let grid = reading.grid(file, &bytes, self.named.then_some(&names))?;
        let label = reading.label.as_ref().or(self.label.as_ref());
        let (places, label) = if self.named && grid.named {
            let place = |name: &&str| {
                grid.place(name).ok_or_else(|| {
                    let problem = format!("there is no column {name:?}, which the model was trained on");
                    let columns = format!("the columns are: {}", grid.names.join(", "));
                    DatasetError::table(&grid.file, problem).advise(columns)
                })
            };
            let places = names.iter().map(place).collect::<Result<Vec<_>, _>>()?;
            let usual = || grid.names.iter().position(|name| header::usual(name));
            let label = label.and_then(|name| one(&grid.names, name)).or_else(usual);
            let label = label.filter(|label| !places.contains(label));
            (places, label)
        } else if self.named && reading.header != Some(false) {
            let problem =
                format!("its first row does not name the columns of the model: {}", names.join(", "));
            return Err(DatasetError::table(&grid.file, problem)
                .advise("pass --no-header if the columns are in the model's order"));
        } else {
            // By place: the features alone, or with the label where it stood, or last.
            let extra = grid.width().checked_sub(names.len()).filter(|&extra| extra <= 1);
            let first = if grid.rows() > 0 { grid.line(0) } else { 1 };
            let extra = extra.ok_or_else(|| width(&grid.file, first, names.len(), grid.width()))?;
            let stood = || self.label.as_ref().filter(|_| !self.named).and_then(|name| grid.place(name));
            let label = match &reading.label {
                Some(name) => one(&grid.names, name),
                None => stood(),
            };
            let label = (extra == 1).then(|| label.unwrap_or(grid.width() - 1));
            ((0..grid.width()).filter(|&place| Some(place) != label).collect(), label)
        };
        let column = |(encoding, &place): (&ColumnEncoding, &usize)| {
            let kind = match encoding {
                ColumnEncoding::Numeric { .. } => ColumnKind::Numeric,
                ColumnEncoding::Category { .. } => ColumnKind::Category,
            };
            kinds::column(&grid, place, Some(kind))
        };
        let columns = self.columns.iter().zip(&places).map(column).collect::<Result<Vec<_>, _>>()?;
        Ok(from_grid(&grid, columns, label))
    }

    /// Reads another table as [`Self::read`] does; every row must have a label.
    pub fn read_labelled(&self, input: &Input, reading: &TableOptions) -> Result<Dataset, DatasetError> {
        let data = self.read(input, reading)?;
        data.require_labels()?;
        Ok(data)
    }

    fn read_sparse(&self, mut data: Dataset) -> Result<Dataset, DatasetError> {
        let zeros = vec![Some(0.0); data.rows()];
        let mut columns = Vec::with_capacity(self.columns.len());
        for encoding in &self.columns {
            let name = encoding.name();
            if matches!(encoding, ColumnEncoding::Category { .. }) {
                let problem = format!("the model's column {name:?} holds categories, which svmlight has not");
                return Err(DatasetError::table(&data.file, problem));
            }
            let there = data.columns.iter().position(|column| column.name == name);
            columns.push(match there {
                Some(place) => data.columns.swap_remove(place),
                None => Column { name: name.to_owned(), values: Values::Numbers(zeros.clone()) },
            });
        }
        let zeros = Values::Numbers(zeros);
        if let Some(column) = data.columns.iter().find(|column| column.values != zeros) {
            let problem = format!("the index {} is not one the model was trained on", column.name);
            return Err(DatasetError::table(&data.file, problem));
        }
        data.columns = columns;
        Ok(data)
    }
}
