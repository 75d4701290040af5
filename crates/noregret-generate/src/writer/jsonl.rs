//! One object a line: numbers as numbers, categories as strings, words as an array of strings, terms
//! with values as an object of numbers. No name ever needs escaping.

use std::io::{self, Write};

use crate::{Holds, Kind, Sample};

pub(super) fn row(kind: Kind, sample: &Sample, line: &mut Vec<u8>) -> io::Result<()> {
    write!(line, "{{\"label\":{}", super::unsigned_label(kind, sample))?;
    for (column, features) in kind.columns().iter().zip(sample.columns()) {
        write!(line, ",\"{}\":", column.name)?;
        let (open, close) = match column.holds {
            Holds::Number | Holds::Category => ("", ""),
            Holds::Words => ("[", "]"),
            Holds::Weights => ("{", "}"),
        };
        line.extend_from_slice(open.as_bytes());
        for (i, x) in features.iter().enumerate() {
            if i > 0 {
                line.push(b',');
            }
            match column.holds {
                Holds::Number => write!(line, "{}", x.value)?,
                Holds::Category | Holds::Words => write!(line, "\"{}\"", x.name)?,
                Holds::Weights => write!(line, "\"{}\":{}", x.name, x.value)?,
            }
        }
        line.extend_from_slice(close.as_bytes());
    }
    line.extend_from_slice(b"}\n");
    Ok(())
}
