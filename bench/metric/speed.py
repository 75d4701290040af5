#!/usr/bin/env python3
"""LogDet steps against numpy, implicit von Neumann steps against one eigendecomposition.

    python3 bench/metric/speed.py

Makes its own virtual environment beside this file's build directory, installs numpy from PyPI, builds the Rust example, and prints the
best of interleaved runs with the commands and versions it used. Needs cargo and python3 with venv.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import environment
from environment import ROOT, TARGET

DIM, ROUNDS, RUNS = 500, 1000, 7
VN_DIM, VN_ROUNDS = 100, 50

NUMPY = """
import json, sys, time
import numpy as np

dim, rounds, form = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def draw(count):
    with np.errstate(over="ignore"):
        k = np.arange(1, count + 1, dtype=np.uint64)
        z = np.uint64(7) + k * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return 2.0 * ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(float) / 2.0**53 - 1.0


zs = np.sqrt(3.0 / dim) * draw(dim * rounds).reshape(rounds, dim)
W = np.eye(dim)
buffer = np.empty_like(W)
fastest, start = np.inf, time.perf_counter()
for t in range(1, rounds + 1):
    z, y, eta = zs[t - 1], (0.2 if t % 2 == 1 else 2.0), 1.0 / np.sqrt(t)
    Wz = W @ z
    p = z @ Wz
    b = eta * y * p - 1.0
    zbar = (b + np.sqrt(b * b + 4.0 * eta * p * p)) / (2.0 * eta * p)
    s = eta * (zbar - y)
    c = s / (1.0 + s * p)
    if form == "plain":
        W -= c * np.outer(Wz, Wz)
    else:  # no new arrays
        np.multiply.outer(c * Wz, Wz, out=buffer)
        np.subtract(W, buffer, out=W)
    if t % 50 == 0:
        now = time.perf_counter()
        fastest, start = min(fastest, (now - start) / 50), now
ones = np.ones(dim)
print(json.dumps({"ns": fastest * 1e9, "distance": float(ones @ W @ ones), "numpy": np.__version__}))
"""


def output(command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout.strip()


def main():
    python = environment.python("bench-metric-venv", ["numpy"])
    build = ["cargo", "build", "--release", "--quiet", "-p", "noregret", "--example", "metric_speed"]
    subprocess.run(build, check=True, cwd=ROOT)
    rust = TARGET / "release" / "examples" / "metric_speed"

    ours, plain, tuned, distances = [], [], [], set()
    for _ in range(RUNS):
        ns, distance = output([rust, "logdet", DIM, ROUNDS]).split()
        ours.append(float(ns))
        distances.add(float(distance))
        for form, times in (("plain", plain), ("buffered", tuned)):
            run = json.loads(output([python, "-c", NUMPY, DIM, ROUNDS, form]))
            times.append(run["ns"])
            assert abs(run["distance"] / float(distance) - 1.0) < 1e-9, "the two learn different metrics"
            numpy = run["numpy"]
    von_neumann = [[float(word) for word in output([rust, "von-neumann", VN_DIM, VN_ROUNDS]).split()] for _ in range(3)]
    pair, relative, decomposition = (min(column) for column in zip(*von_neumann))

    lock = (ROOT / "Cargo.lock").read_text().split("[[package]]")
    faer = next(p for p in lock if '\nname = "faer"\n' in p).split('version = "')[1].split('"')[0]
    model = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), platform.processor())
    print("command   python3 bench/metric/speed.py   (" + " ".join(build) + ")")
    print(f"versions  {output(['rustc', '--version'])}; faer {faer}; python {platform.python_version()}; numpy {numpy}")
    print(f"machine   {model}, {os.cpu_count()} cores; best 50 rounds of {RUNS} interleaved runs of {ROUNDS}")
    print(f"logdet d={DIM}, one implicit step:   noregret {min(ours) / 1e3:.0f} us")
    for name, times in (("numpy, as one writes it", plain), ("numpy, without new arrays", tuned)):
        print(f"    {name:26} {min(times) / 1e3:.0f} us   {min(times) / min(ours):.1f} times noregret's")
    print(f"von-neumann d={VN_DIM}, one implicit step, in eigendecompositions of {decomposition:.2f} ms:")
    print(f"    pair {pair:.2f} ms = {pair / decomposition:.2f}    relative {relative:.2f} ms = {relative / decomposition:.2f}")


if __name__ == "__main__":
    main()
