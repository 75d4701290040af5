#!/usr/bin/env python3
"""noregret, Vowpal Wabbit, scikit-learn, River and LIBLINEAR on the same files, in one run.

    python3 bench/peers/compare.py [--docs 50000] [--runs 3] [--json FILE] [--data FOLDER] [--news FOLDER]

Whole commands from text and from their caches, interleaved, best of several runs; peak memory; progressive log loss; the kernel in memory.
Sizes grow (a tenth, and all of --docs), so that the growth of cost shows. The data is generated: documents of about 300 Zipf words (most features are frequent ones), documents of words
and pairs of neighbours, about 350 (half of the features are seen once or twice), both with values of unit length; a dense table. Besides: svmlight files in --data, and 20 newsgroups'
words and pairs, with their names in VW's text, if --news holds a folder 20news-bydate-train. The peers are installed into a virtual environment beside the target folder; LIBLINEAR is used if its
`liblinear-train` is there (Debian: liblinear-tools). Python's start-up is measured and taken off what VW and the others take through it.
"""
import argparse, json, multiprocessing, os, platform, re, shutil, subprocess, sys, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, inside

HOME = TARGET / "bench-peers"
PEERS = ["vowpalwabbit", "scikit-learn", "river", "numpy"]


def generate(folder, docs, features=350, words=1 << 20, numbers=1 << 22, seed=1):
    """Documents as svmlight and as VW text; the same ones. A word's number says nothing of its frequency, as in any vocabulary."""
    svm, vw = folder / f"words{docs}.svm", folder / f"words{docs}.vw"
    if svm.exists() and vw.exists():
        return svm, vw
    import numpy as np

    random = np.random.default_rng(seed)
    truth = random.standard_normal(words) * (random.random(words) < 0.3)
    number = random.permutation(numbers)[:words]
    idf = np.log1p(np.arange(1, words + 1)) / 4
    with open(svm, "w") as s, open(vw, "w") as v:
        for _ in range(docs):
            ids = np.minimum(random.zipf(1.15, features * 2) - 1, words - 1)
            ids, counts = np.unique(ids, return_counts=True)
            if len(ids) > features:
                keep = np.sort(random.choice(len(ids), features, replace=False))
                ids, counts = ids[keep], counts[keep]
            values = (1 + np.log(counts)) * idf[ids]
            values /= np.sqrt((values**2).sum())
            y = 1 if truth[ids] @ values + 0.3 * random.standard_normal() > 0 else -1
            order = np.argsort(number[ids])
            pairs = " ".join(map("%d:%.5g".__mod__, zip((number[ids][order] + 1).tolist(), values[order].tolist())))
            s.write(f"{y} {pairs}\n")
            v.write(f"{y} | {pairs}\n")
    return svm, vw


def phrases(folder, docs, words=60_000, numbers=1 << 22, seed=5):
    """Documents of words and of pairs of neighbours; a third of the pairs are phrases that come back."""
    svm, vw = folder / f"phrases{docs}.svm", folder / f"phrases{docs}.vw"
    if svm.exists() and vw.exists():
        return svm, vw
    import numpy as np

    random = np.random.default_rng(seed)
    frequencies = np.cumsum(1 / np.arange(1, words + 1))
    frequencies /= frequencies[-1]
    number = random.permutation(numbers).astype(np.int64)
    truth = random.standard_normal(numbers) * (random.random(numbers) < 0.3)
    with open(svm, "w") as s, open(vw, "w") as v:
        for _ in range(docs):
            length = int(np.clip(random.lognormal(5.2, 0.5), 40, 900))
            text = np.searchsorted(frequencies, random.random(length))
            again = random.random(length - 1) < 0.35
            text[1:][again] = (text[:-1][again] * 31 + 7) % 2000
            pairs = ((text[:-1] * 1000003 + text[1:] * 7919 + 12345) * 2654435761 >> 7) % numbers
            ids, counts = np.unique(np.concatenate([number[text], number[pairs]]), return_counts=True)
            values = 1 + np.log(counts)
            values /= np.sqrt((values**2).sum())
            y = 1 if truth[ids] @ values + 0.3 * random.standard_normal() > 0 else -1
            features = " ".join(map("%d:%.5g".__mod__, zip((ids + 1).tolist(), values.tolist())))
            s.write(f"{y} {features}\n")
            v.write(f"{y} | {features}\n")
    return svm, vw


