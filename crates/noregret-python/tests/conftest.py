"""What several tests use."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]


def _program(variable, *places):
    named = os.environ.get(variable)
    if named:
        return named
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    for place in places:
        if (target / place).exists():
            return str(target / place)
    pytest.skip(f"{places[0]} is not built, and {variable} names no other")


@pytest.fixture(scope="session")
def command():
    """Runs the command and gives its standard output."""
    path = _program("NOREGRET_COMMAND", "release/noregret", "debug/noregret")

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def library():
    """Runs the Rust program that prints the library's own progressive margins, as bits."""
    path = _program("NOREGRET_MARGINS", "debug/examples/margins", "release/examples/margins")

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        bits = np.array([int(line, 16) for line in done.stdout.split()], dtype=np.uint64)
        return bits.view(np.float64)

    return run


def draw(rows=300, columns=12, seed=0, density=0.4, real=False):
    """A matrix with many zeros, and labels that depend on it."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((rows, columns)) < density, rng.normal(size=(rows, columns)), 0.0)
    X = np.round(X, 6)
    score = X @ rng.normal(size=columns) + 0.3 * rng.normal(size=rows)
    y = np.round(score, 3) if real else np.where(score > 0, 1.0, -1.0)
    return X, y


def svmlight(X, y, path):
    """The same as text."""
    with open(path, "w") as file:
        for row, label in zip(X, y):
            pairs = " ".join(f"{i}:{float(v)!r}" for i, v in enumerate(row) if v != 0)
            file.write(f"{float(label)!r} {pairs}\n")
    return path


def three_classes(path, rows=400):
    """Points of three classes, whose names are texts, and a CSV file of them."""
    rng = np.random.default_rng(3)
    X = np.round(rng.normal(size=(rows, 4)), 5)
    y = np.array(["ab", "c", "d"])[np.argmax(X[:, :3], axis=1)]
    lines = ["label,a,b,c,d"] + [f"{label}," + ",".join(map(repr, row)) for row, label in zip(X.tolist(), y)]
    path.write_text("\n".join(lines) + "\n")
    return X, y
