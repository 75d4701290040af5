//! Numbers back to text: the shortest that reads back to the same 64-bit float.

use std::fmt;

/// Shows a number in the fewest characters that read back to the same float, with a power of ten only where
/// that is shorter.
///
/// ```
/// assert_eq!(noregret_io::shortest(0.1).to_string(), "0.1");
/// assert_eq!(noregret_io::shortest(1e300).to_string(), "1e300");
/// ```
pub fn shortest(value: f64) -> impl fmt::Display {
    Shortest(value)
}

struct Shortest(f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        let plain_is_shorter = value == 0.0 || (1e-3..1e5).contains(&value.abs()) || !value.is_finite();
        if plain_is_shorter {
            return write!(f, "{value}");
        }
        let (plain, power) = (value.to_string(), format!("{value:e}"));
        f.write_str(if power.len() < plain.len() { &power } else { &plain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn is_compact() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (1e-5, "1e-5"),
            (1e22, "1e22"),
            (123456.0, "123456"),
            (1e6, "1e6"),
            (f64::MAX, "1.7976931348623157e308"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(shortest(value).to_string(), text);
        }
        assert_eq!(shortest(f64::NAN).to_string(), "NaN");
        assert_eq!(shortest(f64::NEG_INFINITY).to_string(), "-inf");
    }

    proptest! {
        #[test]
        fn reads_back(value in any::<f64>()) {
            let text = shortest(value).to_string();
            let back: f64 = text.parse().unwrap();
            prop_assert!(back.to_bits() == value.to_bits() || value.is_nan());
            let (plain, power) = (value.to_string(), format!("{value:e}"));
            prop_assert!(text.len() <= plain.len() && text.len() <= power.len());
        }
    }
}
