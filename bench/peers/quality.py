#!/usr/bin/env python3
"""Progressive loss of `noregret train FILE`, nothing told, beside Vowpal Wabbit's default and its best of default, --ftrl, --coin and --sgd.

    python3 bench/peers/quality.py [--data FOLDER] [--json FILE]

One pass, rows shuffled once, the same file for both. Classification: mean log loss; regression (names that begin with r_): mean squared error. The data is generated: tables whose columns
have units from 10^-6 to 10^6, sparse and heavy-tailed ones, pure noise, rare classes, scikit-learn's own sets and generators, and what `noregret generate` makes. Besides: svmlight files of
two classes in --data, plain or .gz. Asked of `auto`: at or under VW's default on nine sets of ten, never more than 1 % above, and at or under the best of the four on half.
"""
import argparse, gzip, json, random, subprocess, sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from compare import HOME, PEERS
from environment import ROOT, TARGET, inside

VARIANTS = {"default": [], "ftrl": ["--ftrl"], "coin": ["--coin"], "sgd": ["--sgd"]}


def write(path, rows, labels, seed=1):
    """A dense table, its rows shuffled, as VW text."""
    import numpy as np

    order = np.random.default_rng(seed).permutation(len(labels))
    with open(path, "w") as out:
        for k in order:
            features = " ".join(f"{j}:{value:.7g}" for j, value in enumerate(rows[k], 1) if value != 0)
            out.write(f"{labels[k]:.9g} | {features}\n")


