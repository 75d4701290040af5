//! Where logs and snapshots live: the few operations on files whose order decides what survives a crash.
//!
//! Nothing is durable before it was told to be: bytes of a file after [`Content::sync`], names in a folder after [`Storage::sync_dir`].
//! All of the server's durable writes go through here, so that tests can put a [`crash`] below it that loses, reorders and tears
//! whatever was not made durable.

#[cfg(test)]
pub mod crash;
mod disk;

pub use disk::Disk;

use std::io;
use std::path::Path;

/// Files by name.
pub trait Storage: Send + Sync {
    /// A new, empty file; refused if there is one.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Content>>;
    /// A file that is there, to be written on at its end.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Content>>;
    /// All bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// How many bytes a file has.
    fn size(&self, path: &Path) -> io::Result<u64>;
    /// Whether there is such a folder.
    fn is_dir(&self, path: &Path) -> bool;
    /// The names in a folder, in order; none if there is no such folder.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>>;
    /// Another name for a file or a folder, in place of whatever file had it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Takes a file away.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes a folder and those above it; no error if it is there.
    fn create_dir(&self, path: &Path) -> io::Result<()>;
    /// Takes a folder away with all that is in it.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in a folder durable.
    fn sync_dir(&self, folder: &Path) -> io::Result<()>;
}

/// An open file that is written at its end.
pub trait Content: Send {
    /// Writes behind what is there. After an error some of it may be there.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Makes all of it durable.
    fn sync(&mut self) -> io::Result<()>;
    /// Cuts off what is behind so many bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

/// The number in the name of one of our files: twenty digits, and then its end. Files with other names are not ours.
pub fn numbered(name: &str, end: &str) -> Option<u64> {
    let digits = name.strip_suffix(end)?;
    (digits.len() == 20 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// Whether an error says that there is no room, so that room may come again.
pub fn no_room(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}
