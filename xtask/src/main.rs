//! `cargo xtask TASK`: the project's chores, with nothing to install but what a task says.

use anyhow::{Context, Result, bail};
use std::process::Command;

const HELP: &str = "\
cargo xtask TASK

  lint                     formatting and clippy, warnings denied
  test                     lint, all tests, and the README's commands: what CI runs
  fuzz TARGET [SECONDS]    run a fuzz target (svmlight, vw, csv, jsonl, model); needs nightly and cargo-fuzz";

fn cargo(arguments: &[&str]) -> Result<()> {
    eprintln!("$ cargo {}", arguments.join(" "));
    let status = Command::new("cargo").args(arguments).status().context("cannot run cargo")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

fn lint() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
}

fn test() -> Result<()> {
    lint()?;
    cargo(&["run", "--release", "--locked", "--", "train", "examples/data/clicks.vw"])?;
    cargo(&["test", "--workspace", "--locked"])
}

fn fuzz(target: &str, seconds: &str) -> Result<()> {
    let limit = format!("-max_total_time={seconds}");
    cargo(&["+nightly", "fuzz", "run", target, "--", &limit])
        .context("fuzzing needs a nightly toolchain and `cargo install cargo-fuzz`")
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["lint"] => lint(),
        ["test"] => test(),
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        _ => bail!("{HELP}"),
    }
}
