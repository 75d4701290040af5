//! Syncs a large file while it is still being written, so that the sync at its end has little left to do.
//!
//! The operating system keeps written bytes in memory until it is asked for them. A thread asks every few megabytes:
//! the disk works while the writer computes. An error of the disk is told only once, to whoever syncs first, so
//! [`finish`](Ahead::finish) hands on the thread's.

use std::fs::File;
use std::io;
use std::sync::mpsc::{self, SyncSender};
use std::thread::{self, JoinHandle};

/// Bytes written between two syncs; smaller files have no thread.
const STRETCH: u64 = 16 << 20;

/// What was written since the last sync was asked for, and the thread that syncs.
#[derive(Default)]
pub(super) struct Ahead {
    written: u64,
    syncer: Option<Syncer>,
}

struct Syncer {
    ask: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl Syncer {
    /// None where there is no thread to be had: then the file is synced at its end alone.
    fn start(file: &File) -> Option<Self> {
        let file = file.try_clone().ok()?;
        let (ask, asked) = mpsc::sync_channel(1);
        let sync = move || asked.iter().try_for_each(|()| file.sync_data());
        let thread = thread::Builder::new().name("sync".to_owned()).spawn(sync).ok()?;
        Some(Self { ask, thread })
    }
}

impl Ahead {
    /// Counts bytes that were written to the file, and has it synced when they are many.
    pub(super) fn wrote(&mut self, file: &File, bytes: usize) {
        self.written += bytes as u64;
        if self.written < STRETCH {
            return;
        }
        self.written = 0;
        if self.syncer.is_none() {
            self.syncer = Syncer::start(file);
        }
        if let Some(syncer) = &self.syncer {
            // Where the disk is behind, it has been asked already; where it failed, `finish` says so.
            let _ = syncer.ask.try_send(());
        }
    }

    /// Waits for the thread; its error, if the disk had one.
    pub(super) fn finish(self) -> io::Result<()> {
        let Some(Syncer { ask, thread }) = self.syncer else { return Ok(()) };
        drop(ask);
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_large_file_has_a_thread_and_a_small_one_has_none() {
        let mut file = tempfile::tempfile().unwrap();
        for (stretches, threads) in [(0, false), (1, true), (5, true)] {
            let mut ahead = Ahead::default();
            for _ in 0..stretches * 2 {
                file.write_all(b"x").unwrap();
                ahead.wrote(&file, STRETCH as usize / 2);
            }
            assert_eq!(ahead.syncer.is_some(), threads, "{stretches}");
            ahead.finish().unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_error_of_the_disk_is_handed_on() {
        // What cannot be synced: a pipe.
        let (_reader, writer) = io::pipe().unwrap();
        let file = File::from(std::os::fd::OwnedFd::from(writer));
        let mut ahead = Ahead::default();
        for _ in 0..3 {
            ahead.wrote(&file, STRETCH as usize);
        }
        assert_eq!(ahead.finish().unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
