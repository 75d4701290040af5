//! Dates with the name of their month: `Jan 31, 2011`, `31 January 2011`, `31-Jan-2011`, `2011 Jan 31`, perhaps after a day of the week.
//!
//! Names are English, whole or cut to three letters or more, in any case. Between the parts stand blanks, commas, points, dashes or
//! slashes. Weakness: other languages, and years of two digits, are texts.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Year, month and day, and what follows them.
pub(super) fn read(text: &[u8]) -> Option<(u32, u32, u32, &[u8])> {
    let (mut parts, mut rest) = ([&b""[..]; 3], text);
    let (word, after) = part(rest)?;
    if named(word, &WEEKDAYS).is_some() {
        rest = between(after)?;
    }
    for (place, kept) in parts.iter_mut().enumerate() {
        if place > 0 {
            rest = between(rest)?;
        }
        (*kept, rest) = part(rest)?;
    }
    let [a, b, c] = parts;
    let (year, month, day) = match (named(a, &MONTHS), named(b, &MONTHS)) {
        (Some(month), _) => (c, month, b),
        (None, Some(month)) if a.len() == 4 => (a, month, c),
        (None, Some(month)) => (c, month, a),
        (None, None) => return None,
    };
    Some((number(year, 4, 4)?, month as u32 + 1, number(day, 1, 2)?, rest))
}

/// The letters or the digits that a text starts with.
fn part(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let digit = text.first()?.is_ascii_digit();
    let same = |b: &u8| if digit { b.is_ascii_digit() } else { b.is_ascii_alphabetic() };
    let length = text.iter().take_while(|b| same(b)).count();
    (length > 0).then(|| text.split_at(length))
}

/// What follows the signs between two parts, of which there is at least one.
fn between(text: &[u8]) -> Option<&[u8]> {
    let length = text.iter().take_while(|b| b" ,.-/".contains(b)).count();
    (length > 0).then(|| &text[length..])
}

/// The place of a name in a list that a word is, or cuts short.
fn named(word: &[u8], names: &[&str]) -> Option<usize> {
    let is =
        |name: &&str| name.len() >= word.len() && name.as_bytes()[..word.len()].eq_ignore_ascii_case(word);
    (word.len() >= 3).then(|| names.iter().position(is)).flatten()
}

fn number(text: &[u8], least: usize, most: usize) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    (least..=most).contains(&text.len()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_by_their_names() {
        for (text, wanted) in [
            ("Jan 31 2011", (2011, 1, 31)),
            ("January 31, 2011", (2011, 1, 31)),
            ("31-DEC-2011", (2011, 12, 31)),
            ("3 sept. 2011", (2011, 9, 3)),
            ("2011 may 03", (2011, 5, 3)),
            ("Mon, 31 Jan 2011", (2011, 1, 31)),
        ] {
            let (year, month, day, rest) = read(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(((year, month, day), rest), (wanted, &b""[..]), "{text}");
        }
        assert_eq!(read(b"1 Jan 2011 13:45"), Some((2011, 1, 1, &b" 13:45"[..])));
        for text in [
            "Ja 31 2011",
            "31 Jan 11",
            "Jan 2011",
            "31Jan2011",
            "31 Januari 2011",
            "Mon 2011",
            "1 2 2011",
            "",
            "may",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }
}
