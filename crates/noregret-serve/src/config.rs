//! How a server is set up.

use crate::model::handle::Room;
use crate::model::keeper::{Durability, Keeping};
use crate::model::writer::Rhythm;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that can be said of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where models are kept.
    pub data: PathBuf,
    /// Where HTTP is served.
    pub listen: SocketAddr,
    /// The port of the old protocol, on loopback.
    pub vw_port: Option<u16>,
    /// The model it speaks to.
    pub vw_model: String,
    /// A file of tokens.
    pub token_file: Option<PathBuf>,
    /// Certificate and key, in PEM.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// When an answer may leave.
    pub durability: Durability,
    /// Whether the whole log is kept, for time travel.
    pub keep_log: bool,
    /// Between snapshots.
    pub snapshot_every: Duration,
    /// Bytes of a segment of the log.
    pub segment: u64,
    /// What clients may do.
    pub limits: Limits,
}

/// What clients may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of a line, or of an example of JSON.
    pub line: usize,
    /// Bytes of all bodies at a time.
    pub bodies: usize,
    /// For the head of a request, and between two requests of a connection.
    pub head_time: Duration,
    /// For a body.
    pub body_time: Duration,
    /// Requests of a model that are not answered yet.
    pub queue: usize,
    /// Models.
    pub models: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            body: 64 << 20,
            line: 1 << 20,
            bodies: 256 << 20,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            queue: 4096,
            models: 256,
        }
    }
}

impl Config {
    /// The usual setup of a folder and an address.
    pub fn new(data: impl Into<PathBuf>, listen: SocketAddr) -> Self {
        Self {
            data: data.into(),
            listen,
            vw_port: None,
            vw_model: "vw".to_owned(),
            token_file: None,
            tls: None,
            durability: Durability::Always,
            keep_log: false,
            snapshot_every: Duration::from_secs(300),
            segment: Keeping::default().segment,
            limits: Limits::default(),
        }
    }

    pub(crate) fn keeping(&self) -> Keeping {
        Keeping { durability: self.durability, forever: self.keep_log, segment: self.segment }
    }

    pub(crate) fn rhythm(&self) -> Rhythm {
        Rhythm { snapshot: self.snapshot_every, ..Rhythm::default() }
    }

    pub(crate) fn room(&self) -> Room {
        Room { requests: self.limits.queue, bytes: self.limits.bodies }
    }
}
