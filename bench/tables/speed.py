#!/usr/bin/env python3
"""How fast tables are read: noregret's reader, from a file to examples with hashed features, beside pandas' read_csv alone.

    cargo build --release -p noregret-io --example parse
    python3 bench/tables/speed.py [--runs 7] [--rows 200000] [--parse PATH]

Both read on one thread; runs are interleaved, the best of each counts. Needs pandas and numpy.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile
import time

import numpy as np
import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parents[2]


def numbers(rows: int) -> pd.DataFrame:
    """Twenty columns of numbers of four to seventeen digits."""
    draw = np.random.default_rng(1)
    columns = {f"x{k}": draw.normal(size=rows) for k in range(5)}
    columns |= {f"r{k}": draw.normal(size=rows).round(3) for k in range(10)}
    columns |= {f"n{k}": draw.integers(0, 10_000, rows) for k in range(5)}
    return pd.DataFrame({"y": draw.integers(0, 2, rows)} | columns)


def mixed(rows: int) -> pd.DataFrame:
    """Five numbers, a tenth of them missing, and ten categories."""
    draw = np.random.default_rng(2)
    columns = {f"x{k}": np.where(draw.random(rows) < 0.1, np.nan, draw.normal(size=rows).round(4)) for k in range(5)}
    columns |= {f"c{k}": draw.choice([f"v{v:x}" for v in range(10 ** (1 + k % 4))], rows) for k in range(10)}
    return pd.DataFrame({"y": draw.integers(0, 2, rows)} | columns)


def ours(parse: str, path: str) -> float:
    told = subprocess.run([parse, "1", path], check=True, capture_output=True, text=True).stdout
    assert ", 0 refused," in told, told
    return float(re.search(r"in ([0-9.]+) s", told)[1])


def theirs(path: str) -> float:
    start = time.perf_counter()
    pd.read_csv(path)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parse", default=str(ROOT / "target/release/examples/parse"))
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--rows", type=int, default=200_000)
    flags = parser.parse_args()
    print(f"{'table':<10}{'MB':>6}{'noregret s':>12}{'pandas s':>10}{'pandas / noregret':>19}")
    with tempfile.TemporaryDirectory() as folder:
        for table in (numbers, mixed):
            path = f"{folder}/{table.__name__}.csv"
            table(flags.rows).to_csv(path, index=False)
            pairs = [(ours(flags.parse, path), theirs(path)) for _ in range(flags.runs)]
            a, b = (min(times) for times in zip(*pairs))
            size = pathlib.Path(path).stat().st_size / 1e6
            print(f"{table.__name__:<10}{size:>6.0f}{a:>12.3f}{b:>10.3f}{b / a:>19.2f}")


if __name__ == "__main__":
    main()
