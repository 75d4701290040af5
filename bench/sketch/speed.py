#!/usr/bin/env python3
"""Frequent directions against numpy, and sketched learners on text against Vowpal Wabbit's.

    python3 bench/sketch/speed.py [dense] [sparse] [text] [--news FOLDER] [--runs N] [--documents N]

dense: microseconds a row, against a thin SVD and the Gram matrix's eigenvectors in numpy (BLAS on one thread), over tau and d.
sparse: the same for rows of 100 entries, over tau, d and the number of entries, ours alone.
text: whole training time and progressive log loss of ada-fd, s-ada and rfd-son, tau = 10 (in scaled coordinates; none: as published), against VW --OjaNewton --sketch_size 10, on the same files: generated
documents over 10^5 and 4*10^6 words, and 20 newsgroups if FOLDER (20news-bydate, unpacked) is given.

Without a word, all three. Makes its own virtual environment in the build directory, installs numpy and vowpalwabbit from PyPI, builds what it needs, and
prints the best of interleaved runs with the commands and versions it used. Needs cargo and python3 with venv. Microseconds are those on a CPU, seconds of CPU are user
and system time together: other programs disturb them less.
"""

import argparse
import json
import os
import platform
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import environment
from environment import ONE_THREAD, ROOT, TARGET

HERE = Path(__file__).resolve().parent
DATA = TARGET / "bench-sketch-data"

NUMPY = """
import json, sys, time
import numpy as np

tau, dim, rounds, form = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]


def draw(count):
    with np.errstate(over="ignore"):
        k = np.arange(1, count + 1, dtype=np.uint64)
        z = np.uint64(7) + k * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return 2.0 * ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(float) / 2.0**53 - 1.0


rows = draw(dim * rounds).reshape(rounds, dim)
S = np.zeros((tau, dim))
block, fastest, start = max(1, min(2 * tau, rounds // 4)), np.inf, time.process_time()
for t in range(rounds):
    S[-1] = rows[t]
    if form == "svd":
        _, s, V = np.linalg.svd(S, full_matrices=False)
        kept = np.sqrt(np.maximum(s**2 - s[-1] ** 2, 0.0))
        S = kept[:, None] * V
    else:
        values, vectors = np.linalg.eigh(S @ S.T)
        values, vectors = values[::-1], vectors[:, ::-1]
        kept = np.sqrt(np.maximum(values - values[-1], 0.0))
        scale = np.divide(kept, np.sqrt(np.maximum(values, 0.0)), out=np.zeros(tau), where=values > 0.0)
        S = (scale[:, None] * vectors.T) @ S
    if (t + 1) % block == 0:
        now = time.process_time()
        if t + 1 > tau + block:
            fastest = min(fastest, (now - start) / block)
        start = now
print(json.dumps({"us": fastest * 1e6, "first": float(kept[0]), "last": float(kept[-2]), "numpy": np.__version__}))
"""


