"""The package is typed: mypy finds nothing, and the stubs of the native half say what is there."""

import subprocess
import sys
from pathlib import Path

CONFIG = str(Path(__file__).resolve().parents[1] / "pyproject.toml")


def run(*arguments, cwd):
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy(tmp_path):
    run("mypy", "--config-file", CONFIG, "-p", "noregret", cwd=tmp_path)


def test_stubs(tmp_path):
    allowed = str(Path(__file__).with_name("stubtest.txt"))
    run("mypy.stubtest", "noregret", "--mypy-config-file", CONFIG, "--allowlist", allowed, cwd=tmp_path)
