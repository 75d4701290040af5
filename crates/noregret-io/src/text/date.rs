//! Dates and times as people write them.
//!
//! A date becomes the days since 1970-01-01 in the calendar of today, carried back; a time the seconds of its day. Days are
//! counted by Howard Hinnant's formula: years start in March, so that the day that comes and goes is the last one, and
//! 400 years have 146,097 days. The offset of a time zone moves the moment, not the hour: the hour is the one on the wall.
//!
//! Reference: H. Hinnant, chrono-compatible low-level date algorithms, 2013.

use std::fmt;

use crate::text::month;
use serde::{Deserialize, Serialize};

/// How the dates of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateForm {
    /// Year, month, day: `2011-01-31`, `2011/1/31`, perhaps with a time: `2011-01-31T13:45:00Z`.
    YearFirst,
    /// Day, month, year: `31.01.2011`, `31/1/2011`.
    DayFirst,
    /// Month, day, year: `01/31/2011`.
    MonthFirst,
    /// With the name of the month: `31 Jan 2011`, `January 31, 2011`.
    MonthName,
    /// Eight digits: `20110131`. Only where the user says that it is a date.
    Compact,
    /// Seconds since 1970-01-01, or thousandths of them if they are more than 10^11. Only where the user says so.
    Unix,
}

impl fmt::Display for DateForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::YearFirst => "year first",
            Self::DayFirst => "day first",
            Self::MonthFirst => "month first",
            Self::MonthName => "month by name",
            Self::Compact => "eight digits",
            Self::Unix => "seconds since 1970",
        })
    }
}

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moment {
    /// Days since 1970-01-01, where it was written.
    pub(crate) days: i64,
    /// Seconds of that day, if a time is written.
    pub(crate) seconds: Option<f64>,
    /// How many minutes the clock there is ahead.
    pub(crate) ahead: i32,
}

impl Moment {
    /// Years of 365.25 days since the start of 2000.
    pub(crate) fn years(&self) -> f64 {
        let seconds = self.seconds.unwrap_or(0.0) - 60.0 * f64::from(self.ahead);
        (self.days as f64 - 10_957.0 + seconds / 86_400.0) / 365.25
    }

    /// The day of the week, Monday is 0.
    pub(crate) fn weekday(&self) -> usize {
        (self.days + 3).rem_euclid(7) as usize
    }

    /// The month, from 1.
    pub(crate) fn month(&self) -> u32 {
        civil(self.days).1
    }

    /// The hour, if a time is written.
    pub(crate) fn hour(&self) -> Option<u32> {
        self.seconds.map(|seconds| (seconds / 3600.0) as u32)
    }
}

/// The days from 1970-01-01 to a date.
fn days(year: i64, month: u32, day: u32) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = i64::from((153 * ((month + 9) % 12) + 2) / 5) + i64::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a number of days since 1970-01-01: year, month, day.
pub(crate) fn civil(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = (of_year - (153 * month + 2) / 5 + 1) as u32;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month as u32, day)
}

/// The digits at the start of a text as a number, if they are so many, and the rest.
fn digits(text: &[u8], least: usize, most: usize) -> Option<(u32, &[u8])> {
    let count = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let number =
        text[..count].iter().fold(0, |n: u32, b| n.wrapping_mul(10).wrapping_add(u32::from(b - b'0')));
    (least..=most).contains(&count).then_some((number, &text[count..]))
}

/// Reads a date, or a date and a time, in one form.
pub(crate) fn read(text: &[u8], form: DateForm) -> Option<Moment> {
    let (first, last, year_first) = match form {
        DateForm::Unix => return unix(text),
        DateForm::Compact => return compact(text),
        DateForm::MonthName => {
            let (year, month, day, rest) = month::read(text)?;
            return moment(calendar(year, month, day)?, rest);
        }
        DateForm::YearFirst => (4, 2, true),
        DateForm::DayFirst | DateForm::MonthFirst => (2, 4, false),
    };
    let (a, rest) = digits(text, if year_first { 4 } else { 1 }, first)?;
    let (&mark, rest) = rest.split_first()?;
    let marks: &[u8] = match form {
        DateForm::DayFirst => b"./-",
        _ => b"/-",
    };
    if !marks.contains(&mark) {
        return None;
    }
    let (b, rest) = digits(rest, 1, 2)?;
    let rest = rest.strip_prefix(&[mark])?;
    let (c, rest) = digits(rest, if year_first { 1 } else { 4 }, last)?;
    let (year, month, day) = match form {
        DateForm::YearFirst => (a, b, c),
        DateForm::DayFirst => (c, b, a),
        _ => (c, a, b),
    };
    moment(calendar(year, month, day)?, rest)
}

