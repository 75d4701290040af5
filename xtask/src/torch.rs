//! The optimizers for PyTorch, tested where torch is: Debian's `python3-torch`, and the wheel that `cargo xtask python` built.

use crate::python::{run, target, wheel};
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

/// The Python that Debian's torch is for.
const PYTHON: &str = "/usr/bin/python3";

/// Installs torch if need be, and the wheel beside it, and runs the tests that need both.
pub fn torch() -> Result<()> {
    let there = || Command::new(PYTHON).args(["-c", "import torch"]).status().is_ok_and(|s| s.success());
    if !there() {
        let packages = ["python3-torch", "python3-venv", "python3-pytest"];
        run(
            Path::new("apt-get"),
            &[&["install", "-y", "--no-install-recommends"][..], &packages].concat(),
            &[],
        )?;
        if !there() {
            bail!("{PYTHON} has no torch");
        }
    }
    let target = target()?;
    let wheel = wheel(&target)?;
    let home = target.join("torch");
    let place = home.display().to_string();
    run(Path::new(PYTHON), &["-m", "venv", "--clear", "--system-site-packages", &place], &[])?;
    let python = home.join("bin/python");
    let pip = ["-m", "pip", "-q", "--disable-pip-version-check", "install"];
    run(&python, &[&pip[..], &["--no-deps", &wheel]].concat(), &[])?;
    run(&python, &[&pip[..], &["pytest"]].concat(), &[])?;
    run(
        &python,
        &["-m", "pytest", "-p", "no:cacheprovider", "crates/noregret-python/tests/test_torch.py"],
        &[],
    )
}
