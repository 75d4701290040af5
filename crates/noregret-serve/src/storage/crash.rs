//! A disk in memory that loses power (tests alone).
//!
//! It counts operations and dies at the one it is told to: that one and all after it fail. [`Crash::survivors`] is the disk after the
//! power came back. Of a file, what was synced is there; every write after that may be there, or not, or in part, or as zeros where
//! the length was written and the bytes were not, each by itself. Names made, changed or removed since their folder was synced may or
//! may not be so, each by itself and in their order; what is in a folder whose own name did not survive is gone with it. Three extremes are among the draws: nothing of it, all of it, and whatever chance says.

use super::{Content, Storage};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What one write did.
#[derive(Clone, Debug)]
enum Change {
    /// Bytes at a place.
    Append(usize, Vec<u8>),
    Cut(u64),
}

/// A file, whatever its names.
#[derive(Clone, Debug, Default)]
struct Inode {
    safe: Vec<u8>,
    since: Vec<Change>,
}

/// What was done to the names.
#[derive(Clone, Debug)]
enum Naming {
    Make(PathBuf, usize),
    Move(PathBuf, PathBuf),
    Remove(PathBuf),
}

impl Naming {
    fn folder(&self) -> Option<&Path> {
        match self {
            Self::Make(path, _) | Self::Remove(path) | Self::Move(_, path) => path.parent(),
        }
    }

    fn apply(&self, names: &mut BTreeMap<PathBuf, usize>) {
        match self {
            Self::Make(path, inode) => {
                names.insert(path.clone(), *inode);
            }
            Self::Remove(path) => {
                names.remove(path);
            }
            Self::Move(from, to) => {
                let moved: Vec<_> = names.keys().filter(|path| path.starts_with(from)).cloned().collect();
                for path in moved {
                    let Some(inode) = names.remove(&path) else { continue };
                    let rest = path.strip_prefix(from).unwrap_or(&path);
                    let target = if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) };
                    names.insert(target, inode);
                }
            }
        }
    }
}

/// The number of a name that is a folder's.
const FOLDER: usize = usize::MAX;

#[derive(Default)]
struct State {
    inodes: Vec<Inode>,
    safe: BTreeMap<PathBuf, usize>,
    /// All that ever were folders.
    folders: BTreeSet<PathBuf>,
    since: Vec<Naming>,
    operations: u64,
    dies_at: Option<u64>,
    /// Bytes that may still be written before the disk is full.
    room: Option<u64>,
    /// A sync of a file fails at this operation.
    sync_fails: Option<u64>,
    /// Whether nothing gets another name.
    rename_fails: bool,
    /// How often something got another name.
    renames: u64,
    /// Files that end so are never synced, whatever is asked for: a planted bug.
    careless: Option<&'static str>,
}

/// The disk.
#[derive(Clone, Default)]
pub struct Crash(Arc<Mutex<State>>);

struct OpenFile {
    disk: Crash,
    inode: usize,
    careless: bool,
}

/// Numbers by chance, the same for the same seed.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 { 0 } else { self.next() % n }
    }
}

impl Crash {
    /// Dies at this operation, counted from 1.
    pub fn dies_at(&self, operation: u64) {
        self.state().dies_at = Some(operation);
    }

    /// So many bytes can still be written; none for any number.
    pub fn room(&self, bytes: Option<u64>) {
        self.state().room = bytes;
    }

    /// The sync of a file that is asked for at this operation or the first one after it fails.
    pub fn fail_sync_from(&self, operation: u64) {
        self.state().sync_fails = Some(operation);
    }

    /// Whether nothing gets another name from now on.
    pub fn rename_fails(&self, fails: bool) {
        self.state().rename_fails = fails;
    }

    /// How often something got another name.
    pub fn renames(&self) -> u64 {
        self.state().renames
    }

    /// Files that end so are never synced.
    pub fn careless_of(&self, end: &'static str) {
        self.state().careless = Some(end);
    }

    /// How many operations there were.
    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// Flips a bit of what is safe.
    pub fn flip(&self, path: &Path, at: usize) {
        let mut state = self.state();
        let inode = state.names()[path];
        let mut bytes = state.inodes[inode].now();
        bytes[at] ^= 1;
        state.inodes[inode] = Inode { safe: bytes, since: Vec::new() };
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an operation; an error if the power is gone.
    fn step(&self) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state();
        state.operations += 1;
        match state.dies_at {
            Some(at) if state.operations >= at => Err(io::Error::other("the power is gone")),
            _ => Ok(state),
        }
    }

