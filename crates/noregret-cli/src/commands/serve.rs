//! `noregret serve`: models that learn while they serve; and `serve replay`: a model as it was.

use crate::voice::failure::{Failure, usage};
use crate::voice::talk::say;
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use noregret_serve::{Config, Durability, Until, replay};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Serve models that learn while they serve, over HTTP
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Everything that is answered is on the disk first; after any crash the models are as if nothing had happened.
docs/serve.md tells more, /openapi.json has the paths, / is a live page.

Examples:
  noregret serve --data models                              on 127.0.0.1:8080
  curl -X PUT localhost:8080/v1/models/ads -H 'Content-Type: application/json' -d '{\"loss\": \"logistic\", \"labels\": [\"0\", \"1\"]}'
  curl localhost:8080/v1/models/ads/learn -H 'Content-Type: application/json' -d '{\"label\": 1, \"price\": 2.5, \"city\": \"Oslo\"}'
  curl localhost:8080/v1/models/ads/predict -H 'Content-Type: application/json' -d '{\"id\": \"click-7\", \"price\": 1, \"city\": \"Rome\"}'
  curl localhost:8080/v1/models/ads/label -d '{\"id\": \"click-7\", \"label\": 0}'
  noregret serve replay --data models --model ads --until 2 -m ads-then.nr"
)]
pub struct Serve {
    #[command(subcommand)]
    command: Option<ServeCommand>,

    #[command(flatten)]
    run: Run,
}

#[derive(Subcommand, Debug)]
enum ServeCommand {
    Replay(Replay),
}

/// When an answer may leave.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    /// When what it answers survives a loss of power
    Always,
    /// At once; the log is made durable ten times a second
    Interval,
    /// At once; the system writes the log when it likes
    None,
}

#[derive(Args, Debug)]
struct Run {
    /// The folder where models are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Where to listen; any other address than loopback needs a token file
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// Serve the line protocol of VW's daemon on this port of 127.0.0.1
    #[arg(long, value_name = "PORT")]
    vw_port: Option<u16>,

    /// The model that the old protocol speaks to; it is made if there is none
    #[arg(long, value_name = "NAME", default_value = "vw")]
    vw_model: String,

    /// Tokens, one a line; `read TOKEN` may look and predict only
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// The certificate for TLS, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The key for TLS, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// When an answer to something learned may leave
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Always)]
    durability: When,

    /// Keep the whole log, so that `serve replay` can go back to the beginning
    #[arg(long)]
    keep_log: bool,

    /// Seconds between snapshots
    #[arg(long, value_name = "S", default_value_t = 300)]
    snapshot_every: u64,

    /// Connections at a time
    #[arg(long, value_name = "N", default_value_t = 4096)]
    connections: usize,

    /// Megabytes that a body may have
    #[arg(long, value_name = "MB", default_value_t = 64)]
    body: usize,

    /// Kilobytes that an example may have; while it is learned it takes about 35 times as much memory
    #[arg(long, value_name = "KB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=65536))]
    line: u32,

    /// Seconds that the head of a request may take, and that a connection may be idle
    #[arg(long, value_name = "S", default_value_t = 10)]
    head_time: u64,

    /// Seconds that a body may take
    #[arg(long, value_name = "S", default_value_t = 30)]
    body_time: u64,

    /// Requests of a model that may wait; more are answered with 429
    #[arg(long, value_name = "N", default_value_t = 4096)]
    queue: usize,

    /// Log as JSON
    #[arg(long)]
    log_json: bool,
}

/// Rebuild a model as it was after a record or at a time, from snapshot and log
#[derive(Args, Debug)]
struct Replay {
    /// The folder of the server, which may be running
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The model's name
    #[arg(long, value_name = "NAME")]
    model: String,

    /// The last record (a number, as `learn` answers it), or a time such as 2026-11-18T06:00:00Z
    #[arg(long, value_name = "SEQ|TIME")]
    until: String,

    /// Write the model file here
    #[arg(short = 'm', long = "model-file", value_name = "FILE")]
    file: PathBuf,
}

impl Serve {
    /// Serves until it is told to end, or replays.
    pub fn run(self) -> Result<()> {
        match self.command {
            Some(ServeCommand::Replay(replay)) => replay.run(),
            None => self.run.run(),
        }
    }
}

impl Run {
    fn run(self) -> Result<()> {
        let data = self.data.ok_or_else(|| usage("serve needs --data DIR, where models are kept"))?;
        let mut config = Config::new(data, self.listen);
        config.vw_port = self.vw_port;
        config.vw_model = self.vw_model;
        config.token_file = self.token_file;
        config.tls = self.tls_cert.zip(self.tls_key);
        config.durability = match self.durability {
            When::Always => Durability::Always,
            When::Interval => Durability::Interval,
            When::None => Durability::None,
        };
        config.keep_log = self.keep_log;
        config.snapshot_every = Duration::from_secs(self.snapshot_every.max(1));
        config.limits.connections = self.connections.max(1);
        config.limits.body = self.body.clamp(1, 1024) << 20;
        config.limits.line = (self.line as usize) << 10;
        config.limits.bodies = config.limits.bodies.max(3 * config.limits.body);
        config.limits.head_time = Duration::from_secs(self.head_time.max(1));
        config.limits.body_time = Duration::from_secs(self.body_time.max(1));
        config.limits.queue = self.queue.max(1);
        noregret_serve::start_logging(self.log_json);
        let scheme = if config.tls.is_some() { "https" } else { "http" };
        let served = noregret_serve::run(&config, |here, old| {
            say(format_args!("listening on {scheme}://{here}"));
            if let Some(old) = old {
                say(format_args!("listening on {old} for the protocol of VW's daemon"));
            }
        });
        served.map_err(|error| Failure { message: error.to_string(), help: None }.into())
    }
}

impl Replay {
    fn run(self) -> Result<()> {
        let until = match (self.until.parse(), noregret_serve::time_of(&self.until)) {
            (Ok(seq), _) => Until::Record(seq),
            (Err(_), Some(time)) => Until::Time(time),
            (Err(_), None) => {
                return Err(usage(format!(
                    "--until takes a record's number or a time such as 2026-11-18T06:00:00Z, not {:?}",
                    self.until
                )));
            }
        };
        let replayed =
            replay(&self.data, &self.model, until).map_err(|message| Failure { message, help: None })?;
        std::fs::write(&self.file, &replayed.file).with_context(|| self.file.display().to_string())?;
        say(format_args!(
            "{}: {} as it was after record {} (from the snapshot of record {})",
            self.file.display(),
            replayed.champion,
            replayed.seq,
            replayed.from
        ));
        if replayed.undecided > 0 {
            say(format_args!(
                "{} examples waited to be understood then and are not in it",
                replayed.undecided
            ));
        }
        Ok(())
    }
}
