//! What stands between the fields of a table, from its first lines.
//!
//! Where a name of a known column stands in the first line, the delimiter that sets it free is the one. Else it is the one
//! that gives most of the first twenty records, and at least half, as many fields as the first, two or more; of several that do, a tab, then a
//! semicolon, then a comma, then a bar. Blanks are taken only where nothing else separates anything and half of the fields
//! are numbers. Weakness: a table of one column has no delimiter, and any will do.

use crate::error::fault::{LineFault, NumberFault};
use crate::text::number;
use crate::text::record::{BLANKS, Outcome, Record};

/// How many records are looked at, and bytes where records are long.
const RECORDS: usize = 20;
const BYTES: usize = 1 << 20;

/// What is known of a table before its delimiter is.
pub(crate) struct Hints<'a> {
    /// The delimiter where nothing tells.
    pub(crate) usual: u8,
    /// Whether a comma is part of numbers.
    pub(crate) decimal_comma: bool,
    /// The delimiter of the first table, and how many columns it had.
    pub(crate) found: Option<u8>,
    pub(crate) width: Option<usize>,
    /// Whether quotes are characters like others.
    pub(crate) no_quotes: bool,
    /// Whether a field names a column that is known.
    pub(crate) known: &'a dyn Fn(&[u8]) -> bool,
}

/// The delimiter of a text, or none while too little of it is there; `last` says that nothing follows.
pub(crate) fn recognise(text: &[u8], last: bool, hints: &Hints<'_>) -> Option<u8> {
    let mut candidates = vec![b'\t', b';', b',', b'|'];
    candidates.retain(|&delimiter| !(hints.decimal_comma && delimiter == b','));
    let mut first = Vec::new();
    for &delimiter in &candidates {
        first.push(widths(text, last, delimiter, 1, hints)?);
    }
    let preferred =
        |delimiter: u8| 2 * u8::from(hints.found == Some(delimiter)) + u8::from(hints.usual == delimiter);
    let best = |score: &dyn Fn(usize) -> usize| {
        let of = |place: &usize| (score(*place), preferred(candidates[*place]), usize::MAX - place);
        let best = (0..candidates.len()).max_by_key(of)?;
        (score(best) > 0).then(|| candidates[best])
    };
    let width = |place: usize| first[place].0.first().copied().unwrap_or(0);
    let widest = |place: usize| width(place).saturating_sub(1);
    if let Some(named) = best(&|place| first[place].1) {
        return Some(named);
    }
    if let Some(known) = hints.width {
        // Rows of the first table, perhaps without the label.
        let fits =
            |place: usize| 2 * usize::from(width(place) == known) + usize::from(width(place) + 1 == known);
        let as_before = |place: usize| if width(place) > 1 || known == 1 { fits(place) } else { 0 };
        let spaced = || hints.found.filter(|found| *found == BLANKS);
        return Some(best(&as_before).or_else(|| best(&widest)).or_else(spaced).unwrap_or(hints.usual));
    }
    let mut all = Vec::new();
    for &delimiter in &candidates {
        all.push(widths(text, last, delimiter, RECORDS, hints)?.0);
    }
    if all.iter().all(|widths| widths.len() < 2) {
        return Some(best(&widest).unwrap_or(hints.usual));
    }
    let alike = |place: usize| {
        let first = width(place);
        let as_wide = |wanted: usize| all[place].iter().skip(1).filter(|width| **width == wanted).count();
        // R gives its rows names and the column of names none.
        if first < 2 { 0 } else { 1 + as_wide(first).max(as_wide(first + 1)) }
    };
    let most = (0..candidates.len()).map(alike).max().unwrap_or(0);
    let records = all.iter().map(Vec::len).max().unwrap_or(0);
    if most > 0 && 2 * most >= records {
        return (0..candidates.len()).find(|&place| alike(place) == most).map(|place| candidates[place]);
    }
    Some(if spaced(text, last) { BLANKS } else { hints.usual })
}

/// How many fields the first records have, and how many of the first one's are known; none while they are not there.
fn widths(
    text: &[u8],
    last: bool,
    delimiter: u8,
    records: usize,
    hints: &Hints<'_>,
) -> Option<(Vec<usize>, usize)> {
    let known = hints.known;
    let (mut record, mut used, mut widths, mut names) =
        (Record::quoted_or_not(hints.no_quotes), 0, Vec::new(), 0);
    while widths.len() < records && used < BYTES {
        match record.read(&text[used..], delimiter, last) {
            _ if last && used == text.len() => break,
            Outcome::Incomplete if text.len() - used < BYTES => return None,
            Outcome::Incomplete => break,
            Outcome::Blank { used: bytes } => used += bytes,
            Outcome::Broken { used: bytes, fault } => {
                used += bytes;
                // Before a quote that is never closed there may be fields; text after a quote shows a wrong delimiter.
                widths.push(if matches!(fault, LineFault::OpenQuote { .. }) { record.len() + 1 } else { 0 });
            }
            Outcome::Read { used: bytes, .. } => {
                used += bytes;
                if widths.is_empty() {
                    names = record.iter().filter(|field| known(field)).count();
                }
                // A line of tabs is blank under any other delimiter.
                if record.iter().any(|field| !field.is_empty()) {
                    widths.push(record.len());
                }
            }
        }
    }
    Some((widths, names))
}

