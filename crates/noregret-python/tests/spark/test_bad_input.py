"""What cannot be learned from fails with the column and a row, not with a trace of something else."""

import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points
from noregret.errors import DataError
from noregret.spark import OnlineClassifier, OnlineRegressor
from pyspark.errors import PySparkException
from pyspark.ml.linalg import Vectors

NAN = float("nan")


def rows(spark, *some, kind="features array<double>, label double, id int"):
    return spark.createDataFrame(list(some), kind)


@pytest.mark.parametrize("label", [None, NAN, 0.5, -1.0, float("inf")])
def test_labels(spark, label):
    data = rows(spark, ([1.0], 0.0, 1), ([2.0], label, 77), ([2.0], 1.0, 3))
    with pytest.raises(DataError, match="column 'label': 1 labels.*'id': 77"):
        OnlineClassifier().fit(data)


def test_a_class_too_many(spark):
    with pytest.raises(DataError, match="'id': 9.*from 0 to 1"):
        OnlineClassifier(numClasses=2).fit(rows(spark, ([1.0], 0.0, 1), ([2.0], 2.0, 9)))


@pytest.mark.parametrize(("vector", "why"), [(None, "it is null"), ([1.0, NAN], "place 1 of its vector: the value is NaN"), ([1.0], "a vector of 1 numbers, and the others are of 2"), ([1.0, None], "is null")])
@pytest.mark.parametrize("mode", ["exact", "rounds"])
def test_vectors(spark, vector, why, mode):
    data = rows(spark, ([1.0, 2.0], 0.0, 1), (vector, 1.0, 77), ([1.0, 2.0], 1.0, 2)).drop("id")
    with pytest.raises(PySparkException, match=f"column features: .*{why}.*the row is .*'label': 1.0"):
        OnlineRegressor(mode=mode).fit(data)


def test_sparse_vectors_of_another_size(spark):
    data = spark.createDataFrame([(Vectors.sparse(5, [1], [1.0]), 1.0), (Vectors.sparse(6, [1], [1.0]), 0.0)], ["features", "label"])
    with pytest.raises(PySparkException, match="column features.*vector of 6 numbers, and the others are of 5"):
        OnlineClassifier().fit(data)


def test_weights(spark):
    data = spark.createDataFrame([([1.0], 1.0, 1.0), ([1.0], 0.0, -2.0)], "features array<double>, label double, w double")
    with pytest.raises(PySparkException, match="column w: it is -2: a weight"):
        OnlineClassifier(weightCol="w").fit(data)


def test_types_and_names_of_columns(spark):
    data = spark.createDataFrame([("Oslo", 1.0, "yes", {"a": 1})], "city string, label double, answer string, s struct<a: int>")
    with pytest.raises(DataError, match="'city' is of the type string, and vectors.*Oslo"):
        OnlineClassifier(featuresCol="city").fit(data)
    with pytest.raises(DataError, match="'answer' is of the type string.*StringIndexer.*yes"):
        OnlineClassifier(inputCols=["city"], labelCol="answer").fit(data)
    with pytest.raises(DataError, match="no column 'town' for features; there are city"):
        OnlineClassifier(inputCols=["town"]).fit(data)
    with pytest.raises(DataError, match="'s' is of the type struct<a:int>"):
        OnlineClassifier(inputCols=["s"]).fit(data)
    with pytest.raises(DataError, match="'label' is among inputCols"):
        OnlineClassifier(inputCols=["label"]).fit(data)
    with pytest.raises(DataError, match="no rows"):
        OnlineClassifier(inputCols=["city"]).fit(data.limit(0))


def test_a_changed_schema_when_predicting(spark):
    X, y = points(100)
    model = OnlineClassifier().fit(frame(spark, X, y))
    with pytest.raises(PySparkException, match="column features: it is a vector of 3 numbers, and the others are of 12"):
        model.transform(frame(spark, X[:5, :3], y[:5])).collect()
    with pytest.raises(DataError, match="there is no column 'features'"):
        model.transform(spark.range(3))
    table = spark.createDataFrame([(1.0, 0.0), (2.0, 1.0)] * 5, "a double, label double")
    named = OnlineClassifier(inputCols=["a"]).fit(table)
    with pytest.raises(PySparkException, match="(?s)column a"):
        named.transform(spark.createDataFrame([("word",)], "a string")).collect()
