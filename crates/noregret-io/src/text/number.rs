//! Numbers as text: one strict grammar for every format, and a fast path for the short decimals data is made of.
//!
//! Grammar: `[+-] digits [. digits] [e [+-] digits]`, where `1.` and `.5` are fine and `inf`, `nan`, hexadecimal
//! and underscores are not. A mantissa of at most 2^53 and a power of ten of at most 22 are both exact in
//! binary, so one multiplication or division rounds once, as the standard parser does. Up to 19 digits with a point are
//! divided as whole numbers, and rounded once; anything longer is left to the standard parser.

use crate::error::fault::NumberFault;

/// The powers of ten that a 64-bit float holds exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The powers of ten, in whole numbers.
const POWERS: [u64; 17] = powers(10);

/// The powers of five, in whole numbers.
const FIVES: [u64; 23] = powers(5);

const fn powers<const N: usize>(of: u64) -> [u64; N] {
    let mut powers = [1; N];
    let mut place = 1;
    while place < N {
        powers[place] = of * powers[place - 1];
        place += 1;
    }
    powers
}

/// Eight digits that are zero.
pub(crate) const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The bytes a feature of the common form is sure to end in.
pub(crate) const WINDOW: usize = 40;

/// Reads a finite number, or says what is wrong with the text.
#[inline]
pub(crate) fn parse(text: &[u8]) -> Result<f64, NumberFault> {
    if let [digit @ b'0'..=b'9'] = text {
        return Ok(f64::from(digit - b'0'));
    }
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let mut mantissa: u64 = 0;
    let mut place = 0;
    while place < digits.len() && digits[place].is_ascii_digit() {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digits[place] - b'0'));
        place += 1;
    }
    let mut count = place;
    let mut exponent: i64 = 0;
    if place < digits.len() && digits[place] == b'.' {
        place += 1;
        let start = place;
        while place < digits.len() && digits[place].is_ascii_digit() {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digits[place] - b'0'));
            place += 1;
        }
        count += place - start;
        exponent = -((place - start) as i64);
    }
    if count == 0 {
        return Err(refuse(digits));
    }
    if place < digits.len() {
        match power(&digits[place..]) {
            Some(power) => exponent += power,
            None => return Err(refuse(digits)),
        }
    }
    let exact = count <= 19 && mantissa <= 1 << 53 && exponent.unsigned_abs() <= 22;
    if !exact {
        return match usize::try_from(-exponent) {
            Ok(power @ 1..=22) if count <= 19 => {
                let size = quotient(mantissa, power);
                Ok(if negative { -size } else { size })
            }
            _ => standard(text),
        };
    }
    let tens = TENS[exponent.unsigned_abs() as usize];
    let size = if exponent < 0 { mantissa as f64 / tens } else { mantissa as f64 * tens };
    Ok(if negative { -size } else { size })
}

