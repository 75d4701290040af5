//! `label id:value id:value ...`: ids increase, a category or a word is its id with the value 1.

use std::io::{self, Write};

use crate::Sample;

pub(super) fn row(sample: &Sample, line: &mut Vec<u8>) -> io::Result<()> {
    write!(line, "{}", sample.label)?;
    for x in &sample.features {
        write!(line, " {}:{}", x.id, x.value)?;
    }
    line.push(b'\n');
    Ok(())
}
