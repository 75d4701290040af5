//! The server's live page in a real browser.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

fn there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs a program, which has to end well.
fn run(program: &str, arguments: &[&str]) -> Result<()> {
    eprintln!("$ {program} {}", arguments.join(" "));
    let status =
        Command::new(program).args(arguments).status().with_context(|| format!("cannot run {program}"))?;
    if !status.success() {
        bail!("{program} {} failed", arguments.join(" "));
    }
    Ok(())
}

/// Opens the page while a stream is learned; screenshots are left in `target/page`. Needs node and npm; Debian's Chromium is installed if it is not there.
pub fn page() -> Result<()> {
    if !there("chromium") {
        run("apt-get", &["install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"])
            .context("Chromium is not here and could not be installed (Debian: apt-get install chromium)")?;
    }
    let folder = Path::new("target/page");
    fs::create_dir_all(folder)?;
    if !folder.join("node_modules/playwright-core").exists() {
        run(
            "npm",
            &[
                "install",
                "--prefix",
                "target/page",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "playwright-core",
            ],
        )?;
    }
    let script = "crates/noregret-serve/browser/page.mjs";
    let modules = fs::canonicalize(folder.join("node_modules"))?;
    let modules = modules.to_str().context("the folder's name is no text")?;
    run("node", &[script, "target/release/noregret", modules, "/usr/bin/chromium", "target/page"])?;
    eprintln!("screenshots: target/page/*.png");
    Ok(())
}
