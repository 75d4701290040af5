"""Estimators for scikit-learn: in pipelines, searches and calibration like its own, and learning on with ``partial_fit``."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, check_random_state, validate_data

from ._parameters import Parameterized
from .errors import DataError, SpecError
from .metric import MetricLearner
from .model import Model

__all__ = ["MetricLearner", "OnlineClassifier", "OnlineRegressor"]

Array = Any


class _Linear(Parameterized, BaseEstimator):
    """What both linear estimators share."""

    _model: Model
    n_features_in_: int

    def __init__(
        self,
        algorithm: str = "auto",
        loss: Optional[str] = None,
        *,
        bias: bool = True,
        bits: Optional[int] = None,
        parameters: Optional[dict[str, Any]] = None,
        passes: int = 1,
        shuffle: bool = True,
        random_state: Any = 0,
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
        self.passes = passes
        self.shuffle = shuffle
        self.random_state = random_state
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

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _validated(self, X: Any, y: Any = "no_validation", reset: bool = False, finite: bool = False) -> Any:
        # Numbers that are not finite are found on the way, with their row and column, unless rows are shuffled before.
        given: dict[str, Any] = {"accept_sparse": "csr", "dtype": [np.float64, np.float32], "reset": reset}
        given["ensure_all_finite"] = finite
        if isinstance(self, RegressorMixin) and not isinstance(y, str):
            given["y_numeric"] = True
        return validate_data(self, X, y, **given)

    def _passes(self, X: Any, y: Array, sample_weight: Any) -> None:
        if not (isinstance(self.passes, (int, np.integer)) and self.passes >= 1):
            raise SpecError(f"passes is {self.passes!r}, and must be a whole number, 1 or more")
        random = check_random_state(self.random_state)
        for _ in range(self.passes):
            if self.shuffle:
                order = random.permutation(len(y))
                some = None if sample_weight is None else sample_weight[order]
                self._model.learn(X[order], y[order], some)
            else:
                self._model.learn(X, y, sample_weight)

    def _weights(self, sample_weight: Any, X: Any) -> Any:
        if sample_weight is None:
            return None
        return _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)

    def _coefficients(self) -> tuple[Array, Array]:
        check_is_fitted(self)
        table, biases = self._model._engine.coefficients(self.n_features_in_)
        return table, biases

    @property
    def model_(self) -> Model:
        """The :class:`noregret.Model` inside: its weights, lanes, bound and file.

        >>> from noregret.sklearn import OnlineRegressor
        >>> OnlineRegressor("ada-diag").fit([[1.0], [2.0]], [1.0, 2.0]).model_
        Model('ada-diag', loss='squared')
        """
        check_is_fitted(self)
        return self._model

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")


def _probable(estimator: OnlineClassifier) -> bool:
    loss = estimator._loss()
    if loss != "logistic":
        raise AttributeError(f"margins of the {loss} loss stand for no probabilities; loss='logistic' learns them")
    return True


class OnlineClassifier(ClassifierMixin, _Linear):
    """A linear classifier of two or more classes that learns online.

    ``fit`` makes ``passes`` over the data, shuffled unless told otherwise; ``partial_fit`` goes on, in the order given.
    ``algorithm``, ``loss`` (logistic unless the algorithm has its own) and all parameters are those of
    :class:`noregret.Model`. A DataFrame is an array here: features are taken as they are unless ``normalize="yes"``.

    >>> from noregret.sklearn import OnlineClassifier
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> OnlineClassifier(passes=5).fit(X, y).score(X, y) > 0.9
    True
    """

    classes_: Array

    def _loss(self) -> str:
        if self.loss is not None:
            return self.loss
        return "logistic" if self.algorithm == "auto" else Model(self.algorithm).loss

    def _fresh(self) -> Model:
        two = len(self.classes_) <= 2
        kind: dict[str, Any] = {"labels": (-1, 1)} if two else {"classes": True}
        return Model(self.algorithm, self._loss(), **kind, **self._given())

    def _encoded(self, y: Array) -> Array:
        """Labels as the model has them: -1 and +1, or the place of the class."""
        places = np.searchsorted(self.classes_, y)
        places = np.minimum(places, len(self.classes_) - 1)
        strange = self.classes_[places] != y
        if np.any(strange):
            row = int(np.argmax(strange))
            raise DataError(f"row {row}: the label {y[row]!r} is not among classes {self.classes_}", row, "y")
        return np.where(places > 0, 1.0, -1.0) if len(self.classes_) == 2 else places.astype(float)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> OnlineClassifier:
        """Forgets everything and learns from the data.

        >>> OnlineClassifier("pa").fit([[0.0], [1.0]], ["a", "b"]).classes_
        array(['a', 'b'], dtype='<U1')
        """
        X, y = self._validated(X, y, reset=True, finite=True)
        sample_weight = self._weights(sample_weight, X)
        check_classification_targets(y)
        self.classes_ = unique_labels(y)
        if len(self.classes_) < 2:
            raise DataError(f"all labels are of one class, {self.classes_[0]!r}: at least two classes are needed")
        self._model = self._fresh()
        self._passes(X, self._encoded(y), sample_weight)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> OnlineClassifier:
        """Goes on learning. The first call must name all ``classes``.

        >>> model = OnlineClassifier()
        >>> model.partial_fit([[1.0]], [1], classes=[0, 1]).partial_fit([[-1.0]], [0]).predict([[1.0]])
        array([1])
        """
        first = not self.__sklearn_is_fitted__()
        if first and classes is None:
            raise DataError("classes must be passed on the first call to partial_fit.")
        X, y = self._validated(X, y, reset=first)
        sample_weight = self._weights(sample_weight, X)
        check_classification_targets(y)
        if classes is not None:
            named = unique_labels(classes)
            if not first and not np.array_equal(named, self.classes_):
                raise DataError(f"classes={named!r} is not the same as on the last call to partial_fit, {self.classes_!r}")
            if first and len(named) < 2:
                raise DataError("at least two classes are needed")
            self.classes_ = named
        encoded = self._encoded(y)
        model = self._fresh() if first else self._model
        model.learn(X, encoded, sample_weight)
        self._model = model
        return self

    def decision_function(self, X: Any) -> Array:
        """The margins: of two classes that of the second, else one for each. A class nobody has met is below all others.

        >>> OnlineClassifier("pa").fit([[0.0], [1.0]], [0, 1]).decision_function([[2.0]]).shape
        (1,)
        """
        check_is_fitted(self)
        margins = self._model.decision(self._validated(X))
        return margins if margins.ndim == 1 else self._ordered(margins, margins.min(axis=1, initial=0.0) - 1.0)

    def _ordered(self, columns: Array, absent: Any) -> Array:
        """A column for each class, from columns in the order in which classes came."""
        wide = np.repeat(np.broadcast_to(absent, len(columns))[:, None], len(self.classes_), axis=1)
        wide = wide.astype(float)
        wide[:, self._model.classes_.astype(int)] = columns
        return wide

    def predict(self, X: Any) -> Array:
        """The class of each row.

        >>> OnlineClassifier("pa").fit([[-1.0], [1.0]], ["no", "yes"]).predict([[1.0]])
        array(['yes'], dtype='<U3')
        """
        margins = self.decision_function(X)
        best = (margins > 0).astype(int) if margins.ndim == 1 else margins.argmax(axis=1)
        return self.classes_[best]

    @available_if(_probable)
    def predict_proba(self, X: Any) -> Array:
        """The probability of each class, where the loss is logistic.

        >>> OnlineClassifier().fit([[0.0], [1.0]] * 9, [0, 1] * 9).predict_proba([[1.0]]).shape
        (1, 2)
        """
        check_is_fitted(self)
        probabilities = self._model.predict_proba(self._validated(X))
        return probabilities if len(self.classes_) == 2 else self._ordered(probabilities, 0.0)

    @property
    def coef_(self) -> Array:
        """The weights: a row for each class, one row of two. Those of ``auto`` are its lanes' mean, which says what
        matters and does not predict by itself.

        >>> OnlineClassifier("pa").fit([[0.0], [1.0]], [0, 1]).coef_.shape
        (1, 1)
        """
        table, _ = self._coefficients()
        return table if len(self.classes_) == 2 else self._ordered(table.T, 0.0).T

    @property
    def intercept_(self) -> Array:
        """The weight of the bias, of each class.

        >>> OnlineClassifier("pa", bias=False).fit([[0.0], [1.0]], [0, 1]).intercept_
        array([0.])
        """
        _, biases = self._coefficients()
        return biases if len(self.classes_) == 2 else self._ordered(biases[None, :], 0.0)[0]


class OnlineRegressor(RegressorMixin, _Linear):
    """A linear regressor that learns online: squared loss unless told otherwise, ``poisson`` for counts. A DataFrame is an array
    here: features are taken as they are unless ``normalize="yes"``.

    >>> from noregret.sklearn import OnlineRegressor
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(500, 2))
    >>> OnlineRegressor(passes=5).fit(X, X @ [1.0, 2.0]).score(X, X @ [1.0, 2.0]) > 0.95
    True
    """

    def _fresh(self) -> Model:
        loss = self.loss
        if loss is None:
            loss = "absolute" if self.algorithm in ("pa", "pa1", "pa2") else "squared"
        return Model(self.algorithm, loss, **self._given())

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> OnlineRegressor:
        """Forgets everything and learns from the data.

        >>> OnlineRegressor("ogd").fit([[0.0], [1.0]], [0.0, 1.0])
        OnlineRegressor(algorithm='ogd')
        """
        X, y = self._validated(X, y, reset=True, finite=True)
        sample_weight = self._weights(sample_weight, X)
        self._model = self._fresh()
        self._passes(X, y.astype(float), sample_weight)
        return self

    def partial_fit(self, X: Any, y: Any, sample_weight: Any = None) -> OnlineRegressor:
        """Goes on learning.

        >>> OnlineRegressor("ogd").partial_fit([[1.0]], [1.0]).partial_fit([[1.0]], [1.0]).predict([[0.0]]).shape
        (1,)
        """
        first = not self.__sklearn_is_fitted__()
        X, y = self._validated(X, y, reset=first)
        sample_weight = self._weights(sample_weight, X)
        model = self._fresh() if first else self._model
        model.learn(X, y.astype(float), sample_weight)
        self._model = model
        return self

    def predict(self, X: Any) -> Array:
        """What is expected of each row.

        >>> OnlineRegressor("ogd").fit([[0.0], [1.0]], [0.0, 1.0]).predict([[1.0]]).shape
        (1,)
        """
        check_is_fitted(self)
        return self._model.predict(self._validated(X))

    @property
    def coef_(self) -> Array:
        """The weights of the columns; see :attr:`OnlineClassifier.coef_`.

        >>> OnlineRegressor("ogd").fit([[0.0], [1.0]], [0.0, 1.0]).coef_.shape
        (1,)
        """
        return self._coefficients()[0][0]

    @property
    def intercept_(self) -> float:
        """The weight of the bias.

        >>> OnlineRegressor("ogd", bias=False).fit([[0.0], [1.0]], [0.0, 1.0]).intercept_
        0.0
        """
        return float(self._coefficients()[1][0])
