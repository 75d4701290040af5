//! Time travel: a model as it was after a record or at a time, from a snapshot and the log. Nothing is changed, and the server may be running.

use crate::log::record::Record;
use crate::log::{self, LogError};
use crate::model::course::Course;
use crate::model::keeper::{too_small, unreadable};
use crate::model::snapshot;
use crate::models::models_in;
use crate::storage::Disk;
use std::path::Path;

/// Until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// This record is the last one.
    Record(u64),
    /// Records up to this time, in milliseconds since 1970.
    Time(u64),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The champion's model file.
    pub file: Vec<u8>,
    /// Its last record.
    pub seq: u64,
    /// The time of that record.
    pub time: u64,
    /// The snapshot it began with.
    pub from: u64,
    /// Who was the champion.
    pub champion: String,
    /// Examples that were waiting to be understood, which a model file does not hold.
    pub undecided: usize,
}

/// The end of what is asked for, told as if it were an error of the log.
const ENOUGH: &str = "enough";

/// Rebuilds the model of a server's folder as it was.
pub fn replay(data: &Path, model: &str, until: Until) -> Result<Replayed, String> {
    let folder = models_in(data).join(model);
    let told = |error: LogError| error.to_string();
    let snapshots = snapshot::list(&Disk, &folder).map_err(told)?;
    if snapshots.is_empty() {
        return Err(format!("{} has no model {model}", data.display()));
    }
    let mut loaded = None;
    for &seq in snapshots.iter().rev() {
        if matches!(until, Until::Record(last) if seq > last) {
            continue;
        }
        let (head, team) = snapshot::load(&Disk, &folder, seq).map_err(told)?;
        if matches!(until, Until::Time(time) if head.time > time) {
            continue;
        }
        loaded = Some((head, team));
        break;
    }
    let Some((head, team)) = loaded else {
        return Err(format!(
            "the oldest snapshot is of record {}: what came before is no longer kept (serve --keep-log keeps everything)",
            snapshots[0]
        ));
    };
    let from = head.seq;
    let mut course = Course::resume(head, team);
    let read = log::read_after(&Disk, &folder, from, &mut |stored| {
        let record =
            Record::from_bytes(&stored.bytes).map_err(|error| unreadable(&folder, stored.seq, &error))?;
        let over = match until {
            Until::Record(last) => stored.seq > last,
            Until::Time(time) => record.time > time,
        };
        if over {
            return Err(LogError::Io { path: folder.clone(), error: std::io::Error::other(ENOUGH) });
        }
        course.apply(stored.seq, record, None);
        while course.busy() {
            course.step();
        }
        course.failed().map_or(Ok(()), |why| Err(too_small(&folder, stored.seq, &why)))
    });
    match read {
        Err(LogError::Io { error, .. }) if error.to_string() == ENOUGH => {}
        read => read.map_err(told)?,
    }
    if let Until::Record(last) = until
        && course.learned < last
    {
        return Err(format!("the log ends with record {}", course.learned));
    }
    let champion = course.team.champion();
    Ok(Replayed {
        file: champion.look(|engine| engine.view().to_bytes())?,
        seq: course.learned,
        time: course.time,
        from,
        champion: champion.name.clone(),
        undecided: course.team.undecided(),
    })
}

/// A time such as 2026-11-18T06:00:00Z or 2026-11-18, in milliseconds since 1970; none if it is no time.
pub fn time_of(text: &str) -> Option<u64> {
    let (date, clock) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
    let part = |text: &str, width: usize| {
        (text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse::<u64>().ok())
            .flatten()
    };
    let mut dates = date.split('-');
    let (year, month, day) = (part(dates.next()?, 4)?, part(dates.next()?, 2)?, part(dates.next()?, 2)?);
    let (clock, thousandths) = match clock.strip_suffix('Z').unwrap_or(clock).split_once('.') {
        Some((clock, fraction)) => (clock, part(fraction, 3)?),
        None => (clock.strip_suffix('Z').unwrap_or(clock), 0),
    };
    let mut clocks = clock.split(':');
    let (hour, minute) = (part(clocks.next()?, 2)?, part(clocks.next()?, 2)?);
    let second = clocks.next().map_or(Some(0), |text| part(text, 2))?;
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = |month: u64| match month {
        2 => 28 + u64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let valid = year >= 1970 && (1..=12).contains(&month) && (1..=length(month)).contains(&day);
    if !valid || hour > 23 || minute > 59 || second > 59 || dates.next().is_some() || clocks.next().is_some()
    {
        return None;
    }
    let years: u64 = (1970..year).map(|year| 365 + u64::from(leap(year))).sum();
    let days = years + (1..month).map(length).sum::<u64>() + day - 1;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(time_of("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(time_of("2026-11-18T06:47:15Z"), Some(1_794_984_435_000));
        assert_eq!(time_of("2000-03-01"), Some(951_868_800_000));
        assert_eq!(time_of("2024-02-29 12:00:00.250"), Some(1_709_208_000_250));
        for wrong in [
            "",
            "17",
            "2026-13-01",
            "2026-02-29",
            "2026-01-01T25:00:00",
            "2026-1-1",
            "x",
            "2026-01-01T",
            "2026-01-01T00:00:00+02",
        ] {
            assert_eq!(time_of(wrong), None, "{wrong}");
        }
    }
}
