//! The program that trains: where it is, and how it is run.

use crate::error::{Answer, ReproduceError};
use crate::setting::Setting;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What it is called.
pub(crate) const PROGRAM: &str = "figure4";

/// How it is built.
const ADVICE: &str =
    "the program figure4 is not here: cargo install --path crates/noregret-burn --features figure4";

/// The program beside this one, or on the path.
fn find() -> Option<PathBuf> {
    let file = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join(&file)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let along = std::env::split_paths(&path).map(|folder| folder.join(&file));
    beside.into_iter().chain(along).find(|place| place.is_file())
}

/// Whether it is there.
pub(crate) fn ready() -> bool {
    find().is_some()
}

/// Trains on one set, until it is done or not wanted any more.
pub(super) fn run(set: &str, kept: &Path, setting: &Setting<'_>) -> Answer<()> {
    let program = find().ok_or_else(|| ReproduceError::Nothing(ADVICE.to_owned()))?;
    setting.at(&format!("{set}: {} trains", program.display()))?;
    let small = [
        "--rows",
        "256",
        "--test-rows",
        "128",
        "--first-rows",
        "128",
        "--second-rows",
        "128",
        "--seeds",
        "1",
        "--epochs",
        "1",
    ];
    let mut child = Command::new(&program)
        .args(["--set", set])
        .arg("--folder")
        .arg(kept)
        .arg("--data")
        .arg(setting.data.path().unwrap_or(Path::new(".")))
        .args(setting.either(&[][..], &small[..]))
        .args(["--threads", &setting.threads.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .map_err(ReproduceError::read(&program))?;
    loop {
        if (setting.stop)() {
            // Its checkpoints stay, and it goes on there the next time.
            let _ = child.kill();
            let _ = child.wait();
            return Err(ReproduceError::Interrupted);
        }
        match child.try_wait().map_err(ReproduceError::read(&program))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(ReproduceError::Nothing(format!("{PROGRAM} on {set}: {status}"))),
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}
