#!/usr/bin/env python3
"""The Python package beside the library's own loop and its peers, in one run.

    python3 bench/python/speed.py [--rows 50000] [--features 350] [--runs 5] [--dicts 20000] [--table 200000]

1. `partial_fit` on a CSR matrix (rows of Zipf words of unit length, 2^22 columns): OnlineClassifier("ada-diag"), the library's loop over the
   same rows in Rust (`loop_speed`), and one epoch of scikit-learn's SGDClassifier; progressive log loss of the first two, and of SGDClassifier
   by batches of 500 (predict_proba, then partial_fit).
2. `learn_one` on dicts of 10 texts: LinearClassifier, and River's LogisticRegression with AdaGrad on the same as one-hot names.
3. A Parquet file of clicks (4 numbers, 6 categories): read by pyarrow and handed over by Arrow's capsules, read by `noregret.stream`, and VW's Python
   package by text, as its documentation has it: a DataFrame, its lines (DFtoVW), one `learn` a line. Progressive log loss of all.

Runs are interleaved, the best of each counts. The package must be installed in the environment `bench-python` of the build's folder, which this makes.
"""
import argparse, json, platform, subprocess, sys, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ONE_THREAD, ROOT, TARGET, inside

PEERS = ["numpy", "scipy", "scikit-learn==1.9.*", "river==0.26.*", "pandas", "pyarrow", "vowpalwabbit"]
NAMES = ["numpy", "scipy", "scikit-learn", "river", "pandas", "pyarrow", "vowpalwabbit", "noregret"]


