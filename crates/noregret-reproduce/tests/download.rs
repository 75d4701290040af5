//! Downloads from a server on this machine: whole and checked, or not there.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use noregret_reproduce::download::{DownloadError, Fetched, Fetching, SUMS, Source, Trust, fetch};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// SHA-256 of "hello\n".
const HELLO: &str = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";

/// Answers every request with these bytes, for as long as the test runs.
fn serve(answer: &'static [u8]) -> String {
    serve_by(move |stream| stream.write_all(answer))
}

/// Answers every request in this way, for as long as the test runs.
fn serve_by(answer: impl Fn(&mut TcpStream) -> std::io::Result<()> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let _ = answer(&mut stream);
        }
    });
    format!("http://{address}")
}

const GOOD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello\n";
const OTHER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nHELLO\n";
const SHORT: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 600\r\nConnection: close\r\n\r\nhello\n";
const ENDLESS: &[u8] = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello\n";
const MISSING: &[u8] = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

fn source(sha256: Option<&'static str>) -> Source {
    Source {
        set: "test",
        path: "a/hello.txt",
        base: "https://localhost",
        name: "hello.txt",
        sha256,
        known: sha256.map(|_| "this test"),
        megabytes: 0.1,
    }
}

fn fetch_with(
    folder: &TempDir,
    sum: Option<&'static str>,
    server: &str,
    heard: &mut dyn FnMut(u64) -> bool,
) -> Result<Fetched, DownloadError> {
    let patience = Duration::from_millis(500);
    let fetching = Fetching { mirror: Some(server), patience, ..Fetching::new(heard) };
    fetch(&source(sum), folder.path(), fetching)
}

fn get(folder: &TempDir, sum: Option<&'static str>, server: &str) -> Result<(Trust, bool), DownloadError> {
    fetch_with(folder, sum, server, &mut |_| true).map(|found| {
        assert_eq!((found.bytes, std::fs::read(&found.path).unwrap().len()), (6, 6));
        (found.trust, found.present)
    })
}

fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(place) = folders.pop() {
        for entry in std::fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                names.push(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    names.sort();
    names
}

#[test]
fn a_published_sum_is_checked() {
    let folder = TempDir::new().unwrap();
    let server = serve(GOOD);
    assert_eq!(get(&folder, Some(HELLO), &server).unwrap(), (Trust::Published, false));
    assert_eq!(get(&folder, Some(HELLO), &server).unwrap(), (Trust::Published, true), "it is there already");
    assert_eq!(files(folder.path()), ["a/hello.txt"], "nothing beside it, no sums to record");
}

#[test]
fn another_sum_is_refused_and_nothing_is_left() {
    let folder = TempDir::new().unwrap();
    let error = get(&folder, Some(HELLO), &serve(OTHER)).unwrap_err();
    assert!(matches!(&error, DownloadError::Mismatch { expected, .. } if expected == HELLO), "{error:?}");
    assert!(error.to_string().contains("deleted") && error.to_string().contains("this test"), "{error}");
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn an_unknown_sum_is_recorded_and_then_checked() {
    let folder = TempDir::new().unwrap();
    assert_eq!(get(&folder, None, &serve(GOOD)).unwrap(), (Trust::First, false));
    let sums = std::fs::read_to_string(folder.path().join(SUMS)).unwrap();
    assert_eq!(sums, format!("{HELLO}  a/hello.txt\n"));
    assert_eq!(get(&folder, None, &serve(GOOD)).unwrap(), (Trust::Recorded, true));
    std::fs::remove_file(folder.path().join("a/hello.txt")).unwrap();
    let error = get(&folder, None, &serve(OTHER)).unwrap_err();
    assert!(matches!(&error, DownloadError::Mismatch { known, .. } if known.contains(SUMS)), "{error:?}");
    assert_eq!(get(&folder, None, &serve(GOOD)).unwrap(), (Trust::Recorded, false));
    assert_eq!(files(folder.path()), [SUMS, "a/hello.txt"]);
    std::fs::write(folder.path().join(SUMS), "what is this").unwrap();
    let error = get(&folder, None, &serve(GOOD)).unwrap_err();
    assert!(matches!(error, DownloadError::Sums { line: 1, .. }), "{error:?}");
}

#[test]
fn a_file_of_the_users_own_is_recorded_as_it_is() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("a")).unwrap();
    std::fs::write(folder.path().join("a/hello.txt"), "hello\n").unwrap();
    assert_eq!(get(&folder, None, "http://127.0.0.1:9").unwrap(), (Trust::First, true));
    assert_eq!(get(&folder, None, "http://127.0.0.1:9").unwrap(), (Trust::Recorded, true));
}

