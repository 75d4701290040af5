//! Torn tails are cut, everything else that is broken is told.

use super::*;
use crate::storage::crash::{Chance, Crash};

fn folder() -> PathBuf {
    PathBuf::from("m")
}

/// The log, and the records that were read back, by their numbers.
type Opened = Result<(Log, Vec<(u64, Vec<u8>)>), LogError>;

fn open(disk: &Crash, after: u64) -> Opened {
    let mut found = Vec::new();
    let log = Log::open(Arc::new(disk.clone()), &folder(), after, 200, &mut |stored| {
        found.push((stored.seq, stored.bytes));
        Ok(())
    })?;
    Ok((log, found))
}

fn record(seq: u64) -> Vec<u8> {
    vec![seq as u8; 3 + (seq % 40) as usize]
}

/// Some records, partly as a text that lies elsewhere.
fn parts(records: &[Vec<u8>]) -> Vec<Bytes<'_>> {
    let part = |record: &'_ Vec<u8>| record.len().min(record.first().copied().unwrap_or(0) as usize % 4);
    records.iter().map(|record| record.split_at(part(record)).into()).collect()
}

#[test]
fn what_was_synced_comes_back_whatever_happens_to_the_rest() {
    for seed in 0..300 {
        let disk = Crash::default();
        let (mut log, _) = open(&disk, 0).unwrap();
        let mut chance = Chance(seed);
        let mut safe = 0;
        for _ in 0..chance.below(40) {
            let group: Vec<_> = (0..=chance.below(3)).map(|k| record(log.last() + 1 + k)).collect();
            log.append(&parts(&group)).unwrap();
            if chance.below(2) == 0 {
                log.sync().unwrap();
                safe = log.last();
            }
            log.rotate().unwrap();
            safe = safe.max(log.safe());
        }
        let disk = disk.survivors(seed);
        let (mut log, found) = open(&disk, 0).unwrap();
        assert!(log.last() >= safe, "seed {seed}: {} of {safe} came back", log.last());
        assert_eq!(found.len() as u64, log.last());
        assert!(found.iter().all(|(seq, bytes)| *bytes == record(*seq)));
        // It goes on from there, and opens again.
        log.append(&parts(&[record(log.last() + 1)])).unwrap();
        log.sync().unwrap();
        assert_eq!(open(&disk.survivors(0), 0).unwrap().1.len(), found.len() + 1);
    }
}

#[test]
fn damage_to_what_was_safe_stops_the_start() {
    let disk = Crash::default();
    let (mut log, _) = open(&disk, 0).unwrap();
    for seq in 1..=40 {
        log.append(&parts(&[record(seq)])).unwrap();
        log.sync().unwrap();
        log.rotate().unwrap();
    }
    let names = disk.list(&folder()).unwrap();
    assert!(names.len() > 3, "{names:?}");
    let whole = disk.survivors(0);
    for (place, name) in names.iter().enumerate() {
        let path = folder().join(name);
        let length = whole.read(&path).unwrap().len();
        for at in (0..length).step_by(5) {
            let disk = whole.survivors(0);
            disk.flip(&path, at);
            let Err(error) = open(&disk, 0) else {
                // The very last commit cannot be told from a torn tail.
                assert!(
                    place + 1 == names.len() && at >= length.saturating_sub(41),
                    "{name} byte {at} went unseen"
                );
                continue;
            };
            assert!(matches!(error, LogError::Damaged { .. }), "{error}");
            let told = error.to_string();
            assert!(told.contains(name.as_str()) && told.contains("byte"), "{told}");
        }
        // A segment that is gone is missed, unless all its records are before what is asked for.
        let disk = whole.survivors(0);
        disk.remove(&path).unwrap();
        let missing = open(&disk, 0);
        assert!(missing.is_err() || place + 1 == names.len(), "{name}");
    }
}

/// A log of 40 records in several segments, and their names.
fn forty() -> (Crash, Vec<String>) {
    let disk = Crash::default();
    let (mut log, _) = open(&disk, 0).unwrap();
    for seq in 1..=40 {
        log.rotate().unwrap();
        log.append(&parts(&[record(seq)])).unwrap();
        log.sync().unwrap();
    }
    let names = disk.list(&folder()).unwrap();
    (disk.survivors(0), names)
}

fn cut(disk: &Crash, name: &str, length: u64) {
    let mut file = disk.open(&folder().join(name)).unwrap();
    file.cut(length).unwrap();
    file.sync().unwrap();
}