/// A day, and the time that follows it, if one does.
fn moment(days: i64, rest: &[u8]) -> Option<Moment> {
    let (seconds, ahead) = match rest {
        [] => (None, 0),
        [b' ' | b'T', rest @ ..] => time(rest.trim_ascii_start())?,
        _ => return None,
    };
    Some(Moment { days, seconds, ahead })
}

/// The days of a date that the calendar has.
fn calendar(year: u32, month: u32, day: u32) -> Option<i64> {
    let days = days(i64::from(year), month, day);
    let fine = (1..=12).contains(&month) && (1..=31).contains(&day) && year > 0;
    (fine && civil(days) == (i64::from(year), month, day)).then_some(days)
}

/// Reads a time: hours and minutes, perhaps seconds and parts of them, AM or PM, and a time zone.
fn time(text: &[u8]) -> Option<(Option<f64>, i32)> {
    let (mut hour, rest) = digits(text, 1, 2)?;
    let (minute, mut rest) = digits(rest.strip_prefix(b":")?, 2, 2)?;
    let mut seconds = 0.0;
    if let Some(after) = rest.strip_prefix(b":") {
        let (whole, after) = digits(after, 2, 2)?;
        (seconds, rest) = (f64::from(whole), after);
        if let Some(after) = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b",")) {
            let count = after.iter().take_while(|b| b.is_ascii_digit()).count();
            let part = std::str::from_utf8(&after[..count]).ok()?;
            seconds += format!("0.{part}").parse::<f64>().ok().filter(|_| count > 0)?;
            rest = &after[count..];
        }
    }
    rest = rest.trim_ascii_start();
    if rest.len() >= 2 && rest[1].eq_ignore_ascii_case(&b'm') && b"aApP".contains(&rest[0]) {
        let late = rest[0].eq_ignore_ascii_case(&b'p');
        hour = (1..=12).contains(&hour).then_some(hour % 12 + if late { 12 } else { 0 })?;
        rest = &rest[2..];
    }
    let ahead = match rest {
        [] => 0,
        b"Z" | b"z" => 0,
        b" UTC" | b"UTC" | b"GMT" => 0,
        [sign @ (b'+' | b'-'), zone @ ..] => {
            let (hours, zone) = digits(zone, 2, 4)?;
            let (hours, minutes) = match zone {
                [] if hours > 99 => (hours / 100, hours % 100),
                [] => (hours, 0),
                [b':', zone @ ..] => (hours, digits(zone, 2, 2).filter(|(_, rest)| rest.is_empty())?.0),
                _ => return None,
            };
            let minutes = i32::try_from(hours * 60 + minutes).ok().filter(|n| *n < 24 * 60)?;
            if *sign == b'-' { -minutes } else { minutes }
        }
        _ => return None,
    };
    let fine = hour < 24 && minute < 60 && seconds < 61.0;
    fine.then(|| (Some(f64::from(3600 * hour + 60 * minute) + seconds.min(59.999_999)), ahead))
}

fn compact(text: &[u8]) -> Option<Moment> {
    let (all, rest) = digits(text, 8, 8)?;
    let days = calendar(all / 10_000, all / 100 % 100, all % 100).filter(|_| rest.is_empty())?;
    Some(Moment { days, seconds: None, ahead: 0 })
}

