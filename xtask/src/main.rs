//! `cargo xtask TASK`: the project's chores, with nothing to install but what a task says.

use anyhow::{Context, Result, bail};
use std::process::Command;

const HELP: &str = "\
cargo xtask TASK

  lint                     formatting and clippy, warnings denied
  test                     lint, all tests, and the README's commands: what CI runs
  explore                  all tests, with property tests drawing new cases; prints the seed that repeats them
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
    cargo(&[
        "run",
        "--release",
        "--locked",
        "--",
        "train",
        "examples/data/clicks.vw",
        "-a",
        "per-coord",
        "--scale",
        "0.3",
    ])?;
    cargo(&["test", "--workspace", "--locked"])
}

fn explore() -> Result<()> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    let seed = now.subsec_nanos().to_string();
    eprintln!("PROPTEST_RNG_SEED={seed}");
    let arguments = ["test", "--workspace", "--locked", "--no-fail-fast"];
    let status = Command::new("cargo").args(arguments).env("PROPTEST_RNG_SEED", &seed).status()?;
    if !status.success() {
        bail!("repeat it with PROPTEST_RNG_SEED={seed} cargo test --workspace");
    }
    Ok(())
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
        ["explore"] => explore(),
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        _ => bail!("{HELP}"),
    }
}
