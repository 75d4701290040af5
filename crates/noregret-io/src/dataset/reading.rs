//! Reading a table: its layout, its label, its columns.

use super::arff;
use super::columnar;
use super::delimited;
use super::error::DatasetError;
use super::grid::{Declared, Grid};
use super::kinds;
use super::layout::Layout;
use super::remarks;
use super::sparse;
use crate::files::input::Input;
use crate::files::source::Source;
use crate::format::Format;
use crate::format::header;
use crate::schema::ColumnKind;
use crate::schema::columns;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The most dimensions the vectors of a table may have. A full metric is a square of them and takes fewer; one of low rank takes all.
pub(crate) const MOST_DIMENSIONS: usize = 1 << 16;

/// What the user says of a table.
#[derive(Clone, Debug, Default)]
pub struct TableOptions {
    /// How it is written; else its name or its first lines tell.
    pub layout: Option<Layout>,
    /// The column of the label, by name, by place from 1, or `last`; else a usual name, else the last.
    pub label: Option<String>,
    /// Whether the first row is a header; else it is judged.
    pub header: Option<bool>,
    /// Whether quotes are characters like others.
    pub no_quotes: bool,
    /// Columns to leave out.
    pub ignore: Vec<String>,
    /// Columns that hold categories.
    pub categorical: Vec<String>,
    /// Columns that hold numbers.
    pub numeric: Vec<String>,
}

/// The cells of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers; none is missing.
    Numbers(Vec<Option<f64>>),
    /// Categories: the texts in order of first appearance, and for each row which it has.
    Categories(Vec<String>, Vec<Option<u32>>),
}

/// A column of features.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name, or its place from 1.
    pub name: String,
    /// Its cells.
    pub values: Values,
}

/// The classes of the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelling {
    /// The column.
    pub name: String,
    /// The classes in order of first appearance.
    pub classes: Vec<String>,
    /// The class of every row, where there is one.
    pub of: Vec<Option<u32>>,
}

impl Labelling {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), classes: Vec::new(), of: Vec::new() }
    }

    pub(crate) fn push(&mut self, text: Option<&str>) {
        let class = text.map(|text| {
            let known = self.classes.iter().position(|class| class == text);
            known.unwrap_or_else(|| {
                self.classes.push(text.to_owned());
                self.classes.len() - 1
            }) as u32
        });
        self.of.push(class);
    }
}

/// A table with typed columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Dataset {
    /// The file as the user named it.
    pub file: Arc<str>,
    /// The line every row starts on.
    pub lines: Vec<u64>,
    /// The features.
    pub columns: Vec<Column>,
    /// Whether columns have names, not only places.
    pub named: bool,
    /// Whether a column that is not there is zero.
    pub sparse: bool,
    /// The classes, if there is a label.
    pub labels: Option<Labelling>,
    /// What people should hear about its columns, where these were not known before.
    pub remarks: Vec<String>,
}

impl Dataset {
    /// Reads a table; every row must have a label.
    pub fn read(input: &Input, reading: &TableOptions) -> Result<Self, DatasetError> {
        let data = Self::points(input, reading, |grid| reading.label_of(grid).map(Some))?;
        data.require_labels()?;
        Ok(data)
    }

    /// Reads a table whose labels nobody asks for: a column is one only if it is named so, by the user, the format or a usual name.
    pub fn read_points(input: &Input, reading: &TableOptions) -> Result<Self, DatasetError> {
        let data = Self::points(input, reading, |grid| match &reading.label {
            Some(_) => reading.label_of(grid).map(Some),
            None => Ok(grid.label.or_else(|| usual(grid))),
        })?;
        if data.rows() == 0 {
            return Err(DatasetError::table(&data.file, "there are no rows"));
        }
        Ok(data)
    }

