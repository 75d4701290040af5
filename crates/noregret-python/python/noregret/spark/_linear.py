"""What the estimators share, and what their models do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import Any, Optional, TypeVar

from pyspark import StorageLevel, keyword_only
from pyspark.ml.util import DefaultParamsReader, DefaultParamsWriter, MLReadable, MLReader, MLWritable, MLWriter
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ..errors import SpecError
from ..model import Model
from ..parts import Columns
from . import _files, fitting
from ._candidates import candidates, ranked
from ._data import Survey, known, numbered, selected, sized, sliced, survey
from ._params import OnlineParams
from ._scoring import Outputs, scored, serving

__all__ = ["Fitted", "Learner", "LinearModel"]

#: The model file within a saved model.
FILE = "model.nr"


class Fitted:
    """A model on its way: its bytes, what its columns are, and what is told of the fit."""

    def __init__(self, model: bytes, columns: Columns, classes: int, told: dict[str, Any]) -> None:
        self.model, self.columns, self.classes, self.told = model, columns, classes, told

    @cached_property
    def loss(self) -> str:
        """The loss that was learned."""
        return Model.from_bytes(self.model).loss


E = TypeVar("E", bound="Learner")


class Learner(OnlineParams):
    """How both estimators fit."""

    _input_kwargs: dict[str, Any]

    @keyword_only
    def __init__(self, **params: Any) -> None:
        super().__init__()
        self._set(**self._input_kwargs)

    @keyword_only
    def setParams(self: E, **params: Any) -> E:
        """Sets parameters by name.

        >>> OnlineClassifier().setParams(l1=0.1).getOrDefault("l1")
        0.1
        """
        return self._set(**self._input_kwargs)

    def _unfilled(self) -> Any:
        """A model of its kind, to be filled."""
        raise NotImplementedError

    def _fit(self, dataset: DataFrame) -> Any:
        made = self._unfilled()._take(self._passed(dataset))
        return self._copyValues(made._resetUid(self.uid))

    def _fresh(self, algorithm: str, given: dict[str, Any], classes: int) -> Model:
        """A model that has learned nothing."""
        raise NotImplementedError

    def _asked(self) -> Optional[int]:
        """How many classes there are: 0 if that is to be found out, None of numbers."""
        raise NotImplementedError

    def _start(self, classes: int) -> bytes:
        return self._fresh(self.getOrDefault("algorithm"), self._given(), classes).to_bytes()

    @contextmanager
    def _held(self, data: DataFrame) -> Iterator[DataFrame]:
        """The needed columns, on executors if asked."""
        ready = numbered(selected(data, self._columns(), self._inputs()))
        if not self.getOrDefault("cache"):
            yield ready
            return
        ready = ready.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            yield ready
        finally:
            ready.unpersist()

    def _passed(self, data: DataFrame, start: Optional[Fitted] = None) -> Fitted:
        """One pass over the data, from a start or afresh."""
        mode = self.getMode()
        with self._held(data) as ready:
            asked = self._asked() if start is None or not start.classes else start.classes
            found = survey(ready, data, self.getOrDefault("labelCol"), asked)
            columns = sized(ready, replace(self._columns(), size=None if start is None else start.columns.size))
            if mode == "search":
                return self._searched(ready, columns, found)
            begin = start.model if start is not None else known(_bare(ready), list(found.rows), self._start(found.classes), columns)
            return Fitted(self._learned(ready, begin, columns, found), columns, found.classes, {"mode": mode})

    def _learned(self, ready: DataFrame, begin: bytes, columns: Columns, found: Survey) -> bytes:
        if self.getMode() == "exact":
            return fitting.exact(ready, begin, columns, list(found.rows))
        times, width, fan = (self.getOrDefault(name) for name in ("rounds", "width", "fan"))
        if times < 1 or width < 0 or fan < 0 or (fan and width):
            raise SpecError(f"rounds={times}, width={width}, fan={fan}: rounds must be 1 or more, the others 0 or more, and one of them 0")
        return fitting.rounds(ready, begin, columns, fitting.schedule(found.rows, times, width), fan)

    def _searched(self, ready: DataFrame, columns: Columns, found: Survey) -> Fitted:
        tried = candidates(self.getOrDefault("algorithm"), self._value("candidates"), self._value("grid"))
        own = self._given()
        fresh = [self._fresh(one["algorithm"], {**own, **{k: v for k, v in one.items() if k != "algorithm"}}, found.classes) for one in tried]
        parts = list(found.rows)
        starts = [known(_bare(ready), parts, model.to_bytes(), columns) for model in fresh]
        slots = ready.sparkSession.sparkContext.defaultParallelism
        after = fitting.search(ready, starts, columns, parts, slots)
        best, table = ranked(tried, after, self.getOrDefault("judge"))
        return Fitted(after[best], columns, found.classes, {"mode": "search", "candidates": table})


def _bare(ready: DataFrame) -> DataFrame:
    return sliced(ready, 0, None)


M = TypeVar("M", bound="LinearModel")


class LinearModel(OnlineParams, MLReadable[Any], MLWritable):
    """A fitted model: it predicts, goes on learning, and holds noregret's own model file."""

    def _take(self: M, fitted: Fitted) -> M:
        self._fitted = fitted
        self._shared: Any = None
        return self

    @property
    def model(self) -> Model:
        """The :class:`noregret.Model` inside: its weights, lanes, bound and file.

        >>> OnlineClassifier(algorithm="ada-diag").fit(data).model
        Model('ada-diag', loss='logistic')
        """
        return Model.from_bytes(self._fitted.model)

    @property
    def summary(self) -> dict[str, Any]:
        """What is told of the fit: the mode, rows, and the mean loss of rows before they were learned from; under search all candidates.

        >>> sorted(OnlineRegressor().fit(data).summary)
        ['examples', 'mode', 'progressive_loss']
        """
        model = self.model
        return {**self._fitted.told, "examples": model.counts["examples"], "progressive_loss": model.progressive_loss}

    @property
    def numFeatures(self) -> int:
        """How many features vectors have; of inputCols how many were met.

        >>> OnlineRegressor().fit(data).numFeatures
        2
        """
        size = self._fitted.columns.size
        return size if size is not None else int(self.model._about()["weights"])

    def _unfitted(self) -> Any:
        """An estimator of its kind."""
        raise NotImplementedError

    def learn(self: M, dataset: DataFrame) -> M:
        """A model that goes on from this one with more data, by this one's parameters.

        >>> OnlineClassifier().fit(data).learn(data).summary["examples"]
        40
        """
        again = self._unfitted()
        self._copyValues(again)
        return self._copyValues(type(self)()._take(again._passed(dataset, self._fitted))._resetUid(self.uid))

    def write(self) -> ModelWriter:
        """Writes Spark's metadata and the model file ``model.nr``, which the command reads, too.

        >>> OnlineRegressor().fit(data).write().overwrite().save(folder)
        >>> OnlineRegressionModel.load(folder).numFeatures
        2
        """
        return ModelWriter(self)

    @classmethod
    def read(cls) -> ModelReader:
        """Reads what :meth:`write` wrote.

        >>> OnlineClassificationModel.read().session(spark).__class__.__name__
        'ModelReader'
        """
        return ModelReader(cls)

    def _outputs(self) -> Outputs:
        return Outputs(0, False)

    def _placed(self) -> list[tuple[str, str]]:
        """The fields of a prediction, and the columns they go to."""
        return [("prediction", self.getOrDefault("predictionCol"))]

    def _transform(self, dataset: DataFrame) -> DataFrame:
        inputs = self._inputs()
        columns = Columns(None if inputs else self.getOrDefault("featuresCol"), self._fitted.columns.size)
        needed = selected(dataset, columns, inputs)
        context = dataset.sparkSession.sparkContext
        if self._shared is None or self._shared[0] is not context:
            key = hashlib.sha256(self._fitted.model).hexdigest()
            self._shared = (context, context.broadcast(serving(self._fitted.model)), key)
        dataset = _as_rows(dataset)
        taken = [_as(dataset, needed, name) for name in needed.columns]
        _, shared, key = self._shared
        struct = scored(taken, shared, key, columns, self._outputs())
        whole = dataset.withColumn("__noregret", struct)
        placed = [(field, name) for field, name in self._placed() if name]
        for field, name in placed:
            whole = whole.withColumn(name, F.col(f"__noregret.{field}"))
        return whole.drop("__noregret")


