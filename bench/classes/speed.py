#!/usr/bin/env python3
"""noregret and Vowpal Wabbit's `--oaa` on 20 newsgroups and MNIST, in one run.

    python3 bench/classes/speed.py --data FOLDER [--runs 3] [--json FILE] [--sets mnist,news]

FOLDER holds mnist/train-images-idx3-ubyte.gz and its labels, and text/20newsgroups.tar.xz (or text/20newsgroups). Whole commands on the same VW text (and ours on svmlight too), interleaved, best
of several runs; progressive error, each example predicted before it is learned; peak memory. MNIST are 60,000 images in the order of the file, pixels
0 to 255. Of 20 newsgroups every distinct word of a post of the training set is a feature once, and posts have length 1; they are shuffled. Python's start-up is measured and taken
off what VW takes through it.
"""
import argparse, gzip, json, multiprocessing, os, random, re, subprocess, sys, tarfile, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, inside

HOME = TARGET / "bench-classes"


def write(vw, svm, rows, data):
    """Rows of a class from 1 and of features, as VW text and as svmlight with the numbers of the features in the order of their names."""
    rows = list(rows(data))
    names = sorted({feature for _, features in rows for feature, _ in features})
    number = {feature: k for k, feature in enumerate(names, 1)}
    with open(vw, "w") as v, open(svm, "w") as s:
        for label, features in rows:
            v.write(f"{label} | {' '.join(f'{feature}:{value}' for feature, value in features)}\n")
            pairs = sorted((number[feature], value) for feature, value in features)
            s.write(f"{label} {' '.join(f'{k}:{value}' for k, value in pairs)}\n")


def written(folder, name, rows, data):
    """Both files; made by a process of its own if need be, since a command that is measured starts with the largest memory of its parent."""
    vw, svm = folder / f"{name}.vw", folder / f"{name}.svm"
    if not (vw.exists() and svm.exists()):
        maker = multiprocessing.Process(target=write, args=(vw, svm, rows, data))
        maker.start()
        maker.join()
        if maker.exitcode:
            raise SystemExit(f"{name} could not be written")
    return vw, svm


def mnist(data):
    images = gzip.open(data / "mnist" / "train-images-idx3-ubyte.gz").read()[16:]
    labels = gzip.open(data / "mnist" / "train-labels-idx1-ubyte.gz").read()[8:]
    for k, label in enumerate(labels):
        image = images[784 * k : 784 * (k + 1)]
        yield label + 1, [(place, pixel) for place, pixel in enumerate(image, 1) if pixel]


def news(data):
    folder, archive = data / "text" / "20newsgroups", data / "text" / "20newsgroups.tar.xz"
    posts = []
    if folder.is_dir():
        posts = [(str(path), path.read_bytes()) for path in sorted(folder.glob("**/20news-bydate-train/*/*"))]
    else:
        with tarfile.open(archive) as tar:
            inside = [m for m in tar if m.isfile() and "/20news-bydate-train/" in m.name]
            posts = sorted((m.name, tar.extractfile(m).read()) for m in inside)
    groups = sorted({name.split("/")[-2] for name, _ in posts})
    rows = []
    for name, post in posts:
        words = sorted(set(re.findall(r"[a-z0-9]+", post.decode(errors="replace").lower())))
        value = f"{len(words) ** -0.5 if words else 1:.5g}"
        rows.append((groups.index(name.split("/")[-2]) + 1, [(f"w{word}", value) for word in words]))
    random.Random(1).shuffle(rows)
    return rows


SETS = {"mnist": ("MNIST, 10 classes", 10, mnist), "news": ("20 newsgroups, 20 classes", 20, news)}


def timed(command):
    """Seconds, peak megabytes and what was printed."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{text}")
    return seconds, usage.ru_maxrss / 1024, text


def error(job, text):
    if job.startswith("VW"):
        return float(re.search(r"average loss = ([-0-9.eE]+)", text).group(1))
    return json.loads(text.strip().splitlines()[-1])["mistakes"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--sets", default=",".join(SETS))
    options = arguments.parse_args()
    python = inside("bench-classes/venv", ["vowpalwabbit"])
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
    noregret, vw = str(TARGET / "release" / "noregret"), [python, "-m", "vowpalwabbit"]
    startup = min(timed([*vw, "--version"])[0] for _ in range(3))
    folder = HOME / "data"
    folder.mkdir(parents=True, exist_ok=True)
    print(f"best of {options.runs} interleaved runs; Python's start-up, {startup:.2f} s, is taken off VW's times\n")
    record = {"startup": startup, "sets": []}
    for key in options.sets.split(","):
        name, classes, rows = SETS[key]
        text, svm = written(folder, key, rows, options.data)
        ours = lambda file, *more: [noregret, "train", str(file), "--classes", *more, "--json", "--quiet"]
        oaa = lambda *more: [*vw, "-d", str(text), "--oaa", str(classes), "-b", "22", *more]
        jobs = {
            "auto, VW text": ours(text),
            "auto, svmlight": ours(svm),
            "ada-diag, VW text": ours(text, "-a", "ada-diag"),
            "VW --oaa": oaa(),
            "VW --oaa, logistic": oaa("--loss_function", "logistic"),
        }
        best, memory, errors = {}, {}, {}
        for _ in range(options.runs):
            for job, command in jobs.items():
                seconds, megabytes, output = timed(command)
                seconds -= startup if job.startswith("VW") else 0.0
                best[job] = min(best.get(job, seconds), seconds)
                memory[job], errors[job] = max(memory.get(job, 0.0), megabytes), error(job, output)
        print(f"{name}: {text.stat().st_size / 1e6:.0f} MB of VW text")
        print(f"  {'':20} {'seconds':>8} {'VW / it':>8} {'peak MB':>8} {'error':>8}")
        for job in jobs:
            print(f"  {job:20} {best[job]:8.3f} {best['VW --oaa'] / best[job]:8.2f} {memory[job]:8.0f} {errors[job]:8.4f}")
        print()
        record["sets"].append({"name": name, "seconds": best, "megabytes": memory, "errors": errors})
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
