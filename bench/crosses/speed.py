#!/usr/bin/env python3
"""Crossed features: noregret beside Vowpal Wabbit's -q, on the same VW text, in one run.

    python3 bench/crosses/speed.py [--rows 100000] [--runs 3] [--bits 18,22] [--data FOLDER] [--json FILE] [--command NOREGRET]

Whole commands from text, no model saved, interleaved, best of several runs; progressive log loss. Python's start-up is measured and taken off what VW takes
through it. The data: generated clicks, and from --data the samples of Avazu and Criteo (avazu_*.csv.gz, criteo_*.csv.gz) and the electricity prices (elec2.csv.gz), written as
VW text whose namespaces begin with different letters, because VW knows namespaces by their first letter alone.
"""
import argparse, csv, gzip, json, re, resource, subprocess, sys, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, python

HOME = TARGET / "bench-crosses"


def rows(paths, delimiter):
    for path in paths:
        with gzip.open(path, "rt", newline="") as file:
            yield from csv.reader(file, delimiter=delimiter)


def avazu(data, path):
    """site, app, device, and the columns C1, C14 to C21."""
    files = [next(data.rglob(f"avazu_*_{part}.csv.gz")) for part in ("train", "dev", "test")]
    spaces = {"site": "site", "app": "app", "devi": "device", "hour": "hour", "bann": "banner"}
    with open(path, "w") as out:
        for row in rows(files, ","):
            if row[0] == "id":
                names = row
                continue
            by = {}
            for name, text in zip(names[2:], row[2:]):
                by.setdefault(spaces.get(name[:4], "c"), []).append(f"{name}={text}")
            label = "1" if row[1] == "1" else "-1"
            out.write(label + "".join(f" |{space} {' '.join(words)}" for space, words in by.items()) + "\n")


def criteo(data, path):
    """Thirteen numbers, as the logarithm of one more, and 26 categories."""
    import math

    files = [next(data.rglob(f"criteo_*_{part}.csv.gz")) for part in ("train", "dev", "test")]
    with open(path, "w") as out:
        for row in rows(files, "\t"):
            numbers = [f"i{k}:{math.log(1 + max(0, int(text))):.4g}" for k, text in enumerate(row[1:14]) if text and int(text) > 0]
            words = [f"c{k}={text}" for k, text in enumerate(row[14:]) if text]
            out.write(f"{'1' if row[0] == '1' else '-1'} |n {' '.join(numbers)} |c {' '.join(words)}\n")


def elec2(data, path):
    with open(path, "w") as out:
        for row in rows([next(data.rglob("elec2.csv.gz"))], ","):
            if row[-1].upper() in ("UP", "DOWN", "1", "0"):
                label = "1" if row[-1].upper() in ("UP", "1") else "-1"
                numbers = [(k, text) for k, text in enumerate(row[:-1]) if re.fullmatch(r"-?[\d.]+(e-?\d+)?", text)]
                out.write(label + " |x " + " ".join(f"{k}:{text}" for k, text in numbers) + "\n")


def timed(command):
    """Seconds, CPU seconds of all threads, and what was said."""
    cpu = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    start, before = time.perf_counter(), cpu()
    done = subprocess.run(command, capture_output=True, text=True)
    took = (time.perf_counter() - start, cpu() - before)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return took, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bits", default="18,22")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--command", default=str(TARGET / "release" / "noregret"))
    parser.add_argument("--python", help="a Python that has vowpalwabbit")
    options = parser.parse_args()
    HOME.mkdir(parents=True, exist_ok=True)
    vw = [options.python or python("bench-crosses-venv", ["vowpalwabbit"]), "-m", "vowpalwabbit"]
    startup = tuple(map(min, zip(*(timed([*vw, "--version"])[0] for _ in range(3)))))
    clicks = HOME / f"clicks{options.rows}.vw"
    if not clicks.exists():
        text = timed([options.command, "generate", "clicks", "--rows", str(options.rows), "--format", "vw"])[1]
        clicks.write_text(re.sub(r"(?m)^0 ", "-1 ", text))
    sets = [("generated clicks", clicks, ["-q", "::"])]
    if options.data:
        for name, write, crossed in [
            ("avazu sample", avazu, ["-q", "::"]),
            ("criteo sample", criteo, ["-q", "cc", "-q", "nc"]),
            ("elec2", elec2, ["-q", "xx"]),
        ]:
            path = HOME / f"{name.split()[0]}.vw"
            if not path.exists():
                write(options.data, path)
            sets.append((name, path, crossed))
    found = []
    print(f"VW's start-up through Python, taken off: {startup[0]:.2f} s, {startup[1]:.2f} s of CPU")
    print(f"{'set':18} {'bits':>4} {'crossed':14} {'learner':24} {'seconds':>8} {'CPU':>7} {'loss':>8} {'VW / ours':>10} {'by CPU':>7}")
    for name, path, crossed in sets:
        for bits in options.bits.split(","):
            learners = {}
            for told, flags in [("", []), (" ".join(crossed), crossed)]:
                theirs = [*vw, "-d", path, "--loss_function", "logistic", "-b", bits, *flags]
                learners["vw", told] = (theirs, lambda out, err: float(re.search(r"average loss = ([\d.]+)", err)[1]))
                for algorithm in ["auto", "ada-diag"]:
                    ours = [options.command, "train", path, "-a", algorithm, "--loss", "logistic", "-b", bits, "--quiet", "--json", *flags]
                    learners[algorithm, told] = (ours, lambda out, err: json.loads(out)["loss"])
                    if flags:
                        learners[algorithm + " --no-names", told] = ([*ours, "--no-names"], lambda out, err: json.loads(out)["loss"])
            best, losses = {}, {}
            for _ in range(options.runs):
                for key, (command, loss) in learners.items():
                    took, out, err = timed(command)
                    off = startup if key[0] == "vw" else (0, 0)
                    took = [max(1e-3, one - other) for one, other in zip(took, off)]
                    best[key] = list(map(min, zip(took, best.get(key, took))))
                    losses[key] = loss(out, err)
            for key in learners:
                (seconds, cpu), theirs = best[key], best["vw", key[1]]
                ratios = [theirs[0] / seconds, theirs[1] / cpu]
                print(
                    f"{name:18} {bits:>4} {key[1]:14} {key[0]:24} {seconds:8.2f} {cpu:7.2f} {losses[key]:8.4f} {ratios[0]:10.2f} {ratios[1]:7.2f}",
                    flush=True,
                )
                told = {"set": name, "bits": int(bits), "crossed": key[1], "learner": key[0], "seconds": seconds}
                found.append({**told, "cpu": cpu, "loss": losses[key], "ratio": ratios[0], "ratio_cpu": ratios[1]})
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
