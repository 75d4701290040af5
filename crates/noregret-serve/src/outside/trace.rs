//! Reads what strace wrote of a server, and finds what left or went before it was safe.
//!
//! * An answer with a sequence number leaves before a sync of its record has ended. The number that is answered is compared with the last one that was
//!   synced: that finds missing syncs, and answers that leave first.
//! * A snapshot gets its name before its bytes are synced.
//! * A segment or a snapshot is removed before a newer snapshot has its name durably.

use std::collections::{BTreeSet, HashMap};

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Answers with a sequence number.
    pub answers: usize,
    /// Those that left too early.
    pub early_answers: usize,
    /// Snapshots that got their names.
    pub snapshots: usize,
    /// Those whose bytes were not synced then.
    pub early_names: usize,
    /// Files that were removed.
    pub removed: usize,
    /// Those that were removed too early.
    pub early_removals: usize,
}

#[derive(Default)]
struct Disk {
    /// The last record that was written, and the last that was synced.
    written: u64,
    synced: u64,
    /// Whether anything of a snapshot's file is not synced.
    unsynced: HashMap<String, bool>,
    /// Snapshots with a name, and with a durable one.
    named: BTreeSet<u64>,
    durable: BTreeSet<u64>,
    segments: BTreeSet<u64>,
    found: Found,
}

/// A call as a line has it.
struct Call<'a> {
    name: &'a str,
    arguments: String,
}

impl Call<'_> {
    /// The name of the file behind the first argument.
    fn file(&self) -> String {
        let inside = self.arguments.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        inside.map_or_else(String::new, |(name, _)| text(&bytes(name)))
    }

    /// The texts among the arguments.
    fn texts(&self) -> Vec<Vec<u8>> {
        self.arguments.split('"').skip(1).step_by(2).map(bytes).collect()
    }
}

/// Bytes that strace wrote in hex.
fn bytes(hex: &str) -> Vec<u8> {
    hex.split("\\x").skip(1).filter_map(|two| u8::from_str_radix(two.get(..2)?, 16).ok()).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The number in the name of a segment or a snapshot.
fn number(path: &str, end: &str) -> Option<u64> {
    path.rsplit('/').next()?.strip_suffix(end)?.parse().ok()
}

impl Disk {
    /// A call begins.
    fn begins(&mut self, call: &Call<'_>) {
        match call.name {
            "sendto" | "sendmsg" | "writev" | "write" if !call.file().starts_with('/') => {
                let sent: Vec<u8> = call.texts().concat();
                let Some((_, rest)) =
                    text(&sent).split_once("{\"seq\":").map(|(a, b)| (a.to_owned(), b.to_owned()))
                else {
                    return;
                };
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                self.found.answers += 1;
                self.found.early_answers += usize::from(digits.parse::<u64>().unwrap() > self.synced);
            }
            "rename" | "renameat" | "renameat2" => {
                let names = call.texts();
                let Some(seq) = names.last().and_then(|to| number(&text(to), ".snapshot")) else { return };
                let from = text(&names[0]);
                self.found.snapshots += 1;
                self.found.early_names += usize::from(self.unsynced.get(&from).copied().unwrap_or(true));
                self.named.insert(seq);
            }
            "unlink" | "unlinkat" => {
                let path = call.texts().last().map(|path| text(path)).unwrap_or_default();
                let newest = self.durable.last().copied();
                let early = match (number(&path, ".log"), number(&path, ".snapshot")) {
                    (Some(first), _) => {
                        self.segments.remove(&first);
                        let next = self.segments.range(first..).next().copied();
                        newest.zip(next).is_none_or(|(newest, next)| newest + 1 < next)
                    }
                    (_, Some(seq)) => newest.is_none_or(|newest| newest <= seq),
                    _ => return,
                };
                self.found.removed += 1;
                self.found.early_removals += usize::from(early);
            }
            _ => {}
        }
    }

    /// A call has ended, and did what it should; `known` is the last record that was written when it began.
    fn ended(&mut self, call: &Call<'_>, known: u64) {
        let file = call.file();
        match call.name {
            "write" if file.ends_with(".log") => {
                let frame = call.texts().concat();
                if frame.starts_with(b"NRLOG") {
                    self.segments.extend(number(&file, ".log"));
                    return;
                }
                let at = |from: usize, to: usize| {
                    frame[from..to].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
                };
                self.written = at(8, 16) + at(24, 28) - 1;
            }
            "write" if file.ends_with(".new") => drop(self.unsynced.insert(file, true)),
            "fdatasync" if file.ends_with(".log") => self.synced = self.synced.max(known),
            "fdatasync" => drop(self.unsynced.insert(file, false)),
            "fsync" => self.durable.extend(&self.named),
            _ => {}
        }
    }
}

/// What a trace of `strace -f -y -xx` shows.
pub fn check(trace: &str) -> Found {
    let mut disk = Disk::default();
    let mut begun: HashMap<&str, (String, u64)> = HashMap::new();
    for line in trace.lines() {
        let Some((process, rest)) = line.split_once(' ') else { continue };
        let rest = rest.trim_start();
        let (name, arguments, known) = if let Some(resumed) = rest.strip_prefix("<... ") {
            let Some((name, _)) = resumed.split_once(" resumed>") else { continue };
            let Some((arguments, known)) = begun.remove(process) else { continue };
            (name, arguments, known)
        } else {
            let Some((name, arguments)) = rest.split_once('(') else { continue };
            let arguments = arguments.to_owned();
            disk.begins(&Call { name, arguments: arguments.clone() });
            if rest.ends_with("<unfinished ...>") {
                begun.insert(process, (arguments, disk.written));
                continue;
            }
            (name, arguments, disk.written)
        };
        let failed = line.rsplit_once(" = ").is_none_or(|(_, code)| code.starts_with(['-', '?']));
        if !failed {
            disk.ended(&Call { name, arguments }, known);
        }
    }
    disk.found
}
