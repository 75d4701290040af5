"""Spark ML's own machinery: parameters, copies, persistence, pipelines, cross-validation, evaluators."""

import numpy as np
import pytest

pytest.importorskip("pyspark", reason="pyspark IS NOT HERE: cargo xtask spark installs it and tests what needs it")

from .conftest import frame, points
from noregret.errors import SpecError
from noregret.spark import OnlineClassificationModel, OnlineClassifier, OnlineRegressionModel, OnlineRegressor
from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.evaluation import BinaryClassificationEvaluator, MulticlassClassificationEvaluator, RegressionEvaluator
from pyspark.ml.feature import StandardScaler, StringIndexer, VectorAssembler
from pyspark.ml.linalg import Vectors
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder


def test_parameters_by_name():
    estimator = OnlineClassifier(algorithm="ada-diag", eta=0.5, labelCol="y", parameters={"alpha": 1.0})
    assert estimator.getOrDefault("eta") == 0.5 and estimator.getLabelCol() == "y" and "rounds" in estimator.explainParams()
    other = estimator.copy({estimator.eta: 2.0})
    assert other.getOrDefault(other.eta) == 2.0 and estimator.getOrDefault("eta") == 0.5 and other.uid == estimator.uid
    assert other.setParams(mode="rounds").setPredictionCol("p").getMode() == "rounds"
    with pytest.raises(SpecError, match="exact, rounds, search"):
        OnlineClassifier(mode="fast").getMode()
    with pytest.raises(AttributeError):
        OnlineClassifier(nothing=1)


def test_estimators_and_models_are_saved(spark, tmp_path):
    X, y = points(kind="three")
    data = frame(spark, X, y)
    estimator = OnlineClassifier(algorithm="ada-diag", eta=0.5, probabilityCol="likely")
    estimator.save(str(tmp_path / "e"))
    loaded = OnlineClassifier.load(str(tmp_path / "e"))
    assert loaded.uid == estimator.uid and loaded.getOrDefault("eta") == 0.5 and loaded.getProbabilityCol() == "likely"
    model = estimator.fit(data)
    model.save(str(tmp_path / "m"))
    again = OnlineClassificationModel.load(str(tmp_path / "m"))
    assert again.uid == model.uid and again.numClasses == 3 and again._fitted.model == model._fitted.model
    assert again.transform(data).collect() == model.transform(data).collect()
    with pytest.raises(Exception, match="(?i)exist"):
        model.save(str(tmp_path / "m"))
    model.write().overwrite().save(str(tmp_path / "m"))
    assert again.learn(data).summary["examples"] == 2 * len(y)


def test_vectors_straight_from_parquet_are_scored(spark, tmp_path):
    """Where rows come as columns, Spark's own path to Arrow functions knows no vectors."""
    X, y = points(rows=200)
    data = frame(spark, X, y)
    data.write.parquet(str(tmp_path / "vectors"))
    stored = spark.read.parquet(str(tmp_path / "vectors"))
    model = OnlineClassifier(numClasses=2).fit(data)
    wanted = {row.id: row for row in model.transform(data).collect()}
    for rows in (stored, stored.union(stored), stored.select("features", "id"), stored.cache()):
        for row in model.transform(rows).collect():
            assert (row.probability, row.prediction) == (wanted[row.id].probability, wanted[row.id].prediction)
    stored.unpersist()


def test_by_hadoop_s_files_too(spark, tmp_path, monkeypatch):
    from noregret.spark import _files

    monkeypatch.setattr(_files, "_local", lambda path: None)
    monkeypatch.setattr(_files, "_PIECE", 1000)
    there = f"file://{tmp_path}/deep/file"
    _files.write(spark, there, bytes(range(256)) * 20)
    assert _files.read(spark, there) == bytes(range(256)) * 20
    assert [name for name in _files.listed(spark, f"{tmp_path}/deep") if not name.endswith(".crc")] == ["file"]
    assert _files.listed(spark, f"{tmp_path}/nowhere") == []
    _files.remove(spark, there)
    assert _files.listed(spark, f"{tmp_path}/deep") == []


