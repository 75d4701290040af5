//! `label |namespace name name:value ...`: a value of 1 is left out for categories and words; numbers
//! stand in the default namespace, whose bar has a space after it.

use std::io::{self, Write};

use crate::Sample;

pub(super) fn row(sample: &Sample, line: &mut Vec<u8>) -> io::Result<()> {
    write!(line, "{}", sample.label)?;
    for group in sample.features.chunk_by(|a, b| a.namespace == b.namespace) {
        write!(line, " |{}", group[0].namespace)?;
        for x in group {
            write!(line, " {}", x.name)?;
            if !x.category {
                write!(line, ":{}", x.value)?;
            }
        }
    }
    line.push(b'\n');
    Ok(())
}
