#!/usr/bin/env python3
"""How fast tables are read: noregret's reader, from a file to examples with hashed features, beside pandas' read_csv alone.

    cargo build --release -p noregret-io --example parse
    python3 bench/tables/speed.py [--runs 7] [--rows 200000] [--parse PATH]

noregret reads on one thread; pandas takes as many as it likes (3.1 takes several), so processor seconds stand beside those of the clock.
Runs are interleaved, the best of each counts. Needs pandas and numpy.
"""
import argparse
import pathlib
import re
import resource
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


def ours(parse: str, path: str) -> tuple[float, float]:
    """Seconds by the clock, and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([parse, "1", path], check=True, capture_output=True, text=True).stdout
    assert ", 0 refused," in told, told
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(re.search(r"in ([0-9.]+) s", told)[1]), processor


def theirs(path: str) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    pd.read_csv(path)
    return time.perf_counter() - clock, time.process_time() - processor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parse", default=str(ROOT / "target/release/examples/parse"))
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--rows", type=int, default=200_000)
    flags = parser.parse_args()
    print(f"{'table':<10}{'seconds':<11}{'noregret':>10}{'pandas':>10}{'pandas / noregret':>19}")
    with tempfile.TemporaryDirectory() as folder:
        for table in (numbers, mixed):
            path = f"{folder}/{table.__name__}.csv"
            table(flags.rows).to_csv(path, index=False)
            pairs = [(ours(flags.parse, path), theirs(path)) for _ in range(flags.runs)]
            for place, what in enumerate(["clock", "processor"]):
                a, b = (min(run[place] for run in runs) for runs in zip(*pairs))
                print(f"{table.__name__:<10}{what:<11}{a:>10.3f}{b:>10.3f}{b / a:>19.2f}")


if __name__ == "__main__":
    main()
