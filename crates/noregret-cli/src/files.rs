//! The files a command names: none that it writes may be one that it reads, or another one that it writes.
//!
//! Files are told apart by what they are, not by how they are spelled: by device and inode where they exist (so links of both kinds and `./` do not
//! hide them), by their folder and name where they do not. Devices and pipes hold nothing that could be lost, and may be named as often as one likes.

use crate::voice::failure::{usage, writing};
use anyhow::Result;
use noregret_io::{Complete, Input, Output, resolve};
use std::fs;
use std::path::{Path, PathBuf};

/// What makes a file itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Identity {
    /// Device and inode.
    #[cfg(unix)]
    Node(u64, u64),
    /// Where it is, or will be.
    Place(PathBuf),
}

#[cfg(unix)]
fn node(file: &fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    file.is_file().then(|| Identity::Node(file.dev(), file.ino()))
}

impl Identity {
    /// Of a path; none for what is no regular file, or cannot be one.
    fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        if let Ok(file) = fs::metadata(path) {
            return node(&file);
        }
        #[cfg(not(unix))]
        if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            return None;
        }
        resolve(path).ok().map(Self::Place)
    }

    /// Of the file that standard input was taken from.
    #[cfg(unix)]
    fn of_stdin() -> Option<Self> {
        use std::os::fd::AsFd;
        let file = fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
        node(&file.metadata().ok()?)
    }

    /// Of the file that standard output goes to.
    #[cfg(unix)]
    fn of_stdout() -> Option<Self> {
        use std::os::fd::AsFd;
        let file = fs::File::from(std::io::stdout().as_fd().try_clone_to_owned().ok()?);
        node(&file.metadata().ok()?)
    }

    #[cfg(not(unix))]
    fn of_stdin() -> Option<Self> {
        None
    }

    #[cfg(not(unix))]
    fn of_stdout() -> Option<Self> {
        None
    }
}

/// A file and what names it.
struct Named {
    flag: &'static str,
    /// As it is told: the flag and the path.
    told: String,
    identity: Option<Identity>,
    /// The flag that may name it as well.
    with: Option<&'static str>,
}

/// What a command reads and writes.
#[derive(Default)]
pub struct Files {
    read: Vec<Named>,
    written: Vec<Named>,
    /// Who writes to standard output.
    printed: Vec<String>,
    paths: Vec<PathBuf>,
}

impl Files {
    /// It reads this file; `-` is standard input.
    pub fn reads(self, flag: &'static str, path: &Path) -> Self {
        self.takes(flag, path, None)
    }

    fn takes(mut self, flag: &'static str, path: &Path, with: Option<&'static str>) -> Self {
        let (told, identity) = if path == "-" {
            ("standard input".to_owned(), Identity::of_stdin())
        } else {
            (format!("{flag} {}", path.display()), Identity::of(path))
        };
        self.read.push(Named { flag, told, identity, with });
        self
    }

    /// It reads these data.
    pub fn reads_data(self, inputs: &[Input]) -> Self {
        let path = |input: &Input| match input {
            Input::File(path) => path.clone(),
            Input::Stdin => PathBuf::from("-"),
        };
        inputs.iter().map(path).fold(self, |files, path| files.reads("DATA", &path))
    }

    /// It reads this file, if it is given, whole and before it writes; the other flag may replace it.
    pub fn goes_on_from(self, flag: &'static str, path: Option<&Path>, with: &'static str) -> Self {
        match path {
            Some(path) => self.takes(flag, path, Some(with)),
            None => self,
        }
    }

    /// It writes this file, if it is given; `-` is standard output.
    pub fn writes(mut self, flag: &'static str, path: Option<&Path>) -> Self {
        let Some(path) = path else { return self };
        if Output::is_stdout(path) {
            return self.prints(&format!("{flag} {}", path.display()), true);
        }
        let told = format!("{flag} {}", path.display());
        self.written.push(Named { flag, told, identity: Identity::of(path), with: None });
        self.paths.push(path.to_owned());
        self
    }

    /// It may read or write this file, if it is given, and can do without.
    pub fn keeps(mut self, flag: &'static str, path: Option<&Path>) -> Self {
        if let Some(path) = path {
            let told = format!("{flag} {}", path.display());
            self.written.push(Named { flag, told, identity: Identity::of(path), with: None });
        }
        self
    }

    /// It writes to standard output, if so.
    pub fn prints(mut self, what: &str, really: bool) -> Self {
        if really && self.printed.is_empty() {
            let (flag, told) = ("-", "standard output".to_owned());
            self.written.push(Named { flag, told, identity: Identity::of_stdout(), with: None });
        }
        self.printed.extend(really.then(|| what.to_owned()));
        self
    }

    /// Refuses files that would overwrite each other; then finds out, before the work, which cannot be written.
    pub fn check(self) -> Result<()> {
        if let [first, second, ..] = &self.printed[..] {
            return Err(usage(format!(
                "{first} and {second} both want standard output: give one of them a file"
            )));
        }
        for (place, out) in self.written.iter().enumerate() {
            let same = |other: &&Named| other.identity.is_some() && other.identity == out.identity;
            let told = |other: &Named| format!("{} and {} name the same file", other.told, out.told);
            if let Some(other) = self.written[..place].iter().find(same) {
                return Err(usage(told(other)));
            }
            if let Some(input) = self.read.iter().filter(|input| input.with != Some(out.flag)).find(same) {
                return Err(usage(format!("{}: it would be overwritten", told(input))));
            }
        }
        for path in &self.paths {
            // A pipe must be opened only once: its reader would take a second opening for the end.
            if !path.exists() || path.is_file() || path.is_dir() {
                drop(Output::create(path).map_err(writing(&path.display().to_string()))?);
            }
        }
        Ok(())
    }
}

/// Puts complete outputs into their places, now that all of them are complete.
pub fn place(all: impl IntoIterator<Item = Complete>) -> Result<()> {
    for complete in all {
        let name = complete.name().to_owned();
        complete.place().map_err(writing(&name))?;
    }
    Ok(())
}

/// Completes an output.
pub fn complete(out: Output) -> Result<Complete> {
    let name = out.name().to_owned();
    out.complete().map_err(writing(&name))
}
