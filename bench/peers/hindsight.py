#!/usr/bin/env python3
"""Progressive log loss of `auto`, nothing told, beside every learner of the catalogue with the best of its rates in hindsight.

    python3 bench/peers/hindsight.py --data FOLDER [--sets NAME,..] [--noregret FILE] [--catalogue FILE] [--json FILE]

One pass over rows shuffled once, at most 10,000 of them (`sets.py`, which says on which sets lanes and limits were chosen). FOLDER has the real sets. What the catalogue reached is kept beside the
sets, so that a second run asks `auto` alone; --catalogue takes another program for it. A learner that takes more than a minute on a set is left out there.
Asked of `auto`: at most 1.5 % above the best of all, 3 % under 2,000 rows.
"""
import argparse, itertools, json, subprocess, sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, inside
from sets import CHOOSING, JUDGING, files

LIMIT = 60


def grid(learner, **rates):
    return [(learner, dict(zip(rates, values))) for values in itertools.product(*rates.values())]


def catalogue(features):
    """Learners and their rates. A whole matrix only where there are few features."""
    steps = [0.03, 0.1, 0.3, 1, 3, 10]
    yield from grid("ada-diag", eta=steps, update=["explicit", "implicit"])
    yield from grid("per-coord", scale=[0.0003, 0.001, 0.003, 0.01, 0.03])
    yield from grid("ftrl", alpha=[0.01, 0.03, 0.1, 0.3, 1, 3])
    yield from grid("ogd", eta=[0.01, 0.1, 1, 10])
    for learner in ("ada-fd", "s-ada"):
        yield from grid(learner, eta=[1, 4, 16], precondition=["diag"])
    for learner in ("rfd-son", "fd-son"):
        yield from grid(learner, eta=[0.001, 0.003, 0.01, 0.03], precondition=["diag"])
    yield from grid("ada-fd", eta=[0.01, 0.03, 0.1, 0.3], precondition=["none"])
    yield from grid("s-ada", eta=[0.1, 0.3, 1], precondition=["none"])
    yield from grid("rfd-son", eta=[0.1, 1], alpha=[0.1, 1, 10], precondition=["none"])
    if features <= 700:
        yield from grid("ons", eta=[0.1, 0.3, 1], alpha=[0.01, 0.1, 1, 10])
    if features <= 64:
        yield from grid("ada-full", eta=[0.1, 0.3, 1])


def lost(program, file, learner=None, rates={}):
    """The mean log loss; none if it takes too long or is refused."""
    flags = ["-a", learner, *(text for name, value in rates.items() for text in (f"--{name}", str(value)))] if learner else []
    try:
        told = subprocess.run(["nice", program, "train", file, "--loss", "logistic", "--quiet", "--json", *flags], capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(told.stdout)["loss"] if told.returncode == 0 else None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder of real sets")
    arguments.add_argument("--sets", help="names, separated by commas; all of them without")
    arguments.add_argument("--noregret", help="the program; built without")
    arguments.add_argument("--catalogue", help="the program that the catalogue runs with")
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    inside("bench-hindsight/venv", ["numpy", "scikit-learn"])
    program = options.noregret
    if not program:
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
        program = str(TARGET / "release" / "noregret")
    folder = TARGET / "bench-hindsight" / "sets"
    record = []
    print(f"{'':14} {'rows':>6} {'auto':>9} {'best':>9}  auto/best  of all", flush=True)
    for name in options.sets.split(",") if options.sets else CHOOSING + JUDGING:
        file = files(name, options.data, folder)["shuffled"]
        lines = file.read_text().splitlines()
        features = len({pair.split(":")[0] for line in lines for pair in line.split()[1:]})
        kept = folder / f"{name}.catalogue.json"
        known = json.loads(kept.read_text()) if kept.exists() else {}
        slow = set()
        for learner, rates in catalogue(features):
            key = learner + "".join(f" --{k} {v}" for k, v in rates.items())
            if key not in known and learner not in slow:
                known[key] = lost(options.catalogue or program, str(file), learner, rates)
                if known[key] is None:
                    slow.add(learner)
        kept.write_text(json.dumps(known, indent=1))
        best = min((key for key in known if known[key] is not None), key=known.get)
        own = lost(program, str(file))
        half = "choosing" if name in CHOOSING else "judging"
        record.append({"name": name, "half": half, "rows": len(lines), "features": features, "auto": own, "best": known[best], "learner": best})
        print(f"{name:14} {len(lines):6} {own:9.4f} {known[best]:9.4f} {own / known[best]:9.3f}   {best} ({half})", flush=True)
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))
    over = [row["name"] for row in record if row["auto"] > row["best"] * (1.03 if row["rows"] < 2000 else 1.015)]
    print(f"{len(record)} sets, above the limit on {len(over)}: {', '.join(over)}")
    sys.exit(bool(over))


if __name__ == "__main__":
    main()
