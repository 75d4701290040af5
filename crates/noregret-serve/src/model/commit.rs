//! Records into the log: appended, and durable where answers wait for that. By whichever thread.

use crate::log::frame::Bytes;
use crate::log::{Log, Unbegun};
use crate::model::keeper::Fatal;
use crate::storage::no_room;

/// Texts above this are written by a thread of their own, if there is something to learn meanwhile.
pub const MUCH: usize = 1 << 18;

/// Appends records, and makes them durable if that is to be waited for; the number of the first.
pub fn written(log: &mut Log, records: &[Bytes<'_>], durable: bool, pretend: bool) -> Result<u64, Unsaved> {
    let first = match log.append(records) {
        Ok(first) => first,
        Err((error, true)) if no_room(&error) => return Err(Unsaved::NoRoom),
        Err((error, _)) => {
            return Err(Unsaved::Unsafe(Fatal(format!("the log cannot be written: {error}"))));
        }
    };
    if durable {
        sync(log, pretend)?;
    }
    Ok(first)
}

/// Makes the log durable, and begins another segment if this one is large.
pub fn sync(log: &mut Log, pretend: bool) -> Result<(), Fatal> {
    #[cfg(test)]
    if pretend {
        log.pretend();
    }
    #[cfg(not(test))]
    let _ = pretend;
    log.sync().map_err(|error| Fatal(format!("the log cannot be made durable: {error}")))?;
    match log.rotate() {
        // Everything that was promised is in the segment there is; it goes on growing.
        Err(Unbegun { error, clean: true }) => {
            tracing::warn!(%error, "a new segment of the log cannot be begun");
            Ok(())
        }
        Err(Unbegun { error, .. }) => {
            Err(Fatal(format!("a new segment of the log cannot be made durable: {error}")))
        }
        Ok(()) => Ok(()),
    }
}

/// Why records are not in the log.
pub enum Unsaved {
    /// There is no room.
    NoRoom,
    /// The disk failed.
    Unsafe(Fatal),
}

impl From<Fatal> for Unsaved {
    fn from(fatal: Fatal) -> Self {
        Self::Unsafe(fatal)
    }
}
