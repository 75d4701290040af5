//! Fetching the papers' data: over HTTP, checked, and in its place only when it is whole.
//!
//! A file is written beside its place; if its SHA-256 is not the one in the table of [`SOURCES`] it is removed and said so. Where nobody has published a sum, the first download's is recorded in the folder's
//! `SHA256SUMS`, which every later one must match.

mod sources;
mod sums;

pub use sources::{SOURCES, Source, find};
pub use sums::SUMS;

use noregret_io::Output;
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a file was not fetched.
#[derive(Debug, Error)]
pub enum DownloadError {
    /// Nobody answers.
    #[error("cannot reach {url}: {why}")]
    Unreachable {
        /// What was asked for.
        url: String,
        /// What the network said.
        why: String,
    },
    /// The server has no such file, or does not give it.
    #[error("{url}: the server answers {status}")]
    Refused {
        /// What was asked for.
        url: String,
        /// The HTTP status.
        status: u16,
    },
    /// The connection ended before the file did.
    #[error("{url}: the connection broke after {bytes} bytes: {why}")]
    Broken {
        /// What was asked for.
        url: String,
        /// How far it came.
        bytes: u64,
        /// What the network said.
        why: String,
    },
    /// The server sends nothing any more.
    #[error("{url}: nothing came for {seconds} seconds, after {bytes} bytes")]
    Stalled {
        /// What was asked for.
        url: String,
        /// How far it came.
        bytes: u64,
        /// How long nothing came.
        seconds: u64,
    },
    /// The server sends more than the file can have.
    #[error("{url}: the server sends more than {limit} bytes, twice what this file should have")]
    TooLarge {
        /// What was asked for.
        url: String,
        /// What was taken at most.
        limit: u64,
    },
    /// Whoever wanted the file does not any more.
    #[error("interrupted")]
    Interrupted,
    /// The file is another one.
    #[error("{url}: the SHA-256 is {found}, not {expected} ({known}); what came was deleted")]
    Mismatch {
        /// What was asked for.
        url: String,
        /// The sum of what came.
        found: String,
        /// The sum it should have.
        expected: String,
        /// Who says so.
        known: String,
    },
    /// The folder cannot be written to.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder's own sums cannot be understood.
    #[error("{}, line {line}: not a SHA-256 and a name", .path.display())]
    Sums {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

impl DownloadError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => {
                "downloads need a network; if this machine has none, fetch the file elsewhere and put it into the folder, or name a server that is near with --mirror"
            }
            Self::Refused { .. } => {
                "the file may have moved: find it by its name and put it into the folder, or name another server with --mirror"
            }
            Self::Broken { .. } | Self::Stalled { .. } | Self::Interrupted => "nothing was kept; try again",
            Self::TooLarge { .. } => {
                "nothing was kept: the server's file is not the one expected; try another server with --mirror"
            }
            Self::Mismatch { .. } => {
                "the server's file is not the one expected: try again or another server; if the new file is known to be right, delete its line in SHA256SUMS, or put it into the folder by hand"
            }
            Self::Write { .. } => "name a folder that can be written to with --data",
            Self::Sums { .. } => "correct or delete the line",
        }
    }
}

/// How a file came to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Its sum is the published one.
    Published,
    /// Its sum is the one recorded when it was first fetched.
    Recorded,
    /// Nobody has published a sum: it was recorded now, and that is all that could be done.
    First,
}

/// A file in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Where it is.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// Why it is trusted.
    pub trust: Trust,
    /// Whether it was there already.
    pub present: bool,
}

/// Whole files take as long as they take; silence does not.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often to look whether the file is still wanted.
const GLANCE: Duration = Duration::from_millis(100);

/// How a file is fetched.
pub struct Fetching<'a> {
    /// A server that has the folder's own layout.
    pub mirror: Option<&'a str>,
    /// How long a server may send nothing.
    pub patience: Duration,
    /// Is told how many bytes have come; whether to go on.
    pub heard: &'a mut dyn FnMut(u64) -> bool,
}

impl<'a> Fetching<'a> {
    /// From the files' own servers, a minute's silence at most.
    pub fn new(heard: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self { mirror: None, patience: PATIENCE, heard }
    }
}