def words(rows, features, columns=1 << 22, vocabulary=4e6, seed=1):
    """Documents of words with a frequency of about 1/rank, in random columns, of unit length, and labels that follow them."""
    import numpy as np, scipy.sparse as sp

    random = np.random.default_rng(seed)
    place = random.permutation(columns)
    truth = random.standard_normal(columns)
    starts, indices, values, labels = [0], [], [], []
    for _ in range(rows):
        ranks = np.unique((vocabulary ** random.random(features * 5 // 4)).astype(np.int64))
        ids = np.sort(place[ranks % columns])[:features]
        value = np.full(len(ids), 1 / np.sqrt(len(ids)))
        indices.append(ids), values.append(value)
        starts.append(starts[-1] + len(ids))
        labels.append(1.0 if truth[ids] @ value + 0.5 * random.standard_normal() > 0 else -1.0)
    data = (np.concatenate(values), np.concatenate(indices).astype(np.int32), np.array(starts, dtype=np.int32))
    return sp.csr_matrix(data, shape=(rows, columns)), np.array(labels)


def log_loss(margins, y):
    import numpy as np

    return float(np.mean(np.logaddexp(0, -y * margins)))


def matrices(options):
    import numpy as np
    from noregret.sklearn import OnlineClassifier
    from sklearn.linear_model import SGDClassifier

    X, y = words(options.rows, options.features)
    folder = TARGET / "bench-python-data"
    folder.mkdir(exist_ok=True)
    for name, array, kind in [("starts", X.indptr, "<u8"), ("indices", X.indices, "<u4"), ("values", X.data, "<f8"), ("labels", y, "<f8")]:
        array.astype(kind).tofile(folder / name)
    seconds = {"partial_fit": [], "library loop": [], "SGDClassifier epoch": []}
    for _ in range(options.runs):
        model = OnlineClassifier("ada-diag")
        start = time.perf_counter()
        model.partial_fit(X, y, classes=[-1, 1])
        seconds["partial_fit"].append(time.perf_counter() - start)
        looped = subprocess.run([TARGET / "release/examples/loop_speed", folder, "ada-diag"], capture_output=True, text=True, check=True)
        seconds["library loop"].append(float(looped.stdout.split()[0]))
        peer = SGDClassifier(loss="log_loss", max_iter=1, tol=None)
        start = time.perf_counter()
        peer.partial_fit(X, y, classes=[-1, 1])
        seconds["SGDClassifier epoch"].append(time.perf_counter() - start)
    peer, margins = SGDClassifier(loss="log_loss"), np.zeros(len(y))
    for begin in range(0, len(y), 500):
        some = slice(begin, begin + 500)
        if begin:
            margins[some] = peer.decision_function(X[some])
        peer.partial_fit(X[some], y[some], classes=[-1, 1])
    best = {name: min(times) for name, times in seconds.items()}
    return {
        "nonzeros": int(X.nnz), "seconds": best, "ns a feature": {k: 1e9 * v / X.nnz for k, v in best.items()},
        "partial_fit / library loop": best["partial_fit"] / best["library loop"],
        "partial_fit / SGDClassifier epoch": best["partial_fit"] / best["SGDClassifier epoch"],
        "progressive loss": {"noregret": model.model_.progressive_loss, "library loop": float(looped.stdout.split()[1]),
                             "SGDClassifier": log_loss(margins, y)},
    }  # fmt: skip


def dicts(options):
    import numpy as np
    from noregret.river import LinearClassifier
    from river import linear_model, optim

    random = np.random.default_rng(2)
    columns = [f"column{k}" for k in range(10)]
    texts = [[f"value{v}" for v in random.zipf(1.5, options.dicts) % 1000] for _ in columns]
    rows = [dict(zip(columns, row)) for row in zip(*texts)]
    named = [{f"{k}={v}": 1 for k, v in row.items()} for row in rows]
    y = [bool(v) for v in random.random(options.dicts) < 0.3]
    seconds = {"noregret, texts": [], "noregret, auto": [], "noregret, names": [], "River": []}
    runs = {
        "noregret, texts": (lambda: LinearClassifier("ada-diag"), rows), "noregret, auto": (lambda: LinearClassifier(), rows),
        "noregret, names": (lambda: LinearClassifier("ada-diag"), named),
        "River": (lambda: linear_model.LogisticRegression(optim.AdaGrad()), named),
    }  # fmt: skip
    for _ in range(options.runs):
        for name, (make, data) in runs.items():
            model = make()
            start = time.perf_counter()
            for x, label in zip(data, y):
                model.learn_one(x, label)
            seconds[name].append(time.perf_counter() - start)
    each = {name: 1e6 * min(times) / options.dicts for name, times in seconds.items()}
    return {"microseconds an example": each, "River / noregret": {k: each["River"] / v for k, v in each.items() if k != "River"}}


def clicks(rows, path, seed=3):
    """A table of clicks that depend on some of its columns, as a Parquet file."""
    import numpy as np, pyarrow as pa, pyarrow.parquet as pq

    random = np.random.default_rng(seed)
    columns, score = {}, np.zeros(rows)
    for k in range(4):
        columns[f"number{k}"] = np.round(random.normal(size=rows), 3)
        score += 0.5 * columns[f"number{k}"]
    for k in range(6):
        codes = random.zipf(1.4, rows) % 5000
        columns[f"category{k}"] = [f"value{code}" for code in codes]
        score += random.normal(size=5000)[codes]
    columns["click"] = np.where(score + random.normal(size=rows) > 0, 1, -1)
    pq.write_table(pa.table(columns), path, row_group_size=50_000)


def tables(options):
    import noregret, numpy as np, pandas as pd, pyarrow.parquet as pq
    from vowpalwabbit import Workspace
    from vowpalwabbit.dftovw import DFtoVW

    path = TARGET / "bench-python-data/clicks.parquet"
    path.parent.mkdir(exist_ok=True)
    clicks(options.table, path)

    def by_arrow(algorithm):
        model, file = noregret.Model(algorithm, "logistic"), pq.ParquetFile(path)
        model.learn(file.iter_batches(), y="click", margins=False)
        return model.progressive_loss

    def by_stream(algorithm):
        model = noregret.Model(algorithm, "logistic", label="click")
        model.learn(noregret.stream(path), margins=False)
        return model.progressive_loss

    def by_text():
        frame = pd.read_parquet(path)
        features = [name for name in frame.columns if name != "click"]
        lines = DFtoVW.from_column_names(y="click", x=features, df=frame).convert_df()
        vw, margins = Workspace("--loss_function logistic -b 22 --quiet"), np.zeros(len(lines))
        for row, line in enumerate(lines):
            example = vw.parse(line)
            vw.learn(example)
            margins[row] = example.get_simplelabel_prediction()
            vw.finish_example(example)
        vw.finish()
        return log_loss(margins, frame["click"].to_numpy())

    runs = {
        "Arrow, ada-diag": lambda: by_arrow("ada-diag"), "Arrow, auto": lambda: by_arrow("auto"),
        "stream, ada-diag": lambda: by_stream("ada-diag"), "VW by text": by_text,
    }  # fmt: skip
    seconds, used, losses = {name: [] for name in runs}, {name: [] for name in runs}, {}
    for _ in range(min(options.runs, 3)):
        for name, run in runs.items():
            start, busy = time.perf_counter(), time.process_time()
            losses[name] = run()
            seconds[name].append(time.perf_counter() - start)
            used[name].append(time.process_time() - busy)
    best, cpu = {k: min(v) for k, v in seconds.items()}, {k: min(v) for k, v in used.items()}
    return {
        "rows": options.table, "seconds": best, "CPU seconds, all threads": cpu, "progressive loss": losses,
        "VW by text / noregret": {k: best["VW by text"] / v for k, v in best.items() if k != "VW by text"},
        "the same of CPU seconds": {k: cpu["VW by text"] / v for k, v in cpu.items() if k != "VW by text"},
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--features", type=int, default=350)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--dicts", type=int, default=20_000)
    parser.add_argument("--table", type=int, default=200_000)
    parser.add_argument("--only", choices=["matrix", "dicts", "tables"])
    parser.add_argument("--here", action="store_true", help="under this Python as it is, which has everything")
    options = parser.parse_args()
    if not options.here:
        inside("bench-python", [*[name.split("=")[0] for name in PEERS]], **ONE_THREAD)
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *PEERS, str(ROOT / "crates/noregret-python")], check=True)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret", "--example", "loop_speed"], cwd=ROOT, check=True)
    from importlib.metadata import version

    found = {"versions": {name: version(name) for name in NAMES}, "python": platform.python_version(), "machine": platform.processor()}
    for name, part in [("matrix", matrices), ("dicts", dicts), ("tables", tables)]:
        if options.only in (None, name):
            found[name] = part(options)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
