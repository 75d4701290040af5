"""mode="exact" is the command, to the bit, wherever partitions end and lie."""

import numpy as np
import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points
from noregret.spark import OnlineClassificationModel, OnlineClassifier, OnlineRegressor
from pyspark.sql import functions as F
from pyspark.sql import types as T

import noregret


def text(path, X, y):
    """The rows as svmlight text."""
    lines = [f"{label:g} " + " ".join(f"{i}:{float(row[i])!r}" for i in np.flatnonzero(row)) for row, label in zip(X, y)]
    path.write_text("\n".join(lines) + "\n")
    return path


def trained(command, path, model, *more):
    """The bytes of the model that the command trains."""
    command("train", path, "-m", model, *more)
    return model.read_bytes()


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("algorithm", ["auto", "ada-diag"])
def test_two_classes(spark, command, tmp_path, algorithm, sparse):
    X, y = points()
    wanted = trained(command, text(tmp_path / "d.svm", X, y), tmp_path / "m.nr", "--algorithm", algorithm, "--loss", "logistic", "--labels", "0,1")
    model = OnlineClassifier(algorithm=algorithm).fit(frame(spark, X, y, parts=5, sparse=sparse))
    assert model._fitted.model == wanted
    assert model.summary["examples"] == len(y) and model.numFeatures == X.shape[1] and model.numClasses == 2


def test_three_classes(spark, command, tmp_path):
    X, y = points(kind="three")
    wanted = trained(command, text(tmp_path / "d.svm", X, y), tmp_path / "m.nr", "--loss", "logistic", "--classes")
    assert OnlineClassifier().fit(frame(spark, X, y))._fitted.model == wanted


def test_numbers_with_an_array_column(spark, command, tmp_path):
    X, y = points(kind="number")
    wanted = trained(command, text(tmp_path / "d.svm", X, y), tmp_path / "m.nr", "--loss", "squared")
    rows = spark.createDataFrame([(row.tolist(), float(label)) for row, label in zip(X, y)], "x array<double>, y double").coalesce(1)
    assert OnlineRegressor(featuresCol="x", labelCol="y").fit(rows)._fitted.model == wanted


def table(spark, tmp_path, rows=1500):
    """A table of all sorts of columns, and the Parquet file of it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(1)
    words = np.array(["red wine", "old cheese and bread", "a", "blue sea of stars"])
    made = {
        "price": pa.array([None if k % 7 == 0 else round(float(v), 4) for k, v in enumerate(rng.normal(size=rows))], pa.float64()),
        "count": pa.array(rng.integers(0, 50, rows), pa.int32()),
        "city": pa.array(np.array(["Oslo", "Rome", "Lima"])[rng.integers(0, 3, rows)]),
        "review": pa.array([f"{words[k]} {words[j]} number {n}" for n, (k, j) in enumerate(rng.integers(0, 4, (rows, 2)))]),
        "sold": pa.array(rng.random(rows) < 0.5),
        "label": pa.array((rng.random(rows) < 0.4).astype(float)),
        "importance": pa.array(np.round(rng.random(rows) + 0.5, 3)),
    }
    whole = pa.table(made)
    path = tmp_path / "t.parquet"
    pq.write_table(whole, path)
    # A first partition of three rows alone cannot tell what columns hold.
    numbered = spark.createDataFrame(whole.append_column("n", pa.array(range(rows)))).withColumn("part", F.when(F.col("n") < 3, 0).otherwise(1 + F.floor(F.col("n") / 500)))
    cut = numbered.repartitionByRange(4, "part").sortWithinPartitions("n")
    return cut, path, [name for name in made if name not in ("label", "importance")]


def test_columns_by_name_are_those_of_the_command(spark, command, tmp_path):
    data, path, inputs = table(spark, tmp_path)
    wanted = trained(command, path, tmp_path / "m.nr", "--label", "label", "--weight", "importance", "--loss", "logistic", "--labels", "0,1")
    model = OnlineClassifier(inputCols=inputs, weightCol="importance").fit(data)
    assert model._fitted.model == wanted
    # What is saved is a model of the command's, and predicts what the command predicts.
    model.write().overwrite().save(str(tmp_path / "saved"))
    margins = [float(line) for line in command("predict", tmp_path / "saved" / "model.nr", path).split()]
    found = model.transform(data).orderBy("n").select("rawPrediction").collect()
    assert np.allclose([row[0][1] for row in found], margins, rtol=1e-6, atol=1e-6)
    again = OnlineClassificationModel.load(str(tmp_path / "saved"))
    assert again._fitted.model == wanted


def test_learning_goes_on(spark):
    X, y = points()
    both = OnlineClassifier().fit(frame(spark, X, y))
    first = OnlineClassifier().fit(frame(spark, X[:250], y[:250], parts=3))
    assert first.learn(frame(spark, X[250:], y[250:], parts=2))._fitted.model == both._fitted.model


def test_without_a_cache_and_after_a_shuffle(spark):
    X, y = points()
    data = frame(spark, X, y)
    plain = OnlineClassifier().fit(data)
    assert OnlineClassifier(cache=False).fit(data)._fitted.model == plain._fitted.model
    shuffled = data.repartition(3).repartitionByRange(4, "id").sortWithinPartitions("id")
    assert OnlineClassifier().fit(shuffled)._fitted.model == plain._fitted.model
    assert isinstance(plain.model, noregret.Model) and isinstance(data.schema["label"].dataType, T.DoubleType)
