"""The estimator of numbers."""

from __future__ import annotations

from typing import Any, Optional

from pyspark import keyword_only
from pyspark.ml.base import PredictionModel
from pyspark.ml.linalg import Vector
from pyspark.ml.regression import Regressor
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable, MLReadable, MLWritable
from pyspark.sql import DataFrame

from ..model import Model
from ._linear import Learner, LinearModel, ModelReader, ModelWriter

__all__ = ["OnlineRegressionModel", "OnlineRegressor"]


class OnlineRegressor(Learner, Regressor, DefaultParamsReadable, DefaultParamsWritable):  # type: ignore[type-arg]
    """A linear regressor that learns online, one pass over a DataFrame: squared loss unless told otherwise, ``poisson`` for counts.

    >>> from noregret.spark import OnlineRegressor
    >>> OnlineRegressor(loss="poisson").getOrDefault("loss")
    'poisson'
    """

    _input_kwargs: dict[str, Any]

    @keyword_only
    def __init__(self, **params: Any) -> None:
        super().__init__()
        self._set(**self._input_kwargs)

    @keyword_only
    def setParams(self, **params: Any) -> OnlineRegressor:
        """Sets parameters by name.

        >>> from noregret.spark import OnlineRegressor
        >>> OnlineRegressor().setParams(l1=0.1).getOrDefault("l1")
        0.1
        """
        return self._set(**self._input_kwargs)

    def _asked(self) -> Optional[int]:
        return None

    def _fresh(self, algorithm: str, given: dict[str, Any], classes: int) -> Model:
        given = {"loss": self._value("loss"), **given}
        if given["loss"] is None:
            given["loss"] = "absolute" if algorithm in ("pa", "pa1", "pa2") else "squared"
        return Model(algorithm, **given)

    def _fit(self, dataset: DataFrame) -> OnlineRegressionModel:
        made = OnlineRegressionModel()._take(self._passed(dataset))
        return self._copyValues(made._resetUid(self.uid))


class OnlineRegressionModel(LinearModel, PredictionModel[Vector], MLReadable[Any], MLWritable):
    """What :class:`OnlineRegressor` fits. ``transform`` adds the prediction; ``learn`` goes on.

    >>> OnlineRegressor().fit(data).transform(data).columns[-1]
    'prediction'
    """

    def learn(self, dataset: DataFrame) -> OnlineRegressionModel:
        """A model that goes on from this one with more data, by this one's parameters.

        >>> OnlineRegressor().fit(data).learn(data).summary["examples"]
        40
        """
        again = OnlineRegressor()
        self._copyValues(again)
        made = OnlineRegressionModel()._take(again._passed(dataset, self._fitted))
        return self._copyValues(made._resetUid(self.uid))

    def predict(self, value: Vector) -> float:
        """What is expected of one vector.

        >>> OnlineRegressor().fit(data).predict(Vectors.dense(1.0, 0.0)) > 0.3
        True
        """
        return float(self.model.predict(value.toArray()[None, :])[0])

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

        >>> OnlineRegressionModel.read().session(spark).__class__.__name__
        'ModelReader'
        """
        return ModelReader(cls)
