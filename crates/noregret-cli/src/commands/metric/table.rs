//! The flags that say what a table is.

use crate::voice::failure::{Failure, usage};
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use noregret_io::dataset::{Dataset, DatasetError, Encoding, Layout, TableOptions};

/// The most dimensions of a full matrix.
const MOST_SQUARED: usize = 4096;

/// What a table is.
#[derive(Args, Clone, Debug)]
pub struct TableFlags {
    /// The format: csv, tsv, tab (Orange), arff, parquet, arrow or svmlight (libsvm); recognised from the name or the content if not given
    #[arg(long, value_name = "F")]
    format: Option<Layout>,

    /// Column of the class, by name, by number from 1, or last
    /// [default: label, target, y, class, click or outcome, else the last]
    #[arg(long, value_name = "COLUMN")]
    label: Option<String>,

    /// The first row is data, not names
    #[arg(long)]
    no_header: bool,

    /// The first row is names, not data
    #[arg(long, conflicts_with = "no_header")]
    header: bool,

    /// Quotes are characters like others, and not around fields
    #[arg(long)]
    no_quotes: bool,
}

/// What its columns are.
#[derive(Args, Clone, Debug)]
pub struct ColumnFlags {
    /// Columns to leave out, separated by commas: by name, number from 1, last, or a range such as 3-10
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Columns that hold categories although they look like numbers
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    categorical: Vec<String>,

    /// Columns that hold numbers although they do not look it
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    numeric: Vec<String>,

    /// Numbers to mean 0 and deviation 1, the whole to mean squared distance 1 (the default)
    #[arg(long, overrides_with = "no_standardize")]
    standardize: bool,

    /// Numbers as they are, categories 0 and 1
    #[arg(long)]
    no_standardize: bool,
}

impl TableFlags {
    /// How to read a table whose columns are known.
    pub fn reading(&self) -> TableOptions {
        let header = match (self.header, self.no_header) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        TableOptions {
            layout: self.format,
            label: self.label.clone(),
            header,
            no_quotes: self.no_quotes,
            ..TableOptions::default()
        }
    }
}

impl ColumnFlags {
    /// How to read a table whose columns are not known.
    pub fn reading(&self, table: &TableFlags) -> Result<TableOptions> {
        if let Some(column) = self.categorical.iter().find(|column| self.numeric.contains(column)) {
            return Err(usage(format!("the column {column:?} is given as both categorical and numeric")));
        }
        Ok(TableOptions {
            ignore: self.ignore.clone(),
            categorical: self.categorical.clone(),
            numeric: self.numeric.clone(),
            ..table.reading()
        })
    }

    /// Whether to standardise.
    pub fn standardize(&self) -> bool {
        !self.no_standardize
    }

    /// A flag that decides what columns mean, if one is given.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--ignore", !self.ignore.is_empty()),
            ("--categorical", !self.categorical.is_empty()),
            ("--numeric", !self.numeric.is_empty()),
            ("--standardize", self.standardize),
            ("--no-standardize", self.no_standardize),
        ];
        flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }
}

/// A bad table as a failure with its help.
pub fn refused(error: DatasetError) -> anyhow::Error {
    match error {
        DatasetError::Read(error) => error.into(),
        error => {
            let help = error.help().map(str::to_owned);
            Failure { message: error.to_string(), help }.into()
        }
    }
}

/// Refuses what needs a number for every pair of dimensions, where there are too many.
pub fn small_enough(dim: usize, what: &str) -> Result<()> {
    if dim <= MOST_SQUARED {
        return Ok(());
    }
    let message =
        format!("{what}: {dim} dimensions are too many for a full matrix, which has at most {MOST_SQUARED}");
    let help =
        Some("learn a factor of some rows instead: --rank 20; or leave columns out: --ignore".to_owned());
    Err(Failure { message, help }.into())
}

/// Says that a table has categories which its model does not know.
pub fn note_unknown(encoding: &Encoding, data: &Dataset) {
    match encoding.unknown(data) {
        0 => {}
        n => say(format_args!(
            "note: {n} values are categories the model does not know: they count as missing"
        )),
    }
}
