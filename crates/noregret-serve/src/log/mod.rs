//! The log of a model: every request that changes it, in order, before it changes anything.
//!
//! Segments of [frames](frame), each named after its first sequence number. One owner appends; what was appended is durable after
//! [`Log::sync`]. A new segment is begun when one is large, after the old one is durable. So all segments but the last are whole, or the
//! disk is damaged; of the last one the tail may be torn, and is cut off. Weakness: damage to the very last commit, or a last segment that
//! somebody cut short, cannot be told from a torn tail. Reference: the write-ahead logs of SQLite and PostgreSQL, which have the same weakness.

pub mod frame;
pub mod record;
#[cfg(test)]
mod tests;

use crate::storage::{Content, Storage, no_room, numbered};
use frame::Bytes;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// Why a log cannot be gone on with.
#[derive(Debug, Error)]
pub enum LogError {
    /// The disk refused.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// What is on the disk is not what was written.
    #[error(
        "{} is damaged at byte {offset}: {reason}. Nothing was changed. {advice}", path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: u64,
        /// What is wrong.
        reason: String,
        /// What can be done.
        advice: String,
    },
}

impl LogError {
    /// The status of HTTP for whoever asked for what failed, and the reason.
    pub fn told(&self) -> (u16, String) {
        let full = matches!(self, Self::Io { error, .. } if no_room(error));
        (if full { 507 } else { 500 }, self.to_string())
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |error| Self::Io { path: path.to_owned(), error }
    }
}

/// A segment: its first sequence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    first: u64,
    bytes: u64,
}

/// The log, open at its end.
pub struct Log {
    storage: Arc<dyn Storage>,
    folder: PathBuf,
    /// In order; the last one is written to.
    segments: Vec<Segment>,
    file: Box<dyn Content>,
    /// The next sequence number.
    next: u64,
    /// The last one that is durable.
    safe: u64,
    /// The salt of the segment that is written to.
    salt: u32,
    /// A segment is left when it has so many bytes.
    size: u64,
    buffer: Vec<u8>,
}

/// A record that was read back.
pub struct Stored {
    /// Its sequence number.
    pub seq: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

fn name_of(first: u64) -> String {
    format!("{first:020}.log")
}

impl Log {
    /// Begins a log whose first record will have this sequence number.
    pub fn begin(storage: Arc<dyn Storage>, folder: &Path, first: u64, size: u64) -> Result<Self, LogError> {
        let (file, salt) = begin_segment(&*storage, folder, first).map_err(|unbegun| unbegun.error)?;
        let segments = vec![Segment { first, bytes: frame::HEADER as u64 }];
        let (folder, buffer) = (folder.to_owned(), Vec::new());
        Ok(Self { storage, folder, segments, file, next: first, safe: first - 1, salt, size, buffer })
    }

    /// Opens a log after whatever happened, and hands over what comes after the record `after`, in order. Segments that are wholly before
    /// it are not looked at.
    pub fn open(
        storage: Arc<dyn Storage>,
        folder: &Path,
        after: u64,
        size: u64,
        each: &mut dyn FnMut(Stored) -> Result<(), LogError>,
    ) -> Result<Self, LogError> {
        let mut firsts = segments_in(&*storage, folder)?;
        let half = half_made(&*storage, folder, firsts.last().copied(), after)?;
        if half.is_some() {
            firsts.pop();
        }
        let needed = firsts.iter().rposition(|&first| first <= after + 1);
        let Some(from) = needed else {
            return match firsts.first() {
                None => Self::anew(storage, folder, half, after, size),
                Some(&first) => Err(gap(folder, first, after)),
            };
        };
        let (mut segments, mut next) = (Vec::new(), firsts[from]);
        for &first in &firsts[..from] {
            let path = folder.join(name_of(first));
            let bytes = storage.size(&path).map_err(LogError::io(&path))?;
            segments.push(Segment { first, bytes });
        }
        let (mut file, mut salt) = (None, 0);
        for (place, &first) in firsts.iter().enumerate().skip(from) {
            if first != next {
                return Err(gap(folder, first, next - 1));
            }
            let path = folder.join(name_of(first));
            let bytes = storage.read(&path).map_err(LogError::io(&path))?;
            let last = place + 1 == firsts.len();
            // Before another segment is begun, this one is safe to its end.
            let open = last && half.is_none();
            let Scanned { end, torn, salt: own } = scan(&path, &bytes, &mut next, open, after, each)?;
            if last && let Some(half) = half {
                if half != next {
                    return Err(gap(folder, half, next - 1));
                }
                remove(&*storage, folder, half)?;
            }
            segments.push(Segment { first, bytes: end as u64 });
            if last {
                salt = own;
                let mut opened = storage.open(&path).map_err(LogError::io(&path))?;
                if torn {
                    tracing::warn!(file = %path.display(), offset = end, lost = bytes.len() - end, "cut off a torn tail");
                    opened.cut(end as u64).map_err(LogError::io(&path))?;
                }
                // What was read may never have been synced.
                opened.sync().map_err(LogError::io(&path))?;
                file = Some(opened);
            }
        }
        if next <= after {
            let path = folder.join(name_of(firsts[firsts.len() - 1]));
            return Err(LogError::Damaged {
                path,
                offset: segments.last().map_or(0, |segment| segment.bytes),
                reason: format!(
                    "the log ends with record {} and the snapshot is of record {after}",
                    next - 1
                ),
                advice: format!(
                    "Records that were safe are missing: put the segment back from a copy. {}",
                    without(folder, after)
                ),
            });
        }
        let Some(file) = file else { return Err(gap(folder, next, after)) };
        let folder = folder.to_owned();
        Ok(Self { storage, folder, segments, file, next, safe: next - 1, salt, size, buffer: Vec::new() })
    }

