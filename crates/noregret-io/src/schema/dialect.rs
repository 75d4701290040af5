//! How tables are written: what the user says of it, and what the first table shows.
//!
//! What is said holds for every file. What is found in the first file (the columns and their order) is kept with the model,
//! so that a later file may order its columns otherwise, lack some, or have no header at all.

use serde::{Deserialize, Serialize};

use crate::error::ReadError;

/// How tables are written. The default says nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dialect {
    /// What stands between fields; a space for any number of blanks. Recognised in each file if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// Whether the first row names the columns. Recognised in each file if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// Whether quotes are characters like others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_quotes: bool,
    /// Whether numbers have a comma for a point.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub decimal_comma: bool,
    /// The spellings of missing values, in place of the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// Spellings of missing values beside the usual ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_missing: Vec<String>,
    /// Whether the day comes before the month where a date is written with slashes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub day_first: bool,
    /// How many words make the longest feature of a text; 0 is 1.
    #[serde(skip_serializing_if = "is_zero")]
    pub ngram: u8,
    /// How many words may be left out within a feature of several.
    #[serde(skip_serializing_if = "is_zero")]
    pub skips: u8,
    /// Every column of the first table in its order: features, label and all others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// Whether a header named them; else their names are their numbers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// Columns that had no value in the first rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<String>,
    /// Whether it had Orange's header of three lines.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub orange: bool,
    /// Whether cells are understood as before missing values were features.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub before: bool,
    /// What stood between the fields of the first table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<char>,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Dialect {
    /// The most words of one feature.
    pub const MOST_WORDS: u8 = 8;

    /// That of a model from before tables had one: its tables always had a header.
    pub fn from_before() -> Self {
        Self { before: true, named: true, ..Self::default() }
    }

    /// A delimiter by its name or as itself.
    pub fn delimiter_of(text: &str) -> Option<char> {
        Some(match text {
            "comma" => ',',
            "tab" | "\\t" => '\t',
            "semicolon" => ';',
            "pipe" | "bar" => '|',
            "space" | "blank" | "blanks" => ' ',
            _ => {
                let mut letters = text.chars();
                let only = letters.next().filter(|_| letters.next().is_none())?;
                let fine = only.is_ascii_punctuation() && !matches!(only, '"' | '.' | '-' | '+');
                (fine || matches!(only, '\t' | ' ')).then_some(only)?
            }
        })
    }

    /// Refuses what contradicts itself.
    pub(crate) fn check(&self) -> Result<(), ReadError> {
        let wrong = |what: &str| Err(ReadError::Schema(what.to_owned()));
        let odd = |letter: &char| Self::delimiter_of(&letter.to_string()).is_none();
        if self.delimiter.iter().chain(&self.found).any(odd) {
            return wrong(
                "what stands between fields is one character: , ; | a tab, a space or another sign",
            );
        }
        if self.decimal_comma && self.delimiter == Some(',') {
            return wrong("a comma cannot stand both between fields and within numbers");
        }
        if self.ngram > Self::MOST_WORDS || self.skips > Self::MOST_WORDS {
            return wrong("features of texts have at most 8 words, and leave out at most 8");
        }
        Ok(())
    }

    /// The delimiter that was said, as a byte.
    pub(crate) fn said(&self) -> Option<u8> {
        self.delimiter.and_then(|letter| u8::try_from(letter).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_have_names() {
        for (text, letter) in [
            ("comma", ','),
            (";", ';'),
            ("tab", '\t'),
            ("\t", '\t'),
            ("pipe", '|'),
            ("space", ' '),
            ("^", '^'),
            (":", ':'),
        ] {
            assert_eq!(Dialect::delimiter_of(text), Some(letter), "{text}");
        }
        for text in ["", "\"", "a", "1", ",,", ".", "-", "+", "é", "\n", "commas"] {
            assert_eq!(Dialect::delimiter_of(text), None, "{text}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        assert!(Dialect::default().check().is_ok());
        assert!(Dialect { decimal_comma: true, delimiter: Some(','), ..Dialect::default() }.check().is_err());
        assert!(Dialect { delimiter: Some('"'), ..Dialect::default() }.check().is_err());
        assert!(Dialect { ngram: 9, ..Dialect::default() }.check().is_err());
    }

    #[test]
    fn an_empty_one_is_written_as_nothing() {
        assert_eq!(serde_json::to_string(&Dialect::default()).unwrap(), "{}");
        let whole = Dialect {
            delimiter: Some(';'),
            header: Some(false),
            missing: Some(vec!["x".into()]),
            also_missing: vec!["y".into()],
            order: vec!["1".into()],
            ngram: 2,
            ..Dialect::default()
        };
        let text = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<Dialect>(&text).unwrap(), whole);
    }
}
