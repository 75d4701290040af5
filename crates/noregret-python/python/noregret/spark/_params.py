"""The parameters of the estimators, by name, as Spark ML has them."""

from __future__ import annotations

from typing import Any, Optional

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import HasInputCols, HasWeightCol

from .._parameters import NAMES
from ..errors import SpecError
from ..parts import Columns

__all__ = ["MODES", "OnlineParams"]

MODES = ("exact", "rounds", "search")

#: How often partitions are merged in a pass; docs/spark.md has the measurements it was chosen by.
ROUNDS = 16


def _as_given(value: Any) -> Any:
    return value


def _param(name: str, doc: str, kind: Any = _as_given) -> Any:
    return Param(Params._dummy(), name, doc, typeConverter=kind)


class OnlineParams(HasInputCols, HasWeightCol):
    """What both estimators and their models share.

    Parameters of algorithms (``eta``, ``l1``, ...) are those of :class:`noregret.Model`; one that is not set is the algorithm's own. ``alpha``, ``seed`` and
    ``set``, and options about the data (``bits``, ``columns``, ``interactions``, ...), go by ``parameters``, a dict.

    >>> from noregret.spark import OnlineRegressor
    >>> OnlineRegressor(eta=0.5).getMode()
    'exact'
    """

    algorithm: Param[str] = _param("algorithm", "the learner, by its name: noregret.algorithms() lists them", TypeConverters.toString)
    loss: Param[str] = _param("loss", "the loss that is learned; not set: logistic of classes, squared of numbers, or the algorithm's own", TypeConverters.toString)
    mode: Param[str] = _param("mode", "exact (one pass in order, to the bit), rounds (partitions side by side, merged) or search (many candidates, the best wins)", TypeConverters.toString)
    rounds: Param[int] = _param("rounds", "how often partitions are merged in a pass, under mode rounds", TypeConverters.toInt)
    width: Param[int] = _param("width", "how many partitions are merged at a time, under mode rounds; others take turns. 0: all of them", TypeConverters.toInt)
    fan: Param[int] = _param("fan", "executors merge so many models at a time before the driver sees any, under mode rounds; 0: the driver merges all", TypeConverters.toInt)
    candidates: Param[Any] = _param("candidates", "learners to try under mode search: names, or dicts of what noregret.Model takes; not set: the algorithm of this estimator")
    grid: Param[Any] = _param("grid", "values to try of parameters by name, under mode search; not set and no candidates: the algorithm's usual ones")
    judge: Param[str] = _param("judge", "what candidates are ranked by under mode search: loss or mistakes, of rows before they were learned from", TypeConverters.toString)
    cache: Param[bool] = _param("cache", "keep the needed columns on executors while fitting; without it they are read, and a shuffle before is done, once for every task that reads them", TypeConverters.toBoolean)
    parameters: Param[Any] = _param("parameters", "more parameters and options of noregret.Model, a dict")
    radius: Param[Any] = _param("radius", "of the algorithm")
    box: Param[Any] = _param("box", "of the algorithm: a pair")
    scale: Param[Any] = _param("scale", "of the algorithm")
    update: Param[Any] = _param("update", "of the algorithm")
    l1: Param[Any] = _param("l1", "of the algorithm")
    l2: Param[Any] = _param("l2", "of the algorithm")
    features: Param[Any] = _param("features", "of the algorithm")
    eta: Param[Any] = _param("eta", "of the algorithm")
    rate: Param[Any] = _param("rate", "of the algorithm")
    delta: Param[Any] = _param("delta", "of the algorithm")
    method: Param[Any] = _param("method", "of the algorithm")
    beta: Param[Any] = _param("beta", "of the algorithm")
    potential: Param[Any] = _param("potential", "of the algorithm")
    start: Param[Any] = _param("start", "of the algorithm")
    signed: Param[Any] = _param("signed", "of the algorithm")
    tau: Param[Any] = _param("tau", "of the algorithm")
    precondition: Param[Any] = _param("precondition", "of the algorithm")
    C: Param[Any] = _param("C", "of the algorithm")
    phi: Param[Any] = _param("phi", "of the algorithm")
    variance: Param[Any] = _param("variance", "of the algorithm")
    r: Param[Any] = _param("r", "of the algorithm")
    base: Param[Any] = _param("base", "of the algorithm")
    normalize: Param[Any] = _param("normalize", "divide every feature by the largest magnitude it has had")
    average: Param[Any] = _param("average", "keep averages of the weights, and predict by whichever does better")
    groups: Param[Any] = _param("groups", "boxes and penalties of their own for features, as in noregret.Model")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(algorithm="auto", mode="exact", rounds=ROUNDS, width=0, fan=0, judge="loss", cache=True)

    def getMode(self) -> str:
        """Which way it fits.

        >>> from noregret.spark import OnlineClassifier
        >>> OnlineClassifier(mode="rounds").getMode()
        'rounds'
        """
        mode: str = self.getOrDefault(self.mode)
        if mode not in MODES:
            raise SpecError(f"mode is {mode!r}, and must be one of {', '.join(MODES)}")
        return mode

    def _value(self, name: str) -> Any:
        param = self.getParam(name)
        return self.getOrDefault(param) if self.isDefined(param) else None

    def _columns(self) -> Columns:
        weight = self._value("weightCol") or None
        vectors = None if self._inputs() else self.getOrDefault("featuresCol")
        return Columns(vectors, None, self.getOrDefault("labelCol"), weight)

    def _inputs(self) -> list[str]:
        inputs: Optional[list[str]] = self._value("inputCols")
        return list(inputs or ())

    def _given(self) -> dict[str, Any]:
        """What a model is made of, but for its algorithm and its loss."""
        given = {name: self._value(name) for name in NAMES if name != "set" and self._value(name) is not None}
        given.update(self._value("parameters") or {})
        columns = self._columns()
        if columns.vectors is None:
            given["label"] = columns.label
            if columns.weight is not None:
                given["weight"] = columns.weight
        return given
