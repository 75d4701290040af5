//! To svmlight. Named features become the numbers of their slots, so that a model learned from the result has the
//! weights it would have learned from the names; the names themselves are lost.

use std::io::Write;

use crate::convert::transcribe::Entry;
use crate::convert::{ConvertError, number_label, unsayable};
use crate::draft::indexer::hash_name;
use crate::text::shortest::shortest;

/// Appends an entry.
pub(super) fn write(entry: Entry<'_>, bits: u8, line: &mut Vec<u8>) -> Result<(), ConvertError> {
    let Some(label) = entry.label else { return unsayable("svmlight has no lines without a label") };
    if entry.weight != 1.0 {
        return unsayable("svmlight has no weights");
    }
    line.extend_from_slice(number_label(label, "svmlight")?);
    let mask = (1 << bits) - 1;
    for feature in entry.features() {
        if entry.numbered {
            line.push(b' ');
            line.extend_from_slice(feature.name);
        } else {
            write!(line, " {}", hash_name(feature.namespace, feature.name, mask) & u64::from(mask))?;
        }
        write!(line, ":{}", shortest(feature.value))?;
    }
    if !entry.tag.is_empty() && !entry.tag.contains(&b'\n') {
        line.extend_from_slice(b" # ");
        line.extend_from_slice(entry.tag);
    }
    Ok(())
}
