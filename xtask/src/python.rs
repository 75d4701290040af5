//! The Python package as a user gets it: a wheel, built and installed into a clean environment, and its tests.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the package is.
const PACKAGE: &str = "crates/noregret-python";

/// Runs a program, which must succeed.
pub fn run(program: &Path, arguments: &[&str], variables: &[(&str, PathBuf)]) -> Result<()> {
    eprintln!("$ {} {}", program.display(), arguments.join(" "));
    let mut command = Command::new(program);
    command.args(arguments).envs(variables.iter().map(|(name, value)| (name, value)));
    let status = command.status().with_context(|| format!("cannot run {}", program.display()))?;
    if !status.success() {
        bail!("{} {} failed", program.display(), arguments.join(" "));
    }
    Ok(())
}

/// Where cargo builds.
pub fn target() -> Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    std::fs::create_dir_all(&target)?;
    Ok(target.canonicalize()?)
}

/// The wheel that [`python`] built.
pub fn wheel(target: &Path) -> Result<String> {
    let wheel = std::fs::read_dir(target.join("wheels")).ok().and_then(|mut files| files.next());
    Ok(wheel.context("no wheel is built: cargo xtask python")??.path().display().to_string())
}

/// Builds the wheel, installs it into an environment of its own with all that its tests compare with, and runs them.
/// The command must be built in release, and the examples of the library with the tests.
pub fn python() -> Result<()> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("python3 is not here: the Python package is not tested");
        return Ok(());
    }
    let target = target()?;
    let (home, wheels) = (target.join("python"), target.join("wheels"));
    run(Path::new("python3"), &["-m", "venv", "--clear", &home.display().to_string()], &[])?;
    let python = home.join("bin/python");
    let pip = ["-m", "pip", "-q", "--disable-pip-version-check"];
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels)?;
    }
    let place = wheels.display().to_string();
    run(&python, &[&pip[..], &["wheel", "--no-deps", "-w", &place, &format!("./{PACKAGE}")]].concat(), &[])?;
    let tested = format!("{}[test]", wheel(&target)?);
    run(&python, &[&pip[..], &["install", "--prefer-binary", &tested]].concat(), &[])?;
    let programs = [
        ("NOREGRET_COMMAND", target.join("release/noregret")),
        ("NOREGRET_MARGINS", target.join("debug/examples/margins")),
        ("NOREGRET_EXAMPLES", target.join("debug/examples")),
    ];
    run(&python, &["-m", "pytest", "-p", "no:cacheprovider", &format!("{PACKAGE}/tests")], &programs)
}
