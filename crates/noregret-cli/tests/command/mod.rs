//! Runs the `noregret` command in a folder of its own.

#![allow(dead_code, clippy::unwrap_used, reason = "every test file uses a part, and a test may panic")]

pub mod raw;
pub mod tables;

use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The command.
pub const NOREGRET: &str = env!("CARGO_BIN_EXE_noregret");

/// Against hanging only; nothing here takes a hundredth of it.
const DEADLINE: Duration = Duration::from_secs(120);

/// What a run left.
#[derive(Debug)]
pub struct Output {
    /// Its exit code; -1 if a signal ended it.
    pub code: i32,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Output {
    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }
}

/// A folder that runs happen in, and that goes away with all it holds.
pub struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Where a file of it is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// Reads a file of text.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Reads a file of bytes.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The names of its files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// The command, to be started here with these arguments, separated by blanks.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(NOREGRET);
        command.args(line.split_whitespace()).current_dir(self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it with nothing to read.
    pub fn run(&self, line: &str) -> Output {
        self.feed(line, "")
    }

    /// Runs it with this as standard input.
    pub fn feed(&self, line: &str, stdin: impl AsRef<[u8]>) -> Output {
        let mut child = self.command(line).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let stdin = stdin.as_ref().to_vec();
        // A run that ends early does not read it all.
        thread::spawn(move || drop(pipe.write_all(&stdin)));
        finished(child, line)
    }

    /// Runs it; it must succeed.
    pub fn ok(&self, line: &str) -> Output {
        let output = self.run(line);
        assert_eq!(output.code, 0, "{line}: {output:?}");
        output
    }

    /// Runs it with `--json`; it must succeed.
    pub fn json(&self, line: &str) -> Value {
        self.ok(&format!("{line} --json")).json()
    }

    /// Runs it; it must end with this code and say this, and print nothing.
    pub fn refuses(&self, line: &str, code: i32, says: &[&str]) {
        let output = self.run(line);
        assert_eq!(output.code, code, "{line}: {output:?}");
        for says in says {
            assert!(output.stderr.contains(says), "{line}: {says:?} is not in {output:?}");
        }
        assert_eq!(output.stdout, "", "{line}");
    }
}

fn drain(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end of a run. It must not have panicked.
pub fn finished(mut child: Child, line: &str) -> Output {
    let stdout = child.stdout.take().map(drain);
    let stderr = child.stderr.take().map(drain);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > DEADLINE {
            child.kill().unwrap();
            panic!("{line}: it hangs");
        }
        thread::sleep(Duration::from_millis(1));
    };
    let text =
        |pipe: Option<thread::JoinHandle<String>>| pipe.map_or_else(String::new, |p| p.join().unwrap());
    let output = Output { code: status.code().unwrap_or(-1), stdout: text(stdout), stderr: text(stderr) };
    assert!(output.code != 101 && !output.stderr.contains("panicked"), "{line}: {output:?}");
    output
}

/// Random numbers that are the same on every machine.
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}
