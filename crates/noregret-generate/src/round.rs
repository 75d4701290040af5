//! Six significant digits: short text that still reads back to the value the generator used.
//!
//! The result is an integer below 10^6 divided (or multiplied) by an exact power of ten: one correctly
//! rounded operation, so it is the double nearest to a decimal of six digits, and the shortest text
//! that reads back is that decimal.

const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// `x` to six significant digits; below 1e-17 fewer are kept. Never -0.
pub(crate) fn six_digits(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let places = 5 - libm::floor(libm::log10(x.abs())) as i32;
    let ten = TENS[places.unsigned_abs().min(22) as usize];
    if places >= 0 { (x * ten).round() / ten + 0.0 } else { (x / ten).round() * ten }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_short_and_read_back() {
        let cases = [
            (1.0 / 3.0, "0.333333"),
            (-2.0 / 3.0, "-0.666667"),
            (123_456_789.0, "123457000"),
            (99_999.96, "100000"),
            (0.000_123_456_78, "0.000123457"),
            (1000.0, "1000"),
            (-1e-30, "0"),
            (0.0, "0"),
        ];
        for (x, text) in cases {
            assert_eq!(six_digits(x).to_string(), text);
            assert_eq!(text.parse::<f64>().unwrap(), six_digits(x));
        }
    }

    #[test]
    fn never_off_by_more_than_half_a_digit() {
        let mut draw = crate::draw::Draw::keyed(3, 0, 0);
        for _ in 0..20_000 {
            let x = draw.normal() * libm::exp(8.0 * draw.normal());
            assert!((six_digits(x) - x).abs() <= x.abs() * 5.1e-6);
        }
    }
}
