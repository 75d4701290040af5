//! `noregret.spark`, tested where Spark is: an environment of its own with PySpark and the wheel that `cargo xtask python` built.

use crate::python::{run, target, wheel};
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs Java and PySpark if need be, and the wheel beside them, and runs the tests that need them; more arguments are pytest's.
pub fn spark(arguments: &[&str]) -> Result<()> {
    let java = || Command::new("java").arg("-version").output().is_ok_and(|done| done.status.success());
    if !java() {
        run(
            Path::new("apt-get"),
            &["install", "-y", "--no-install-recommends", "openjdk-17-jre-headless"],
            &[],
        )?;
        if !java() {
            bail!("Spark needs Java 17, and there is no java");
        }
    }
    let target = target()?;
    let (home, wheel) = (target.join("spark"), wheel(&target)?);
    let python = home.join("bin/python");
    if !python.exists() {
        run(Path::new("python3"), &["-m", "venv", "--clear", &home.display().to_string()], &[])?;
    }
    let pip = ["-m", "pip", "-q", "--disable-pip-version-check", "install"];
    run(&python, &[&pip[..], &[&format!("{wheel}[spark]"), "pytest", "mypy"]].concat(), &[])?;
    // The version may be that of another build.
    run(&python, &[&pip[..], &["--no-deps", "--force-reinstall", &wheel]].concat(), &[])?;
    let variables = [
        ("NOREGRET_COMMAND", target.join("release/noregret")),
        ("NOREGRET_WHEEL", PathBuf::from(&wheel)),
        ("PYSPARK_PYTHON", python.clone()),
        ("SPARK_LOCAL_IP", PathBuf::from("127.0.0.1")),
    ];
    let tests = ["-m", "pytest", "-p", "no:cacheprovider", "crates/noregret-python/tests/spark"];
    run(&python, &[&tests[..], arguments].concat(), &variables)
}
