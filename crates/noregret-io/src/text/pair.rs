//! The fast reader of one feature of the common form, `number:value`: both short plain decimals, followed by a blank or
//! the end of the line.
//!
//! Anything else gives none, and the format's exact reader takes over; it also says what is wrong.

use crate::text::number::{self, WINDOW};
use crate::text::scan;

/// A feature as it stands at the start of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) number: u64,
    /// How many digits the number has.
    pub(crate) digits: usize,
    pub(crate) value: f64,
    /// Bytes of the feature, without the byte that ends it.
    pub(crate) length: usize,
}

/// The feature at the start of a window.
#[inline(always)]
pub(crate) fn read(window: &[u8; WINDOW]) -> Option<Pair> {
    match narrow(window) {
        Some(pair) => Some(pair),
        None => wide(window),
    }
}

/// The commonest case: a non-zero value of one digit, or of one digit, a point and one to eight digits; a space follows.
/// Changes together with [`wide`], which must read the same bits.
#[inline(always)]
pub(crate) fn narrow(window: &[u8; WINDOW]) -> Option<Pair> {
    let scan::Marks { colon, end } = scan::marks(window.first_chunk()?);
    let negative = window[colon + 1] == b'-';
    let start = colon + 1 + usize::from(negative);
    // `d.` xor `0.` is d for a digit d, and more than 9 for any other two bytes.
    let head = u16::from_le_bytes(*window[start..].first_chunk()?) ^ u16::from_le_bytes(*b"0.");
    let (whole, start, count, power) = match end.wrapping_sub(start) {
        1 => (0, start, 1, 0),
        size if head <= 9 => (u64::from(head), start + 2, size.wrapping_sub(2), size.wrapping_sub(2)),
        _ => return None,
    };
    if !(1..=8).contains(&colon) || !(1..=8).contains(&count) || window[end] != b' ' {
        return None;
    }
    // The digits as bytes 0 to 9 at the top of the word, zeros below.
    let ones = |text: u64, count: usize| (text ^ number::ZEROS) << ((64 - 8 * count) & 63);
    let (number, part) = (number::eight(window)?, number::eight(&window[start..])?);
    let [number, part] = scan::numbers([ones(number, colon), ones(part, count)])?;
    let size = number::decimal(whole, part, power);
    let value = f64::from_bits(size.to_bits() | u64::from(negative) << 63);
    (size != 0.0).then_some(Pair { number, digits: colon, value, length: end })
}

/// Longer values, zeros, and values that a tab or a line end follows.
#[inline(never)]
pub(crate) fn wide(window: &[u8; WINDOW]) -> Option<Pair> {
    let (number, digits) = number::digits(window)?;
    if digits == 0 || window[digits] != b':' {
        return None;
    }
    let negative = window[digits + 1] == b'-';
    let (size, length) = number::near(window, digits + 1 + usize::from(negative))?;
    ends(window, length).then_some(Pair {
        number,
        digits,
        value: if negative { -size } else { size },
        length,
    })
}

#[inline(always)]
fn ends(window: &[u8; WINDOW], place: usize) -> bool {
    matches!(window.get(place), Some(b' ' | b'\t' | b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;

    /// Random words near the common form, with every byte that may stand in them or behind them.
    #[test]
    fn the_narrow_way_reads_what_the_wide_one_does() {
        let mut source = Draw(7);
        let mut draw = |most| source.next(most);
        let mut read = 0;
        for round in 0..1_000_000 {
            let mut window = [b'7'; WINDOW];
            let mut text = Vec::new();
            let digits = draw(10);
            text.extend((0..digits).map(|_| b'0' + draw(10) as u8));
            text.push(b':');
            text.extend(&b"--"[..draw(8) / 6]);
            text.extend((0..1 + draw(8) / 6).map(|_| b'0' + draw(10) as u8));
            text.extend(&b"."[..usize::from(draw(5) > 0)]);
            let digits = if text.ends_with(b".") { draw(12) } else { 0 };
            text.extend((0..digits).map(|_| b'0' + draw(10) as u8));
            text.push(b" \t\r\n \n#|:"[draw(9)]);
            text.extend((0..8).map(|_| b"0123456789 :.-"[draw(14)]));
            if round % 3 == 0 {
                let place = draw(text.len());
                text[place] = if draw(2) == 0 { b"0.:- -+e#|\0\xff"[draw(12)] } else { draw(256) as u8 };
            }
            window.iter_mut().zip(&text).for_each(|(to, &from)| *to = from);
            let Some(pair) = narrow(&window) else { continue };
            read += 1;
            let same = |other: &Pair| *other == pair && other.value.to_bits() == pair.value.to_bits();
            assert!(wide(&window).is_some_and(|other| same(&other)), "{}", text.escape_ascii());
        }
        assert!(read > 50_000, "{read}");
    }
}
