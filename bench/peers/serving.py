#!/usr/bin/env python3
"""Training with a saved model, the model's size, serving it: noregret's `auto` and Vowpal Wabbit on the same text, in one run.

    python3 bench/peers/serving.py [--docs 50000] [--runs 5] [--json FILE]

Documents of words and pairs of neighbours (`phrases` of compare.py): about 2 million features at 50,000 documents. Whole commands, interleaved, best of several
runs, Python's start-up taken off VW's times. Saving is what `-m` adds to training: the median of the differences of neighbouring runs, beside writing and syncing as many bytes to the
same folder. Peak memory is the largest of all runs.
"""
import argparse, json, os, platform, statistics, subprocess, sys, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
sys.path.append(str(Path(__file__).resolve().parent))
from compare import HOME, PEERS, apart, phrases, timed
from environment import ROOT, TARGET, inside


def written(path, size):
    """Seconds to write and sync so many bytes."""
    block = os.urandom(1 << 20)
    start = time.perf_counter()
    with open(path, "wb") as file:
        for _ in range(size >> 20):
            file.write(block)
        file.write(block[: size & ((1 << 20) - 1)])
        file.flush()
        os.fsync(file.fileno())
    seconds = time.perf_counter() - start
    path.unlink()
    return seconds


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--docs", type=int, default=50_000)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--command", type=Path, help="the binary to measure, instead of building one")
    options = arguments.parse_args()
    python = inside("bench-peers/venv", PEERS)
    if options.command is None:
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
    noregret = str(options.command or TARGET / "release" / "noregret")
    vw = [python, "-m", "vowpalwabbit"]
    startup = min(timed([*vw, "--version"])[0] for _ in range(5))
    folder = HOME / "data"
    folder.mkdir(parents=True, exist_ok=True)
    svm, text = apart(phrases, folder, options.docs)
    models = HOME / "models"
    models.mkdir(exist_ok=True)
    theirs, one = models / "vw.model", models / "one.vw"
    with open(text) as lines:
        one.write_text(next(lines))

    import importlib.metadata as metadata

    print(f"{platform.machine()}, {os.cpu_count()} cores; vowpalwabbit {metadata.version('vowpalwabbit')}; {options.docs} documents, "
          f"{svm.stat().st_size / 1e6:.0f} MB of svmlight, {text.stat().st_size / 1e6:.0f} MB of VW text; best of {options.runs}; "
          f"Python's start-up, {startup:.2f} s, is taken off VW's times\n")
    logistic = ["--loss_function", "logistic", "-b", "22"]
    quiet = ["-p", "/dev/null", "--quiet"]
    jobs = {}
    for kind, file in (("svmlight", svm), ("VW text", text)):
        whole, serving, compact = (str(models / f"{kind} {form}.nr") for form in ("whole", "serving", "compact"))
        jobs |= {
            f"train, {kind}": [noregret, "train", str(file), "--json"],
            f"train -m, {kind}": [noregret, "train", str(file), "--json", "-m", whole],
            f"export, {kind}": [noregret, "export", whole, "-o", serving],
            f"export --compact, {kind}": [noregret, "export", whole, "-o", compact, "--compact"],
            f"predict, whole, {kind}": [noregret, "predict", whole, str(file), *quiet],
            f"predict, serving, {kind}": [noregret, "predict", serving, str(file), *quiet],
            f"predict, compact, {kind}": [noregret, "predict", compact, str(file), *quiet],
        }
    jobs |= {
        "VW": [*vw, "-d", str(text), *logistic],
        "VW -f": [*vw, "-d", str(text), *logistic, "-f", str(theirs)],
        "VW -t -i": [*vw, "-t", "-i", str(theirs), "-d", str(text), "-p", "/dev/null", "--quiet"],
        "one line, compact": [noregret, "predict", compact, str(one), *quiet],
        "one line, serving": [noregret, "predict", serving, str(one), *quiet],
        "one line, VW": [*vw, "-t", "-i", str(theirs), "-d", str(one), "-p", "/dev/null", "--quiet"],
    }
    seconds, memory = {job: [] for job in jobs}, dict.fromkeys(jobs, 0.0)
    raw = []
    for _ in range(options.runs):
        for job, command in jobs.items():
            took, megabytes, _ = timed(command)
            seconds[job].append(took - (startup if "VW" in job.split(", ")[-1] and "VW text" not in job else 0.0))
            memory[job] = max(memory[job], megabytes)
        raw.append(written(models / "raw", Path(whole).stat().st_size))
    best = {job: min(times) for job, times in seconds.items()}
    features = json.loads(subprocess.run([noregret, "inspect", whole, "--json", "--top", "0"], capture_output=True, text=True, check=True).stdout)["touched"]
    print(f"{'':28} {'seconds':>8} {'VW / it':>8} {'peak MB':>8}")
    for job in jobs:
        base = "VW -t -i" if "predict" in job or job == "VW -t -i" else "VW -f" if "-m" in job or job == "VW -f" else "VW"
        ratio = "" if job.startswith(("export", "one line")) else f"{best[base] / best[job]:8.2f}"
        print(f"{job:28} {best[job]:8.3f} {ratio:>8} {memory[job]:8.0f}")
    print(f"\n{features:,} features")
    for name, path in (("model", Path(whole)), ("serving", Path(serving)), ("compact", Path(compact)), ("VW", theirs)):
        print(f"{name:8} {path.stat().st_size / 1e6:8.1f} MB, {path.stat().st_size / features:6.1f} bytes a feature")
    saving = statistics.median(a - b for kind in ("svmlight", "VW text") for a, b in zip(seconds[f"train -m, {kind}"], seconds[f"train, {kind}"]))
    print(f"saving adds {saving:.3f} s (median of differences); writing and syncing as many bytes takes {min(raw):.3f} s at best, {statistics.median(raw):.3f} in the median")
    if options.json:
        options.json.write_text(json.dumps({"seconds": seconds, "megabytes": memory, "raw": raw, "features": features}, indent=1))


if __name__ == "__main__":
    main()
