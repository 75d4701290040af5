//! `noregret fetch`: downloads the papers' data into a folder, checked.

use crate::voice::answer;
use crate::voice::failure::{Failure, Interrupted, usage};
use crate::voice::interrupt;
use crate::voice::talk::say;
use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use noregret_reproduce::download::{DownloadError, Fetched, Fetching, SOURCES, SUMS, Source, Trust, fetch};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Download the papers' data into a folder, checked by SHA-256
#[derive(Args, Debug)]
#[command(after_help = "\
Without a name the sets are listed. A file is in its place only when it is whole and its SHA-256 is the published one; where nobody has
published one it is recorded in the folder's SHA256SUMS at the first download, and checked against that ever after.
A server that sends nothing for a minute, or more than twice the size listed (and a megabyte), is given up; nothing of it is kept.

Examples:
  noregret fetch                                       what can be fetched, and how large it is
  noregret fetch gisette iris --data ~/data            two sets
  noregret fetch rcv1 --data ~/data --mirror http://near/data")]
pub struct Fetch {
    /// The sets, or `all`
    #[arg(value_name = "SET")]
    sets: Vec<String>,

    /// The folder to put them into
    #[arg(long, value_name = "FOLDER", env = "NOREGRET_DATA")]
    data: Option<PathBuf>,

    /// Take the files from this server instead, by their place in the folder
    #[arg(long, value_name = "URL")]
    mirror: Option<String>,

    /// Print the files as one JSON array
    #[arg(long)]
    json: bool,
}

/// The names of the sets, each once.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = SOURCES.iter().map(|source| source.set).collect();
    names.dedup();
    names
}

impl Fetch {
    /// Runs it.
    pub fn run(&self) -> Result<()> {
        let known = names();
        let asked = |set: &str| self.sets.iter().any(|name| name == set || name == "all");
        if let Some(name) = self.sets.iter().find(|name| *name != "all" && !known.contains(&name.as_str())) {
            return Err(usage(format!("unknown set {name:?}: the sets are {}, or all", known.join(", "))));
        }
        if self.sets.is_empty() {
            return answer::text(&self.list());
        }
        let folder = self.data.as_ref().ok_or_else(|| {
            usage("a folder is needed to put the data into: name it with --data, or in the environment as NOREGRET_DATA")
        })?;
        interrupt::listen();
        let mut fetched = Vec::new();
        for source in SOURCES.iter().filter(|source| asked(source.set)) {
            if interrupt::asked() {
                return Err(Interrupted.into());
            }
            let bar = ProgressBar::new((source.megabytes * 1e6) as u64);
            let mut heard = |bytes| {
                bar.set_position(bytes);
                !interrupt::asked()
            };
            let fetching = Fetching { mirror: self.mirror.as_deref(), ..Fetching::new(&mut heard) };
            let found = fetch(source, folder, fetching);
            bar.finish_and_clear();
            let found = found.map_err(|error| match error {
                DownloadError::Interrupted => Interrupted.into(),
                error => {
                    let (message, help) = (error.to_string(), Some(error.help().to_owned()));
                    anyhow::Error::from(Failure { message, help })
                }
            })?;
            say(line(source, &found));
            fetched.push(json!({
                "set": source.set, "path": found.path, "bytes": found.bytes, "sha256": found.sha256,
                "checked": found.trust != Trust::First, "present": found.present,
            }));
        }
        if self.json { answer::file(&format!("{}\n", json!(fetched))) } else { Ok(()) }
    }

    fn list(&self) -> String {
        if self.json {
            let one = |s: &Source| json!({"set": s.set, "path": s.path, "url": s.url(self.mirror.as_deref()), "megabytes": s.megabytes, "sha256": s.sha256, "published_by": s.known});
            return format!("{}\n", json!(SOURCES.iter().map(one).collect::<Vec<_>>()));
        }
        let mut text = format!("{:<14} {:>8}  {:<34} SHA-256 published by\n", "set", "MB", "file");
        for source in &SOURCES {
            let known = source.known.unwrap_or("nobody: recorded at the first download");
            let _ = writeln!(text, "{:<14} {:>8}  {:<34} {known}", source.set, source.megabytes, source.path);
        }
        text
    }
}

fn line(source: &Source, found: &Fetched) -> String {
    let how = match found.trust {
        Trust::Published => format!("SHA-256 as published by {}", source.known.unwrap_or("its source")),
        Trust::Recorded => format!("SHA-256 as recorded in {SUMS}"),
        Trust::First => {
            format!("nobody has published its SHA-256: it could only be recorded in {SUMS}, {}", found.sha256)
        }
    };
    let was = if found.present { "was there" } else { "fetched" };
    format!("{} {was}, {} bytes; {how}", found.path.display(), found.bytes)
}
