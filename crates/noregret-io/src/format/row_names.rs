//! Names of rows, as R writes them: a field before each row that the header has no name for.
//!
//! ```text
//! "Weight","Feed"
//! "1",26.5,NA
//! "2",27.6,5.2
//! ```
//! Rows have one field more than the header, and the first fields are whole numbers that rise, or texts of which no two are alike. Two
//! rows are needed. Rows that all end with an empty field have a delimiter too many, not names; those are refused.

use crate::format::table::Reader;
use crate::text::number;
use crate::text::record::Outcome;

/// How many rows are looked at.
const ROWS: usize = 20;

/// What stands below a header.
pub(crate) enum Look {
    /// Rows as wide as it, or none.
    Ordinary,
    /// Rows with names.
    Named,
    /// Not enough has arrived.
    More,
}

/// Looks below a header of so many fields and of `from` bytes.
pub(crate) fn look(block: &[u8], from: usize, last: bool, width: usize, reader: &mut Reader) -> Look {
    let (mut used, mut names, mut closed) = (from, Vec::new(), false);
    while names.len() < ROWS {
        match reader.next(&block[used..], last) {
            _ if last && used >= block.len() => break,
            Outcome::Incomplete => return Look::More,
            Outcome::Blank { used: bytes } => used += bytes,
            Outcome::Read { used: bytes, .. } if reader.record.len() == width + 1 => {
                used += bytes;
                names.push(reader.record.get(0).to_vec());
                closed |= !reader.record.get(width).is_empty();
            }
            _ => return Look::Ordinary,
        }
    }
    if names.len() >= 2 && closed && are_names(&mut names) { Look::Named } else { Look::Ordinary }
}

fn are_names(names: &mut [Vec<u8>]) -> bool {
    let numbers: Vec<f64> = names.iter().filter_map(|name| number::parse(name).ok()).collect();
    if numbers.len() == names.len() {
        return numbers.windows(2).all(|pair| pair[0] < pair[1]) && numbers.iter().all(|n| *n == n.trunc());
    }
    names.sort_unstable();
    numbers.is_empty() && names.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::table::Syntax;
    use crate::text::record::Record;

    fn named(rows: &str) -> bool {
        let (record, absent) = (Record::default(), Vec::new());
        let mut reader = Reader { syntax: Syntax::Delimited(b','), record, absent };
        matches!(look(rows.as_bytes(), 0, true, 2, &mut reader), Look::Named)
    }

    #[test]
    fn rows_have_names_if_all_of_them_do() {
        assert!(named("\"1\",2,3\n\"2\",2,3\n"));
        assert!(named("Mazda RX4,21,6\n\nDatsun 710,22,4\n"));
        for rows in [
            "1,2,3\n",
            "1,2,\n2,3,\n",
            "1,2,3\n1,2,3\n",
            "a,2,3\na,2,3\n",
            "1,2,3\n2,3\n",
            "1,2\n2,3\n",
            "1.5,1,1\n2.5,1,1\n",
            "",
        ] {
            assert!(!named(rows), "{rows}");
        }
    }

    #[test]
    fn half_a_table_waits() {
        let (record, absent) = (Record::default(), Vec::new());
        let mut reader = Reader { syntax: Syntax::Delimited(b','), record, absent };
        assert!(matches!(look(b"1,2,3\n2,", 0, false, 2, &mut reader), Look::More));
        assert!(matches!(look(b"1,2\n2,", 0, false, 2, &mut reader), Look::Ordinary));
    }
}
