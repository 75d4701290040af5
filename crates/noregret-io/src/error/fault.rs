//! What can be wrong with one line, in words, and what to do about it.

use thiserror::Error;

use crate::schema::crosses::Part;
use crate::text::number;

/// Why a text is no number.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NumberFault {
    /// Not a decimal number.
    #[error("is not a number")]
    NotNumber,
    /// A spelling of infinity or NaN.
    #[error("is not a finite number")]
    NotFinite,
    /// Beyond the largest 64-bit float.
    #[error("is too large for a 64-bit float")]
    TooLarge,
}

/// What is wrong with a line.
#[derive(Clone, Debug, Error, PartialEq)]
#[allow(missing_docs, reason = "the message of each fault says what it is")]
pub enum LineFault {
    #[error("the {what} {fault}")]
    Number { what: &'static str, fault: NumberFault },
    #[error("the line is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("more than one line, where one is expected")]
    SeveralLines,
    #[error("the line contains a NUL byte")]
    Nul,
    #[error("the features add up to a number that is not finite")]
    Sum,
    #[error("the product {of} is not finite")]
    Product { of: String },
    #[error("its features make more than {most} products")]
    Products { most: u64 },
    #[error("the letter {letter} can mean {first:?} or {second:?}")]
    AmbiguousLetter { letter: char, first: String, second: String },

    #[error("the line has no label")]
    NoLabel,
    #[error("the label is not a number")]
    TextLabel { text: String, header: bool },
    #[error("the label is not UTF-8 text")]
    LabelNotText,
    #[error("several labels; one is expected")]
    SeveralLabels,
    #[error("the label is neither {negative} nor {positive}")]
    ThirdLabel { negative: String, positive: String },
    #[error("the label is not one of a known pair (-1 and 1, 0 and 1, 1 and 2)")]
    NotBinary,
    #[error("the label does not go with the label {first} seen before")]
    UnlikeFirst { first: String, header: bool },
    #[error("the label contradicts the earlier reading of {label} as +1, made when no other label was known")]
    Contradiction { label: String },
    #[error("a class beyond the {limit} there can be")]
    ManyClasses { limit: usize },
    #[error("a count must not be negative")]
    NegativeCount,
    #[error("the weight is negative")]
    NegativeWeight,
    #[error("the weight is missing")]
    NoWeight,

    #[error("a feature is written index:value")]
    NoColon,
    #[error("the feature has no index")]
    NoIndex,
    #[error("the feature has no name")]
    NoName,
    #[error("there is no value after the colon")]
    NoValue,
    #[error("more than one colon")]
    ManyColons,
    #[error("the index is not a whole number")]
    IndexNotWhole,
    #[error("the index is negative")]
    NegativeIndex,
    #[error("the index is too large; {limit} is the largest")]
    IndexTooLarge { limit: u64 },
    #[error("the query number after qid: is not a whole number")]
    Query,

    #[error("there is no | before the features")]
    NoBar { svmlight: bool },
    #[error("the label touches the |, where it would be a tag")]
    LabelTouchesBar,
    #[error("the tag must come last before the |")]
    TagNotLast,
    #[error("initial predictions are not supported")]
    InitialPrediction,
    #[error("unexpected text before the |")]
    BeforeBar,
    #[error("the namespace has a scale but no name")]
    NoNamespace,

    #[error("{found} fields; the header has {expected}")]
    FieldCount { expected: usize, found: usize },
    #[error("{found} fields; the first row has {expected}")]
    RowWidth { expected: usize, found: usize },
    #[error("a sparse row is written {{place value, ...}}, with places from 0 that rise")]
    SparseRow,
    #[error("a quote is opened and never closed")]
    OpenQuote { bare: bool },
    #[error("text after a closing quote")]
    AfterQuote { bare: bool },
    #[error("the value {fault}, and the column is numeric")]
    NotNumeric { column: String, fault: NumberFault },
    #[error("the value is not a date as the others of its column are")]
    NotDate { column: String },

    #[error("not valid JSON: {why}")]
    NotJson { why: String },
    #[error("the line is not a JSON object")]
    NotObject,
    #[error("the key {key:?} appears twice")]
    DuplicateKey { key: String },
    #[error("objects nest too deeply; a feature is a value or one level of named values")]
    TooDeep,
    #[error("a list must hold only numbers or only texts")]
    MixedList,
    #[error("the key {key:?} stands beside \"features\" and is no feature")]
    BesideFeatures { key: String },
    #[error("the key {key:?} is none of the columns learned from")]
    NewKey { key: String },
    #[error("the key {key:?}, a column learned from, is missing")]
    GoneKey { key: String },
    #[error("the label key {key:?} is missing")]
    NoLabelKey { key: String },
    #[error("the {what} must be a number or a text")]
    NotScalar { what: &'static str },

    /// A fault as a cache remembers it.
    #[error("{message}")]
    Recorded { message: String, help: Option<String>, label: bool },
}

impl LineFault {
    /// Whether it is a label that does not go with the other labels.
    pub fn is_of_label(&self) -> bool {
        matches!(
            self,
            Self::ThirdLabel { .. }
                | Self::NotBinary
                | Self::UnlikeFirst { .. }
                | Self::Contradiction { .. }
                | Self::ManyClasses { .. }
                | Self::Recorded { label: true, .. }
        )
    }

    /// Whether the line might be read if something else were crossed, or nothing.
    pub(crate) fn is_of_crosses(&self) -> bool {
        matches!(
            self,
            Self::Product { .. } | Self::Products { .. } | Self::AmbiguousLetter { .. } | Self::Sum
        )
    }

    /// What the user can do about it, where there is something better than correcting the text.
    pub fn help(&self) -> Option<String> {
        let pair = || {
            "name the two labels with --labels NEG,POS, learn more than two with --classes, or one against all others with --positive LABEL".to_owned()
        };
        Some(match self {
            Self::Products { .. } => {
                "ask for fewer interactions, or allow more with --most-products N".to_owned()
            }
            Self::AmbiguousLetter { letter, first, .. } => format!(
                "cross by whole names: --interactions '{}*...', with a name of one letter as '\"{letter}\"'",
                Part::Name(first.clone())
            ),
            Self::TextLabel { text, header } => {
                let header =
                    if *header { ", and --header says that the first row names the columns" } else { "" };
                format!(
                    "--classes learns labels as classes, --na {} takes this one for missing{header}",
                    quoted(text)
                )
            }
            Self::NoLabel => "put the label first, as in: 1 3:0.5".to_owned(),
            Self::UnlikeFirst { first, header } if number::parse(first.as_bytes()).is_err() => {
                let header = match header {
                    true => format!("if {first:?} is the name of the column, pass --header; if it"),
                    false => format!("if {first:?}"),
                };
                format!("{header} means missing, --na {}; else {}", quoted(first), pair())
            }
            Self::ThirdLabel { .. }
            | Self::NotBinary
            | Self::UnlikeFirst { .. }
            | Self::Contradiction { .. } => pair(),
            // Where they are hashed already, nothing takes more.
            Self::IndexTooLarge { limit: u64::MAX } => return None,
            Self::IndexTooLarge { .. } => "use --bits to hash indices into a smaller space".to_owned(),
            Self::NoBar { svmlight: true } => "this looks like svmlight; pass --format svmlight".to_owned(),
            Self::NoBar { svmlight: false } => "write label | feature:value ...".to_owned(),
            Self::LabelTouchesBar => "put a space before |".to_owned(),
            Self::NotNumeric { column, .. } => {
                format!(
                    "declare the column with --categorical {column}, or list what means missing with --na"
                )
            }
            Self::FieldCount { expected, found } | Self::RowWidth { expected, found }
                if *expected == 1 || *found == 1 =>
            {
                "--delimiter says what stands between fields (comma, tab, semicolon, pipe, space)".to_owned()
            }
            Self::OpenQuote { bare: true } | Self::AfterQuote { bare: true } => {
                format!("--no-quotes {NO_QUOTES}")
            }
            Self::NotDate { column } => {
                format!(
                    "declare the column with --categorical {column}, or list what means missing with --na"
                )
            }
            Self::BesideFeatures { key } => format!("move it into \"features\", or pass --ignore {key}"),
            Self::NewKey { .. } => "leave it out of the data, or pass no --strict".to_owned(),
            Self::GoneKey { .. } => "write null where the value is missing, or pass no --strict".to_owned(),
            Self::NoLabelKey { .. } => {
                "write null where the label is unknown, or name the key with --label".to_owned()
            }
            Self::Recorded { help, .. } => return help.clone(),
            _ => return None,
        })
    }
}

/// What `--no-quotes` does.
pub(crate) const NO_QUOTES: &str = "reads quotes as any other character";

/// A text as a word of a command line.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_.+/%".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
