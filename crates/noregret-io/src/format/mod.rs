//! The formats and their names.

pub(crate) mod arff;
pub(crate) mod cell;
pub(crate) mod delimiter;
pub(crate) mod dressed;
pub(crate) mod header;
pub(crate) mod jsonl;
pub(crate) mod named;
pub(crate) mod opening;
pub(crate) mod orange;
pub(crate) mod preamble;
pub(crate) mod prepared;
pub(crate) mod remarks;
pub(crate) mod row_names;
pub(crate) mod sample;
pub(crate) mod sniff;
pub(crate) mod svmlight;
pub(crate) mod table;
pub(crate) mod vw;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::schema::Family;

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// `label index:value ...`, also known as LIBSVM.
    #[serde(alias = "libsvm")]
    Svmlight,
    /// `label weight tag|namespace feature:value ...`, as Vowpal Wabbit reads.
    Vw,
    /// Delimited text, with or without a header; commas where nothing tells.
    Csv,
    /// Delimited text; tabs where nothing tells.
    Tsv,
    /// One JSON object a line.
    Jsonl,
    /// Weka's attribute-relation file.
    Arff,
    /// Apache Parquet: columns in compressed pages.
    Parquet,
    /// Apache Arrow's record batches, as a file (Feather) or a stream.
    Arrow,
}

impl Format {
    /// Every format, in the order they are listed to users.
    pub const ALL: [Self; 8] =
        [Self::Svmlight, Self::Vw, Self::Csv, Self::Tsv, Self::Jsonl, Self::Arff, Self::Parquet, Self::Arrow];

    /// Whether it is bytes, not text.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Whether it is rows and columns.
    pub(crate) fn is_table(self) -> bool {
        !matches!(self, Self::Svmlight | Self::Vw | Self::Jsonl)
    }

    /// Whether its features are numbered or named.
    pub fn family(self) -> Family {
        if self == Self::Svmlight { Family::Indexed } else { Family::Named }
    }

    /// The format a file name announces, after any `.gz`, `.zst`, `.xz` or `.bz2`.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut path = Path::new(name);
        let extension = |path: &Path| path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        if matches!(extension(path).as_deref(), Some("gz" | "zst" | "xz" | "bz2")) {
            path = Path::new(path.file_stem()?);
        }
        match extension(path)?.as_str() {
            "svm" | "svmlight" | "libsvm" => Some(Self::Svmlight),
            "vw" => Some(Self::Vw),
            "csv" | "psv" => Some(Self::Csv),
            "tsv" | "tab" => Some(Self::Tsv),
            "arff" => Some(Self::Arff),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "parquet" | "pq" => Some(Self::Parquet),
            "arrow" | "arrows" | "feather" | "ipc" => Some(Self::Arrow),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Svmlight => "svmlight",
            Self::Vw => "vw",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Jsonl => "jsonl",
            Self::Arff => "arff",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
        })
    }
}

/// A name that is no format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "unknown format {0:?}; there are svmlight (also libsvm), vw, csv, tsv, jsonl, arff, parquet and arrow"
)]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.to_string() == name);
        found.or((name == "libsvm").then_some(Self::Svmlight)).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(serde_json::to_string(&format).unwrap(), format!("\"{format}\""));
        }
        assert_eq!("libsvm".parse(), Ok(Format::Svmlight));
        assert!("xml".parse::<Format>().unwrap_err().to_string().contains("jsonl"));
    }

    #[test]
    fn extensions() {
        for (name, format) in [
            ("a/b.svm", Some(Format::Svmlight)),
            ("b.libsvm.gz", Some(Format::Svmlight)),
            ("b.VW.zst", Some(Format::Vw)),
            ("x.csv", Some(Format::Csv)),
            ("x.tsv.gz", Some(Format::Tsv)),
            ("x.tsv.xz", Some(Format::Tsv)),
            ("x.svm.bz2", Some(Format::Svmlight)),
            ("x.ndjson", Some(Format::Jsonl)),
            ("x.ARFF.gz", Some(Format::Arff)),
            ("x.tab", Some(Format::Tsv)),
            ("x.parquet", Some(Format::Parquet)),
            ("x.Feather", Some(Format::Arrow)),
            ("x.arrows.zst", Some(Format::Arrow)),
            ("x.gz", None),
            ("x.txt", None),
            ("csv", None),
            ("", None),
        ] {
            assert_eq!(Format::from_name(name), format, "{name}");
        }
    }
}
