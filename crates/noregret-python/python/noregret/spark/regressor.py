"""The estimator of numbers."""

from __future__ import annotations

from typing import Any, Optional

from pyspark.ml.base import PredictionModel
from pyspark.ml.linalg import Vector
from pyspark.ml.regression import Regressor
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable

from ..model import Model
from ._linear import Learner, LinearModel

__all__ = ["OnlineRegressionModel", "OnlineRegressor"]


class OnlineRegressor(Learner, Regressor, DefaultParamsReadable, DefaultParamsWritable):  # type: ignore[type-arg]
    """A linear regressor that learns online, one pass over a DataFrame: squared loss unless told otherwise, ``poisson`` for counts.

    >>> from noregret.spark import OnlineRegressor
    >>> OnlineRegressor(loss="poisson").getOrDefault("loss")
    'poisson'
    """

    def _asked(self) -> Optional[int]:
        return None

    def _fresh(self, algorithm: str, given: dict[str, Any], classes: int) -> Model:
        given = {"loss": self._value("loss"), **given}
        if given["loss"] is None:
            given["loss"] = "absolute" if algorithm in ("pa", "pa1", "pa2") else "squared"
        return Model(algorithm, **given)

    def _unfilled(self) -> OnlineRegressionModel:
        return OnlineRegressionModel()


class OnlineRegressionModel(LinearModel, PredictionModel[Vector]):
    """What :class:`OnlineRegressor` fits. ``transform`` adds the prediction; ``learn`` goes on.

    >>> OnlineRegressor().fit(data).transform(data).columns[-1]
    'prediction'
    """

    def _unfitted(self) -> OnlineRegressor:
        return OnlineRegressor()

    def predict(self, value: Vector) -> float:
        """What is expected of one vector.

        >>> OnlineRegressor().fit(data).predict(Vectors.dense(1.0, 0.0)) > 0.3
        True
        """
        return float(self.model.predict(value.toArray()[None, :])[0])
