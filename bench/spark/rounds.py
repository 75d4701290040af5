#!/usr/bin/env python3
"""How many rounds of merging come how near to one machine: held-out log loss and time of `mode="rounds"` with 8 partitions beside `mode="exact"`.

    python3 bench/spark/rounds.py [--sets a9a w8a text] [--rounds 1 4 16 64] [--algorithms auto ada-diag] [--data FOLDER] [--here]

a9a and w8a are LIBSVM's (a9a with its own test set, w8a with every fifth row held out); text is 20 newsgroups, comp.* against the rest, words and pairs of words
that occur twice or more, at unit length. Rows are shuffled once, by seed 0.
"""
import argparse, io, json, lzma, math, random, re, tarfile
from collections import Counter

from session import DATA, inside, rows, session, timed


def svmlight(path):
    X, y = [], []
    for line in open(path):
        label, *pairs = line.split()
        cells = sorted((int(i), float(v)) for i, v in (pair.split(":") for pair in pairs))
        X.append(([i for i, _ in cells], [v for _, v in cells]))
        y.append(float(label) > 0)
    return X, y


def shuffled(X, y):
    order = list(range(len(y)))
    random.Random(0).shuffle(order)
    return [X[k] for k in order], [y[k] for k in order]


def documents(data):
    whole = {"train": ([], []), "test": ([], [])}
    with tarfile.open(fileobj=io.BytesIO(lzma.open(data / "text" / "20newsgroups.tar.xz").read())) as archive:
        for member in archive.getmembers():
            if member.isfile():
                part = "test" if "test" in member.name.split("/")[-3] else "train"
                words = re.findall(r"[a-z]+", archive.extractfile(member).read().decode("latin-1").lower())
                whole[part][0].append(Counter(words) + Counter(map(" ".join, zip(words, words[1:]))))
                whole[part][1].append(member.name.split("/")[-2].startswith("comp."))
    return whole


def text(data):
    whole = documents(data)
    often = Counter()
    for bag in whole["train"][0]:
        often.update(bag)
    places = {word: k for k, word in enumerate(sorted(often))}
    for part, (bags, labels) in whole.items():
        made = []
        for bag in bags:
            cells = sorted((places[word], 1.0 + math.log(n)) for word, n in bag.items() if word in places)
            length = math.sqrt(sum(v * v for _, v in cells)) or 1.0
            made.append(([i for i, _ in cells], [v / length for _, v in cells]))
        whole[part] = (made, labels)
    return shuffled(*whole["train"]), whole["test"], len(places)


def loaded(name, data):
    if name == "text":
        return text(data)
    X, y = shuffled(*svmlight(data / "libsvm" / name))
    if name == "a9a":
        return (X, y), svmlight(data / "libsvm" / "a9a.t"), 124
    held = [k % 5 == 0 for k in range(len(y))]
    split = lambda which: ([x for x, h in zip(X, held) if h == which], [v for v, h in zip(y, held) if h == which])
    return split(False), split(True), 301


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", default=["a9a", "w8a", "text"])
    parser.add_argument("--rounds", nargs="+", type=int, default=[1, 4, 16, 64])
    parser.add_argument("--algorithms", nargs="+", default=["auto", "ada-diag"])
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--data", default=DATA)
    parser.add_argument("--here", action="store_true", help="under this Python as it is, which has everything")
    options = parser.parse_args()
    inside(options.here)
    from pathlib import Path

    from noregret.spark import OnlineClassifier
    from pyspark.ml.evaluation import MulticlassClassificationEvaluator

    spark = session()
    judge = MulticlassClassificationEvaluator(metricName="logLoss")
    for name in options.sets:
        (X, y), held_out, size = loaded(name, Path(options.data))
        train, test = rows(spark, X, y, options.parts, size), rows(spark, *held_out, options.parts, size)
        for algorithm in options.algorithms:
            one, seconds = timed(lambda: OnlineClassifier(algorithm=algorithm, cache=False).fit(train))
            alone = judge.evaluate(one.transform(test))
            told = {"set": name, "rows": len(y), "features": size, "algorithm": algorithm, "megabytes": round(len(one._fitted.model) / 1e6, 1)}
            print(json.dumps({**told, "rounds": "exact", "loss": round(alone, 5), "seconds": round(seconds, 1)}), flush=True)
            for times in options.rounds:
                made, seconds = timed(lambda: OnlineClassifier(algorithm=algorithm, mode="rounds", rounds=times).fit(train))
                loss = judge.evaluate(made.transform(test))
                print(json.dumps({**told, "rounds": times, "loss": round(loss, 5), "beyond": f"{100 * (loss / alone - 1):+.2f} %", "seconds": round(seconds, 1)}), flush=True)
        train.unpersist()
        test.unpersist()
    spark.stop()


if __name__ == "__main__":
    main()