/// Whether blanks separate fields: as many in every line, at least two lines, half of them numbers.
pub(crate) fn spaced(text: &[u8], last: bool) -> bool {
    let hints = Hints {
        usual: BLANKS,
        decimal_comma: false,
        found: None,
        width: None,
        no_quotes: false,
        known: &|_| false,
    };
    let Some((widths, _)) = widths(text, last, BLANKS, RECORDS, &hints) else { return false };
    let number = |field: &[u8]| number::parse(field) != Err(NumberFault::NotNumber);
    let lines = text[..text.len().min(BYTES)].split(|&b| b == b'\n').take(RECORDS);
    let fields = lines.flat_map(|line| line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()));
    let (numbers, all) =
        fields.fold((0, 0), |(numbers, all), field| (numbers + usize::from(number(field)), all + 1));
    widths.len() >= 2
        && widths[0] >= 2
        && widths[2..].iter().all(|width| *width == widths[1])
        && (widths[1] == widths[0] || widths[1] == widths[0] + 1)
        && 2 * numbers >= all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, usual: u8) -> Option<u8> {
        let hints = Hints {
            usual,
            decimal_comma: false,
            found: None,
            width: None,
            no_quotes: false,
            known: &|_| false,
        };
        recognise(text.as_bytes(), true, &hints)
    }

    #[test]
    fn the_usual_ones() {
        for (text, delimiter) in [
            ("a,b\n1,2\n", b','),
            ("a\tb\n1\t2\n", b'\t'),
            ("a;b\n1,5;2\n3,5;4\n", b';'),
            ("1,5;2,5\n3,5;4,5\n", b';'),
            ("a|b|c\n1|2|x,y\n", b'|'),
            ("\"a;b\",c\n\"x;y;z\",d\n", b','),
            ("a,b\n1,2,3\n4,5\n6,7\n", b','),
            ("label,text\n1,one; two\n0,\"three | four\"\n", b','),
            ("a|b,c\n", b','),
            ("A11 6 A34 1169\nA12 48 A32 5951\n", BLANKS),
            ("18.0   8   307.0\t\"ford pinto\"\n15.0   8   350.0\t\"buick\"\n", b'\t'),
            ("x;y\n\"1\";1,5;2\n\"2\";2,5;3\n\"3\";2,5;3\n", b';'),
            ("\"x\" \"y\"\n\"1\" 1 2\n\"2\" 2 3\n\"3\" 3 4\n", BLANKS),
            ("new york\nlos angeles\n", b','),
            ("one\n2\n", b','),
            ("one;two\n2\n3\n", b','),
            ("", b','),
        ] {
            assert_eq!(found(text, b','), Some(delimiter), "{text}");
        }
        assert_eq!(found("one\n2\n", b'\t'), Some(b'\t'));
    }

    #[test]
    fn a_comma_of_numbers_separates_nothing() {
        let hints = Hints {
            usual: b',',
            decimal_comma: true,
            found: None,
            width: None,
            no_quotes: false,
            known: &|_| false,
        };
        assert_eq!(recognise(b"1,5|2,5\n1,5|2,5\n", true, &hints), Some(b'|'));
    }

    #[test]
    fn known_columns_tell_at_once() {
        let known = |field: &[u8]| field == b"age";
        let hints = Hints {
            usual: b',',
            decimal_comma: false,
            found: None,
            width: Some(3),
            no_quotes: false,
            known: &known,
        };
        assert_eq!(recognise(b"x,y;age;z\n", false, &hints), Some(b';'));
        assert_eq!(recognise(b"1,2;3\n", false, &hints), Some(b','));
        let hints = Hints { found: Some(b';'), ..hints };
        assert_eq!(recognise(b"1,5;2,5;3\n", false, &hints), Some(b';'));
        assert_eq!(recognise(b"1;2\n", false, &hints), Some(b';'));
        assert_eq!(recognise(b"1;2", false, &hints), None);
    }

    #[test]
    fn waits_for_enough_lines() {
        let hints = Hints {
            usual: b',',
            decimal_comma: false,
            found: None,
            width: None,
            no_quotes: false,
            known: &|_| false,
        };
        assert_eq!(recognise(b"1,2\n", false, &hints), None);
        assert_eq!(recognise("1,2\n".repeat(20).as_bytes(), false, &hints), Some(b','));
    }
}