/// A segment without a header was being made, or was emptied: then records are missing that were safe.
#[test]
fn a_segment_that_was_emptied_is_missed() {
    let (whole, names) = forty();
    let last = names.last().unwrap();
    let first = numbered(last, ".log").unwrap();
    for length in [0, 9] {
        let disk = whole.survivors(0);
        cut(&disk, last, length);
        // A snapshot knows some of its records.
        for after in [first, 40] {
            let Err(error) = open(&disk, after) else { panic!("it begins") };
            let told = error.to_string();
            assert!(told.contains(last.as_str()) && told.contains(ANEW), "{told}");
        }
        // Nothing tells it from one that was being made.
        let (log, found) = open(&disk.survivors(0), first - 1).unwrap();
        assert_eq!((log.last(), found.len()), (first - 1, 0));
        // The one before it was safe to its end when it was begun.
        let before = &names[names.len() - 2];
        let size = disk.size(&folder().join(before)).unwrap();
        cut(&disk, before, size - 1);
        assert!(matches!(open(&disk, 0), Err(LogError::Damaged { .. })));
        assert_eq!(disk.size(&folder().join(before)).unwrap(), size - 1, "nothing is changed");
    }
}

#[test]
fn a_log_that_is_gone_is_missed_unless_somebody_says_so() {
    let (disk, names) = forty();
    names.iter().for_each(|name| disk.remove(&folder().join(name)).unwrap());
    let Err(error) = open(&disk, 17) else { panic!("it begins") };
    assert!(error.to_string().contains(ANEW), "{error}");
    disk.create(&folder().join(ANEW)).unwrap();
    let (mut log, found) = open(&disk, 17).unwrap();
    assert_eq!((log.last(), found.len()), (17, 0));
    log.append(&parts(&[record(18)])).unwrap();
    log.sync().unwrap();
    let disk = disk.survivors(0);
    assert!(disk.list(&folder()).unwrap().iter().all(|name| name != ANEW), "it was asked for once");
    assert_eq!(open(&disk, 17).unwrap().1.len(), 1);
}

/// What is advised where the header of a segment is damaged works, whether a snapshot knows its records or not.
#[test]
fn advice_for_a_damaged_header_works() {
    let (whole, names) = forty();
    let last = names.last().unwrap();
    let first = numbered(last, ".log").unwrap();
    for at in 0..frame::HEADER {
        let disk = whole.survivors(0);
        disk.flip(&folder().join(last), at);
        for after in [first, 40] {
            let Err(error) = open(&disk, after) else { panic!("it begins") };
            let told = error.to_string();
            assert!(told.contains(ANEW) && !told.contains("truncate"), "{told}");
            let disk = disk.survivors(0);
            names.iter().for_each(|name| disk.remove(&folder().join(name)).unwrap());
            disk.create(&folder().join(ANEW)).unwrap();
            assert_eq!(open(&disk, after).unwrap().0.last(), after);
        }
        let Err(error) = open(&disk, first - 1) else { panic!("it begins") };
        assert!(error.to_string().contains("truncate -s 0"), "{error}");
        cut(&disk, last, 0);
        assert_eq!(open(&disk, first - 1).unwrap().0.last(), first - 1);
    }
}

/// Damage to what a snapshot has is passed over if the log goes on behind it; nothing is lost.
#[test]
fn damage_before_a_snapshot_is_passed_over() {
    let (whole, names) = forty();
    let (mut passed, mut stopped) = (0, 0);
    for after in [7, 20, 33, 40] {
        // Segments that are wholly before it are not looked at.
        let from = names.iter().rposition(|name| numbered(name, ".log").unwrap() <= after + 1).unwrap();
        let path = folder().join(&names[from]);
        let bytes = whole.read(&path).unwrap();
        for at in frame::HEADER..bytes.len() {
            let disk = whole.survivors(0);
            disk.flip(&path, at);
            match open(&disk, after) {
                Ok((log, found)) => {
                    let last = from + 1 == names.len();
                    let torn = last && at >= bytes.len() - 80;
                    assert!(
                        log.last() == 40 || (torn && after < log.last()),
                        "{after}, byte {at}: {}",
                        log.last()
                    );
                    assert!(found.iter().map(|(seq, _)| *seq).eq(after + 1..=log.last()));
                    assert!(found.iter().all(|(seq, bytes)| *bytes == record(*seq)));
                    passed += 1;
                }
                Err(error) => {
                    assert!(matches!(error, LogError::Damaged { .. }), "{error}");
                    assert_eq!(disk.read(&path).unwrap().len(), bytes.len(), "nothing is changed");
                    stopped += 1;
                }
            }
        }
    }
    assert!(passed > 40 && stopped > 40, "{passed} {stopped}");
}

#[test]
fn segments_before_a_snapshot_are_dropped_and_not_missed() {
    let disk = Crash::default();
    let (mut log, _) = open(&disk, 0).unwrap();
    for seq in 1..=40 {
        log.append(&parts(&[record(seq)])).unwrap();
        log.sync().unwrap();
        log.rotate().unwrap();
    }
    let before = log.extent().0;
    log.drop_through(20).unwrap();
    assert!(log.extent().0 < before);
    let (log, found) = open(&disk.survivors(2), 20).unwrap();
    assert_eq!((found.first().map(|one| one.0), found.len(), log.last()), (Some(21), 20, 40));
    assert!(matches!(open(&disk.survivors(0), 41), Err(LogError::Damaged { .. })));
}
