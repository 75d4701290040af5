#!/usr/bin/env python3
"""k-NN error of what `noregret metric` chooses, beside the Euclidean distance and scikit-learn's NCA, on the same splits and vectors.

    python3 bench/metric/quality.py TABLE.csv... [--runs 10] [--nca-runs 3] [--nca-most 3000] [--binary PATH]

A table is CSV with a header and the label last (bench/metric/tables.py writes such). Splits, encoding and k = 3 are those of `noregret metric eval`: 70 % to
learn, 30 % to test; numbers standardised, categories one-hot, by the training rows. NCA (all dimensions, its defaults) runs on the first of the splits, and
not at all above --nca-most rows, where it takes minutes a run. Prints a row a table as it ends: mean errors, the mean and the
standard deviation of the difference to Euclid (n - 1), in how many runs Euclid was kept, and the verdict. Builds the command if no --binary is given.
"""

import argparse
import csv
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import environment
from environment import ONE_THREAD, ROOT, TARGET

environment.inside("bench-metric-quality-venv", ["numpy", "scikit-learn"], **ONE_THREAD)

import numpy as np
from sklearn.neighbors import NeighborhoodComponentsAnalysis

MASK = (1 << 64) - 1
SEED = 1


class SplitMix64:
    """The generator of the splits."""

    def __init__(self, seed):
        self.state = seed & MASK

    @classmethod
    def at(cls, seed, run):
        key = cls(seed).bits()
        return cls(cls(run ^ key).bits())

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, end):
        while True:
            wide = self.bits() * end
            if wide & MASK >= (-end % (1 << 64)) % end:
                return wide >> 64


def split(rows, run):
    order, random = list(range(rows)), SplitMix64.at(SEED, run)
    for last in range(rows - 1, 0, -1):
        other = random.below(last + 1)
        order[last], order[other] = order[other], order[last]
    cut = -(-7 * rows // 10)
    return order[:cut], order[cut:]


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def columns(path):
    """The columns as lists of numbers (None is missing) or texts, and the classes."""
    rows = list(csv.reader(open(path)))[1:]
    classes = np.unique([row[-1] for row in rows], return_inverse=True)[1]
    out = []
    for cells in list(zip(*rows))[:-1]:
        there = [cell for cell in cells if cell not in ("", "?", "NA")]
        numeric = all(number(cell) is not None for cell in there)
        missing = ("", "?", "NA") if numeric else ("", "?")
        out.append([None if cell in missing else number(cell) if numeric else cell for cell in cells])
    return out, classes


def vectors(columns, train):
    """Every row as the encoding that `noregret metric` fits on the training rows makes it."""
    parts = []
    for cells in columns:
        if any(isinstance(cell, str) for cell in cells):
            texts = sorted({cells[row] for row in train if cells[row] is not None})
            parts += [np.array([float(cell == text) for cell in cells]) for text in texts]
            continue
        known = [cells[row] for row in train if cells[row] is not None]
        mean = sum(known) / max(len(known), 1)
        spread = np.sqrt(np.mean((np.array(known) - mean) ** 2)) if known else 0.0
        parts.append(np.array([((mean if cell is None else cell) - mean) / spread if spread > 0 else 0.0 for cell in cells]))
    points = np.array(parts).T
    return points / np.sqrt(2.0 * points[train].var(axis=0, ddof=1).sum())


def error(near, near_classes, far, far_classes, k=3):
    wrong = 0
    for x, y in zip(far, far_classes):
        distances = ((near - x) ** 2).sum(axis=1)
        nearest = near_classes[np.argsort(distances, kind="stable")[:k]]
        votes = [(nearest == c).sum() for c in nearest]
        wrong += nearest[int(np.argmax(votes))] != y
    return wrong / max(len(far), 1)


def nca(path, runs):
    cells, classes = columns(path)
    errors, plain = [], []
    for run in range(runs):
        train, test = split(len(classes), run)
        points = vectors(cells, train)
        model = NeighborhoodComponentsAnalysis(random_state=SEED).fit(points[train], classes[train])
        images = model.transform(points)
        errors.append(error(images[train], classes[train], images[test], classes[test]))
        plain.append(error(points[train], classes[train], points[test], classes[test]))
    return errors, plain


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tables", nargs="+")
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--nca-runs", type=int, default=3)
    options.add_argument("--nca-most", type=int, default=3000)
    options.add_argument("--binary")
    options = options.parse_args()
    binary = options.binary
    if not binary:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
        binary = TARGET / "release" / "noregret"
    print("table rows dim classes | euclid chosen | difference deviation | kept of runs | verdict | nca euclid(its runs) chosen(its runs) seconds | seconds")
    worse = below = 0
    for path in options.tables:
        line = [binary, "metric", "eval", path, "--runs", str(options.runs), "--seed", str(SEED), "--json", "--quiet"]
        began = time.time()
        table = json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)["data"][0]
        seconds = time.time() - began
        euclid, chosen = (np.array(method["errors"]) for method in table["methods"])
        gap = chosen - euclid
        mean, deviation = gap.mean(), gap.std(ddof=1)
        verdict = "worse" if mean > deviation and mean > 0 else "below" if mean < 0 else "level"
        worse, below = worse + (verdict == "worse"), below + (mean < 0)
        told = "-"
        if options.nca_runs and table["rows"] <= options.nca_most and Path(path).suffix == ".csv":
            began = time.time()
            errors, plain = nca(path, options.nca_runs)
            n = len(errors)
            # The vectors are the same, but for ties and the last digits.
            agrees = "" if np.abs(np.array(plain) - euclid[:n]).max() < 0.01 else f" (Euclid differs: {plain})"
            told = f"{np.mean(errors):.4f} {euclid[:n].mean():.4f} {chosen[:n].mean():.4f} {time.time() - began:.0f}s{agrees}"
        kept = table["methods"][1]["kept"]
        print(
            f"{Path(path).stem} {table['rows']} {table['dim']} {table['classes']} | {euclid.mean():.4f} {chosen.mean():.4f} | "
            f"{mean:+.4f} {deviation:.4f} | {kept} of {options.runs} | {verdict} | {told} | {seconds:.0f}s",
            flush=True,
        )
    print(f"{len(options.tables)} tables: worse by more than a deviation on {worse}, below on {below}")


if __name__ == "__main__":
    main()
