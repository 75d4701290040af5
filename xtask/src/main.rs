//! `cargo xtask TASK`: the project's chores, with nothing to install but what a task says.

mod cpu;
mod page;
mod python;
mod spark;
mod torch;

use anyhow::{Context, Result, bail};
use std::process::Command;

const HELP: &str = "\
cargo xtask TASK

  lint                     formatting and clippy, warnings denied
  test                     lint, all tests, the Python package, the README's commands, and whether the crate for burn compiles: what CI runs
  redraw                   all tests, with property tests drawing new cases; prints the seed that repeats them
  explore [STREAMS] [--seed S] [--jobs J] [--only CHECK|ALGORITHM]
                           random streams and learners, hostile ones too, against the library and the built command:
                           1000 streams unless told; the checks: explore --help
  count [--pin]            instructions a feature of the parsers and kernels, under callgrind, against bench/instructions.txt; needs valgrind
  python                   the Python package: its wheel, built and installed into a clean environment (target/python), and its tests; needs python3
  torch                    the optimizers for PyTorch: installs Debian's python3-torch if it is not there, and tests them; needs the wheel of `python`
  burn                     the optimizers for burn and the program figure4: formatting, clippy and tests of crates/noregret-burn, which is apart from the workspace;
                           10 to 15 CPU minutes from nothing
  page                     the server's live page in Chromium, while a stream is learned; screenshots in target/page. Installs Debian's chromium and
                           playwright-core (npm) if they are not there; needs node
  spark [PYTEST ARGUMENT]  noregret.spark: installs PySpark (target/spark) and, if there is no java, Java 17, and runs tests/spark; needs the wheel of `python`
  cpu                      every algorithm trained here and on emulated older CPUs: the same model files; needs qemu-user-static
  fuzz TARGET [SECONDS]    run a fuzz target (svmlight, vw, csv, table, columnar, jsonl, model) with libFuzzer, 60 seconds unless told; what it found and keeps is in target/fuzz; needs a C++ compiler";

fn cargo(arguments: &[&str]) -> Result<()> {
    cargo_with(arguments, &[])
}

fn cargo_with(arguments: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    eprintln!("$ cargo {}", arguments.join(" "));
    let mut cargo = Command::new("cargo");
    cargo.envs(variables.iter().copied());
    // What cargo says of this package would make other packages' build scripts run again.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&*name);
        }
    }
    let status = cargo.args(arguments).status().context("cannot run cargo")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

fn lint() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
}

/// Runs a cargo command on the crate for burn, which is a workspace of its own.
fn in_burn(command: &[&str], options: &[&str]) -> Result<()> {
    cargo(&[command, &["--manifest-path", "crates/noregret-burn/Cargo.toml"], options].concat())
}

/// That the crate for burn compiles. Its tests train networks and are a task of their own.
fn check_burn() -> Result<()> {
    in_burn(&["fmt"], &["--check"])?;
    in_burn(&["check"], &["--all-features", "--all-targets", "--locked"])
}

fn burn() -> Result<()> {
    in_burn(&["fmt"], &["--check"])?;
    in_burn(&["clippy"], &["--all-features", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    // Networks are slow to train without optimisation.
    in_burn(&["test", "--release"], &["--all-features", "--locked"])
}

fn test() -> Result<()> {
    lint()?;
    cargo(&["run", "--release", "--locked", "--", "train", "examples/data/clicks.vw"])?;
    cargo(&["test", "--workspace", "--locked"])?;
    python::python()?;
    cpu::cpu()?;
    check_burn()?;
    if Command::new("valgrind").arg("--version").output().is_ok() {
        return count(false);
    }
    eprintln!("valgrind is not here: instructions are not counted");
    Ok(())
}

/// Examples counted, and the features of each, about.
const COUNTED: u64 = 200;

/// Instructions of a command, by callgrind.
fn instructions(what: &str, examples: u64) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "target/release/examples/count", what])
        .arg(examples.to_string())
        // The same loops whatever the processor.
        .env("NOREGRET_SIMD", "off")
        .output()
        .context("cannot run valgrind; install it (Debian: valgrind)")?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text.lines().find_map(|line| line.split("Collected : ").nth(1));
    let count = count.and_then(|count| count.trim().parse().ok());
    count.with_context(|| format!("callgrind did not count {what}:\n{text}"))
}

