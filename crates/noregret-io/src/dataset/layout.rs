//! How a table is written, and how that is found out.

use crate::files::magic::{Magic, Said};
use crate::format::sniff;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Comma-separated values, with or without a header.
    Csv,
    /// Tab-separated values, with or without a header.
    Tsv,
    /// Orange's tab-separated values under three lines of header: names, types, flags.
    Tab,
    /// Weka's attribute-relation file.
    Arff,
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow's record batches, as a file (Feather) or a stream.
    Arrow,
    /// `label index:value ...`; absent values are zero.
    Svmlight,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 7] =
        [Self::Csv, Self::Tsv, Self::Tab, Self::Arff, Self::Parquet, Self::Arrow, Self::Svmlight];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Tab => "tab",
            Self::Arff => "arff",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Svmlight => "svmlight",
        }
    }

    /// The layout a file's name announces, after any `.gz`, `.zst`, `.xz` or `.bz2`.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut path = Path::new(name);
        let extension = |path: &Path| path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        if matches!(extension(path).as_deref(), Some("gz" | "zst" | "xz" | "bz2")) {
            path = Path::new(path.file_stem()?);
        }
        match extension(path)?.as_str() {
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "tab" => Some(Self::Tab),
            "arff" => Some(Self::Arff),
            "parquet" | "pq" => Some(Self::Parquet),
            "arrow" | "arrows" | "feather" | "ipc" => Some(Self::Arrow),
            "svm" | "svmlight" | "libsvm" => Some(Self::Svmlight),
            _ => None,
        }
    }

    /// The layout of a text by its first lines; none if it has no text.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        match Magic::of(&text[..text.len().min(8)]) {
            Said::Is(Magic::Parquet) => return Some(Self::Parquet),
            Said::Is(Magic::ArrowFile | Magic::ArrowStream) => return Some(Self::Arrow),
            _ => {}
        }
        let mut lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let first = lines.next()?;
        let told = |line: &[u8]| line.starts_with(b"@");
        Some(
            if told(first)
                || (first.starts_with(b"%") && lines.find(|l| !l.starts_with(b"%")).is_some_and(told))
            {
                Self::Arff
            } else if sniff::is_svmlight(first) {
                Self::Svmlight
            } else if first.contains(&b'\t') && !first.contains(&b',') {
                Self::Tsv
            } else {
                Self::Csv
            },
        )
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = if text == "libsvm" { "svmlight" } else { text };
        let known = Self::ALL.into_iter().find(|layout| layout.name() == name);
        known.ok_or_else(|| {
            let all = Self::ALL.map(Self::name).join(", ");
            format!("unknown format {text:?}: the formats of tables are {all}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_lines_tell() {
        assert_eq!(Layout::from_name("a/soybean.ARFF.gz"), Some(Layout::Arff));
        assert_eq!(Layout::from_name("car.data"), None);
        for (text, layout) in [
            ("% a comment\n\n@relation r\n", Layout::Arff),
            ("5.1,3.5,setosa\n", Layout::Csv),
            ("a\tb\tc\n", Layout::Tsv),
            ("1 1:0.5 7:2\n", Layout::Svmlight),
            ("\n\n-1 3:1\n", Layout::Svmlight),
            ("one\ntwo\n", Layout::Csv),
        ] {
            assert_eq!(Layout::of(text.as_bytes()), Some(layout), "{text}");
        }
        assert_eq!(Layout::of(b" \n"), None);
        assert!(Layout::ALL.into_iter().all(|layout| layout.name().parse() == Ok(layout)));
    }
}
