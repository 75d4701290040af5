//! The snapshot of a model: all that it is after a record, so that the log before it is not needed.
//!
//! ```text
//! "NRSNAP" 0 1   CRC-32 u32 of all that follows   length u64   head (postcard)   { length u64, model file of a learner } ...
//! ```
//! It is written beside its place, made durable, renamed, and the folder made durable; only then may anything older go. Two are
//! kept, and the log since the older one: if the newer one is damaged, it can be moved away.

use crate::log::LogError;
#[cfg(test)]
use crate::model::keeper::{PLANTED, Plant};
use crate::model::late::{Aside, Ledger};
use crate::model::member::Member;
use crate::model::repeats::Repeats;
use crate::model::team::{Team, TeamState};
use crate::storage::{Storage, numbered};
use noregret_engine::Engine;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"NRSNAP\0\x01";

/// A snapshot but for the learners.
#[derive(Serialize, Deserialize)]
pub struct Head {
    /// The last record that is in it.
    pub seq: u64,
    /// The time of that record.
    pub time: u64,
    /// When the model was created.
    pub created: u64,
    /// Who learns.
    pub team: TeamState,
    /// What waits for labels.
    pub ledger: Ledger,
    /// Which requests were seen.
    pub repeats: Repeats,
}

/// Counts that are kept behind the head, as JSON, so that snapshots without them are read, too.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tallies {
    /// Those of what waits for labels.
    pub late: Aside,
    /// Whether all that it takes is counted.
    pub whole: bool,
    /// Examples that each learner refused.
    pub refused: Vec<u64>,
}

/// A snapshot whose weights are still to be gathered: by any thread, while nothing is learned.
pub struct Draft {
    /// All but the learners.
    pub head: Head,
    /// Counts beside it.
    pub tallies: Tallies,
    /// The learners.
    pub members: Vec<Arc<Member>>,
}

impl Draft {
    /// All its bytes.
    pub fn gather(self) -> Result<Pending, String> {
        let told = |error: &dyn std::fmt::Display| format!("the snapshot cannot be made: {error}");
        let mut head = postcard::to_extend(&self.head, Vec::new()).map_err(|error| told(&error))?;
        serde_json::to_writer(&mut head, &self.tallies).map_err(|error| told(&error))?;
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[0; 4]);
        put(&mut bytes, &head);
        for member in self.members {
            put(&mut bytes, &member.look(|engine| engine.view().to_bytes())?);
        }
        let sum = crc32fast::hash(&bytes[12..]);
        bytes[8..12].copy_from_slice(&sum.to_le_bytes());
        Ok(Pending { seq: self.head.seq, bytes })
    }
}

/// Adds bytes behind their length.
fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    // Model files are large: no room is made that is not needed.
    out.reserve_exact(8 + bytes.len());
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Takes bytes that have their length before them.
fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_at_checked(8)?;
    let mut eight = [0; 8];
    eight.copy_from_slice(length);
    let (bytes, after) = after.split_at_checked(usize::try_from(u64::from_le_bytes(eight)).ok()?)?;
    *rest = after;
    Some(bytes)
}

/// Reads a snapshot; what is wrong with it, if something is.
pub fn read(bytes: &[u8]) -> Result<(Head, Team), String> {
    let cut = || "it is cut off".to_owned();
    if bytes.get(..8).ok_or_else(cut)? != MAGIC {
        return Err("it does not begin as a snapshot of this version does".to_owned());
    }
    let mut rest = bytes.get(12..).ok_or_else(cut)?;
    if crc32fast::hash(rest).to_le_bytes() != bytes[8..12] {
        return Err("its checksum is wrong".to_owned());
    }
    let head = take(&mut rest).ok_or_else(cut)?;
    let (mut head, tallies): (Head, _) =
        postcard::take_from_bytes(head).map_err(|error| error.to_string())?;
    let tallies: Tallies = match tallies {
        [] => Tallies::default(),
        text => serde_json::from_slice(text).map_err(|error| error.to_string())?,
    };
    let mut engines = Vec::new();
    while !rest.is_empty() {
        let file = take(&mut rest).ok_or_else(cut)?;
        engines.push(Engine::from_bytes(file).map_err(|error| error.to_string())?);
    }
    let team = Team::restore(head.team.clone(), engines)?;
    team.members().iter().zip(&tallies.refused).for_each(|(member, &count)| member.set_refused(count));
    head.ledger = head.ledger.revived(tallies.late, tallies.whole);
    Ok((head, team))
}

fn name_of(seq: u64) -> String {
    format!("{seq:020}.snapshot")
}

/// The snapshots in a folder, by their records, in order.
pub fn list(storage: &dyn Storage, folder: &Path) -> Result<Vec<u64>, LogError> {
    let names = storage.list(folder).map_err(LogError::io(folder))?;
    let seq = |name: &String| numbered(name, ".snapshot");
    let mut found: Vec<u64> = names.iter().filter_map(seq).collect();
    found.sort_unstable();
    Ok(found)
}

/// Reads the one of a record.
pub fn load(storage: &dyn Storage, folder: &Path, seq: u64) -> Result<(Head, Team), LogError> {
    let path = folder.join(name_of(seq));
    let bytes = storage.read(&path).map_err(LogError::io(&path))?;
    let damaged = |reason: String| {
        LogError::Damaged {
        path: path.clone(),
        offset: 0,
        reason,
        advice: "Put it back from a copy; or move it away, and the server starts from the snapshot before it and the log since then".to_owned(),
    }
    };
    let (head, team) = read(&bytes).map_err(damaged)?;
    if head.seq != seq {
        return Err(damaged(format!(
            "it is the snapshot of record {}, and its name says otherwise",
            head.seq
        )));
    }
    Ok((head, team))
}

/// A snapshot that is to be put in its place.
pub struct Pending {
    /// The last record in it.
    pub seq: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Pending {
    /// Puts it in its place, durably. On an error nothing has changed.
    pub fn store(&self, storage: &dyn Storage, folder: &Path) -> Result<PathBuf, LogError> {
        let path = folder.join(name_of(self.seq));
        let beside = path.with_extension("new");
        // One that was left behind by a crash.
        let _ = storage.remove(&beside);
        let written = storage.create(&beside).and_then(|mut file| {
            file.append(&self.bytes)?;
            #[cfg(test)]
            if PLANTED.get() == Some(&Plant::SnapshotFirst) {
                return Ok(());
            }
            file.sync()
        });
        let placed =
            written.and_then(|()| storage.rename(&beside, &path)).and_then(|()| storage.sync_dir(folder));
        match placed {
            Ok(()) => Ok(path),
            Err(error) => {
                let _ = storage.remove(&beside);
                Err(LogError::Io { path, error })
            }
        }
    }
}

/// Removes a snapshot.
pub fn remove(storage: &dyn Storage, folder: &Path, seq: u64) -> Result<(), LogError> {
    let path = folder.join(name_of(seq));
    storage.remove(&path).map_err(LogError::io(&path))
}
