"""Models for River: ``learn_one`` on dicts, at the engine's speed. Features may appear and vanish, and texts are
categories."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from river import base

from . import _native
from ._parameters import Parameterized
from .errors import DataError, SpecError
from .model import Model

__all__ = ["LinearClassifier", "LinearRegressor"]


class _Linear(Parameterized, _native.Pupil):
    """What both models share. Features are taken as they are unless ``normalize="yes"``. ``learn_one`` is the native half's: the usual example goes straight to the engine, any other to ``_learn_one``."""

    def __init__(
        self,
        algorithm: str = "auto",
        loss: Optional[str] = None,
        *,
        bias: bool = True,
        bits: Optional[int] = None,
        parameters: Optional[dict[str, Any]] = None,
        radius: Any = None,
        box: Any = None,
        scale: Any = None,
        update: Any = None,
        l1: Any = None,
        l2: Any = None,
        features: Any = None,
        eta: Any = None,
        rate: Any = None,
        delta: Any = None,
        method: Any = None,
        beta: Any = None,
        potential: Any = None,
        start: Any = None,
        signed: Any = None,
        set: Any = None,
        tau: Any = None,
        precondition: Any = None,
        C: Any = None,
        phi: Any = None,
        variance: Any = None,
        r: Any = None,
        base: Any = None,
        normalize: Any = None,
        average: Any = None,
        groups: Any = None,
    ) -> None:
        self.algorithm = algorithm
        self.loss = loss
        self.bias = bias
        self.bits = bits
        self.parameters = parameters
        self.radius = radius
        self.box = box
        self.scale = scale
        self.update = update
        self.l1 = l1
        self.l2 = l2
        self.features = features
        self.eta = eta
        self.rate = rate
        self.delta = delta
        self.method = method
        self.beta = beta
        self.potential = potential
        self.start = start
        self.signed = signed
        self.set = set
        self.tau = tau
        self.precondition = precondition
        self.C = C
        self.phi = phi
        self.variance = variance
        self.r = r
        self.base = base
        self.normalize = normalize
        self.average = average
        self.groups = groups
        self._model: Optional[Model] = None

    @property
    def model(self) -> Optional[Model]:
        """The :class:`noregret.Model` inside; none before anything was learned.

        >>> from noregret import river
        >>> river.LinearRegressor().model is None
        True
        """
        return self._model

    def __getstate__(self) -> dict[str, Any]:
        # The native half has nothing of its own: it finds the engine again.
        return self.__dict__.copy()


def _records(X: Any) -> list[dict[Any, Any]]:
    """The rows of a DataFrame as dicts."""
    if not hasattr(X, "itertuples"):
        raise DataError(f"{type(X).__name__} is no DataFrame of pandas, which is what many examples are for River")
    names = [str(name) for name in X.columns]
    return [dict(zip(names, row)) for row in X.itertuples(index=False, name=None)]


