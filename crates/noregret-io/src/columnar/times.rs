//! Dates, times of day and timestamps: as points in time, and as text.
//!
//! A timestamp counts from 1970 in UTC; its zone moves the clock on the wall, by which month, day and hour go. Zones that are
//! an offset (`+02:00`) or UTC are known; a zone with a name needs tables of summer times, and is taken for UTC, with a remark.
//! As in text, years are 1 to 9999.

use std::io::Write as _;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType,
    Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType,
};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{DataType, TimeUnit};

use crate::text::date::{Moment, civil};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// The days of 0001-01-01 and 9999-12-31.
const YEARS: std::ops::RangeInclusive<i64> = -719_162..=2_932_896;

/// The points in time of a column.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    raw: ScalarBuffer<i64>,
    nulls: Option<NullBuffer>,
    clock: Clock,
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
enum Clock {
    Days,
    /// Thousandths of seconds that should be whole days.
    Millis,
    /// Parts of a second since 1970, and how many minutes the clock on the wall is ahead.
    Stamp {
        parts: i64,
        ahead: Option<i32>,
    },
    /// Parts of a second since midnight.
    OfDay {
        parts: i64,
    },
}

/// A date, a time, or both.
struct Point {
    days: Option<i64>,
    /// Seconds of the day and billionths of a second.
    time: Option<(i64, i64)>,
    ahead: Option<i32>,
}

impl Times {
    /// Those of a column; none if it holds something else.
    pub(crate) fn of(array: &ArrayRef) -> Option<Self> {
        let parts = |unit: &TimeUnit| match unit {
            TimeUnit::Second => 1,
            TimeUnit::Millisecond => 1000,
            TimeUnit::Microsecond => 1_000_000,
            TimeUnit::Nanosecond => 1_000_000_000,
        };
        let days = |values: &[i32]| values.iter().map(|value| i64::from(*value)).collect();
        let (raw, clock) = match array.data_type() {
            DataType::Date32 => (days(array.as_primitive::<Date32Type>().values()), Clock::Days),
            DataType::Date64 => (array.as_primitive::<Date64Type>().values().clone(), Clock::Millis),
            DataType::Timestamp(unit, zone) => {
                let raw = match unit {
                    TimeUnit::Second => array.as_primitive::<TimestampSecondType>().values(),
                    TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().values(),
                    TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().values(),
                    TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().values(),
                };
                let ahead = zone.as_ref().map(|zone| offset(zone).unwrap_or(0));
                (raw.clone(), Clock::Stamp { parts: parts(unit), ahead })
            }
            DataType::Time32(unit) => {
                let raw = match unit {
                    TimeUnit::Second => days(array.as_primitive::<Time32SecondType>().values()),
                    _ => days(array.as_primitive::<Time32MillisecondType>().values()),
                };
                (raw, Clock::OfDay { parts: parts(unit) })
            }
            DataType::Time64(unit) => {
                let raw = match unit {
                    TimeUnit::Microsecond => array.as_primitive::<Time64MicrosecondType>().values(),
                    _ => array.as_primitive::<Time64NanosecondType>().values(),
                };
                (raw.clone(), Clock::OfDay { parts: parts(unit) })
            }
            _ => return None,
        };
        Some(Self { raw, nulls: array.nulls().cloned(), clock })
    }

