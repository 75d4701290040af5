//! Output that is whole or not there: a file is written beside its place and moved into it when complete.
//!
//! `complete` flushes and syncs, `place` moves; a run with several outputs completes all of them before it places the first. Dropping without
//! that removes what was written, and [`abandon`] does so for all outputs of a process that is about to end. Standard output, and paths that are no
//! regular file (a pipe, a device), are written directly: there is nothing to move.

use crate::files::behind::Behind;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// As many links as Linux follows.
const MOST_LINKS: usize = 40;

/// The temporary files there are.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporaries() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// For a process that ends now: removes all unfinished outputs, and lets none be created or placed any more.
pub fn abandon() {
    let mut all = temporaries();
    for path in all.drain(..) {
        // One that was just put into its place has no other name to remove.
        let _ = fs::remove_file(path);
    }
    // Whoever wants to create or place an output waits for the end.
    std::mem::forget(all);
}

/// The real path: links followed, `.` and `..` resolved. The folder must exist; the file, or a link's target, need not.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => {
                let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
                return Ok(fs::canonicalize(folder)?.join(name));
            }
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A temporary file's entry in the list.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        temporaries().retain(|path| *path != self.0);
    }
}

/// A file on its way to its place.
struct Beside {
    // Removed first, then taken from the list.
    file: NamedTempFile,
    behind: Behind,
    listed: Listed,
    place: PathBuf,
}

impl Beside {
    fn create(place: PathBuf) -> io::Result<Self> {
        let folder = place.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".noregret-");
        #[cfg(unix)]
        {
            // An ordinary file's permissions (the umask still applies), not a temporary one's.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut all = temporaries();
        let file = builder.tempfile_in(folder)?;
        all.push(file.path().to_owned());
        drop(all);
        let listed = Listed(file.path().to_owned());
        if let Ok(old) = fs::metadata(&place) {
            keep_permissions(file.as_file(), &old)?;
        }
        Ok(Self { file, behind: Behind::default(), listed, place })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.behind.write(self.file.as_file_mut(), bytes).map(|()| bytes.len())
    }

    fn sync(mut self) -> io::Result<Self> {
        std::mem::take(&mut self.behind).finish(self.file.as_file_mut())?;
        self.file.as_file().sync_all()?;
        Ok(self)
    }

    fn place(self) -> io::Result<()> {
        let Self { file, listed, place, .. } = self;
        let all = temporaries();
        let placed = file.persist(place);
        drop(all);
        drop(listed);
        placed.map(drop).map_err(|e| e.error)
    }
}

/// Gives a file the permissions of the one it will replace, and its owner and group where that is allowed.
#[cfg(unix)]
fn keep_permissions(file: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    let mut mode = old.mode() & 0o777;
    if new.gid() != old.gid() && fchown(file, None, Some(old.gid())).is_err() {
        // What the old group might do, another group may not.
        mode &= !0o070;
    }
    if new.uid() != old.uid() {
        // Only a superuser may; for everybody else it is their own file from now on.
        let _ = fchown(file, Some(old.uid()), None);
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_permissions(file: &File, old: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// Where bytes go.
enum Target {
    Stdout(io::Stdout),
    Direct(File),
    Beside(Beside),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(out) => out.write(bytes),
            Target::Direct(file) => file.write(bytes),
            Target::Beside(beside) => beside.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(out) => out.flush(),
            Target::Direct(file) => file.flush(),
            // Nobody sees the file before it is in its place.
            Target::Beside(_) => Ok(()),
        }
    }
}

/// A buffered output, whole or not there.
pub struct Output {
    out: BufWriter<Target>,
    name: String,
}

/// An output that is written and safe on its disk, but not in its place yet.
pub struct Complete {
    beside: Option<Beside>,
    name: String,
}

impl Complete {
    /// What to call it in a message.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Puts it into its place. What was written directly is there already.
    pub fn place(self) -> io::Result<()> {
        self.beside.map_or(Ok(()), Beside::place)
    }
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, Target::Stdout(io::stdout())),
            name: "standard output".into(),
        }
    }

    /// Whether a path is standard output: `-`, or the device of that name.
    pub fn is_stdout(path: &Path) -> bool {
        path == Path::new("-") || path == Path::new("/dev/stdout")
    }

    /// A path; `-` is standard output.
    pub fn create(path: &Path) -> io::Result<Self> {
        if Self::is_stdout(path) {
            return Ok(Self::stdout());
        }
        let name = path.display().to_string();
        // Through a link, replace what it points to, not the link.
        let place = resolve(path)?;
        let target = match fs::metadata(&place) {
            Ok(meta) if meta.is_dir() => return Err(io::Error::other("it is a directory")),
            Ok(meta) if !meta.is_file() => Target::Direct(OpenOptions::new().write(true).open(&place)?),
            _ => Target::Beside(Beside::create(place)?),
        };
        Ok(Self { out: BufWriter::with_capacity(1 << 16, target), name })
    }

    /// What to call it in a message.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes all that is left, to the disk; the file is not in its place yet.
    pub fn complete(self) -> io::Result<Complete> {
        let name = self.name;
        let beside = match self.out.into_inner().map_err(io::IntoInnerError::into_error)? {
            Target::Stdout(mut out) => out.flush().map(|()| None)?,
            Target::Direct(mut file) => file.flush().map(|()| None)?,
            Target::Beside(beside) => Some(beside.sync()?),
        };
        Ok(Complete { beside, name })
    }

    /// Completes the output and puts it into its place.
    pub fn finish(self) -> io::Result<()> {
        self.complete()?.place()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        let mut half = Output::create(&path).unwrap();
        half.write_all(b"half").unwrap();
        drop(half);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
        for text in ["first", "second"] {
            let mut whole = Output::create(&path).unwrap();
            whole.write_all(text.as_bytes()).unwrap();
            whole.finish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(Output::create(folder.path()).is_err(), "a directory");
        assert!(Output::create(&folder.path().join("no/such/folder")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut out = Output::create(&link).unwrap();
        out.write_all(b"new").unwrap();
        out.finish().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_that_is_not_there_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (there, link, loops) =
            (folder.path().join("there"), folder.path().join("link"), folder.path().join("loop"));
        fs::create_dir(&there).unwrap();
        std::os::unix::fs::symlink("there/../there/file", &link).unwrap();
        std::os::unix::fs::symlink("loop", &loops).unwrap();
        let mut out = Output::create(&link).unwrap();
        out.write_all(b"new").unwrap();
        out.finish().unwrap();
        assert_eq!(fs::read_to_string(there.join("file")).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(Output::create(&loops).is_err(), "a link to itself");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let write = || {
            let mut out = Output::create(&path).unwrap();
            out.write_all(b"x").unwrap();
            out.finish().unwrap();
            fs::metadata(&path).unwrap().permissions().mode() & 0o777
        };
        let fresh = write();
        for mode in [0o600, 0o640, 0o666, 0o444, fresh] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(write(), mode, "{mode:o}");
        }
    }

    #[test]
    fn complete_is_not_in_its_place_yet() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        for place in [false, true] {
            let mut out = Output::create(&path).unwrap();
            out.write_all(b"new").unwrap();
            let complete = out.complete().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            if place {
                complete.place().unwrap();
            }
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    }
}
