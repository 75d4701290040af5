#!/usr/bin/env python3
"""What a comparison costs: eight learners in one `noregret compare` beside eight runs of `noregret train`.

    python3 bench/compare/speed.py [--rows 200000] [--noregret target/release/noregret]

Seconds of processor time (user and system, all threads), the least of three runs each, everything on --threads 1. Parsing is the time of a pass that
does nothing else (`cargo build --release -p noregret-io --example parse`, built on the way); learning is what a run of `train` takes beyond it. The losses of both ways must be the same to the last bit.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

LEARNERS = ["auto", "ada-diag", "per-coord", "global", "ftrl", "mirror", "optimistic", "arow"]


def cpu(command):
    """The least processor time of three runs, and what the last printed."""
    best = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return best, out


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", type=int, default=200_000)
    arguments.add_argument("--noregret", default="target/release/noregret")
    given = arguments.parse_args()
    noregret = os.path.abspath(given.noregret)
    version = subprocess.run([noregret, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    print(f"{version}; clicks, {given.rows} rows; seconds of processor time, least of 3")
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "clicks.vw")
        subprocess.run([noregret, "generate", "clicks", "--rows", str(given.rows), "-o", data], check=True)
        common = [data, "--threads", "1", "--json", "--quiet"]
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-io", "--example", "parse"], cwd=root, check=True)
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
        parsing, _ = cpu([os.path.join(target, "release", "examples", "parse"), "1", data])
        print(f"parsing                   {parsing:8.2f}")
        learning, alone, losses = 0.0, 0.0, {}
        for name in LEARNERS:
            seconds, out = cpu([noregret, "train", *common, "-a", name, "--loss", "logistic"])
            losses[name] = json.loads(out)["loss"]
            learning, alone = learning + seconds - parsing, alone + seconds
            print(f"train -a {name:<16} {seconds:8.2f}   learning {seconds - parsing:8.2f}")
        flags = [word for name in LEARNERS for word in ("-a", name)]
        together, out = cpu([noregret, "compare", *common, *flags, "--loss", "logistic"])
        for row in json.loads(out)["learners"]:
            assert row["loss"] == losses[row["learner"]], row["learner"]
        print(f"eight runs of train       {alone:8.2f}")
        print(f"learning + one parsing    {learning + parsing:8.2f}")
        print(f"compare, all eight        {together:8.2f}   {together / (learning + parsing):.2f} of learning + one parsing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