def _as_rows(dataset: DataFrame) -> DataFrame:
    """The same rows. Where they come as columns, straight from a Parquet file, Spark 4.3 hands them to an Arrow function by a path that knows no vectors of Spark ML
    (UNSUPPORTED_DATATYPE). A filter that keeps every row and that the optimizer cannot see through makes rows of them before."""
    if any(isinstance(field.dataType, T.UserDefinedType) for field in dataset.schema):
        return dataset.where(F.spark_partition_id() >= 0)
    return dataset


def _as(dataset: DataFrame, needed: DataFrame, name: str) -> Any:
    """A column, cast as :func:`selected` would."""
    column, wanted = F.col(f"`{name}`"), needed.schema[name].dataType
    return column if dataset.schema[name].dataType == wanted else column.cast(wanted).alias(name)


class ModelWriter(MLWriter):
    """Writes Spark's metadata and noregret's model file beside it."""

    def __init__(self, instance: LinearModel) -> None:
        super().__init__()
        self.instance = instance

    def saveImpl(self, path: str) -> None:
        """Writes into an empty folder."""
        fitted = self.instance._fitted
        extra = {"noregret": {"size": fitted.columns.size, "classes": fitted.classes, "told": fitted.told}}
        DefaultParamsWriter.saveMetadata(self.instance, path, self.sparkSession, extraMetadata=extra)
        _files.write(self.sparkSession, f"{path}/{FILE}", fitted.model)


class ModelReader(MLReader[Any]):
    """Reads what :class:`ModelWriter` wrote."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind

    def load(self, path: str) -> Any:
        """The model of a folder."""
        metadata = DefaultParamsReader.loadMetadata(path, self.sparkSession)
        instance = self.kind()
        instance._resetUid(metadata["uid"])
        DefaultParamsReader.getAndSetParams(instance, metadata)
        about = metadata["noregret"]
        columns = replace(instance._columns(), size=about["size"])
        return instance._take(Fitted(_files.read(self.sparkSession, f"{path}/{FILE}"), columns, about["classes"], json.loads(json.dumps(about["told"]))))