#[test]
fn broken_downloads_leave_nothing() {
    let folder = TempDir::new().unwrap();
    let error = get(&folder, Some(HELLO), &serve(SHORT)).unwrap_err();
    assert!(matches!(error, DownloadError::Broken { bytes: 6, .. }), "{error:?}");
    let error = get(&folder, Some(HELLO), &serve(MISSING)).unwrap_err();
    assert!(matches!(error, DownloadError::Refused { status: 404, .. }), "{error:?}");
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = get(&folder, Some(HELLO), &format!("http://{gone}")).unwrap_err();
    assert!(matches!(error, DownloadError::Unreachable { .. }), "{error:?}");
    assert!(error.help().contains("network"));
    assert_eq!(files(folder.path()), [""; 0]);
    // No length was promised: the sum alone tells that it is whole.
    assert_eq!(get(&folder, Some(HELLO), &serve(ENDLESS)).unwrap(), (Trust::Published, false));
}

#[test]
fn a_wrong_file_stays_until_the_right_one_is_here() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("a")).unwrap();
    let place = folder.path().join("a/hello.txt");
    std::fs::write(&place, "mine").unwrap();
    assert!(get(&folder, Some(HELLO), &serve(MISSING)).is_err());
    assert_eq!(std::fs::read_to_string(&place).unwrap(), "mine");
    assert_eq!(get(&folder, Some(HELLO), &serve(GOOD)).unwrap(), (Trust::Published, false));
    assert_eq!(std::fs::read_to_string(&place).unwrap(), "hello\n");
}

/// A server that falls silent is given up, however long it would stay so.
#[test]
fn a_body_that_stalls_is_given_up() {
    let folder = TempDir::new().unwrap();
    let server = serve_by(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhel")?;
        // Until the other side goes away.
        stream.read(&mut [0]).map(drop)
    });
    let error = get(&folder, Some(HELLO), &server).unwrap_err();
    assert!(matches!(error, DownloadError::Stalled { bytes: 3, .. }), "{error:?}");
    assert_eq!(files(folder.path()), [""; 0]);
}

/// A server that never ends does not fill the disk.
#[test]
fn an_endless_body_is_given_up() {
    let folder = TempDir::new().unwrap();
    let server = serve_by(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
        loop {
            stream.write_all(&[b'x'; 4096])?;
        }
    });
    let error = get(&folder, Some(HELLO), &server).unwrap_err();
    assert!(matches!(error, DownloadError::TooLarge { limit: 1_200_000, .. }), "{error:?}");
    // Told beforehand, it is not even begun.
    let server = serve(b"HTTP/1.1 200 OK\r\nContent-Length: 1200001\r\nConnection: close\r\n\r\n");
    let error = get(&folder, Some(HELLO), &server).unwrap_err();
    assert!(matches!(error, DownloadError::TooLarge { .. }), "{error:?}");
    assert_eq!(files(folder.path()), [""; 0]);
}

/// Whoever wants no more of it is heard while nothing comes.
#[test]
fn a_download_that_is_not_wanted_ends() {
    let folder = TempDir::new().unwrap();
    let server = serve_by(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhel")?;
        stream.read(&mut [0]).map(drop)
    });
    let error = fetch_with(&folder, Some(HELLO), &server, &mut |bytes| bytes < 3).unwrap_err();
    assert!(matches!(error, DownloadError::Interrupted), "{error:?}");
    assert_eq!(files(folder.path()), [""; 0]);
}