    /// Whether there is none in a row.
    #[inline]
    pub(crate) fn is_missing(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    fn point(&self, row: usize) -> Point {
        let raw = self.raw[row];
        let split = |parts: i64| {
            let (seconds, rest) = (raw.div_euclid(parts), raw.rem_euclid(parts));
            (seconds, rest * (1_000_000_000 / parts))
        };
        match self.clock {
            Clock::Days => Point { days: Some(raw), time: None, ahead: None },
            Clock::Millis => {
                let (seconds, rest) = split(1000);
                let (days, seconds) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
                let time = (seconds != 0 || rest != 0).then_some((seconds, rest));
                Point { days: Some(days), time, ahead: None }
            }
            Clock::Stamp { parts, ahead } => {
                let (seconds, rest) = split(parts);
                let wall = seconds.saturating_add(60 * i64::from(ahead.unwrap_or(0)));
                Point { days: Some(wall.div_euclid(DAY)), time: Some((wall.rem_euclid(DAY), rest)), ahead }
            }
            Clock::OfDay { parts } => Point { days: None, time: Some(split(parts)), ahead: None },
        }
    }

    /// The point in time of a row, exactly as its text would be read; none if it is no date between the years 1 and 9999.
    pub(crate) fn moment(&self, row: usize) -> Option<Moment> {
        let Point { days, time, ahead } = self.point(row);
        let days = days.filter(|days| YEARS.contains(days))?;
        let seconds = time.map(|(seconds, rest)| {
            let minutes = (seconds - seconds % 60) as f64;
            minutes + ((seconds % 60) as f64 + rest as f64 / 1e9).min(59.999_999)
        });
        Some(Moment { days, seconds, ahead: ahead.unwrap_or(0) })
    }

    /// The text of a row: `2011-01-31`, `13:45:09.25`, or both, and the zone.
    pub(crate) fn write(&self, row: usize, out: &mut Vec<u8>) {
        if self.is_missing(row) {
            return;
        }
        let Point { days, time, ahead } = self.point(row);
        if let Some(days) = days {
            let (year, month, day) = civil(days);
            let _ = write!(out, "{year:04}-{month:02}-{day:02}");
        }
        if let Some((seconds, rest)) = time {
            let blank = if days.is_some() { " " } else { "" };
            let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let _ = write!(out, "{blank}{hour:02}:{minute:02}:{second:02}");
            if rest != 0 {
                let _ = write!(out, ".{}", format!("{rest:09}").trim_end_matches('0'));
            }
        }
        if let Some(ahead) = ahead {
            let sign = if ahead < 0 { '-' } else { '+' };
            let _ = write!(out, "{sign}{:02}:{:02}", ahead.abs() / 60, ahead.abs() % 60);
        }
    }
}

/// The minutes that a zone's clock is ahead; none if the zone has only a name.
pub(crate) fn offset(zone: &str) -> Option<i32> {
    if matches!(zone, "UTC" | "Etc/UTC" | "GMT" | "Z" | "utc" | "Zulu") {
        return Some(0);
    }
    let (sign, rest) = match zone.as_bytes() {
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let two = |tens: u8, ones: u8| {
        let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
        digits.then(|| 10 * i32::from(tens - b'0') + i32::from(ones - b'0'))
    };
    match *rest {
        [a, b] => Some(sign * 60 * two(a, b)?),
        [a, b, c, d] | [a, b, b':', c, d] => Some(sign * (60 * two(a, b)? + two(c, d)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::date::{DateForm, read};
    use arrow_array::{Date32Array, TimestampNanosecondArray};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn text(times: &Times, row: usize) -> String {
        let mut out = Vec::new();
        times.write(row, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn zones() {
        for (zone, minutes) in [
            ("UTC", Some(0)),
            ("+02:00", Some(120)),
            ("-0530", Some(-330)),
            ("+01", Some(60)),
            ("Europe/Oslo", None),
            ("+1:0", None),
            ("", None),
        ] {
            assert_eq!(offset(zone), minutes, "{zone}");
        }
    }

    #[test]
    fn what_no_calendar_has_is_no_date() {
        let array: ArrayRef =
            Arc::new(Date32Array::from(vec![-719_162, 2_932_896, -719_163, 2_932_897, i32::MIN]));
        let times = Times::of(&array).unwrap();
        assert_eq!((text(&times, 0), text(&times, 1)), ("0001-01-01".into(), "9999-12-31".into()));
        assert!(times.moment(0).is_some() && times.moment(1).is_some());
        assert!((2..5).all(|row| times.moment(row).is_none()));
    }

    proptest! {
        /// A timestamp means what its text means, to the last bit.
        #[test]
        fn as_the_text(nanos in any::<i64>(), ahead in -14 * 60..14 * 60i32, cut in 0u32..10) {
            let raw = nanos - nanos.rem_euclid(10i64.pow(cut));
            let zone = format!("{}{:02}:{:02}", if ahead < 0 { '-' } else { '+' }, ahead.abs() / 60, ahead.abs() % 60);
            for zone in [None, Some(zone)] {
                let array: ArrayRef = Arc::new(TimestampNanosecondArray::from(vec![raw]).with_timezone_opt(zone));
                let times = Times::of(&array).unwrap();
                let told = read(text(&times, 0).as_bytes(), DateForm::YearFirst).unwrap();
                let found = times.moment(0).unwrap();
                prop_assert_eq!(found.years().to_bits(), told.years().to_bits());
                prop_assert_eq!((found.month(), found.weekday(), found.hour()), (told.month(), told.weekday(), told.hour()));
            }
        }
    }
}
