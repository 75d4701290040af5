//! To VW text. Numbers become names; a category is a feature of value 1 in the namespace of its column.

use std::io::Write;

use crate::convert::transcribe::Entry;
use crate::convert::{ConvertError, number_label, unsayable};
use crate::text::shortest::shortest;

/// Appends an entry.
pub(super) fn write(entry: Entry<'_>, line: &mut Vec<u8>) -> Result<(), ConvertError> {
    if let Some(label) = entry.label {
        line.extend_from_slice(number_label(label, "VW text")?);
        line.push(b' ');
        if entry.weight != 1.0 {
            write!(line, "{} ", shortest(entry.weight))?;
        }
    } else if entry.weight != 1.0 {
        return unsayable("VW text has no weight without a label");
    }
    if !entry.tag.is_empty() {
        line.push(b'\'');
        line.extend_from_slice(word(entry.tag, "tag")?);
    }
    let mut open: Option<&[u8]> = None;
    for feature in entry.features() {
        if open != Some(feature.namespace) {
            if open.is_some() {
                line.push(b' ');
            }
            line.push(b'|');
            line.extend_from_slice(word(feature.namespace, "namespace")?);
            open = Some(feature.namespace);
        }
        line.push(b' ');
        line.extend_from_slice(word(feature.name, "feature")?);
        if feature.value != 1.0 {
            write!(line, ":{}", shortest(feature.value))?;
        }
    }
    if open.is_none() {
        line.push(b'|');
    }
    Ok(())
}

/// Refuses what would end a word.
fn word<'a>(text: &'a [u8], what: &str) -> Result<&'a [u8], ConvertError> {
    if text.iter().any(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | b'|' | b':' | 0)) {
        let text = String::from_utf8_lossy(text);
        return unsayable(format!(
            "VW text has no way to write the {what} {text:?}: it holds a blank, | or :"
        ));
    }
    Ok(text)
}
