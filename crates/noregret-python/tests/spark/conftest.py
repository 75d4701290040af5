"""One Spark session for the whole suite: real separate executors, two of one core each."""

import os
import sys

import numpy as np
import pytest



def configured(master):
    """A session's builder, on this machine alone."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.excludeOnFailure.enabled": "false",
        "spark.task.maxFailures": "3",
        "spark.executorEnv.OMP_NUM_THREADS": "1",
    }
    builder = SparkSession.builder.master(master).appName("noregret")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder


@pytest.fixture(scope="session")
def spark():
    session = configured("local-cluster[2,1,1024]").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def points(rows=600, columns=12, seed=0, kind="two"):
    """Rows with many zeros and labels that depend on them: 0 and 1, three classes, or numbers."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((rows, columns)) < 0.4, np.round(rng.normal(size=(rows, columns)), 6), 0.0)
    score = X @ rng.normal(size=(columns, 3)) + 0.3 * rng.normal(size=(rows, 3))
    y = {"two": (score[:, 0] > 0).astype(float), "three": score.argmax(axis=1).astype(float), "number": np.round(score[:, 0], 3)}[kind]
    return X, y


def frame(spark, X, y, parts=4, sparse=False, weight=None):
    """They as a DataFrame in this order, cut into partitions."""
    from pyspark.ml.linalg import Vectors

    def vector(row):
        return Vectors.sparse(len(row), {int(i): float(row[i]) for i in np.flatnonzero(row)}) if sparse else Vectors.dense(row)

    weights = [1.0] * len(y) if weight is None else weight
    rows = [(vector(row), float(label), float(w), k) for k, (row, label, w) in enumerate(zip(X, y, weights))]
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, parts), ["features", "label", "weight", "id"])


def sha(model):
    """The hash of the model file."""
    import hashlib

    return hashlib.sha256(model._fitted.model).hexdigest()
