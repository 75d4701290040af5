#!/usr/bin/env python3
"""Tables for bench/metric/quality.py, from packages that carry them.

    python3 bench/metric/tables.py FOLDER [UCI_FOLDER]

Downloads r-cran-mlbench, r-cran-kernlab and r-cran-caret with apt-get (unpacked, not installed), installs rdata and scikit-learn into the bench's
virtual environment, and writes a CSV for each table, label last, into FOLDER/choose (those the lanes of `metric train` were chosen on, with
the tables of Figure 2 from UCI_FOLDER, if given) and FOLDER/judge (those it is judged by, on which nothing was chosen). A table above
some thousand rows is cut to a random part of them. Needs apt-get and dpkg-deb (Debian), and python3 with venv.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import environment

if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
environment.inside("bench-metric-tables-venv", ["numpy", "scikit-learn", "rdata"])

import csv
import math
import shutil
import warnings

import numpy as np
import rdata
import sklearn.datasets as bundled

warnings.filterwarnings("ignore")
OUT = Path(sys.argv[1])
CHOOSE = "wine digits vowel pimaindiansdiabetes promotergene oil germancredit cox2 shuttle housevotes84".split()


def put(name, rows, header, most=None):
    rows = list(rows)
    if most and len(rows) > most:
        keep = np.random.default_rng(7).permutation(len(rows))[:most]
        rows = [rows[i] for i in keep]
    place = OUT / ("choose" if name in CHOOSE else "judge") / f"{name}.csv"
    place.parent.mkdir(parents=True, exist_ok=True)
    with open(place, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)
    print(f"{place}: {len(rows)} rows, {len(header) - 1} columns, {len({r[-1] for r in rows})} classes")


def cell(value):
    gone = value is None or (isinstance(value, float) and math.isnan(value)) or str(value) in ("nan", "<NA>")
    return "" if gone else value


def frame(packages, file, key, label, drop=(), most=None):
    table = rdata.read_rda(packages / "usr/lib/R/site-library" / file)[key]
    columns = [c for c in table.columns if c != label and c not in drop] + [label]
    rows = [[cell(v) for v in row] for row in table[columns].values.tolist()]
    put(key.lower(), [r for r in rows if r[-1] != ""], [str(c) for c in columns[:-1]] + ["class"], most)


def apart(packages, file, points, label, name):
    table = rdata.read_rda(packages / "usr/lib/R/site-library" / file)
    rows = [list(r) + [c] for r, c in zip(table[points].values.tolist(), list(table[label]))]
    put(name, rows, [str(c) for c in table[points].columns] + ["class"])


def write(packages):
    for key, label, drop, most in [
        ("Zoo", "type", (), None), ("Satellite", "classes", (), None), ("DNA", "Class", (), None), ("Sonar", "Class", (), None),
        ("PimaIndiansDiabetes", "diabetes", (), None), ("Vowel", "Class", ("V1",), None), ("Ionosphere", "Class", (), None),
        ("HouseVotes84", "Class", (), None), ("Vehicle", "Class", (), None), ("LetterRecognition", "lettr", (), None),
        ("BreastCancer", "Class", ("Id",), None), ("Glass", "Type", (), None), ("Shuttle", "Class", (), 6000),
    ]:
        frame(packages, f"mlbench/data/{key}.rda", key, label, drop, most)
    for key, label, most in [("spam", "type", None), ("musk", "Class", None), ("promotergene", "Class", None), ("income", "INCOME", 3000)]:
        frame(packages, f"kernlab/data/{key}.rda", key, label, (), most)
    for key, label, drop in [
        ("dhfr", "Y", ()), ("segmentationData", "Class", ("Cell", "Case")), ("scat", "Species", ()), ("GermanCredit", "Class", ()),
    ]:
        frame(packages, f"caret/data/{key}.RData", key, label, drop)
    for name, points, label in [
        ("cox2", "cox2Descr", "cox2Class"), ("mdrr", "mdrrDescr", "mdrrClass"), ("oil", "fattyAcids", "oilType"),
    ]:
        apart(packages, f"caret/data/{name}.RData", points, label, name)
    for name in ["wine", "breast_cancer", "digits"]:
        data = getattr(bundled, f"load_{name}")()
        rows = [list(x) + [f"c{y}"] for x, y in zip(data.data.tolist(), data.target)]
        put(name, rows, [f"x{i}" for i in range(data.data.shape[1])] + ["class"])
    if len(sys.argv) > 2:
        for file in ["iris.csv", "balance-scale.csv", "soybean.arff", "car.data", "audiology.tab"]:
            shutil.copy(Path(sys.argv[2]) / file, OUT / "choose")


with tempfile.TemporaryDirectory() as folder:
    for package in ["r-cran-mlbench", "r-cran-kernlab", "r-cran-caret"]:
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True)
    for package in Path(folder).glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    write(Path(folder))
