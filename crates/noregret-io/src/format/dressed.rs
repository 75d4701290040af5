//! Numbers as people dress them: `3,5`, `1,059`, `$12`, `1.234,50 €`, `7 %`. They are texts to a reader of numbers, and what is remarked on.

use crate::schema::rules::pointed;
use crate::text::number;

/// How a number is dressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dress {
    /// A comma for a point, which cannot stand for thousands: `3,5`.
    Comma,
    /// A comma that may stand for either: `1,059`.
    Either,
    /// Signs for thousands, currency, or per cent.
    Signs,
}

/// What a text that is no number would be without its dress.
pub(crate) fn dress(text: &[u8]) -> Option<Dress> {
    if !text.iter().any(u8::is_ascii_digit) || text.len() > 40 {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let sign = |letter: char| "$€£¥₹%".contains(letter) || letter.is_whitespace();
    let inner = text.trim_matches(sign);
    let number = |text: &str| number::parse(text.as_bytes()).is_ok();
    let bare = inner.len() == text.len();
    let grouped = groups(inner);
    let comma = || pointed(inner.as_bytes()).is_some_and(|text| number::parse(&text).is_ok());
    match (bare, grouped) {
        (true, Some(',')) if comma() => Some(Dress::Either),
        (_, Some(_)) => Some(Dress::Signs),
        (true, None) if inner.contains(',') && comma() => Some(Dress::Comma),
        (false, None) if number(inner) || comma() => Some(Dress::Signs),
        _ => None,
    }
}

/// What parts the digits of a number into threes, with a fraction behind it perhaps.
fn groups(text: &str) -> Option<char> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let parting = digits.chars().find(|letter| !letter.is_ascii_digit())?;
    let point = match parting {
        ',' | '\'' => '.',
        '.' => ',',
        _ => return None,
    };
    let (whole, fraction) = digits.split_once(point).unwrap_or((digits, ""));
    let mut parts = whole.split(parting);
    let first = parts.next().is_some_and(|part| (1..=3).contains(&part.len()) && !part.starts_with('0'));
    let (mut count, mut threes) = (0, true);
    for part in parts {
        (count, threes) = (count + 1, threes && part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit()));
    }
    // One point and three digits is a number as it stands.
    let several = parting != '.' || count > 1 || !fraction.is_empty();
    (first && threes && count > 0 && several && fraction.bytes().all(|b| b.is_ascii_digit()))
        .then_some(parting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_known_in_every_dress() {
        for (text, found) in [
            ("3,5", Some(Dress::Comma)),
            ("-0,25", Some(Dress::Comma)),
            ("1,059", Some(Dress::Either)),
            ("12,345,678", Some(Dress::Signs)),
            ("1,059.50", Some(Dress::Signs)),
            ("1.234.567", Some(Dress::Signs)),
            ("1.234,5", Some(Dress::Signs)),
            ("1'059", Some(Dress::Signs)),
            ("$12", Some(Dress::Signs)),
            ("$ 1,059.50", Some(Dress::Signs)),
            ("12,50 €", Some(Dress::Signs)),
            ("7 %", Some(Dress::Signs)),
            ("0,059", Some(Dress::Comma)),
            ("a1", None),
            ("1,2,3", None),
            ("10-20", None),
            ("1.2.3", None),
            ("$", None),
            ("", None),
            ("A,1", None),
            ("2011-01-01", None),
        ] {
            assert_eq!(dress(text.as_bytes()), found, "{text}");
        }
    }
}
