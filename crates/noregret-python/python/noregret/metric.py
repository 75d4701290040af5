"""A distance that is learned online, as an estimator of scikit-learn: from labelled points, pairs or triplets."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_consistent_length, check_is_fitted, check_random_state, validate_data

from . import _native
from .errors import DataError

__all__ = ["MetricLearner"]

Array = Any


class MetricLearner(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A Mahalanobis distance, learned by mirror descent in one of three geometries: ``logdet``, ``frobenius``,
    ``von-neumann``.

    ``fit`` and ``partial_fit`` take labelled points ``(X, y)``, of which ``rounds`` random pairs are learned (by default 5
    a point, 1000 at least); pairs of shape ``(n, 2, d)`` with ``y`` 1 for alike and -1 for not; or triplets of shape ``(n, 3, d)``, in which
    the first point should be nearer to the second than to the third, by ``margin``. What is learned first fixes the
    unit of lengths: the mean squared distance is 1.

    >>> from noregret.sklearn import MetricLearner
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> X, y = load_wine(return_X_y=True)
    >>> from sklearn.preprocessing import StandardScaler
    >>> nearest = make_pipeline(StandardScaler(), MetricLearner(), KNeighborsClassifier(3))
    >>> nearest.fit(X[::2], y[::2]).score(X[1::2], y[1::2]) > 0.9
    True
    """

    n_features_in_: int
    scale_: float
    targets_: tuple[float, float]
    _metric: Any

    def __init__(
        self,
        geometry: str = "logdet",
        update: str = "implicit",
        *,
        eta: Optional[float] = None,
        rate: str = "sqrt",
        margin: float = 1.0,
        rounds: Optional[int] = None,
        random_state: Any = 0,
    ) -> None:
        self.geometry = geometry
        self.update = update
        self.eta = eta
        self.rate = rate
        self.margin = margin
        self.rounds = rounds
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_metric")

    @property
    def _n_features_out(self) -> int:
        return self.n_features_in_

    def fit(self, X: Any, y: Any = None) -> MetricLearner:
        """Forgets everything and learns.

        >>> MetricLearner().fit([[0.0, 5.0], [1.0, 5.1], [0.1, -3.0], [1.1, -3.2]], [0, 1, 0, 1]).n_features_in_
        2
        """
        return self._learn(X, y, fresh=True)

    def partial_fit(self, X: Any, y: Any = None) -> MetricLearner:
        """Goes on learning.

        >>> pairs = [[[0.0, 5.0], [0.1, -3.0]], [[0.0, 5.0], [1.0, 5.1]]]
        >>> metric = MetricLearner().partial_fit(pairs, [1, -1])
        >>> bool(metric.pair_distance(pairs)[0] < metric.partial_fit(pairs, [1, -1]).pair_distance(pairs)[1] * 20)
        True
        """
        return self._learn(X, y, fresh=not self.__sklearn_is_fitted__())

    def _learn(self, X: Any, y: Any, fresh: bool) -> MetricLearner:
        if (X.ndim if hasattr(X, "ndim") else np.asarray(X).ndim) == 3:
            self._comparisons(X, y, fresh)
        else:
            self._points(X, y, fresh)
        return self

    def _fresh(self, columns: int) -> Any:
        return _native.Metric(columns, self.geometry, self.update, self.eta, self.rate)

    def _points(self, X: Any, y: Any, fresh: bool) -> None:
        if y is None:
            raise DataError("requires y to be passed, but the target y is None: points need labels")
        X, y = validate_data(self, X, y, dtype=np.float64, reset=fresh, ensure_min_samples=2)
        check_classification_targets(y)
        classes = np.unique(y, return_inverse=True)[1].astype(np.uint32)
        metric = self._fresh(X.shape[1]) if fresh else self._metric
        scale = _unit(2.0 * X.var(axis=0, ddof=1).sum()) if fresh else self.scale_
        rounds = max(1000, 5 * len(X)) if self.rounds is None else self.rounds
        seed = check_random_state(self.random_state).randint(2**31)
        metric.learn_classes(np.ascontiguousarray(X * scale), classes.tolist(), rounds, int(seed))
        self._metric, self.scale_ = metric, scale

    def _comparisons(self, X: Any, y: Any, fresh: bool) -> None:
        X = check_array(X, dtype=np.float64, allow_nd=True)
        if X.shape[1] not in (2, 3):
            raise DataError(f"comparisons are pairs (n, 2, d) or triplets (n, 3, d), not {X.shape}")
        flat = X.reshape(len(X), -1)
        if not fresh and X.shape[2] != self.n_features_in_:
            raise DataError(f"points have {X.shape[2]} columns, and the metric {self.n_features_in_}")
        with np.errstate(over="ignore"):
            apart = ((X[:, 1:] - X[:, :1]) ** 2).sum(axis=2)
        metric = self._fresh(X.shape[2]) if fresh else self._metric
        scale = _unit(float(apart.mean())) if fresh else self.scale_
        parts = [np.ascontiguousarray(X[:, k] * scale) for k in range(X.shape[1])]
        targets = getattr(self, "targets_", None)
        if X.shape[1] == 3:
            metric.learn_triplets(*parts, self.margin)
        else:
            alike = self._alike(y, flat)
            if fresh or targets is None:
                same, different = np.percentile(apart * scale**2, [5, 95])
                targets = (float(same), float(different))
            metric.learn_pairs(*parts, np.where(alike, targets[0], targets[1]))
        self._metric, self.scale_, self.n_features_in_ = metric, scale, X.shape[2]
        if targets is not None:
            self.targets_ = targets

    def _alike(self, y: Any, pairs: Array) -> Array:
        if y is None:
            raise DataError("requires y to be passed, but the target y is None: pairs are alike (1) or not (-1)")
        check_consistent_length(pairs, y)
        y = np.asarray(y)
        if not np.isin(y, (-1, 1)).all():
            raise DataError("labels of pairs are 1 for alike and -1 for not")
        return y == 1

    def transform(self, X: Any) -> Array:
        """Points whose Euclidean distances are the learned ones.

        >>> MetricLearner().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).transform([[1.0]]).shape
        (1, 1)
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self._metric.transform(np.ascontiguousarray(X * self.scale_))

    @property
    def components_(self) -> Array:
        """L, with which points are transformed: x becomes L x.

        >>> MetricLearner().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).components_.shape
        (1, 1)
        """
        check_is_fitted(self)
        return self._metric.factor() * self.scale_

    def get_mahalanobis_matrix(self) -> Array:
        """W = L'L: the squared distance of u and v is (u - v)' W (u - v).

        >>> MetricLearner().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).get_mahalanobis_matrix().shape
        (1, 1)
        """
        check_is_fitted(self)
        return self._metric.matrix() * self.scale_**2

    def pair_distance(self, pairs: Any) -> Array:
        """The learned distance of each pair, of shape (n, 2, d).

        >>> MetricLearner().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).pair_distance([[[1.0], [1.0]]])
        array([0.])
        """
        check_is_fitted(self)
        pairs = check_array(pairs, dtype=np.float64, allow_nd=True)
        if pairs.ndim != 3 or pairs.shape[1:] != (2, self.n_features_in_):
            raise DataError(f"pairs are of shape (n, 2, {self.n_features_in_}), not {pairs.shape}")
        first, second = (np.ascontiguousarray(pairs[:, k] * self.scale_) for k in (0, 1))
        return np.sqrt(self._metric.distances(first, second))

    def pair_score(self, pairs: Any) -> Array:
        """The negative distance of each pair: the larger, the more alike.

        >>> MetricLearner().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).pair_score([[[1.0], [1.0]]])
        array([-0.])
        """
        return -self.pair_distance(pairs)

    def save(self, path: Any) -> None:
        """Writes the metric as a file of ``noregret metric``; its vectors are rows times ``scale_``.

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     MetricLearner().fit([[0.0], [1.0], [2.0]], [0, 1, 1]).save(os.path.join(folder, "m.nr"))
        """
        check_is_fitted(self)
        self._metric.save(str(path))

    def __getstate__(self) -> Any:
        state = dict(super().__getstate__())
        if "_metric" in state:
            state["_metric"] = state["_metric"].to_bytes()
        return state

    def __setstate__(self, state: Any) -> None:
        if "_metric" in state:
            state = {**state, "_metric": _native.Metric.from_bytes(state["_metric"])}
        super().__setstate__(state)


def _unit(mean: float) -> float:
    """The factor that makes the mean squared distance 1."""
    return 1.0 / float(np.sqrt(mean)) if mean > 0 else 1.0
