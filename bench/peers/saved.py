#!/usr/bin/env python3
"""Held-out log loss of saved models: of `auto` as it serves, of its last weights, and of VW's saved model (PyPI vowpalwabbit, its defaults, -b 22).

    python3 bench/peers/saved.py --data FOLDER [--sets NAME,..] [--noregret FILE] [--json FILE]

Every set of `sets.py`, one pass. `shuffled`: rows shuffled, a quarter of them, drawn at random, held out. `file`: rows in the order of the file, a quarter of them, drawn at random, held out.
`tail`: rows in the order of the file, the last quarter held out. Asked: at most VW's loss and that of the last weights.
"""
import argparse, json, math, random, subprocess, sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, inside
from sets import CHOOSING, JUDGING, files


def split(lines, tail):
    if tail:
        cut = len(lines) * 3 // 4
        return lines[:cut], lines[cut:]
    draw, parts = random.Random(17), ([], [])
    for line in lines:
        parts[draw.random() < 0.25].append(line)
    return parts


def ours(program, folder):
    """What evaluate says of the model; and which weights it serves by."""
    run = lambda *command: json.loads(subprocess.run([program, *command], capture_output=True, text=True, check=True).stdout)
    iterate = run("train", folder / "train", "--loss", "logistic", "--quiet", "--json", "-m", folder / "model.nr").get("iterate") or {}
    losses = [run("evaluate", folder / "model.nr", folder / "test", "--json", *more)["measures"]["log_loss"] for more in ([], ["--last"])]
    return *losses, iterate.get("averaged", False)


def theirs(python, folder, labels):
    for part in ("train", "test"):
        lines = (line.partition(" ") for line in (folder / part).read_text().splitlines())
        (folder / f"{part}.vw").write_text("".join(f"{label} |f {rest}\n" for label, _, rest in lines))
    run = lambda *flags: subprocess.run([python, "-m", "vowpalwabbit", "--no_stdin", "--quiet", *flags], check=True, cwd=folder)
    run("-d", "train.vw", "-b", "22", "--loss_function", "logistic", "-f", "model.vw")
    run("-d", "test.vw", "-t", "-i", "model.vw", "-r", "raw.txt")
    short = [-label * float(line.split()[0]) for label, line in zip(labels, (folder / "raw.txt").read_text().splitlines())]
    return sum(max(z, 0) + math.log1p(math.exp(-abs(z))) for z in short) / len(short)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="the folder of real sets")
    arguments.add_argument("--sets", help="names, separated by commas; all of them without")
    arguments.add_argument("--noregret", help="the program; built without")
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    python = inside("bench-hindsight/venv", ["numpy", "scikit-learn", "vowpalwabbit"])
    program = options.noregret
    if not program:
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
        program = str(TARGET / "release" / "noregret")
    folder = TARGET / "bench-hindsight" / "saved"
    folder.mkdir(parents=True, exist_ok=True)
    record = []
    print(f"{'':14} {'order':9} {'auto':>8} {'last':>8} {'VW':>8}  served", flush=True)
    for name in options.sets.split(",") if options.sets else CHOOSING + JUDGING:
        paths = files(name, options.data, TARGET / "bench-hindsight" / "sets")
        for order in ("shuffled", "file", "tail"):
            train, test = split(paths["shuffled" if order == "shuffled" else "file"].read_text().splitlines(True), order == "tail")
            (folder / "train").write_text("".join(train))
            (folder / "test").write_text("".join(test))
            served, last, averaged = ours(program, folder)
            vw = theirs(python, folder, [float(line.split(" ", 1)[0]) for line in test])
            record.append({"name": name, "order": order, "auto": served, "last": last, "vw": vw, "averaged": averaged})
            print(f"{name:14} {order:9} {served:8.4f} {last:8.4f} {vw:8.4f}  {'average' if averaged else 'last'}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))
    for order in ("shuffled", "file", "tail"):
        rows = [row for row in record if row["order"] == order]
        beside = lambda peer: sum(row["auto"] <= row[peer] for row in rows)
        both = sum(row["auto"] <= min(row["last"], row["vw"]) for row in rows)
        print(f"{order}: at most VW's on {beside('vw')} of {len(rows)}, at most the last weights' on {beside('last')}, both on {both}")


if __name__ == "__main__":
    main()
