"""The estimator of classes."""

from __future__ import annotations

from typing import Any, Optional

from pyspark.ml.classification import ProbabilisticClassificationModel, ProbabilisticClassifier
from pyspark.ml.linalg import DenseVector, Vector
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable

from ..errors import SpecError
from ..model import Model
from ._linear import Learner, LinearModel
from ._scoring import Outputs

__all__ = ["OnlineClassificationModel", "OnlineClassifier"]


class _Classes(Params):
    numClasses: Param[int] = Param(Params._dummy(), "numClasses", "how many classes there are, from 0 on; 0: one more than the largest label", typeConverter=TypeConverters.toInt)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(numClasses=0)


class OnlineClassifier(Learner, _Classes, ProbabilisticClassifier, DefaultParamsReadable, DefaultParamsWritable):  # type: ignore[type-arg]
    """A linear classifier of two or more classes that learns online, one pass over a DataFrame.

    Labels are whole numbers from 0 on, as everywhere in Spark ML. Features are a column of vectors or arrays (``featuresCol``), or columns of whatever type by
    their names (``inputCols``). ``mode`` says what is promised: ``exact``, ``rounds`` or ``search`` (docs/spark.md).

    >>> from noregret.spark import OnlineClassifier
    >>> OnlineClassifier(algorithm="ada-diag", eta=0.5, mode="rounds").getOrDefault("eta")
    0.5
    """

    def _asked(self) -> Optional[int]:
        asked: int = self.getOrDefault("numClasses")
        if asked < 0 or asked == 1:
            raise SpecError(f"numClasses is {asked}, and must be 2 or more, or 0")
        return asked

    def _fresh(self, algorithm: str, given: dict[str, Any], classes: int) -> Model:
        given = {"loss": self._value("loss"), **given}
        if given["loss"] is None:
            given["loss"] = "logistic" if algorithm == "auto" else Model(algorithm).loss
        kind: dict[str, Any] = {"labels": (0, 1)} if classes == 2 else {"classes": True}
        return Model(algorithm, **kind, **given)

    def _unfilled(self) -> OnlineClassificationModel:
        return OnlineClassificationModel()


class OnlineClassificationModel(LinearModel, ProbabilisticClassificationModel):
    """What :class:`OnlineClassifier` fits. ``transform`` adds margins, probabilities (where the loss is logistic) and the class; ``learn`` goes on.

    >>> OnlineClassifier().fit(data).transform(data).columns[-1]
    'prediction'
    """

    @property
    def numClasses(self) -> int:
        """How many classes there are.

        >>> OnlineClassifier().fit(data).numClasses
        2
        """
        return self._fitted.classes

    def _unfitted(self) -> OnlineClassifier:
        return OnlineClassifier()

    def _probable(self) -> bool:
        return self._fitted.loss.startswith("logistic")

    def _outputs(self) -> Outputs:
        return Outputs(self._fitted.classes, self._probable(), self._value("thresholds"))

    def _placed(self) -> list[tuple[str, str]]:
        raw, likely = self.getOrDefault("rawPredictionCol"), self.getOrDefault("probabilityCol")
        return [("raw", raw), *([("probability", likely)] if self._probable() else []), *super()._placed()]

    def _one(self, value: Vector) -> list[Any]:
        model = self.model
        return self._outputs().of(model, model.decision(value.toArray()[None, :]))

    def predict(self, value: Vector) -> float:
        """The class of one vector.

        >>> OnlineClassifier().fit(data).predict(Vectors.dense(1.0, 0.0))
        1.0
        """
        return float(self._one(value)[-1][0])

    def predictRaw(self, value: Vector) -> Vector:
        """The margins of one vector.

        >>> len(OnlineClassifier().fit(data).predictRaw(Vectors.dense(1.0, 0.0)))
        2
        """
        return DenseVector(self._one(value)[0][0])

    def predictProbability(self, value: Vector) -> Vector:
        """The probabilities of one vector.

        >>> bool(OnlineClassifier().fit(data).predictProbability(Vectors.dense(1.0, 0.0))[1] > 0.5)
        True
        """
        if not self._probable():
            raise SpecError(f"margins of the {self.model.loss} loss stand for no probabilities; loss='logistic' learns them")
        return DenseVector(self._one(value)[1][0])