def news(folder, archive):
    """20 newsgroups' words and pairs of neighbours, by name and by number in the order of names."""
    svm, vw = folder / "news.svm", folder / "news.vw"
    if svm.exists() and vw.exists():
        return svm, vw
    sys.path.append(str(ROOT / "bench" / "sketch"))
    import io
    import text

    lines = io.StringIO()
    text.news(archive, lines)
    rows = [line.split() for line in lines.getvalue().splitlines()]
    number = {name: k for k, name in enumerate(sorted({name for row in rows for name in row[2:]}), 1)}
    with open(svm, "w") as s, open(vw, "w") as v:
        for label, space, *names in rows:
            value = f"{float(space.removeprefix('|w:')):.5g}"
            s.write(f"{label} {' '.join(f'{k}:{value}' for k in sorted(number[name] for name in names))}\n")
            v.write(f"{label} | {' '.join(f'{name}:{value}' for name in names)}\n")
    return svm, vw


def dense(folder, rows, columns=54, seed=2):
    """A table like covtype, without missing entries."""
    svm, vw = folder / f"dense{rows}.svm", folder / f"dense{rows}.vw"
    if svm.exists() and vw.exists():
        return svm, vw
    import numpy as np

    random = np.random.default_rng(seed)
    scale = 10.0 ** random.uniform(-2, 3, columns)
    truth = random.standard_normal(columns) / scale
    with open(svm, "w") as s, open(vw, "w") as v:
        for _ in range(rows):
            x = random.standard_normal(columns) * scale
            y = 1 if truth @ x + random.standard_normal() > 0 else -1
            pairs = " ".join(map("%d:%.4g".__mod__, zip(range(1, columns + 1), x.tolist())))
            s.write(f"{y} {pairs}\n")
            v.write(f"{y} | {pairs}\n")
    return svm, vw


def apart(make, *arguments):
    """Files made by another process: what this one has in memory would count as its children's."""
    process = multiprocessing.get_context("spawn").Process(target=make, args=arguments)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(process.exitcode)
    return make(*arguments)


def as_vw(svm, folder):
    """A svmlight file in VW's format, labels -1 and 1."""
    path = folder / (svm.name + ".vw")
    if not path.exists():
        with open(svm) as lines, open(path, "w") as out:
            for line in lines:
                label, _, rest = line.partition(" ")
                out.write(f"{-1 if float(label) in (0, 2, -1) else 1} | {rest}")
    return path


def timed(command, env=None):
    """Seconds, peak megabytes and what was printed."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{text}")
    return seconds, usage.ru_maxrss / 1024, text


def vw_loss(text):
    return float(re.search(r"average loss = ([-0-9.eE]+)", text).group(1))


def our_loss(text):
    # Remarks, on standard error, may come before or after it.
    return json.loads(next(line for line in text.splitlines() if line.startswith("{")))["loss"]


SKLEARN = """
import sys, time
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import SGDClassifier
X, y = load_svmlight_file(sys.argv[1])
X.indices, X.indptr = X.indices.astype('int32'), X.indptr.astype('int32')
t = time.perf_counter()
SGDClassifier(loss='log_loss', max_iter=1, tol=None, shuffle=False).fit(X, y)
print('fit', time.perf_counter() - t, X.nnz)
"""

RIVER = """
import sys, time
from river import linear_model, optim
model = linear_model.LogisticRegression(optim.AdaGrad(0.25))
rows = []
for line in open(sys.argv[1]):
    label, *pairs = line.split()
    rows.append((dict((p.split(':')[0], float(p.split(':')[1])) for p in pairs), label == '1'))
    if len(rows) == 500: break
n = sum(len(x) for x, _ in rows)
t = time.perf_counter()
for x, y in rows:
    model.predict_proba_one(x); model.learn_one(x, y)