def tables():
    """Names, rows and labels."""
    import numpy as np
    from sklearn import datasets

    sign = lambda condition: np.where(condition, 1, -1)
    for k, (rows, columns, zeros) in enumerate([(3000, 12, 0), (20000, 40, 0), (6000, 120, 0.9), (1500, 25, 0.5), (30000, 8, 0)]):
        draw = np.random.default_rng(100 + k)
        units = 10 ** draw.uniform(-6, 6, columns)
        x = (draw.standard_normal((rows, columns)) + (draw.uniform(-2, 2, columns) if k % 2 else 0)) * (draw.random((rows, columns)) >= zeros)
        margin = x @ draw.standard_normal(columns) * 3 / columns**0.5
        margin -= np.median(margin)
        yield f"units{k}", x * units, sign(draw.random(rows) < 1 / (1 + np.exp(-margin)))
        yield f"r_units{k}", x * units, (1, 1e3, 1e-3, 1, 50)[k] * (margin + 0.5 * draw.standard_normal(rows)) + (0, 1e4, 0, 7, 0)[k]
    draw = np.random.default_rng(200)
    x = np.abs(draw.standard_cauchy((15000, 20)))
    margin = np.log1p(x) @ draw.standard_normal(20) * 0.4
    yield "heavy_tails", x, sign(draw.random(15000) < 1 / (1 + np.exp(np.median(margin) - margin)))
    x = draw.standard_normal((6000, 40))
    yield "noise", x, sign(draw.random(6000) < 0.5)
    x = draw.standard_normal((40000, 6))
    yield "rare", x, sign(draw.random(40000) < 0.01 * np.exp(x[:, 0]).clip(0, 30))
    x = draw.standard_normal((8000, 800))
    yield "wide", x, sign(x @ draw.standard_normal(800) / 20 + 0.3 * draw.standard_normal(8000) > 0)
    for k in range(3):
        x, y = datasets.make_classification(8000, n_features=25 + 25 * k, n_informative=9, flip_y=0.04 * k, class_sep=0.7 + 0.4 * k, random_state=70 + k)
        yield f"classes{k}", x * 10 ** draw.uniform(-3, 3, x.shape[1]), 2 * y - 1
    x, y = datasets.make_friedman1(6000, n_features=12, noise=1, random_state=13)
    yield "r_friedman1", x, y
    x, y = datasets.make_friedman2(6000, noise=50, random_state=13)
    yield "r_friedman2", x, y
    x, y = datasets.make_regression(5000, n_features=60, n_informative=20, noise=10, random_state=14, bias=300)
    yield "r_linear", x, y
    digits, wine, breast = datasets.load_digits(), datasets.load_wine(), datasets.load_breast_cancer()
    yield "digits_7", digits.data, sign(digits.target == 7)
    yield "digits_below_5", digits.data / 16, sign(digits.target < 5)
    yield "wine_0", wine.data, sign(wine.target == 0)
    yield "breast", breast.data, 2 * breast.target - 1
    yield "r_breast_radius", breast.data[:, 1:], breast.data[:, 0]
    diabetes = datasets.load_diabetes()
    yield "r_diabetes", diabetes.data, diabetes.target


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, help="a folder of svmlight files of two classes")
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    python = inside("bench-peers/venv", PEERS)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "noregret-cli"], cwd=ROOT, check=True)
    noregret = str(TARGET / "release" / "noregret")
    folder = HOME / "quality"
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for name, rows, labels in tables():
        write(folder / f"{name}.vw", rows, labels)
        names.append(name)
    for kind, rows in [("clicks", 30000), ("text", 4000), ("drift", 20000), ("regression", 5000)]:
        for seed in ("11", "12"):
            names.append(("r_" if kind == "regression" else "") + kind + seed)
            command = [noregret, "generate", kind, "--rows", str(rows), "--seed", seed, "--format", "vw", "-o", str(folder / f"{names[-1]}.vw")]
            subprocess.run(command, check=True)
    for file in sorted(options.data.iterdir()) if options.data else []:
        lines = [line.split(maxsplit=1) for line in (gzip.open if file.suffix == ".gz" else open)(file, "rt") if line.strip()]
        classes = sorted({line[0] for line in lines}, key=float)
        if len(classes) == 2:
            names.append(file.name.removesuffix(".gz"))
            random.Random(3).shuffle(lines)
            with open(folder / f"{names[-1]}.vw", "w") as out:
                out.writelines(f"{-1 if line[0] == classes[0] else 1} | {line[1] if len(line) > 1 else chr(10)}" for line in lines)
    print(f"{'':18} {'auto':>10} {'VW':>10} {'best':>10}         auto/VW  auto/best")
    record = []
    for name in names:
        file, squared = str(folder / f"{name}.vw"), name.startswith("r_")
        told = json.loads(subprocess.run([noregret, "train", file, "--quiet", "--json"], check=True, capture_output=True, text=True).stdout)
        assert told["loss_function"] == ("squared" if squared else "logistic"), name
        own = told["loss"] * (2 if squared else 1)
        losses = {}
        for variant, flags in VARIANTS.items():
            command = [python, "-m", "vowpalwabbit", "-d", file, "-b", "22", "--no_stdin", *([] if squared else ["--loss_function", "logistic"]), *flags]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stderr
            found = [line.split("=")[1] for line in text.splitlines() if line.startswith("average loss")]
            losses[variant] = float(found[0].split()[0])
        best = min(losses, key=losses.get)
        record.append({"name": name, "auto": own, "vw": losses})
        print(f"{name:18} {own:10.5g} {losses['default']:10.5g} {losses[best]:10.5g} {best:8} {own / losses['default']:7.4f} {own / losses[best]:7.4f}", flush=True)
    ratios = [row["auto"] / row["vw"]["default"] for row in record]
    under = sum(ratio <= 1 for ratio in ratios)
    beats = sum(row["auto"] <= min(row["vw"].values()) for row in record)
    print(f"{len(record)} sets: at or under VW's default on {under}, at most {max(ratios):.4f} times it; at or under the best of four on {beats}")
    if options.json:
        options.json.write_text(json.dumps(record, indent=1))
    sys.exit(not (under >= 0.9 * len(record) and max(ratios) <= 1.01 and beats >= 0.5 * len(record)))


if __name__ == "__main__":
    main()
