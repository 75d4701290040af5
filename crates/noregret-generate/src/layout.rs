//! How rows are spelt in a file.

use std::fmt;
use std::str::FromStr;

use crate::UnknownName;

/// A text layout. Its name is lower-case; `libsvm` is another name of `svmlight`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `label id:value ...`, ids from 1 and increasing; binary labels -1 and +1.
    Svmlight,
    /// Vowpal Wabbit's `label |namespace name name:value ...`; binary labels -1 and +1.
    Vw,
    /// A header and comma-separated columns, the label first; binary labels 0 and 1.
    Csv,
    /// As [`Layout::Csv`], with tabs.
    Tsv,
    /// One JSON object a line, with a key `label` and one for each column; binary labels 0 and 1.
    Jsonl,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Layout; 5] = [Layout::Svmlight, Layout::Vw, Layout::Csv, Layout::Tsv, Layout::Jsonl];
    const NAMES: [&'static str; 5] = ["svmlight", "vw", "csv", "tsv", "jsonl"];
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Layout::NAMES[*self as usize])
    }
}

impl FromStr for Layout {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Layout, UnknownName> {
        if name == "libsvm" {
            return Ok(Layout::Svmlight);
        }
        let found = Layout::ALL.into_iter().find(|&layout| Layout::NAMES[layout as usize] == name);
        found.ok_or(UnknownName { what: "layout", given: name.to_string(), choices: &Layout::NAMES })
    }
}