fn unix(text: &[u8]) -> Option<Moment> {
    let number = crate::text::number::parse(text).ok()?;
    let seconds = if number.abs() > 1e11 { number / 1000.0 } else { number };
    // Year 9999 is near 2.5e11.
    let days = (seconds / 86_400.0).floor();
    let of_day = seconds - 86_400.0 * days;
    (seconds.abs() < 2.6e11).then_some(Moment {
        days: days as i64,
        seconds: Some(of_day.clamp(0.0, 86_399.999_999)),
        ahead: 0,
    })
}

/// The forms that a text can be read in, of those that need no user's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forms(u8);

impl Forms {
    /// All of them: before any text was seen.
    pub(crate) const ALL: Self = Self(15);
    /// None.
    pub(crate) const NONE: Self = Self(0);
    const LISTED: [DateForm; 4] =
        [DateForm::YearFirst, DateForm::DayFirst, DateForm::MonthFirst, DateForm::MonthName];

    /// Those of these that a text can be read in too.
    pub(crate) fn of(self, text: &[u8]) -> Self {
        let mut left = self.0;
        // A date has a digit, and letters before it only if they name a month or a day.
        if left == 0 || !text.iter().any(u8::is_ascii_digit) {
            return Self::NONE;
        }
        for (place, form) in Self::LISTED.into_iter().enumerate() {
            if left >> place & 1 == 1 && read(text, form).is_none() {
                left &= !(1 << place);
            }
        }
        Self(left)
    }

    /// The form that is left; where day and month cannot be told apart, `day_first` tells, or nobody.
    pub(crate) fn settled(self, day_first: Option<bool>) -> Option<DateForm> {
        match (self.0, day_first) {
            (0, _) => None,
            (6, None) => None,
            (6, Some(true)) => Some(DateForm::DayFirst),
            (6, Some(false)) => Some(DateForm::MonthFirst),
            (left, _) => Some(Self::LISTED[left.trailing_zeros() as usize]),
        }
    }