print('ns', 1e9 * (time.perf_counter() - t) / n)
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--docs", type=int, default=50_000)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--data", type=Path, help="a folder of svmlight files to measure too")
    arguments.add_argument("--news", type=Path, help="a folder that holds 20news-bydate-train, to measure too")
    options = arguments.parse_args()
    python = inside("bench-peers/venv", PEERS)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret", "--example", "kernel_speed"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-io", "--example", "parse"], cwd=ROOT, check=True)
    noregret = str(TARGET / "release" / "noregret")
    vw = [python, "-m", "vowpalwabbit"]
    startup = min(timed([*vw, "--version"])[0] for _ in range(3))
    folder = HOME / "data"
    folder.mkdir(parents=True, exist_ok=True)
    sizes = sorted({max(1000, options.docs // 10), options.docs})
    sets = [(f"words, {n} documents", *apart(generate, folder, n)) for n in sizes]
    sets += [(f"words and pairs, {n} documents", *apart(phrases, folder, n)) for n in sizes]
    if options.news:
        sets.append(("20 newsgroups, words and pairs", *apart(news, folder, options.news)))
    sets.append(("dense, 54 columns", *apart(dense, folder, options.docs)))
    for svm in sorted(options.data.glob("*")) if options.data else []:
        if svm.is_file():
            sets.append((svm.name, svm, apart(as_vw, svm, folder)))

    import importlib.metadata as metadata

    print(f"{platform.machine()}, {os.cpu_count()} cores; rustc {subprocess.run(['rustc', '--version'], capture_output=True, text=True).stdout.split()[1]}; "
          + ", ".join(f"{name} {metadata.version(name)}" for name in PEERS))
    print(f"best of {options.runs} interleaved runs; Python's start-up, {startup:.2f} s, is taken off VW's times\n")
    record = {"startup": startup, "sets": []}
    for name, svm, text in sets:
        caches = HOME / "cache"
        shutil.rmtree(caches, ignore_errors=True)
        caches.mkdir()
        our = lambda *more: [noregret, "train", *map(str, more), "--json"]
        vw_run = lambda *more: [*vw, "-d", str(text), "--loss_function", "logistic", "-b", "22", *more]
        jobs = {
            "auto, svmlight": our(svm),
            "auto, VW text": our(text),
            "ada-diag, svmlight": our(svm, "-a", "ada-diag"),
            "ada-diag, VW text": our(text, "-a", "ada-diag"),
            "auto, cache": our(text, "--cache", caches / "ours"),
            "ada-diag, cache": our(text, "-a", "ada-diag", "--loss", "logistic", "--cache", caches / "ours.ada"),
            "VW, VW text": vw_run(),
            "VW, cache": vw_run("--cache_file", str(caches / "vw")),
        }
        for job in ("auto, cache", "ada-diag, cache", "VW, cache"):
            timed(jobs[job])  # writes it
        best, memory, loss = {}, {}, {}
        for _ in range(options.runs):
            for job, command in jobs.items():
                seconds, megabytes, output = timed(command)
                seconds -= startup if job.startswith("VW") else 0.0
                best[job] = min(best.get(job, seconds), seconds)
                memory[job] = max(memory.get(job, 0.0), megabytes)
                loss[job] = vw_loss(output) if job.startswith("VW") else our_loss(output)
        base = {"text": best["VW, VW text"], "cache": best["VW, cache"]}
        print(f"{name}: {svm.stat().st_size / 1e6:.0f} MB of svmlight, {text.stat().st_size / 1e6:.0f} MB of VW text")
        print(f"  {'':24} {'seconds':>8} {'VW / it':>8} {'peak MB':>8} {'log loss':>9}")
        for job in jobs:
            against = base["cache" if job.endswith("cache") else "text"]
            print(f"  {job:24} {best[job]:8.3f} {against / best[job]:8.2f} {memory[job]:8.0f} {loss[job]:9.4f}")
        entry = {"name": name, "seconds": best, "megabytes": memory, "loss": loss, "commands": {k: " ".join(map(str, v)) for k, v in jobs.items()}}
        whole, _, output = timed([python, "-c", SKLEARN, str(svm)])
        fit = float(output.split()[1])
        print(f"  {'scikit-learn SGD, 1 epoch':24} {whole:8.3f} {base['text'] / whole:8.2f}   (fit alone {fit:.3f} s, {1e9 * fit / int(output.split()[2]):.1f} ns a feature)")
        entry["scikit-learn"] = {"seconds": whole, "fit": fit}
        _, _, output = timed([python, "-c", RIVER, str(svm)])
        print(f"  {'River AdaGrad':24} {float(output.split()[1]):.0f} ns a feature, in memory")
        entry["river_ns"] = float(output.split()[1])
        if shutil.which("liblinear-train"):
            seconds, megabytes, _ = timed(["liblinear-train", "-q", "-s", "0", str(svm), str(HOME / "liblinear.model")])
            print(f"  {'LIBLINEAR -s 0, batch':24} {seconds:8.3f} {base['text'] / seconds:8.2f} {megabytes:8.0f}")
            entry["liblinear"] = seconds
        record["sets"].append(entry)
        print()
    print("The machine's limits, and the kernels in memory:")
    speed = timed([str(TARGET / "release" / "examples" / "kernel_speed"), str(options.docs), "350", str(options.runs)])[2]
    print(speed)
    largest = sets[2 * len(sizes) - 1]
    for file in largest[1:]:
        print(timed([str(TARGET / "release" / "examples" / "parse"), "1", str(file)])[2].strip())
    record["speed"] = speed
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
