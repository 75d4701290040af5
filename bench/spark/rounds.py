#!/usr/bin/env python3
"""How many rounds of merging come how near to one machine: held-out log loss and time of `mode="rounds"` with 8 partitions beside `mode="exact"`.

    python3 bench/spark/rounds.py [--sets a9a w8a text] [--rounds 1 4 16 64] [--algorithms auto ada-diag] [--data FOLDER] [--plain] [--here]

a9a and w8a are LIBSVM's (a9a with its own test set, w8a with every fifth row held out); text is 20 newsgroups, comp.* against the rest, words and pairs of words
at unit length. Rows are shuffled once, by seed 0. With --plain the same parts are learned and merged in this process, by `noregret.parts`: the same losses
(tests/spark/test_rounds.py), and no Spark, so that the seconds are those of learning and merging on one core.
"""
import argparse, gzip, io, json, lzma, math, random, re, tarfile
from collections import Counter

from session import DATA, inside, rows, session, timed


def svmlight(path):
    X, y = [], []
    for line in gzip.open(f"{path}.gz", "rt") if not path.exists() else open(path):
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


def batch(X, y, size):
    """Sparse rows as an Arrow batch."""
    import numpy as np, pyarrow as pa

    ends = pa.array(np.cumsum([0] + [len(row[0]) for row in X]), pa.int32())
    indices = pa.ListArray.from_arrays(ends, pa.array(np.concatenate([np.asarray(row[0], np.int32) for row in X])))
    values = pa.ListArray.from_arrays(ends, pa.array(np.concatenate([np.asarray(row[1], float) for row in X])))
    kinds, sizes = pa.array(np.zeros(len(y), np.int8)), pa.array(np.full(len(y), size, np.int32))
    vectors = pa.StructArray.from_arrays([kinds, sizes, indices, values], ["type", "size", "indices", "values"])
    return pa.record_batch({"features": vectors, "label": pa.array(np.asarray(y, float))})


def plain(options, data):
    """The same without Spark."""
    import noregret, numpy as np
    from noregret import parts
    from noregret.spark.fitting import schedule

    for name in options.sets:
        (X, y), held_out, size = loaded(name, data)
        train, test, columns = batch(X, y, size), batch(*held_out, size), parts.Columns("features", size, "label")
        truth, cut = np.asarray(held_out[1], float), [len(y) * k // options.parts for k in range(options.parts + 1)]

        def loss(model):
            margins = parts.score(noregret.Model.from_bytes(model), test, columns)
            return float(np.mean(np.logaddexp(0, np.where(truth > 0, -margins, margins))))

        def merged(start, times):
            for plan in schedule({k: cut[k + 1] - cut[k] for k in range(options.parts)}, times):
                slices = [(cut[k] + plan.first, min(cut[k + 1], cut[k] + (plan.end or len(y)))) for k in plan.parts]
                learned = [parts.learn(start, [train.slice(first, end - first)], columns) for first, end in slices]
                start = learned[0] if len(learned) == 1 else parts.merge(start, learned)
            return start

        for algorithm in options.algorithms:
            fresh = noregret.Model(algorithm, "logistic", labels=(0, 1)).to_bytes()
            one, seconds = timed(lambda: parts.learn(fresh, [train], columns))
            alone, told = loss(one), {"set": name, "rows": len(y), "features": size, "algorithm": algorithm, "megabytes": round(len(one) / 1e6, 1)}
            print(json.dumps({**told, "rounds": "exact", "loss": round(alone, 5), "seconds": round(seconds, 2)}), flush=True)
            for times in options.rounds:
                made, seconds = timed(lambda: merged(fresh, times))
                found = loss(made)
                print(json.dumps({**told, "rounds": times, "loss": round(found, 5), "beyond": f"{100 * (found / alone - 1):+.2f} %", "seconds": round(seconds, 2)}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", default=["a9a", "w8a", "text"])
    parser.add_argument("--rounds", nargs="+", type=int, default=[1, 4, 16, 64])
    parser.add_argument("--algorithms", nargs="+", default=["auto", "ada-diag"])
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--data", default=DATA)
    parser.add_argument("--here", action="store_true", help="under this Python as it is, which has everything")
    parser.add_argument("--plain", action="store_true", help="without Spark")
    options = parser.parse_args()
    inside(options.here)
    from pathlib import Path

    if options.plain:
        return plain(options, Path(options.data))

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
