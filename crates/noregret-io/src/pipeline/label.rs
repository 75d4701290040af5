//! What the text of a label means under what is known of labels so far.

use crate::draft::context::Context;
use crate::error::fault::{LineFault, NumberFault};
use crate::error::{Field, Refusal};
use crate::format::Format;
use crate::pipeline::batch::Label;
use crate::schema::dialect::Dialect;
use crate::schema::labels::{LabelRead, Labels};

/// What the table around a label says of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Around {
    /// Whether its first row was taken for data: the label there may be the name of the column.
    guessed: bool,
    /// Whether numbers after a text are classes like it, if it is open what labels are.
    mixed: bool,
}

impl Around {
    /// In a format, by what is known of how tables are written.
    pub(crate) fn new(format: Format, dialect: Option<&Dialect>) -> Self {
        let delimited = matches!(format, Format::Csv | Format::Tsv);
        let guessed = delimited && dialect.is_some_and(|dialect| !dialect.named);
        Self { guessed, mixed: !guessed }
    }

    /// Where nothing that contradicts an earlier run may be read into labels.
    pub(crate) fn strictly(self, strict: bool) -> Self {
        Self { mixed: self.mixed && !strict, ..self }
    }
}

/// Reads a label, from which more may become known of labels; `key` is the column or key it stands under, `texts` says
/// whether it may be a text.
pub(crate) fn read(
    labels: &mut Labels,
    key: Option<&str>,
    context: &Context,
    (texts, around): (bool, Around),
    text: Option<&[u8]>,
) -> Result<Label, Refusal> {
    let format = context.format;
    let fault = match text {
        None => return Ok(Label::Absent),
        Some(text) if texts && context.rules.missing.label(text) && !labels.knows(text) => {
            return Ok(Label::Absent);
        }
        Some(text) => match labels.read_among(text, texts, around.mixed) {
            Ok(LabelRead::Pending(place)) => return Ok(Label::Pending(place as u32)),
            Ok(LabelRead::Value(value)) => return Ok(Label::Value(value)),
            Err(fault) => fault,
        },
    };
    Err(refusal(key, format, around, text.unwrap_or_default(), fault))
}

/// A fault of a label, with its field.
pub(crate) fn refusal(
    key: Option<&str>,
    format: Format,
    around: Around,
    text: &[u8],
    fault: LineFault,
) -> Refusal {
    let field = match format {
        Format::Svmlight | Format::Vw => Field::at(1, text),
        Format::Csv | Format::Tsv | Format::Arff | Format::Jsonl | Format::Parquet | Format::Arrow => {
            Field::named(key.unwrap_or("label"), text)
        }
    };
    let not_number = fault == LineFault::Number { what: "label", fault: NumberFault::NotNumber };
    let fault = match format {
        Format::Svmlight if text.contains(&0) => LineFault::Nul,
        Format::Svmlight if text.contains(&b',') => LineFault::SeveralLabels,
        Format::Csv | Format::Tsv | Format::Arff | Format::Jsonl | Format::Parquet | Format::Arrow
            if not_number =>
        {
            let text = String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned();
            LineFault::TextLabel { text, header: around.guessed }
        }
        _ => match fault {
            LineFault::UnlikeFirst { first, .. } => LineFault::UnlikeFirst { first, header: around.guessed },
            fault => fault,
        },
    };
    Refusal { field: Some(field), fault }
}
