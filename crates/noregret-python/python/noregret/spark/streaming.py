"""Learning from a stream of DataFrames: every batch is learned once, whenever and however often something is killed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Optional, Union

from pyspark.sql import DataFrame, SparkSession

from ..errors import FileError, SpecError
from ..model import Model
from ..parts import Columns
from . import _files
from ._data import Survey, counted, known, sized, sliced
from ._linear import Fitted
from .classifier import OnlineClassificationModel, OnlineClassifier
from .regressor import OnlineRegressionModel, OnlineRegressor

__all__ = ["learn_stream", "stream_model"]

Estimator = Union[OnlineClassifier, OnlineRegressor]
FittedModel = Union[OnlineClassificationModel, OnlineRegressionModel]

#: Begins a state's file: a line of JSON, and then the model's bytes.
_MAGIC = b"noregret-stream 1 "


class _State:
    """The model after a batch, and which one: one file, so one rename commits both."""

    def __init__(self, batch: int, size: Optional[int], model: bytes) -> None:
        self.batch, self.size, self.model = batch, size, model

    def to_bytes(self) -> bytes:
        return _MAGIC + json.dumps({"batch": self.batch, "size": self.size}).encode() + b"\n" + self.model

    @classmethod
    def of(cls, data: bytes, name: str) -> _State:
        line, _, model = data.partition(b"\n")
        if not line.startswith(_MAGIC):
            raise FileError(f"{name} is no state of a stream")
        about = json.loads(line[len(_MAGIC) :])
        return cls(about["batch"], about["size"], model)


class _Journal:
    """The states of a stream in their folder: the last, and the one before it."""

    def __init__(self, spark: SparkSession, checkpoint: str) -> None:
        self.spark, self.folder = spark, f"{checkpoint.rstrip('/')}/model"

    def _names(self) -> list[str]:
        return [name for name in _files.listed(self.spark, self.folder) if name.endswith(".state")]

    def last(self) -> Optional[_State]:
        names = self._names()
        if not names:
            return None
        path = f"{self.folder}/{names[-1]}"
        return _State.of(_files.read(self.spark, path), path)

    def commit(self, state: _State) -> None:
        _files.write(self.spark, f"{self.folder}/{state.batch:012d}.state", state.to_bytes())
        for name in self._names()[:-2]:
            _files.remove(self.spark, f"{self.folder}/{name}")


class _Learning:
    """What is done with each batch."""

    def __init__(self, spark: SparkSession, checkpoint: str, estimator: Estimator, predictions: bool, committed: Optional[Callable[[int], None]]) -> None:
        self.folder, self.estimator, self.predictions, self.committed = checkpoint.rstrip("/"), estimator, predictions, committed
        self.journal = _Journal(spark, checkpoint)
        self.state = self.journal.last()

    def __call__(self, data: DataFrame, batch: int) -> None:
        if self.state is not None and batch <= self.state.batch:
            return  # It was learned, and the driver ended before Spark noted it.
        learner = self.estimator
        with learner._held(data) as ready:
            after = self._learned(ready, counted(ready), data, batch)
        self.journal.commit(after)
        self.state = after
        if self.committed is not None:
            self.committed(batch)

    def _learned(self, ready: DataFrame, rows: dict[int, int], data: DataFrame, batch: int) -> _State:
        learner, classes = self.estimator, _classes(self.estimator)
        columns = Columns(**{**vars(learner._columns()), "size": None if self.state is None else self.state.size})
        before = learner._start(classes) if self.state is None else self.state.model
        if not rows:
            return _State(batch, columns.size, before)
        columns = sized(ready, columns)
        if self.state is None:
            before = known(sliced(ready, 0, None), list(rows), before, columns)
        if self.predictions:
            made = _model(learner, Fitted(before, columns, classes, {}))
            made.transform(data).write.mode("overwrite").parquet(f"{self.folder}/predictions/batch={batch}")
        after = learner._learned(ready, before, columns, Survey(rows, classes))
        self._tell(data.sparkSession, batch, Model.from_bytes(before).counts, Model.from_bytes(after).counts)
        return _State(batch, columns.size, after)

    def _tell(self, spark: SparkSession, batch: int, before: dict[str, Any], after: dict[str, Any]) -> None:
        """What the batch came to, each row predicted before it was learned from."""
        seen = {name: after[name] - before[name] for name in ("examples", "weight", "loss", "mistakes")}
        share = seen["weight"] or 1.0
        line = {"batch": batch, "examples": seen["examples"], "weight": seen["weight"], "loss": seen["loss"] / share, "mistakes": seen["mistakes"] / share}
        line["progressive_loss"] = after["loss"] / (after["weight"] or 1.0)
        _files.write(spark, f"{self.folder}/progress/{batch:012d}.json", json.dumps(line).encode() + b"\n")


def _classes(estimator: Estimator) -> int:
    asked = estimator._asked()
    return 0 if asked is None else asked or 2


def _model(estimator: Estimator, fitted: Fitted) -> FittedModel:
    made = OnlineClassificationModel() if isinstance(estimator, OnlineClassifier) else OnlineRegressionModel()
    return estimator._copyValues(made._take(fitted))


def learn_stream(
    data: DataFrame,
    checkpoint: str,
    estimator: Estimator,
    *,
    predictions: bool = True,
    trigger: Optional[dict[str, Any]] = None,
    committed: Optional[Callable[[int], None]] = None,
) -> Any:
    """Starts to learn from a streaming DataFrame, and gives Spark's query. ``checkpoint`` is a folder for all there is to keep:

    * ``model``: the model after the last batch, with the batch's number, in one file that is renamed into place. A batch that comes again after a kill is known by
      it and not learned again; one that was not committed is learned again from the same state, so the model is the same to the bit.
    * ``predictions``: a table in Parquet, every row of a batch with its prediction by the model before that batch, in a folder ``batch=N`` (unless ``predictions=False``).
    * ``progress``: a table in JSON, a line for every batch: rows, mean loss and share of mistakes of its rows, each predicted before it was learned from, and the
      mean loss of the whole stream so far.
    * ``spark``: Spark's own.

    ``estimator`` says how a batch is learned, by mode exact or rounds; of more than two classes it must have ``numClasses``. ``trigger`` are the arguments of Spark's,
    ``committed`` is told the number of each batch that was committed.

    >>> stream = spark.readStream.schema(data.schema).parquet(source)
    >>> learn_stream(stream, checkpoint, OnlineClassifier(), trigger={"availableNow": True}).awaitTermination()
    """
    if not data.isStreaming:
        raise SpecError("this DataFrame is no stream: fit() learns from it")
    if estimator.getMode() == "search":
        raise SpecError("a stream is learned by mode exact or rounds: search goes over the same data with many candidates")
    learning = _Learning(data.sparkSession, checkpoint, estimator, predictions, committed)
    writer = data.writeStream.foreachBatch(learning).option("checkpointLocation", f"{checkpoint.rstrip('/')}/spark")
    return (writer.trigger(**trigger) if trigger else writer).start()


def stream_model(spark: SparkSession, checkpoint: str, estimator: Estimator) -> FittedModel:
    """The model of a stream after its last committed batch; ``estimator`` is the one it is learned by.

    >>> stream = spark.readStream.schema(data.schema).parquet(source)
    >>> learn_stream(stream, checkpoint, OnlineClassifier(), trigger={"availableNow": True}).awaitTermination()
    >>> stream_model(spark, checkpoint, OnlineClassifier()).summary["examples"]
    20
    """
    state = _Journal(spark, checkpoint).last()
    if state is None:
        raise FileError(f"there is no model in {checkpoint}")
    columns = Columns(**{**vars(estimator._columns()), "size": state.size})
    return _model(estimator, Fitted(state.model, columns, _classes(estimator), {"batch": state.batch}))