    fn points(
        input: &Input,
        reading: &TableOptions,
        label: impl Fn(&Grid) -> Result<Option<usize>, DatasetError>,
    ) -> Result<Self, DatasetError> {
        let mut data = match text(input)? {
            (file, bytes) if reading.layout_of(&file, &bytes) == Layout::Svmlight => {
                let mut data = sparse::read(file, &bytes)?;
                data.columns.retain(|column| !reading.ignore.contains(&column.name));
                data
            }
            (file, bytes) => {
                let grid = reading.grid(file, &bytes, None)?;
                let label = label(&grid)?;
                let ignored = places(&grid, &reading.ignore)?;
                let said = reading.kinds(&grid)?;
                let used = |&place: &usize| {
                    Some(place) != label
                        && grid.declared[place] != Declared::Ignored
                        && !ignored.contains(&place)
                };
                let columns: Vec<_> = (0..grid.width())
                    .filter(used)
                    .map(|place| {
                        let column = kinds::column(&grid, place, said[place])?;
                        Ok::<_, DatasetError>((place, column, said[place].is_some()))
                    })
                    .collect::<Result<_, _>>()?;
                let remarks = remarks::all(&grid, &columns, label);
                let columns = columns.into_iter().map(|(_, column, _)| column).collect();
                Self { remarks, ..from_grid(&grid, columns, label) }
            }
        };
        if data.columns.is_empty() {
            return Err(DatasetError::table(&data.file, "there is no column besides the label"));
        }
        data.columns.shrink_to_fit();
        Ok(data)
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// Refuses a table with a row that has no label.
    pub(crate) fn require_labels(&self) -> Result<(), DatasetError> {
        let Some(labels) = &self.labels else {
            return Err(DatasetError::table(&self.file, "there is no label").advise("name it with --label"));
        };
        match labels.of.iter().position(Option::is_none) {
            Some(row) => Err(DatasetError::cell(
                &self.file,
                self.lines[row],
                &labels.name,
                b"",
                "the label is missing",
            )),
            None if self.lines.is_empty() => Err(DatasetError::table(&self.file, "there are no rows")),
            None => Ok(()),
        }
    }
}

/// All of an input.
pub(crate) fn text(input: &Input) -> Result<(Arc<str>, Vec<u8>), DatasetError> {
    let mut source = Source::open(input, Arc::new(AtomicU64::new(0)))?;
    let (mut bytes, mut filled) = (Vec::new(), 0);
    loop {
        bytes.resize((2 * filled).max(1 << 16), 0);
        match source.read(&mut bytes[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    bytes.truncate(filled);
    Ok((source.name.clone(), bytes))
}

/// A dataset of these columns of a grid.
pub(crate) fn from_grid(grid: &Grid, columns: Vec<Column>, label: Option<usize>) -> Dataset {
    let labels = label.map(|place| {
        let mut labels = Labelling::new(&grid.names[place]);
        for row in 0..grid.rows() {
            labels.push(Some(grid.get(row, place)).filter(|text| !kinds::missing(text)));
        }
        labels
    });
    let lines = (0..grid.rows()).map(|row| grid.line(row)).collect();
    Dataset {
        file: grid.file.clone(),
        lines,
        columns,
        named: grid.named,
        sparse: false,
        labels,
        remarks: Vec::new(),
    }
}

impl TableOptions {
    /// How a file is written.
    pub(crate) fn layout_of(&self, file: &str, bytes: &[u8]) -> Layout {
        self.layout.or_else(|| Layout::from_name(file)).or_else(|| Layout::of(bytes)).unwrap_or(Layout::Csv)
    }

    /// Reads the texts of a table that is not svmlight; `known` are names its header must have.
    pub(crate) fn grid(
        &self,
        file: Arc<str>,
        bytes: &[u8],
        known: Option<&[&str]>,
    ) -> Result<Grid, DatasetError> {
        match self.layout_of(&file, bytes) {
            Layout::Arff => arff::read(file, bytes),
            Layout::Parquet => columnar::read(file, bytes, Format::Parquet),
            Layout::Arrow => columnar::read(file, bytes, Format::Arrow),
            layout => delimited::read(file, bytes, layout, (self.header, self.no_quotes), known),
        }
    }

    /// The label's place: as asked for, as marked, by a usual name, the last.
    fn label_of(&self, grid: &Grid) -> Result<usize, DatasetError> {
        if let Some(name) = &self.label {
            let problem = format!("there is no label column {name:?}");
            return columns::one(&grid.names, name).ok_or_else(|| unknown(grid, problem));
        }
        Ok(grid.label.or_else(|| usual(grid)).unwrap_or(grid.width() - 1))
    }

    /// What the user says that each column holds.
    fn kinds(&self, grid: &Grid) -> Result<Vec<Option<ColumnKind>>, DatasetError> {
        let mut said = vec![None; grid.width()];
        for (selectors, kind) in
            [(&self.numeric, ColumnKind::Numeric), (&self.categorical, ColumnKind::Category)]
        {
            places(grid, selectors)?.into_iter().for_each(|place| said[place] = Some(kind));
        }
        Ok(said)
    }
}

/// The column whose name is usual for a label.
fn usual(grid: &Grid) -> Option<usize> {
    grid.names.iter().position(|name| header::usual(name)).filter(|_| grid.named)
}

/// The places of the columns that selectors name; one that names none is refused.
fn places(grid: &Grid, selectors: &[String]) -> Result<Vec<usize>, DatasetError> {
    let mut places = Vec::new();
    for selector in selectors {
        let found = columns::select(&grid.names, selector);
        places.extend(found.ok_or_else(|| unknown(grid, format!("there is no column {selector:?}")))?);
    }
    Ok(places)
}

fn unknown(grid: &Grid, problem: String) -> DatasetError {
    let columns = format!("the columns are: {}", grid.names.join(", "));
    DatasetError::table(&grid.file, problem).advise(columns)
}
