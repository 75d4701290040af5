//! How the cells of tables, and the values of JSON under a table's columns, are understood.

use crate::error::fault::NumberFault;
use crate::schema::Schema;
use crate::schema::missing::Missing;
use crate::text::number;
use crate::text::words::Grams;

/// What a cell is read by: nothing of it depends on the rows read.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) missing: Missing,
    pub(crate) decimal_comma: bool,
    pub(crate) grams: Grams,
    /// As [`Schema::as_written`].
    pub(crate) as_written: bool,
}

impl Rules {
    /// Those of a schema.
    pub(crate) fn of(schema: &Schema) -> Self {
        let dialect = schema.dialect.clone().unwrap_or_default();
        Self {
            missing: Missing::of(schema),
            decimal_comma: dialect.decimal_comma,
            grams: Grams::new(dialect.ngram, dialect.skips),
            as_written: schema.as_written,
        }
    }

    /// A number, none where it is missing, or what is wrong with it.
    #[inline]
    pub(crate) fn number(&self, text: &[u8]) -> Result<Option<f64>, NumberFault> {
        if text.is_empty() || (self.missing.numbers && self.missing.number(text)) {
            return Ok(None);
        }
        match self.parse(text) {
            Ok(value) => Ok(Some(value)),
            Err(_) if self.missing.number(text) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Reads a number as it is written here.
    #[inline]
    pub(crate) fn parse(&self, text: &[u8]) -> Result<f64, NumberFault> {
        if self.decimal_comma {
            number::parse(&pointed(text).ok_or(NumberFault::NotNumber)?)
        } else {
            number::parse(text)
        }
    }
}

/// A number with a point for its comma; none if it has a point already, which would stand for thousands.
pub(crate) fn pointed(text: &[u8]) -> Option<Vec<u8>> {
    let point = |&b: &u8| if b == b',' { b'.' } else { b };
    (!text.contains(&b'.')).then(|| text.iter().map(point).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    #[test]
    fn numbers_with_a_comma_for_a_point() {
        let dialect = Some(Dialect { decimal_comma: true, ..Dialect::default() });
        let rules = Rules::of(&Schema { dialect, ..Schema::default() });
        assert_eq!(rules.number(b"-1,5e3"), Ok(Some(-1500.0)));
        assert_eq!(rules.number(b"7"), Ok(Some(7.0)));
        assert_eq!(rules.number(b"NaN"), Ok(None));
        for text in [&b"1.5"[..], b"1.234,5", b"1,2,3", b","] {
            assert_eq!(rules.number(text), Err(NumberFault::NotNumber));
        }
    }

    #[test]
    fn a_number_may_stand_for_nothing() {
        let dialect = Some(Dialect { missing: Some(vec!["-999".into(), "0".into()]), ..Dialect::default() });
        let rules = Rules::of(&Schema { dialect, ..Schema::default() });
        assert_eq!(
            [b"-999".as_slice(), b"0", b""].map(|text| rules.number(text)),
            [Ok(None), Ok(None), Ok(None)]
        );
        assert_eq!(rules.number(b"0.0"), Ok(Some(0.0)));
        assert_eq!(rules.number(b"nan"), Err(NumberFault::NotFinite));
    }
}
