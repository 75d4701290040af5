//! What stands for a value that is not there.
//!
//! An empty field always does. So do the spellings that programs write: what pandas takes for missing unless told
//! otherwise, and `?`, which older tables use. A lone `-` is missing where numbers are expected, and a text elsewhere: some
//! classes are called `+` and `-`. A user's own list is added to them, or takes the place of all of them.

use crate::schema::Schema;
use crate::text::number;

/// The spellings that are missing everywhere: those of pandas, and `?`.
const USUAL: [&str; 19] = [
    "?", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>",
    "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
];

/// The spellings that models knew before tables had indicators.
const BEFORE: [&str; 2] = ["?", "NA"];

/// The name of the feature that says that a column's value is missing.
pub(crate) const INDICATOR: &[u8] = b"?missing";

/// The spellings of missing values.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    texts: Vec<Vec<u8>>,
    /// The bytes they start with.
    starts: [bool; 256],
    /// Whether one of them is also a number, such as -999.
    pub(crate) numbers: bool,
    /// Whether a lone `-` is missing among numbers.
    dash: bool,
    /// Whether a missing value is a feature of its own.
    pub(crate) indicated: bool,
    /// Whether an empty field is the only category that is missing.
    empty_alone: bool,
}

impl Missing {
    /// What a schema says is missing.
    pub(crate) fn of(schema: &Schema) -> Self {
        match schema.dialect.as_ref() {
            None if schema.columns_fixed => Self::before(),
            Some(dialect) if dialect.before => Self::before(),
            None => Self::new(&USUAL, true),
            Some(dialect) => {
                let also = dialect.also_missing.iter().map(String::as_str);
                match &dialect.missing {
                    None => Self::new(&USUAL.into_iter().chain(also).collect::<Vec<_>>(), true),
                    Some(list) => {
                        Self::new(&list.iter().map(String::as_str).chain(also).collect::<Vec<_>>(), false)
                    }
                }
            }
        }
    }

    fn before() -> Self {
        Self { indicated: false, empty_alone: true, ..Self::new(&BEFORE, false) }
    }

    fn new(texts: &[impl AsRef<str>], dash: bool) -> Self {
        let texts: Vec<Vec<u8>> = texts
            .iter()
            .map(|text| text.as_ref().trim().as_bytes().to_vec())
            .filter(|t| !t.is_empty())
            .collect();
        let mut starts = [false; 256];
        texts.iter().for_each(|text| starts[usize::from(text[0])] = true);
        let numbers = texts.iter().any(|text| number::parse(text).is_ok());
        Self { texts, starts, numbers, dash, indicated: true, empty_alone: false }
    }

    /// The numbers among them.
    pub(crate) fn listed_numbers(&self) -> Vec<f64> {
        self.texts.iter().filter_map(|text| number::parse(text).ok()).collect()
    }

    #[inline]
    fn listed(&self, text: &[u8]) -> bool {
        self.starts[usize::from(text[0])] && self.texts.iter().any(|listed| listed == text)
    }

    /// Whether a label is missing.
    #[inline]
    pub(crate) fn label(&self, text: &[u8]) -> bool {
        text.is_empty() || self.listed(text)
    }

    /// Whether a category or a text is missing.
    #[inline]
    pub(crate) fn category(&self, text: &[u8]) -> bool {
        text.is_empty() || (!self.empty_alone && self.listed(text))
    }

    /// Whether a number or a date is missing.
    #[inline]
    pub(crate) fn number(&self, text: &[u8]) -> bool {
        text.is_empty() || self.listed(text) || (self.dash && text == b"-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    /// The default of `na_values` in the documentation of pandas' `read_csv`, letter by letter.
    const PANDAS: &str = "“ “, “#N/A”, “#N/A N/A”, “#NA”, “-1.#IND”, “-1.#QNAN”, “-NaN”, “-nan”, “1.#IND”, “1.#QNAN”, “<NA>”, “N/A”, \
                          “NA”, “NULL”, “NaN”, “None”, “n/a”, “nan”, “null “";

    #[test]
    fn what_pandas_takes_for_missing_is_missing() {
        let missing = Missing::of(&Schema::default());
        let texts: Vec<&str> = PANDAS.split(", ").map(|text| text.trim_matches(['“', '”']).trim()).collect();
        assert_eq!(texts.len(), 19);
        for text in texts {
            assert!(missing.number(text.as_bytes()) && missing.category(text.as_bytes()), "{text}");
            assert!(missing.label(text.as_bytes()), "{text}");
        }
        for text in ["?", ""] {
            assert!(missing.number(text.as_bytes()) && missing.category(text.as_bytes()), "{text}");
        }
        assert!(missing.number(b"-") && !missing.category(b"-") && !missing.label(b"-"));
        for text in ["0", "none", "na", "nul", "nulls", "N", "--", "no", "-1", ".", "NA "] {
            assert!(!missing.number(text.as_bytes()) && !missing.category(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_list_is_added_to_the_usual_ones() {
        let also_missing = vec!["-999".to_owned(), " unknown".to_owned()];
        let dialect = Some(Dialect { also_missing, ..Dialect::default() });
        let missing = Missing::of(&Schema { dialect, ..Schema::default() });
        for text in ["-999", "unknown", "NA", "?", "-", ""] {
            assert!(missing.number(text.as_bytes()), "{text}");
        }
        assert!(missing.category(b"unknown") && missing.category(b"NA") && !missing.category(b"-"));
    }

    #[test]
    fn a_list_takes_the_place_of_the_usual_ones() {
        let missing = vec!["-999".to_owned(), " unknown".to_owned(), String::new()];
        let dialect = Some(Dialect { missing: Some(missing), ..Dialect::default() });
        let missing = Missing::of(&Schema { dialect, ..Schema::default() });
        assert!(
            missing.numbers && missing.number(b"-999") && missing.category(b"unknown") && missing.number(b"")
        );
        assert!(!missing.number(b"NA") && !missing.number(b"-") && !missing.label(b"?"));
    }

    #[test]
    fn models_from_before_mean_what_they_meant() {
        let missing = Missing::of(&Schema { columns_fixed: true, ..Schema::default() });
        assert!(!missing.indicated && missing.number(b"NA") && missing.number(b"?") && missing.label(b"?"));
        assert!(!missing.number(b"nan") && !missing.number(b"-") && !missing.category(b"NA"));
    }
}
