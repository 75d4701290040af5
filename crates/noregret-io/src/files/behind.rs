//! Writes a large file on a thread of its own, while the caller computes what comes next.
//!
//! Bytes are gathered into pieces of a megabyte; a file of one piece has no thread. The thread writes and has the file
//! [synced](crate::files::ahead) as it goes. Its error is told to the next write, or by [`finish`](Behind::finish).

use crate::files::ahead::Ahead;
use std::fs::File;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

/// Bytes handed over at a time.
const PIECE: usize = 1 << 20;
/// Pieces that may wait for the disk.
const WAITING: usize = 4;

/// What is to be written, and the thread that writes.
#[derive(Default)]
pub(super) struct Behind {
    piece: Vec<u8>,
    worker: Option<Worker>,
}

struct Worker {
    pieces: SyncSender<Vec<u8>>,
    thread: JoinHandle<io::Result<()>>,
}

impl Worker {
    fn start(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let (pieces, waiting) = mpsc::sync_channel(WAITING);
        let thread = thread::Builder::new().name("write".to_owned()).spawn(move || work(file, waiting))?;
        Ok(Self { pieces, thread })
    }

    /// Waits until all is written; the thread's error, if it had one.
    fn join(self) -> io::Result<()> {
        drop(self.pieces);
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

fn work(mut file: File, pieces: Receiver<Vec<u8>>) -> io::Result<()> {
    let mut ahead = Ahead::default();
    for piece in pieces {
        file.write_all(&piece)?;
        ahead.wrote(&file, piece.len());
    }
    ahead.finish()
}

impl Behind {
    /// Takes bytes that are to be written to the file, which must be the same every time.
    pub(super) fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(PIECE) {
            if self.piece.len() + part.len() > PIECE {
                self.hand_over(file)?;
            }
            self.piece.extend_from_slice(part);
        }
        Ok(())
    }

    fn hand_over(&mut self, file: &mut File) -> io::Result<()> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(file)?,
        };
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        match worker.pieces.send(piece) {
            Ok(()) => self.worker = Some(worker),
            // The thread has ended, so it failed.
            Err(_) => return worker.join().and(Err(io::Error::other("the writing thread has ended"))),
        }
        Ok(())
    }

    /// Writes what is left, and waits for the thread.
    pub(super) fn finish(mut self, file: &mut File) -> io::Result<()> {
        if self.worker.is_none() {
            return file.write_all(&self.piece);
        }
        self.hand_over(file)?;
        self.worker.map_or(Ok(()), Worker::join)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek};

    #[test]
    fn all_arrives_in_order() {
        let bytes: Vec<u8> = (0..20 * PIECE + 77).map(|k| ((k * k) >> 7) as u8).collect();
        for (length, part) in
            [(0, 1), (5, 2), (PIECE, PIECE), (PIECE + 1, 1000), (bytes.len(), 3 * PIECE + 5)]
        {
            let mut file = tempfile::tempfile().unwrap();
            let mut behind = Behind::default();
            for part in bytes[..length].chunks(part) {
                behind.write(&mut file, part).unwrap();
            }
            assert_eq!(behind.worker.is_some(), length > PIECE, "{length}: a thread for a large file alone");
            behind.finish(&mut file).unwrap();
            let mut back = Vec::new();
            file.rewind().unwrap();
            file.read_to_end(&mut back).unwrap();
            assert!(back == bytes[..length], "{length} bytes in parts of {part}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_error_of_the_disk_is_told() {
        // The device that is always full.
        let mut full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut behind = Behind::default();
        let piece = vec![1; PIECE];
        let outcome = (0..50)
            .try_for_each(|_| behind.write(&mut full, &piece))
            .and_then(|()| std::mem::take(&mut behind).finish(&mut full));
        assert_eq!(outcome.unwrap_err().kind(), io::ErrorKind::StorageFull);
        behind = Behind::default();
        behind.write(&mut full, b"small").unwrap();
        assert_eq!(behind.finish(&mut full).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
