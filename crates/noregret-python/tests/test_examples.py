"""The scripts of examples/python run, and each prints what its twin in examples/rust prints."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT, _program

SCRIPTS = sorted(path.stem for path in (ROOT / "examples/python").glob("*.py"))


def test_there_are_five():
    assert SCRIPTS == ["audit", "clicks", "drift", "metric", "text"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_twins_print_the_same(name):
    script = [sys.executable, str(ROOT / f"examples/python/{name}.py")]
    done = subprocess.run(script, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    twin = _program("NOREGRET_EXAMPLES", f"debug/examples/{name}", f"release/examples/{name}")
    twin = os.path.join(twin, name) if os.path.isdir(twin) else twin
    other = subprocess.run([twin], capture_output=True, text=True, cwd=ROOT)
    assert other.returncode == 0, other.stderr
    assert other.stdout == done.stdout
