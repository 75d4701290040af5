//! What tests see of a server from outside: its process, its answers, its system calls. Used by the tests of this crate and of the command.
#![allow(dead_code, reason = "each of them uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

pub mod trace;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that runs, and is killed when it is dropped.
pub struct Server {
    /// The process, or the one it runs under.
    pub process: Child,
    /// Where it serves HTTP.
    pub http: SocketAddr,
    /// Where it serves the old protocol.
    pub vw: Option<SocketAddr>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // The group: what strace follows goes with it.
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.process.wait();
    }
}

/// A command, perhaps under another one.
pub fn under(before: &[&str], program: impl AsRef<std::ffi::OsStr>) -> Command {
    let Some((first, rest)) = before.split_first() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(rest).arg(program);
    command
}

impl Server {
    /// Starts a command and waits until it says where it listens.
    pub fn start(command: &mut Command, old_too: bool) -> Self {
        Self::try_start(command, old_too).unwrap_or_else(|said| panic!("it did not start: {said}"))
    }

    /// The same; what it said, if it ends before.
    pub fn try_start(command: &mut Command, old_too: bool) -> Result<Self, String> {
        let begun = command.stderr(Stdio::piped()).stdout(Stdio::null()).process_group(0).spawn();
        let mut process = begun.unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let (mut http, mut vw, mut said) = (None, None, String::new());
        while http.is_none() || (old_too && vw.is_none()) {
            let Some(Ok(line)) = lines.next() else {
                // The one before was killed, and the system has not ended it yet.
                let _ = process.wait();
                if !said.contains("another server has this folder") {
                    return Err(said);
                }
                std::thread::sleep(Duration::from_millis(100));
                return Self::try_start(command, old_too);
            };
            if let Some(rest) = line.strip_prefix("listening on ") {
                match rest.split_once("://") {
                    Some((_, address)) => http = Some(address.trim().parse().unwrap()),
                    None => vw = rest.split_whitespace().next().map(|address| address.parse().unwrap()),
                }
            }
            said += &(line + "\n");
        }
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Self { process, http: http.unwrap(), vw })
    }

    /// A request; its status and its answer, if the server lives to give one.
    pub fn try_ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect(self.http).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(body).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let status = String::from_utf8_lossy(answer.get(9..12)?).parse().ok()?;
        Some((status, answer.split_off(end + 4)))
    }

    /// A request; its status and its answer.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, Vec<u8>) {
        self.try_ask(method, path, headers, body).unwrap()
    }

    /// One of JSON.
    pub fn json(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, answer) = self.ask(method, path, "Content-Type: application/json\r\n", body.as_bytes());
        (status, serde_json::from_slice(&answer).unwrap_or(Value::Null))
    }

    /// Makes the model m.
    pub fn define(&self, more: &str) {
        let usual = r#""algorithm": "ada-diag", "loss": "logistic", "labels": ["0", "1"]"#;
        let (status, answer) = self.json("PUT", "/v1/models/m", &format!("{{{usual}{more}}}"));
        assert_eq!(status, 201, "{answer}");
    }

    /// Lets m learn an example.
    pub fn learn(&self, k: u64) -> (u16, Value) {
        self.json("POST", "/v1/models/m/learn", &example(k))
    }

    /// The record it is kept under, if the server lives to say so.
    pub fn try_learn(&self, k: u64) -> Option<u64> {
        let (_, answer) = self.try_ask("POST", "/v1/models/m/learn", "", example(k).as_bytes())?;
        serde_json::from_slice::<Value>(&answer).ok()?["seq"].as_u64()
    }

    /// The last record of m, when nothing is being learned.
    pub fn last(&self) -> u64 {
        self.json("GET", "/v1/models/m", "").1["seq"].as_u64().unwrap()
    }

    /// The model file of m.
    pub fn file(&self) -> Vec<u8> {
        self.ask("GET", "/v1/models/m/file", "", b"").1
    }
}

/// An example.
pub fn example(k: u64) -> String {
    format!("{{\"label\": {}, \"a\": {}, \"b\": \"v{}\", \"c{}\": 1}}", k % 3 / 2, k % 5, k % 7, k % 11)
}

/// Whether a program is there; says so if not.
pub fn installed(program: &str) -> bool {
    let there = Command::new(program).arg("-V").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("SKIPPED: {program} is not installed (apt-get install {program}): this was NOT TESTED");
    }
    there
}

/// How strace is called: every call that matters, with the names of files and all bytes in hex.
pub fn traced(into: &Path) -> Vec<String> {
    let calls = "trace=write,writev,sendto,sendmsg,fdatasync,fsync,rename,renameat,renameat2,unlink,unlinkat";
    let path = into.display().to_string();
    ["strace", "-f", "-qq", "-y", "-xx", "-s", "600", "-o", &path, "-e", calls].map(str::to_owned).to_vec()
}

/// How strace is called to kill a process at a call.
pub fn killed_at(call: &str, when: u64) -> Vec<String> {
    let (trace, inject) = (format!("trace={call}"), format!("inject={call}:signal=KILL:when={when}"));
    ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject].map(str::to_owned).to_vec()
}
