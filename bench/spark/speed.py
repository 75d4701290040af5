#!/usr/bin/env python3
"""What a pass and a transform cost on Spark, beside Spark's own LogisticRegression and beside the plain command; and where the time goes.

    python3 bench/spark/speed.py [--rows 400000] [--features 40] [--parts 8] [--here]

Rows are drawn (normal features, labels by a logistic model of them), written as Parquet and read by Spark from there, on two executors of one core each. One run:
medians of nothing, the times as they were. The command reads the same Parquet files with a column for each feature.
"""
import argparse, json, math, os, shutil, subprocess

from session import ROOT, TARGET, inside, session, timed


def written(spark, folder, options):
    """The rows: as columns for the command, as vectors for Spark."""
    import numpy as np, pyarrow as pa, pyarrow.parquet as pq
    from pyspark.ml.feature import VectorAssembler

    shutil.rmtree(folder, ignore_errors=True)
    (folder / "columns").mkdir(parents=True)
    draw = np.random.default_rng(0)
    truth = draw.normal(size=options.features) / math.sqrt(options.features) * 2
    names = [f"f{k}" for k in range(options.features)]
    for part in range(options.parts + 1):  # The last is held out.
        X = draw.normal(size=(options.rows // options.parts, options.features))
        y = (draw.random(len(X)) < 1 / (1 + np.exp(-X @ truth))).astype(float)
        pq.write_table(pa.table({"label": y, **dict(zip(names, X.T))}), folder / "columns" / f"{part:03d}.parquet")
    for part in range(options.parts + 1):
        data = VectorAssembler(inputCols=names, outputCol="features").transform(spark.read.parquet(str(folder / "columns" / f"{part:03d}.parquet")))
        data.select("features", "label").coalesce(1).write.parquet(str(folder / "vectors" / f"part={part}"))


def count(batches):
    import pyarrow as pa

    yield pa.record_batch({"n": pa.array([sum(batch.num_rows for batch in batches)])})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=400_000)
    parser.add_argument("--features", type=int, default=40)
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--here", action="store_true")
    options = parser.parse_args()
    inside(options.here)
    from noregret import parts
    from noregret.spark import OnlineClassifier, fitting
    from pyspark.ml.classification import LogisticRegression
    from pyspark.ml.evaluation import MulticlassClassificationEvaluator

    spark, folder = session(), TARGET / "bench-spark"
    written(spark, folder, options)
    whole = spark.read.parquet(str(folder / "vectors"))
    # Small files would share a partition.
    files = [spark.read.parquet(str(folder / "vectors" / f"part={k}")) for k in range(options.parts)]
    train = files[0]
    for more in files[1:]:
        train = train.union(more)
    test = whole.filter(whole.part == options.parts).select("features", "label")
    judge = MulticlassClassificationEvaluator(metricName="logLoss")
    rows = train.count()

    def told(what, seconds, **more):
        print(json.dumps({"what": what, "seconds": round(seconds, 2), "rows_a_second": round(rows / seconds), **more}), flush=True)

    warm = OnlineClassifier().fit(test)
    warm.transform(test).write.format("noop").mode("overwrite").save()
    _, scan = timed(lambda: train.write.format("noop").mode("overwrite").save())
    told("Spark reads the vectors and does nothing", scan)
    _, arrow = timed(lambda: train.mapInArrow(count, "n long").collect())
    told("and hands them to Python as Arrow batches, which counts them", arrow)
    for name in ("auto", "ada-diag"):
        for mode, more in (("exact", {}), ("rounds", {"rounds": 1}), ("rounds", {"rounds": 32})):
            merging = []
            plain = fitting.merge
            fitting.merge = lambda start, models: merging.append(timed(lambda: plain(start, models))) or merging[-1][0]
            model, seconds = timed(lambda: OnlineClassifier(algorithm=name, mode=mode, numClasses=2, cache=more.get("rounds", 1) > 1, **more).fit(train))
            fitting.merge = plain
            loss = judge.evaluate(model.transform(test))
            told(f"{name}, {mode} {more or ''}", seconds, loss=round(loss, 5), merging=round(sum(s for _, s in merging), 3), model_kilobytes=round(len(model._fitted.model) / 1e3, 1))
        _, seconds = timed(lambda: model.transform(train).write.format("noop").mode("overwrite").save())
        told(f"{name}, transform", seconds)
    for iterations in (5, 100):
        lr, seconds = timed(lambda: LogisticRegression(maxIter=iterations).fit(train))
        told(f"Spark's LogisticRegression, maxIter={iterations}", seconds, loss=round(judge.evaluate(lr.transform(test)), 5), iterations=lr.summary.totalIterations)
    _, seconds = timed(lambda: lr.transform(train).write.format("noop").mode("overwrite").save())
    told("Spark's LogisticRegression, transform", seconds)
    command = os.environ.get("NOREGRET_COMMAND", str(TARGET / "release" / "noregret"))
    names = [str(folder / "columns" / f"{part:03d}.parquet") for part in range(options.parts)]
    for name in ("auto", "ada-diag"):
        arguments = [command, "train", *names, "--label", "label", "--algorithm", name, "--loss", "logistic", "--labels", "0,1", "-m", str(folder / "m.nr")]
        _, seconds = timed(lambda: subprocess.run(arguments, check=True, capture_output=True))
        told(f"the command, {name}, columns of Parquet", seconds)
    batch = parts_of_one(train)
    columns, fresh = parts.Columns("features", options.features, "label"), warm._fitted.model
    _, seconds = timed(lambda: parts.learn(fresh, [batch], columns))
    print(json.dumps({"what": "auto, learning alone: one batch in Python", "rows_a_second": round(batch.num_rows / seconds)}))
    spark.stop()


def parts_of_one(train):
    """Some rows as a batch of this process's."""
    return train.limit(20_000).toArrow().combine_chunks().to_batches()[0]


if __name__ == "__main__":
    main()
