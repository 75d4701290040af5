#!/usr/bin/env python3
"""How fast tables are read: noregret's reader, from a file to examples with hashed features, beside pandas' read_csv alone; and the
same rows as Parquet (pyarrow's defaults), as an Arrow file and as an Arrow stream, beside the CSV file.

    cargo build --release -p noregret-io --example parse
    python3 bench/tables/speed.py [--runs 7] [--rows 200000] [--parse PATH] [--memory]

noregret reads on one thread, and beside it on as many as there are cores; pandas takes as many as it likes (3.1 takes several), so processor seconds stand beside those of the clock.
Runs are interleaved, the best of each counts. `--memory` prints the largest memory of the reader for tables of ever more rows instead.
Needs pandas, pyarrow and numpy.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import time

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

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


def ours(parse: str, path: str, threads: int = 1) -> tuple[float, float]:
    """Seconds by the clock, and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([parse, str(threads), path], check=True, capture_output=True, text=True).stdout
    assert ", 0 refused," in told, told
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(re.search(r"in ([0-9.]+) s", told)[1]), processor


def theirs(path: str) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    pd.read_csv(path)
    return time.perf_counter() - clock, time.process_time() - processor


def write(frame: pd.DataFrame, stem: str) -> dict[str, str]:
    """The same rows in every format."""
    paths = {form: f"{stem}.{form}" for form in ("csv", "parquet", "arrow", "arrows")}
    frame.to_csv(paths["csv"], index=False)
    table = pa.Table.from_pandas(frame, preserve_index=False)
    pyarrow.parquet.write_table(table, paths["parquet"])
    pyarrow.feather.write_feather(table, paths["arrow"])
    with pa.ipc.new_stream(paths["arrows"], table.schema) as stream:
        stream.write_table(table, max_chunksize=65_536)
    return paths


def speed(flags: argparse.Namespace, folder: str) -> None:
    cores = os.cpu_count() or 1
    print(f"{'table':<10}{'seconds':<11}{'noregret':>10}{f'on {cores}':>8}{'pandas':>10}{'pandas / noregret':>19}{f'on {cores}':>8}", end="")
    print(f"{'parquet':>10}{'csv / parquet':>15}{'arrow':>9}{'csv / arrow':>13}{'stream':>9}{'csv / stream':>14}")
    for table in (numbers, mixed):
        paths = write(table(flags.rows), f"{folder}/{table.__name__}")
        runs = [
            [*(ours(flags.parse, path) for path in paths.values()), ours(flags.parse, paths["csv"], cores), theirs(paths["csv"])]
            for _ in range(flags.runs)
        ]
        for place, what in enumerate(["clock", "processor"]):
            csv, parquet, arrow, stream, several, pandas = (min(run[place] for run in each) for each in zip(*runs))
            print(f"{table.__name__:<10}{what:<11}{csv:>10.3f}{several:>8.3f}{pandas:>10.3f}{pandas / csv:>19.2f}{pandas / several:>8.2f}", end="")
            print(f"{parquet:>10.3f}{csv / parquet:>15.2f}{arrow:>9.3f}{csv / arrow:>13.2f}{stream:>9.3f}{csv / stream:>14.2f}")


def memory(flags: argparse.Namespace, folder: str) -> None:
    print(f"{'rows':>10}  {'format':<9}{'file, MB':>9}{'memory, MB':>12}")
    for rows in (flags.rows, 4 * flags.rows, 16 * flags.rows):
        for form, path in write(mixed(rows), f"{folder}/{rows}").items():
            child, most = subprocess.Popen([flags.parse, "1", path], stdout=subprocess.DEVNULL), 0
            # Not by wait4: a child starts with the largest memory of its parent. So this runs on Linux alone.
            while child.poll() is None:
                status = pathlib.Path(f"/proc/{child.pid}/status").read_text()
                most = max(most, *map(int, re.findall(r"VmHWM:\s+(\d+)", status)), 0)
                time.sleep(0.01)
            assert child.returncode == 0, path
            print(f"{rows:>10}  {form:<9}{os.path.getsize(path) / 1e6:>9.1f}{most / 1e3:>12.1f}")
            os.remove(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parse", default=str(ROOT / "target/release/examples/parse"))
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--memory", action="store_true")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (memory if flags.memory else speed)(flags, folder)


if __name__ == "__main__":
    main()