    /// Whether day and month cannot be told apart.
    pub(crate) fn ambiguous(self) -> bool {
        self.0 == 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_go_both_ways() {
        assert_eq!(
            [days(1970, 1, 1), days(2000, 1, 1), days(1969, 12, 31), days(2024, 2, 29)],
            [0, 10_957, -1, 19_782]
        );
        // Every day of 800 years, counted one by one.
        let (mut year, mut month, mut day) = (1600, 1, 1);
        for number in days(1600, 1, 1)..days(2400, 1, 1) {
            assert_eq!((days(year, month, day), civil(number)), (number, (year, month, day)));
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length =
                [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize - 1];
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
    }

    fn told(text: &str, form: DateForm) -> Option<(i64, u32, u32, Option<u32>)> {
        let moment = read(text.as_bytes(), form)?;
        let (year, month, day) = civil(moment.days);
        Some((year, month, day, moment.hour()))
    }

    #[test]
    fn the_forms_people_use() {
        use DateForm::{Compact, DayFirst, MonthFirst, Unix, YearFirst};
        for (text, form, wanted) in [
            ("2011-01-31", YearFirst, (2011, 1, 31, None)),
            ("2011/1/3", YearFirst, (2011, 1, 3, None)),
            ("2011-01-31T13:45", YearFirst, (2011, 1, 31, Some(13))),
            ("2011-01-31 13:45:09.123456", YearFirst, (2011, 1, 31, Some(13))),
            ("2011-01-31T23:45:09Z", YearFirst, (2011, 1, 31, Some(23))),
            ("2011-01-31T23:45:09+02:00", YearFirst, (2011, 1, 31, Some(23))),
            ("2011-01-31 23:45:09 -0530", YearFirst, (2011, 1, 31, Some(23))),
            ("2011-01-31 00:00:00 UTC", YearFirst, (2011, 1, 31, Some(0))),
            ("31.01.2011", DayFirst, (2011, 1, 31, None)),
            ("31/1/2011 7:05", DayFirst, (2011, 1, 31, Some(7))),
            ("1/31/2011 07:05:00 PM", MonthFirst, (2011, 1, 31, Some(19))),
            ("01-31-2011 12:00 am", MonthFirst, (2011, 1, 31, Some(0))),
            ("31 Jan 2011 13:45", DateForm::MonthName, (2011, 1, 31, Some(13))),
            ("January 31, 2011", DateForm::MonthName, (2011, 1, 31, None)),
            ("20110131", Compact, (2011, 1, 31, None)),
            ("1296481509", Unix, (2011, 1, 31, Some(13))),
            ("1296481509000", Unix, (2011, 1, 31, Some(13))),
            ("-1", Unix, (1969, 12, 31, Some(23))),
        ] {
            assert_eq!(told(text, form), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_no_calendar_has_is_no_date() {
        use DateForm::{Compact, DayFirst, MonthFirst, Unix, YearFirst};
        for (text, form) in [
            ("2011-02-29", YearFirst),
            ("2011-13-01", YearFirst),
            ("2011-00-01", YearFirst),
            ("2011-01-32", YearFirst),
            ("0000-01-01", YearFirst),
            ("2011-01/31", YearFirst),
            ("2011.01.31", YearFirst),
            ("2011-01-31x", YearFirst),
            ("2011-01-31 25:00", YearFirst),
            ("2011-01-31 13:60", YearFirst),
            ("2011-01-31 13", YearFirst),
            ("2011-01-31T13:45+25:00", YearFirst),
            ("2011-01-31 13:45 PM", YearFirst),
            ("11-01-31", YearFirst),
            ("31.13.2011", DayFirst),
            ("31.01.11", DayFirst),
            ("31/1/2011", MonthFirst),
            ("1.31.2011", MonthFirst),
            ("31 Feb 2011", DateForm::MonthName),
            ("31 Jan 2011 x", DateForm::MonthName),
            ("20111301", Compact),
            ("2011-01-31", Compact),
            ("1e300", Unix),
            ("nan", Unix),
            ("", YearFirst),
            ("2011", YearFirst),
            ("2011-", YearFirst),
        ] {
            assert_eq!(told(text, form), None, "{text}");
        }
    }

    #[test]
    fn years_weekdays_and_zones() {
        let moment = |text: &str| read(text.as_bytes(), DateForm::YearFirst).unwrap();
        assert_eq!(moment("2000-01-01").years(), 0.0);
        assert_eq!(moment("2001-01-01").years(), 366.0 / 365.25);
        assert_eq!(moment("1999-12-31").years(), -1.0 / 365.25);
        assert_eq!(moment("2000-01-01T12:00").years(), 0.5 / 365.25);
        assert_eq!(moment("2000-01-01T02:00+02:00").years(), 0.0);
        let weekdays =
            ["2024-01-01", "1970-01-01", "1969-12-31", "2000-01-02"].map(|text| moment(text).weekday());
        assert_eq!(weekdays, [0, 3, 2, 6]);
    }

    #[test]
    fn a_column_settles_on_one_form() {
        let forms = |texts: &[&str]| texts.iter().fold(Forms::ALL, |forms, text| forms.of(text.as_bytes()));
        assert_eq!(forms(&["2011-01-01", "2011/1/2"]).settled(None), Some(DateForm::YearFirst));
        assert_eq!(forms(&["01.02.2011"]).settled(None), Some(DateForm::DayFirst));
        assert_eq!(forms(&["01/02/2011", "01/31/2011"]).settled(None), Some(DateForm::MonthFirst));
        assert_eq!(forms(&["01/02/2011", "31/01/2011"]).settled(None), Some(DateForm::DayFirst));
        assert!(forms(&["01/02/2011"]).ambiguous());
        assert_eq!(forms(&["01/02/2011"]).settled(None), None);
        assert_eq!(forms(&["01/02/2011"]).settled(Some(true)), Some(DateForm::DayFirst));
        assert_eq!(forms(&["1 Jan 2011", "Feb 2, 2011"]).settled(None), Some(DateForm::MonthName));
        assert_eq!(forms(&["13/31/2011"]), Forms::NONE);
        assert_eq!(forms(&["31/01/2011", "01/31/2011"]), Forms::NONE);
        assert_eq!(forms(&["20110101"]), Forms::NONE);
        assert_eq!(forms(&["2011-03-00"]), Forms::NONE);
    }
}
