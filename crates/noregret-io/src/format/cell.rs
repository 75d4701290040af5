//! From a cell to features, by what its column holds.
//!
//! | column | features of a value | of a missing one |
//! |---|---|---|
//! | number | `age`, with the value | `age=?missing` |
//! | category | `city=Oslo` | `city=?missing` |
//! | number with texts | as a number, or as a category | `age=?missing` |
//! | text | `review^good`: counts, scaled to length 1 | `review=?missing` |
//! | date | `when^years` since 2000, `when^month=1`, `when^weekday=mon`, `when^hour=13` | `when=?missing` |
//!
//! A model from before missing values were features has none for them.

use crate::draft::drafter::Drafter;
use crate::error::fault::{LineFault, NumberFault};
use crate::schema::ColumnKind;
use crate::schema::missing::INDICATOR;
use crate::schema::rules::Rules;
use crate::text::date::{self, DateForm, Moment};
use crate::text::shortest::shortest;

const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Adds the features of a cell.
#[inline]
pub(crate) fn add(
    column: &str,
    kind: ColumnKind,
    text: &[u8],
    rules: &Rules,
    rows: &mut Drafter,
) -> Result<(), LineFault> {
    match kind {
        ColumnKind::Numeric => match rules.number(text) {
            // As text, so that 0 is not taken for nothing.
            Ok(Some(value)) if rules.as_written => {
                named(column, shortest(value).to_string().as_bytes(), rows)
            }
            Ok(Some(value)) => number(column, value, rows),
            Ok(None) => missing(column, rules, rows),
            Err(NumberFault::NotNumber) => {
                let (column, fault) = (column.to_owned(), NumberFault::NotNumber);
                return Err(LineFault::NotNumeric { column, fault });
            }
            Err(fault) => return Err(LineFault::Number { what: "value", fault }),
        },
        ColumnKind::Category => category(column, text, rules, rows),
        other => rare(column, other, text, rules, rows)?,
    }
    Ok(())
}

/// A number.
#[inline]
pub(crate) fn number(column: &str, value: f64, rows: &mut Drafter) {
    rows.namespace(b"", column.as_bytes());
    rows.name(b'^', column.as_bytes(), value);
}

/// A value that is not there.
#[inline(never)]
pub(crate) fn missing(column: &str, rules: &Rules, rows: &mut Drafter) {
    if rules.missing.indicated && !rules.as_written {
        rows.namespace(column.as_bytes(), column.as_bytes());
        rows.name(b'=', INDICATOR, 1.0);
    }
}

/// A category.
#[inline]
pub(crate) fn category(column: &str, text: &[u8], rules: &Rules, rows: &mut Drafter) {
    if rules.missing.category(text) {
        return missing(column, rules, rows);
    }
    named(column, text, rows);
}

#[inline]
fn named(column: &str, text: &[u8], rows: &mut Drafter) {
    rows.namespace(column.as_bytes(), column.as_bytes());
    rows.name(b'=', text, 1.0);
}

/// The kinds of cells that are seldom.
#[inline(never)]
fn rare(
    column: &str,
    kind: ColumnKind,
    text: &[u8],
    rules: &Rules,
    rows: &mut Drafter,
) -> Result<(), LineFault> {
    if rules.as_written {
        if !text.is_empty() {
            named(column, text, rows);
        }
        return Ok(());
    }
    match kind {
        ColumnKind::Mixed => match rules.number(text) {
            Ok(Some(value)) => number(column, value, rows),
            Ok(None) => missing(column, rules, rows),
            Err(NumberFault::NotNumber) => named(column, text, rows),
            Err(fault) => return Err(LineFault::Number { what: "value", fault }),
        },
        ColumnKind::Text if rules.missing.category(text) => missing(column, rules, rows),
        ColumnKind::Text => {
            rows.namespace(column.as_bytes(), column.as_bytes());
            rules.grams.text(text, |name, value| rows.name(b'^', name, value));
        }
        ColumnKind::Date(_) if rules.missing.number(text) => missing(column, rules, rows),
        ColumnKind::Date(form) => {
            let Some(moment) = date::read(text, form.unwrap_or(DateForm::YearFirst)) else {
                return Err(LineFault::NotDate { column: column.to_owned() });
            };
            self::moment(column, &moment, rows);
        }
        ColumnKind::Numeric | ColumnKind::Category => {}
    }
    Ok(())
}

/// A date, perhaps with a time.
pub(crate) fn moment(column: &str, moment: &Moment, rows: &mut Drafter) {
    rows.namespace(column.as_bytes(), column.as_bytes());
    rows.name(b'^', b"years", moment.years());
    rows.name(b'^', format!("month={}", moment.month()).as_bytes(), 1.0);
    rows.name(b'^', format!("weekday={}", WEEKDAYS[moment.weekday()]).as_bytes(), 1.0);
    if let Some(hour) = moment.hour() {
        rows.name(b'^', format!("hour={hour}").as_bytes(), 1.0);
    }
}