class LinearClassifier(_Linear, base.MiniBatchClassifier):
    """A linear classifier. Labels that are True and False make two classes, any others as many as show up; ``classes``
    says ``"two"`` or ``"many"`` instead.

    >>> from noregret import river
    >>> model = river.LinearClassifier()
    >>> for _ in range(20):
    ...     model.learn_one({"weather": "sun", "wind": 1.0}, True)
    ...     model.learn_one({"weather": "rain", "wind": 3.0}, False)
    >>> model.predict_one({"weather": "rain"})
    False
    """

    #: Whether labels are True and False.
    _two = False

    def __init__(
        self,
        algorithm: str = "auto",
        loss: Optional[str] = None,
        *,
        classes: str = "auto",
        bias: bool = True,
        bits: Optional[int] = None,
        parameters: Optional[dict[str, Any]] = None,
        radius: Any = None,
        box: Any = None,
        scale: Any = None,
        update: Any = None,
        l1: Any = None,
        l2: Any = None,
        features: Any = None,
        eta: Any = None,
        rate: Any = None,
        delta: Any = None,
        method: Any = None,
        beta: Any = None,
        potential: Any = None,
        start: Any = None,
        signed: Any = None,
        set: Any = None,
        tau: Any = None,
        precondition: Any = None,
        C: Any = None,
        phi: Any = None,
        variance: Any = None,
        r: Any = None,
        base: Any = None,
        normalize: Any = None,
        average: Any = None,
        groups: Any = None,
    ) -> None:
        super().__init__(
            algorithm, loss, bias=bias, bits=bits, parameters=parameters,
            radius=radius, box=box, scale=scale, update=update, l1=l1, l2=l2, features=features, eta=eta, rate=rate, delta=delta, method=method, beta=beta, potential=potential, start=start, signed=signed, set=set, tau=tau, precondition=precondition, C=C, phi=phi, variance=variance, r=r, base=base, normalize=normalize, average=average, groups=groups,
        )  # fmt: skip
        self.classes = classes
        self._labels: list[Any] = []

    @property
    def _multiclass(self) -> bool:
        return self.classes != "two"

    def _fresh(self, y: Any) -> Model:
        if self.classes not in ("auto", "two", "many"):
            raise SpecError(f"classes is {self.classes!r}, and must be 'auto', 'two' or 'many'")
        two = self.classes == "two" or (self.classes == "auto" and isinstance(y, (bool, np.bool_)))
        kind: dict[str, Any] = {"labels": (-1, 1)} if two else {"classes": True}
        loss = "logistic" if self.loss is None and self.algorithm == "auto" else self.loss
        self._labels = [False, True] if two else []
        self._two = two
        return Model(self.algorithm, loss, **kind, **self._given())

    def _place(self, y: Any) -> float:
        """The label as the model has it."""
        if isinstance(y, np.generic):
            y = y.item()
        if y is None or y != y:
            raise DataError(f"{y!r} is no label", None, "y")
        if self._labels[:1] == [False] and isinstance(self._labels[0], bool):
            if y not in (0, 1):
                raise SpecError(f"{y!r} is neither True nor False; classes='many' takes any labels")
            return 1.0 if y else -1.0
        if y not in self._labels:
            self._labels.append(y)
        return float(self._labels.index(y))

    def _learn_one(self, x: dict[Any, Any], y: Any, w: float) -> None:
        model = self._fresh(y) if self._model is None else self._model
        try:
            model._engine.learn_one(x, self._place(y), w)
        except BaseException:
            self._forget(model)
            raise
        self._model = model
        if self._two:
            self._study(model._engine, True)

    def _forget(self, model: Model) -> None:
        """Labels that came with examples that were refused: places are those of the model's classes, in order."""
        if not self._two:
            del self._labels[len(model._engine.class_names()) :]

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        """The probability of each class met so far; of a loss that has none, 1 for the best.

        >>> LinearClassifier().predict_proba_one({"a": 1})
        {}
        """
        if self._model is None:
            return {False: 0.5, True: 0.5} if self.classes == "two" else {}
        engine = self._model._engine
        margins = engine.margin_one(x, True)
        probable = engine.outlook()[1] == "logistic"
        if isinstance(margins, float):
            positive = engine.link_one(margins) if probable else float(margins > 0)
            return {False: 1.0 - positive, True: positive}
        if probable:
            shares = engine.shares(margins)
        else:
            best = margins.index(max(margins))
            shares = [float(k == best) for k in range(len(margins))]
        return dict(zip(self._labels, shares))

    def learn_many(self, X: Any, y: Any, w: Any = None) -> None:
        """Learns from the rows of a DataFrame, as one after the other.

        >>> import pandas
        >>> LinearClassifier().learn_many(pandas.DataFrame({"a": [1, 2]}), pandas.Series([True, False]))
        """
        if not len(X):
            return
        records, labels = _records(X), list(y)
        if not labels:
            raise DataError(f"{len(records)} examples and no labels")
        model = self._fresh(labels[0]) if self._model is None else self._model
        try:
            model.learn(records, np.array([self._place(label) for label in labels]), w)
        except BaseException:
            self._forget(model)
            raise
        self._model = model

    def predict_proba_many(self, X: Any) -> Any:
        """The probabilities of the rows of a DataFrame.

        >>> import pandas
        >>> LinearClassifier().predict_proba_many(pandas.DataFrame({"a": [1, 2]})).shape
        (2, 0)
        """
        import pandas

        rows = [self.predict_proba_one(row) for row in _records(X)]
        return pandas.DataFrame(rows, index=X.index)


class LinearRegressor(_Linear, base.MiniBatchRegressor):
    """A linear regressor.

    >>> from noregret import river
    >>> model = river.LinearRegressor()
    >>> for t in range(200):
    ...     model.learn_one({"a": t % 5}, 2.0 * (t % 5))
    >>> round(model.predict_one({"a": 2}))
    4
    """

    def _fresh(self) -> Model:
        loss = self.loss
        if loss is None:
            loss = "absolute" if self.algorithm in ("pa", "pa1", "pa2") else "squared"
        return Model(self.algorithm, loss, **self._given())

    def _learn_one(self, x: dict[Any, Any], y: Any, w: float) -> None:
        if self._model is None:
            self._model = self._fresh()
        self._study(self._model._engine, False)
        self._model._engine.learn_one(x, y, w)

    def predict_one(self, x: dict[Any, Any]) -> float:
        """What is expected; 0 before anything was learned.

        >>> LinearRegressor().predict_one({"a": 1})
        0.0
        """
        if self._model is None:
            return 0.0
        engine = self._model._engine
        margin = engine.margin_one(x, True)
        assert isinstance(margin, float)
        return engine.link_one(margin)

    def learn_many(self, X: Any, y: Any, w: Any = None) -> None:
        """Learns from the rows of a DataFrame, as one after the other.

        >>> import pandas
        >>> LinearRegressor().learn_many(pandas.DataFrame({"a": [1, 2]}), pandas.Series([1.0, 2.0]))
        """
        if self._model is None:
            self._model = self._fresh()
        self._model.learn(_records(X), np.asarray(y, dtype=float), w)

    def predict_many(self, X: Any) -> Any:
        """What is expected of the rows of a DataFrame.

        >>> import pandas
        >>> list(LinearRegressor().predict_many(pandas.DataFrame({"a": [1, 2]})))
        [0.0, 0.0]
        """
        import pandas

        return pandas.Series([self.predict_one(row) for row in _records(X)], index=X.index, dtype=float)
