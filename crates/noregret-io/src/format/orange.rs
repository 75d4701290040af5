//! Orange's header of three lines: names, types, and flags such as `class`.
//!
//! The third line, which holds nothing but flags and at least one, gives it away. Types are words such as `continuous`, or the
//! values of a category separated by blanks.

use crate::format::header::{Declared, Told};
use crate::format::table::{Reader, Syntax};
use crate::text::record::{Outcome, Record};

/// What stands below a first line of names.
pub(crate) enum Look {
    /// Rows.
    Ordinary,
    /// Types and flags, of so many bytes and lines.
    Orange { used: usize, lines: u64 },
    /// It has not arrived yet.
    More,
}

/// Looks below the first line, of `from` bytes, and writes down what types and flags say.
pub(crate) fn look(block: &[u8], from: usize, last: bool, reader: &mut Reader, told: &mut Told) -> Look {
    if reader.syntax != Syntax::Delimited(b'\t') {
        return Look::Ordinary;
    }
    let (mut used, mut two) = (from, Vec::new());
    while two.len() < 2 {
        match reader.next(&block[used..], last) {
            _ if last && used == block.len() => return Look::Ordinary,
            Outcome::Incomplete => return Look::More,
            Outcome::Read { used: bytes, lines: 1 } if reader.record.len() == told.names.len() => {
                used += bytes;
                two.push(reader.record.clone());
            }
            _ => return Look::Ordinary,
        }
    }
    if !are_flags(&two[1]) || !are_types(&two[0]) {
        return Look::Ordinary;
    }
    let text = |record: &Record, place: usize| String::from_utf8_lossy(record.get(place)).into_owned();
    told.declared = Vec::new();
    for place in 0..told.names.len() {
        let (declared, class) = declaration(&text(&two[0], place), &text(&two[1], place));
        told.declared.push(declared);
        if class {
            told.label = Some(place);
        }
    }
    Look::Orange { used: used - from, lines: 2 }
}

/// Whether a line holds flags and nothing else.
pub(crate) fn are_flags(record: &Record) -> bool {
    record.iter().all(is_flag) && record.iter().any(|text| !text.is_empty())
}

fn is_flag(text: &[u8]) -> bool {
    let flag = |word: &str| {
        matches!(word, "class" | "c" | "meta" | "m" | "ignore" | "i" | "basket" | "weight" | "w")
            || word.contains('=')
    };
    std::str::from_utf8(text).is_ok_and(|text| text.split_whitespace().all(flag))
}

fn are_types(record: &Record) -> bool {
    let word = |text: &[u8]| {
        matches!(
            text,
            b"" | b"continuous"
                | b"c"
                | b"numeric"
                | b"n"
                | b"discrete"
                | b"d"
                | b"categorical"
                | b"string"
                | b"s"
                | b"text"
                | b"time"
                | b"t"
        ) || text.iter().any(u8::is_ascii_whitespace)
    };
    record.iter().all(word)
}

/// What a type and flags say of a column, and whether it is the class.
pub(crate) fn declaration(kind: &str, flags: &str) -> (Declared, bool) {
    let has = |names: [&str; 2]| flags.split_whitespace().any(|flag| names.contains(&flag));
    let declared = match kind {
        _ if has(["meta", "m"]) || has(["ignore", "i"]) || has(["weight", "w"]) => Declared::Ignored,
        "" => Declared::Nothing,
        "continuous" | "c" | "numeric" | "n" => Declared::Numeric,
        "string" | "s" | "text" | "time" | "t" => Declared::Ignored,
        _ => Declared::Category(Some(Vec::new())),
    };
    (declared, has(["class", "c"]))
}
