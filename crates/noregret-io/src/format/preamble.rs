//! A line above a table that is neither its header nor a row: a count of its rows, or a title.
//!
//! ```text
//! 178,13,class_0,class_1,class_2
//! 14.23,1.71,2.43,15.6,127,2.8,3.06,.28,2.29,5.64,1.04,3.92,1065,0
//! ```
//! It is a single field, or has a number among its fields, as no header does; the four records below it (two, if there are no more) are of one width, and by two fields or
//! more wider. Or it is what scikit-learn writes above its tables, of whatever width: how many rows follow, how many columns beside the label, and the names of the classes, over rows of
//! that many numbers and the number of a class. It is left out, and that is said. Weakness: several such lines are not recognised.

use crate::format::table::Reader;
use crate::text::number;
use crate::text::record::{Outcome, Record};

/// How many records are looked at.
const RECORDS: usize = 4;

/// What the first record is.
#[derive(Debug, PartialEq)]
pub(crate) enum Look {
    /// A header or a row.
    Ordinary,
    /// None of the two.
    Above,
    /// Not enough has arrived.
    More,
}

/// Looks at the first record of a table and at those behind it, which start at a place.
pub(crate) fn look(block: &[u8], from: usize, last: bool, first: &Record, reader: &mut Reader) -> Look {
    if first.len() > 1 && !first.iter().any(|field| number::parse(field).is_ok()) {
        return Look::Ordinary;
    }
    let (mut used, mut width, mut seen) = (from, 0, 0);
    let counts = counts(first);
    while seen < RECORDS {
        match reader.next(&block[used..], last) {
            _ if last && used >= block.len() => break,
            Outcome::Incomplete => return Look::More,
            Outcome::Blank { used: bytes } => used += bytes,
            Outcome::Read { used: bytes, .. } => {
                let found = reader.record.len();
                let counted =
                    counts.is_some_and(|(columns, classes)| goes_with(&reader.record, columns, classes));
                if (found < first.len() + 2 && !counted) || (seen > 0 && found != width) {
                    return Look::Ordinary;
                }
                (used, width, seen) = (used + bytes, found, seen + 1);
            }
            Outcome::Broken { .. } => return Look::Ordinary,
        }
    }
    if seen >= 2 { Look::Above } else { Look::Ordinary }
}

/// The counts of scikit-learn's tables: how many columns there are beside the label, and how many classes are named.
fn counts(first: &Record) -> Option<(usize, usize)> {
    let count = |place: usize| std::str::from_utf8(first.get(place)).ok()?.parse::<usize>().ok();
    let names = first.iter().skip(2).all(|field| number::parse(field).is_err() && !field.is_empty());
    let classes = first.len().checked_sub(2).filter(|classes| *classes >= 2 && names)?;
    let (rows, columns) = (count(0)?, count(1)?);
    (rows >= 2 && columns >= 1).then_some((columns, classes))
}

/// Whether a record is so many numbers and the number of a class.
fn goes_with(record: &Record, columns: usize, classes: usize) -> bool {
    let class = || std::str::from_utf8(record.get(columns)).ok()?.parse::<usize>().ok();
    record.len() == columns + 1
        && record.iter().all(|field| number::parse(field).is_ok())
        && class().is_some_and(|class| class < classes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::table::Syntax;

    fn looked(text: &str, last: bool) -> Look {
        let mut reader =
            Reader { syntax: Syntax::Delimited(b','), record: Record::default(), absent: Vec::new() };
        let Outcome::Read { used, .. } = reader.next(text.as_bytes(), last) else { return Look::More };
        let first = reader.record.clone();
        look(text.as_bytes(), used, last, &first, &mut reader)
    }

    #[test]
    fn counts_and_titles_stand_above() {
        assert_eq!(looked("3,2,a,b\n1,2,3,4,5,0\n1,2,3,4,5,1\n\n1,2,3,4,5,1\n", true), Look::Above);
        assert_eq!(looked("a title\ny,a,b\n1,2,3\n0,3,4\n", true), Look::Above);
        assert_eq!(looked("9,2,a,b\n1,2,0\n1,2,1\n1,.5,1\n", true), Look::Above);
        for text in [
            "9,2,a,b\n1,2,2\n1,2,1\n",
            "9,2,a\n1,2,0\n1,2,0\n",
            "9,3,a,b\n1,2,0\n1,2,1\n",
            "9,2,a,b\n1,x,0\n1,2,1\n",
        ] {
            assert_eq!(looked(text, true), Look::Ordinary, "{text}");
        }
        assert_eq!(looked("a title\ny,a,b\n1,2,3\n0,3,4\n", false), Look::More);
        for text in [
            "y,a\n1,2,3,4\n1,2,3,4\n",
            "1,2\n1,2\n1,2\n",
            "1,2\n1,2,3\n1,2,3\n",
            "1\n1,2,3\n1,2,3,4\n",
            "1\n1,2,3\n",
            "1\n",
            "x\n1\n1,2,3\n",
        ] {
            assert_eq!(looked(text, true), Look::Ordinary, "{text}");
        }
        // Nothing is waited for where the first record tells, or the second.
        assert_eq!(looked("y,a\n1,", false), Look::Ordinary);
        assert_eq!(looked("1,2\n1,2\n1", false), Look::Ordinary);
    }
}
