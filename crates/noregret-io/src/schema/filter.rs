//! Which rows of tables are wanted: conditions on columns, all of which must hold.
//!
//! ```text
//! year >= 2015 and country = NO and "shop name" != 'Oslo S'
//! ```
//! A value that is a number is compared with numbers, and holds of no cell that is none; any other value, and one in quotes, is compared with
//! the text of a cell, byte by byte, so that dates written year first are in order. Of a missing value nothing holds, `!=` neither.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::schema::columns::one;
use crate::schema::rules::Rules;
use crate::text::number;

/// Conditions that rows must meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    written: String,
    conditions: Vec<Condition>,
}

/// A condition on a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    column: String,
    pub(crate) relation: Relation,
    pub(crate) value: Literal,
}

/// How a cell must be to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// What a cell is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Number(f64),
    Text(String),
}

/// A text that is no condition.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}; conditions are written: column >= 3 and other = 'some text', with =, !=, <, <=, > or >=")]
pub struct NoFilter(String);

impl Relation {
    /// The longer signs first.
    const ALL: [(&'static str, Self); 8] = [
        ("==", Self::Equal),
        ("!=", Self::Unequal),
        ("<>", Self::Unequal),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::More),
    ];

    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

impl Condition {
    /// Whether it holds of a number; it does not where there is none.
    #[inline]
    pub(crate) fn of_number(&self, cell: f64) -> bool {
        let Literal::Number(value) = self.value else { return false };
        cell.partial_cmp(&value).is_some_and(|order| self.relation.holds(order))
    }

    /// Whether it holds of a cell by its text.
    pub(crate) fn of_text(&self, cell: &[u8], rules: &Rules) -> bool {
        match &self.value {
            Literal::Number(_) => self.of_number(rules.number(cell).ok().flatten().unwrap_or(f64::NAN)),
            Literal::Text(value) => {
                !rules.missing.category(cell) && self.relation.holds(cell.cmp(value.as_bytes()))
            }
        }
    }

    /// Whether it may hold of some number from `least` to `most`; NaN is a bound that is not known.
    pub(crate) fn may_hold(&self, least: f64, most: f64) -> bool {
        let Literal::Number(value) = self.value else { return true };
        if least.is_nan() || most.is_nan() {
            return true;
        }
        match self.relation {
            Relation::Equal => least <= value && value <= most,
            Relation::Unequal => least != value || most != value,
            Relation::Less => least < value,
            Relation::AtMost => least <= value,
            Relation::More => most > value,
            Relation::AtLeast => most >= value,
        }
    }
}

impl Filter {
    /// The place of the column of each condition, or what is wrong.
    pub(crate) fn places(&self, names: &[String]) -> Result<Vec<(usize, Condition)>, String> {
        let place = |condition: &Condition| {
            let column = &condition.column;
            let place = one(names, column);
            place
                .map(|place| (place, condition.clone()))
                .ok_or_else(|| format!("there is no column {column:?}, which --where names"))
        };
        self.conditions.iter().map(place).collect()
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// A word in quotes or not, the rest, and whether it stood in quotes. Without quotes it ends with a blank or one of the signs.
fn word(text: &str, signs: bool) -> Result<(String, &str, bool), NoFilter> {
    let text = text.trim_start();
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let inside = &text[1..];
        let end =
            inside.find(quote).ok_or_else(|| NoFilter("a quote is opened and never closed".to_owned()))?;
        return Ok((inside[..end].to_owned(), &inside[end + 1..], true));
    }
    let ends = |c: char| c.is_whitespace() || (signs && matches!(c, '=' | '!' | '<' | '>'));
    let end = text.find(ends).unwrap_or(text.len());
    Ok((text[..end].to_owned(), &text[end..], false))
}

impl FromStr for Filter {
    type Err = NoFilter;