def test_in_a_pipeline(spark, tmp_path):
    rows = [(("yes", "no")[k % 2], float(k % 2) + 0.1 * (k % 5), float(k % 3)) for k in range(300)]
    data = spark.createDataFrame(rows, ["answer", "a", "b"]).repartition(2)
    stages = [StringIndexer(inputCol="answer", outputCol="label"), VectorAssembler(inputCols=["a", "b"], outputCol="raw"), StandardScaler(inputCol="raw", outputCol="features"), OnlineClassifier()]
    pipeline = Pipeline(stages=stages)
    pipeline.save(str(tmp_path / "p"))
    model = Pipeline.load(str(tmp_path / "p")).fit(data)
    model.save(str(tmp_path / "pm"))
    again = PipelineModel.load(str(tmp_path / "pm"))
    found = again.transform(data)
    assert BinaryClassificationEvaluator().evaluate(found) > 0.95
    assert found.columns[-3:] == ["rawPrediction", "probability", "prediction"]


def test_evaluators_and_the_rows_of_transform(spark):
    X, y = points(kind="three")
    data = frame(spark, X, y, sparse=True)
    model = OnlineClassifier(numClasses=4).fit(data)
    found = model.transform(data)
    assert MulticlassClassificationEvaluator(metricName="logLoss").evaluate(found) < 0.9
    own = model.model
    likely = np.array([row["probability"].toArray() for row in found.orderBy("id").collect()])
    wanted = own.predict_proba(X)
    assert np.allclose(likely[:, own.classes_], wanted) and np.all(likely[:, 3] == 0)
    first = found.orderBy("id").first()
    assert model.predict(Vectors.dense(X[0])) == first["prediction"] and model.predictProbability(Vectors.dense(X[0])) == first["probability"]
    assert model.predictRaw(Vectors.dense(X[0])) == first["rawPrediction"]
    assert set(r[0] for r in model.copy({model.thresholds: [1e-9, 1.0, 1.0, 1.0]}).transform(data).select("prediction").distinct().collect()) == {0.0}
    assert "probability" not in OnlineClassifier(algorithm="pa").fit(frame(spark, *points())).transform(data).columns
    quiet = OnlineClassifier(rawPredictionCol="", probabilityCol="").fit(frame(spark, *points())).transform(data)
    assert quiet.columns == [*data.columns, "prediction"]


def test_cross_validation(spark, tmp_path):
    X, y = points(400, kind="number")
    data = frame(spark, X, y, parts=2)
    estimator = OnlineRegressor(algorithm="ada-diag")
    grid = ParamGridBuilder().addGrid(estimator.eta, [1e-6, 0.5]).build()
    search = CrossValidator(estimator=estimator, estimatorParamMaps=grid, evaluator=RegressionEvaluator(), numFolds=2, seed=1, parallelism=2)
    model = search.fit(data)
    assert model.bestModel.getOrDefault("eta") == 0.5 and model.avgMetrics[1] < model.avgMetrics[0]
    model.save(str(tmp_path / "cv"))
    again = CrossValidatorModel.load(str(tmp_path / "cv")).bestModel
    assert isinstance(again, OnlineRegressionModel) and again.transform(data).count() == 400
    assert again.predict(Vectors.dense(X[0])) == pytest.approx(again.transform(data.filter("id = 0")).first()["prediction"])


def test_examples(spark, tmp_path):
    import doctest

    from noregret import spark as package
    from noregret.spark import _candidates, _linear, _params, classifier, fitting, regressor, streaming

    data = spark.createDataFrame([(Vectors.dense(float(k % 2), 1.0), float(k % 2)) for k in range(20)], ["features", "label"]).coalesce(1)
    data.write.parquet(str(tmp_path / "source"))
    given = {name: getattr(package, name) for name in package.__all__}
    given.update(spark=spark, data=data, folder=str(tmp_path / "folder"), source=str(tmp_path / "source"), checkpoint=str(tmp_path / "checkpoint"), Vectors=Vectors)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for module in (_candidates, _linear, _params, classifier, fitting, regressor, streaming):
        assert doctest.testmod(module, extraglobs=given, optionflags=flags).failed == 0, module
