//! What the text of a label means under what is known of labels so far.

use crate::draft::context::Context;
use crate::error::fault::{LineFault, NumberFault};
use crate::error::{Field, Refusal};
use crate::format::Format;
use crate::pipeline::batch::Label;
use crate::schema::labels::{LabelRead, Labels};

/// Reads a label, from which more may become known of labels; `key` is the column or key it stands under, `texts` says
/// whether it may be a text.
pub(crate) fn read(
    labels: &mut Labels,
    key: Option<&str>,
    context: &Context,
    texts: bool,
    text: Option<&[u8]>,
) -> Result<Label, Refusal> {
    let format = context.format;
    let fault = match text {
        None => return Ok(Label::Absent),
        Some(text) if texts && context.rules.missing.label(text) && !labels.knows(text) => {
            return Ok(Label::Absent);
        }
        Some(text) => match labels.read(text, texts) {
            Ok(LabelRead::Pending(place)) => return Ok(Label::Pending(place as u32)),
            Ok(LabelRead::Value(value)) => return Ok(Label::Value(value)),
            Err(fault) => fault,
        },
    };
    Err(refusal(key, format, text.unwrap_or_default(), fault))
}

/// A fault of a label, with its field.
pub(crate) fn refusal(key: Option<&str>, format: Format, text: &[u8], fault: LineFault) -> Refusal {
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
            LineFault::TextLabel { text, header: matches!(format, Format::Csv | Format::Tsv) }
        }
        _ => fault,
    };
    Refusal { field: Some(field), fault }
}