/// Counts do not depend on the machine's load: more of them means a slower program. A quarter is allowed, for compilers differ.
fn count(pin: bool) -> Result<()> {
    // Beside the command, so that what both depend on is built once.
    cargo(&[
        "build",
        "--release",
        "--locked",
        "-p",
        "noregret-cli",
        "-p",
        "noregret-io",
        "--example",
        "count",
    ])?;
    let pinned = std::fs::read_to_string("bench/instructions.txt").unwrap_or_default();
    let (mut found, mut slower) = (String::new(), Vec::new());
    for what in ["svmlight", "vw", "csv", "ada-diag", "auto", "ada-fd"] {
        // The difference of two sizes leaves out what a start costs.
        let each = (instructions(what, 2 * COUNTED)? - instructions(what, COUNTED)?) / COUNTED;
        let before: Option<u64> =
            pinned.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok());
        let was = before.map_or_else(|| "new".to_owned(), |before| format!("was {before}"));
        println!("{what:10} {each:>9} instructions an example of about 80 features, {was}");
        found += &format!("{what} {each}\n");
        if before.is_some_and(|before| each * 100 > before * 125) {
            slower.push(what);
        }
    }
    if pin {
        std::fs::write("bench/instructions.txt", found)?;
    } else if !slower.is_empty() {
        bail!(
            "{} take more instructions than pinned; if that is meant: cargo xtask count --pin",
            slower.join(", ")
        );
    }
    Ok(())
}

fn redraw() -> Result<()> {
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

fn explore(arguments: &[&str]) -> Result<()> {
    cargo(&["build", "--release", "--locked", "-p", "noregret-cli", "-p", "explore"])?;
    let status = Command::new("target/release/explore").args(arguments).status()?;
    if !status.success() {
        bail!("some did not hold, or could not be tried");
    }
    Ok(())
}

/// Lets libFuzzer see which branches an input takes. It is what cargo-fuzz gives to the compiler, and stable ones take it.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions --cfg fuzzing";

fn fuzz(target: &str, seconds: &str) -> Result<()> {
    let version = Command::new("rustc").arg("-vV").output().context("rustc cannot be run")?.stdout;
    let version = String::from_utf8(version)?;
    let host =
        version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc -vV names no host")?;
    let folder = std::path::Path::new("target/fuzz");
    let corpus = folder.join("corpus").join(target);
    std::fs::create_dir_all(&corpus).context("target/fuzz/corpus cannot be made")?;
    let flags = &[("RUSTFLAGS", COVERAGE), ("CARGO_TARGET_DIR", "target/fuzz")];
    // With a target named, build scripts are compiled without the flags.
    cargo_with(
        &["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target", host, "--bin", target],
        flags,
    )?;
    let limits =
        [format!("-max_total_time={seconds}"), "-rss_limit_mb=4096".to_owned(), "-timeout=20".to_owned()];
    let found = format!("-artifact_prefix={}/", folder.display());
    let program = folder.join(host).join("release").join(target);
    let status = Command::new(program)
        .arg(&corpus)
        .args(limits)
        .arg(found)
        .status()
        .context("the target cannot be run")?;
    if !status.success() {
        bail!("an input that fails is in target/fuzz");
    }
    Ok(())
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["lint"] => lint(),
        ["test"] => test(),
        ["redraw"] => redraw(),
        ["explore", ref arguments @ ..] => explore(arguments),
        ["python"] => {
            cargo(&["build", "--release", "--locked"])?;
            cargo(&["build", "--locked", "-p", "noregret", "--example", "margins"])?;
            python::python()
        }
        ["torch"] => torch::torch(),
        ["burn"] => burn(),
        ["page"] => {
            cargo(&["build", "--release", "--locked"])?;
            page::page()
        }
        ["spark", ref arguments @ ..] => spark::spark(arguments),
        ["cpu"] => cpu::cpu(),
        ["count"] => count(false),
        ["count", "--pin"] => count(true),
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        _ => bail!("{HELP}"),
    }
}
