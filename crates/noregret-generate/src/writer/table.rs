//! A header, then the label and the columns between commas or tabs.
//!
//! A column of several names is one cell, the names joined by spaces; their values are left out
//! (choose another layout to keep them). No cell ever needs quotes.

use std::io::{self, Write};

use crate::{Holds, Kind, Sample};

pub(super) fn header(kind: Kind, separator: u8, line: &mut Vec<u8>) {
    line.extend_from_slice(b"label");
    for column in kind.columns() {
        line.push(separator);
        line.extend_from_slice(column.name.as_bytes());
    }
    line.push(b'\n');
}

pub(super) fn row(kind: Kind, sample: &Sample, separator: u8, line: &mut Vec<u8>) -> io::Result<()> {
    write!(line, "{}", super::unsigned_label(kind, sample))?;
    for (column, features) in kind.columns().iter().zip(sample.columns()) {
        let mut before = separator;
        for x in features {
            line.push(before);
            match column.holds {
                Holds::Number => write!(line, "{}", x.value)?,
                Holds::Category | Holds::Words | Holds::Weights => write!(line, "{}", x.name)?,
            }
            before = b' ';
        }
    }
    line.push(b'\n');
    Ok(())
}