/// Eight bytes of a text as one number, the first byte lowest; none where fewer are left.
#[inline]
pub(crate) fn eight(text: &[u8]) -> Option<u64> {
    text.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The digits at the start of a text, up to eight of them, all at once: their number, and how many they are. None
/// where fewer than eight bytes are left to look at.
#[inline]
pub(crate) fn digits(text: &[u8]) -> Option<(u64, usize)> {
    eight(text).map(short)
}

/// The digits at the start of eight bytes, the first byte lowest: their number, and how many they are.
#[inline(always)]
pub(crate) fn short(eight: u64) -> (u64, usize) {
    let bytes = eight ^ ZEROS;
    // A byte above 9 sets its highest bit; what it carries over harms only the bytes after it.
    let other = (bytes.wrapping_add(0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080;
    let bits = other.trailing_zeros() & !7;
    // Zeros in front, shifted in twice because nothing is shifted by 64 at once.
    let half = 32 - bits / 2;
    (joined(bytes << half << half), bits as usize / 8)
}

/// The number of eight digits, each a byte: pairs of digits, pairs of pairs, and the two halves.
#[inline(always)]
pub(crate) fn joined(ones: u64) -> u64 {
    let pairs = ones.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}

/// The decimal `window[start..end]`, if it is `d.` and one to eight digits, with or without a minus sign.
#[inline(always)]
pub(crate) fn narrow(window: &[u8; WINDOW], start: usize, end: usize) -> Option<f64> {
    let negative = window.get(start) == Some(&b'-');
    let start = start + usize::from(negative);
    // `d.` xor `0.` is d for a digit d, and more than 9 for any other two bytes.
    let whole = u16::from_le_bytes(*window.get(start..)?.first_chunk()?) ^ u16::from_le_bytes(*b"0.");
    let count = end.wrapping_sub(start + 2);
    if whole > 9 || !(1..=8).contains(&count) {
        return None;
    }
    let ones = (eight(window.get(start + 2..)?)? ^ ZEROS) << ((64 - 8 * count) & 63);
    let other = (ones.wrapping_add(0x7676_7676_7676_7676) | ones) & 0x8080_8080_8080_8080;
    let size = decimal(u64::from(whole), joined(ones), count);
    (other == 0).then_some(f64::from_bits(size.to_bits() | u64::from(negative) << 63))
}

/// A whole digit and up to eight digits behind its point.
#[inline(always)]
pub(crate) fn decimal(whole: u64, part: u64, count: usize) -> f64 {
    // A signed number becomes a float in one step.
    (whole * POWERS[count & 15] + part) as i64 as f64 / TENS[count & 15]
}

/// The unsigned decimal at `window[start..]`: one to eight digits, perhaps a point and one to sixteen more. Gives the
/// value and where it ends. None means that [`parse`] must decide.
#[inline(always)]
pub(crate) fn near(window: &[u8; WINDOW], start: usize) -> Option<(f64, usize)> {
    let at = |place: usize| eight(window.get(place..)?);
    let text = at(start)?;
    let digit = (text as u8).wrapping_sub(b'0');
    let (whole, point) = if digit <= 9 && (text >> 8) as u8 == b'.' {
        (u64::from(digit), start + 1)
    } else {
        let (whole, count) = short(text);
        if count == 0 {
            return None;
        }
        if window.get(start + count) != Some(&b'.') {
            return Some((whole as i64 as f64, start + count));
        }
        (whole, start + count)
    };
    let (mut part, mut count) = short(at(point + 1)?);
    if count == 8 {
        let (more, rest) = short(at(point + 9)?);
        (part, count) = (part * POWERS[rest] + more, 8 + rest);
    }
    let mantissa = whole.checked_mul(POWERS[count])?.checked_add(part)?;
    if count == 0 {
        return None;
    }
    // 2^53 is the largest number up to which floats have no gaps. A signed number becomes a float in one step.
    let size = match mantissa > 1 << 53 {
        true => quotient(mantissa, count),
        false => mantissa as i64 as f64 / TENS[count],
    };
    Some((size, point + 1 + count))
}

/// The float nearest to a whole number, not 0, divided by a power of ten, at most the 22nd. A quotient of 63 bits, with its last bit
/// set if anything is left over, rounds as all of its bits would.
#[inline(never)]
fn quotient(number: u64, power: usize) -> f64 {
    let five = FIVES[power];
    let (up, down) = (number.leading_zeros(), five.leading_zeros());
    let (number, five) = (number << up, u128::from(five << down));
    let whole = u128::from(number) << 63;
    let quotient = whole / five;
    let left = u64::from(whole != quotient * five);
    // number / 10^power = quotient / 2^63 * 2^(down - up) / 2^power, far from the ends of a float's range.
    let scale = 1023 - 63 + u64::from(down) - u64::from(up) - power as u64;
    (quotient as u64 | left) as f64 * f64::from_bits(scale << 52)
}

/// The power of ten of `e+12`, if that is what the text is; a power with many digits is cut off far outside
/// the exact range, where the standard parser decides.
fn power(text: &[u8]) -> Option<i64> {
    let [b'e' | b'E', rest @ ..] = text else { return None };
    let (negative, digits) = match rest {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0i64, |n, d| (n * 10 + i64::from(d - b'0')).min(1 << 40));
    Some(if negative { -size } else { size })
}

/// The standard parser, for text already known to fit the grammar.
#[cold]
fn standard(text: &[u8]) -> Result<f64, NumberFault> {
    let text = std::str::from_utf8(text).map_err(|_| NumberFault::NotNumber)?;
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(NumberFault::TooLarge),
        Err(_) => Err(NumberFault::NotNumber),
    }
}

/// Why a text without its sign is no number: a spelling of infinity or NaN, or something else.
#[cold]
fn refuse(unsigned: &[u8]) -> NumberFault {
    let spelled = [&b"nan"[..], b"inf", b"infinity", b"1.#inf", b"1.#ind", b"1.#qnan"];
    if spelled.iter().any(|word| unsigned.eq_ignore_ascii_case(word)) {
        NumberFault::NotFinite
    } else {
        NumberFault::NotNumber
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;
    use proptest::prelude::*;

    fn same_as_standard(text: &str) -> bool {
        parse(text.as_bytes()).unwrap().to_bits() == text.parse::<f64>().unwrap().to_bits()
    }

    #[test]
    fn accepts_the_grammar() {
        for text in [
            "0",
            "7",
            "-0",
            "+1",
            "1.",
            ".5",
            "-.5e-3",
            "1e5",
            "1E+5",
            "00012.500",
            "9007199254740993",
            "5e-324",
        ] {
            assert!(same_as_standard(text), "{text}");
        }
        let long = format!("0.{}1", "0".repeat(400));
        assert_eq!(parse(long.as_bytes()), Ok(0.0));
        assert!(same_as_standard("0e99999999999999999999"));
        assert!(same_as_standard("1e-99999999999999999999"));
    }

    #[test]
    fn refuses_the_rest() {
        for text in [
            "", "+", "-", ".", "e5", "1e", "1e+", "1_0", "0x10", "1.2.3", "1 ", " 1", "--1", "+-1", "1,5",
            "१", "1f", "1d0",
        ] {
            assert_eq!(parse(text.as_bytes()), Err(NumberFault::NotNumber), "{text}");
        }
        for text in ["nan", "NaN", "-nan", "inf", "+Inf", "-INFINITY", "infinity"] {
            assert_eq!(parse(text.as_bytes()), Err(NumberFault::NotFinite), "{text}");
        }
        assert_eq!(parse(b"1e999"), Err(NumberFault::TooLarge));
        assert_eq!(parse("9".repeat(400).as_bytes()), Err(NumberFault::TooLarge));
        assert_eq!(parse(b"1\0"), Err(NumberFault::NotNumber));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn agrees_with_the_standard_parser(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
            prop_assert!(same_as_standard(&value.to_string()));
            let power = format!("{value:e}");
            prop_assert!(same_as_standard(&power));
        }

        #[test]
        fn the_short_way_agrees_with_the_long_one(text in "[0-9]{0,17}[.]?[0-9]{0,17}[ |xe.]?[0-9 ]{0,9}") {
            agrees(&text);
        }

        #[test]
        fn agrees_on_decimals(text in "[+-]?([0-9]{1,20}\\.?[0-9]{0,20}|\\.[0-9]{1,20})(e[+-]?[0-9]{1,2})?") {
            prop_assert!(same_as_standard(&text));
        }
    }

    /// Where the short way has an answer, it is the standard parser's, bit for bit; it has one wherever it promises to.
    fn agrees(text: &str) -> bool {
        let mut window = [b' '; WINDOW];
        window.iter_mut().zip(text.as_bytes()).for_each(|(to, &from)| *to = from);
        let Some((value, length)) = near(&window, 0) else { return false };
        let Some(read) = text.get(..length) else { panic!("{text}: it ends at {length}") };
        let ends = text.as_bytes().get(length).is_none_or(|byte| !byte.is_ascii_digit());
        // It stops at a second point, for instance: who calls it looks at what stands there.
        if ends && length < WINDOW {
            assert_eq!(value.to_bits(), read.parse::<f64>().unwrap().to_bits(), "{text}");
            assert_eq!(parse(read.as_bytes()).unwrap().to_bits(), value.to_bits(), "{text}");
        }
        ends
    }

    #[test]
    fn digits_are_counted_and_read() {
        for length in 0..=8usize {
            for other in [b':', b' ', b'.', b'/', 0, 0xff, b'x', 0x80, 0xb5] {
                let mut text = b"90807065"[..length].to_vec();
                text.resize(12, other);
                let wanted = std::str::from_utf8(&text[..length]).unwrap().parse().unwrap_or(0);
                assert_eq!(digits(&text), Some((wanted, length)), "{text:?}");
            }
        }
        assert_eq!(digits(b"1234567"), None);
    }

    #[test]
    fn millions_of_decimals_agree_with_the_standard_parser() {
        let mut source = Draw(1);
        let mut draw = |most| source.next(most) as u64;
        let mut text = String::new();
        let mut short = 0;
        for _ in 0..2_000_000 {
            text.clear();
            if draw(4) == 0 {
                text.push('-');
            }
            // Ordinary values, and such as lie next to the edge of what is exact.
            match draw(6) {
                4 => {
                    text += &format!(
                        "{}.{}",
                        (1u64 << 52) + draw(1 << 20),
                        ["5", "50", "5001", "4999"][draw(4) as usize]
                    )
                }
                5 => {
                    let digits = (draw(1 << 31) << 32 | draw(1 << 31)) % 9_999_999_999_999_999_999;
                    let (whole, part) = (draw(100_000_000), digits.to_string());
                    text += &format!("{}.{part}", if draw(2) == 0 { 0 } else { whole });
                }
                0 => text += &format!("{}", draw(100_000) as f64 / 1000.0),
                1 => text += &format!("{}.{:0width$}", draw(1000), draw(1 << 31), width = draw(16) as usize),
                2 => {
                    let near = (9_007_199_254_740_992 + draw(64) - 32).to_string();
                    let point = draw(17) as usize;
                    text += &format!("{}.{}", &near[..point], &near[point..]);
                }
                _ => text += &format!("0.{:0width$}{}", draw(1 << 31), draw(10), width = draw(20) as usize),
            }
            assert!(same_as_standard(&text));
            short += u64::from(agrees(text.trim_start_matches('-')));
        }
        assert!(short > 1_000_000, "{short}");
    }
}
