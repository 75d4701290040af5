//! Output that is whole or not there: a file is written beside its place and moved into it when complete.
//!
//! `finish` flushes, syncs and moves; dropping without it removes what was written. Standard output, and paths that are no regular
//! file (a pipe, a device), are written directly: there is nothing to move.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where bytes go.
enum Target {
    Stdout(io::Stdout),
    Direct(File),
    Beside(NamedTempFile, PathBuf),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(out) => out.write(bytes),
            Target::Direct(file) => file.write(bytes),
            Target::Beside(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(out) => out.flush(),
            Target::Direct(file) => file.flush(),
            Target::Beside(file, _) => file.flush(),
        }
    }
}

/// A buffered output, whole or not there.
pub struct Output {
    out: BufWriter<Target>,
    name: String,
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, Target::Stdout(io::stdout())),
            name: "standard output".into(),
        }
    }

    /// A path; `-` is standard output.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::stdout());
        }
        let name = path.display().to_string();
        // Through a link, replace what it points to, not the link.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let target = match fs::metadata(&place) {
            Ok(meta) if meta.is_dir() => return Err(io::Error::other("it is a directory")),
            Ok(meta) if !meta.is_file() => Target::Direct(OpenOptions::new().write(true).open(&place)?),
            _ => {
                let folder = place.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
                let mut builder = tempfile::Builder::new();
                builder.prefix(".noregret-");
                #[cfg(unix)]
                {
                    // An ordinary file's permissions (the umask still applies), not a temporary one's.
                    use std::os::unix::fs::PermissionsExt;
                    builder.permissions(fs::Permissions::from_mode(0o666));
                }
                Target::Beside(builder.tempfile_in(folder)?, place)
            }
        };
        Ok(Self { out: BufWriter::with_capacity(1 << 16, target), name })
    }

    /// What to call it in a message.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Completes the output: only now a file is in its place.
    pub fn finish(self) -> io::Result<()> {
        match self.out.into_inner().map_err(io::IntoInnerError::into_error)? {
            Target::Stdout(mut out) => out.flush(),
            Target::Direct(mut file) => file.flush(),
            Target::Beside(file, place) => {
                file.as_file().sync_all()?;
                file.persist(place).map_err(|e| e.error)?;
                Ok(())
            }
        }
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
}