    /// Begins a log where there is none: of a new model, or where somebody asked for it.
    fn anew(
        storage: Arc<dyn Storage>,
        folder: &Path,
        half: Option<u64>,
        after: u64,
        size: u64,
    ) -> Result<Self, LogError> {
        let names = storage.list(folder).map_err(LogError::io(folder))?;
        let asked = names.iter().any(|name| name == ANEW);
        if after > 0 && !asked {
            return Err(LogError::Damaged {
                path: folder.to_owned(),
                offset: 0,
                reason: format!("there is a snapshot of record {after} and no log"),
                advice: format!("Put the segments back from a copy. {}", without(folder, after)),
            });
        }
        if let Some(half) = half {
            remove(&*storage, folder, half)?;
        }
        let log = Self::begin(storage.clone(), folder, after + 1, size)?;
        if asked {
            tracing::warn!(
                after,
                "the log begins anew, as was asked for: what came after this record is lost"
            );
            let path = folder.join(ANEW);
            storage.remove(&path).map_err(LogError::io(&path))?;
            storage.sync_dir(folder).map_err(LogError::io(folder))?;
        }
        Ok(log)
    }

    /// Appends records as one frame; the sequence number of the first. On an error nothing was appended, or, if that cannot be made sure
    /// of, the second part says so.
    pub fn append(&mut self, records: &[Bytes<'_>]) -> Result<u64, (io::Error, bool)> {
        let first = self.next;
        self.buffer.clear();
        let apart = frame::write(&mut self.buffer, self.salt, first, self.safe, records);
        let length = self.length();
        let written = match self.pieces(&apart, records) {
            Ok(written) => written,
            Err(error) => {
                let clean = self.file.cut(length).is_ok();
                return Err((error, clean));
            }
        };
        if let Some(segment) = self.segments.last_mut() {
            segment.bytes += written;
        }
        // A large batch does not keep its memory.
        self.buffer.shrink_to(1 << 20);
        self.next += records.len() as u64;
        Ok(first)
    }

    /// Writes the buffer and, in between, the texts that are not in it; how many bytes.
    fn pieces(&mut self, apart: &[(usize, usize)], records: &[Bytes<'_>]) -> io::Result<u64> {
        let (mut at, mut written) = (0, self.buffer.len());
        for &(cut, place) in apart {
            let text = records[place][1];
            self.file.append(&self.buffer[at..cut])?;
            self.file.append(text)?;
            (at, written) = (cut, written + text.len());
        }
        if at < self.buffer.len() {
            self.file.append(&self.buffer[at..])?;
        }
        Ok(written as u64)
    }

    /// Makes durable what was appended. After an error nothing more may be promised.
    pub fn sync(&mut self) -> io::Result<()> {
        if self.safe + 1 < self.next {
            self.file.sync()?;
            self.safe = self.next - 1;
        }
        Ok(())
    }

    /// Takes what was appended for durable (a planted bug).
    #[cfg(test)]
    pub fn pretend(&mut self) {
        self.safe = self.next - 1;
    }

    /// Begins a new segment if this one is large.
    pub fn rotate(&mut self) -> Result<(), Unbegun> {
        if self.length() < self.size || self.segments.last().is_some_and(|last| last.first == self.next) {
            return Ok(());
        }
        let unsynced = |error| Unbegun { error: LogError::io(&self.folder)(error), clean: false };
        if self.safe + 1 < self.next {
            self.file.sync().map_err(unsynced)?;
            self.safe = self.next - 1;
        }
        (self.file, self.salt) = begin_segment(&*self.storage, &self.folder, self.next)?;
        self.segments.push(Segment { first: self.next, bytes: frame::HEADER as u64 });
        Ok(())
    }

    /// Removes segments whose records all are at or before this one, oldest first.
    pub fn drop_through(&mut self, seq: u64) -> Result<(), LogError> {
        while self.segments.len() > 1 && self.segments[1].first <= seq + 1 {
            let path = self.folder.join(name_of(self.segments[0].first));
            self.storage.remove(&path).map_err(LogError::io(&path))?;
            self.segments.remove(0);
        }
        Ok(())
    }

    /// The last sequence number.
    pub fn last(&self) -> u64 {
        self.next - 1
    }

    /// The last one that is durable.
    pub fn safe(&self) -> u64 {
        self.safe
    }

    /// How many segments there are, and their bytes.
    pub fn extent(&self) -> (usize, u64) {
        (self.segments.len(), self.segments.iter().map(|segment| segment.bytes).sum())
    }

    fn length(&self) -> u64 {
        self.segments.last().map_or(0, |segment| segment.bytes)
    }
}

/// The name of a file by which somebody asks to go on from the last snapshot alone.
const ANEW: &str = "go-on-without-the-log";

/// How to go on from a snapshot alone.
fn without(folder: &Path, after: u64) -> String {
    format!(
        "To go on from the snapshot of record {after} alone and give up every record after it, move all segments (*.log) out of {} and make an empty file {ANEW} there",
        folder.display()
    )
}

/// The last segment, if it was being made when the power went: nothing is written to a segment before its header is safe. One whose records a
/// snapshot knows was whole once.
fn half_made(
    storage: &dyn Storage,
    folder: &Path,
    last: Option<u64>,
    after: u64,
) -> Result<Option<u64>, LogError> {
    let Some(last) = last else { return Ok(None) };
    let path = folder.join(name_of(last));
    let bytes = storage.read(&path).map_err(LogError::io(&path))?;
    if bytes.len() > frame::HEADER || frame::first_of(&bytes).is_ok() {
        return Ok(None);
    }
    if last > after {
        return Ok(Some(last));
    }
    Err(LogError::Damaged {
        path,
        offset: bytes.len() as u64,
        reason: format!("it ends there, and the snapshot knows its records up to {after}"),
        advice: format!("Records were cut off. Put the file back from a copy. {}", without(folder, after)),
    })
}

/// Takes a segment away, for good.
fn remove(storage: &dyn Storage, folder: &Path, first: u64) -> Result<(), LogError> {
    let path = folder.join(name_of(first));
    storage.remove(&path).map_err(LogError::io(&path))?;
    storage.sync_dir(folder).map_err(LogError::io(folder))
}

fn segments_in(storage: &dyn Storage, folder: &Path) -> Result<Vec<u64>, LogError> {
    let mut firsts: Vec<u64> = storage
        .list(folder)
        .map_err(LogError::io(folder))?
        .iter()
        .filter_map(|name| numbered(name, ".log"))
        .collect();
    firsts.sort_unstable();
    Ok(firsts)
}

/// Reads what is kept after a record, without changing anything: until the end, or until `each` says enough.
pub fn read_after(
    storage: &dyn Storage,
    folder: &Path,
    after: u64,
    each: &mut dyn FnMut(Stored) -> Result<(), LogError>,
) -> Result<(), LogError> {
    let firsts = segments_in(storage, folder)?;
    let Some(from) = firsts.iter().rposition(|&first| first <= after + 1) else {
        return firsts.first().map_or(Ok(()), |&first| Err(gap(folder, first, after)));
    };
    let mut next = firsts[from];
    for (place, &first) in firsts.iter().enumerate().skip(from) {
        if first != next {
            return Err(gap(folder, first, next - 1));
        }
        let path = folder.join(name_of(first));
        let bytes = storage.read(&path).map_err(LogError::io(&path))?;
        scan(&path, &bytes, &mut next, place + 1 == firsts.len(), after, each)?;
    }
    Ok(())
}

/// Why there is no new segment.
#[derive(Debug)]
pub struct Unbegun {
    /// The reason.
    pub error: LogError,
    /// Whether the log can go on in the segment it has: nothing was left behind, and no sync failed.
    pub clean: bool,
}

/// A new segment, durably, and its salt.
fn begin_segment(
    storage: &dyn Storage,
    folder: &Path,
    first: u64,
) -> Result<(Box<dyn Content>, u32), Unbegun> {
    use std::hash::{BuildHasher, RandomState};
    let path = folder.join(name_of(first));
    let salt = RandomState::new().hash_one(first) as u32;
    let written = storage.create(&path).and_then(|mut file| {
        file.append(&frame::header(first, salt))?;
        Ok(file)
    });
    let unwritten = written.is_err();
    let made = written.and_then(|mut file| {
        file.sync()?;
        storage.sync_dir(folder)?;
        Ok(file)
    });
    made.map(|file| (file, salt)).map_err(|error| {
        // Left behind, it would be in the way: the segment before it goes on past its name, so its name must be gone for good.
        let gone = match storage.remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => storage.sync_dir(folder),
        };
        let clean = (unwritten || no_room(&error)) && gone.is_ok();
        Unbegun { error: LogError::Io { path, error }, clean }
    })
}

fn gap(folder: &Path, first: u64, before: u64) -> LogError {
    LogError::Damaged {
        path: folder.join(name_of(first)),
        offset: 0,
        reason: format!("it begins with record {first}, and record {} is in no segment", before + 1),
        advice: "A segment is missing: put it back from a copy. To go on without its records, move the later segments away".to_owned(),
    }
}

/// Damage before the record of a snapshot behind which the log does not go on in a way that can be read.
fn covered(path: &Path, offset: usize, next: u64, after: u64, reason: &str) -> LogError {
    let folder = path.parent().unwrap_or(path);
    LogError::Damaged {
        path: path.to_owned(),
        offset: offset as u64,
        reason: format!("{reason} (record {next})"),
        advice: format!(
            "Records up to {after} are in the snapshot; where those after it begin cannot be seen. Put the file back from a copy. {}",
            without(folder, after)
        ),
    }
}

/// What the frames of a segment told.
struct Scanned {
    /// Where they end.
    end: usize,
    /// Whether a torn tail follows.
    torn: bool,
    salt: u32,
}

/// Walks over the frames of a segment.
fn scan(
    path: &Path,
    bytes: &[u8],
    next: &mut u64,
    last: bool,
    after: u64,
    each: &mut dyn FnMut(Stored) -> Result<(), LogError>,
) -> Result<Scanned, LogError> {
    let damaged = |offset: usize, next: u64, reason: &str| LogError::Damaged {
        path: path.to_owned(),
        offset: offset as u64,
        reason: reason.to_owned(),
        advice: format!(
            "Records before it are whole. Put the file back from a copy; or, to give up every record from {next} on, cut it there (truncate -s {offset} FILE) and move later segments away"
        ),
    };
    // Cut off, a segment whose records a snapshot knows would be missed.
    let unknown = |offset: usize, next: u64, reason: &str| match next <= after {
        true => covered(path, offset, next, after, reason),
        false => damaged(offset, next, reason),
    };
    let (first, salt) = frame::first_of(bytes).map_err(|reason| unknown(0, *next, reason))?;
    if first != *next {
        return Err(unknown(8, *next, "its first record is not the one in its name"));
    }
    let mut at = frame::HEADER;
    while at < bytes.len() {
        let frame = match frame::read(bytes, salt, at) {
            Ok(frame) if frame.first == *next => frame,
            Ok(_) => return Err(damaged(at, *next, "a frame does not follow the one before it")),
            // The snapshot has its records, so it is neither needed nor torn.
            Err(reason) if *next <= after => match frame::goes_on(bytes, salt, at, *next, after) {
                Some((place, first)) => {
                    tracing::warn!(file = %path.display(), offset = at, reason, from = *next, to = first - 1, "damaged records are passed over: the snapshot has them. Put the file back from a copy if the older snapshot or time travel are to be of use");
                    (at, *next) = (place, first);
                    continue;
                }
                None => return Err(covered(path, at, *next, after, reason)),
            },
            Err(reason) if last && !frame::was_safe(bytes, salt, at, *next) => {
                tracing::debug!(offset = at, reason, "the log ends in a torn frame");
                return Ok(Scanned { end: at, torn: true, salt });
            }
            Err(reason) => return Err(damaged(at, *next, reason)),
        };
        for record in frame.records {
            let seq = *next;
            *next += 1;
            if seq > after {
                each(Stored { seq, bytes: bytes[record].to_vec() })?;
            }
        }
        at = frame.end;
    }
    Ok(Scanned { end: at, torn: false, salt })
}
