//! Numbers as text: one strict grammar for every format, and a fast path for the short decimals data is made of.
//!
//! Grammar: `[+-] digits [. digits] [e [+-] digits]`, where `1.` and `.5` are fine and `inf`, `nan`, hexadecimal
//! and underscores are not. A mantissa of at most 2^53 and a power of ten of at most 22 are both exact in
//! binary, so one multiplication or division rounds once, as the standard parser does; anything longer is left
//! to the standard parser.

use crate::fault::NumberFault;

/// The powers of ten that a 64-bit float holds exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

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
        return standard(text);
    }
    let tens = TENS[exponent.unsigned_abs() as usize];
    let size = if exponent < 0 { mantissa as f64 / tens } else { mantissa as f64 * tens };
    Ok(if negative { -size } else { size })
}

/// Reads a short plain decimal at the start of a text, up to a byte that ends a field, and says how long it is.
/// None means only that [`parse`] has to look at the field.
#[inline]
pub(crate) fn leading(text: &[u8], ends: impl Fn(u8) -> bool) -> Option<(f64, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut place = start;
    let mut mantissa: u64 = 0;
    let mut fraction = 0;
    let mut byte = text.get(place).copied().unwrap_or(b' ');
    while byte.is_ascii_digit() {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        place += 1;
        byte = text.get(place).copied().unwrap_or(b' ');
    }
    if byte == b'.' {
        let point = place;
        loop {
            place += 1;
            byte = text.get(place).copied().unwrap_or(b' ');
            if !byte.is_ascii_digit() {
                break;
            }
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        }
        fraction = place - point - 1;
    }
    // Some digit besides a point, and at most fifteen of them: less than 2^53.
    let length = place - start;
    let short =
        length <= 15 && length > usize::from(fraction == 0 && text.get(place.wrapping_sub(1)) == Some(&b'.'));
    if !short || !(place == text.len() || ends(byte)) {
        return None;
    }
    let size = if fraction == 0 { mantissa as f64 } else { mantissa as f64 / TENS[fraction] };
    Some((if negative { -size } else { size }, place))
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
        fn the_short_way_agrees_with_the_long_one(text in "-?[0-9]{0,17}[.]?[0-9]{0,17}[ |xe]?") {
            let end = text.find([' ', '|']).unwrap_or(text.len());
            if let Some((value, length)) = leading(text.as_bytes(), |b| b == b' ' || b == b'|') {
                prop_assert_eq!(length, end);
                prop_assert_eq!(Ok(value.to_bits()), parse(&text.as_bytes()[..end]).map(f64::to_bits));
            }
        }

        #[test]
        fn agrees_on_decimals(text in "[+-]?([0-9]{1,20}\\.?[0-9]{0,20}|\\.[0-9]{1,20})(e[+-]?[0-9]{1,2})?") {
            prop_assert!(same_as_standard(&text));
        }
    }
}