/// Fetches a file into the folder, unless a file of the right sum is there.
pub fn fetch(source: &Source, folder: &Path, fetching: Fetching<'_>) -> Result<Fetched, DownloadError> {
    let path = folder.join(source.path);
    let recorded = sums::recorded(folder, source.path)?;
    let expected = match (source.sha256, &recorded) {
        (Some(sum), _) => Some((sum.to_owned(), Trust::Published)),
        (None, Some(sum)) => Some((sum.clone(), Trust::Recorded)),
        (None, None) => None,
    };
    if path.is_file() {
        let (bytes, sha256) = sum_of(&path).map_err(unwritable(&path))?;
        match &expected {
            Some((sum, trust)) if *sum == sha256 => {
                return Ok(Fetched { path, bytes, sha256, trust: *trust, present: true });
            }
            // Somebody put it there: it is theirs, and is recorded as it is.
            None => {
                sums::record(folder, source.path, &sha256)?;
                return Ok(Fetched { path, bytes, sha256, trust: Trust::First, present: true });
            }
            Some(_) => {}
        }
    }
    let url = source.url(fetching.mirror);
    let parent = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent).map_err(unwritable(parent))?;
    let mut out = Output::create(&path).map_err(unwritable(&path))?;
    let (bytes, sha256) = receive(&url, source.most_bytes(), &mut out, &path, fetching)?;
    let trust = match expected {
        Some((sum, trust)) if sum == sha256 => trust,
        Some((expected, trust)) => {
            let known = match trust {
                Trust::Published => source.known.unwrap_or("published").to_owned(),
                _ => format!("recorded in {SUMS}"),
            };
            return Err(DownloadError::Mismatch { url, found: sha256, expected, known });
        }
        None => Trust::First,
    };
    out.finish().map_err(unwritable(&path))?;
    if trust == Trust::First {
        sums::record(folder, source.path, &sha256)?;
    }
    Ok(Fetched { path, bytes, sha256, trust, present: false })
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> DownloadError + '_ {
    move |source| DownloadError::Write { path: path.to_owned(), source }
}

/// What a server sends, piece by piece; reads on a thread of its own, because a read from a server that has fallen silent does not return.
fn pieces(mut body: impl Read + Send + 'static) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (send, pieces) = sync_channel(4);
    let read = move || {
        loop {
            let mut buffer = vec![0; 1 << 16];
            let piece = match body.read(&mut buffer) {
                Ok(0) => return,
                Ok(read) => {
                    buffer.truncate(read);
                    Ok(buffer)
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let failed = piece.is_err();
            // Where nobody wants more, there is an end to it.
            if send.send(piece).is_err() || failed {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(pieces)
}

/// Writes what a server sends; its size and sum.
fn receive(
    url: &str,
    most: u64,
    out: &mut Output,
    path: &Path,
    fetching: Fetching<'_>,
) -> Result<(u64, String), DownloadError> {
    let Fetching { patience, heard, .. } = fetching;
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_connect(Some(patience))
        .timeout_recv_response(Some(patience))
        .user_agent(concat!("noregret/", env!("CARGO_PKG_VERSION")))
        .build()
        .into();
    let answer = agent.get(url).call().map_err(|error| match error {
        ureq::Error::StatusCode(status) => DownloadError::Refused { url: url.to_owned(), status },
        other => DownloadError::Unreachable { url: url.to_owned(), why: other.to_string() },
    })?;
    let promised = answer.body().content_length();
    let too_large = || DownloadError::TooLarge { url: url.to_owned(), limit: most };
    if promised.is_some_and(|promised| promised > most) {
        return Err(too_large());
    }
    let broken = |bytes, why: String| DownloadError::Broken { url: url.to_owned(), bytes, why };
    let body = answer.into_body().into_with_config().limit(u64::MAX).reader();
    let pieces = pieces(body).map_err(|error| broken(0, error.to_string()))?;
    let (mut digest, mut bytes, mut last) = (Sha256::new(), 0, Instant::now());
    loop {
        match pieces.recv_timeout(GLANCE.min(patience)) {
            Ok(piece) => {
                let piece = piece.map_err(|error| broken(bytes, error.to_string()))?;
                bytes += piece.len() as u64;
                if bytes > most {
                    return Err(too_large());
                }
                digest.update(&piece);
                out.write_all(&piece).map_err(unwritable(path))?;
                last = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) if last.elapsed() >= patience => {
                let seconds = patience.as_secs();
                return Err(DownloadError::Stalled { url: url.to_owned(), bytes, seconds });
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if !heard(bytes) {
            return Err(DownloadError::Interrupted);
        }
    }
    if promised.is_some_and(|promised| promised != bytes) {
        return Err(broken(bytes, format!("{} were promised", promised.unwrap_or(0))));
    }
    Ok((bytes, sums::hex(&digest.finalize())))
}

/// Size and sum of a file.
fn sum_of(path: &Path) -> io::Result<(u64, String)> {
    let mut file = std::fs::File::open(path)?;
    let mut digest = Sha256::new();
    let (mut bytes, mut buffer) = (0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => {
                digest.update(&buffer[..read]);
                bytes += read as u64;
            }
        }
    }
    Ok((bytes, sums::hex(&digest.finalize())))
}