    fn from_str(text: &str) -> Result<Self, NoFilter> {
        let (mut rest, mut conditions) = (text, Vec::new());
        loop {
            let (column, after, _) = word(rest, true)?;
            let after = after.trim_start();
            let wrong = || NoFilter(format!("there is no condition in {:?}", rest.trim()));
            let found = Relation::ALL.iter().find(|(sign, _)| after.starts_with(sign));
            let (sign, relation) = found.filter(|_| !column.is_empty()).ok_or_else(wrong)?;
            let (value, after, quoted) = word(&after[sign.len()..], false)?;
            if value.is_empty() && !quoted {
                return Err(wrong());
            }
            let value = match number::parse(value.as_bytes()) {
                Ok(number) if !quoted => Literal::Number(number),
                _ => Literal::Text(value),
            };
            conditions.push(Condition { column, relation: *relation, value });
            if after.trim().is_empty() {
                return Ok(Self { written: text.to_owned(), conditions });
            }
            let (and, after, _) = word(after, false)?;
            if !and.eq_ignore_ascii_case("and") {
                return Err(NoFilter(format!(
                    "{and:?} stands where only \"and\" can; texts with blanks need quotes"
                )));
            }
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Schema;

    #[test]
    fn conditions_are_read() {
        let filter: Filter = "a>=3 AND \"b c\" != 'it is' and d='7' and e<-1e3".parse().unwrap();
        let names = ["a", "b c", "d", "e"].map(str::to_owned);
        let places = filter.places(&names).unwrap();
        let found: Vec<_> = places.iter().map(|(place, c)| (*place, c.relation, c.value.clone())).collect();
        let text = |text: &str| Literal::Text(text.to_owned());
        assert_eq!(
            found,
            [
                (0, Relation::AtLeast, Literal::Number(3.0)),
                (1, Relation::Unequal, text("it is")),
                (2, Relation::Equal, text("7")),
                (3, Relation::Less, Literal::Number(-1000.0)),
            ]
        );
        assert!(filter.places(&names[..3]).unwrap_err().contains("\"e\""));
        for wrong in ["", "a", "a >", "= 3", "a = 'x", "a = b c", "a = 1 or b = 2", "a = 1 and", "a ~ 1"] {
            assert!(wrong.parse::<Filter>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_holds_of_cells() {
        let rules = Rules::of(&Schema::default());
        for (text, cell, holds) in [
            ("a = 3", "3.0", true),
            ("a = 3", "", false),
            ("a != 3", "", false),
            ("a != 3", "NA", false),
            ("a != 3", "x", false),
            ("a != 3", "4", true),
            ("a < 3", "2.999", true),
            ("a <= 3", "3", true),
            ("a > 3", "3", false),
            ("a = '3'", "3.0", false),
            ("a = NO", "NO", true),
            ("a != NO", "SE", true),
            ("a != NO", "?", false),
            ("a >= 2011-02-01", "2011-02-01 00:00:00", true),
            ("a < 2011-02-01", "2011-01-31", true),
        ] {
            let filter: Filter = text.parse().unwrap();
            assert_eq!(filter.conditions[0].of_text(cell.as_bytes(), &rules), holds, "{text}: {cell}");
        }
    }

    /// A group is left out only if no number of it meets the condition.
    #[test]
    fn bounds_rule_out_only_what_cannot_be() {
        for sign in ["=", "!=", "<", "<=", ">", ">="] {
            let filter: Filter = format!("a {sign} 3").parse().unwrap();
            let condition = &filter.conditions[0];
            for least in 0..7 {
                for most in least..7 {
                    let some = (2 * least..=2 * most).any(|cell| condition.of_number(f64::from(cell) / 2.0));
                    let may = condition.may_hold(f64::from(least), f64::from(most));
                    assert_eq!(may, some, "{sign} {least} {most}");
                }
            }
            assert!(condition.may_hold(f64::NAN, 1.0) && condition.may_hold(9.0, f64::NAN));
        }
    }
}