    /// The disk after the power came back.
    pub fn survivors(&self, seed: u64) -> Crash {
        let state = self.state();
        let mut chance = Chance(seed);
        let mut inodes = Vec::new();
        for inode in &state.inodes {
            let mut bytes = inode.safe.clone();
            for change in &inode.since {
                let fate = match seed {
                    0 => 0,
                    1 => 1,
                    _ => chance.below(4),
                };
                match (change, fate) {
                    (Change::Append(at, more), 1) => put(&mut bytes, *at, more),
                    // The length came through and the bytes did not.
                    (Change::Append(at, more), 2) => put(&mut bytes, *at + more.len(), &[]),
                    (Change::Append(at, more), 3) => {
                        put(&mut bytes, *at, &more[..chance.below(more.len() as u64) as usize]);
                    }
                    (Change::Cut(length), 1) => bytes.truncate(*length as usize),
                    _ => {}
                }
            }
            inodes.push(Inode { safe: bytes, since: Vec::new() });
        }
        let mut safe = state.safe.clone();
        for naming in &state.since {
            let happened = match seed {
                0 => false,
                1 => true,
                _ => chance.below(2) == 1,
            };
            if happened {
                naming.apply(&mut safe);
            }
        }
        let there: BTreeSet<PathBuf> = safe.keys().cloned().collect();
        let lost = |folder: &Path| state.folders.contains(folder) && !there.contains(folder);
        safe.retain(|path, _| !path.ancestors().skip(1).any(lost));
        let folders = state.folders.clone();
        Crash(Arc::new(Mutex::new(State { inodes, safe, folders, ..State::default() })))
    }
}

impl State {
    fn names(&self) -> BTreeMap<PathBuf, usize> {
        let mut names = self.safe.clone();
        self.since.iter().for_each(|naming| naming.apply(&mut names));
        names
    }

    fn find(&self, path: &Path) -> io::Result<usize> {
        let found = self.names().get(path).copied().filter(|&inode| inode != FOLDER);
        found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }
}

/// Puts bytes at a place, with zeros before it if there is nothing yet.
fn put(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    file.resize(file.len().max(at + bytes.len()), 0);
    file[at..at + bytes.len()].copy_from_slice(bytes);
}

impl Inode {
    fn now(&self) -> Vec<u8> {
        let mut bytes = self.safe.clone();
        for change in &self.since {
            match change {
                Change::Append(at, more) => put(&mut bytes, *at, more),
                Change::Cut(length) => bytes.truncate(*length as usize),
            }
        }
        bytes
    }
}

impl Storage for Crash {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Content>> {
        let mut state = self.step()?;
        if state.names().contains_key(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let inode = state.inodes.len();
        state.inodes.push(Inode::default());
        state.since.push(Naming::Make(path.to_owned(), inode));
        let careless = state.careless.is_some_and(|end| path.to_string_lossy().ends_with(end));
        Ok(Box::new(OpenFile { disk: self.clone(), inode, careless }))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Content>> {
        let inode = self.step()?.find(path)?;
        Ok(Box::new(OpenFile { disk: self.clone(), inode, careless: false }))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let state = self.step()?;
        let inode = state.find(path)?;
        Ok(state.inodes[inode].now())
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        self.read(path).map(|bytes| bytes.len() as u64)
    }

    fn is_dir(&self, path: &Path) -> bool {
        self.state().names().get(path) == Some(&FOLDER)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let names = self.step()?.names();
        let inside = names.keys().filter_map(|path| path.strip_prefix(folder).ok()?.components().next());
        let mut inside: Vec<String> =
            inside.map(|name| name.as_os_str().to_string_lossy().into_owned()).collect();
        inside.dedup();
        Ok(inside)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        if !state.names().keys().any(|path| path.starts_with(from)) {
            return Err(io::ErrorKind::NotFound.into());
        }
        if state.rename_fails {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        state.renames += 1;
        state.since.push(Naming::Move(from.to_owned(), to.to_owned()));
        if state.folders.contains(from) {
            state.folders.insert(to.to_owned());
        }
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        state.find(path)?;
        state.since.push(Naming::Remove(path.to_owned()));
        Ok(())
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        let names = state.names();
        let above = path.ancestors().filter(|folder| folder.parent().is_some());
        for folder in above.filter(|folder| !names.contains_key(*folder)) {
            state.since.push(Naming::Make(folder.to_owned(), FOLDER));
            state.folders.insert(folder.to_owned());
        }
        Ok(())
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        let gone: Vec<_> = state.names().into_keys().filter(|name| name.starts_with(path)).collect();
        state.since.extend(gone.into_iter().map(Naming::Remove));
        Ok(())
    }

    fn sync_dir(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.step()?;
        let (durable, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut state.since).into_iter().partition(|naming| naming.folder() == Some(folder));
        durable.iter().for_each(|naming| naming.apply(&mut state.safe));
        state.since = rest;
        Ok(())
    }
}

impl Content for OpenFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.step()?;
        let fits = state.room.map_or(bytes.len(), |room| bytes.len().min(room as usize));
        if let Some(room) = &mut state.room {
            *room -= fits as u64;
        }
        let at = state.inodes[self.inode].now().len();
        state.inodes[self.inode].since.push(Change::Append(at, bytes[..fits].to_vec()));
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.step()?;
        if state.sync_fails.is_some_and(|at| state.operations >= at) {
            return Err(io::Error::other("the disk does not answer"));
        }
        if self.careless {
            return Ok(());
        }
        let inode = &mut state.inodes[self.inode];
        *inode = Inode { safe: inode.now(), since: Vec::new() };
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.disk.step()?;
        state.inodes[self.inode].since.push(Change::Cut(length));
        Ok(())
    }
}
