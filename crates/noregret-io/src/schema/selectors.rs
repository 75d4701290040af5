//! Selectors: the user's way to name features, to put them into groups or to leave them out.
//!
//! For named features a selector is a namespace, column or key. For numbered features it is a number such as
//! `7` or an inclusive range such as `3-10`. `bias` selects the bias. The first selector that matches counts.

use std::collections::HashMap;

use crate::error::ReadError;
use crate::schema::Family;

/// A list of selectors, ready to be asked.
#[derive(Debug, Default)]
pub(crate) struct Selectors {
    bias: u8,
    ranges: Vec<(u64, u64, u8)>,
    names: HashMap<Vec<u8>, u8>,
}

impl Selectors {
    /// Understands selectors; the answers are their places, counted from 1.
    pub(crate) fn new(selectors: &[String], family: Family) -> Result<Self, ReadError> {
        let mut all = Self::default();
        for (place, selector) in selectors.iter().enumerate() {
            let answer = u8::try_from(place + 1).unwrap_or(u8::MAX);
            if selector == "bias" && all.bias == 0 {
                all.bias = answer;
            }
            match (family, range(selector)) {
                (Family::Named, _) => drop(all.names.entry(selector.clone().into_bytes()).or_insert(answer)),
                (Family::Indexed, Some((first, last))) => all.ranges.push((first, last, answer)),
                (Family::Indexed, None) if selector == "bias" => {}
                (Family::Indexed, None) => {
                    return Err(ReadError::Schema(format!(
                        "the selector {selector:?} is no feature number; numbered features are selected by 7, 3-10 or bias"
                    )));
                }
            }
        }
        Ok(all)
    }

    /// The selector of the bias, or 0.
    pub(crate) fn bias(&self) -> u8 {
        self.bias
    }

    /// The selector of a numbered feature, or 0.
    #[inline]
    pub(crate) fn number(&self, number: u64) -> u8 {
        self.ranges.iter().find(|r| r.0 <= number && number <= r.1).map_or(0, |r| r.2)
    }

    /// The selector of a namespace, column or key, or 0.
    #[inline]
    pub(crate) fn name(&self, name: &[u8]) -> u8 {
        if self.names.is_empty() { 0 } else { self.names.get(name).copied().unwrap_or(0) }
    }
}

fn range(selector: &str) -> Option<(u64, u64)> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let (first, last) = selector.split_once('-').unwrap_or((selector, selector));
    Some((number(first)?, number(last)?)).filter(|(first, last)| first <= last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selectors(list: &[&str], family: Family) -> Result<Selectors, ReadError> {
        Selectors::new(&list.iter().map(|s| s.to_string()).collect::<Vec<_>>(), family)
    }

    #[test]
    fn numbers_and_ranges() {
        let all = selectors(&["7", "3-10", "bias"], Family::Indexed).unwrap();
        assert_eq!([2, 3, 7, 10, 11].map(|n| all.number(n)), [0, 2, 1, 2, 0]);
        assert_eq!(all.bias(), 3);
        for wrong in ["", "a", "3-", "-3", "5-3", "3-4-5", "+3", "1.5"] {
            assert!(selectors(&[wrong], Family::Indexed).is_err(), "{wrong}");
        }
    }

    #[test]
    fn names() {
        let all = selectors(&["city", "bias", "city", "3-10"], Family::Named).unwrap();
        assert_eq!([&b"city"[..], b"bias", b"age", b"3-10"].map(|n| all.name(n)), [1, 2, 0, 4]);
        assert_eq!(all.bias(), 2);
    }
}
