//! Where commands are run: a folder of their own, a deadline, and what holds of every run.

use crate::case::Case;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What broke, and the commands that show it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Finding {
    /// What broke.
    pub what: String,
    /// The commands run, the last one last; none for a check of the library.
    pub commands: Vec<String>,
    /// Whether it took for ever.
    pub hang: bool,
}

impl Finding {
    /// One of the library.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), commands: Vec::new(), hang: false }
    }
}

/// The command to be tested, and how long one run may take.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The command.
    pub command: PathBuf,
    /// A run that takes longer hangs.
    pub patience: Duration,
}

/// What a run left.
pub struct Output {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// A folder that the commands of one check run in.
pub struct Room {
    command: PathBuf,
    patience: Duration,
    folder: TempDir,
    outside: TempDir,
    run: Vec<String>,
}

impl Bench {
    /// An empty folder, with the case's stream in its file.
    pub fn room(&self, case: &Case) -> Result<Room, Finding> {
        let folder = || tempfile::tempdir().map_err(|e| Finding::new(format!("no temporary folder: {e}")));
        let room = Room {
            command: self.command.clone(),
            patience: self.patience,
            folder: folder()?,
            outside: folder()?,
            run: Vec::new(),
        };
        room.write(case.stream.file(), case.stream.text());
        Ok(room)
    }
}

/// The arguments as a shell would take them.
fn quoted(arguments: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,:+/".contains(c);
    let quote = |a: &String| if a.chars().all(plain) { a.clone() } else { format!("'{a}'") };
    arguments.iter().map(quote).collect::<Vec<_>>().join(" ")
}

impl Room {
    /// Where a file of it is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file. A disk that is full shows in the run that reads it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        drop(fs::write(self.path(name), content));
    }

    /// The bytes of a file; empty if there is none.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_default()
    }

    /// The text of a file; empty if there is none.
    pub fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.bytes(name)).into_owned()
    }

    /// The finding that the commands so far show.
    pub fn broken(&self, what: impl Into<String>) -> Finding {
        Finding { what: what.into(), commands: self.run.clone(), hang: false }
    }

    /// Starts the command.
    pub fn start(&mut self, arguments: &[String], simd: bool) -> Result<Child, Finding> {
        let prefix = if simd { "" } else { "NOREGRET_SIMD=off " };
        self.run.push(format!("{prefix}noregret {}", quoted(arguments)));
        let file = |name: &str| File::create(self.outside.path().join(name));
        let mut command = Command::new(&self.command);
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        if !simd {
            command.env("NOREGRET_SIMD", "off");
        }
        let started = file("stdout").and_then(|stdout| {
            command.stdout(stdout).stderr(file("stderr")?);
            command.spawn()
        });
        started.map_err(|e| self.broken(format!("the command does not start: {e}")))
    }

    /// Waits for its end, which must come in time, without a panic, and leave no temporary file.
    pub fn finish(&mut self, mut child: Child) -> Result<Output, Finding> {
        let start = Instant::now();
        let mut nap = Duration::from_micros(300);
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Err(e) => return Err(self.broken(format!("the command cannot be waited for: {e}"))),
                Ok(None) if start.elapsed() > self.patience => {
                    drop(child.kill());
                    drop(child.wait());
                    let what = format!("hangs: no end after {} s", self.patience.as_secs());
                    return Err(Finding { hang: true, ..self.broken(what) });
                }
                Ok(None) => std::thread::sleep(nap),
            }
            nap = (nap * 2).min(Duration::from_millis(20));
        };
        let read = |name: &str| fs::read(self.outside.path().join(name)).unwrap_or_default();
        let stderr = String::from_utf8_lossy(&read("stderr")).into_owned();
        let output = Output { code: status.code(), stdout: read("stdout"), stderr };
        if output.stderr.contains("panicked") {
            return Err(self.broken(format!("panics: {}", first_line(&output.stderr))));
        }
        let left = fs::read_dir(self.folder.path()).into_iter().flatten().flatten();
        let left = left.map(|entry| entry.file_name().to_string_lossy().into_owned());
        if let Some(left) = left.into_iter().find(|name| name.starts_with(".noregret")) {
            return Err(self.broken(format!("leaves a temporary file: {left}")));
        }
        Ok(output)
    }

    /// Runs the command: it must end with 0, 1 or 2.
    pub fn run(&mut self, arguments: &[String], simd: bool) -> Result<Output, Finding> {
        let child = self.start(arguments, simd)?;
        let output = self.finish(child)?;
        match output.code {
            Some(0..=2) => Ok(output),
            code => Err(self.broken(format!("ends with {code:?}: {}", first_line(&output.stderr)))),
        }
    }

    /// Runs the command; it must succeed.
    pub fn ok(&mut self, arguments: &[String]) -> Result<Output, Finding> {
        let output = self.run(arguments, true)?;
        if output.code != Some(0) {
            return Err(self.broken(format!("is refused: {}", first_line(&output.stderr))));
        }
        Ok(output)
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Arguments from texts.
pub fn arguments(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}
