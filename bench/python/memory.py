#!/usr/bin/env python3
"""How much memory a long stream takes beside the model, in two lengths: it must not grow.

    python3 bench/python/memory.py [--gigabytes 2] [--file] [--here]

An Arrow stream is made on the way, batch after batch (of 8 numbers and 4 categories of texts), and handed over by capsules; with --file the same rows are
written as a Parquet file first and read by `noregret.stream`. Each run is a process of its own: its peak resident memory, less that of a run over one
batch. Gigabytes are those of the batches in Arrow's memory, or of the file.
"""
import argparse, json, os, subprocess, sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ONE_THREAD, ROOT, TARGET, inside

ROWS = 1 << 15


def batch(seed):
    import numpy as np, pyarrow as pa

    random = np.random.default_rng(seed)
    words = pa.array([f"value{k}" for k in range(2000)])
    columns = {f"number{k}": pa.array(random.normal(size=ROWS)) for k in range(8)}
    columns.update({f"category{k}": words.take(pa.array(random.integers(2000, size=ROWS))) for k in range(4)})
    columns["y"] = pa.array(random.integers(2, size=ROWS))
    return pa.record_batch(columns)


def batches(count):
    # A few different ones, over and over: making them is not what is measured.
    kept = [batch(seed) for seed in range(4)]
    for k in range(count):
        yield kept[k % 4]


def peak():
    line = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def run(count, path):
    import noregret

    model = noregret.Model("ada-diag", "logistic")
    source = batches(count) if path is None else noregret.stream(path)
    model.learn(source, margins=False)
    counts = model.counts
    print(json.dumps({"peak": peak(), "model": model._about()["bytes"], "rows": counts["examples"]}))


def child(count, path=None):
    command = [sys.executable, __file__, "--child", str(count), *(["--path", str(path)] if path else [])]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def write(count, path):
    import pyarrow.parquet as pq

    with pq.ParquetWriter(path, batch(0).schema, compression="none", use_dictionary=False) as writer:
        for part in batches(count):
            writer.write_batch(part)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, default=2.0)
    parser.add_argument("--file", action="store_true")
    parser.add_argument("--here", action="store_true", help="under this Python as it is, which has everything")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--path", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        return run(options.child, options.path)
    if not options.here:
        inside("bench-python", ["numpy", "pyarrow", "noregret"], **ONE_THREAD)
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "numpy", "pyarrow", str(ROOT / "crates/noregret-python")], check=True)
    size = batch(0).nbytes
    told = []
    for share in (0.0, 0.25, 1.0):
        count, path = max(1, round(options.gigabytes * 1e9 * share / size)), None
        if options.file:
            path = TARGET / "bench-python-data" / f"memory-{share}.parquet"
            path.parent.mkdir(exist_ok=True)
            write(count, path)
        found = child(count, path)
        found["gigabytes"] = (os.path.getsize(path) if path else count * size) / 1e9
        if path:
            path.unlink()
        told.append(found)
    first = told[0]
    for found in told:
        found["megabytes beyond one batch"] = round((found["peak"] - first["peak"]) / 1e6, 1)
        found["megabytes in all, less the model"] = round((found["peak"] - found["model"]) / 1e6, 1)
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
