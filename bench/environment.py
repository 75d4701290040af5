"""Where cargo builds, and the virtual environments there that hold what noregret is measured against.

A script outside this folder finds it after `sys.path.append(str(Path(__file__).resolve().parents[1]))`.
"""
import os, subprocess, sys, venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Cargo, which runs in ROOT, takes a relative folder from there too.
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def python(name, packages):
    """The Python of the environment `name` in the build's folder, which is made anew if it lacks one of the packages."""
    there = TARGET / name / "bin" / "python"
    versions = f"import importlib.metadata as metadata; [metadata.version(name) for name in {packages!r}]"
    if not there.exists() or subprocess.run([there, "-c", versions], stderr=subprocess.DEVNULL).returncode:
        venv.create(TARGET / name, with_pip=True, clear=True)
        subprocess.run([there, "-m", "pip", "install", "--quiet", *packages], check=True)
    return str(there)


def inside(name, packages, **variables):
    """Begins this script again under that Python, with these variables beside the others; under it already, gives its path."""
    there = python(name, packages)
    if Path(sys.prefix).resolve() != (TARGET / name).resolve():
        os.execve(there, [there, *sys.argv], {**os.environ, **variables})
    return there
