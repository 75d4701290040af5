#!/usr/bin/env python3
"""Progressive loss of learners with and without --normalize, one pass, default rates.

    python3 bench/normalize/quality.py DATA... [--learners ada-diag,ftrl,...] [--loss logistic] [--binary PATH]

Prints a row a file and learner: the loss as published, the loss behind scales, and their ratio; `auto`, which has normalised lanes of its own, once a
file. Shuffle files that are sorted (`noregret convert --shuffle`). Builds the command if no --binary is given.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET

LEARNERS = "ada-diag,ftrl,global,per-coord,ogd,pa1,arow,ons,ada-fd"


def loss(binary, path, words):
    line = [binary, "train", path, "--json", "--quiet", *words]
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return None, done.stderr.strip().splitlines()[0]
    told = json.loads(done.stdout)
    measured = (told["measures"] or {}).get("log_loss")
    return (told["loss"] if measured is None else measured), ""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", nargs="+")
    options.add_argument("--learners", default=LEARNERS)
    options.add_argument("--loss", default="logistic")
    options.add_argument("--binary")
    options = options.parse_args()
    binary = options.binary
    if not binary:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
        binary = TARGET / "release" / "noregret"
    print("log loss (of margins, for learners of another loss) | as published | --normalize | ratio")
    for path in options.data:
        auto, why = loss(binary, path, ["--loss", options.loss])
        print(f"{Path(path).stem} auto | {auto if auto is None else round(auto, 4)} {why}", flush=True)
        for name in options.learners.split(","):
            # These learn the hinge loss alone.
            own = [] if name in ("pa", "pa1", "pa2", "cw", "arow") else ["--loss", options.loss]
            plain, why = loss(binary, path, ["-a", name, "--normalize=no", *own])
            scaled, other = loss(binary, path, ["-a", name, "--normalize", *own])
            if plain is None or scaled is None:
                print(f"{Path(path).stem} {name} | {plain} | {scaled} | {why} {other}", flush=True)
                continue
            print(f"{Path(path).stem} {name} | {plain:.4f} | {scaled:.4f} | {scaled / plain:.3f}", flush=True)


if __name__ == "__main__":
    main()