def output(command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout.strip()


def timed(command):
    """Wall seconds, CPU seconds and everything printed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{command} failed: {done.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout + done.stderr


def dense(python, rust, runs):
    print("\ndense rows, microseconds a round (the least of all runs)")
    print(f"{'tau':>5}{'d':>8}{'sketch':>10}{'ada-fd':>10}{'numpy SVD':>12}{'numpy Gram':>12}{'SVD/ada-fd':>12}{'Gram/ada-fd':>12}")
    for dim in (1000, 5000, 20000):
        for tau in (10, 20, 40, 80):
            rounds = max(4 * tau, 10**8 // (tau * dim))
            # Where numpy is quick enough it takes the same rows, and the spectra are compared.
            few = rounds if dim == 1000 and tau > 10 else tau + 60
            ours, theirs = [], {"svd": [], "gram": []}
            for _ in range(runs):
                words = [float(word) for word in output([rust, tau, dim, rounds]).split()]
                ours.append(words[:2])
                for form, times in theirs.items():
                    run = json.loads(output([python, "-c", NUMPY, tau, dim, few, form], env={**os.environ, **ONE_THREAD}))
                    times.append(run["us"])
            if few == rounds:
                assert abs(run["first"] / words[2] - 1.0) < 1e-9, "the sketches differ"
            append, learn = (min(column) for column in zip(*ours))
            svd, gram = min(theirs["svd"]), min(theirs["gram"])
            print(f"{tau:5}{dim:8}{append:10.0f}{learn:10.0f}{svd:12.0f}{gram:12.0f}{svd / learn:12.1f}{gram / learn:12.1f}", flush=True)


def sparse(rust, runs):
    print("\nsparse rows, microseconds a round (the least of all runs)")
    print(f"{'tau':>5}{'d':>10}{'entries':>9}{'sketch':>10}{'ada-fd':>10}")
    for tau, dim, entries in ((10, 10**5, 100), (20, 10**5, 100), (40, 10**5, 100), (10, 10**6, 100), (10, 10**5, 400), (10, 10**5, 1600), (40, 10**5, 1600)):
        lines = [[float(word) for word in output([rust, tau, dim, max(1000, 10**7 // (tau * entries)), entries]).split()] for _ in range(runs)]
        append, learn = (min(line[k] for line in lines) for k in (0, 1))
        print(f"{tau:5}{dim:10}{entries:9}{append:10.1f}{learn:10.1f}", flush=True)


def text(python, noregret, runs, documents, news):
    DATA.mkdir(parents=True, exist_ok=True)
    files = []
    for words, seed in ((10**5, 1), (4 * 10**6, 2)):
        path = DATA / f"generated-{words}-{documents}.vw"
        files.append((f"generated, {words} words", path, ["generate", words, documents, seed]))
    if news:
        files.append(("20 newsgroups", DATA / "news.vw", ["news", news]))
    for _, path, command in files:
        if not path.exists():
            with open(path.with_suffix(".part"), "w") as out:
                subprocess.run([str(word) for word in [python, HERE / "text.py", *command]], check=True, stdout=out)
            path.with_suffix(".part").rename(path)
    importing = min(timed([python, "-c", "import vowpalwabbit"])[0] for _ in range(3))
    vw = [python, "-m", "vowpalwabbit", "--OjaNewton", "--sketch_size", 10, "--loss_function", "logistic", "-b", 22, "-d"]
    print(f"\ntext, whole training (VW's without the {importing:.2f} s Python takes to import it); {' '.join(str(w) for w in vw[1:])} FILE")
    for title, path, _ in files:
        count = sum(1 for _ in open(path))
        print(f"{title}: {count} documents, {path.stat().st_size / 1e6:.0f} MB")
        train = [noregret, "train", path, "--tau", 10, "-a"]
        commands = {name: [*train, name] for name in ("ada-fd", "s-ada", "rfd-son")}
        commands |= {f"{name} none": [*train, name, "--precondition", "none"] for name in ("ada-fd", "rfd-son")}
        commands["VW OjaNewton"] = [*vw, path]
        seconds, losses = {name: [] for name in commands}, {}
        for _ in range(runs):
            for name, command in commands.items():
                wall, cpu, said = timed(command)
                skip = importing if name.startswith("VW") else 0.0
                seconds[name].append((wall - skip, cpu - skip))
                found = re.search(r"average loss = (\S+)|mean loss\s+(\S+)", said)
                losses[name] = float(found[1] or found[2])
        for name, pairs in seconds.items():
            wall, cpu = (min(column) for column in zip(*pairs))
            ratio = min(cpu for _, cpu in seconds["VW OjaNewton"]) / cpu
            print(f"    {name:14} {wall:6.2f} s, CPU {cpu:6.2f} s (VW's {ratio:.2f} times that)   progressive log loss {losses[name]:.4f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--news")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--documents", type=int, default=50_000)
    given = parser.parse_args()
    python = environment.python("bench-sketch-venv", ["numpy", "vowpalwabbit"])
    builds = [
        ["cargo", "build", "--release", "--quiet", "-p", "noregret", "--example", "sketch_speed"],
        ["cargo", "build", "--release", "--quiet", "-p", "noregret-cli"],
    ]
    for build in builds:
        subprocess.run(build, check=True, cwd=ROOT)
    rust, noregret = TARGET / "release" / "examples" / "sketch_speed", TARGET / "release" / "noregret"
    installed = output([python, "-c", "import numpy, vowpalwabbit; print('numpy', numpy.__version__ + '; vowpalwabbit', vowpalwabbit.__version__)"])
    model = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), platform.processor())
    print("command   python3 bench/sketch/speed.py   (" + "; ".join(" ".join(build) for build in builds) + ")")
    print(f"versions  {output(['rustc', '--version'])}; python {platform.python_version()}; {installed}")
    print(f"machine   {model}, {os.cpu_count()} cores; {given.runs} interleaved runs")
    parts = given.parts or ["dense", "sparse", "text"]
    if "dense" in parts:
        dense(python, rust, given.runs)
    if "sparse" in parts:
        sparse(rust, given.runs)
    if "text" in parts:
        text(python, noregret, given.runs, given.documents, given.news)


if __name__ == "__main__":
    main()
